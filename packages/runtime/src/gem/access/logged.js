import { F64 as doubles, I32 as words } from '../memory/heap.js';
import { beginLog } from '../memory/region.js';

// How numbers are written in memory while a log has to be able to take them back: constants of this module, see numbers.js.
const I32 = words;
const F64 = doubles;
/** That of this thread, which all regions have that have one. */
const log = beginLog();

/**
 * @param {number} cell whose lower word is an integer
 * @param {unknown} value
 * @returns {boolean}
 *
 * Threads: who may by the policy, within a block. Blocks: never.
 */
export function putLoggedInt(cell, value) {
	if (typeof value !== 'number' || !Object.is(value | 0, value)) return false;
	log.write(cell);
	I32[cell << 1] = value;
	return true;
}

/**
 * @param {number} cell that is a double
 * @param {unknown} value
 * @returns {boolean}
 *
 * Threads: who may by the policy, within a block. Blocks: never.
 */
export function putLoggedDouble(cell, value) {
	if (typeof value !== 'number') return false;
	log.write(cell);
	F64[cell] = value;
	return true;
}
