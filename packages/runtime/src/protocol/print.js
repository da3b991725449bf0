// Whether a value of one side is what has its name on the other; both sides.

import { types } from 'node:util';
import {
	isArray,
	Math,
	Object,
	Reflect,
	charCodeAt,
	isView,
	join,
	push,
	slice,
	String,
	Number,
} from '../primordials.js';

/** Elements or properties that are looked at. */
const MOST = 64;

/**
 * A number that two values share when they look the same: kind, size, and what they have that is primitive. Cheap, since it is
 * computed for what crosses by name alone.
 *
 * @param {unknown} value
 * @param {string} [text] what else they have to share
 * @returns {number}
 */
export function printOf(value, text = '') {
	if (typeof value === 'symbol') return hash(String(value));
	if (Object(value) !== value || types.isProxy(value)) return 0;
	const object = /** @type {object} */ (value);
	const isList = isArray(value) || isView(value);
	const length = isList ? Number(Reflect.get(object, 'length') ?? 0) : 0;
	const keys = isList ? indices(length) : typeof value === 'function' ? [] : Object.keys(object);
	const parts = [text, typeof value, String(isList ? length : keys.length)];
	for (const key of slice(keys, 0, MOST)) {
		const own = Object.getOwnPropertyDescriptor(object, key)?.value;
		const isPlain = Object(own) !== own && typeof own !== 'symbol';
		push(parts, key, isPlain ? `${typeof own} ${String(own)}` : typeof own);
	}
	return hash(join(parts, ' '));
}

/** @param {number} length @returns {string[]} */
function indices(length) {
	/** @type {string[]} */
	const found = [];
	for (let at = 0; at < length && at < MOST; at++) push(found, String(at));
	return found;
}

/** FNV-1a. @param {string} text @returns {number} */
export function hash(text) {
	let sum = 0x811c9dc5;
	for (let at = 0; at < text.length; at++) sum = Math.imul(sum ^ charCodeAt(text, at), 0x01000193);
	return sum >>> 0;
}
