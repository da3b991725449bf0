import { Partitioned, ReadOnly, release, snapshot } from '@lapidary/runtime/gem';

const TABLE = Int32Array.from({ length: 256 }, (_, byte) => {
	let crc = byte;
	for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
	return crc;
});

/** @param {number[]} content */
export function share(content) {
	const bytes = ReadOnly.create(content);
	return { bytes, release: () => release(bytes) };
}

/** @param {{ bytes: number[] }} shared @param {number} parts */
export async function run({ bytes }, parts) {
	const codes = Partitioned.create(new Array(parts).fill(0), { partitions: parts });
	await Promise.all(Array.from({ length: parts }, (_, part) => work(bytes, codes, part, parts)));
	const all = snapshot(codes).map((/** @type {number} */ crc, /** @type {number} */ part) => {
		const length = endOf(part, bytes.length, parts) - endOf(part - 1, bytes.length, parts);
		return /** @type {[number, number]} */ ([crc, length]);
	});
	release(codes);
	return merge(all);
}

/**
 * The code of a part of the document goes to its element of `codes`.
 *
 * @param {number[]} bytes
 * @param {any} codes
 * @param {number} part
 * @param {number} parts
 */
async function work(/* cpu_bound: gem */ bytes, /* cpu_bound: gem */ codes, part, parts) {
	'use cpu_bound';
	codes.subset(part);
	const to = endOf(part, bytes.length, parts);
	let crc = -1;
	for (let i = endOf(part - 1, bytes.length, parts); i < to; i++) {
		crc = TABLE[(crc ^ bytes[i]) & 255] ^ (crc >>> 8);
	}
	codes[part] = ~crc >>> 0;
	codes.release();
}

/** @param {number} part @param {number} length @param {number} parts @returns {number} index behind the last of the part */
function endOf(part, length, parts) {
	return Math.floor((length * (part + 1)) / parts);
}

/** @param {[crc: number, length: number][]} parts @returns {number} of all, as if they had been one */
export function merge(parts) {
	return parts.reduce(([crc, length], [next, more]) => [
		combine(crc, next, more),
		length + more,
	])[0];
}

/** @param {number} crc @param {number} next @param {number} length of what `next` is of @returns {number} */
function combine(crc, next, length) {
	let power = 0x00800000; // x to the 8
	let result = crc;
	for (let left = length; left > 0; left = Math.floor(left / 2)) {
		if (left % 2 === 1) result = multiply(result, power);
		power = multiply(power, power);
	}
	return (result ^ next) >>> 0;
}

/** Of polynomials with bits the other way round. @param {number} a @param {number} b */
function multiply(a, b) {
	let product = 0;
	for (let bit = 0; bit < 32; bit++) {
		if (a & (0x80000000 >>> bit)) product ^= b;
		b = b & 1 ? (b >>> 1) ^ 0xedb88320 : b >>> 1;
	}
	return product;
}
