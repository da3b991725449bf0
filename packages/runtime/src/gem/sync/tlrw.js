import {
	add,
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
import { recover } from '../memory/undo-log.js';

/** A constant of this module: V8 would look up the import each time. */
const I32 = words;

// Read-write locks for transactions: TLRW (Dice and Shavit, SPAA 2010), as [GEM16 §5.3] uses it. A reader is visible: it sets its bit
// and then looks for a writer; a writer puts its id down and then looks for readers. Operations are sequentially consistent,
// so of two that come at once at least one sees the other. Nobody waits for long: who meets another spins for a
// while, and then reports a conflict, after which its transaction gives up all it has and begins again.
//
//  The table is a block of the GEM, zero at creation:
//
//   62 entries   word 0  READER     id of the thread that has the bit, or 0; set and cleared by it, or cleared after its death
//                word 1  RECOVERER  id of the thread that clears the bits of a dead one, or 0
//   2 cells      not used, so that stripes begin on a line
//   stripes      word 0  WRITER     id of the thread that writes, or 0; set and cleared by it, or cleared after its death
//                word 1  LOW        bits 0 to 30 of threads that read; each is set and cleared by the thread that has it
//                word 2  HIGH       bits 31 to 61
//                word 3  VERSION    writes that have ended; changed by the writer
//
// Different from the paper: bits in two words in place of a byte a thread, since JavaScript has no fence but in an atomic
// operation; threads without a bit lock for writing where they would read; owners are ids, so that a dead one is known.
const READER = 0;
const RECOVERER = 1;
const ENTRIES = 62;
const STRIPES = 2 * ENTRIES + 4;

const WRITER = 0;
const LOW = 1;
const HIGH = 2;
const VERSION = 3;

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

/** Stripes that a thread has taken, the last one last. Threads: one. Blocks: never. */
export class Stripes {
	items = new Int32Array(64);
	length = 0;

	/** @param {number} count for which there has to be room */
	reserve(count) {
		if (this.length + count <= this.items.length) return;
		const items = new Int32Array(2 * (this.length + count));
		items.set(this.items);
		this.items = items;
	}

	/** @param {number} stripe */
	push(stripe) {
		if (this.length === this.items.length) this.reserve(1);
		this.items[this.length++] = stripe;
	}
}

/** A table of read-write locks, as one thread sees it. */
export class LockTable {
	#base;
	#stripes;
	#readers;
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
		this.#readers = readers;
		this.#stripes = stripes;
	}

	/**
	 * Take a reader bit, once per thread and table. Without one the thread still works, but its reads exclude other reads.
	 *
	 * @returns {boolean} false when 62 threads have one
	 *
	 * Threads: any. Blocks: never.
	 */
	join() {
		for (let bit = 0; bit < this.#readers; bit++) {
			const entry = this.#base + 2 * bit + READER;
			const owner = load(I32, entry);
			if (owner !== me() && (owner !== 0 || compareExchange(I32, entry, 0, me()) !== 0)) continue;
			this.#low = bit < 31 ? 1 << bit : 0;
			this.#high = bit < 31 ? 0 : 1 << (bit - 31);
			return true;
		}
		return false;
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
	 * The thread that writes a stripe: who meets conflicts asks whether it is dead.
	 *
	 * @param {number} stripe
	 * @returns {number} id, or 0
	 *
	 * Threads: any. Blocks: never.
	 */
	writerOf(stripe) {
		return load(I32, this.#at(stripe) + WRITER);
	}

	/**
	 * Find the threads that have ended while they had a bit, and take away what they had locked.
	 *
	 * @returns {number} how many
	 *
	 * Threads: any. Blocks: while another thread undoes the log of a dead one.
	 */
	recoverAll() {
		let count = 0;
		for (let bit = 0; bit < this.#readers; bit++) {
			const id = load(I32, this.#base + 2 * bit + READER);
			if (id === 0 || isAlive(id)) continue;
			this.recover(id);
			count++;
		}
		return count;
	}

	/**
	 * Take away what a dead thread had locked, after what it had logged was undone.
	 *
	 * @param {number} dead id of a thread for which `isAlive` is false
	 *
	 * Threads: any. Blocks: while another thread undoes the log.
	 */
	recover(dead) {
		recover(dead); // first: whoever gets a stripe finds it as it was before
		for (let stripe = 0; stripe < this.#stripes; stripe++) {
			const at = this.#at(stripe);
			// An id is never used twice, so several threads may do this at once.
			if (load(I32, at + WRITER) !== dead) continue;
			add(I32, at + VERSION, 1);
			compareExchange(I32, at + WRITER, dead, 0);
		}
		for (let bit = 0; bit < this.#readers; bit++) {
			if (load(I32, this.#base + 2 * bit + READER) === dead) this.#clearBit(bit, dead);
		}
	}

	/**
	 * A bit may be another thread's as soon as its entry is 0. So one thread clears it, and looks at the entry again once it is that one.
	 *
	 * @param {number} bit
	 * @param {number} dead id
	 */
	#clearBit(bit, dead) {
		const entry = this.#base + 2 * bit;
		const before = load(I32, entry + RECOVERER);
		if (before !== 0 && isAlive(before)) return; // it is at it
		if (compareExchange(I32, entry + RECOVERER, before, me()) !== before) return;
		if (load(I32, entry + READER) === dead) {
			const word = bit < 31 ? LOW : HIGH;
			const mask = bit < 31 ? 1 << bit : 1 << (bit - 31);
			for (let stripe = 0; stripe < this.#stripes; stripe++) {
				const at = this.#at(stripe) + word;
				if ((load(I32, at) & mask) !== 0) and(I32, at, ~mask);
			}
			store(I32, entry + READER, 0); // the bit may be taken again; pairs with compareExchange in join
		}
		store(I32, entry + RECOVERER, 0);
	}
}
