import { types } from 'node:util';

const { isProxy } = types;

const METHODS = Object.freeze(
	'push pop shift unshift splice sort reverse fill copyWithin set add delete clear'.split(' '),
);

/** Prototypes of what changes nothing but itself. @type {Set<object | null>} */
const CONTAINERS = new Set(
	[Array, Map, Set, WeakMap, WeakSet, Int8Array, Uint8Array, Uint8ClampedArray, Int16Array]
		.concat(
			/** @type {any[]} */ ([Uint16Array, Int32Array, Uint32Array, Float32Array, Float64Array]),
		)
		.map(({ prototype }) => prototype),
);

/**
 * Whether changing what a variable holds changes no GEM.
 *
 * @param {unknown} value
 * @param {boolean} [isCalled] it is changed by methods of its own, and not by assignments only
 * @returns {boolean}
 *
 * Threads: any. Blocks: never.
 */
export function apart(value, isCalled = false) {
	if (typeof value === 'function') return !isCalled;
	if (typeof value !== 'object' || value === null) return true; // changing it is an error, or nothing
	if (isProxy(value)) return false;
	const prototype = Object.getPrototypeOf(value);
	if (!isCalled && (prototype === Object.prototype || prototype === null)) return true;
	return CONTAINERS.has(prototype) && !METHODS.some((name) => Object.hasOwn(value, name));
}
