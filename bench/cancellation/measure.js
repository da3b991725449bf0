/** @import { Contenders } from './contenders.js' */
import { turnOrder } from '../lib/interleave.js';

/**
 * Name of each loop in src/loops.js, and what it is.
 *
 * @type {Record<string, string>}
 */
export const LOOPS = {
	intSum: 'sum of integers',
	floatSum: 'sum of a Float64Array',
	multiply: 'matrix multiplication',
	forOf: 'for-of over numbers',
	objects: 'sum over objects',
	sieve: 'sieve',
	characters: 'hash of a string',
	whileTrue: 'while (true), LCG',
	mandelbrot: 'Mandelbrot, inner while',
	collatz: 'Collatz, inner while',
	linkedList: 'linked list',
	countInMap: 'counting in a Map',
	inlinedCall: 'call that V8 inlines',
};

/**
 * @typedef {object} Plan
 * @property {number} rounds
 * @property {number} repeats of a loop in one sample, of which the shortest counts
 *
 * @typedef {{ name: string, looks: boolean, samples: Record<'checked' | 'unchecked', number[]> }} Figure samples: milliseconds
 */

/** @type {('checked' | 'unchecked')[]} */
const BUILDS = ['checked', 'unchecked'];

/**
 * Time all loops of each build once per round, in a thread that starts for it.
 *
 * How V8 optimises a loop depends on when it gets to it, and differs from thread to thread by more than the check costs: so
 * each sample is of code that was compiled for it.
 *
 * @param {Contenders} contenders
 * @param {Plan} plan
 * @param {(text: string) => void} onStep
 * @returns {Promise<Figure[]>}
 * @throws {Error} when the two builds compute different results
 */
export async function measure(contenders, { rounds, repeats }, onStep) {
	const figures = Object.keys(LOOPS).map(
		(name) =>
			/** @type {Figure} */ ({
				name,
				looks: contenders.looks(name),
				samples: { checked: [], unchecked: [] },
			}),
	);
	/** @type {Map<string, number>} */
	const results = new Map();
	for (let round = 0; round < rounds; round++) {
		onStep(`round ${round + 1} of ${rounds}`);
		for (const build of turnOrder(BUILDS, round)) {
			await contenders.startThread();
			for (const { name, samples } of figures) {
				const { ms, result } = await contenders[build](name, repeats);
				samples[build].push(ms);
				if ((results.get(name) ?? result) !== result) throw new Error(`${name}: other results`);
				results.set(name, result);
			}
		}
	}
	return figures;
}
