import { add64, compareExchange64, load64, store64 } from '../memory/atomics.js';
import { I64 } from '../memory/heap.js';

// A 64-bit integer in one cell of the heap. [GEM16 §4] Values are numbers here, so they are exact up to ±(2⁵³ - 1); beyond that,
// counting goes on exactly, and what is read is rounded.

/**
 * Read the value.
 *
 * @param {number} address
 * @returns {number}
 *
 * Threads: any. Blocks: never. Ordering: sequentially consistent.
 */
export const getLong = (address) => Number(load64(I64, address));

/**
 * Write the value.
 *
 * @param {number} address
 * @param {number} value an integer
 * @throws {RangeError} when it is no integer
 *
 * Threads: any. Blocks: never. Ordering: sequentially consistent.
 */
export function setLong(address, value) {
	store64(I64, address, BigInt(value));
}

/**
 * Add one.
 *
 * @param {number} address
 *
 * Threads: any. Blocks: never. Ordering: sequentially consistent.
 */
export function countOne(address) {
	add64(I64, address, 1n);
}

/**
 * Add, and read what it was.
 *
 * @param {number} address
 * @param {number} by an integer
 * @returns {number} the value before
 * @throws {RangeError} when it is no integer
 *
 * Threads: any. Blocks: never. Ordering: sequentially consistent.
 */
export const fetchAndAdd = (address, by) => Number(add64(I64, address, BigInt(by)));

/**
 * Add, and read what it is.
 *
 * @param {number} address
 * @param {number} [by] an integer
 * @returns {number} the value after
 * @throws {RangeError} when it is no integer
 *
 * Threads: any. Blocks: never. Ordering: sequentially consistent.
 */
export const increment = (address, by = 1) => Number(add64(I64, address, BigInt(by))) + by;

/**
 * Write the value if it is what it is thought to be.
 *
 * @param {number} address
 * @param {number} expected an integer
 * @param {number} value an integer
 * @returns {boolean} whether it was
 * @throws {RangeError} when one of them is no integer
 *
 * Threads: any. Blocks: never. Ordering: sequentially consistent.
 */
export function compareAndSet(address, expected, value) {
	const old = BigInt(expected);
	return compareExchange64(I64, address, old, BigInt(value)) === old;
}
