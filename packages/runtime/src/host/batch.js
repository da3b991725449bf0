/** @import { ResultMessage } from '../protocol/messages.js' */
/** @import { SharedResults, SharedWords } from '../protocol/atomics.js' */
/** @import { BatchedCall, BatchTask, GeneratorTask, OneTask, UnitName } from '../types.js' */
/** @import { Call } from './call-record.js' */
/** @import { Grace } from './interrupt.js' */
/** @import { PoolThread } from './pool.js' */
import { createResults, createWords } from '../protocol/atomics.js';
import { BATCH, GENERATE, ONE, RETURNED, valueOfWay } from '../protocol/messages.js';
import { readWritten, reclaimAll, tryReclaim, writtenWay } from '../protocol/state.js';

/** Calls of one unit that travel to one thread together. */
export class Batch {
	/**
	 * @param {Call[]} calls at least one, of one unit
	 * @param {PoolThread} thread
	 */
	constructor(calls, thread) {
		this.calls = calls;
		this.thread = thread;
		/** one word per call (protocol/state.js); a lone call needs none: it begins as it is sent @type {SharedWords | undefined} */
		this.words = calls.length > 1 ? createWords(calls.length) : undefined;
		/** looks for results while the batch runs @type {NodeJS.Timeout | undefined} */
		this.timer = undefined;
		/** while a call that was given up has time to end by itself @type {Grace | undefined} */
		this.grace = undefined;
		/** numbers and constants that calls returned @type {SharedResults | undefined} */
		this.results = calls.length > 1 ? createResults(calls.length) : undefined;
		for (let index = 0; index < calls.length; index++) {
			calls[index].batch = this;
			calls[index].index = index;
		}
	}

	/**
	 * @param {UnitName} unit
	 * @returns {OneTask | BatchTask | GeneratorTask}
	 */
	toTask(unit) {
		if (this.words && this.results) {
			return [BATCH, unit, this.words, this.results, this.calls.map(toBatchedCall)];
		}
		const { args, captures, notes, callback, bytes, generator } = this.calls[0];
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
		const { words, results } = this;
		if (!words || !results) return [];
		/** @type {ResultMessage[]} */
		const taken = [];
		for (const call of this.calls) {
			if (call.isSettled || call.batch !== this) continue;
			const way = writtenWay(words, call.index);
			if (way === 0) continue;
			const { runUs, number } = readWritten(results, call.index);
			taken.push([RETURNED, call.index, runUs, valueOfWay(way, number)]);
		}
		return taken;
	}

	/**
	 * Take out a call that its caller has given up.
	 *
	 * @param {Call} call of this batch, settled
	 * @returns {{ reclaimed: Call[], stop: boolean }} calls to run elsewhere; whether the call is
	 *   running and has to be stopped
	 */
	giveUp(call) {
		if (!this.words) return { reclaimed: [], stop: !call.generator?.tryTakeBack() };
		if (tryReclaim(this.words, call.index)) return { reclaimed: [], stop: false };
		const { reclaimed, stop } = reclaimAll(this.words, call.index);
		return { reclaimed: this.#unsettled(reclaimed), stop };
	}

	/**
	 * Sort out the calls of a thread that has died, after its last results have been read.
	 *
	 * @returns {{ reclaimed: Call[], lost: Call[] }} calls that have not begun, and those that had (one at most)
	 */
	afterDeath() {
		const { words } = this;
		if (!words) return { reclaimed: [], lost: this.calls.filter((call) => !call.isSettled) };
		const indices = this.calls.map((_, index) => index).filter((index) => tryReclaim(words, index));
		const reclaimed = this.#unsettled(indices);
		const lost = this.calls.filter(
			(call) => call.batch === this && !call.isSettled && !reclaimed.includes(call),
		);
		return { reclaimed, lost };
	}

	/**
	 * @param {number[]} indices
	 * @returns {Call[]}
	 */
	#unsettled(indices) {
		return indices
			.map((index) => this.calls[index])
			.filter((call) => call.batch === this && !call.isSettled);
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
