/** @import { Columns } from './log-columns.js' */
import { gemWouldBlock } from '../../errors/codes.js';
import { I32 as words } from './heap.js';
import { copyColumns, entriesOfColumns, kindsOf, wordsOf } from './log-columns.js';
import {
	ACTIVE,
	ALLOCATION,
	CHUNK_ENTRIES,
	CHUNK_UNITS,
	COLUMNS,
	COLUMNS_END,
	COMMITTING,
	COPY,
	COPY_END,
	DISOWN,
	DONE,
	entriesOf,
	FIRST,
	HEADER_CELLS,
	KIND_BITS,
	LENGTH,
	OWN,
	OWNER,
	PHASE,
	RELEASE,
	releaseFrom,
	trim,
	undoTo,
	WRITE,
} from './log-entries.js';
import { takeLog } from './recovery.js';
import { allocateSpan } from './spans.js';
import { ensureStack } from './stack.js';
import { me, threadBase } from './threads.js';

/** A constant of this module: V8 would look up the import each time. */
const I32 = words;

// The log of this thread, and those of dead ones; how it lies in memory is in log-entries.js.

/** A power of two. */
const RECENT = 64;
/** Fewer cells than this take less as entries of their own. */
const LEAST_COPY = 4;
/** More than this are copied faster by a call. */
const MANY = 64;
/** Chunks that are kept from one block to the next, 256 KB: to take and give back each costs as much as to fill a fifth of it. */
const MOST_CHUNKS = 32;
/** Blocks that needed half of them at most, after which half are given back. */
const PATIENCE = 64;

const OTHER_COPY = { what: 'a block of another copy of this library', instead: 'one copy of it' };

/** The log of this thread. One is made per thread that writes with one; `beginLog` of region.js hands it out. */
export class UndoLog {
	#base = threadBase(me() & 255);
	/** Whether there may be entries: from the first one on. */
	#isOpen = false;
	#length = 0;
	/** First unit of the chunk that has the last entry. */
	#chunk = 0;
	/** Entries that fit into it and those before. */
	#room = 0;
	/** Where entry 0 would be, see `#place`. */
	#first = 0;
	#lengthWord = this.#base + LENGTH;
	#releases = 0;
	/** Chunks that there are, and blocks in a row that have needed half of them at most. */
	#chunks = 0;
	#unneeded = 0;
	/** Addresses logged since the last savepoint: the cell `c`, if any, at `2 * (c & 63)`, and behind it the period in which it was. */
	#recent = new Int32Array(2 * RECENT);
	/** Grows with each savepoint and end, so that what is in `#recent` from before counts no more. */
	#period = 1;

	/** Take the slot's log, unless it is this thread's since its last block. */
	#open() {
		const base = this.#base;
		// Plainly: only this thread writes its id, and as long as it lives nobody else writes over it.
		if (I32[base + OWNER] !== me()) takeLog(base);
		// Another copy of this module in this thread is in a block.
		if (I32[base + LENGTH] !== 0) throw gemWouldBlock(OTHER_COPY);
		this.#isOpen = true;
		this.#chunk = I32[base + FIRST];
		this.#room = this.#chunk === 0 ? 0 : CHUNK_ENTRIES;
		this.#place();
	}

	#nextPeriod() {
		this.#period = (this.#period + 1) | 0;
		if (this.#period === 0) {
			this.#recent.fill(0);
			this.#period = 1;
		}
	}

	/**
	 * Note a cell before it is written.
	 *
	 * @param {number} address
	 * @throws {LapidaryError} LP8103 when there is no memory for it; nothing must be written then
	 *
	 * Threads: its own. Blocks: never.
	 */
	write(address) {
		const recent = this.#recent;
		const place = 2 * (address & (RECENT - 1));
		if (recent[place] === address && recent[place + 1] === this.#period) return;
		if (this.#length === this.#room) this.#extend();
		const entry = this.#first + 4 * this.#length;
		I32[entry] = address;
		I32[entry + 1] = WRITE;
		I32[entry + 2] = I32[2 * address];
		I32[entry + 3] = I32[2 * address + 1];
		I32[this.#lengthWord] = ++this.#length;
		recent[place] = address;
		recent[place + 1] = this.#period;
	}

	/**
	 * Note cells before any of them is written: several at once take a fraction of the time.
	 *
	 * @param {number} address of the first
	 * @param {number} cells
	 * @throws {LapidaryError} LP8103 when there is no memory for it; nothing must be written then
	 *
	 * Threads: its own. Blocks: never.
	 */
	writeAll(address, cells) {
		for (let at = address, left = cells; left > 0;) {
			const entry = this.#next();
			const most = 2 * (this.#room - this.#length - 2);
			const count = left < most ? left : most;
			if (count < LEAST_COPY) {
				this.#noteCell(entry, at++);
				left--;
				continue;
			}
			this.#copy(entry, at, count);
			at += count;
			left -= count;
		}
	}

	/** @param {number} entry @param {number} address */
	#noteCell(entry, address) {
		I32[entry] = address;
		I32[entry + 1] = WRITE;
		I32[entry + 2] = I32[2 * address];
		I32[entry + 3] = I32[2 * address + 1];
		I32[this.#base + LENGTH] = ++this.#length;
	}

	/** @param {number} entry @param {number} address of the first of some cells that fit behind it @param {number} cells */
	#copy(entry, address, cells) {
		const first = entry + 4;
		const end = first + 4 * entriesOf(cells);
		I32[entry] = address;
		I32[entry + 1] = COPY;
		I32[entry + 2] = cells;
		if (cells < MANY) {
			for (let word = 0; word < 2 * cells; word++) I32[first + word] = I32[2 * address + word];
		} else I32.copyWithin(first, 2 * address, 2 * (address + cells));
		I32[end] = address;
		I32[end + 1] = COPY_END;
		I32[end + 2] = cells;
		this.#length += 2 + entriesOf(cells);
		I32[this.#base + LENGTH] = this.#length;
	}

	/**
	 * Note fields of many objects before any of them is written: some at once take a fraction of the time.
	 *
	 * @param {Int32Array} rows by object: where its fields begin
	 * @param {Columns} columns two at most
	 * @param {{ from: number, to: number }} range of the objects
	 * @throws {LapidaryError} LP8103 when there is no memory for it; nothing must be written then
	 *
	 * Threads: its own. Blocks: never.
	 */
	writeColumns(rows, columns, { from, to }) {
		const kinds = kindsOf(columns);
		const [first, second = 0] = [...columns.doubles, ...columns.ints];
		for (let at = from; at < to;) {
			const entry = this.#next();
			const most = Math.floor((4 * (this.#room - this.#length - 3)) / wordsOf(kinds));
			const count = to - at < most ? to - at : most;
			if (count < LEAST_COPY) {
				this.#noteCell(entry, rows[at] + first);
				if (kinds !== 1 && kinds !== 4) this.#noteCell(this.#next(), rows[at] + second);
				at++;
				continue;
			}
			I32[entry] = first;
			I32[entry + 1] = COLUMNS;
			I32[entry + 2] = count;
			I32[entry + 3] = kinds;
			I32[entry + 4] = second;
			copyColumns(rows.subarray(at, at + count), columns, entry + 8);
			const entries = entriesOfColumns(count, kinds);
			const end = entry + 8 + 4 * entries;
			I32[end + 1] = COLUMNS_END;
			I32[end + 2] = count;
			I32[end + 3] = kinds;
			this.#length += 3 + entries;
			I32[this.#base + LENGTH] = this.#length;
			at += count;
		}
	}

	/** Another number after each savepoint and each end: what was noted before it has to be noted again. */
	get period() {
		return this.#period;
	}

	/**
	 * Note a block that was allocated: it is released on rollback.
	 *
	 * @param {number} gem index
	 * @param {number} address
	 * @param {number} cells
	 *
	 * Threads: its own. Blocks: never.
	 */
	allocated(gem, address, cells) {
		this.#note(ALLOCATION | (gem << KIND_BITS), address, cells);
	}

	/**
	 * Note a block that is to be released on commit.
	 *
	 * @param {number} gem index
	 * @param {number} address
	 * @param {number} cells
	 *
	 * Threads: its own. Blocks: never.
	 */
	released(gem, address, cells) {
		this.#note(RELEASE | (gem << KIND_BITS), address, cells);
		this.#releases++;
	}

	/**
	 * Note that a block loses an owner on commit. Others may lose or get one meanwhile, in transactions of their own.
	 *
	 * @param {number} gem index
	 * @param {number} address of a block that counts its owners
	 * @param {number} cells
	 *
	 * Threads: its own. Blocks: never.
	 */
	disowned(gem, address, cells) {
		this.#note(DISOWN | (gem << KIND_BITS), address, cells);
		this.#releases++;
	}

	/**
	 * Note that a block has got an owner, who goes on rollback.
	 *
	 * @param {number} gem index
	 * @param {number} address of a block that counts its owners
	 * @param {number} cells
	 *
	 * Threads: its own. Blocks: never.
	 */
	owned(gem, address, cells) {
		this.#note(OWN | (gem << KIND_BITS), address, cells);
	}

	/** @param {number} kind and GEM @param {number} address @param {number} cells */
	#note(kind, address, cells) {
		const entry = this.#next();
		I32[entry] = address;
		I32[entry + 1] = kind;
		I32[entry + 2] = cells;
		I32[this.#base + LENGTH] = ++this.#length;
	}

	/** @returns {number} index of the first word of the next entry */
	#next() {
		if (this.#length === this.#room) this.#extend();
		return this.#first + 4 * this.#length;
	}

	/** Say where entry 0 would be if all lay in the chunk of the last one. */
	#place() {
		const before = this.#room - CHUNK_ENTRIES;
		this.#first = (this.#chunk << 8) + 2 * HEADER_CELLS - 4 * before;
	}

	#extend() {
		ensureStack(); // compiled loops get here without having asked
		if (!this.#isOpen) {
			this.#open();
			if (this.#room > 0) return;
		}
		const last = this.#chunk;
		const following = last === 0 ? 0 : I32[last << 8];
		this.#chunk = following === 0 ? this.#addChunk(last) : following;
		this.#room += CHUNK_ENTRIES;
		this.#chunks = Math.max(this.#chunks, this.#room / CHUNK_ENTRIES);
		this.#place();
	}

	/** @param {number} last chunk, or 0 @returns {number} first unit of a new one */
	#addChunk(last) {
		const chunk = allocateSpan(CHUNK_UNITS);
		I32[chunk << 8] = 0;
		I32[(chunk << 8) + 1] = last;
		I32[last === 0 ? this.#base + FIRST : last << 8] = chunk;
		return chunk;
	}

	/**
	 * A place to which {@link rollbackTo} can return.
	 *
	 * @returns {number}
	 *
	 * Threads: its own. Blocks: never.
	 */
	savepoint() {
		this.#nextPeriod();
		return this.#length;
	}

	/**
	 * Undo what was done since the savepoint.
	 *
	 * @param {number} savepoint
	 *
	 * Threads: its own. Blocks: for instructions, as releasing does.
	 */
	rollbackTo(savepoint) {
		if (this.#length === savepoint) return;
		undoTo(this.#base, savepoint);
		this.#length = savepoint;
		this.#nextPeriod();
		while (this.#room - CHUNK_ENTRIES > 0 && this.#room - CHUNK_ENTRIES >= savepoint) {
			this.#chunk = I32[(this.#chunk << 8) + 1];
			this.#room -= CHUNK_ENTRIES;
		}
		this.#place();
	}

	/** Undo everything and end. Threads: its own. Blocks: for instructions, as releasing does. */
	rollback() {
		if (!this.#isOpen) return;
		undoTo(this.#base, 0);
		this.#end();
	}

	/** Keep everything, release what is to be released, and end. Threads: its own. Blocks: for instructions. */
	commit() {
		if (this.#isOpen) this.#commit();
	}

	#commit() {
		if (this.#releases > 0) {
			I32[this.#base + PHASE] = COMMITTING; // from here on it is not undone any more
			releaseFrom(this.#base);
		}
		this.#end();
	}

	/** Give chunks back that the blocks of late have not needed. */
	#trim() {
		const isNeeded = 2 * this.#room > this.#chunks * CHUNK_ENTRIES;
		this.#unneeded = isNeeded ? 0 : this.#unneeded + 1;
		let kept = Math.min(this.#chunks, MOST_CHUNKS);
		if (this.#unneeded === PATIENCE) {
			this.#unneeded = 0;
			kept = Math.min(kept, this.#chunks >> 1);
		}
		if (kept === this.#chunks) return;
		trim(this.#base, kept);
		this.#chunks = kept;
	}

	#end() {
		const base = this.#base;
		I32[base + LENGTH] = 0;
		if (this.#releases > 0) {
			I32[base + DONE] = 0;
			I32[base + PHASE] = ACTIVE; // after LENGTH: nothing of a commit may be undone
			this.#releases = 0;
		}
		if (this.#chunks > 1) this.#trim();
		this.#length = 0;
		this.#room = 0;
		this.#isOpen = false;
		this.#nextPeriod();
	}
}

export { recover } from './recovery.js';
