/** @import { Stripes } from './stripes.js' */
/** @import { Table } from './tlrw-layout.js' */
import {
	and,
	compareExchange,
	load,
	or,
	readPlain,
	SPINS,
	store,
	writePlain,
} from '../memory/atomics.js';
import { I32 as words } from '../memory/heap.js';
import { isAlive, me } from '../memory/threads.js';
import { ENTRIES, HIGH, LOW, READER, STRIPES, VERSION, WRITER } from './tlrw-layout.js';
import { recoverAll, recoverFrom } from './tlrw-recovery.js';

/** A constant of this module: V8 would look up the import each time. */
const I32 = words;

// Read-write locks for transactions: TLRW (Dice and Shavit, SPAA 2010), as [GEM16 §5.3] uses it. A reader is visible: it sets its bit
// and then looks for a writer; a writer puts its id down and then looks for readers. Operations are sequentially consistent,
// so of two that come at once at least one sees the other. Nobody waits for long: who meets another spins for a
// while, and then reports a conflict, after which its transaction gives up all it has and begins again.
//
// Where the words are is in tlrw-layout.js, and how those of threads that have ended get free in tlrw-recovery.js.
//
// Different from the paper: bits in two words in place of a byte a thread, since JavaScript has no fence but in an atomic
// operation; threads without a bit lock for writing where they would read; owners are ids, so that a dead one is known.

/** Another thread is in the way: the transaction has to give up what it has. */
export const CONFLICT = 0;
/** The stripe is this thread's now: it has to give it back. */
export const ACQUIRED = 1;
/** The stripe was this thread's before. */
export const HELD = 2;

/** @typedef {typeof CONFLICT | typeof ACQUIRED | typeof HELD} Outcome */

/**
 * How large the block of a table is.
 *
 * @param {number} stripes
 * @returns {number} cells
 *
 * Threads: any. Blocks: never.
 */
export const lockTableCells = (stripes) => STRIPES / 2 + 2 * stripes;

/** A table of read-write locks, as one thread sees it. */
export class LockTable {
	/** @type {Table} */
	#table;
	#base;
	#stripes;
	/** This thread's bits in LOW and HIGH; both 0 without a bit. */
	#low = 0;
	#high = 0;

	/**
	 * @param {number} address of a block of `lockTableCells(stripes)` cells
	 * @param {number} stripes a power of two
	 * @param {number} [readers] how many threads may have a bit, up to 62; the same in all threads
	 */
	constructor(address, stripes, readers = ENTRIES) {
		this.#base = 2 * address;
		this.#stripes = stripes;
		this.#table = { base: this.#base, stripes, readers };
	}

	/**
	 * Take a reader bit, once per thread and table. Without one the thread still works, but its reads exclude other reads.
	 *
	 * @returns {boolean} false when 62 threads that live have one
	 *
	 * Threads: those that have locked nothing for reading, since it is given back in another way with a bit. Blocks: while
	 * another thread undoes the log of a dead one.
	 */
	join() {
		const { readers } = this.#table;
		for (let bit = 0; bit < readers; bit++) {
			if (this.#takeBit(bit)) return true;
		}
		// Threads that have ended had theirs to the end: nothing tells a table that another thread ends.
		for (let bit = 0; bit < readers; bit++) {
			const owner = load(I32, this.#base + 2 * bit + READER);
			if (owner !== 0 && isAlive(owner)) continue;
			if (owner !== 0) this.recover(owner);
			if (this.#takeBit(bit)) return true;
		}
		return false;
	}

	/** @param {number} bit @returns {boolean} whether this thread has it now */
	#takeBit(bit) {
		const entry = this.#base + 2 * bit + READER;
		const owner = load(I32, entry);
		if (owner !== me() && (owner !== 0 || compareExchange(I32, entry, 0, me()) !== 0)) return false;
		this.#low = bit < 31 ? 1 << bit : 0;
		this.#high = bit < 31 ? 0 : 1 << (bit - 31);
		return true;
	}

	/** Give the reader bit back. This thread has no stripe. Threads: those that have joined. Blocks: never. */
	leave() {
		const mask = this.#low || this.#high;
		if (mask === 0) return;
		const bit = 31 - Math.clz32(mask) + (this.#low ? 0 : 31);
		this.#low = 0;
		this.#high = 0;
		store(I32, this.#base + 2 * bit + READER, 0);
	}

	/**
	 * The stripe of an address.
	 *
	 * @param {number} address
	 * @returns {number}
	 *
	 * Threads: any. Blocks: never.
	 */
	stripeOf(address) {
		// Neighbours of 32 bytes share one; the multiplication spreads blocks of equal sizes.
		return (Math.imul(address >>> 2, 0x9e3779b1) >>> 8) & (this.#stripes - 1);
	}

	/** @param {number} stripe @returns {number} index of its first word */
	#at(stripe) {
		return this.#base + STRIPES + 4 * stripe;
	}

	/**
	 * Lock a stripe for reading.
	 *
	 * @param {number} stripe
	 * @returns {Outcome}
	 *
	 * Threads: any. Blocks: for some spins. Ordering: acquire; pairs with {@link releaseWrite}.
	 */
	tryRead(stripe) {
		const at = this.#at(stripe);
		const mask = this.#low || this.#high;
		if (mask === 0) return this.tryWrite(stripe);
		const readers = at + (this.#low ? LOW : HIGH);
		// This thread alone changes its bit and puts its id down, so plain reads do.
		if ((readPlain(I32, readers) & mask) !== 0) return HELD;
		if (readPlain(I32, at + WRITER) === me()) return HELD;
		for (let spin = 0; spin <= SPINS; spin++) {
			// Pairs with the loads of #isRead in tryWrite: bit before WRITER here, WRITER before bits there.
			or(I32, readers, mask);
			if (load(I32, at + WRITER) === 0) return ACQUIRED;
			and(I32, readers, ~mask);
			while (spin < SPINS && load(I32, at + WRITER) !== 0) spin++;
		}
		return CONFLICT;
	}

	/**
	 * Lock stripes for reading as `tryRead` does, one after the other: what each of them asks anew is asked once.
	 *
	 * @param {Int32Array} stripes
	 * @param {number} count how many of the first
	 * @param {Stripes} taken gets those that are ACQUIRED; with room for them
	 * @returns {number} how many of the first are this thread's now: up to one that another thread writes
	 *
	 * Threads: any. Blocks: for some spins. Ordering: as `tryRead`.
	 */
	tryReadAll(stripes, count, taken) {
		const mask = this.#low || this.#high;
		const first = this.#base + STRIPES + (this.#low ? LOW : HIGH);
		const toWriter = this.#low ? WRITER - LOW : WRITER - HIGH;
		const self = me();
		const { items } = taken;
		let { length } = taken;
		let at = 0;
		for (; at < count && mask !== 0; at++) {
			const readers = first + 4 * stripes[at];
			if ((readPlain(I32, readers) & mask) !== 0) continue;
			if (readPlain(I32, readers + toWriter) === self) continue;
			or(I32, readers, mask);
			if (load(I32, readers + toWriter) !== 0) {
				and(I32, readers, ~mask);
				break;
			}
			items[length++] = stripes[at];
		}
		taken.length = length;
		// Somebody is there: perhaps not for long.
		for (; at < count; at++) {
			const outcome = this.tryRead(stripes[at]);
			if (outcome === CONFLICT) break;
			if (outcome === ACQUIRED) taken.push(stripes[at]);
		}
		return at;
	}

	/**
	 * Lock stripes for writing as `tryWrite` does, one after the other.
	 *
	 * @param {Int32Array} stripes
	 * @param {number} count how many of the first
	 * @param {Stripes} taken gets those that are ACQUIRED
	 * @returns {number} how many of the first are this thread's now: up to one that another thread has
	 *
	 * Threads: any. Blocks: for some spins. Ordering: as `tryWrite`.
	 */
	tryWriteAll(stripes, count, taken) {
		let at = 0;
		for (; at < count; at++) {
			const outcome = this.tryWrite(stripes[at]);
			if (outcome === CONFLICT) break;
			if (outcome === ACQUIRED) taken.push(stripes[at]);
		}
		return at;
	}

	/**
	 * Lock a stripe for writing. A thread that has locked it for reading keeps that, whatever comes out.
	 *
	 * @param {number} stripe
	 * @returns {Outcome}
	 *
	 * Threads: any. Blocks: for some spins. Ordering: acquire; pairs with {@link releaseRead} and {@link releaseWrite}.
	 */
	tryWrite(stripe) {
		const at = this.#at(stripe);
		if (readPlain(I32, at + WRITER) === me()) return HELD; // own id
		let spin = 0;
		while (compareExchange(I32, at + WRITER, 0, me()) !== 0) {
			if (++spin > SPINS) return CONFLICT;
		}
		while (this.#isRead(at)) {
			if (++spin <= SPINS) continue;
			store(I32, at + WRITER, 0);
			return CONFLICT;
		}
		return ACQUIRED;
	}

	/** @param {number} at @returns {boolean} whether another thread reads the stripe; pairs with `or` in tryRead */
	#isRead(at) {
		return (load(I32, at + LOW) & ~this.#low) !== 0 || (load(I32, at + HIGH) & ~this.#high) !== 0;
	}

	/**
	 * Give a stripe back that `tryRead` has ACQUIRED.
	 *
	 * @param {number} stripe
	 *
	 * Threads: the one that has it. Blocks: never. Ordering: release; pairs with {@link tryWrite}.
	 */
	releaseRead(stripe) {
		const at = this.#at(stripe);
		if (this.#low !== 0) and(I32, at + LOW, ~this.#low);
		else if (this.#high !== 0) and(I32, at + HIGH, ~this.#high);
		else this.releaseWrite(stripe);
	}

	/**
	 * Give stripes back that were ACQUIRED for reading.
	 *
	 * @param {Stripes} taken
	 * @param {number} length how many of the first stay
	 *
	 * Threads: the one that has them. Blocks: never. Ordering: as `releaseRead`.
	 */
	releaseReads(taken, length) {
		const mask = this.#low || this.#high;
		const first = this.#base + STRIPES + (this.#low ? LOW : HIGH);
		const { items } = taken;
		if (mask === 0) {
			while (taken.length > length) this.releaseWrite(items[--taken.length]);
			return;
		}
		for (let at = taken.length - 1; at >= length; at--) and(I32, first + 4 * items[at], ~mask);
		taken.length = length;
	}

	/**
	 * Give a stripe back that `tryWrite` has ACQUIRED, and count the write.
	 *
	 * @param {number} stripe
	 *
	 * Threads: the one that has it. Blocks: never. Ordering: release; pairs with {@link tryRead} and {@link tryWrite}.
	 */
	releaseWrite(stripe) {
		const at = this.#at(stripe);
		// The writer's word; published by the store, which pairs with the loads of WRITER in tryRead and tryWrite.
		writePlain(I32, at + VERSION, (readPlain(I32, at + VERSION) + 1) | 0);
		store(I32, at + WRITER, 0);
	}

	/**
	 * How many writes of a stripe have ended: it has not changed while this is the same and nobody writes.
	 *
	 * @param {number} stripe
	 * @returns {number} int32, wraps
	 *
	 * Threads: any. Blocks: never.
	 */
	versionOf(stripe) {
		return load(I32, this.#at(stripe) + VERSION);
	}

	/**
	 * Find the threads that have ended while they had a bit or a stripe, and take away what they had locked.
	 *
	 * @returns {number} how many
	 *
	 * Threads: any. Blocks: while another thread undoes the log of a dead one.
	 */
	recoverAll() {
		return recoverAll(this.#table);
	}

	/**
	 * Take away what a dead thread had locked, after what it had logged was undone.
	 *
	 * @param {number} dead id of a thread for which `isAlive` is false
	 *
	 * Threads: any. Blocks: while another thread undoes the log.
	 */
	recover(dead) {
		recoverFrom(this.#table, dead);
	}
}
