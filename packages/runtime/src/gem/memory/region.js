import { add, sub } from './atomics.js';
import { F64, I32 } from './heap.js';
import { BLOCK_OWNERS, GEM_CELLS, GEM_STAMP, GEM_UNITS, gemBase, UNIT_BYTES } from './layout.js';
import { allocateBlock, releaseBlock, reserveCells } from './pages.js';
import { UndoLog } from './undo-log.js';

/** The log of this thread and the regions that write to it; per thread by nature. */
const own = {
	/** @type {UndoLog | undefined} */
	log: undefined,
};

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

/** The memory of one GEM, as one thread sees it. */
export class Region {
	#base;

	/** @param {number} gem index, of which this thread has a handle */
	constructor(gem) {
		/** Index of the GEM. */
		this.gem = gem;
		/** @type {UndoLog | null} what is done through this object can be undone while it is set */
		this.log = null;
		/**
		 * Counts what makes that stale which this thread has found out about the GEM and keeps (access/): whatever else it writes than a
		 * number over a number, what it allocates, releases and takes back, and rights that it gains or loses. What other threads do
		 * does not count: they do nothing as long as this one has the right to look.
		 */
		this.changes = 0;
		this.#base = gemBase(gem);
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
		this.changes++;
		const address = allocateBlock(this.#base, cells);
		if (this.log !== null) this.#noteAllocation(address, cells);
		return address;
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
		this.changes++;
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
		this.changes++;
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
		this.changes++;
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
		if (this.log !== null) this.log.write(address);
		F64[address] = value;
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
