// Places in a value: how both sides name them. An entry of a map is named by twice its index, and one more for its value; a member
// of a set by its index; anything else by its key.
/** @import { Path } from '../types.js' */
import { types } from 'node:util';
import {
	addToSet,
	clearMap,
	clearSet,
	forEachOfMap,
	forEachOfSet,
	isArray,
	JSON,
	Object,
	push,
	Reflect,
	setInMap,
	Number,
	String,
} from '../primordials.js';

/**
 * @param {object} container
 * @returns {unknown[] | undefined} keys and values of a map in turn, or the members of a set
 */
export function entriesOf(container) {
	/** @type {unknown[]} */
	const flat = [];
	if (types.isMap(container)) forEachOfMap(container, (value, key) => push(flat, key, value));
	else if (types.isSet(container)) forEachOfSet(container, (member) => push(flat, member));
	else return undefined;
	return flat;
}

/**
 * Give a map or a set other content, in the given order.
 *
 * @param {object} container
 * @param {unknown[]} entries as `entriesOf` returns them
 */
export function refill(container, entries) {
	if (types.isMap(container)) {
		clearMap(container);
		for (let index = 0; index < entries.length; index += 2)
			setInMap(container, entries[index], entries[index + 1]);
	} else if (types.isSet(container)) {
		clearSet(container);
		for (let index = 0; index < entries.length; index++) addToSet(container, entries[index]);
	}
}

/**
 * @param {object} container
 * @param {string | number} key
 * @param {unknown} value
 */
export function put(container, key, value) {
	// An own `__proto__` key survives a clone; assignment would call the setter.
	if (key === '__proto__') {
		const flags = { writable: true, enumerable: true, configurable: true };
		Object.defineProperty(container, key, { value, ...flags });
	} else Reflect.set(container, key, value);
}

/**
 * @param {object} root
 * @param {Path} path from it
 * @returns {string} `args[0].rows[3].get("k").cb`
 */
export function describePlace(root, path) {
	let text = '';
	/** @type {any} */
	let value = root;
	for (const key of path) {
		const entries = entriesOf(value);
		text += text === '' ? String(key) : describeStep(value, key, entries);
		value = entries ? entries[Number(key)] : value?.[key];
	}
	return text;
}

/**
 * @param {object} container
 * @param {string | number} key
 * @param {unknown[] | undefined} entries of a map or set
 * @returns {string} `[3]`, `.rows`, `["a b"]`, `.get("k")`, `.keys()` or `.values()[1]`
 */
function describeStep(container, key, entries) {
	if (entries && types.isSet(container)) return `.values()[${key}]`;
	if (entries)
		return Number(key) % 2 === 0 ? '.keys()' : `.get(${describeKey(entries[Number(key) - 1])})`;
	return describeProperty(container, String(key));
}

/**
 * @param {object} value
 * @param {string} key
 * @returns {string} `[3]`, `.rows` or `["a b"]`
 */
export function describeProperty(value, key) {
	if (isArray(value) && /^\d+$/.test(key)) return `[${key}]`;
	return /^[A-Za-z_$][\w$]*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
}

/** @param {unknown} key of a map @returns {string} */
export function describeKey(key) {
	if (typeof key === 'string') return JSON.stringify(key);
	return Object(key) === key ? '…' : String(key);
}
