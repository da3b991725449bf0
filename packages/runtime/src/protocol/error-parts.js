// Objects within an error, which keep their identity with it; both sides.
/** @import { ErrorDescription } from './error-values.js' */
/** @import { Origins } from './origins.js' */
/** @import { Path } from '../types.js' */
import { types } from 'node:util';
import { isError } from '../errors/record.js';
import { Object, OwnMap, push, map } from '../primordials.js';
import { ARRAY, brandOf, MAP, OBJECT, SET } from './brands.js';
import { isObject } from './fingerprint.js';
import { entriesOf } from './places.js';
import { allGems } from './gem-copies.js';

/** An object of an error: its number, and the path to it from the description. @typedef {[number: number, ...path: Path]} Part */

// More of them are copies when they come back: to look at them would cost errors with large data more than they gain.
const MOST_PARTS = 64;

/**
 * Number the objects within an error. An error that comes back is the original, which has the original objects; whatever
 * else the unit has made of them must share them with it, as in the plain program.
 *
 * @param {ErrorDescription} description before it has crossed
 * @param {Origins} origins
 * @returns {Part[]}
 */
export function numberParts(description, origins) {
	/** @type {Part[]} */
	const parts = [];
	const { properties, cause, errors } = description;
	/** @type {Map<unknown, Path>} */
	const waiting = new OwnMap();
	for (const key of Object.keys(properties)) waiting.set(properties[key], ['properties', key]);
	if (!waiting.has(cause)) waiting.set(cause, ['cause']);
	for (let at = 0; errors && at < errors.length; at++) waiting.set(errors[at], ['errors', at]);
	// A Map grows while it is walked.
	for (const [value, path] of waiting) {
		if (!isPart(value)) continue;
		if (parts.length === MOST_PARTS) break;
		push(parts, [origins.numberOf(value), ...path]);
		for (const [key, child] of childrenOf(value))
			if (isObject(child) && !waiting.has(child)) waiting.set(child, [...path, key]);
	}
	return parts;
}

/**
 * @param {ErrorDescription} description whose parts have been made again
 * @param {Origins} origins
 */
export function adoptParts(description, origins) {
	for (const [number, ...path] of description.parts ?? []) {
		/** @type {unknown} */
		let value = description;
		for (const key of path) value = childOf(value, key);
		if (isPart(value)) origins.adopt(number, value);
	}
}

/** @param {unknown} value @returns {value is object} whether it is a container; errors have numbers of their own */
function isPart(value) {
	if (typeof value !== 'object' || value === null || types.isProxy(value) || isError(value))
		return false;
	if (allGems()?.viewOf(value)) return false;
	const prototype = Object.getPrototypeOf(value);
	if (prototype === null) return true;
	const brand = brandOf(value, prototype);
	return brand === OBJECT || brand === ARRAY || brand === MAP || brand === SET;
}

/** @param {object} container @returns {[key: string | number, child: unknown][]} without what accessors would give */
function childrenOf(container) {
	const entries = entriesOf(container);
	if (entries) return map(entries, (entry, at) => [at, entry]);
	return map(Object.keys(container), (key) => [
		key,
		Object.getOwnPropertyDescriptor(container, key)?.value,
	]);
}

/** @param {unknown} container @param {string | number} key @returns {unknown} */
function childOf(container, key) {
	if (typeof container !== 'object' || container === null) return undefined;
	const entries = entriesOf(container);
	return entries ? entries[Number(key)] : Object.getOwnPropertyDescriptor(container, key)?.value;
}
