import { add, load, notify, sub, wait, waitAsync } from '../memory/atomics.js';
import { I32 } from '../memory/heap.js';

// A count of things that have happened, for which threads wait. Two words:
//
//  word 0  COUNT    how often it was signalled (mod 2³²); changed by who signals
//  word 1  WAITERS  threads that may sleep on COUNT; each adds itself before it looks, and takes itself away. One that dies
//                   asleep stays counted: that costs a wake-up for nobody with each signal
const COUNT = 0;
const WAITERS = 1;

/**
 * @param {number} word index of COUNT, zero at creation
 * @returns {number} what to wait with: {@link awaitSignal} returns once it was signalled after this call
 *
 * Threads: any. Blocks: never. Ordering: acquire; pairs with {@link signal}.
 */
export const countOf = (word) => load(I32, word + COUNT);

/**
 * Wake all who wait.
 *
 * @param {number} word index of COUNT
 *
 * Threads: any. Blocks: never. Ordering: release; pairs with {@link countOf} and {@link awaitSignal}.
 */
export function signal(word) {
	add(I32, word + COUNT, 1);
	// After the count has changed; pairs with the add in awaitSignal: either that one is seen here, or it sees the new count.
	if (load(I32, word + WAITERS) !== 0) notify(I32, word + COUNT);
}

/**
 * Wait until it is signalled.
 *
 * @param {number} word index of COUNT
 * @param {number} seen as {@link countOf} gave it
 * @param {number} timeoutMs
 *
 * Threads: workers. Blocks: until a signal, at most for the timeout. Ordering: acquire; pairs with {@link signal}.
 */
export function awaitSignal(word, seen, timeoutMs) {
	add(I32, word + WAITERS, 1);
	wait(I32, word + COUNT, seen, timeoutMs); // returns at once when the count is another by now
	sub(I32, word + WAITERS, 1);
}

/**
 * Wait without blocking. Does not keep the process alive.
 *
 * @param {number} word index of COUNT
 * @param {number} seen as {@link countOf} gave it
 * @param {number} timeoutMs
 * @returns {Promise<void>}
 *
 * Threads: any. Blocks: never. Ordering: acquire; pairs with {@link signal}.
 */
export async function awaitSignalAsync(word, seen, timeoutMs) {
	add(I32, word + WAITERS, 1);
	await waitAsync(I32, word + COUNT, seen, timeoutMs);
	sub(I32, word + WAITERS, 1);
}
