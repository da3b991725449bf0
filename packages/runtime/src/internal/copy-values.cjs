'use strict';
// Values of a call that is made before the runtime has been loaded: they count as they are at the call.
const { types } = require('node:util');

/**
 * @typedef {object} Copying
 * @property {Map<unknown, object>} copies of objects, by the object
 * @property {Set<unknown>} prototypes of objects that are no more than their properties
 * @property {{ has: (value: object) => boolean } | undefined} marked what `transfer()` was called with
 */

/**
 * Copy what can change about values: arrays, maps, sets, memory, plain objects, and instances of the given classes. Everything else
 * stays as it is, and the call that is made in the end decides whether it can cross.
 *
 * @template T
 * @param {T} root
 * @param {(() => Record<string, Function>) | undefined} classes
 * @returns {T}
 */
function copyValues(root, classes) {
	const copying = { copies: new Map(), prototypes: prototypesOf(classes), marked: findMarked() };
	for (const own of ownObjects(classes)) copying.copies.set(own, own);
	return /** @type {T} */ (copy(root, copying));
}

/**
 * @param {(() => Record<string, Function>) | undefined} classes
 * @returns {Set<unknown>}
 */
function prototypesOf(classes) {
	/** @type {Set<unknown>} */
	const prototypes = new Set([null, Object.prototype]);
	try {
		for (const known of Object.values(classes?.() ?? {})) prototypes.add(known?.prototype);
	} catch {
		return prototypes; // not defined yet: the call will say so
	}
	return prototypes;
}

/**
 * What crosses by its name (protocol/identities.js), and what that has: which of it does is found out once the runtime is there.
 *
 * @param {(() => Record<string, any>) | undefined} classes
 * @returns {object[]}
 */
function ownObjects(classes) {
	try {
		const table = classes?.() ?? {};
		const own = Object.keys(table).flatMap((key) =>
			key.startsWith('object ') ? [table[key]] : [],
		);
		return own.flatMap((one) => [one, ...partsOf(one)]).filter((one) => Object(one) === one);
	} catch {
		return []; // not defined yet: no value can be one
	}
}

/** @param {any} value @returns {unknown[]} */
function partsOf(value) {
	if (types.isProxy(value) || ArrayBuffer.isView(value) || Object(value) !== value) return [];
	if (types.isMap(value) || types.isSet(value)) return [...value].flat();
	return Object.values(Object.getOwnPropertyDescriptors(value)).map((one) => one.value);
}

/** @returns {Copying['marked']} */
function findMarked() {
	const registry = Reflect.get(globalThis, Symbol.for('@lapidary/runtime.thread'));
	return registry?.marked;
}

/**
 * @param {unknown} value
 * @param {Copying} copying
 * @returns {unknown}
 */
function copy(value, copying) {
	// What a GEM is seen through is a proxy: it is shared, not copied.
	if (typeof value !== 'object' || value === null || types.isProxy(value)) return value;
	const known = copying.copies.get(value);
	if (known) return known;
	if (copying.marked?.has(value)) return value;
	const made = createLike(value, copying);
	if (!made) return value;
	copying.copies.set(value, made);
	const prototype = Object.getPrototypeOf(value);
	if (Object.getPrototypeOf(made) !== prototype) Object.setPrototypeOf(made, prototype);
	if (types.isMap(value)) {
		for (const [key, child] of value) {
			Map.prototype.set.call(made, copy(key, copying), copy(child, copying));
		}
	} else if (types.isSet(value)) {
		for (const child of value) Set.prototype.add.call(made, copy(child, copying));
	} else if (!types.isDate(value) && !types.isAnyArrayBuffer(value) && !ArrayBuffer.isView(value)) {
		copyProperties(value, made, copying);
	}
	return made;
}

/**
 * @param {object} value
 * @param {Copying} copying
 * @returns {object | undefined} a copy, but for other values in it; undefined when the value itself has to do
 */
function createLike(value, copying) {
	if (Array.isArray(value)) return new Array(value.length);
	if (types.isMap(value)) return new Map();
	if (types.isSet(value)) return new Set();
	if (types.isDate(value)) return new Date(value.getTime());
	if (types.isArrayBuffer(value)) return value.slice(0);
	if (ArrayBuffer.isView(value)) return copyView(value, copying);
	return copying.prototypes.has(Object.getPrototypeOf(value)) ? {} : undefined;
}

/**
 * @param {ArrayBufferView} view
 * @param {Copying} copying
 * @returns {object | undefined}
 */
function copyView(view, copying) {
	const { byteOffset, byteLength } = view;
	const buffer = /** @type {ArrayBuffer} */ (copy(view.buffer, copying));
	if (Buffer.isBuffer(view)) return Buffer.from(buffer, byteOffset, byteLength);
	const length = types.isTypedArray(view) ? Reflect.get(view, 'length') : byteLength;
	return Reflect.construct(view.constructor, [buffer, byteOffset, length]);
}

/**
 * @param {object} from
 * @param {object} to
 * @param {Copying} copying
 */
function copyProperties(from, to, copying) {
	const descriptors = Object.getOwnPropertyDescriptors(from);
	for (const key of Reflect.ownKeys(descriptors)) {
		const descriptor = Reflect.get(descriptors, key);
		if (key === 'length' && Array.isArray(from)) continue;
		if ('value' in descriptor) descriptor.value = copy(descriptor.value, copying);
		Object.defineProperty(to, key, descriptor);
	}
}

module.exports = { copyValues };
