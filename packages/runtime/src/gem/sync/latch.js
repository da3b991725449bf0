import { compareExchange, load, notify, wait, waitAsync } from '../memory/atomics.js';
import { I32 } from '../memory/heap.js';
import { isHost } from '../memory/threads.js';

// A count in one word of the heap that goes down to 0 once; threads wait for that. [GEM16 §4]
//
//  n > 0   n more calls of countDown are awaited
//  0       open, for ever

/** The host may not wait, but the last one may be about to count down. */
const HOST_LIMIT_MS = 1;

/**
 * Count down, and let all go on who wait when 0 is reached. Further calls count nothing.
 *
 * @param {number} word index, the count at creation
 * @returns {number} what is left
 *
 * Threads: any. Blocks: never. Ordering: release; pairs with {@link awaitLatch}.
 */
export function countDown(word) {
	for (let left = load(I32, word); left > 0; left = load(I32, word)) {
		if (compareExchange(I32, word, left, left - 1) !== left) continue;
		// Who looked before sleeps on `left`, or on more: all are woken, once.
		if (left === 1) notify(I32, word);
		return left - 1;
	}
	// The one that has reached 0 may have been interrupted by an exception before it woke anybody, and comes again.
	notify(I32, word);
	return 0;
}

/**
 * Wait until the count is 0.
 *
 * @param {number} word index
 * @param {number} [timeoutMs]
 * @returns {'open' | 'timed-out' | 'would-block'} the last one on the host only, when it was not open within 1 ms
 *
 * Threads: any. Blocks: until it is open, at most for the timeout; the host for 1 ms. Ordering: acquire; pairs with {@link countDown}.
 */
export function awaitLatch(word, timeoutMs = Infinity) {
	const limitMs = isHost ? Math.min(timeoutMs, HOST_LIMIT_MS) : timeoutMs;
	const end = limitMs === Infinity ? Infinity : performance.now() + limitMs;
	for (let left = load(I32, word); left > 0; left = load(I32, word)) {
		const leftMs = end === Infinity ? Infinity : end - performance.now();
		if (leftMs <= 0) return isHost && limitMs < timeoutMs ? 'would-block' : 'timed-out';
		// Only the last step down wakes, so the word may have changed without a call: then wait returns at once.
		wait(I32, word, left, leftMs);
	}
	return 'open';
}

/**
 * Wait until the count is 0, without blocking. Does not keep the process alive.
 *
 * @param {number} word index
 * @returns {Promise<void>}
 *
 * Threads: any. Blocks: never. Ordering: acquire; pairs with {@link countDown}.
 */
export async function awaitLatchAsync(word) {
	for (let left = load(I32, word); left > 0; left = load(I32, word)) {
		await waitAsync(I32, word, left, Infinity);
	}
}
