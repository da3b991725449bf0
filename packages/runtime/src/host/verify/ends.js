/** @import { Found } from './compare.js' */
import { compare } from './compare.js';

/** How a run has ended. @typedef {{ result: unknown } | { thrown: unknown }} End */

/**
 * @param {End} plain
 * @param {End} pool
 * @returns {Found | undefined}
 */
export function compareEnds(plain, pool) {
	if ('thrown' in plain && 'thrown' in pool) return compare(plain.thrown, pool.thrown, 'error');
	if ('result' in plain && 'result' in pool) return compare(plain.result, pool.result, 'result');
	return { place: 'whether it throws', plain, pool };
}
