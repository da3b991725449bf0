// The objects that arguments lead to which a unit changes in place: copied to the thread, restored after the call; both sides.
import { types } from 'node:util';
import { isError } from '../../errors/record.js';
import {
	filter,
	forEachOfMap,
	forEachOfSet,
	isArray,
	isView,
	Number,
	Object,
	OwnSet,
	push,
	Reflect,
	String,
} from '../../primordials.js';
import { LONGEST_NAMED } from '../beside.js';
import { ADDRESS, ADDRESS_QUERY, ARRAY, brandOf, MAP, MEMORY, SET, SIGNAL } from '../brands.js';
import { allGems } from '../gem-copies.js';

/** What the content of a part is: of any kind but these, its properties. */
export { ADDRESS, ADDRESS_QUERY, ARRAY, MAP, MEMORY, SET };
export const RECORD = -1;
export const DATE = -2;
export const PATTERN = -3;

/**
 * @param {unknown} value
 * @returns {number | undefined} the kind of its content; undefined for what a copy cannot be told apart from, what crosses otherwise
 *   (errors, signals), and memory that threads share
 */
export function kindOf(value) {
	if (typeof value !== 'object' || value === null || types.isProxy(value)) return undefined;
	const prototype = Object.getPrototypeOf(value);
	if (prototype === Object.prototype || prototype === null) return RECORD;
	if (isError(value) || allGems()?.viewOf(value)) return undefined;
	if (types.isDate(value)) return DATE;
	if (types.isRegExp(value)) return PATTERN;
	if (types.isBoxedPrimitive(value)) return undefined;
	const brand = brandOf(value, prototype);
	switch (brand) {
		case MEMORY:
			return isShared(value) ? undefined : MEMORY;
		case ARRAY:
		case MAP:
		case SET:
		case ADDRESS:
		case ADDRESS_QUERY:
			return brand;
		case SIGNAL:
			return undefined;
		default:
			return value === process.env ? undefined : RECORD;
	}
}

/** @param {object} value @returns {boolean} */
const isShared = (value) => types.isSharedArrayBuffer(isView(value) ? value.buffer : value);

/**
 * Find all objects that values lead to and whose content may change.
 *
 * @param {readonly unknown[]} roots
 * @returns {object[]} each once, the roots first
 */
export function partsOf(roots) {
	/** @type {Set<object>} */
	const found = new OwnSet();
	/** @type {object[]} */
	const parts = [];
	const add = (/** @type {unknown} */ value) => {
		if (typeof value !== 'object' || value === null || found.has(value)) return;
		if (kindOf(value) === undefined) return;
		found.add(value);
		push(parts, value);
	};
	for (let at = 0; at < roots.length; at++) add(roots[at]);
	for (let at = 0; at < parts.length; at++) visitChildren(parts[at], add);
	return parts;
}

/** @param {object} part @param {(child: unknown) => void} visit */
function visitChildren(part, visit) {
	if (isView(part) || types.isAnyArrayBuffer(part)) return;
	if (types.isMap(part)) {
		forEachOfMap(part, (value, key) => {
			visit(key);
			visit(value);
		});
	} else if (types.isSet(part)) forEachOfSet(part, visit);
	const keys = keysOf(part);
	if (isArray(part) && !isSparse(part)) for (let at = 0; at < part.length; at++) visit(part[at]);
	for (let at = 0; at < keys.length; at++) visit(Reflect.get(part, keys[at]));
}

/**
 * @param {object} part
 * @returns {string[]} enumerable keys that are no elements of a list: those of a list with many holes are
 */
export function keysOf(part) {
	if (isView(part)) return [];
	if (!isArray(part) || isSparse(part)) return Object.keys(part);
	// Names of longer lists cost as much as their elements.
	return part.length <= LONGEST_NAMED || 'groups' in part
		? filter(Object.keys(part), (key) => !isIndex(key))
		: [];
}

/** @param {string} key @returns {boolean} */
const isIndex = (key) => String(Number(key) >>> 0) === key;

/** A list of holes may be billions long. @param {unknown[]} list @returns {boolean} */
export const isSparse = (list) =>
	list.length > MOST_HOLES &&
	!Object.hasOwn(list, list.length >> 1) &&
	Object.keys(list).length < list.length >> 1;

const MOST_HOLES = 1024;
