/** @import { Region } from '../memory/region.js' */
/** @import { UndoLog } from '../memory/undo-log.js' */
import { Detached } from '../graph/detached.js';
import { beginLog } from '../memory/region.js';
import { checkBlocksOfOthers } from './other-copies.js';

/**
 * What this thread is changing in GEMs, as one piece: all of it stays, or none of it. Blocks of code may stand in one another, and
 * in blocks of other GEMs; what they have taken (locks) they keep until the outermost ends, for until then it may be taken back.
 * If the thread ends in the middle, another one takes it back (memory/undo-log.js).
 *
 * A block that takes one lock and writes nothing makes no object here, and its log is not begun.
 *
 * Threads: one each. Blocks: never.
 */
class Work {
	#depth = 0;
	#hasOthers = false;
	/** The region of `beginAlone`. @type {Region | null} */
	#alone = null;
	/** @type {UndoLog} */
	#log = beginLog();
	/** Regions that have joined, `#joined` of them. @type {(Region | null)[]} */
	#regions = [];
	#joined = 0;
	/** What is called at the end, `#ending` of them. Neither list is made shorter, which V8 takes as a reason to copy it. @type {(() => void)[]} */
	#ends = [];
	#ending = 0;

	/** How many blocks are open. */
	get depth() {
		return this.#depth;
	}

	/** Begin a block. @throws {Error} LP8114 within one of another copy of this package */
	enter() {
		if (this.#depth === 0) checkBlocksOfOthers();
		this.#depth++;
	}

	/**
	 * Begin the outermost block, with one region whose changes belong to the work: `enter` and `join` in one step, and nothing to be called at
	 * the end. Whoever knows that the region has changed must say so (`region.changes`).
	 *
	 * @param {Region} region whose log is null, while no block is open
	 */
	beginAlone(region) {
		this.#depth = 1;
		this.#alone = region;
		region.log = this.#log;
	}

	/**
	 * End the block of `beginAlone`: what was changed stays. If the region was edited, `Detached.endBlock` has to follow.
	 *
	 * @param {Region} region of the block, while there are no others (`hasOthers`)
	 */
	endAlone(region) {
		this.#depth = 0;
		this.#alone = null;
		region.log = null;
		region.change();
		this.#log.commit();
	}

	/** The GEM of `beginAlone`, by its index; -1 for none. */
	get alone() {
		return this.#alone === null ? -1 : this.#alone.gem;
	}

	/** Whether other GEMs belong to the block of `beginAlone`, or somebody is to be told of its end. */
	get hasOthers() {
		return this.#hasOthers;
	}

	/** @param {Region} region whose changes belong to the work from now on */
	join(region) {
		if (region.log !== null || this.#depth === 0) return;
		region.log = this.#log;
		region.change(); // from here on each write has to go through the log
		this.#regions[this.#joined++] = region;
		this.#hasOthers = true;
	}

	/** @param {() => void} end is called when the outermost block has ended, last ones first: gives back what was taken */
	atEnd(end) {
		this.#ends[this.#ending++] = end;
		this.#hasOthers = true;
	}

	/** End a block; with the outermost, what was changed stays. */
	leave() {
		if (--this.#depth > 0) return;
		this.#detach();
		this.#log.commit();
		Detached.endBlock();
		this.#end(0);
	}

	/** End a block; with the outermost, what was changed is taken back. */
	fail() {
		if (--this.#depth > 0) return;
		this.#edit();
		this.#detach();
		this.#log.rollback();
		Detached.endBlock();
		this.#end(0);
	}

	/** @returns {{ log: number, ends: number }} for `backTo` */
	savepoint() {
		return { log: this.#log.savepoint(), ends: this.#ending };
	}

	/** Take back what was changed since, and give back what was taken since. @param {{ log: number, ends: number }} savepoint */
	backTo({ log, ends }) {
		this.undoTo({ log });
		this.#end(ends);
	}

	/** Take back what was changed since, and keep what was taken. @param {{ log: number }} savepoint */
	undoTo({ log }) {
		this.#edit();
		this.#log.rollbackTo(log);
		Detached.takeBack();
	}

	/** What is taken back is edited once more. */
	#edit() {
		this.#alone?.edit();
		for (let at = 0; at < this.#joined; at++) /** @type {Region} */ (this.#regions[at]).edit();
	}

	#detach() {
		this.#hasOthers = false;
		if (this.#alone !== null) {
			this.#alone.log = null;
			this.#alone.change();
			this.#alone = null;
		}
		while (this.#joined > 0) {
			const region = /** @type {Region} */ (this.#regions[--this.#joined]);
			region.log = null;
			region.change();
			this.#regions[this.#joined] = null;
		}
	}

	/** @param {number} count ends that stay */
	#end(count) {
		while (this.#ending > count) {
			const end = this.#ends[--this.#ending];
			this.#ends[this.#ending] = nothing;
			end();
		}
	}
}

/** In place of an end that was called. */
function nothing() {}

/** The work of this thread. Per-thread state by nature. */
export const work = new Work();

/**
 * This thread's work, as the policy of one GEM may use it.
 *
 * Threads: one, for good. Blocks: never.
 */
export class RegionWork {
	#region;

	/** @param {Region} region */
	constructor(region) {
		this.#region = region;
		Object.freeze(this);
	}

	get depth() {
		return work.depth;
	}

	get alone() {
		return work.alone;
	}

	enter() {
		work.enter();
	}

	/** @param {() => void} end */
	join(end) {
		work.join(this.#region);
		work.atEnd(end);
	}

	leave() {
		work.leave();
	}

	fail() {
		work.fail();
	}

	savepoint() {
		return work.savepoint();
	}

	/** @param {{ log: number, ends: number }} savepoint */
	undoTo(savepoint) {
		work.undoTo(savepoint);
	}

	/** @param {{ log: number, ends: number }} savepoint */
	backTo(savepoint) {
		work.backTo(savepoint);
	}
}
Object.freeze(RegionWork.prototype);
