import { sub } from './atomics.js';
import { I32 } from './heap.js';
import { BLOCK_OWNERS, gemBase, UNIT_CELLS } from './layout.js';
import { entriesOfColumns, putColumnsBack } from './log-columns.js';
import { releaseBlock } from './pages.js';
import { freeSpan } from './spans.js';

// What a thread has to undo when the block of code that it runs fails, or when it dies in the middle: in shared memory, so that
// another thread can. One log a thread. Words of the thread's slot (threads.js):
//
//   OWNER   0: nobody's yet; id of the thread whose log it is, from its first entry on until its death; id | RECOVERING of the
//           thread that undoes it then
//   PHASE   ACTIVE or COMMITTING
//   LENGTH  entries; 0 between blocks of code
//   FIRST   first unit of the first chunk, 0 before there is one
//   DONE    entries that a commit has gone through
//
//  A chunk is a span: cell 0 holds the units of the next and the previous chunk (0: none), entries begin at cell 2. An entry:
//
//   cell 0  word 0 address, word 1 kind | gem << 4
//   cell 1  WRITE: what the cell at the address held; COPY, COPY_END: word 0 how many cells at the address; COLUMNS, COLUMNS_END: word 0 how
//           many objects, word 1 kinds of their fields; others: word 0 cells of the block
//
// Between COPY and COPY_END, in the same chunk, lie the cells at the address as they were: what goes through the log from either side finds
// how far it has to go. LENGTH counts them as entries, two cells each. Between COLUMNS and COLUMNS_END lie fields of many objects (log-columns.js),
// which are so many cells from the first of an object as the address of COLUMNS says and, for a second one, that of the entry behind it.
//
// All is written plainly by the one thread: an entry, then LENGTH, then the data that it is about. A thread ends between two
// operations of its program, never with a later one done and an earlier one not, and who undoes has seen it dead
// (isAlive), which orders all it did before. So the compiler and the processor may reorder these stores: nobody looks while the
// thread runs. OWNER alone is taken atomically, since others may be at what a dead thread has left in the slot; it is kept, so that
// a block takes no atomic operation to begin its log or to end it, and one that writes nothing takes no operation at all.
export const OWNER = 3;
export const PHASE = 4;
export const LENGTH = 5;
export const FIRST = 6;
export const DONE = 7;

export const RECOVERING = 2 ** 30;
export const ACTIVE = 0;
export const COMMITTING = 1;

export const WRITE = 0;
export const ALLOCATION = 1;
export const RELEASE = 2;
/** A block that several own has one owner less, and is released with the last one: on commit. */
export const DISOWN = 3;
/** It has one more already: taken away on rollback. */
export const OWN = 4;
/** Before a copy of cells, see above, */
export const COPY = 5;
/** and behind it. */
export const COPY_END = 6;
/** Before fields of many objects, see above, */
export const COLUMNS = 7;
/** and behind them. */
export const COLUMNS_END = 8;
export const KIND = 15;
export const KIND_BITS = 4;

export const CHUNK_UNITS = 8;
export const HEADER_CELLS = 2;
export const CHUNK_ENTRIES = (CHUNK_UNITS * UNIT_CELLS - HEADER_CELLS) / 2;

/**
 * Keep some chunks only.
 *
 * @param {number} base of the slot
 * @param {number} count of those to keep, from 1
 *
 * Threads: whose log it is by OWNER. Blocks: never.
 */
export function trim(base, count) {
	let last = I32[base + FIRST];
	for (let kept = 1; kept < count && I32[last << 8] !== 0; kept++) last = I32[last << 8];
	let chunk = I32[last << 8];
	I32[last << 8] = 0;
	while (chunk !== 0) {
		const next = I32[chunk << 8];
		freeSpan(chunk, CHUNK_UNITS);
		chunk = next;
	}
}

/**
 * Undo the last entries. May be begun again by another thread at any point: an entry is cut off after it was undone, or before a
 * block is released, which is lost then.
 *
 * @param {number} base of the slot
 * @param {number} until how many entries stay
 *
 * Threads: whose log it is by OWNER. Blocks: for instructions, as releasing does.
 */
export function undoTo(base, until) {
	const chunks = chunksOf(base);
	for (let index = I32[base + LENGTH] - 1; index >= until; index--) {
		const entry = entryAt(chunks, index);
		const address = I32[entry];
		const kind = I32[entry + 1];
		if ((kind & KIND) === COPY_END) {
			index -= 1 + entriesOf(I32[entry + 2]);
			putBack(address, I32[entry + 2], entryAt(chunks, index) + 4);
		} else if ((kind & KIND) === COLUMNS_END) {
			const [count, kinds] = [I32[entry + 2], I32[entry + 3]];
			index -= 2 + entriesOfColumns(count, kinds);
			const head = entryAt(chunks, index);
			putColumnsBack({ count, kinds, offsets: [I32[head], I32[head + 4]] }, head + 8);
		}
		if ((kind & KIND) === WRITE) {
			I32[2 * address] = I32[entry + 2];
			I32[2 * address + 1] = I32[entry + 3];
		}
		I32[base + LENGTH] = index;
		if ((kind & KIND) === ALLOCATION) {
			releaseQuietly(kind >>> KIND_BITS, address, I32[entry + 2]);
		} else if ((kind & KIND) === OWN) disown(kind >>> KIND_BITS, address, I32[entry + 2]);
	}
}

/**
 * Release what a commit has to. May be begun again by another thread at any point.
 *
 * @param {number} base of the slot
 *
 * Threads: whose log it is by OWNER. Blocks: for instructions, as releasing does.
 */
export function releaseFrom(base) {
	const chunks = chunksOf(base);
	const length = I32[base + LENGTH];
	for (let index = I32[base + DONE]; index < length; index++) {
		const entry = entryAt(chunks, index);
		const kind = I32[entry + 1];
		if ((kind & KIND) === COPY) index += 1 + entriesOf(I32[entry + 2]);
		if ((kind & KIND) === COLUMNS) index += 2 + entriesOfColumns(I32[entry + 2], I32[entry + 3]);
		I32[base + DONE] = index + 1; // before: a block may be lost, but not released twice
		if ((kind & KIND) === RELEASE) {
			releaseQuietly(kind >>> KIND_BITS, I32[entry], I32[entry + 2]);
		} else if ((kind & KIND) === DISOWN) {
			disown(kind >>> KIND_BITS, I32[entry], I32[entry + 2]);
		}
	}
}

/**
 * @param {number} cells of a copy
 * @returns {number} how many entries they take
 *
 * Threads: any. Blocks: never.
 */
export const entriesOf = (cells) => (cells + 1) >> 1;

/** @param {number} address @param {number} cells @param {number} copy index of its first word */
function putBack(address, cells, copy) {
	for (let word = 0; word < 2 * cells; word++) I32[2 * address + word] = I32[copy + word];
}

/** @param {number} gem @param {number} address @param {number} cells */
function disown(gem, address, cells) {
	// One thread alone sees the last one go.
	if (sub(I32, 2 * address + BLOCK_OWNERS, 1) === 1) releaseQuietly(gem, address, cells);
}

/** @param {number} gem @param {number} address @param {number} cells */
function releaseQuietly(gem, address, cells) {
	try {
		releaseBlock(gemBase(gem), address, cells);
	} catch (thrown) {
		// A GEM in whose allocator a thread died is lost as a whole; what else is in the log is not.
		if (/** @type {{ code?: string }} */ (thrown).code !== 'LP8102') throw thrown;
	}
}

/** @param {number} base of the slot @returns {number[]} first units of its chunks */
function chunksOf(base) {
	const chunks = [];
	for (let chunk = I32[base + FIRST]; chunk !== 0; chunk = I32[chunk << 8]) chunks.push(chunk);
	return chunks;
}

/** @param {number[]} chunks @param {number} index @returns {number} index of the entry's first word */
const entryAt = (chunks, index) =>
	(chunks[Math.trunc(index / CHUNK_ENTRIES)] << 8) + 2 * HEADER_CELLS + 4 * (index % CHUNK_ENTRIES);
