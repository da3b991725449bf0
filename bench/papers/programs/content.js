import { BLOCK } from './plain/sha.js';

/**
 * @typedef {object} Program
 * @property {string} name of its files in `plain/` and `src/`
 * @property {string} title
 * @property {string} policies of the paper
 * @property {number} step a part of the content is cut at a multiple of it
 * @property {boolean} isNumeric so that a typed array could hold it
 * @property {string} unit of throughput
 * @property {number} size of the content by default, elements
 * @property {(size: number) => any[]} make the same content each time
 */

/** @type {Program[]} */
export const PROGRAMS = [
	{
		name: 'wordcount',
		title: 'Wordcount',
		policies: 'ReadOnly, Partitioned',
		step: 1,
		isNumeric: false,
		unit: 'tokens',
		size: 400_000,
		make: makeTokens,
	},
	{
		name: 'grep',
		title: 'Grep',
		policies: 'ReadOnly, AtomicLK',
		step: 1,
		isNumeric: false,
		unit: 'tokens',
		size: 400_000,
		make: makeTokens,
	},
	{
		name: 'sha',
		title: 'SHA',
		policies: 'PartitionedDynamic',
		step: BLOCK,
		isNumeric: true,
		unit: 'characters',
		size: 256 * BLOCK,
		make: (size) => makeIntegers(size, 128),
	},
	{
		name: 'crc32',
		title: 'Crc32',
		policies: 'ReadOnly, Partitioned',
		step: 1,
		isNumeric: true,
		unit: 'characters',
		size: 2_000_000,
		make: (size) => makeIntegers(size, 128),
	},
	{
		name: 'primes',
		title: 'Primes',
		policies: 'Partitioned',
		step: 1,
		isNumeric: true,
		unit: 'numbers',
		size: 200_000,
		make: (size) => makeIntegers(size, 1_000_000),
	},
	{
		name: 'mandelbrot',
		title: 'Mandelbrot',
		policies: 'ReadOnly, Partitioned',
		step: 2,
		isNumeric: true,
		unit: 'coordinates',
		size: 200_000,
		make: makePoints,
	},
];

/** @param {number} seed @returns {(limit: number) => number} */
function createRandom(seed) {
	let state = seed;
	return (limit) => {
		state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
		return Math.floor((state / 0x80000000) * limit);
	};
}

const SYLLABLES = ['sto', 'ne', 'gar', 'net', 'ru', 'by', 'am', 'ber', 'to', 'paz', 'o', 'pal'];

/** @param {number} size @returns {string[]} words, some of them often and most of them seldom */
function makeTokens(size) {
	const random = createRandom(7);
	const word = () =>
		Array.from({ length: 1 + random(4) }, () => SYLLABLES[random(SYLLABLES.length)]).join('');
	const vocabulary = [...new Set(Array.from({ length: 5000 }, word))];
	return Array.from(
		{ length: size },
		() => vocabulary[Math.floor((vocabulary.length * random(1000) * random(1000)) / 1e6)],
	);
}

/** @param {number} size @param {number} limit @returns {number[]} */
function makeIntegers(size, limit) {
	const random = createRandom(11);
	return Array.from({ length: size }, () => random(limit));
}

/** @param {number} size @returns {number[]} points of the plane, row by row: real and imaginary parts in turn */
function makePoints(size) {
	const side = Math.floor(Math.sqrt(size / 2));
	return Array.from({ length: side * side * 2 }, (_, index) => {
		const point = index >> 1;
		return index % 2 === 0
			? ((point % side) / side) * 3 - 2.25
			: (Math.floor(point / side) / side) * 2.5 - 1.25;
	});
}
