// What instances and classes hold privately, as their classes show it (compiler: phases/5-lower/private-readers.js).
import { Object, push, Reflect, WeakMap } from '../primordials.js';

/** @typedef {(object: object) => unknown[]} Reader of the private members of an object, if it has those of the class */

/** @typedef {((made: Function, read: Reader) => void) & { of: (holder: object) => Reader | undefined }} Readers */

const KEY = Symbol.for('@lapidary/runtime.private');

const holder = /** @type {{ [KEY]?: Readers }} */ (/** @type {unknown} */ (globalThis));

/** Two copies of the runtime in one thread know the same. */
if (!holder[KEY]) Object.defineProperty(globalThis, KEY, { value: makeReaders() });

/** @returns {Readers} */
function makeReaders() {
	/** @type {WeakMap<object, Reader>} */
	const known = new WeakMap();
	const { get, set } = WeakMap.prototype;
	const { apply } = Reflect;
	const show = (/** @type {Function} */ made, /** @type {Reader} */ read) => {
		apply(set, known, [made, read]);
		apply(set, known, [made.prototype, read]);
	};
	return Object.assign(show, { of: (/** @type {object} */ one) => apply(get, known, [one]) });
}

const { of } = /** @type {Readers} */ (holder[KEY]);

/**
 * @param {object} holder a class, or the prototype of one
 * @returns {Reader | undefined} undefined for a class without private members, and for one whose module shows none
 */
export const privateReaderOf = of;

/** @param {Reader} read @param {object} object @returns {unknown[]} */
export function privatesOf(read, object) {
	try {
		return read(object);
	} catch {
		return []; // its constructor has not ended
	}
}

/** @param {object} object an instance, or a class @returns {unknown[]} what it holds privately, as its class and those above show it */
export function allPrivatesOf(object) {
	if (typeof object === 'function') {
		const read = of(object);
		return read ? privatesOf(read, object) : [];
	}
	/** @type {unknown[]} */
	const found = [];
	let at = Object.getPrototypeOf(object);
	while (at && at !== Object.prototype) {
		const read = of(at);
		const values = read ? privatesOf(read, object) : [];
		for (let index = 0; index < values.length; index++) push(found, values[index]);
		at = Object.getPrototypeOf(at);
	}
	return found;
}
