/** @import { SharedResults, SharedWords } from './atomics.js' */
import { Math } from '../primordials.js';
import { compareExchange, load, readPlain, store, writePlain } from './atomics.js';

// The states of the calls of one batch; runs on both sides.
//
//  word 0     word 1           word n-1
//  ┌────────┬────────┬ ─ ─ ─ ┬──────────┐      QUEUED ──tryStart (worker)──▶ STARTED ──markDone──▶ DONE
//                                                                                        └─markWritten─▶ WRITTEN + way
//  │ call 0 │ call 1 │       │ call n-1 │         └─────tryReclaim (host)──▶ RECLAIMED
//  └────────┴────────┴ ─ ─ ─ ┴──────────┘
//
//  QUEUED     zero at creation; nobody has begun the call
//  STARTED    written by the worker; the unit runs or has run, and must not run a second time
//  DONE       written by the worker, after it has posted the result
//  WRITTEN    and the way (messages.js) in which the result is one that needs no message: written by the worker, after it
//             has put run time and value of the call into the shared results
//  RECLAIMED  written by the host; the worker passes the call over, the host may send it elsewhere
//
// A word leaves QUEUED once, by compare-and-swap, so a call is either started by this worker or reclaimed by the
// host, never both: that is the whole of exactly-once. The worker runs one call at a time, in order.
//
// The words that ask a call that has begun to end are those of stop.js.
const QUEUED = 0;
const STARTED = 1;
const DONE = 2;
const RECLAIMED = 3;
const WRITTEN = 4;

/**
 * Use words again, for other calls.
 *
 * @param {SharedWords} words shape: one per call
 *
 * Threads: the host, after the reply to the task that the words were for, and before it sends the next. Blocks: never.
 */
export function renew(words) {
	for (let index = 0; index < words.length; index++) store(words, index, QUEUED);
}

/**
 * Claim a call for this worker.
 *
 * @param {SharedWords} words shape: one per call of the batch
 * @param {number} index of the call
 * @returns {boolean} false when the host has reclaimed it
 *
 * Threads: the worker. Blocks: never. Pairs with `tryReclaim`: exactly one of them succeeds.
 */
export function tryStart(words, index) {
	return compareExchange(words, index, QUEUED, STARTED) === QUEUED;
}

/**
 * Record that the result of a call has been posted.
 *
 * @param {SharedWords} words shape: one per call of the batch
 * @param {number} index of a call that `tryStart` claimed
 *
 * Threads: the worker. Blocks: never. Pairs with the load in `isRunning`: after DONE is seen, the
 * result is in the host's port.
 */
export function markDone(words, index) {
	store(words, index, DONE); // plain enough: after STARTED only the worker writes this word
}

/**
 * Record the result of a call in shared memory: a message for each would cost more than short calls run.
 *
 * @param {SharedResults} results shape: 2 per call of the batch
 * @param {number} index of a call that `tryStart` claimed
 * @param {number} runUs
 * @param {unknown} value counts when it is a number
 *
 * Threads: the worker, before `markWritten`. Blocks: never.
 */
export function writeResult(results, index, runUs, value) {
	writePlain(results, 2 * index, runUs); // plain: `markWritten` follows, and publishes both
	if (typeof value === 'number') writePlain(results, 2 * index + 1, value);
}

/**
 * @param {SharedWords} words shape: one per call of the batch
 * @param {number} index of a call whose result has been written
 * @param {number} way 1 and up: what kind of value it is (messages.js)
 *
 * Threads: the worker. Blocks: never. Pairs with the load in `writtenWay`: what `writeResult` wrote is there by then.
 */
export function markWritten(words, index, way) {
	store(words, index, WRITTEN + way);
}

/**
 * @param {SharedWords} words shape: one per call of the batch
 * @param {number} index of the call
 * @returns {number} the way of a written result; 0 when there is none, or not yet
 *
 * Threads: the host. Blocks: never. Pairs with `markWritten`.
 */
export function writtenWay(words, index) {
	return Math.max(0, load(words, index) - WRITTEN);
}

/**
 * @param {SharedResults} results shape: 2 per call of the batch
 * @param {number} index of a call whose `writtenWay` is not 0
 * @returns {{ runUs: number, number: number }} `number`: the value, when the way says that it is one
 *
 * Threads: the host, after `writtenWay`. Blocks: never.
 */
export function readWritten(results, index) {
	return { runUs: readPlain(results, 2 * index), number: readPlain(results, 2 * index + 1) };
}

/**
 * Take a call back from the batch, unless it has begun.
 *
 * @param {SharedWords} words shape: one per call of the batch
 * @param {number} index of the call
 * @returns {boolean} true when the worker will never run it
 *
 * Threads: the host. Blocks: never. Pairs with `tryStart`: exactly one of them succeeds.
 */
export function tryReclaim(words, index) {
	return compareExchange(words, index, QUEUED, RECLAIMED) === QUEUED;
}

/**
 * @param {SharedWords} words shape: one per call of the batch
 * @param {number} index of the call
 * @returns {boolean} whether the call has begun and its result is not posted yet
 *
 * Threads: the host. Blocks: never. Pairs with `markDone`.
 */
export function isRunning(words, index) {
	return load(words, index) === STARTED;
}

/**
 * @param {SharedWords} words shape: one per call of the batch
 * @returns {boolean} whether a call of the batch has begun, or is over
 *
 * Threads: the host. Blocks: never. Of a batch that was sent behind another: when it has, all of the other is over, and its results
 * are posted or written.
 */
export function hasBegun(words) {
	for (let index = 0; index < words.length; index++) {
		const word = load(words, index);
		if (word !== QUEUED && word !== RECLAIMED) return true;
	}
	return false;
}

/**
 * Prepare for stopping the thread because of one call: take back all that has not begun.
 *
 * The order is what makes it safe. Were the call looked at first, the worker could finish it and start a
 * neighbour before the thread is stopped, and the neighbour would die in its place. Once nothing is QUEUED any
 * more, a call that still runs is the last thing this batch will do.
 *
 * @param {SharedWords} words shape: one per call of the batch
 * @param {number} index of the call that has to end
 * @returns {{ reclaimed: number[], stop: boolean }} indices to run elsewhere; whether the thread has to be stopped
 *
 * Threads: the host. Blocks: never.
 */
export function reclaimAll(words, index) {
	const reclaimed = [];
	for (let other = 0; other < words.length; other++) {
		if (tryReclaim(words, other)) reclaimed.push(other);
	}
	return { reclaimed, stop: isRunning(words, index) };
}
