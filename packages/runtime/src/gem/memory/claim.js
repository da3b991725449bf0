import { gemWouldBlock } from '../../errors/codes.js';
import { compareExchange, exchange, load, notify, SPINS, wait } from './atomics.js';
import { I32 } from './heap.js';
import { isAlive, isHost, me } from './threads.js';

// A lock for a few dozen instructions: one word that holds the id of its owner.
//
//  0                  free
//  id                 owned
//  id | WAITERS       owned, and threads may sleep on the word: who unlocks wakes one of them
//
// A thread that has slept takes the word as `id | WAITERS`, since it cannot know whether others sleep.
export const WAITERS = 2 ** 30;
/** Nobody wakes who waits for a dead thread, so its liveness is looked at this often. */
export const SLICE_MS = 50;
/** The host has no business with a thread that is inside for longer: it holds up for instructions, not for work. */
const HOST_LIMIT_MS = 2000;

/**
 * Take a word that is held for a few dozen instructions.
 *
 * @param {number} word index
 * @returns {number} 0 when it was taken; else the id of the dead thread that holds it, and it was not taken
 * @throws {LapidaryError} LP8106 on the host, when another thread holds it for seconds
 *
 * Threads: any. Blocks: for as long as the holder takes; on the host at most 2 s. Ordering: acquire; pairs with {@link unclaim}.
 */
export function claim(word) {
	return compareExchange(I32, word, 0, me()) === 0 ? 0 : claimContended(word);
}

/** @param {number} word @returns {number} as of claim */
function claimContended(word) {
	const result = contend(word, isHost ? HOST_LIMIT_MS : Infinity);
	if (result >= 0) return result;
	throw gemWouldBlock({ what: 'memory that another thread reorders', instead: 'a worker' });
}

/**
 * Take a word that another thread may hold for longer.
 *
 * @param {number} word index
 * @param {number} limitMs how long to wait, Infinity = until it is free or its owner is dead
 * @returns {number} 0 when it was taken, -1 when the time is over; else the id of the dead thread that holds it
 *
 * Threads: any. Blocks: at most for the limit. Ordering: acquire; pairs with {@link unclaim}.
 */
export function contend(word, limitMs) {
	for (let spin = 0; spin < SPINS; spin++) {
		if (load(I32, word) === 0 && compareExchange(I32, word, 0, me()) === 0) return 0;
	}
	const end = limitMs === Infinity ? Infinity : performance.now() + limitMs;
	for (;;) {
		const seen = load(I32, word);
		if (seen === 0) {
			if (compareExchange(I32, word, 0, me() | WAITERS) === 0) return 0;
			continue;
		}
		const owner = seen & ~WAITERS;
		if (!isAlive(owner)) return owner;
		if (!announce(word, seen)) continue;
		const leftMs = end === Infinity ? SLICE_MS : end - performance.now();
		if (leftMs <= 0) return -1;
		wait(I32, word, owner | WAITERS, Math.min(leftMs, SLICE_MS));
	}
}

/**
 * Say in an owned word that a thread is going to sleep on it.
 *
 * Pairs with exchange in unclaim: either the flag is seen there, or the word has changed by then and `wait` returns at once.
 *
 * @param {number} word index
 * @param {number} seen what it held
 * @returns {boolean} false when it holds something else by now
 *
 * Threads: any. Blocks: never.
 */
export const announce = (word, seen) =>
	seen >= WAITERS || compareExchange(I32, word, seen, seen | WAITERS) === seen;

/**
 * Give the word back.
 *
 * @param {number} word index, taken by this thread
 *
 * Threads: the one that has it. Blocks: never. Ordering: release; pairs with {@link claim}.
 */
export function unclaim(word) {
	if (exchange(I32, word, 0) >= WAITERS) notify(I32, word, 1);
}

/**
 * Take over a word whose owner is dead.
 *
 * @param {number} word index
 * @param {number} dead id that `claim` gave
 * @returns {boolean} false when another thread was faster
 *
 * Threads: any. Blocks: never.
 */
export function takeOver(word, dead) {
	const mine = me() | WAITERS;
	return (
		compareExchange(I32, word, dead | WAITERS, mine) === (dead | WAITERS) ||
		compareExchange(I32, word, dead, mine) === dead
	);
}
