// What makes of the caller's object what the unit has made of its copy.
import { types } from 'node:util';
import { addToSet, Object, Reflect, setInMap } from '../../primordials.js';
import { bytesOf } from '../content-readers.js';
import { refill } from '../places.js';

/**
 * Changes cross as one flat list, four elements for each: the number of a part, one of the steps, and what that takes. A list of records
 * takes a clone three times as long.
 *
 * @typedef {[number: number, step: number, one: unknown, other: unknown]} Step
 */

/** Key, value. */
export const PUT = 0;
/** Key. */
export const REMOVE = 1;
/** All keys, in order. */
export const REORDER = 2;
/** Length of a list. */
export const LENGTH = 3;
/** Index of the first, elements. */
export const ITEMS = 4;
/** All keys and values of a map in turn, or all members of a set. */
export const ENTRIES = 5;
/** The same, of those that are new or have another value. */
export const ADD = 6;
/** Offset in bytes, bytes. */
export const BYTES = 7;
/** Milliseconds. */
export const TIME = 8;
/** Of a regular expression. */
export const LAST_INDEX = 9;
/** Of a URL or its query. */
export const TEXT = 10;
/** `'freeze'`, `'seal'` or `'preventExtensions'`. */
export const CLOSE = 11;
/** An error, which has followed when it has arrived. */
export const ARRIVE = 12;

/**
 * @param {any} part the caller's object
 * @param {number} step
 * @param {any} one
 * @param {any} other
 * @returns {boolean} false where the object does not take it: it is frozen, or its memory is gone
 */
export function takeStep(part, step, one, other) {
	switch (step) {
		case PUT:
			return putOwn(part, one, other);
		case REMOVE:
			return Reflect.deleteProperty(part, one);
		case REORDER:
			return reorder(part, one);
		case LENGTH:
			return Reflect.set(part, 'length', one);
		case ITEMS:
			return putElements(part, one, other);
		case ENTRIES:
			refill(part, one);
			return true;
		case ADD:
			addEntries(part, one);
			return true;
		case BYTES:
			return putBytes(part, one, other);
		case TIME:
			Reflect.apply(setTime, part, [one]);
			return true;
		case LAST_INDEX:
			return Reflect.set(part, 'lastIndex', one);
		case ARRIVE:
			return true;
		case TEXT:
			return putText(part, one);
		default:
			Object[/** @type {'freeze'} */ (one)](part);
			return true;
	}
}

const { setTime } = Date.prototype;

/** @param {object} part @param {string} key @param {unknown} value @returns {boolean} */
function putOwn(part, key, value) {
	const found = Object.getOwnPropertyDescriptor(part, key);
	const isAssigned = key !== '__proto__' && (found !== undefined || key in part);
	return isAssigned ? Reflect.set(part, key, value) : define(part, key, value);
}

/** @param {object} part @param {string} key @param {unknown} value @returns {boolean} */
const define = (part, key, value) =>
	Reflect.defineProperty(part, key, {
		value,
		...{ writable: true, enumerable: true, configurable: true },
	});

/** @param {object} part @param {string[]} keys @returns {boolean} */
function reorder(part, keys) {
	for (let at = 0; at < keys.length; at++) {
		const found = Object.getOwnPropertyDescriptor(part, keys[at]);
		if (!found || !Reflect.deleteProperty(part, keys[at])) return false;
		Object.defineProperty(part, keys[at], found);
	}
	return true;
}

/** @param {unknown[]} list @param {number} from @param {unknown[]} elements @returns {boolean} */
function putElements(list, from, elements) {
	for (let at = 0; at < elements.length; at++) {
		const isPut = Object.hasOwn(elements, at)
			? Reflect.set(list, from + at, elements[at])
			: Reflect.deleteProperty(list, from + at);
		if (!isPut) return false;
	}
	return true;
}

/** @param {object} part @param {unknown[]} entries */
function addEntries(part, entries) {
	if (types.isMap(part))
		for (let at = 0; at < entries.length; at += 2) setInMap(part, entries[at], entries[at + 1]);
	else for (let at = 0; at < entries.length; at++) addToSet(part, entries[at]);
}

/** @param {object} part @param {number} from @param {Uint8Array} bytes @returns {boolean} true for memory that has been moved: it is no longer the caller's */
function putBytes(part, from, bytes) {
	const { buffer, offset, length } = bytesOf(part);
	if (length === 0) return true;
	if (from + bytes.length > length) return false;
	new Uint8Array(buffer, offset, length).set(bytes, from);
	return true;
}

/** @param {URL | URLSearchParams} part @param {string} text @returns {boolean} */
function putText(part, text) {
	if (part instanceof URL) part.href = text;
	else {
		for (const key of [...part.keys()]) part.delete(key);
		for (const [key, value] of new URLSearchParams(text)) part.append(key, value);
	}
	return true;
}
