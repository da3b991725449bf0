/** @import { Worker } from 'node:worker_threads' */
import { subscribe } from 'node:diagnostics_channel';
import {
	getEnvironmentData,
	isMainThread,
	setEnvironmentData,
	threadId,
} from 'node:worker_threads';
import { gemThreads } from '../../errors/codes.js';
import { wait } from './atomics.js';
import { heapId, I32 } from './heap.js';
import { FENCE, MAX_THREADS } from './layout.js';
import {
	claimSlot,
	freeSlot,
	isAlive,
	knownThreads,
	markDead,
	markEnded,
	nodeIdOf,
	taskOf,
	threadBase,
} from './slots.js';
import { isOver, ownTask } from './tasks.js';
import { VERSION } from './version.js';

// This thread, and how it hears of the end of others. There are three ways:
//
//  'exit'      of a worker that this thread has started: in its event loop, for certain. What the thread has left is recovered then, and its
//              slot given back. If the thread that started it does not know of GEMs, that of the next one above tells.
//  tasks.js    of any thread, at once; on Linux
//  the worker  of one that this thread has started, at once, once the event loop has turned since: Node says that its loop is no more
//
// The last two need no event loop. A thread that waits for another one asks them (`hasEnded`), since it may be the one that has started it, or
// that one may wait or compute for long.

// Two copies of this module in one thread that share the heap both hear of the end of a worker; the first one marks its slot.
const DEAD_IDS = Symbol.for(`@lapidary/runtime.gem-dead-ids/${VERSION}`);
const PARENT_KEY = `@lapidary/runtime.gem-parent/${VERSION}`;
/** To ask takes as long as a thousand loads, and what waits asks again and again. */
const ASK_EVERY_MS = 20;
/** How long a thread waits for a slot of a thread that has ended and whose parent has not turned its event loop since. */
const SLOT_LIMIT_MS = 5000;

/** Whether this is the thread that the program began with, whose event loop must not wait. */
export const isHost = isMainThread;

/** This thread, for as long as it runs. `listeners` are told of the death of threads below this one, `exits` of that of any worker. */
const self = {
	id: 0,
	/** id of the nearest thread above it that has the heap, or 0 */
	parent: 0,
	/** @type {((id: number) => void)[]} */
	listeners: [],
	/** @type {((nodeId: number) => void)[]} */
	exits: [],
};

/** Of workers that this thread has started and that have not told of their end, by `threadId`. Per-thread state. */
const workers = /** @type {Map<number, Worker['performance']>} */ (new Map());

/** When each slot may be asked for again. Per-thread state. */
const askAgain = new Float64Array(MAX_THREADS);

/**
 * This thread's id: `slot | generation << 8`, never 0.
 *
 * @returns {number} from 256 to 2²⁹
 *
 * Threads: any. Blocks: never.
 */
export function me() {
	return self.id;
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
 * Hear of the end of workers that this thread has started, also of those that have loaded nothing of GEMs.
 *
 * @param {(nodeId: number) => void} listener gets the `threadId` that the worker had
 *
 * Threads: any. Blocks: never.
 */
export function onExitOf(listener) {
	self.exits.push(listener);
}

/**
 * @returns {number} id of the nearest thread above this one that has the memory of GEMs; 0 for none
 *
 * Threads: any. Blocks: never.
 */
export const parentOfMe = () => self.parent;

/**
 * Whether a thread has ended, also when no event loop has told of it: for those that would wait for it otherwise.
 *
 * @param {number} id
 * @returns {boolean} false when that is not known
 *
 * Threads: any. Blocks: never; for some 30 µs now and then.
 */
export function hasEnded(id) {
	if (!isAlive(id)) return true;
	const now = performance.now();
	if (id === self.id || now < askAgain[id & 255]) return false;
	askAgain[id & 255] = now + ASK_EVERY_MS;
	// Of this id: a later thread may have the slot by now, and then it is dead already.
	if (isOver(taskOf(id)) || isLoopOver(nodeIdOf(id))) markEnded(id);
	return !isAlive(id);
}

/**
 * @param {number} nodeId
 * @returns {boolean} whether it is a worker of this thread in which no code runs any more
 */
function isLoopOver(nodeId) {
	// -1 in place of a time: Node has closed the environment of the worker, or not made it yet. The latter cannot be, since it has a slot.
	return (workers.get(nodeId)?.eventLoopUtilization().idle ?? 0) < 0;
}

/** @param {Worker} worker of this thread @param {number} nodeId that it had */
function onExit(worker, nodeId) {
	// Programs can emit, too: Node takes the id away from a worker that has ended.
	if (worker.threadId !== -1 || !workers.delete(nodeId)) return;
	const known = /** @type {Worker & { [DEAD_IDS]?: number[] }} */ (worker);
	const isFirst = known[DEAD_IDS] === undefined;
	const ids = (known[DEAD_IDS] ??= markDead(nodeId));
	for (const id of ids) for (const listener of self.listeners) callListener(listener, id);
	for (const listener of self.exits) callListener(listener, nodeId);
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

/**
 * Hear of the end of a worker of this thread, if that is not the case yet: it may have been started before this module was loaded.
 *
 * @param {Worker} worker that has not ended
 *
 * Threads: any. Blocks: never.
 */
export function watch(worker) {
	const nodeId = worker.threadId; // it is -1 after the end
	if (workers.has(nodeId)) return;
	const { emit, performance: loop } = worker;
	workers.set(nodeId, loop);
	worker.once('exit', () => onExit(worker, nodeId));
	// The worker is the program's, which may remove all listeners. What emits to them stays.
	Object.defineProperty(worker, 'emit', {
		configurable: true,
		writable: true,
		/** @this {Worker} @param {[any, ...any[]]} event */
		value(...event) {
			// Node keeps what it was told of the loop while there was one, and says nothing afterwards if it was not asked before.
			if (event[0] === 'online') loop.eventLoopUtilization();
			if (event[0] === 'exit') onExit(worker, nodeId);
			return Reflect.apply(emit, this, event);
		},
	});
}

/**
 * @param {number} parent id of the thread above this one
 * @returns {number} id of this thread
 * @throws {LapidaryError} LP8113
 */
function claim(parent) {
	const end = performance.now() + SLOT_LIMIT_MS;
	for (;;) {
		const id = claimSlot(threadId, parent, ownTask);
		if (id !== 0) return id;
		// A slot is free as soon as the thread that has started an ended one hears of it.
		const isPassing = knownThreads().some(hasEnded);
		if (isHost || !isPassing || performance.now() > end) throw gemThreads({ limit: MAX_THREADS });
		wait(I32, FENCE, 0, 1); // nothing wakes it: FENCE never has another value
	}
}

function join() {
	const parent = /** @type {{ heap: number, id: number } | undefined} */ (
		getEnvironmentData(PARENT_KEY)
	);
	self.parent = parent?.heap === heapId ? parent.id : 0;
	self.id = claim(self.parent);
	// The channel tells of each worker that this thread starts.
	subscribe('worker_threads', (message) =>
		watch(/** @type {{ worker: Worker }} */ (message).worker),
	);
	// For the threads that are started from here.
	setEnvironmentData(PARENT_KEY, /** @type {any} */ ({ heap: heapId, id: self.id }));
}

join();

export { claimSlot, freeSlot, isAlive, markDead, nodeIdOf, threadBase };
