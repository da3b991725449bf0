import { gemWouldBlock } from '../../errors/codes.js';
import { compareExchange, load, notify, store, sub, wait } from './atomics.js';
import { I32 } from './heap.js';
import { BLOCK_OWNERS, gemBase, UNIT_CELLS } from './layout.js';
import { releaseBlock } from './pages.js';
import { allocateSpan, freeSpan } from './spans.js';
import { isAlive, isHost, me, onDeath, threadBase } from './threads.js';

// What a thread has to undo when the block of code that it runs fails, or when it dies in the middle: in shared memory, so that
// another thread can. One log a thread. Words of the thread's slot (threads.js):
//
//   OWNER   0: idle; id of the thread whose log it is; id | RECOVERING of the thread that undoes it after its death
//   PHASE   ACTIVE or COMMITTING
//   LENGTH  entries
//   FIRST   first unit of the first chunk, 0 before there is one
//   DONE    entries that a commit has gone through
//
//  A chunk is a span: cell 0 holds the units of the next and the previous chunk (0: none), entries begin at cell 2. An entry:
//
//   cell 0  word 0 address, word 1 kind | gem << 3
//   cell 1  WRITE: what the cell at the address held; others: word 0 cells of the block
//
// All is written plainly by the one thread: an entry, then LENGTH, then the data that it is about. A thread ends between two
// operations of its program, never with a later one done and an earlier one not, and who undoes has seen it dead
// (isAlive), which orders all it did before.
const OWNER = 3;
const PHASE = 4;
const LENGTH = 5;
const FIRST = 6;
const DONE = 7;

const RECOVERING = 2 ** 30;
const ACTIVE = 0;
const COMMITTING = 1;

const WRITE = 0;
const ALLOCATION = 1;
const RELEASE = 2;
/** A block that several own has one owner less, and is released with the last one: on commit. */
const DISOWN = 3;
/** It has one more already: taken away on rollback. */
const OWN = 4;
const KIND = 7;
const KIND_BITS = 3;

const CHUNK_UNITS = 8;
const HEADER_CELLS = 2;
const CHUNK_ENTRIES = (CHUNK_UNITS * UNIT_CELLS - HEADER_CELLS) / 2;
const RECENT = 64;
const HOST_LIMIT_MS = 2000;

/** The log of this thread. One is made per thread that writes with one; {@link beginLog} hands it out. */
export class UndoLog {
	#base = threadBase(me() & 255);
	#length = 0;
	/** First unit of the chunk that has the last entry. */
	#chunk = 0;
	/** Entries that fit into it and those before. */
	#room = 0;
	#releases = 0;
	/** Addresses logged since the last savepoint: the cell `c`, if any, at `c & 63`. */
	#recent = new Int32Array(RECENT);

	/** Begin with no entries. Threads: its own. Blocks: while another thread undoes the log of a dead one in this slot. */
	begin() {
		for (;;) {
			// Pairs with compareExchange in recover.
			const owner = compareExchange(I32, this.#base + OWNER, 0, me());
			if (owner === 0) break;
			awaitRecovery(this.#base, owner);
		}
		I32[this.#base + PHASE] = ACTIVE;
		I32[this.#base + DONE] = 0;
		this.#reset();
	}

	#reset() {
		I32[this.#base + LENGTH] = 0;
		this.#length = 0;
		this.#chunk = I32[this.#base + FIRST];
		this.#room = this.#chunk === 0 ? 0 : CHUNK_ENTRIES;
		this.#releases = 0;
		this.#recent.fill(0);
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
		const place = address & (RECENT - 1);
		if (this.#recent[place] === address) return;
		const entry = this.#next();
		I32[entry] = address;
		I32[entry + 1] = WRITE;
		I32[entry + 2] = I32[2 * address];
		I32[entry + 3] = I32[2 * address + 1];
		I32[this.#base + LENGTH] = ++this.#length;
		this.#recent[place] = address;
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
		const place = this.#length - (this.#room - CHUNK_ENTRIES);
		return (this.#chunk << 8) + 2 * HEADER_CELLS + 4 * place;
	}

	#extend() {
		const last = this.#chunk;
		const following = last === 0 ? 0 : I32[last << 8];
		this.#chunk = following === 0 ? this.#addChunk(last) : following;
		this.#room += CHUNK_ENTRIES;
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
		this.#recent.fill(0);
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
		undoTo(this.#base, savepoint);
		this.#length = savepoint;
		this.#recent.fill(0);
		while (this.#room - CHUNK_ENTRIES > 0 && this.#room - CHUNK_ENTRIES >= savepoint) {
			this.#chunk = I32[(this.#chunk << 8) + 1];
			this.#room -= CHUNK_ENTRIES;
		}
	}

	/** Undo everything and end. Threads: its own. Blocks: for instructions, as releasing does. */
	rollback() {
		undoTo(this.#base, 0);
		this.#end();
	}

	/** Keep everything, release what is to be released, and end. Threads: its own. Blocks: for instructions. */
	commit() {
		if (this.#releases > 0) {
			I32[this.#base + PHASE] = COMMITTING; // from here on it is not undone any more
			releaseFrom(this.#base);
		}
		this.#end();
	}

	#end() {
		I32[this.#base + LENGTH] = 0;
		if (this.#room > CHUNK_ENTRIES) trim(this.#base);
		store(I32, this.#base + OWNER, 0); // pairs with compareExchange in recover
	}
}

/** Keep the first chunk only. @param {number} base of the slot */
function trim(base) {
	const first = I32[base + FIRST];
	let chunk = I32[first << 8];
	I32[first << 8] = 0;
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
 */
function undoTo(base, until) {
	const chunks = chunksOf(base);
	for (let index = I32[base + LENGTH] - 1; index >= until; index--) {
		const entry = entryAt(chunks, index);
		const address = I32[entry];
		const kind = I32[entry + 1];
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

/** Release what a commit has to. @param {number} base of the slot */
function releaseFrom(base) {
	const chunks = chunksOf(base);
	const length = I32[base + LENGTH];
	for (let index = I32[base + DONE]; index < length; index++) {
		const entry = entryAt(chunks, index);
		const kind = I32[entry + 1];
		I32[base + DONE] = index + 1; // before: a block may be lost, but not released twice
		if ((kind & KIND) === RELEASE) {
			releaseQuietly(kind >>> KIND_BITS, I32[entry], I32[entry + 2]);
		} else if ((kind & KIND) === DISOWN) {
			disown(kind >>> KIND_BITS, I32[entry], I32[entry + 2]);
		}
	}
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

/**
 * Undo what a dead thread left half done, or finish its commit. Returns when that is done, by this or another thread.
 *
 * @param {number} dead id of a thread for which `isAlive` is false
 * @throws {LapidaryError} LP8106 on the host, when another thread is at it for seconds
 *
 * Threads: any. Blocks: while another thread does it.
 */
export function recover(dead) {
	const base = threadBase(dead & 255);
	for (;;) {
		const owner = load(I32, base + OWNER);
		if (owner === dead) {
			if (compareExchange(I32, base + OWNER, dead, me() | RECOVERING) === dead) break;
		} else if ((owner & RECOVERING) === 0 || owner === (me() | RECOVERING)) {
			return; // nothing to do, or the log of a thread that has the slot by now
		} else if (awaitRecovery(base, owner)) {
			return;
		}
	}
	finish(base);
}

/** @param {number} base of a slot whose log this thread has taken */
function finish(base) {
	if (I32[base + PHASE] === COMMITTING) releaseFrom(base);
	else undoTo(base, 0);
	I32[base + LENGTH] = 0;
	if (I32[base + FIRST] !== 0) trim(base);
	store(I32, base + OWNER, 0); // pairs with compareExchange in begin
	notify(I32, base + OWNER);
}

/**
 * Wait until the log is undone, or do it when the thread that was at it is dead, too.
 *
 * @param {number} base of the slot
 * @param {number} owner what its OWNER word held
 * @returns {boolean} true when it is idle
 */
function awaitRecovery(base, owner) {
	const end = isHost ? performance.now() + HOST_LIMIT_MS : Infinity;
	for (; load(I32, base + OWNER) === owner;) {
		if (!isAlive(owner & ~RECOVERING)) {
			if (compareExchange(I32, base + OWNER, owner, me() | RECOVERING) === owner) finish(base);
		} else if (performance.now() > end) {
			throw gemWouldBlock({ what: 'the recovery of a GEM', instead: 'a worker' });
		} else {
			wait(I32, base + OWNER, owner, 1);
		}
	}
	return load(I32, base + OWNER) === 0;
}

onDeath(recover);
