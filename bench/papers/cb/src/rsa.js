// RSA by the book: encrypt with the public exponent, decrypt by the Chinese remainder theorem.

// Two primes of 512 bits; not secret, and not to be used for anything else.
const P =
	0xe79fd96221c69739a9ad06c714383cd01a11c3816897879314c90b51f499a2bc9286b9523d8db9423106b226afdcd785e838494976f8b35538ad3ba8c5d87833n;
const Q =
	0xf86bebcae54dfddf08f6c2d6daf6c6ace9dc756183660ef84d85c9ffe057ee07b658e915f74407cae2928772e57bd0b7ae509afe4db865ff9c0cb4ecfa67e331n;
const PUBLIC_EXPONENT = 65_537n;
const MODULUS = P * Q;
const PRIVATE_EXPONENT = inverse(PUBLIC_EXPONENT, (P - 1n) * (Q - 1n));
const P_EXPONENT = PRIVATE_EXPONENT % (P - 1n);
const Q_EXPONENT = PRIVATE_EXPONENT % (Q - 1n);
const Q_INVERSE = inverse(Q, P);
const BLOCK_BYTES = 128;

/**
 * @param {bigint} value
 * @param {bigint} modulus
 * @returns {bigint} by the extended Euclidean algorithm
 */
function inverse(value, modulus) {
	let [remainder, next] = [modulus, value % modulus];
	let [factor, nextFactor] = [0n, 1n];
	while (next > 0n) {
		const quotient = remainder / next;
		[remainder, next] = [next, remainder - quotient * next];
		[factor, nextFactor] = [nextFactor, factor - quotient * nextFactor];
	}
	return ((factor % modulus) + modulus) % modulus;
}

/**
 * @param {bigint} base
 * @param {bigint} exponent
 * @param {bigint} modulus
 * @returns {bigint} by squaring
 */
function power(base, exponent, modulus) {
	let result = 1n;
	let square = base % modulus;
	for (let rest = exponent; rest > 0n; rest >>= 1n) {
		if ((rest & 1n) === 1n) result = (result * square) % modulus;
		square = (square * square) % modulus;
	}
	return result;
}

/**
 * @param {string} text in ASCII, shorter than a block by 11 characters at least
 * @param {number} seed of the padding
 * @returns {bigint} 00 02, bytes that are not 0, 00, the text
 */
function pad(text, seed) {
	let value = 2n;
	let random = seed + 1;
	for (let byte = 0; byte < BLOCK_BYTES - 3 - text.length; byte++) {
		random = (Math.imul(random, 1_103_515_245) + 12_345) & 0x7fffffff;
		value = (value << 8n) | BigInt(1 + ((random >> 16) % 255));
	}
	value <<= 8n;
	for (let index = 0; index < text.length; index++) {
		value = (value << 8n) | BigInt(text.charCodeAt(index));
	}
	return value;
}

/**
 * @param {bigint} padded
 * @returns {string}
 */
function unpad(padded) {
	const hex = padded.toString(16).padStart(2 * BLOCK_BYTES, '0');
	const bytes = Array.from({ length: BLOCK_BYTES }, (_, index) =>
		parseInt(hex.slice(2 * index, 2 * index + 2), 16),
	);
	return String.fromCharCode(...bytes.slice(bytes.indexOf(0, 2) + 1));
}

/** @param {bigint} cipher @returns {bigint} */
function decrypt(cipher) {
	const byP = power(cipher, P_EXPONENT, P);
	const byQ = power(cipher, Q_EXPONENT, Q);
	const difference = ((((byP - byQ) * Q_INVERSE) % P) + P) % P;
	return byQ + difference * Q;
}

/**
 * @param {number} blocks
 * @returns {Promise<string>} the last digits of what each block was encrypted to
 */
export async function rsa(blocks) {
	'use cpu_bound';
	let digits = '';
	for (let block = 0; block < blocks; block++) {
		const text = `The quaking bogs of Rannoch, page ${block}`;
		const cipher = power(pad(text, block), PUBLIC_EXPONENT, MODULUS);
		if (unpad(decrypt(cipher)) !== text)
			throw new Error(`block ${block} came back as another text`);
		digits += cipher.toString(16).slice(-4);
	}
	return digits;
}
