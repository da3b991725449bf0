import { isIncomplete } from './by-block.js';

/**
 * Which of the values of a list are the same, by numbers: texts are compared by one comparison.
 *
 * @typedef {{ numbers: Int32Array, names: Map<unknown, number> }} Numbered
 */

/** In place of the number of a value that is not among them, and of no value: the two are never the same. */
const NOT_THERE = -1;
const NOTHING = -2;

/** By list that was decoded; it never changes. Per-thread state. @type {WeakMap<readonly unknown[], Numbered | null>} */
const known = new WeakMap();

/**
 * What a loop compares that asks `list[i] === value`, with the same value in all turns: `e[i] === k`.
 *
 * Threads: any; the answer is the thread's own. Blocks: never.
 *
 * @param {any} list numbers in memory, or values that were decoded
 * @param {unknown} value
 * @returns {{ e: any, k: unknown }} `e` has as many elements as the list
 */
export function comparedIn(list, value) {
	if (!Array.isArray(list) || list.length === 0 || isIncomplete(list)) return { e: list, k: value };
	let found = known.get(list);
	if (found === undefined) {
		found = numbered(list);
		known.set(list, found);
	}
	if (found === null) return { e: list, k: value };
	return { e: found.numbers, k: found.names.get(value) ?? NOT_THERE };
}

/** @param {readonly unknown[]} list @returns {Numbered | null} null: some are no texts */
function numbered(list) {
	const numbers = new Int32Array(list.length);
	/** @type {Map<unknown, number>} */
	const names = new Map();
	for (let at = 0; at < list.length; at++) {
		const value = list[at];
		if (value === undefined) {
			numbers[at] = NOTHING; // before the first that may be read, and out of reach
			continue;
		}
		if (typeof value !== 'string') return null;
		let number = names.get(value);
		if (number === undefined) names.set(value, (number = names.size));
		numbers[at] = number;
	}
	return { numbers, names };
}
