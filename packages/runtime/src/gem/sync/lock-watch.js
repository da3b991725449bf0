import { load, waitAsync } from '../memory/atomics.js';
import { announce, flagged, ownerOf, SLICE_MS } from '../memory/claim.js';
import { I32 } from '../memory/heap.js';
import { hasEnded, me } from '../memory/threads.js';

/**
 * @param {number} word index of a lock (lock.js)
 * @returns {number} id of the thread that has it, 0 for none
 *
 * Threads: any. Blocks: never. Ordering: none; the answer may be old at once.
 */
export const holderOf = (word) => ownerOf(load(I32, word));

/**
 * Wait until no other thread has a lock, without taking it. Does not keep the process alive.
 *
 * @param {number} word index of a lock
 * @returns {Promise<void>}
 *
 * Threads: any. Blocks: never. Ordering: none; who wants the lock has to take it.
 */
export async function whenFree(word) {
	for (;;) {
		const seen = load(I32, word);
		const holder = ownerOf(seen);
		if (holder === 0 || holder === me() || hasEnded(holder)) return;
		// Who is woken and does not take the lock lets others sleep on, for a slice at most.
		if (announce(word, seen)) await waitAsync(I32, word, flagged(seen, false), SLICE_MS);
	}
}
