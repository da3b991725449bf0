import { add, load } from '../memory/atomics.js';
import { I32 } from '../memory/heap.js';
import { LOCAL_SERIAL } from '../memory/layout.js';

// A variable that each thread has a value of its own of. [GEM16 §4] Its word in the heap names the variable; the values
// are any JavaScript values, in the thread they belong to. Names are never used twice, so a variable that is made where an older
// one was begins without values.

/** The values of this thread; per thread by nature. */
const values = /** @type {Map<number, unknown>} */ (new Map());

/**
 * Make a variable.
 *
 * @param {number} word index; written once
 *
 * Threads: the one that makes it, before others see it. Blocks: never.
 */
export function createLocal(word) {
	I32[word] = add(I32, LOCAL_SERIAL, 1) + 1;
}

/**
 * Read this thread's value.
 *
 * @param {number} word index
 * @returns {unknown} undefined before this thread has set one
 *
 * Threads: any. Blocks: never.
 */
export const getLocal = (word) => values.get(load(I32, word));

/**
 * Set this thread's value. It is kept until it is dropped, or the thread ends.
 *
 * @param {number} word index
 * @param {unknown} value
 *
 * Threads: any. Blocks: never.
 */
export function setLocal(word, value) {
	values.set(load(I32, word), value);
}

/**
 * Forget this thread's value.
 *
 * @param {number} word index
 *
 * Threads: any. Blocks: never.
 */
export function dropLocal(word) {
	values.delete(load(I32, word));
}
