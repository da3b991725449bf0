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

export const { load, store, compareExchange } = Atomics;
