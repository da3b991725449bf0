/** @import { Region } from '../memory/region.js' */
/** @import { UndoLog } from '../memory/undo-log.js' */
import { beginLog } from '../memory/region.js';

/**
 * What this thread is changing in GEMs, as one piece: all of it stays, or none of it. Blocks of code may stand in one another, and
 * in blocks of other GEMs; what they have taken (locks) they keep until the outermost ends, for until then it may be taken back.
 * If the thread ends in the middle, another one takes it back (memory/undo-log.js).
 *
 * Threads: one each. Blocks: never.
 */
class Work {
	#depth = 0;
	/** @type {UndoLog | null} */
	#log = null;
	/** @type {Region[]} */
	#regions = [];
	/** @type {(() => void)[]} */
	#ends = [];

	/** How many blocks are open. */
	get depth() {
		return this.#depth;
	}

	/** Begin a block. */
	enter() {
		if (this.#depth === 0) this.#log = beginLog();
		this.#depth++;
	}

	/** @param {Region} region whose changes belong to the work from now on */
	join(region) {
		if (region.log !== null) return;
		region.log = this.#log;
		this.#regions.push(region);
	}

	/** @param {() => void} end is called when the outermost block has ended, last ones first: gives back what was taken */
	atEnd(end) {
		this.#ends.push(end);
	}

	/** End a block; with the outermost, what was changed stays. */
	leave() {
		if (--this.#depth > 0) return;
		const log = this.#detach();
		log.commit();
		this.#end(0);
	}

	/** End a block; with the outermost, what was changed is taken back. */
	fail() {
		if (--this.#depth > 0) return;
		const log = this.#detach();
		log.rollback();
		this.#end(0);
	}

	/** @returns {{ log: number, ends: number }} for `backTo` */
	savepoint() {
		return { log: /** @type {UndoLog} */ (this.#log).savepoint(), ends: this.#ends.length };
	}

	/** Take back what was changed since, and give back what was taken since. @param {{ log: number, ends: number }} savepoint */
	backTo({ log, ends }) {
		/** @type {UndoLog} */ (this.#log).rollbackTo(log);
		this.#end(ends);
	}

	/** Take back what was changed since, and keep what was taken. @param {{ log: number }} savepoint */
	undoTo({ log }) {
		/** @type {UndoLog} */ (this.#log).rollbackTo(log);
	}

	/** @returns {UndoLog} */
	#detach() {
		const log = /** @type {UndoLog} */ (this.#log);
		for (const region of this.#regions) region.log = null;
		this.#regions.length = 0;
		this.#log = null;
		return log;
	}

	/** @param {number} count ends that stay */
	#end(count) {
		while (this.#ends.length > count) this.#ends.pop()?.();
	}
}

/** The work of this thread. Per-thread state by nature. */
export const work = new Work();

/**
 * Threads: any; the answer is the thread's own. Blocks: never.
 *
 * @param {Region} region
 * @returns this thread's work, as the policy of one GEM may use it
 */
export const workOn = (region) =>
	Object.freeze({
		enter: () => work.enter(),
		join: (/** @type {() => void} */ end) => {
			work.join(region);
			work.atEnd(end);
		},
		leave: () => work.leave(),
		fail: () => work.fail(),
		savepoint: () => work.savepoint(),
		undoTo: (/** @type {{ log: number, ends: number }} */ savepoint) => work.undoTo(savepoint),
		backTo: (/** @type {{ log: number, ends: number }} */ savepoint) => work.backTo(savepoint),
		get depth() {
			return work.depth;
		},
	});
