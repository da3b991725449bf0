/** @import { Worker } from 'node:worker_threads' */
import { subscribe } from 'node:diagnostics_channel';
import {
	getEnvironmentData,
	isMainThread,
	setEnvironmentData,
	threadId,
} from 'node:worker_threads';
import { compareExchange, load, store } from './atomics.js';
import { heapId, I32 } from './heap.js';
import { MAX_THREADS, THREAD_WORDS, THREADS } from './layout.js';

// Which threads there are. A slot of the table:
//
//  word 0   STATUS   phase | generation << 2; written by the thread that claims it, then by the parent of that thread
//  word 1   NODE_ID  `threadId` of node:worker_threads + 1; 0 while nobody has the slot. Written by the claimer
//  word 2   PARENT   id of the nearest thread above it that has a slot, or 0. Written by the claimer
//  word 3…  the undo log of the thread (undo-log.js)
//
//  FREE ──claim (compare-and-swap; next generation)──▶ LIVE ──'exit' in the parent──▶ DEAD ──recovery has run──▶ FREE
//
// STATUS keeps its generation when it is free, so a claim that was late cannot succeed twice.
//
// A thread is found dead by the one that started it, if that one has loaded this file before; else when one further up ends.
const STATUS = 0;
const NODE_ID = 1;
const PARENT = 2;

const FREE = 0;
const LIVE = 1;
const DEAD = 2;

/** Ids are below 2²⁹: words that hold one have two bits for flags. */
const GENERATION_MASK = 2 ** 21 - 1;
// Two copies of this module in one thread both hear of the end of a worker; the first one marks its slot.
const DEAD_IDS = Symbol.for('@lapidary/runtime.gem-dead-ids');
const PARENT_KEY = '@lapidary/runtime.gem-parent';

/** Whether this is the thread that the program began with, whose event loop must not wait. */
export const isHost = isMainThread;

/** This thread, for as long as it runs. `listeners` are told of the death of threads that this one has started. */
const self = {
	id: 0,
	/** @type {((id: number) => void)[]} */
	listeners: [],
};

/**
 * This thread's id: `slot | generation << 8`, never 0.
 *
 * @returns {number} from 256 to 2²⁹
 * @throws {LapidaryError} never; a RangeError when more than 256 threads use GEMs at once
 *
 * Threads: any. Blocks: never.
 */
export function me() {
	return self.id;
}

/**
 * @param {number} slot
 * @returns {number} index of its first word
 *
 * Threads: any. Blocks: never.
 */
export const threadBase = (slot) => THREADS + slot * THREAD_WORDS;

/**
 * Whether the thread may still run. False only after it has ended, so what it left half done may be taken over then.
 *
 * @param {number} id as {@link me} gave it in that thread
 * @returns {boolean}
 *
 * Threads: any. Blocks: never.
 */
export function isAlive(id) {
	// Pairs with the store in markDead: what the thread wrote before it ended is seen by whoever sees it dead.
	return load(I32, threadBase(id & 255) + STATUS) === (((id >>> 8) << 2) | LIVE);
}

/**
 * Hear of the death of threads below this one. The listener that was added last is called first: it belongs to what
 * builds on the others. What a listener throws is reported as an uncaught exception, after the others were called.
 *
 * @param {(id: number) => void} listener called on this thread, after `isAlive(id)` has become false
 *
 * Threads: any. Blocks: never.
 */
export function onDeath(listener) {
	self.listeners.unshift(listener);
}

/**
 * Take a slot for a thread of this heap.
 *
 * @param {number} nodeId `threadId` of node:worker_threads
 * @param {number} parent id of the thread above it, or 0
 * @returns {number} its id
 *
 * Threads: any. Blocks: never.
 */
export function claimSlot(nodeId, parent) {
	// Two copies of this module in one thread are the same thread.
	for (let slot = 0; slot < MAX_THREADS; slot++) {
		const base = threadBase(slot);
		const status = load(I32, base + STATUS);
		if ((status & 3) === LIVE && load(I32, base + NODE_ID) === nodeId + 1)
			return idOf(slot, status);
	}
	for (let slot = 0; slot < MAX_THREADS; slot++) {
		const base = threadBase(slot);
		const status = load(I32, base + STATUS);
		if ((status & 3) !== FREE) continue;
		const next = (nextGeneration(status >>> 2) << 2) | LIVE;
		if (compareExchange(I32, base + STATUS, status, next) !== status) continue;
		store(I32, base + PARENT, parent);
		store(I32, base + NODE_ID, nodeId + 1); // from here on the parent finds the slot; pairs with load in markDead
		return idOf(slot, next);
	}
	throw new RangeError(`more than ${MAX_THREADS} threads use GEMs at once`);
}

/** @param {number} generation @returns {number} the next one, from 1 */
const nextGeneration = (generation) => (generation % GENERATION_MASK) + 1;

/** @param {number} slot @param {number} status @returns {number} */
const idOf = (slot, status) => slot | ((status >>> 2) << 8);

/**
 * Note that a thread has ended, and with it those that it has started.
 *
 * @param {number} nodeId `threadId` that it had
 * @returns {number[]} ids of the threads that are dead now: descendants first
 *
 * Threads: the one that started it. Blocks: never.
 */
export function markDead(nodeId) {
	for (let slot = 0; slot < MAX_THREADS; slot++) {
		const base = threadBase(slot);
		const status = load(I32, base + STATUS);
		if ((status & 3) !== LIVE || load(I32, base + NODE_ID) !== nodeId + 1) continue;
		return markSlotDead(slot, status);
	}
	return [];
}

/** @param {number} slot @param {number} status of it, LIVE @returns {number[]} */
function markSlotDead(slot, status) {
	const base = threadBase(slot);
	const id = idOf(slot, status);
	/** @type {number[]} */
	const dead = [];
	// Node joins the threads below a worker before the worker's own 'exit', so none of them runs any more.
	for (let other = 0; other < MAX_THREADS; other++) {
		const otherStatus = load(I32, threadBase(other) + STATUS);
		if ((otherStatus & 3) !== LIVE || load(I32, threadBase(other) + PARENT) !== id) continue;
		dead.push(...markSlotDead(other, otherStatus));
	}
	store(I32, base + STATUS, (status & ~3) | DEAD); // pairs with load in isAlive
	dead.push(id);
	return dead;
}

/**
 * Let a slot be claimed again.
 *
 * @param {number} id of a dead thread whose recovery has run
 *
 * Threads: the one that marked it dead. Blocks: never.
 */
export function freeSlot(id) {
	const base = threadBase(id & 255);
	store(I32, base + NODE_ID, 0);
	store(I32, base + PARENT, 0);
	// Last: from here on another thread may claim it.
	compareExchange(I32, base + STATUS, ((id >>> 8) << 2) | DEAD, ((id >>> 8) << 2) | FREE);
}

/** @param {Worker} worker of this thread @param {number} nodeId that it had */
function onExit(worker, nodeId) {
	const known = /** @type {Worker & { [DEAD_IDS]?: number[] }} */ (worker);
	const isFirst = known[DEAD_IDS] === undefined;
	const ids = (known[DEAD_IDS] ??= markDead(nodeId));
	for (const id of ids) for (const listener of self.listeners) callListener(listener, id);
	// Later, so that the listeners of another copy of this module hear of it before a new thread has the slot.
	if (isFirst) queueMicrotask(() => ids.forEach(freeSlot));
}

/** @param {(id: number) => void} listener @param {number} id */
function callListener(listener, id) {
	try {
		listener(id);
	} catch (thrown) {
		// One that fails must not keep the others from running; and must not be silent.
		queueMicrotask(() => {
			throw thrown;
		});
	}
}

/** @param {unknown} message of the channel that tells of each worker that this thread starts */
function watch(message) {
	const { worker } = /** @type {{ worker: Worker }} */ (message);
	const nodeId = worker.threadId; // it is -1 after the end
	worker.once('exit', () => onExit(worker, nodeId));
}

function join() {
	const parent = /** @type {{ heap: number, id: number } | undefined} */ (
		getEnvironmentData(PARENT_KEY)
	);
	self.id = claimSlot(threadId, parent?.heap === heapId ? parent.id : 0);
	subscribe('worker_threads', watch);
	// For the threads that are started from here.
	setEnvironmentData(PARENT_KEY, /** @type {any} */ ({ heap: heapId, id: self.id }));
}

join();
