// What an object is, by what the platform made it; both sides. Realms do not matter: Jest runs tests in one of their own.
import { types } from 'node:util';
import { isError, prototypesOf } from '../errors/record.js';
import {
	isArray,
	Object,
	OwnMap,
	structuredClone,
	Map,
	RegExp,
	Set,
	WeakMap,
	isView,
} from '../primordials.js';

/** An array. */
export const ARRAY = 1;
export const MAP = 2;
export const SET = 3;
export const ERROR = 4;
/** Memory, or a view of it. */
export const MEMORY = 5;
/** A date, regular expression or boxed primitive: clones have its content, and nothing else. */
export const CONTENT = 6;
export const ADDRESS = 7;
export const ADDRESS_QUERY = 8;
export const SIGNAL = 9;
/** Something that crosses with what a clone leaves out of it (beside.js). */
export const BESIDE = 10;
/** Anything else. */
export const OBJECT = 0;

/** The usual ones, found without asking. @type {Map<object, number>} */
const BRANDS = new OwnMap([
	[Array.prototype, ARRAY],
	[Map.prototype, MAP],
	[Set.prototype, SET],
	[Date.prototype, CONTENT],
	[RegExp.prototype, CONTENT],
	[ArrayBuffer.prototype, MEMORY],
	[SharedArrayBuffer.prototype, MEMORY],
	[DataView.prototype, MEMORY],
	[Object.getPrototypeOf(Uint8Array.prototype), MEMORY],
	[Float64Array.prototype, MEMORY],
	[Float32Array.prototype, MEMORY],
	[BigInt64Array.prototype, MEMORY],
	[BigUint64Array.prototype, MEMORY],
	[Int32Array.prototype, MEMORY],
	[Int16Array.prototype, MEMORY],
	[Int8Array.prototype, MEMORY],
	[Uint32Array.prototype, MEMORY],
	[Uint16Array.prototype, MEMORY],
	[Uint8Array.prototype, MEMORY],
	[Uint8ClampedArray.prototype, MEMORY],
	[Error.prototype, ERROR],
	[AbortSignal.prototype, SIGNAL],
	[URL.prototype, ADDRESS],
	[URLSearchParams.prototype, ADDRESS_QUERY],
]);

/**
 * @param {object} prototype
 * @returns {number | undefined} the brand of what has it, where the prototype is one that the platform gives
 */
export const usualBrand = (prototype) => BRANDS.get(prototype);

/**
 * @param {object} value
 * @param {object} prototype its
 * @returns {number} one of the constants above
 */
export function brandOf(value, prototype) {
	const usual = BRANDS.get(prototype);
	if (usual !== undefined) return usual;
	if (isArray(value)) return ARRAY;
	if (isView(value) || types.isAnyArrayBuffer(value)) return MEMORY;
	if (types.isMap(value)) return MAP;
	if (types.isSet(value)) return SET;
	if (isError(value)) return ERROR;
	if (types.isDate(value) || types.isRegExp(value) || types.isBoxedPrimitive(value)) return CONTENT;
	// Constructor functions of old make errors, too, that are none to the platform.
	const inherited = brandOfClass(prototype);
	return inherited === ERROR || inherited >= ADDRESS ? inherited : OBJECT;
}

/**
 * @param {object} prototype of a class
 * @returns {number} the brand of what its constructor makes
 */
export function brandOfClass(prototype) {
	for (const each of [prototype, ...prototypesOf(prototype)]) {
		const brand = BRANDS.get(each);
		if (brand !== undefined) return brand;
	}
	return OBJECT;
}

/**
 * Whether a prototype is one of the language's own, by prototype; per thread.
 *
 * @type {WeakMap<object, boolean>}
 */
const builtin = new WeakMap();

/**
 * @param {object} prototype
 * @returns {boolean} whether it is `Map.prototype`, `Date.prototype` and so on, of whatever realm, and not a subclass's
 */
export function isBuiltinPrototype(prototype) {
	if (BRANDS.has(prototype)) return true;
	let known = builtin.get(prototype);
	if (known === undefined) {
		const made = Object.hasOwn(prototype, 'constructor') ? prototype.constructor : undefined;
		known =
			typeof made === 'function' &&
			made.prototype === prototype &&
			Function.prototype.toString.call(made).includes('[native code]');
		builtin.set(prototype, known);
	}
	return known;
}

/** Whether structured clone keeps objects of a prototype as what they are, by prototype; per thread. @type {WeakMap<object, boolean>} */
const kept = new WeakMap();

/**
 * @param {object} value of no brand and no known class
 * @param {object} prototype its
 * @returns {boolean} false when a clone would be a plain object in its place: true for a Blob, and for what a clone refuses
 */
export function survivesClone(value, prototype) {
	let known = kept.get(prototype);
	if (known === undefined) {
		try {
			known = Object.getPrototypeOf(structuredClone(value)) === prototype;
		} catch {
			return true; // so it cannot be lost silently, and another one of its kind may be cloneable
		}
		kept.set(prototype, known);
	}
	return known;
}
