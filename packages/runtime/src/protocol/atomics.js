/**
 * Every access to shared memory of this package goes through this file, on both sides.
 *
 * Atomic operations are sequentially consistent (ECMA-262, Memory Model), so a run is an
 * interleaving of them: the explorer in test/interleave replaces this module and tries them all.
 */

/** @typedef {Int32Array<SharedArrayBuffer>} SharedWords */

/**
 * @param {number} count words
 * @returns {SharedWords} zeroes
 */
export const createWords = (count) => new Int32Array(new SharedArrayBuffer(4 * count));

/**
 * @param {SharedWords} words
 * @param {number} count of the first words @returns {SharedWords} these, in the same memory
 */
export const firstWords = ({ buffer }, count) => new Int32Array(buffer, 0, count);

/**
 * Results of a batch's calls that are numbers or constants: run time in µs and value, call by call.
 *
 * @typedef {Float64Array<SharedArrayBuffer>} SharedResults
 */

/**
 * @param {number} count calls
 * @returns {SharedResults} shape: 2 per call; zeroes
 */
export const createResults = (count) => new Float64Array(new SharedArrayBuffer(16 * count));

/** Not atomic: an atomic operation next to it has to order it. @param {SharedResults} results @param {number} at */
export const readPlain = (results, at) => results[at];

/** Not atomic: an atomic operation next to it has to order it. @param {SharedResults} results @param {number} at @param {number} value */
export const writePlain = (results, at, value) => {
	results[at] = value;
};

/**
 * What a worker tells about its tasks: `[ARRIVED]` (messages.js), written by the worker as each task begins, and read by
 * the host once the thread has died: what was sent and has not arrived has not begun, and may run elsewhere. Plain accesses
 * do: there is one writer, and the end of the thread orders what it has written.
 *
 * @typedef {Float64Array<SharedArrayBuffer>} Meters
 */

/** @returns {Meters} shape: 1; zero */
export const createMeters = () => new Float64Array(new SharedArrayBuffer(8));

export const { load, store, compareExchange, notify, wait } = Atomics;
