// What a unit has changed of the objects that it was given; the worker's side.
import { Buffer } from 'node:buffer';
import { isArray, Math, Object, OwnMap, push, Reflect, slice, String } from '../../primordials.js';
import { bytesOf, primitiveIn } from '../content-readers.js';
import { entriesOf } from '../places.js';
import {
	ADDRESS,
	ADDRESS_QUERY,
	ARRAY,
	DATE,
	hiddenKeysOf,
	isSparse,
	keysOf,
	kindOf,
	MAP,
	MEMORY,
	PATTERN,
	SET,
} from './parts.js';
import {
	ADD,
	BYTES,
	CLOSE,
	ENTRIES,
	ITEMS,
	LAST_INDEX,
	LENGTH,
	PUT,
	REMOVE,
	REORDER,
	TEXT,
	TIME,
} from './steps.js';

/**
 * The content of a part when the unit begins. Other parts are in it as what they are: each is compared by itself.
 *
 * @typedef {object} Content
 * @property {number | undefined} kind
 * @property {object | null} prototype
 * @property {string[]} keys of its properties
 * @property {unknown[]} hidden keys and values in turn of what is no part of its content: symbols, and not enumerable
 * @property {unknown[]} values of these, in the same order
 * @property {unknown[] | undefined} list its elements, or its entries
 * @property {Buffer | undefined} bytes
 * @property {unknown} state a time, an index, a text
 */

/** @param {object} part @returns {Content} */
export function contentOf(part) {
	const kind = kindOf(part);
	const keys = kind === ADDRESS || kind === ADDRESS_QUERY ? [] : keysOf(part);
	/** @type {unknown[]} */
	const values = [];
	for (let at = 0; at < keys.length; at++) push(values, Reflect.get(part, keys[at]));
	return {
		kind,
		prototype: Object.getPrototypeOf(part),
		keys,
		hidden: kind === MEMORY ? [] : hiddenOf(part),
		values,
		list: listOf(part, kind),
		bytes: kind === MEMORY ? copyOfBytes(part) : undefined,
		state: stateOf(part, kind),
	};
}

/** @param {object} part @returns {unknown[]} */
function hiddenOf(part) {
	/** @type {unknown[]} */
	const found = [];
	for (const key of hiddenKeysOf(part))
		push(found, key, Object.getOwnPropertyDescriptor(part, key)?.value);
	return found;
}

/** @param {any} part @param {number | undefined} kind @returns {unknown[] | undefined} */
function listOf(part, kind) {
	if (kind === MAP || kind === SET) return entriesOf(part);
	return kind === ARRAY && isArray(part) && !isSparse(part) ? slice(part) : undefined;
}

/** @param {any} part @param {number | undefined} kind @returns {unknown} */
function stateOf(part, kind) {
	if (kind === DATE) return primitiveIn(part);
	if (kind === PATTERN) return part.lastIndex;
	if (kind === ARRAY) return isSparse(part) ? part.length : undefined;
	if (kind === ADDRESS) return part.href;
	return kind === ADDRESS_QUERY ? String(part) : undefined;
}

/** @param {object} part @returns {Buffer} its memory, seen as bytes */
function bytesIn(part) {
	const { buffer, offset, length } = bytesOf(part);
	return Buffer.from(/** @type {ArrayBuffer} */ (buffer), offset, length);
}

/** @param {object} part @returns {Buffer} */
function copyOfBytes(part) {
	const bytes = bytesIn(part);
	const copy = Buffer.allocUnsafeSlow(bytes.length);
	bytes.copy(copy);
	return copy;
}

/** What a unit has done to a part, and no list of changes can say. */
export class Unrestorable {
	/** @param {string} reason */
	constructor(reason) {
		this.reason = reason;
	}
}

/**
 * @param {object} part
 * @param {Content} before
 * @param {number} number of the part
 * @param {unknown[]} steps gains what makes the same of the caller's object (steps.js)
 * @throws {Unrestorable}
 */
export function addChanges(part, before, number, steps) {
	const add = (
		/** @type {number} */ step,
		/** @type {unknown} */ one,
		/** @type {unknown} */ other,
	) => push(steps, number, step, one, other);
	if (Object.getPrototypeOf(part) !== before.prototype)
		throw new Unrestorable('it has another prototype');
	if (before.bytes) return addBytes(bytesIn(part), before.bytes, add);
	if (isArray(part) && isSparse(part) !== (before.list === undefined))
		throw new Unrestorable('it has, or had, very many holes');
	const state = stateOf(part, before.kind);
	if (!Object.is(state, before.state)) add(STEP_OF_STATE[String(before.kind)] ?? TEXT, state, 0);
	if (before.kind === ADDRESS || before.kind === ADDRESS_QUERY) return;
	if (!isSameList(hiddenOf(part), before.hidden))
		throw new Unrestorable('it has other properties that are symbols or not enumerable');
	if (before.kind === MAP || before.kind === SET) addEntries(part, before, add);
	else if (before.list) addElements(/** @type {unknown[]} */ (part), before.list, add);
	addProperties(part, before, add);
	if (!Object.isExtensible(part)) add(CLOSE, closingOf(part), 0);
}

/** @typedef {(step: number, one: unknown, other: unknown) => void} Add */

/** @type {Record<string, number>} */
const STEP_OF_STATE = Object.freeze({
	[ARRAY]: LENGTH,
	[DATE]: TIME,
	[PATTERN]: LAST_INDEX,
});

/** @param {object} part @returns {'freeze' | 'seal' | 'preventExtensions'} */
const closingOf = (part) =>
	Object.isFrozen(part) ? 'freeze' : Object.isSealed(part) ? 'seal' : 'preventExtensions';

/** @param {object} part @param {Content} before @param {Add} add */
function addProperties(part, { keys: keysBefore, values }, add) {
	const keys = keysOf(part);
	const isSameKeys = isSameList(keys, keysBefore);
	/** @type {Map<string, unknown> | undefined} */
	const known = isSameKeys ? undefined : new OwnMap();
	if (known) for (let at = 0; at < keysBefore.length; at++) known.set(keysBefore[at], values[at]);
	/** @type {string[]} */
	const expected = [];
	if (known) {
		for (let at = 0; at < keysBefore.length; at++) {
			if (Object.hasOwn(part, keysBefore[at])) push(expected, keysBefore[at]);
			else add(REMOVE, keysBefore[at], 0);
		}
	}
	for (let at = 0; at < keys.length; at++) {
		const key = keys[at];
		const value = Reflect.get(part, key);
		const isKnown = known ? known.has(key) : true;
		if (!isKnown) push(expected, key);
		if (isKnown && Object.is(value, known ? known.get(key) : values[at])) continue;
		const found = Object.getOwnPropertyDescriptor(part, key);
		if (!found || !('value' in found))
			throw new Unrestorable(`its \`${key}\` has become an accessor`);
		add(PUT, key, value);
	}
	if (known && !isSameList(expected, keys)) add(REORDER, keys, 0);
}

/** @param {readonly unknown[]} one @param {readonly unknown[]} other @returns {boolean} */
export function isSameList(one, other) {
	if (one.length !== other.length) return false;
	for (let at = 0; at < one.length; at++) if (!Object.is(one[at], other[at])) return false;
	return true;
}

/** Elements that have not changed, between two that have, are sent with them. */
const GAP = 4;

/** @param {unknown[]} list @param {unknown[]} before @param {Add} add */
function addElements(list, before, add) {
	const { length } = list;
	if (length !== before.length) add(LENGTH, length, 0);
	for (let at = 0; at < length;) {
		if (isSameAt(list, before, at)) {
			at++;
			continue;
		}
		const from = at;
		let to = ++at; // behind the last one that has changed
		for (; at < length && at - to < GAP; at++) if (!isSameAt(list, before, at)) to = at + 1;
		add(ITEMS, from, slice(list, from, to));
		at = to;
	}
}

/** @param {unknown[]} list @param {unknown[]} before @param {number} at @returns {boolean} a hole is not undefined */
const isSameAt = (list, before, at) =>
	Object.is(list[at], before[at]) &&
	at < before.length &&
	(list[at] !== undefined || Object.hasOwn(list, at) === Object.hasOwn(before, at));

/** @param {object} part a map or a set @param {Content} before @param {Add} add */
function addEntries(part, { list = [], kind }, add) {
	const entries = /** @type {unknown[]} */ (entriesOf(part));
	const width = kind === MAP ? 2 : 1;
	let isAddition = entries.length >= list.length;
	for (let at = 0; isAddition && at < list.length; at += width)
		isAddition = Object.is(entries[at], list[at]);
	if (!isAddition) {
		add(ENTRIES, entries, 0);
		return;
	}
	/** @type {unknown[]} */
	const added = [];
	for (let at = 0; at < entries.length; at += width) {
		const isSame = at < list.length && (width === 1 || Object.is(entries[at + 1], list[at + 1]));
		if (isSame) continue;
		push(added, entries[at]);
		if (width === 2) push(added, entries[at + 1]);
	}
	if (added.length > 0) add(ADD, added, 0);
}

/** Bytes are compared in blocks of this size first. */
const BLOCK = 4096;

/** @param {Buffer} now @param {Buffer} before @param {Add} add */
function addBytes(now, before, add) {
	if (now.length !== before.length) throw new Unrestorable('its memory has another length');
	for (let at = 0; at < now.length;) {
		const end = Math.min(at + BLOCK, now.length);
		if (now.compare(before, at, end, at, end) === 0) {
			at = end;
			continue;
		}
		let from = at;
		while (now[from] === before[from]) from++;
		let to = end;
		for (let next = end; next < now.length; next = to) {
			const endOfNext = Math.min(next + BLOCK, now.length);
			if (now.compare(before, next, endOfNext, next, endOfNext) === 0) break;
			to = endOfNext;
		}
		at = to;
		while (now[to - 1] === before[to - 1]) to--;
		add(BYTES, from, new Uint8Array(now.subarray(from, to)));
	}
}
