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
 * What a worker tells about the task it replies to: `[run time in µs, POSTED or REPLIED]`. Written by the worker
 * before it replies, read by the host after it has the reply, so that plain accesses do: the message orders them.
 * As part of the reply these two numbers would cost a lone call 0.7 µs, a twentieth of all it takes at its fastest.
 *
 * @typedef {Float64Array<SharedArrayBuffer>} Meters
 */

/** @returns {Meters} zeroes */
export const createMeters = () => new Float64Array(new SharedArrayBuffer(16));

export const { load, store, compareExchange } = Atomics;
