// What of a function two threads can compare; both sides.
import { textOfFunction } from '../primordials.js';
import { ownOf } from './content-readers.js';
import { hash } from './print.js';

/** How the source text of a function of the platform ends. */
const NATIVE = '[native code] }';

/** Lowering has added to the source text: the function's copy on the other side has another. */
const LOWERED = /\$lp\d*_/;

/** Characters of the source text of a function: classes of Node are long. */
const MOST_HASHED = 1000;

/** @param {Function} fn @returns {boolean} whether the platform has made it */
export const isNative = (fn) => textOfFunction(fn).endsWith(NATIVE);

/** @param {Function} fn @returns {boolean} whether its copy on the other side has another source text */
export const isLowered = (fn) => LOWERED.test(textOfFunction(fn));

/** @param {Function} fn @returns {string} its name, empty where the program has put something else there */
export function nameOfFunction(fn) {
	const name = ownOf(fn, 'name')?.value;
	return typeof name === 'string' ? name : '';
}

/**
 * A worker module has functions of an enclosing function at another indentation, so that spaces do not count.
 *
 * @param {Function} fn
 * @returns {number} a hash of how its source text begins
 */
export function hashOfText(fn) {
	const text = textOfFunction(fn);
	let kept = '';
	for (let at = 0; at < text.length && kept.length < MOST_HASHED; at++) {
		const character = /** @type {string} */ (text[at]);
		if (character > ' ') kept += character;
	}
	return hash(kept);
}
