/** @import { Columns } from './log-columns.js' */
import { add, readPlain, sub } from './atomics.js';
import { F64, I32 as words } from './heap.js';
import {
	BLOCK_OWNERS,
	GEM_CELLS,
	GEM_STAMP,
	GEM_UNITS,
	GEM_VERSION,
	gemBase,
	UNIT_BYTES,
} from './layout.js';
import { allocateBlock, releaseBlock, reserveCells } from './pages.js';
import { UndoLog } from './undo-log.js';

/** A constant of this module: V8 would look up the import each time. */
const I32 = words;

/** What this thread alone has; per thread by nature. */
const own = {
	/** @type {UndoLog | undefined} */
	log: undefined,
	/** regions that this thread has made */
	regions: 0,
};

/**
 * Another number whenever `changes` of some region is: what compiled loops know holds while it is the same. They ask after whatever may have
 * run code of the program. A property of one object, since V8 takes it for the same where it sees that nothing was called. Per-thread state.
 */
export const epoch = { n: 0 };

/**
 * Begin to log what this thread does to GEMs, so that it can be undone. Set it as `log` of the regions that take part,
 * and back to null before `commit()` or `rollback()`, which end it.
 *
 * @returns {UndoLog} with no entries, the same each time
 *
 * Threads: any; one log at a time each. Blocks: never; its first entry hardly ever, while what a dead thread has left is undone.
 */
export function beginLog() {
	own.log ??= new UndoLog();
	return own.log;
}

/**
 * @typedef {object} KeepsDetached
 * @property {number} count
 * @property {number} mark by which their stamps differ
 * @property {(address: number) => boolean} keep
 * @property {() => boolean} settle
 */

/** The memory of one GEM, as one thread sees it. */
export class Region {
	#base;
	#versionWord;
	/** The last number that `changes` was given. */
	#serial = 0;
	/** `edits` when the others were told of them. */
	#published = 0;

	/** @param {number} gem index, of which this thread has a handle */
	constructor(gem) {
		/** Index of the GEM. */
		this.gem = gem;
		/** Tells it from any other that this thread has made, from 1. */
		this.number = ++own.regions;
		/** @type {UndoLog | null} what is done through this object can be undone while it is set */
		this.log = null;
		/**
		 * Another number whenever that gets stale which this thread has found out about the GEM and keeps (access/): by whatever else it writes
		 * than a number over a number, by what it allocates, releases and takes back, and by rights that it gains or loses. What other threads
		 * do does not count: they do nothing as long as this one has the right to look. It is set back to what it was by one who knows that all
		 * is as it was then (define/repeated-right.js).
		 */
		this.changes = 0;
		/** Which element was accessed last by a proxy: its index, and the address of its array. Loops go on from there (access/window.js, reach.js). */
		this.lastIndex = -1;
		this.lastArray = -1;
		/** Counts what this thread itself has done to the content: of `changes` those that are neither rights nor allocations. */
		this.edits = 0;
		/** Whether plain copies are kept of what is not constant, and of which period (access/copies.js): none of an earlier one holds. */
		this.isCopied = false;
		this.copyPeriod = 0;
		/** whether a loop of this job may write to memory itself, which counts nothing */
		this.isWrittenInPlace = false;
		/** What this thread has detached from the content and can still read (graph/detached.js). @type {KeepsDetached | null} */
		this.detached = null;
		this.#base = gemBase(gem);
		this.#versionWord = this.#base + GEM_VERSION;
	}

	/**
	 * What was found out is stale, though this thread has not edited the content.
	 *
	 * Threads: any. Blocks: never.
	 */
	change() {
		this.changes = ++this.#serial;
		epoch.n++;
		if (this.isCopied) this.forgetCopies();
	}

	/**
	 * What was found out is stale, and what other threads have found out will be when they have the right to look.
	 *
	 * Threads: any. Blocks: never.
	 */
	edit() {
		this.changes = ++this.#serial;
		epoch.n++;
		if (this.isCopied) this.forgetCopies();
		this.edits++;
	}

	/**
	 * From here on this thread writes numbers plainly where other threads may have copies, since other values are among them. What it has found
	 * out itself holds.
	 *
	 * Threads: who has a right to them. Blocks: never.
	 */
	touch() {
		this.edits++;
	}

	/**
	 * Tell the others of edits, if there were any, by another version. The thread still has the right to them; and where they may be taken
	 * back, that can still happen, so that they are told in any case, wherever it dies.
	 *
	 * @returns {number} the version of the content
	 *
	 * Threads: any. Blocks: never. Ordering: by the one that gives up the right; pairs with the one by which it is got.
	 */
	publish() {
		if (this.#published !== this.edits) this.advance();
		return this.version;
	}

	/**
	 * Tell the others of edits that are to follow.
	 *
	 * Threads: as `publish`. Blocks: never. Ordering: as `publish`.
	 */
	advance() {
		this.#published = this.edits;
		add(I32, this.#base + GEM_VERSION, 1);
	}

	/**
	 * The version of the content: it is what it was when this is what it was, but for this thread's own edits, numbers in place of numbers, and
	 * what others have the right to now.
	 *
	 * @returns {number} int32, wraps
	 *
	 * Threads: who has a right. Blocks: never. Ordering: as `publish`.
	 */
	get version() {
		return readPlain(I32, this.#versionWord);
	}

	/**
	 * Take a block. Its content is arbitrary.
	 *
	 * @param {number} cells from 1
	 * @returns {number} address
	 * @throws {LapidaryError} LP8103 when the heap is full, LP8102 when a thread has died while it allocated
	 *
	 * Threads: any. Blocks: for instructions, while another thread allocates in the same GEM.
	 */
	allocate(cells) {
		this.change();
		const address = this.#take(cells);
		if (this.log !== null) this.#noteAllocation(address, cells);
		return address;
	}

	/** @param {number} cells @returns {number} address */
	#take(cells) {
		try {
			return allocateBlock(this.#base, cells);
		} catch (thrown) {
			// What is kept only so that it can be read gives way.
			if (this.log !== null || !this.detached?.settle()) throw thrown;
			return allocateBlock(this.#base, cells);
		}
	}

	/** @param {number} address @param {number} cells */
	#noteAllocation(address, cells) {
		try {
			this.log?.allocated(this.gem, address, cells);
		} catch (thrown) {
			releaseBlock(this.#base, address, cells);
			throw thrown;
		}
	}

	/**
	 * Give a block back; with a log, when it is committed.
	 *
	 * The second word of the block is cleared: a node that was there no longer has its stamp.
	 *
	 * @param {number} address from `allocate`
	 * @param {number} cells as they were asked for
	 * @throws {LapidaryError} LP8102 when a thread has died while it allocated
	 *
	 * Threads: any. Blocks: as `allocate`.
	 */
	release(address, cells) {
		this.edit();
		if (this.log === null) releaseBlock(this.#base, address, cells);
		else this.#releaseLater(address, cells, this.log);
	}

	/** @param {number} address @param {number} cells @param {UndoLog} log */
	#releaseLater(address, cells, log) {
		log.released(this.gem, address, cells);
		log.write(address); // the stamp goes now, and comes back on rollback
		I32[2 * address + 1] = 0;
	}

	/**
	 * Take an owner of a block away, and release it with its last one; with a log, when it is committed.
	 *
	 * @param {number} address of a block that counts its owners (layout.js)
	 * @param {number} cells
	 * @throws {LapidaryError} LP8102 when a thread has died while it allocated
	 *
	 * Threads: who has the right to the owner. Others may take or give up their own. Blocks: as `allocate`.
	 */
	disown(address, cells) {
		if (this.log !== null) this.log.disowned(this.gem, address, cells);
		else if (sub(I32, 2 * address + BLOCK_OWNERS, 1) === 1)
			releaseBlock(this.#base, address, cells);
	}

	/**
	 * Add an owner to a block.
	 *
	 * @param {number} address of a block that counts its owners, and has one
	 * @param {number} cells
	 * @throws {LapidaryError} LP8103 when there is no memory to log it; nothing has changed then
	 *
	 * Threads: who has the right to an owner of it. Blocks: never.
	 */
	own(address, cells) {
		add(I32, 2 * address + BLOCK_OWNERS, 1);
		if (this.log === null) return;
		try {
			// Afterwards: if this thread ends in between, the block is lost, and not released too early.
			this.log.owned(this.gem, address, cells);
		} catch (thrown) {
			sub(I32, 2 * address + BLOCK_OWNERS, 1);
			throw thrown;
		}
	}

	/**
	 * Say that a document of about so many cells comes: its blocks are put one behind the other. 0 when it is complete.
	 *
	 * @param {number} cells
	 *
	 * Threads: any. Blocks: as `allocate`.
	 */
	reserve(cells) {
		reserveCells(this.#base, cells);
	}

	/**
	 * Write a word of a block.
	 *
	 * @param {number} wordIndex in I32
	 * @param {number} value int32
	 * @throws {LapidaryError} LP8103 when there is no memory to log it; nothing is written then
	 *
	 * Threads: the one that the policy lets write it. Blocks: never. Ordering: none.
	 */
	write32(wordIndex, value) {
		this.edit();
		if (this.log !== null) this.log.write(wordIndex >>> 1);
		I32[wordIndex] = value;
	}

	/**
	 * Write a cell of a block.
	 *
	 * @param {number} address in F64
	 * @param {number} value
	 * @throws {LapidaryError} LP8103 when there is no memory to log it; nothing is written then
	 *
	 * Threads: the one that the policy lets write it. Blocks: never. Ordering: none.
	 */
	writeF64(address, value) {
		this.edit();
		if (this.log !== null) this.log.write(address);
		F64[address] = value;
	}

	/**
	 * Write an integer over another one: a word of which everybody who reads it knows that it is one, and reads it where it is.
	 *
	 * @param {number} wordIndex in I32
	 * @param {number} value int32
	 * @throws {LapidaryError} LP8103 when there is no memory to log it; nothing is written then
	 *
	 * Threads: the one that the policy lets write it. Blocks: never. Ordering: none.
	 */
	replace32(wordIndex, value) {
		if (this.isCopied) this.forgetCopies();
		if (this.log !== null) this.log.write(wordIndex >>> 1);
		I32[wordIndex] = value;
	}

	/**
	 * Write a number over another one, in a cell that holds nothing else.
	 *
	 * @param {number} address in F64
	 * @param {number} value no NaN
	 * @throws {LapidaryError} LP8103 when there is no memory to log it; nothing is written then
	 *
	 * Threads: the one that the policy lets write it. Blocks: never. Ordering: none.
	 */
	replaceF64(address, value) {
		if (this.isCopied) this.forgetCopies();
		if (this.log !== null) this.log.write(address);
		F64[address] = value;
	}

	/** What was copied is no longer what there is. Threads: its own. Blocks: never. */
	forgetCopies() {
		this.isCopied = false;
		this.copyPeriod++;
	}

	/**
	 * Have cells on the log before any of them is written, so that they can be written plainly until its next `period`.
	 *
	 * @param {number} address of the first
	 * @param {number} cells
	 * @throws {LapidaryError} LP8103 when there is no memory to log them; nothing must be written then
	 *
	 * Threads: the one that the policy lets write them. Blocks: never.
	 */
	logAll(address, cells) {
		this.log?.writeAll(address, cells);
	}

	/**
	 * The same for fields of many objects.
	 *
	 * @param {Int32Array} rows by object: where its fields begin
	 * @param {Columns} columns two at most
	 * @param {{ from: number, to: number }} range of the objects
	 * @throws {LapidaryError} LP8103 when there is no memory to log them; nothing must be written then
	 *
	 * Threads: the one that the policy lets write them. Blocks: never.
	 */
	logColumns(rows, columns, range) {
		this.log?.writeColumns(rows, columns, range);
	}

	/**
	 * A number that no other node of this GEM has had for a long time: it comes again after 2³² others.
	 *
	 * @returns {number} int32, not 0
	 *
	 * Threads: any. Blocks: never.
	 */
	stamp() {
		const stamp = (add(I32, this.#base + GEM_STAMP, 1) + 1) | 0;
		return stamp === 0 ? this.stamp() : stamp;
	}

	/**
	 * How much memory the GEM takes.
	 *
	 * @returns {{ cells: number, bytes: number }} cells in blocks, bytes of its spans
	 *
	 * Threads: any. Blocks: never; a snapshot.
	 */
	usage() {
		return {
			cells: I32[this.#base + GEM_CELLS],
			bytes: I32[this.#base + GEM_UNITS] * UNIT_BYTES,
		};
	}
}

export { recover } from './undo-log.js';
