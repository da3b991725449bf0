const TABLE = Int32Array.from({ length: 256 }, (_, byte) => {
	let crc = byte;
	for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
	return crc;
});

/** @param {ArrayLike<number>} bytes @returns {[crc: number, length: number]} */
export function work(bytes) {
	let crc = -1;
	for (let i = 0; i < bytes.length; i++) crc = TABLE[(crc ^ bytes[i]) & 255] ^ (crc >>> 8);
	return [~crc >>> 0, bytes.length];
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
