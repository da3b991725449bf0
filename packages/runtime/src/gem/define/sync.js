import { I32 } from '../memory/heap.js';
import { FORSAKEN } from '../memory/claim.js';
import { hasEnded, isHost, me } from '../memory/threads.js';
import { fence } from '../sync/fence.js';
import { pause } from '../sync/pause.js';
import {
	AtomicLong,
	AtomicLongs,
	cellsOfLocks,
	Event,
	Latch,
	Lock,
	ReaderWriterLocks,
	ThreadLocal,
} from './sync-objects.js';
import { SyncPart } from './sync-parts.js';

/**
 * Concurrency control for those who define types of GEM; their users have no way to it. [GEM16 §4.2.2]
 *
 * `new…` stand in `internal` (one for each GEM), `static.shared` (one for the type) or, `newThreadLocal`, in `local`.
 */
export const Sync = Object.freeze({
	/**
	 * An integer that threads change atomically: `get`, `set`, `increment`, `fetchAndAdd`, `compareAndSet`.
	 *
	 * @param {number} [initial] a safe integer
	 */
	newAtomicLong: (initial = 0) =>
		new SyncPart(
			1,
			(address) => new AtomicLong(address),
			(address) => new AtomicLong(address).set(initial),
		),

	/** `count` of them, all 0, by index. @param {number} count */
	newAtomicLongs: (count) => new SyncPart(count, (address) => new AtomicLongs(address, count)),

	/** `tryLock`, `lock`, `unlock`, `isTaken`, `whenFree`: of one thread at a time, which may end without unlocking it. */
	newLock: () =>
		Object.assign(new SyncPart(1, (address, keeper) => new Lock(address, keeper)), {
			isLock: true,
		}),

	/** Opens after `count` calls of `countDown`. @param {number} count */
	newLatch: (count) =>
		new SyncPart(
			1,
			(address, keeper) => new Latch(address, keeper),
			(address) => void (I32[2 * address] = count),
		),

	/** Locks for many readers or one writer each, by stripe: `tryRead`, `tryWrite`, `releaseAll`. @param {number} stripes a power of two */
	newReaderWriterLocks: (stripes) =>
		new SyncPart(cellsOfLocks(stripes), (address) => new ReaderWriterLocks(address, stripes)),

	/** Something that is signalled, for which threads wait: `count`, `signal`, `wait`, `waitAsync`. */
	newEvent: () => new SyncPart(1, (address, keeper) => new Event(address, keeper)),

	/** Let another thread get on. @param {number} spins a few nanoseconds each @param {number} sleepMs after that, in workers */
	pause: (spins, sleepMs) => pause(spins, sleepMs),

	/** A value of each thread's own. @param {unknown} initial */
	newThreadLocal: (initial) => new SyncPart(0, () => new ThreadLocal(initial)),

	/** The id of this thread: from 256, other than that of any thread that lives. */
	currentThread: () => me(),

	/** In place of the id of a thread that has ended, for `abandon`: one that lives was left in the middle by an exception of the engine. */
	forsaken: FORSAKEN,

	/** Whether a thread may still run. @param {number} thread id */
	isAlive: (thread) => !hasEnded(thread),

	/** Whether this is the thread whose event loop must not wait. */
	isHost,

	/** Read a property, and see everything that was written before it was stored. @param {any} shared @param {string} key */
	load(shared, key) {
		fence();
		const value = shared[key];
		fence();
		return value;
	},

	/** Write a property after everything that was written before. @param {any} shared @param {string} key @param {unknown} value */
	store(shared, key, value) {
		fence();
		shared[key] = value;
		fence();
	},

	/** @param {any} shared @param {string} key @returns {boolean} */
	has(shared, key) {
		fence();
		return Object.hasOwn(shared, key);
	},
});
