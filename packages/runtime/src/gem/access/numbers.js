/** @import { Region } from '../memory/region.js' */
import { F64 as doubles, I32 as words } from '../memory/heap.js';

// Constants of this module: V8 puts these arrays into optimised code, and would look up imports in each turn of a loop.
const I32 = words;
const F64 = doubles;

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
 * @returns {boolean} whether a cell holds it as it is, of which nobody asks whether it is a boxed value
 *
 * Threads: who may by the policy. Blocks: never.
 */
export const fitsDouble = (value) => typeof value === 'number';

/**
 * @param {unknown} value
 * @returns {boolean} whether a cell holds it as it is that may hold a boxed value: a NaN has many forms, and some are such values
 *
 * Threads: who may by the policy. Blocks: never.
 */
// Not `===`: that of doubles is two jumps.
export const fitsCell = (value) => typeof value === 'number' && value >= value;

const FITS_INT = `typeof value === 'number' && Object.is(value | 0, value)`;
const FITS_DOUBLE = `typeof value === 'number'`;

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
	typeof value === 'number' ? ((F64[cell] = value), true) : false;

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
 * The same where a log has to be able to take it back.
 *
 * @param {Region} region
 * @param {number} cell whose lower word is an integer
 * @param {unknown} value
 * @returns {boolean}
 *
 * Threads: who may by the policy. Blocks: never.
 */
export const logInt = (region, cell, value) => logWord(region, cell << 1, value);

/**
 * @param {Region} region
 * @param {number} word that is an integer
 * @param {unknown} value
 * @returns {boolean}
 *
 * Threads: who may by the policy. Blocks: never.
 */
export function logWord(region, word, value) {
	if (!fitsInt(value)) return false;
	region.replace32(word, /** @type {number} */ (value));
	return true;
}

/**
 * @param {Region} region
 * @param {number} cell that is a double
 * @param {unknown} value
 * @returns {boolean}
 *
 * Threads: who may by the policy. Blocks: never.
 */
export function logDouble(region, cell, value) {
	if (!fitsDouble(value)) return false;
	region.replaceF64(cell, /** @type {number} */ (value));
	return true;
}

/**
 * @param {any} known an array of the value
 * @returns {any}
 *
 * Threads: who may by the policy. Blocks: never.
 */
export const getKnown = (known) => known[0];

/** Nothing is written here. Threads: any. Blocks: never. @returns {boolean} */
export const putNone = () => false;

/**
 * The same as text, for classes that are made of it: where the value is, is an expression.
 *
 * Threads: who may by the policy. Blocks: never.
 *
 * @type {Readonly<Record<'int' | 'double' | 'word', { get: (place: string) => string, put: (place: string) => string, log: (place: string) => string }>>}
 */
export const SOURCES = Object.freeze({
	int: {
		get: (place) => `I32[(${place}) << 1]`,
		put: (place) => `return ${FITS_INT} ? ((I32[(${place}) << 1] = value), true) : false;`,
		log: (place) =>
			`return ${FITS_INT} ? (this.r.replace32((${place}) << 1, value), true) : false;`,
	},
	double: {
		get: (place) => `F64[${place}]`,
		put: (place) => `return ${FITS_DOUBLE} ? ((F64[${place}] = value), true) : false;`,
		log: (place) => `return ${FITS_DOUBLE} ? (this.r.replaceF64(${place}, value), true) : false;`,
	},
	word: {
		get: (place) => `I32[${place}]`,
		put: (place) => `return ${FITS_INT} ? ((I32[${place}] = value), true) : false;`,
		log: (place) => `return ${FITS_INT} ? (this.r.replace32(${place}, value), true) : false;`,
	},
});
