/** @import { ResultMessage } from '../protocol/messages.js' */
/** @import { SharedResults, SharedWords } from '../protocol/atomics.js' */
/** @import { BatchedCall, BatchTask, BehindTask, GeneratorTask, OneTask, UnitName } from '../types.js' */
/** @import { Call } from './call-record.js' */
/** @import { Grace } from './interrupt.js' */
/** @import { PoolThread } from './pool.js' */
import { filter, indexOf, map, push } from '../primordials.js';
import { createResults, createWords } from '../protocol/atomics.js';
import {
	ARRIVED,
	BATCH,
	BEHIND,
	GENERATE,
	ONE,
	RETURNED,
	valueOfWay,
} from '../protocol/messages.js';
import {
	hasBegun,
	readWritten,
	reclaimAll,
	renew,
	tryReclaim,
	writtenWay,
} from '../protocol/state.js';
import { hasOwnValues } from './values.js';

/** Calls of one unit that travel to one thread together. */
export class Batch {
	/** turns (ahead.js) at which it was sent, and at which its thread has got to it and to the one before, as far as is known here */
	sentAt = 0;
	begunAt = 0;
	previousBegunAt = 0;

	/**
	 * @param {Call[]} calls at least one, of one unit
	 * @param {PoolThread} thread
	 * @param {number} [slot] of the thread, for a call that is sent while it has something else to do
	 */
	constructor(calls, thread, slot = -1) {
		const { length } = calls;
		this.calls = calls;
		this.thread = thread;
		this.slot = slot;
		/** how many tasks its thread had been sent with it */
		this.number = 0;
		/** whether the thread is not known to have got to it */
		this.isAhead = slot >= 0;
		/** number of the first call where the thread posts its result (messages.js) */
		this.first = slot + 1;
		const own = slot >= 0 ? thread.slots[slot] : thread.rowFor(length);
		if (own) renew(own.words);
		/** whether words and results are those of the thread, and need not be sent */
		this.isInRow = slot < 0 && own !== undefined;
		/** one word per call (protocol/state.js); a lone call needs none: it begins as it arrives @type {SharedWords | undefined} */
		this.words = own?.words ?? (length > 1 ? createWords(length) : undefined);
		/** while a call that was given up has time to end by itself @type {Grace | undefined} */
		this.grace = undefined;
		/** numbers and constants that calls returned @type {SharedResults | undefined} */
		this.results = own?.results ?? (length > 1 ? createResults(length) : undefined);
		for (let index = 0; index < calls.length; index++) {
			calls[index].batch = this;
			calls[index].index = index;
		}
	}

	/**
	 * @param {UnitName} unit
	 * @returns {OneTask | BatchTask | GeneratorTask | BehindTask}
	 */
	toTask(unit) {
		if (this.slot < 0 && this.words && this.results) {
			const batched = map(this.calls, toBatchedCall);
			if (this.isInRow) return [BATCH, unit, undefined, undefined, batched];
			return [BATCH, unit, this.words, this.results, batched];
		}
		const { args, captures, notes, callback, bytes, generator } = this.calls[0];
		if (this.slot >= 0) return [BEHIND, unit, bytes ?? args, captures, notes, this.slot];
		if (generator) {
			return [GENERATE, unit, bytes ?? args, captures, notes, generator.id, generator.words];
		}
		if (callback) return [ONE, unit, bytes ?? args, captures, notes, callback];
		if (notes) return [ONE, unit, bytes ?? args, captures, notes];
		return captures ? [ONE, unit, args, captures] : [ONE, unit, bytes ?? args];
	}

	/**
	 * @returns {ResultMessage[]} results that the worker has written so far, of calls that are not settled yet
	 */
	takeWritten() {
		/** @type {ResultMessage[]} */
		const taken = [];
		if (!this.words) return taken;
		for (let index = 0; index < this.calls.length; index++) {
			const message = this.writtenOf(this.calls[index]);
			if (message) push(taken, message);
		}
		return taken;
	}

	/**
	 * @param {Call} call
	 * @returns {ResultMessage | undefined} its result, if the worker has written it; undefined for a call that is settled or elsewhere
	 */
	writtenOf(call) {
		const { words, results } = this;
		if (!words || !results || call.isSettled || call.batch !== this) return undefined;
		const way = writtenWay(words, call.index);
		if (way === 0) return undefined;
		const { runUs, number } = readWritten(results, call.index);
		return [RETURNED, this.first + call.index, runUs, valueOfWay(way, number)];
	}

	/** @returns {boolean} whether it is a group of two and more, and has been counted as such; called once it is sent */
	count() {
		const { length } = this.calls;
		this.number = this.thread.sent;
		this.thread.hasServed ||= !this.calls[0].reference.options.isText;
		if (length === 1) return false;
		const { figures } = this.calls[0].reference;
		figures.batches++;
		figures.batchedCalls += length;
		if (length > figures.largestBatch) figures.largestBatch = length;
		return true;
	}

	/** @param {number} number that the thread has posted a result with @returns {boolean} whether that is of one of these calls */
	has(number) {
		return number >= this.first && number < this.first + this.calls.length;
	}

	/** @returns {Call[]} those that have neither a result nor been taken back */
	get open() {
		return filter(this.calls, (call) => call.batch === this && !call.isSettled);
	}

	/** @returns {boolean} whether the result of its call says that the task is over */
	get isReplied() {
		return this.words === undefined && !this.calls[0].generator && !this.calls[0].callback;
	}

	/**
	 * @returns {boolean} whether the thread has begun one of the calls; sent ahead, that is after it was done with everything before. Of a lone
	 *   call, known once the thread is dead
	 */
	get hasBegun() {
		if (this.words) return hasBegun(this.words);
		const { generator } = this.calls[0];
		return generator?.hasBegun ?? this.thread.meters[ARRIVED] >= this.number;
	}

	/**
	 * @param {Call} call of this batch, settled
	 * @returns {boolean} true when the thread has not begun it, and never will
	 */
	tryTakeOut(call) {
		if (this.words) return tryReclaim(this.words, call.index);
		return call.generator?.tryTakeBack() ?? false;
	}

	/** @returns {Call[]} those that had not begun; the thread will pass them over */
	takeBack() {
		const { words } = this;
		if (!words) return [];
		const all = map(this.calls, (_, index) => index);
		const indices = filter(all, (index) => tryReclaim(words, index));
		return this.#unsettled(indices);
	}

	/**
	 * Prepare for stopping a call that its caller has given up, after what the thread has been sent behind this batch was taken back.
	 *
	 * @param {Call} call of this batch, settled, that has begun
	 * @returns {{ reclaimed: Call[], stop: boolean }} calls to run elsewhere; whether the call is
	 *   running and has to be stopped
	 */
	giveUp(call) {
		if (!this.words) return { reclaimed: [], stop: true };
		const { reclaimed, stop } = reclaimAll(this.words, call.index);
		return { reclaimed: this.#unsettled(reclaimed), stop };
	}

	/**
	 * Sort out the calls of a thread that has died, after its last results have been read.
	 *
	 * @returns {{ reclaimed: Call[], lost: Call[] }} calls that have not begun, and those that had (one at most), or whose values are
	 *   not here any more as they were at the call
	 */
	afterDeath() {
		const isUnread = !this.words && !this.hasBegun && hasOwnValues(this.calls[0]);
		const reclaimed = isUnread ? this.open : this.takeBack();
		return { reclaimed, lost: filter(this.open, (call) => indexOf(reclaimed, call) === -1) };
	}

	/**
	 * @param {number[]} indices
	 * @returns {Call[]}
	 */
	#unsettled(indices) {
		const found = map(indices, (index) => this.calls[index]);
		return filter(found, (call) => call.batch === this && !call.isSettled);
	}
}

/**
 * @param {Call} call
 * @returns {BatchedCall}
 */
function toBatchedCall({ args, captures, notes, bytes }) {
	if (notes) return [bytes ?? args, captures, notes];
	if (bytes) return [bytes];
	return captures ? [args, captures] : [args];
}
