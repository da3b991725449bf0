// Own properties that structured clone leaves out of plain objects, arrays, regular expressions, and of maps and sets whose class
// both sides know; both sides.
/** @import { KnownClasses } from './classes.js' */
/** @import { Search } from './search.js' */
/** @import { Path } from '../types.js' */
import { types } from 'node:util';
import { isArray, Object, push, Reflect, Map, RegExp, Set, slice } from '../primordials.js';
import { entriesOf, put, refill } from './places.js';
import { refuse } from './refusal.js';
import { describeSymbol, symbolOf } from './symbol-keys.js';

/**
 * What stands for an object while it crosses: `content`, which a clone brings, and what it would leave out.
 *
 * @typedef {{ content: object, className: string | undefined, hidden: [kind: number, key: string, flags: number, value: unknown][] }} Beside
 */

/** The key is a name; other kinds are those of symbols (symbol-keys.js). */
const NAME = 0;

const WRITABLE = 1;
const ENUMERABLE = 2;
const CONFIGURABLE = 4;

// How many plain objects and arrays of a value are looked at in any case, and how many of those that follow are passed over between two.
// A look takes longer than all else that is done for an object, and objects of one kind come in rows.
const LOOKS = 32;
const PASSED = 64;

// Of these, the first ones, of which the descriptors are looked at, too: that takes as long again for each property.
const LOOKS_AT_FLAGS = 4;

/** Names of longer lists are not looked for. */
export const LONGEST_NAMED = 64;

/** @param {Path} path @returns {boolean} whether the runtime has made what is there, for the call */
export const isOfTheRuntime = (path) =>
	path.length === 0 || (path.length === 1 && path[0] === 'args');

/**
 * @param {Search} search
 * @returns {boolean} whether the plain object or array that it has come to is to be looked at, once enough have been passed over
 */
export function isLookDue(search) {
	search.passing = 0;
	if (isOfTheRuntime(search.path)) return false;
	if (++search.looks >= LOOKS) search.passing = PASSED;
	return true;
}

/** @param {object} record @param {Pick<Search, 'looks'>} search @returns {boolean} whether it has properties that a clone leaves out, or makes others of */
export const hasHidden = (record, search) =>
	Object.getOwnPropertySymbols(record).length > 0 ||
	Object.getOwnPropertyNames(record).length !== Object.keys(record).length ||
	(search.looks <= LOOKS_AT_FLAGS && hasFlagged(record));

/**
 * A clone makes a writable property of a read-only one, and runs an accessor which the search has run before.
 *
 * @param {object} record whose properties are enumerable
 * @returns {boolean} false for a frozen object: a copy is not frozen
 */
function hasFlagged(record) {
	if (!Object.isExtensible(record)) return false;
	const keys = Object.keys(record);
	for (let at = 0; at < keys.length; at++)
		if (!Object.getOwnPropertyDescriptor(record, keys[at])?.writable) return true;
	return false;
}

/**
 * @param {unknown[]} array whose names are looked at where it is short
 * @returns {boolean} whether it has anything but elements; that it has as many names as holes shows when its elements are visited
 */
export const isUnusual = (array) =>
	Object.getOwnPropertySymbols(array).length > 0 ||
	(array.length <= LONGEST_NAMED &&
		(Object.keys(array).length !== array.length ||
			Object.getOwnPropertyNames(array).length !== array.length + 1)); // `length`

/** @param {unknown[]} array @returns {boolean} whether it has properties that a clone leaves out */
export const hasHiddenOfArray = (array) =>
	Object.getOwnPropertySymbols(array).length > 0 ||
	Object.getOwnPropertyNames(array).length !== Object.keys(array).length + 1; // `length`

/** @param {unknown[]} array without holes @returns {string[]} names of its properties beside its elements */
export const namedKeysOf = (array) => slice(Object.keys(array), array.length);

/**
 * @param {object} value
 * @param {Search} search that looks at it
 * @param {string} [className] of the class that both sides know, of a map or a set
 * @returns {Beside}
 * @throws {Refusal} for accessors, and symbols that only this side knows
 */
export function describeBeside(value, search, className) {
	const content = contentOf(value);
	const placed = search.functions?.get(value);
	if (placed) search.functions?.set(content, placed);
	/** @type {Beside['hidden']} */
	const hidden = [];
	// By index: the program may have replaced the iterator of arrays.
	const keys = Reflect.ownKeys(value);
	for (let at = 0; at < keys.length; at++) {
		const key = keys[at];
		if (key === 'length' && isArray(value)) continue;
		const found = /** @type {PropertyDescriptor} */ (Object.getOwnPropertyDescriptor(value, key));
		const isCloned = found.enumerable && typeof key === 'string' && className === undefined;
		if (isCloned && found.writable !== false) continue;
		if (!('value' in found)) {
			throw refuse(search.root, search.path, 'it has an accessor that a copy loses');
		}
		const described = describeKey(key, search);
		push(hidden, [described[0], described[1], flagsOf(found), found.value]);
	}
	return { content, className, hidden };
}

/** @param {object} value @returns {object} what a clone makes of it, as far as its children go */
function contentOf(value) {
	if (types.isRegExp(value)) return new RegExp(value);
	const entries = entriesOf(value);
	if (entries) {
		const copy = types.isMap(value) ? new Map() : new Set();
		refill(copy, entries);
		return copy;
	}
	const content = isArray(value) ? new Array(value.length) : {};
	// What a clone would leave out keeps its place among the names, until `completeBeside` gives it its value.
	const names = Object.getOwnPropertyNames(value);
	for (let at = 0; at < names.length; at++) {
		const key = names[at];
		if (key === 'length' && isArray(value)) continue;
		const isCloned = Object.getOwnPropertyDescriptor(value, key)?.enumerable;
		put(content, key, isCloned ? Reflect.get(value, key) : undefined);
	}
	return content;
}

/**
 * @param {string | symbol} key
 * @param {Search} search
 * @returns {[kind: number, key: string]}
 */
function describeKey(key, search) {
	if (typeof key === 'string') return [NAME, key];
	const described = describeSymbol(key, search.identities);
	if (described) return described;
	const text = `it has a property with the key \`${String(key)}\`, a symbol that only this side knows`;
	throw refuse(search.root, search.path, text);
}

/** @param {PropertyDescriptor} found */
const flagsOf = ({ writable, enumerable, configurable }) =>
	(writable ? WRITABLE : 0) | (enumerable ? ENUMERABLE : 0) | (configurable ? CONFIGURABLE : 0);

/**
 * @param {Beside} description whose parts have been made again
 * @param {KnownClasses} classes of this side
 */
export function completeBeside({ content, className, hidden }, classes) {
	const prototype = className === undefined ? undefined : classes.prototypeOf(className);
	if (prototype) Object.setPrototypeOf(content, prototype);
	for (const [kind, name, flags, value] of hidden) {
		const key = kind === NAME ? name : symbolOf([kind, name], classes.own);
		Object.defineProperty(content, key, {
			value,
			writable: (flags & WRITABLE) !== 0,
			enumerable: (flags & ENUMERABLE) !== 0,
			configurable: (flags & CONFIGURABLE) !== 0,
		});
	}
}
