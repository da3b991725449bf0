import { F64, I32 } from '../memory/heap.js';

// How numbers are read and written in memory. A loop calls one of them by a variable; V8 puts in its place what that has been so far, the
// constant heap included.

/** @typedef {(cell: any, index?: any) => any} Getter @typedef {(cell: any, value: unknown) => boolean} Putter whether it has written it */

/**
 * @param {unknown} value
 * @returns {boolean} whether four bytes hold it as it is; `-0` is no such number
 *
 * Threads: who may by the policy. Blocks: never.
 */
export const fitsInt = (value) => typeof value === 'number' && Object.is(value | 0, value);

/**
 * @param {unknown} value
 * @returns {boolean} whether a cell holds it as it is: a NaN has many forms, some of which are boxed values
 *
 * Threads: who may by the policy. Blocks: never.
 */
export const fitsDouble = (value) => typeof value === 'number' && value === value;

/** Nothing may be written. Threads: any. Blocks: never. */
export const fitsNone = () => false;

/**
 * @param {number} cell whose lower word is an integer
 * @returns {number}
 *
 * Threads: who may by the policy. Blocks: never.
 */
export const getInt = (cell) => I32[cell << 1];

/**
 * @param {number} cell
 * @param {unknown} value
 * @returns {boolean}
 *
 * Threads: who may by the policy. Blocks: never.
 */
export const putInt = (cell, value) =>
	typeof value === 'number' && Object.is(value | 0, value)
		? ((I32[cell << 1] = value), true)
		: false;

/**
 * @param {number} cell that is a double
 * @returns {number}
 *
 * Threads: who may by the policy. Blocks: never.
 */
export const getDouble = (cell) => F64[cell];

/**
 * @param {number} cell
 * @param {unknown} value
 * @returns {boolean}
 *
 * Threads: who may by the policy. Blocks: never.
 */
export const putDouble = (cell, value) =>
	typeof value === 'number' && value === value ? ((F64[cell] = value), true) : false;

/**
 * @param {number} word that is an integer
 * @returns {number}
 *
 * Threads: who may by the policy. Blocks: never.
 */
export const getWord = (word) => I32[word];

/**
 * @param {number} word
 * @param {unknown} value
 * @returns {boolean}
 *
 * Threads: who may by the policy. Blocks: never.
 */
export const putWord = (word, value) =>
	typeof value === 'number' && Object.is(value | 0, value) ? ((I32[word] = value), true) : false;

/**
 * @param {any} known an array of the value
 * @returns {any}
 *
 * Threads: who may by the policy. Blocks: never.
 */
export const getKnown = (known) => known[0];

/** Nothing is written here. Threads: any. Blocks: never. @returns {boolean} */
export const putNone = () => false;
