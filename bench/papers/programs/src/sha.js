import { PartitionedDynamic, release } from '@lapidary/runtime/gem';

/** Elements of a block: room for its digest, then characters. */
export const BLOCK = 8 + 4096;
const K = Int32Array.from(primes(64), (prime) => fraction(Math.cbrt(prime)));
const FIRST = Int32Array.from(primes(8), (prime) => fraction(Math.sqrt(prime)));
const W = new Int32Array(64);

/** @param {number[]} content */
export function share(content) {
	const blocks = PartitionedDynamic.create(content, { range: BLOCK });
	return { blocks, release: () => release(blocks) };
}

/** @param {{ blocks: any }} shared @param {number} parts */
export async function run({ blocks }, parts) {
	await Promise.all(Array.from({ length: parts }, () => work(blocks)));
	const digests = readDigests(blocks);
	blocks.restart();
	return digests;
}

/**
 * Writes the digest of each block that it gets in front of the block's characters, until none is left.
 *
 * @param {any} blocks
 */
async function work(/* cpu_bound: gem */ blocks) {
	'use cpu_bound';
	while (
		blocks.getRange((/** @type {number} */ from) => {
			const state = digestOf(blocks, from);
			for (let i = 0; i < 8; i++) blocks[from + i] = state[i];
		})
	);
}

/** @param {any} document @param {number} from */
function digestOf(/* cpu_bound: gem */ document, from) {
	const state = Int32Array.from(FIRST);
	const length = BLOCK - 8;
	for (let at = 0; at < length + 64; at += 64) {
		for (let t = 0; t < 16; t++) {
			let word = 0;
			for (let byte = at + 4 * t; byte < at + 4 * t + 4; byte++) {
				const value = byte < length ? document[from + 8 + byte] : byte === length ? 0x80 : 0;
				word = (word << 8) | value;
			}
			W[t] = word;
		}
		if (at === length) W[15] = length * 8;
		compress(state);
	}
	return state;
}

/** @param {Int32Array} state is changed by what `W` begins with */
function compress(state) {
	for (let t = 16; t < 64; t++) {
		const [a, b] = [W[t - 15], W[t - 2]];
		const s0 = rotate(a, 7) ^ rotate(a, 18) ^ (a >>> 3);
		const s1 = rotate(b, 17) ^ rotate(b, 19) ^ (b >>> 10);
		W[t] = (W[t - 16] + s0 + W[t - 7] + s1) | 0;
	}
	let [a, b, c, d, e, f, g, h] = state;
	for (let t = 0; t < 64; t++) {
		const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
		const one = (h + s1 + ((e & f) ^ (~e & g)) + K[t] + W[t]) | 0;
		const s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
		const two = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
		h = g;
		g = f;
		f = e;
		e = (d + one) | 0;
		d = c;
		c = b;
		b = a;
		a = (one + two) | 0;
	}
	const next = [a, b, c, d, e, f, g, h];
	for (let i = 0; i < 8; i++) state[i] += next[i];
}

/** @param {number} word @param {number} by */
function rotate(word, by) {
	return (word >>> by) | (word << (32 - by));
}

/** The first 32 bits behind the point. @param {number} value */
function fraction(value) {
	return ((value - Math.floor(value)) * 2 ** 32) | 0;
}

/** @param {number} count @returns {number[]} */
function primes(count) {
	/** @type {number[]} */
	const found = [];
	for (let n = 2; found.length < count; n++) if (found.every((p) => n % p !== 0)) found.push(n);
	return found;
}

/** @param {any} blocks @returns {number[]} */
function readDigests(blocks) {
	const digests = [];
	for (let from = 0; from < blocks.length; from += BLOCK) {
		for (let i = 0; i < 8; i++) digests.push(blocks[from + i]);
	}
	return digests;
}
