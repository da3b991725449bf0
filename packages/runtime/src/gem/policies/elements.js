import { refused } from './refused.js';

/**
 * Threads: any. Blocks: never.
 *
 * @param {string} property
 * @returns {number} the index that it is; NaN when it is none
 */
export function indexOf(property) {
	const index = Number(property);
	return Number.isInteger(index) && index >= 0 && String(index) === property ? index : NaN;
}

/**
 * Threads: any. Blocks: never.
 *
 * @param {any} shared
 * @param {string} type
 * @throws {import('../../errors/lapidary-error.js').LapidaryError} LP8101 when the graph is no array
 */
export function checkArray(shared, type) {
	if (Array.isArray(shared)) return;
	throw refused('creating', type, 'it shares elements of an array', 'create it with an array');
}
