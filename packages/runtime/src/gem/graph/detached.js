/** @import { Region } from '../memory/region.js' */
import { I32 } from '../memory/heap.js';
import { me } from '../memory/threads.js';
import { HEADER_CELLS } from './layout.js';
import { cellsOfSlots, releaseNode, visitSlots } from './release.js';
import { cellsOfString } from './strings.js';

// An object that is overwritten or deleted while the program holds it can still be read until the event loop turns, so that
// `[a[0], a[1]] = [a[1], a[0]]` finds the old a[0] when it copies it to its new place. The memory of such an object is not released at once.
//
// The stamps of all of its nodes are changed by a mark of this thread. To everything that writes, to compiled code and to other threads they
// are stale, as if they had been released; only what reads, and only in this thread, takes the mark for right. So nothing is written that
// would be lost, and it does not matter what rights the thread has when the memory is released: nothing else leads there.
//
// What is logged keeps its memory until the block ends, and comes back with its stamps when the block is taken back. A thread that dies
// loses what it has detached and not released: that is given back with the GEM.

/** Objects that are kept whatever they take: for an exchange, or a rotation, of large ones. */
const FEW = 4;
/** Objects that are kept at most, … */
const MOST = 256;
/** … and cells that they take: 1 MB. */
const MOST_CELLS = 128 * 1024;
/** GEMs that have such objects at the same time, outside of blocks. */
const MOST_GEMS = 64;

const turn = setImmediate;

/** Those that keep something. Per-thread state. @type {Set<Detached>} */
const fresh = new Set();
/** Whether the next turn of the event loop is awaited. Per-thread state. */
const state = { isAwaited: false };

/** In place of a list: most GEMs never have any. @type {number[]} */
const NONE = [];

/**
 * @typedef {object} Holder by addresses of nodes
 * @property {(address: number) => boolean} mayHold whether the program may hold an object
 * @property {(address: number) => void} forget an object that is gone
 * @property {() => void} settled none is kept any more
 */

/** What one thread has detached from one GEM, and can read. Threads: one, for good. */
export class Detached {
	#region;
	#holder;
	/** Oldest first, from `#first` on: addresses, stamps as they were, and cells. */
	#addresses = NONE;
	#stamps = NONE;
	#sizes = NONE;
	#first = 0;
	#cells = 0;
	/** Whether a block is open that may take back what was detached in it. */
	#isLogged = false;

	/**
	 * @param {Region} region
	 * @param {Holder} holder
	 */
	constructor(region, holder) {
		this.#region = region;
		this.#holder = holder;
		/** how many there are */
		this.count = 0;
		/** by which their stamps differ: another number in each thread */
		this.mark = Math.imul(me(), 0x9e3779b1) | 1;
	}

	/**
	 * Keep an object that is in no slot any more, if the program may hold it.
	 *
	 * @param {number} address
	 * @returns {boolean} false: it is to be released
	 * @throws {import('../../errors/lapidary-error.js').LapidaryError} LP8103
	 *
	 * Threads: who has the right to the whole subtree. Blocks: as releasing does.
	 */
	keep(address) {
		if (!this.#holder.mayHold(address)) return false;
		const stamp = I32[2 * address + 1];
		const cells = this.#detach(address);
		if (this.#addresses === NONE) [this.#addresses, this.#stamps, this.#sizes] = [[], [], []];
		this.#addresses.push(address);
		this.#stamps.push(stamp);
		this.#sizes.push(cells);
		this.#cells += cells;
		this.count++;
		if (this.count === 1) this.#await();
		this.#isLogged = this.#region.log !== null;
		if (!this.#isLogged) this.#limit();
		return true;
	}

	/** @param {number} address @returns {number} cells of it and all below it */
	#detach(address) {
		const region = this.#region;
		const { mark } = this;
		const waiting = [address];
		let cells = 0;
		const onString = (/** @type {number} */ string) => {
			cells += cellsOfString(string);
		};
		for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
			visitSlots(next, waiting, onString);
			cells += HEADER_CELLS + cellsOfSlots(next);
			region.write32(2 * next + 1, I32[2 * next + 1] ^ mark);
		}
		return cells;
	}

	#await() {
		fresh.add(this);
		if (!state.isAwaited) {
			state.isAwaited = true;
			turn(settleAll).unref();
		}
		if (fresh.size <= MOST_GEMS || this.#region.log !== null) return;
		for (const one of fresh) {
			if (one.#isLogged || one === this) continue;
			one.settle();
			break;
		}
	}

	/** Release the oldest ones while there are too many. */
	#limit() {
		while (this.count > FEW && (this.count > MOST || this.#cells > MOST_CELLS))
			this.#releaseOldest();
		if (this.#first < MOST) return;
		for (const list of [this.#addresses, this.#stamps, this.#sizes]) list.splice(0, this.#first);
		this.#first = 0;
	}

	#releaseOldest() {
		const at = this.#first++;
		const address = this.#addresses[at];
		this.#cells -= this.#sizes[at];
		this.count--;
		// What has been taken back by a block, or went with it, is the graph's or another's again.
		if (I32[2 * address + 1] === (this.#stamps[at] ^ this.mark)) this.#release(address);
	}

	/** @param {number} address of a node that nothing leads to: nothing that was found out about the content gets stale */
	#release(address) {
		const region = this.#region;
		const { edits, changes } = region;
		try {
			releaseNode(region, address, (node) => this.#holder.forget(node));
		} finally {
			region.edits = edits;
			region.changes = changes;
		}
	}

	/**
	 * Release what there is: it can no longer be read.
	 *
	 * @returns {boolean} whether there was something
	 *
	 * Threads: its own, whatever rights it has; no block is open that changes the GEM. Blocks: as releasing does.
	 */
	settle() {
		if (this.count === 0) return false;
		fresh.delete(this);
		this.#isLogged = false;
		try {
			while (this.count > 0) this.#releaseOldest();
		} catch (thrown) {
			// A GEM in whose allocator a thread died is lost as a whole.
			if (/** @type {{ code?: string }} */ (thrown).code !== 'LP8102') throw thrown;
		} finally {
			this.#addresses = this.#stamps = this.#sizes = NONE;
			this.#first = 0;
			this.#cells = 0;
			this.count = 0;
		}
		this.#holder.settled();
		return true;
	}

	/** Forget what is the graph's again, since changes were taken back. */
	#forgetTakenBack() {
		const isDetached = (/** @type {number} */ address, /** @type {number} */ at) =>
			I32[2 * address + 1] === (this.#stamps[at] ^ this.mark);
		const kept = this.#addresses.map((address, at) => at >= this.#first && isDetached(address, at));
		const stays = (/** @type {unknown} */ _, /** @type {number} */ at) => kept[at];
		const sizes = this.#sizes.filter(stays);
		this.#addresses = this.#addresses.filter(stays);
		this.#stamps = this.#stamps.filter(stays);
		this.#sizes = sizes;
		this.#first = 0;
		this.#cells = sizes.reduce((sum, cells) => sum + cells, 0);
		this.count = sizes.length;
		if (this.count === 0) fresh.delete(this);
	}

	/** The outermost block has ended, and its locks are not given back yet. Threads: any; of its own. Blocks: as releasing does. */
	static endBlock() {
		if (fresh.size === 0) return; // to iterate over an empty set takes as long as a lock
		for (const one of fresh) if (one.#isLogged) one.settle();
	}

	/** Changes that were logged have been taken back. Threads: any; of its own. Blocks: never. */
	static takeBack() {
		for (const one of fresh) if (one.#isLogged) one.#forgetTakenBack();
	}

	/** What any GEM of this thread has of it is released, but for what a block may take back. Threads: any; of its own. Blocks: as releasing does. */
	static settleAll() {
		for (const one of fresh) if (!one.#isLogged) one.settle();
	}
}

function settleAll() {
	state.isAwaited = false;
	Detached.settleAll();
}
