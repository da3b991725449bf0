// Private members, which no copy of an object can have; both sides.
import { prototypesOf } from '../errors/record.js';
import { Object, textOfFunction } from '../primordials.js';
import { isBuiltinPrototype } from './brands.js';

/** `this.#status`, `#status in value`, and what TypeScript makes of them for old targets. */
const PRIVATE = /[\w$)\]?]\.#[A-Za-z_$]|#[\w$]+ in |__classPrivateField/;

/**
 * @param {object} prototype of a class
 * @returns {boolean} whether the text of the class, or of one that it extends, uses private members
 */
export function hasPrivateMembers(prototype) {
	for (const each of [prototype, ...prototypesOf(prototype)]) {
		if (isBuiltinPrototype(each)) return false;
		const made = Object.getOwnPropertyDescriptor(each, 'constructor')?.value;
		if (typeof made === 'function' && PRIVATE.test(textOfFunction(made))) return true;
	}
	return false;
}
