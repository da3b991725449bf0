/** @import { Numbers } from './facts.js' */
import { TAG_BASE, TAG_EMPTY } from '../graph/layout.js';
import { fitsCell, fitsDouble } from './numbers.js';

// A NaN may be written in memory only where nobody takes it for a boxed value. The two that arithmetic makes are none, and it hands on
// those that it is given: so what is made of numbers without such a NaN need not be looked at.

/** By memory of constant content: whether no NaN there is like a boxed value; null: not looked at yet. Per-thread state. @type {WeakMap<Numbers, boolean | null>} */
const constant = new WeakMap();

/** What arithmetic sets in the upper word of each NaN that it hands on. */
const QUIET = 0x00080000;

/**
 * Note that nobody writes to a list any more.
 *
 * @param {ArrayLike<unknown>} list
 *
 * Threads: any; the note is the thread's own. Blocks: never.
 */
export function noteConstant(list) {
	if (list instanceof Float64Array && !constant.has(list)) constant.set(list, null);
}

/** @param {ArrayLike<unknown>} list @returns {boolean} whether that was noted. Threads: any. Blocks: never. */
export const isConstant = (list) => list instanceof Float64Array && constant.has(list);

/**
 * @param {ArrayLike<unknown>} list of numbers
 * @returns {boolean} whether it is known to hold no NaN that is like a boxed value. Constant memory is looked through once
 *
 * Threads: who may read the list. Blocks: never.
 */
function isTame(list) {
	if (list instanceof Int32Array) return true;
	if (!(list instanceof Float64Array)) return false;
	const known = constant.get(list);
	if (known !== null) return known === true;
	const answer = hasOnlyTame(list);
	constant.set(list, answer);
	return answer;
}

/** @param {Float64Array} list @returns {boolean} */
function hasOnlyTame(list) {
	const words = new Int32Array(list.buffer, list.byteOffset, 2 * list.length);
	for (let at = 0; at < list.length; at++) {
		const value = list[at];
		if (value === value) continue;
		const high = words[2 * at + 1] | QUIET;
		if (high > TAG_BASE && high <= TAG_EMPTY) return false;
	}
	return true;
}

/**
 * What tells of a value whether it may be written, where the value is made by arithmetic of what is in these lists, in the list that is
 * written to, and of numbers in the text.
 *
 * @param {(value: unknown) => boolean} fits what tells it of any value
 * @param {readonly ArrayLike<unknown>[]} lists
 * @returns {(value: unknown) => boolean}
 *
 * Threads: who may read the lists. Blocks: never.
 */
export const fitting = (fits, lists) =>
	fits === fitsCell && lists.every(isTame) ? fitsDouble : fits;
