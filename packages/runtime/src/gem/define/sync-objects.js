/** @import { Keeper } from './sync-parts.js' */
import { gemReleased } from '../../errors/codes.js';
import { compareExchange } from '../memory/atomics.js';
import { I32 as words } from '../memory/heap.js';
import { isAlive, me } from '../memory/threads.js';
import {
	compareAndSet,
	countOne,
	fetchAndAdd,
	getLong,
	increment,
	setLong,
} from '../sync/atomic-long.js';
import { awaitSignal, awaitSignalAsync, countOf, signal } from '../sync/event.js';
import { awaitLatch, awaitLatchAsync, countDown } from '../sync/latch.js';
import { hasLock, lock, tryLock, unlock } from '../sync/lock.js';
import { holderOf, whenFree } from '../sync/lock-watch.js';
import { Stripes } from '../sync/stripes.js';
import { ACQUIRED, CONFLICT, LockTable, lockTableCells } from '../sync/tlrw.js';
import { keeping } from './sync-parts.js';

/** A constant of this module: V8 would look up the import each time. */
const I32 = words;

// What configurations get for the parts that `Sync` plans: objects over addresses that nobody can change.

/** An integer that threads change atomically; exact up to ±(2⁵³ - 1). Threads: any. Blocks: never. */
export class AtomicLong {
	/** @type {number} */
	#address;

	/** @param {number} address of a cell */
	constructor(address) {
		this.#address = address;
	}

	/** @returns {number} */
	get() {
		return getLong(this.#address);
	}

	/** @param {number} value */
	set(value) {
		setLong(this.#address, value);
	}

	/** @param {number} [by] @returns {number} the value after */
	increment(by = 1) {
		return increment(this.#address, by);
	}

	/** Add one, and look at nothing: half of what `increment` costs. */
	countOne() {
		countOne(this.#address);
	}

	/** @param {number} by @returns {number} the value before; the name that [GEM16 Fig. 6] uses */
	atomicIncrement(by) {
		return fetchAndAdd(this.#address, by);
	}

	/** @param {number} by @returns {number} the value before */
	fetchAndAdd(by) {
		return fetchAndAdd(this.#address, by);
	}

	/** @param {number} expected @param {number} value @returns {boolean} whether it was what was expected, and is the value now */
	compareAndSet(expected, value) {
		return compareAndSet(this.#address, expected, value);
	}
}

/** Several of them. Threads: any. Blocks: never. */
export class AtomicLongs {
	/** @type {AtomicLong[]} */
	#longs;

	/** @param {number} address @param {number} count */
	constructor(address, count) {
		this.#longs = Array.from({ length: count }, (_, index) => new AtomicLong(address + index));
	}

	/** @param {number} index @returns {number} */
	get(index) {
		return this.#longs[index].get();
	}

	/** @param {number} index @param {number} value */
	set(index, value) {
		this.#longs[index].set(value);
	}

	/** @param {number} index @param {number} by @returns {number} the value before */
	fetchAndAdd(index, by) {
		return this.#longs[index].fetchAndAdd(by);
	}

	/** Add one, and look at nothing: half of what `fetchAndAdd` costs. @param {number} index */
	countOne(index) {
		this.#longs[index].countOne();
	}

	/** @param {number} index @param {number} expected @param {number} value @returns {boolean} */
	compareAndSet(index, expected, value) {
		return this.#longs[index].compareAndSet(expected, value);
	}
}

/**
 * A lock of one thread at a time; not reentrant. A thread that ends with it does not keep it: its logged changes are taken back, and
 * the next one gets it, and is told. Threads: any.
 */
export class Lock {
	/** @type {number} */
	#word;
	#me = me();
	#keeper;

	/** @param {number} address of a cell @param {Keeper} [keeper] of its memory */
	constructor(address, keeper) {
		this.#word = 2 * address;
		this.#keeper = keeper;
	}

	/** @returns {boolean} whether this thread has it now. Blocks: never. */
	tryLock() {
		// The frequent case here, and in few words: V8 puts it into loops.
		return compareExchange(I32, this.#word, 0, this.#me) === 0 || tryLock(this.#word) !== 'busy';
	}

	/** @returns {'acquired' | 'abandoned' | 'would-block' | 'held'} 'held': this thread has it. Blocks: until it is free; the host for 1 ms. */
	lock() {
		return lock(this.#word);
	}

	/** Blocks: never. */
	unlock() {
		const me = this.#me;
		if (compareExchange(I32, this.#word, me, 0) !== me) unlock(this.#word);
	}

	/** @returns {boolean} whether a thread that lives has it. Blocks: never. */
	isTaken() {
		const holder = holderOf(this.#word);
		return holder !== 0 && isAlive(holder);
	}

	/** @returns {boolean} whether this thread has it. Blocks: never. */
	isMine() {
		return hasLock(this.#word);
	}

	/** @returns {Promise<void>} when no other thread has it, for a moment at least. Blocks: never. */
	whenFree() {
		return keeping(() => whenFree(this.#word), this.#keeper);
	}
}

/** Opens after a number of calls. Threads: any. */
export class Latch {
	/** @type {number} */
	#word;
	#keeper;

	/** @param {number} address of a cell that holds the count @param {Keeper} [keeper] of its memory */
	constructor(address, keeper) {
		this.#word = 2 * address;
		this.#keeper = keeper;
	}

	/** @returns {number} what is left. Blocks: never. */
	countDown() {
		return countDown(this.#word);
	}

	/** @param {number} [timeoutMs] @returns {'open' | 'timed-out' | 'would-block'} Blocks: until it is open; the host for 1 ms. */
	await(timeoutMs) {
		return awaitLatch(this.#word, timeoutMs);
	}

	/** @returns {Promise<void>} Blocks: never. */
	awaitAsync() {
		return keeping(() => awaitLatchAsync(this.#word), this.#keeper);
	}
}

/** A value of one thread. Threads: one. Blocks: never. */
export class ThreadLocal {
	#value;

	/** @param {unknown} initial */
	constructor(initial) {
		this.#value = initial;
	}

	/** @returns {unknown} */
	get() {
		return this.#value;
	}

	/** @param {unknown} value */
	set(value) {
		this.#value = value;
	}
}

/** Something that is signalled, for which threads wait. Threads: any. */
export class Event {
	/** @type {number} */
	#word;
	#keeper;

	/** @param {number} address of a cell @param {Keeper} [keeper] of its memory */
	constructor(address, keeper) {
		this.#word = 2 * address;
		this.#keeper = keeper;
	}

	/** @returns {number} to wait with. Blocks: never. */
	count() {
		return countOf(this.#word);
	}

	/** Blocks: never. */
	signal() {
		signal(this.#word);
	}

	/** @param {number} count as it was @param {number} timeoutMs Blocks: until it is signalled after that. Workers only. */
	wait(count, timeoutMs) {
		awaitSignal(this.#word, count, timeoutMs);
	}

	/** @param {number} count as it was @param {number} timeoutMs @returns {Promise<void>} Blocks: never. */
	waitAsync(count, timeoutMs) {
		return keeping(() => awaitSignalAsync(this.#word, count, timeoutMs), this.#keeper);
	}
}

/** Cells of {@link ReaderWriterLocks}. Threads: any. Blocks: never. @param {number} stripes @returns {number} */
export const cellsOfLocks = (stripes) => lockTableCells(stripes);

/**
 * Locks for many readers or one writer each; what a thread has taken it gives back all at once. Nobody waits for long: who meets another
 * thread is told, and has to give back what it has before it tries again. Threads: any.
 */
export class ReaderWriterLocks {
	/** @type {LockTable} */
	#table;
	#mask;
	#hasJoined = false;
	/** stripes that this thread reads */
	#read = new Stripes();
	/** stripes that this thread writes */
	#written = new Stripes();
	/** stripes of the hashes that are locked at once */
	#wanted = new Int32Array(64);

	/** @param {number} address @param {number} stripes a power of two */
	constructor(address, stripes) {
		this.#table = new LockTable(address, stripes);
		this.#mask = stripes - 1;
	}

	/**
	 * Without a bit, what was locked for reading is locked as for writing, and given back like that: so a bit that gets free meanwhile has to
	 * wait until all of it was given back.
	 */
	#join() {
		if (this.#read.length === 0) this.#hasJoined = this.#table.join();
	}

	/** @param {number} hash any int32: equal ones share a lock @returns {boolean} false when a writer is in the way. Blocks: for spins. */
	tryRead(hash) {
		if (!this.#hasJoined) this.#join();
		const stripe = (hash >>> 8) & this.#mask;
		this.#read.reserve(1); // before: what is taken is on the list
		const outcome = this.#table.tryRead(stripe);
		if (outcome === ACQUIRED) this.#read.push(stripe);
		return outcome !== CONFLICT;
	}

	/** @param {number} hash @returns {boolean} false when a reader or writer is in the way. Blocks: for spins. */
	tryWrite(hash) {
		if (!this.#hasJoined) this.#join();
		const stripe = (hash >>> 8) & this.#mask;
		this.#written.reserve(1);
		const outcome = this.#table.tryWrite(stripe);
		if (outcome === ACQUIRED) this.#written.push(stripe);
		return outcome !== CONFLICT;
	}

	/**
	 * Lock one after the other for reading.
	 *
	 * @param {Int32Array} hashes
	 * @param {number} [count] how many of the first
	 * @returns {number} how many of the first are locked: up to one where a writer is in the way. Blocks: for spins.
	 */
	tryReadAll(hashes, count = hashes.length) {
		if (!this.#hasJoined) this.#join();
		this.#read.reserve(count);
		return this.#table.tryReadAll(this.#stripesOf(hashes, count), count, this.#read);
	}

	/** The same for writing. @param {Int32Array} hashes @param {number} [count] @returns {number} */
	tryWriteAll(hashes, count = hashes.length) {
		if (!this.#hasJoined) this.#join();
		this.#written.reserve(count);
		return this.#table.tryWriteAll(this.#stripesOf(hashes, count), count, this.#written);
	}

	/** @param {Int32Array} hashes @param {number} count @returns {Int32Array} valid until the next call */
	#stripesOf(hashes, count) {
		if (this.#wanted.length < count) this.#wanted = new Int32Array(2 * count);
		const wanted = this.#wanted;
		const mask = this.#mask;
		for (let at = 0; at < count; at++) wanted[at] = (hashes[at] >>> 8) & mask;
		return wanted;
	}

	/** @returns {{ read: number, written: number }} what this thread has, for `releaseTo`. Blocks: never. */
	held() {
		return { read: this.#read.length, written: this.#written.length };
	}

	/** Give back what was taken since. @param {{ read: number, written: number }} held Blocks: never. */
	releaseTo({ read, written }) {
		this.#table.releaseReads(this.#read, read);
		const taken = this.#written;
		while (taken.length > written) this.#table.releaseWrite(taken.items[--taken.length]);
	}

	/** Give back everything. Blocks: never. */
	releaseAll() {
		this.releaseTo({ read: 0, written: 0 });
	}

	/** Take away what threads had that have ended, after their changes were taken back. Blocks: while another thread does so. */
	recover() {
		this.#table.recoverAll();
	}
}

const NAMES = [AtomicLong, AtomicLongs, Lock, Latch, Event, ReaderWriterLocks].flatMap(
	({ prototype }) => Object.getOwnPropertyNames(prototype),
);

/** What parts of a released GEM have in place of their methods. */
const RELEASED = Object.freeze(
	Object.fromEntries(
		NAMES.map((name) => [
			name,
			() => {
				throw gemReleased();
			},
		]),
	),
);

/**
 * Take the methods of a part away: its memory may be another GEM's from now on, and code that has kept the part would change that. A look at
 * each call would cost half of what locking costs.
 *
 * Threads: one. Blocks: never.
 *
 * @param {object} part any of these
 */
export function detach(part) {
	Object.setPrototypeOf(part, RELEASED);
}
