/** @import { Task } from './tasks.js' */
import { compareExchange, load, store } from './atomics.js';
import { I32 } from './heap.js';
import { MAX_THREADS, THREAD_WORDS, THREADS } from './layout.js';

// Which threads there are. A slot of the table:
//
//  word 0   STATUS   phase | generation << 2; written by the thread that claims it, then by those that have found its end
//  word 1   NODE_ID  `threadId` of node:worker_threads + 1; 0 while the slot is FREE. Written by the claimer
//  word 2   PARENT   id of the nearest thread above it that has a slot, or 0. Written by the claimer
//  word 3…  the undo log of the thread (undo-log.js)
//  word 8   TASK     what the operating system calls the thread (tasks.js), or 0. Written by the claimer
//  word 9   START    when it began. Written by the claimer, before TASK
//
//  FREE ──claim (compare-and-swap; next generation)──▶ LIVE ──its end is found, by any thread──▶ DEAD
//   ▲                                                                                             │
//   └──────────── the thread that started it, or the next one above, has recovered it ────────────┘
//
// STATUS keeps its generation when it is free, so a claim that was late cannot succeed twice, nor can a thread that has
// found the end of an earlier one mark a later one dead.
//
// Any thread may find the end, but one alone gives the slot back, since what it takes away (bits of the slot) is the next thread's otherwise.
const STATUS = 0;
const NODE_ID = 1;
const PARENT = 2;
const TASK = 8;
const START = 9;

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
	for (let slot = 0; slot < MAX_THREADS; slot++) {
		const base = threadBase(slot);
		const status = load(I32, base + STATUS);
		if (!isVacant(base, status)) continue;
		const next = (nextGeneration(status >>> 2) << 2) | LIVE;
		if (compareExchange(I32, base + STATUS, status, next) !== status) continue;
		store(I32, base + START, start);
		store(I32, base + TASK, task); // from here on any thread can find its end
		store(I32, base + PARENT, parent);
		store(I32, base + NODE_ID, nodeId + 1); // from here on the parent finds the slot; pairs with load in markDead
		return idOf(slot, next);
	}
	return 0;
}

/** @param {number} base of a slot @param {number} status of it @returns {boolean} whether a thread may claim it */
function isVacant(base, status) {
	if ((status & 3) === FREE) return true;
	// A thread has ended while it claimed it, or gave it back: no other one will.
	if ((status & 3) !== DEAD || load(I32, base + NODE_ID) !== 0) return false;
	// By the task of the dead thread its successor would be found dead.
	const task = load(I32, base + TASK);
	if (task !== 0) compareExchange(I32, base + TASK, task, 0);
	return true;
}

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
	for (let slot = 0; slot < MAX_THREADS; slot++) {
		const base = threadBase(slot);
		const status = load(I32, base + STATUS);
		// DEAD when another thread has found the end before.
		if ((status & 3) === FREE || load(I32, base + NODE_ID) !== nodeId + 1) continue;
		return markFamily(idOf(slot, status));
	}
	return [];
}

/** @param {number} id of a thread that has ended @returns {number[]} */
function markFamily(id) {
	/** @type {number[]} */
	const dead = [];
	// Node joins the threads below a worker before the worker's own 'exit', so none of them runs any more.
	for (let other = 0; other < MAX_THREADS; other++) {
		const base = threadBase(other);
		const status = load(I32, base + STATUS);
		if ((status & 3) === FREE) continue;
		// PARENT is that of an earlier thread until NODE_ID says whose the slot is.
		if (load(I32, base + NODE_ID) === 0 || load(I32, base + PARENT) !== id) continue;
		dead.push(...markFamily(idOf(other, status)));
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
	if (load(I32, base + STATUS) !== dead) return;
	store(I32, base + TASK, 0);
	store(I32, base + NODE_ID, 0); // from here on another thread may claim it; pairs with load in isVacant
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
