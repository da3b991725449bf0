/**
 * Numbers that are the same in every run.
 *
 * @param {number} seed 32 bits
 * @returns {() => number} from 0 to below 1 (mulberry32)
 */
export function randomNumbers(seed) {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}

/** @param {number} seed @param {number} count @returns {number[]} */
export function randomList(seed, count) {
	const next = randomNumbers(seed);
	return Array.from({ length: count }, next);
}

/** @param {number} seed @param {number} count @returns {Uint8Array} */
export function randomBytes(seed, count) {
	const next = randomNumbers(seed);
	return Uint8Array.from({ length: count }, () => Math.floor(next() * 256));
}

const WORDS =
	'lorem ipsum dolor sit amet consectetur adipiscing elit sed do eiusmod tempor incididunt ut labore et dolore magna aliqua'.split(
		' ',
	);

/** @param {number} seed @param {number} count @returns {string} words, with a full stop and a line break now and then */
export function randomText(seed, count) {
	const next = randomNumbers(seed);
	return Array.from({ length: count }, (_, index) => {
		const word = WORDS[Math.floor(next() * WORDS.length)];
		return index % 12 === 11 ? `${word}.\n` : `${word} `;
	}).join('');
}
