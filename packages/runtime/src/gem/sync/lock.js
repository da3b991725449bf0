import { compareExchange, load, waitAsync } from '../memory/atomics.js';
import {
	announce,
	claimReserved,
	contend,
	flagged,
	ownerOf,
	SLICE_MS,
	takeOver,
	unclaim,
} from '../memory/claim.js';
import { I32 as words } from '../memory/heap.js';
import { hasEnded, isAlive, isHost, me } from '../memory/threads.js';
import { recover } from '../memory/undo-log.js';

/** A constant of this module: V8 would look up the import each time. */
const I32 = words;

// A mutual exclusion lock in one word of the heap; the protocol is that of claim.js: 0 when it is free, else the id of
// the owner, with a flag when threads may sleep on it. It is not reentrant, and fair only so
// far that nobody waits for ever.
//
// When the owner dies, the next one to come undoes what the dead thread has logged, and then takes the word over. It is told
// 'abandoned': what the dead thread did without a log is half done.

/** The host may not wait, but the holder may be about to leave. */
const HOST_SPIN_MS = 1;

/** @typedef {'acquired' | 'abandoned'} Acquired */

/**
 * Take the lock if it is free, or if its owner is dead.
 *
 * @param {number} word index, 0 at creation
 * @returns {Acquired | 'busy'}
 *
 * Threads: any, but the owner. Blocks: never, but while a dead thread's log is undone. Ordering: acquire; pairs with {@link unlock}.
 */
export function tryLock(word) {
	const seen = compareExchange(I32, word, 0, me());
	return seen === 0 ? 'acquired' : tryTaken(word, seen);
}

/** @param {number} word @param {number} seen what it held @returns {Acquired | 'busy'} */
function tryTaken(word, seen) {
	const owner = ownerOf(seen);
	// It may be kept for a thread that waits.
	if (owner === 0 || isAlive(owner)) return 'busy';
	return takeFromDead(word, owner) ? 'abandoned' : 'busy';
}

/**
 * Take the lock, and wait for it when another thread has it.
 *
 * @param {number} word index, 0 at creation
 * @returns {Acquired | 'would-block' | 'held'} 'would-block' on the host only, when it was not free within about 1 ms; 'held': this thread has it, and
 *   would wait for itself
 *
 * Threads: any. Blocks: until it is free; the host for 1 ms. Ordering: acquire; pairs with {@link unlock}.
 */
export function lock(word) {
	return compareExchange(I32, word, 0, me()) === 0 ? 'acquired' : lockContended(word);
}

/** @param {number} word @returns {Acquired | 'would-block' | 'held'} */
function lockContended(word) {
	for (;;) {
		const result = contend(word, isHost ? HOST_SPIN_MS : Infinity);
		if (result === 0) return 'acquired';
		if (result < 0) return 'would-block';
		if (result === me()) return 'held';
		if (takeFromDead(word, result)) return 'abandoned';
	}
}

/** @param {number} word @param {number} dead id of its owner @returns {boolean} */
function takeFromDead(word, dead) {
	// Before: the data is whole when the word has a new owner, wherever this thread dies.
	recover(dead);
	return takeOver(word, dead);
}

/**
 * Take the lock without blocking. Does not keep the process alive.
 *
 * @param {number} word index, 0 at creation
 * @returns {Promise<Acquired>}
 *
 * Threads: any, but the owner. Blocks: never. Ordering: acquire; pairs with {@link unlock}.
 */
export async function lockAsync(word) {
	const first = tryLock(word);
	if (first !== 'busy') return first;
	for (;;) {
		// As one that has slept: others may sleep, too.
		if (claimReserved(word)) return 'acquired';
		const seen = load(I32, word);
		const owner = ownerOf(seen);
		if (owner === 0) continue;
		if (hasEnded(owner)) {
			if (takeFromDead(word, owner)) return 'abandoned';
		} else if (announce(word, seen, true)) {
			// It wakes later than threads that block, so the lock is kept for it from the first time on.
			await waitAsync(I32, word, flagged(seen, true), SLICE_MS);
		}
	}
}

/**
 * Give the lock back and wake a thread that waits for it.
 *
 * @param {number} word index
 *
 * Threads: the owner. Blocks: never. Ordering: release; pairs with {@link lock}.
 */
export function unlock(word) {
	unclaim(word);
}

/**
 * Whether this thread has the lock.
 *
 * @param {number} word index
 * @returns {boolean}
 *
 * Threads: any. Blocks: never.
 */
export const hasLock = (word) => ownerOf(load(I32, word)) === me();
