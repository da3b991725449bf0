/** @import { Region } from '../memory/region.js' */
import { I32 } from '../memory/heap.js';
import { DETAIL_SHIFT } from './layout.js';

/** @typedef {Int8Array | Uint8Array | Uint8ClampedArray | Int16Array | Uint16Array | Int32Array | Uint32Array | Float32Array | Float64Array | BigInt64Array | BigUint64Array} TypedArray */
/** @typedef {new (buffer: ArrayBufferLike | number, offset?: number, length?: number) => TypedArray} TypedArrayConstructor */

/** The element type of a typed array is its place here. A realm that lacks one cannot read documents with it. */
const NAMES = [
	'Int8Array',
	'Uint8Array',
	'Uint8ClampedArray',
	'Int16Array',
	'Uint16Array',
	'Int32Array',
	'Uint32Array',
	'Float32Array',
	'Float64Array',
	'BigInt64Array',
	'BigUint64Array',
	'Float16Array',
];

const BIG_INT = NAMES.indexOf('BigInt64Array');
const BIG_UINT = NAMES.indexOf('BigUint64Array');

/** @type {TypedArrayConstructor[]} */
const CONSTRUCTORS = NAMES.map((name) => Reflect.get(globalThis, name));
/** The whole heap as elements of each type. */
const VIEWS = CONSTRUCTORS.map((Constructor) => Constructor && new Constructor(I32.buffer));

const nameOf = /** @type {() => string} */ (
	Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), Symbol.toStringTag)
		?.get
);

/**
 * @param {ArrayBufferView} value
 * @returns {number} its element type; -1 for a DataView
 *
 * Threads: any. Blocks: never.
 */
export const elementTypeOf = (value) => NAMES.indexOf(nameOf.call(value));

const lengthGetter = /** @type {() => number} */ (
	Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), 'length')?.get
);

/**
 * @param {TypedArray} value that may have a property `length` of its own, which says something else
 * @returns {number} how many elements it has
 *
 * Threads: any. Blocks: never.
 */
export const lengthOfTyped = (value) => lengthGetter.call(value);

/**
 * @param {number} address of a header of kind TYPED
 * @returns {boolean} whether its elements are bigints
 *
 * Threads: who may read the node. Blocks: never.
 */
function isBig(address) {
	const type = I32[2 * address] >>> DETAIL_SHIFT;
	return type === BIG_INT || type === BIG_UINT;
}

/**
 * @param {number} type element type
 * @param {number} length
 * @returns {number} cells
 *
 * Threads: any. Blocks: never.
 */
export const cellsForTyped = (type, length) =>
	2 * Math.ceil((length * /** @type {TypedArray} */ (VIEWS[type]).BYTES_PER_ELEMENT) / 16);

/**
 * @param {number} address of a header of kind TYPED
 * @returns {TypedArray} its elements, in the heap
 *
 * Threads: who may read the node, and write when it may do so. Blocks: never.
 */
export function viewOf(address) {
	const type = I32[2 * address] >>> DETAIL_SHIFT;
	const Constructor = /** @type {TypedArrayConstructor} */ (CONSTRUCTORS[type]);
	const slots = I32[2 * address + 2];
	return new Constructor(I32.buffer, 8 * slots, I32[2 * address + 3]);
}

/**
 * @param {number} address of a header of kind TYPED
 * @returns {TypedArray} a copy in memory of its own
 *
 * Threads: who may read the node. Blocks: never.
 */
export function copyTyped(address) {
	const view = viewOf(address);
	const copy = new /** @type {TypedArrayConstructor} */ (view.constructor)(view.length);
	/** @type {Uint8Array} */ (copy).set(/** @type {Uint8Array} */ (view));
	return copy;
}

/**
 * @param {number} address of a header of kind TYPED
 * @param {number} index below its length
 * @returns {number | bigint}
 *
 * Threads: who may read the node. Blocks: never.
 */
export function readElement(address, index) {
	const view = /** @type {TypedArray} */ (VIEWS[I32[2 * address] >>> DETAIL_SHIFT]);
	const first = I32[2 * address + 2] * (8 / view.BYTES_PER_ELEMENT);
	return /** @type {number | bigint} */ (view[first + index]);
}

/**
 * Converts as a typed array does. `BigInt` and `Number` would take values that it refuses: 1 for a bigint, and 1n for a number.
 *
 * @param {number} address of a header of kind TYPED
 * @param {unknown} value whose conversion may run code of users
 * @returns {number | bigint} as an element of it takes it
 * @throws {TypeError} for the other kind of number, and what the conversion throws
 *
 * Threads: who may read the node. Blocks: never.
 */
export const toElement = (address, value) =>
	isBig(address)
		? BigInt.asIntN(64, /** @type {bigint} */ (value))
		: Math.max(/** @type {number} */ (value));

/**
 * Writes an element as a typed array does: the value is converted.
 *
 * @param {Region} region
 * @param {number} address of a header of kind TYPED
 * @param {number} index below its length
 * @param {number | bigint} value
 *
 * Threads: who may write the node; others may write other elements at once, where the region keeps no log. Blocks: never.
 */
export function changeElement(region, address, index, value) {
	const view = /** @type {TypedArray} */ (VIEWS[I32[2 * address] >>> DETAIL_SHIFT]);
	const perCell = 8 / view.BYTES_PER_ELEMENT;
	const at = I32[2 * address + 2] * perCell + index;
	if (region.log !== null) noteWord(region, Math.floor((2 * at) / perCell), perCell === 1);
	/** @type {(number | bigint)[]} */ (/** @type {unknown} */ (view))[at] = value;
}

/** Writes a word, or two, over itself, so that the log knows it. @param {Region} region @param {number} word @param {boolean} both */
function noteWord(region, word, both) {
	region.write32(word, I32[word]);
	if (both) region.write32(word + 1, I32[word + 1]);
}
