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
 * What a worker tells about its tasks: `[RUN_US, WAY, VALUE, ARRIVED]` (messages.js).
 *
 * RUN_US and VALUE are written by the worker before it replies. WAY is set to POSTED by the host before it sends a task, and
 * to another way by the worker before it replies. The host reads all three when it has the reply, or when the
 * thread has died, so plain accesses do: messages order them. As part of the reply these numbers would cost a lone
 * call 0.7 µs, a twentieth of all it takes at its fastest; and piscina drops a reply that arrives together with the
 * news of the thread's end, where VALUE still has it. ARRIVED is written by the worker as each task begins, and read by
 * the host once the thread has died: what was sent and has not arrived has not begun, and may run elsewhere.
 *
 * @typedef {Float64Array<SharedArrayBuffer>} Meters
 */

/** @returns {Meters} zeroes */
export const createMeters = () => new Float64Array(new SharedArrayBuffer(32));

export const { load, store, compareExchange, notify, wait } = Atomics;
