import { isIncomplete } from './by-block.js';
import { EMPTY } from './facts.js';

/** By list that was decoded; it never changes. Per-thread state. @type {WeakMap<readonly unknown[], Int32Array | any[]>} */
const known = new WeakMap();

/**
 * How long the texts of a list are, for a loop that asks nothing else of them: one number in place of what an address leads to.
 *
 * Threads: any; the answer is the thread's own. Blocks: never.
 *
 * @param {any} list numbers in memory, or values that were decoded
 * @returns {Int32Array | any[]} as many as the list has; empty where some are no texts, or not decoded yet
 */
export function lengthsIn(list) {
	if (!Array.isArray(list) || list.length === 0 || isIncomplete(list)) return EMPTY;
	let found = known.get(list);
	if (found === undefined) {
		found = measured(list);
		known.set(list, found);
	}
	return found;
}

/** @param {readonly unknown[]} list @returns {Int32Array | any[]} */
function measured(list) {
	const lengths = new Int32Array(list.length);
	for (let at = 0; at < list.length; at++) {
		const value = list[at];
		if (value === undefined) continue; // before the first that may be read, and out of reach
		if (typeof value !== 'string') return EMPTY;
		lengths[at] = value.length;
	}
	return lengths;
}
