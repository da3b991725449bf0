// What a unit has in the place of a function of its caller's; both sides.
/** @import { LentFunction } from './unpack.js' */
import { Object } from '../primordials.js';

/**
 * Code may read of a function what it is called, how many parameters it has, and what the program has put there.
 *
 * @template {Function} T
 * @param {T} standIn
 * @param {Pick<LentFunction, 'own'>} lent
 * @returns {T} the same
 */
export function likeOriginal(standIn, { own }) {
	for (let at = 0; at < own.length; at++) {
		const [key, value] = own[at];
		const isOwn = key !== 'name' && key !== 'length';
		const flags = { writable: isOwn, enumerable: isOwn, configurable: true };
		Object.defineProperty(standIn, key, { value, ...flags });
	}
	return standIn;
}
