// The objects that arguments lead to which a unit changes in place: copied to the thread, restored after the call; both sides.
import { types } from 'node:util';
import { isError } from '../../errors/record.js';
import {
	filter,
	forEachOfMap,
	forEachOfSet,
	isArray,
	isView,
	Math,
	Number,
	Object,
	OwnSet,
	push,
	Reflect,
	String,
} from '../../primordials.js';
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
const isMemory = (value) => isView(value) || types.isAnyArrayBuffer(value);

/** @param {object} value memory @returns {boolean} */
const isShared = (value) => types.isSharedArrayBuffer(isView(value) ? value.buffer : value);

/**
 * Find all objects that values lead to and whose content may change, also by way of errors, whose own content crosses with them.
 *
 * @param {readonly unknown[]} roots
 * @param {{ errors?: Set<object>, shared?: Set<object> }} [gained] the errors among them, and memory that threads share
 * @returns {object[]} each once, the roots first
 */
export function partsOf(roots, { errors, shared } = {}) {
	/** @type {Set<object>} */
	const found = new OwnSet();
	/** @type {object[]} */
	const parts = [];
	/** errors @type {object[]} */
	const others = [];
	const add = (/** @type {unknown} */ value) => {
		if (typeof value !== 'object' || value === null || found.has(value)) return;
		if (kindOf(value) !== undefined) push(parts, value);
		else if (isError(value)) {
			errors?.add(value);
			push(others, value);
		} else {
			if (isMemory(value) && isShared(value)) shared?.add(value);
			return;
		}
		found.add(value);
	};
	for (let at = 0; at < roots.length; at++) add(roots[at]);
	for (let at = 0, error = 0; at < parts.length || error < others.length;) {
		if (at < parts.length) visitChildren(parts[at++], add);
		else visitProperties(others[error++], add);
	}
	return parts;
}

/** @param {object} error @param {(child: unknown) => void} visit */
function visitProperties(error, visit) {
	for (const key of Reflect.ownKeys(error))
		visit(Object.getOwnPropertyDescriptor(error, key)?.value);
}

/** @param {object} part @param {(child: unknown) => void} visit */
function visitChildren(part, visit) {
	if (isMemory(part)) return;
	for (const key of hiddenKeysOf(part)) visit(Object.getOwnPropertyDescriptor(part, key)?.value);
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
	// Names of a list cost as much as its elements.
	return part.length <= LONGEST_NAMED || 'groups' in part
		? filter(Object.keys(part), (key) => !isIndex(key))
		: [];
}

/** Names of longer lists are not looked for. */
const LONGEST_NAMED = 100_000;

/**
 * @param {object} part
 * @returns {(string | symbol)[]} keys that are no part of its content: symbols, and what is not enumerable
 */
export function hiddenKeysOf(part) {
	const isHidden =
		Object.getOwnPropertySymbols(part).length > 0 ||
		(isArray(part) ? false : Object.getOwnPropertyNames(part).length !== Object.keys(part).length);
	if (!isHidden) return [];
	const isOwn = (/** @type {string | symbol} */ key) =>
		key !== 'lastIndex' && !Object.getOwnPropertyDescriptor(part, key)?.enumerable;
	return filter(
		Reflect.ownKeys(part),
		(key) => (typeof key === 'symbol' || isOwn(key)) && !(isArray(part) && key === 'length'),
	);
}

/** @param {string} key @returns {boolean} */
const isIndex = (key) => String(Number(key) >>> 0) === key;

/** A list of holes may be billions long. @param {unknown[]} list @returns {boolean} */
export const isSparse = (list) =>
	list.length > MOST_HOLES &&
	!Object.hasOwn(list, Math.floor(list.length / 2)) &&
	Object.keys(list).length < list.length / 2;

const MOST_HOLES = 1024;
