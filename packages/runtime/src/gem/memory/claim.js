import { gemWouldBlock } from '../../errors/codes.js';
import { compareExchange, load, notify, PATIENCE, SPINS, store, wait } from './atomics.js';
import { I32 as words } from './heap.js';
import { hasEnded, isAlive, isHost, me } from './threads.js';

/** A constant of this module: V8 would look up the import each time. */
const I32 = words;

// A lock: one word that holds the id of its owner, and flags.
//
//  0                  free
//  id                 owned
//  id | WAITERS       owned, and threads may sleep on the word: who unlocks wakes one of them
//  id | STARVING      owned, and one of them was woken several times and found the word taken again
//  RESERVED           free, but for threads that are starving: the others wait for a moment
//
// A thread that has slept takes the word as `id | WAITERS`, since it cannot know whether others sleep.
//
// Whoever comes along may take a free word before a thread that was woken has got there, which is what makes the lock fast. A
// thread that unlocks and locks in a loop would keep the others out for ever, were it not for STARVING.
export const WAITERS = 2 ** 30;
/** In a word that was left by an exception: the id of no thread, since generations begin with 1 (slots.js). */
export const FORSAKEN = 1;
const STARVING = 2 ** 29;
const RESERVED = STARVING;
const FLAGS = WAITERS | STARVING;
/** How long the word is kept for those who are starving: they may be dead, or busy with something else. */
const RESERVED_MS = 2;
/** Nobody wakes who waits for a dead thread, so its liveness is looked at this often. */
export const SLICE_MS = 50;
/** The host has no business with a thread that is inside for longer: it holds up for instructions, not for work. */
const HOST_LIMIT_MS = 2000;

/**
 * Take a word that is held for a few dozen instructions.
 *
 * @param {number} word index
 * @returns {number} 0 when it was taken; else the id of the dead thread that holds it, or of this one, and it was not taken
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
 * @returns {number} 0 when it was taken, -1 when the time is over; else the id of the dead thread that holds it, or this thread's own: an
 *   exception has come out of what it did with the word, and it would wait for itself
 *
 * Threads: any. Blocks: at most for the limit. Ordering: acquire; pairs with {@link unclaim}.
 */
export function contend(word, limitMs) {
	for (let spin = 0; spin < SPINS; spin++) {
		if (load(I32, word) === 0 && compareExchange(I32, word, 0, me()) === 0) return 0;
	}
	const end = limitMs === Infinity ? Infinity : performance.now() + limitMs;
	let woken = 0;
	let isTimeOver = false;
	for (;;) {
		const seen = load(I32, word);
		if (seen === 0 || (seen === RESERVED && (woken >= PATIENCE || isTimeOver))) {
			if (compareExchange(I32, word, seen, me() | WAITERS) === seen) return 0;
			continue;
		}
		if (seen !== RESERVED && (ownerOf(seen) === me() || !isAlive(ownerOf(seen))))
			return ownerOf(seen);
		const leftMs = end === Infinity ? SLICE_MS : end - performance.now();
		if (leftMs <= 0) return seen !== RESERVED && hasEnded(ownerOf(seen)) ? ownerOf(seen) : -1;
		if (seen === RESERVED) {
			isTimeOver = wait(I32, word, seen, RESERVED_MS) === 'timed-out';
			continue;
		}
		isTimeOver = false;
		if (announce(word, seen, woken >= PATIENCE)) {
			wait(I32, word, flagged(seen, woken >= PATIENCE), Math.min(leftMs, SLICE_MS));
			woken++;
			// It may be one whose end nothing else tells: this thread may have started it, and its event loop stands still.
			hasEnded(ownerOf(seen));
		}
	}
}

/**
 * @param {number} seen what a word held
 * @returns {number} id of its owner, or 0
 *
 * Threads: any. Blocks: never.
 */
export const ownerOf = (seen) => seen & ~FLAGS;

/**
 * @param {number} seen what a word held
 * @param {boolean} isStarving
 * @returns {number} what `announce` makes of it
 *
 * Threads: any. Blocks: never.
 */
export const flagged = (seen, isStarving) => seen | (isStarving ? FLAGS : WAITERS);

/**
 * Say in an owned word that a thread is going to sleep on it.
 *
 * Pairs with compareExchange and store in unclaim: either the flag is seen there, or the word has changed by then and `wait` returns at once.
 *
 * @param {number} word index
 * @param {number} seen what it held; from here on it holds that and WAITERS, and STARVING if asked for
 * @param {boolean} [isStarving]
 * @returns {boolean} false when it holds something else by now
 *
 * Threads: any. Blocks: never.
 */
export function announce(word, seen, isStarving = false) {
	const wanted = flagged(seen, isStarving);
	return seen === wanted || compareExchange(I32, word, seen, wanted) === seen;
}

/**
 * Take a word that is free or kept for those who are starving.
 *
 * @param {number} word index
 * @returns {boolean}
 *
 * Threads: any that has waited. Blocks: never.
 */
export function claimReserved(word) {
	const seen = load(I32, word);
	if (seen !== 0 && seen !== RESERVED) return false;
	return compareExchange(I32, word, seen, me() | WAITERS) === seen;
}

/**
 * Give the word back.
 *
 * @param {number} word index, taken by this thread
 *
 * Threads: the one that has it. Blocks: never. Ordering: release; pairs with {@link claim}.
 */
export function unclaim(word) {
	const mine = me();
	if (compareExchange(I32, word, mine, 0) !== mine) unclaimFlagged(word);
}

/** @param {number} word with flags */
function unclaimFlagged(word) {
	if ((load(I32, word) & STARVING) === 0) {
		store(I32, word, 0);
		notify(I32, word, 1);
	} else {
		store(I32, word, RESERVED);
		notify(I32, word); // all, so that the one who is starving is among them
	}
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
	for (let seen = load(I32, word); ownerOf(seen) === dead; seen = load(I32, word)) {
		if (compareExchange(I32, word, seen, me() | WAITERS) === seen) return true;
	}
	return false;
}
