/** @import { Task } from './tasks.js' */
import { compareExchange, load, store } from './atomics.js';
import { I32 } from './heap.js';
import { MAX_THREADS, THREAD_WORDS, THREADS } from './layout.js';

// Which threads there are. A slot of the table:
//
//  word 0   STATUS   phase | generation << 2; written by the thread that claims it, then by those that have found its end
//  word 1   NODE_ID  `threadId` of node:worker_threads + 1. Written by the claimer
//  word 2   PARENT   id of the nearest thread above it that has a slot, or 0. Written by the claimer
//  word 3…  the undo log of the thread (undo-log.js)
//  word 8   TASK     what the operating system calls the thread (tasks.js), or 0. Written by the claimer
//  word 9   START    when it began. Written by the claimer
//  word 10  CLAIM    whose the slot is, or 0 (`claimOf`). Written by the claimer, before all other words, then by the thread that gives it back
//
//  FREE, CLAIM 0 ──CLAIM (compare-and-swap)──▶ FREE, CLAIM ──all other words, then STATUS (next generation)──▶ LIVE
//   ▲                                            │                                                             │
//   │                 its end in the middle, as the thread knows that started it                 its end is found, by any thread
//   │                                            │                                                             │
//   └────────────────────────────────────────────┴── the thread that started it, or the next one above ◀──── DEAD
//
// The first word that a claimer writes says who it is: a slot is not lost with a thread that ends before its claim is complete. Of a slot
// that is LIVE all words are those of its thread.
//
// STATUS keeps its generation when it is free, so a thread that has found the end of an earlier one cannot mark a later one dead.
//
// Any thread may find the end, but one alone gives the slot back, since what it takes away (bits of the slot) is the next thread's otherwise.
const STATUS = 0;
const NODE_ID = 1;
const PARENT = 2;
const TASK = 8;
const START = 9;
const CLAIM = 10;

const FREE = 0;
const LIVE = 1;
const DEAD = 2;

/** Ids are below 2²⁹: words that hold one have two bits for flags. */
const GENERATION_MASK = 2 ** 21 - 1;

/**
 * @param {number} slot
 * @returns {number} index of its first word
 *
 * Threads: any. Blocks: never.
 */
export const threadBase = (slot) => THREADS + slot * THREAD_WORDS;

/** @param {number} id @returns {number} STATUS of its slot while the thread runs */
const liveStatus = (id) => ((id >>> 8) << 2) | LIVE;

/**
 * Whether the thread may still run. False only after it has ended, so what it left half done may be taken over then.
 *
 * @param {number} id as `me` gave it in that thread
 * @returns {boolean}
 *
 * Threads: any. Blocks: never.
 */
export function isAlive(id) {
	// Pairs with compareExchange in markEnded: what the thread wrote before it ended is seen by a thread that sees it dead.
	return load(I32, threadBase(id & 255) + STATUS) === liveStatus(id);
}

/**
 * Take a slot for a thread of this heap.
 *
 * @param {number} nodeId `threadId` of node:worker_threads
 * @param {number} parent id of the thread above it, or 0
 * @param {Task} [task]
 * @returns {number} its id, or 0 when there is no slot left
 *
 * Threads: any. Blocks: never.
 */
export function claimSlot(nodeId, parent, { number: task, start } = { number: 0, start: 0 }) {
	// Two copies of this module in one thread are the same thread.
	for (let slot = 0; slot < MAX_THREADS; slot++) {
		const status = load(I32, threadBase(slot) + STATUS);
		if ((status & 3) === LIVE && load(I32, threadBase(slot) + NODE_ID) === nodeId + 1)
			return idOf(slot, status);
	}
	const claim = claimOf(nodeId, parent);
	for (let slot = 0; slot < MAX_THREADS; slot++) {
		const base = threadBase(slot);
		if (!isVacant(base) || compareExchange(I32, base + CLAIM, 0, claim) !== 0) continue;
		const status = load(I32, base + STATUS);
		if ((status & 3) !== FREE) {
			// Another thread has had it since, and its end is being dealt with.
			compareExchange(I32, base + CLAIM, claim, 0);
			continue;
		}
		if (load(I32, base + CLAIM) !== claim) continue; // taken back with what that thread had
		store(I32, base + PARENT, parent);
		store(I32, base + NODE_ID, nodeId + 1);
		store(I32, base + START, start);
		store(I32, base + TASK, task);
		const next = (nextGeneration(status >>> 2) << 2) | LIVE;
		store(I32, base + STATUS, next); // from here on any thread can find its end; pairs with load in isAlive, markDead
		return idOf(slot, next);
	}
	return 0;
}

/** @param {number} base of a slot @returns {boolean} whether a thread may claim it */
function isVacant(base) {
	const status = load(I32, base + STATUS);
	if ((status & 3) === LIVE || load(I32, base + CLAIM) !== 0) return false;
	// A thread has ended while it gave it back: no other one will.
	if ((status & 3) === DEAD) compareExchange(I32, base + STATUS, status, (status & ~3) | FREE);
	return true;
}

/** Bits of CLAIM for the slot of the parent + 1; 0: it has none. */
const PARENT_BITS = 9;
/** Threads that live at once have less than that many others between them. */
const CLAIMERS = 2 ** (32 - PARENT_BITS) - 1;

/** @param {number} nodeId @param {number} parent id, or 0 @returns {number} what CLAIM is: the thread, and the slot of the one above it; not 0 */
const claimOf = (nodeId, parent) =>
	(((nodeId % CLAIMERS) + 1) << PARENT_BITS) | (parent === 0 ? 0 : (parent & 255) + 1);

/** @param {number} generation @returns {number} the next one, from 1 */
const nextGeneration = (generation) => (generation % GENERATION_MASK) + 1;

/** @param {number} slot @param {number} status @returns {number} */
const idOf = (slot, status) => slot | ((status >>> 2) << 8);

/**
 * @param {number} id
 * @returns {Task} of that thread, as far as it is known
 *
 * Threads: any. Blocks: never.
 */
export function taskOf(id) {
	const base = threadBase(id & 255);
	return { number: load(I32, base + TASK), start: load(I32, base + START) };
}

/**
 * @param {number} id
 * @returns {number} `threadId` of that thread
 *
 * Threads: any. Blocks: never.
 */
export const nodeIdOf = (id) => load(I32, threadBase(id & 255) + NODE_ID) - 1;

/**
 * Note that a thread has ended. The thread that started it still has to give its slot back.
 *
 * @param {number} id of a thread of which that is certain
 *
 * Threads: any. Blocks: never.
 */
export function markEnded(id) {
	const live = liveStatus(id);
	compareExchange(I32, threadBase(id & 255) + STATUS, live, (live & ~3) | DEAD); // pairs with load in isAlive
}

/**
 * Note that a thread has ended, and with it those that it has started.
 *
 * @param {number} nodeId `threadId` that it had
 * @returns {number[]} ids of the threads that are dead now and whose slots have to be given back: descendants first
 *
 * Threads: the one that started it, or one above that when that one has ended. Blocks: never.
 */
export function markDead(nodeId) {
	const claimer = claimOf(nodeId, 0) >>> PARENT_BITS;
	for (let slot = 0; slot < MAX_THREADS; slot++) {
		const base = threadBase(slot);
		const claim = load(I32, base + CLAIM);
		if (claim >>> PARENT_BITS !== claimer) continue;
		const status = load(I32, base + STATUS);
		if ((status & 3) === FREE) takeClaimBack(base, claim);
		// DEAD when another thread has found the end before.
		else if (load(I32, base + NODE_ID) === nodeId + 1) return markFamily(idOf(slot, status));
	}
	return [];
}

/** @param {number} base of a slot @param {number} claim of a thread that has ended before its claim was complete */
function takeClaimBack(base, claim) {
	compareExchange(I32, base + CLAIM, claim, 0); // from here on another thread may claim it
}

/** @param {number} id of a thread that has ended @returns {number[]} */
function markFamily(id) {
	/** @type {number[]} */
	const dead = [];
	// Node joins the threads below a worker before the worker's own 'exit', so none of them runs any more.
	for (let other = 0; other < MAX_THREADS; other++) {
		const base = threadBase(other);
		const claim = load(I32, base + CLAIM);
		if ((claim & (2 ** PARENT_BITS - 1)) !== (id & 255) + 1) continue;
		const status = load(I32, base + STATUS);
		if ((status & 3) === FREE) takeClaimBack(base, claim);
		else if (load(I32, base + PARENT) === id) dead.push(...markFamily(idOf(other, status)));
	}
	markEnded(id);
	dead.push(id);
	return dead;
}

/**
 * Let a slot be claimed again.
 *
 * @param {number} id of a dead thread whose recovery has run
 *
 * Threads: the one that `markDead` gave it to. Blocks: never.
 */
export function freeSlot(id) {
	const base = threadBase(id & 255);
	const dead = ((id >>> 8) << 2) | DEAD;
	const claim = load(I32, base + CLAIM); // before it is asked whose the slot is: what a later thread claims stays
	if (load(I32, base + STATUS) !== dead) return;
	if (claim !== 0) takeClaimBack(base, claim);
	compareExchange(I32, base + STATUS, dead, (dead & ~3) | FREE);
}

/**
 * @returns {number[]} ids of all threads that have a slot, dead or alive
 *
 * Threads: any. Blocks: never.
 */
export function knownThreads() {
	/** @type {number[]} */
	const ids = [];
	for (let slot = 0; slot < MAX_THREADS; slot++) {
		const status = load(I32, threadBase(slot) + STATUS);
		if ((status & 3) !== FREE) ids.push(idOf(slot, status));
	}
	return ids;
}
