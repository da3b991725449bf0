/** @import { ResultMessage } from '../protocol/messages.js' */
/** @import { PoolSettings, UnitName } from '../types.js' */
/** @import { Call } from './call-record.js' */
import { poolClosed, queueFull, workerNotStarted, workersNotPermitted } from '../errors/codes.js';
import { reasonOf } from '../errors/record.js';
import { POSTED, RETURNED, RUN_US, UNCLONEABLE, WAY } from '../protocol/messages.js';
import { isStackOverflow } from '../protocol/uncloneable.js';
import { Batch } from './batch.js';
import { batchSize, nextMean } from './batch-size.js';
import { deliverCallback } from './callback.js';
import { endInterrupt, interrupt } from './interrupt.js';
import { endLoan } from './lend.js';
import { PoolThread } from './pool.js';
import { CallQueue } from './queue.js';
import { describeDeath, readReplied, readResult, withFrames } from './settle.js';
import { describeRefusal, releaseValues, snapshotValues } from './values.js';

// How often results of a batch that lasts are looked for.
const COLLECT_MS = 5;

/**
 * One pool: the calls that wait for it, and its threads.
 *
 * A call goes to an idle thread at once; else it waits, and threads take batches as they get free. A thread never
 * has more than one batch, so a short call waits for what runs, not for what is queued behind it.
 */
export class Dispatcher {
	#queue = new CallQueue();
	/** @type {Set<PoolThread>} */
	#threads = new Set();
	/** @type {PoolThread[]} alive and without a task; the one used last is used next, its caches are warm */
	#idle = [];
	/** those whose code waits for functions of the host's @type {Set<PoolThread>} */
	#waiting = new Set();
	/** threads that have a batch */
	#busy = 0;
	/** @type {Set<() => void>} those who wait until nothing is queued or running */
	#drained = new Set();
	#nextSequence = 0;

	/** calls that have been sent and are not settled */
	runningCalls = 0;
	/** groups of two and more calls that were sent */
	batches = 0;
	/** whether `close` has been called: its threads are gone for good */
	isClosed = false;

	/** @param {PoolSettings} settings */
	constructor(settings) {
		this.settings = settings;
	}

	/** @returns {number} calls that wait */
	get queuedCalls() {
		return this.#queue.size;
	}

	/** @returns {boolean} whether calls wait or run */
	get isBusy() {
		return this.#queue.size > 0 || this.runningCalls > 0;
	}

	/** @returns {{ threads: number, idle: number }} */
	get threadCounts() {
		return { threads: this.#threads.size, idle: this.#idle.length };
	}

	/**
	 * Send a call to a thread, or queue it. Its values are those of this moment either way.
	 *
	 * @param {Call} call
	 */
	submit(call) {
		call.dispatcher = this;
		call.sequence = this.#nextSequence++;
		const thread = this.#queue.size === 0 ? this.#takeIdle() : undefined;
		if (thread) this.#send([call], thread);
		else this.#enqueue(call);
	}

	/** @param {Call} call */
	#enqueue(call) {
		const { queueLimit, name } = this.settings;
		// Threads that are starting or will be take one call each: those do not wait for other calls.
		const starting = Math.max(0, this.#capacity - this.#idle.length - this.#busy);
		if (this.#queue.size >= queueLimit + starting) {
			const unit = call.reference.id;
			const error = queueFull({ unit, limit: queueLimit, pool: name }, { unit, pool: name });
			this.settle(call, { ok: false, error: withFrames(error, call.trace) });
			return;
		}
		try {
			snapshotValues(call);
		} catch (refusal) {
			const error = withFrames(describeRefusal(call, refusal), call.trace);
			this.settle(call, { ok: false, error });
			return;
		}
		this.#queue.push(call);
		if (this.#threads.size < this.#capacity) this.#startThread();
	}

	/**
	 * Give the caller its result, once.
	 *
	 * @param {Call} call
	 * @param {import('./settle.js').Outcome} outcome
	 */
	settle(call, outcome) {
		if (call.isSettled) return;
		call.isSettled = true;
		call.unwatch?.();
		call.bytes = undefined;
		releaseValues(call);
		const { figures } = call.reference;
		if (call.batch) this.runningCalls--;
		else endLoan(call);
		if (outcome.ok) {
			figures.completed++;
			call.resolve(outcome.value);
		} else {
			figures.failed++;
			call.reject(outcome.error);
		}
		if (this.#drained.size > 0) this.#noticeDrained();
	}

	/**
	 * End a call that its caller has given up, wherever it is.
	 *
	 * @param {Call} call
	 * @param {Error} error
	 */
	giveUp(call, error) {
		const { batch } = call;
		// It may have its result already.
		if (batch) this.#collect(batch);
		if (call.isSettled) return;
		if (!batch) this.#queue.remove(call);
		this.settle(call, { ok: false, error });
		if (!batch) return;
		const { reclaimed, stop } = batch.giveUp(call);
		this.#putBack(reclaimed);
		if (stop) interrupt(batch, () => this.#stop(batch, error));
		this.#pump();
	}

	/**
	 * @param {Call[]} calls that a thread has been relieved of
	 */
	#putBack(calls) {
		for (const call of calls) {
			call.batch?.thread.bridge.disown(call);
			call.batch = undefined;
		}
		this.runningCalls -= calls.length;
		this.#queue.putBack(calls);
	}

	/**
	 * End a thread whose call has been given up and does not end by itself.
	 *
	 * @param {Batch} batch
	 * @param {unknown} death
	 */
	#stop(batch, death) {
		void batch.thread.terminate();
		this.#mourn(batch.thread, death);
		this.#pump();
	}

	#startThread() {
		if (Reflect.get(process, 'permission')?.has?.('worker') === false) {
			this.#failQueued((unit) => workersNotPermitted({ unit }, { unit }));
			return;
		}
		/** @type {PoolThread} */
		let thread;
		try {
			thread = new PoolThread(
				this.settings,
				(message) => this.#onMessage(thread, message),
				(isWaiting) => this.#noteWaiting(thread, isWaiting),
			);
		} catch (cause) {
			this.#failQueued((unit) =>
				Reflect.get(Object(cause), 'code') === 'ERR_ACCESS_DENIED'
					? workersNotPermitted({ unit }, { unit, cause })
					: workerNotStarted({ unit, reason: reasonOf(cause) }, { unit, cause }),
			);
			return;
		}
		this.#threads.add(thread);
		thread.ready.then(
			() => this.#release(thread),
			(cause) => {
				this.#threads.delete(thread);
				void thread.terminate();
				const reason = reasonOf(cause);
				// The next thread would fail as this one did; calls must not wait for a series of them.
				if (!this.isClosed) {
					this.#failQueued((unit) => workerNotStarted({ unit, reason }, { unit, cause }));
				}
			},
		);
	}

	/** @param {(unit: string) => Error} toError */
	#failQueued(toError) {
		for (const call of this.#queue.clear()) {
			const error = withFrames(toError(call.reference.id), call.trace);
			this.settle(call, { ok: false, error });
		}
	}

	/**
	 * @param {Call[]} calls
	 * @param {PoolThread} thread idle, and taken off the list of idle ones
	 */
	#send(calls, thread) {
		const batch = new Batch(calls, thread);
		thread.batch = batch;
		thread.meters[WAY] = POSTED;
		this.#busy++;
		this.runningCalls += calls.length;
		if (calls.length > 1) {
			this.#countBatch(calls);
			// A call may run longer than its unit used to: what is done before it must not wait for it.
			batch.timer = setInterval(() => this.#collect(batch), COLLECT_MS).unref();
		}
		for (const call of calls) thread.bridge.adopt(call);
		const { reference, callback, transferList } = calls[0];
		if (callback) thread.callbacks.set(callback.id, calls[0]);
		const { key, url, id } = reference;
		const name = thread.known.has(key) ? key : /** @type {const} */ ([key, url, id]);
		thread.run(batch.toTask(/** @type {UnitName} */ (name)), transferList).then(
			(reply) => this.#onReply(batch, reply),
			(failure) => this.#onFailure(batch, failure),
		);
	}

	/** @param {Call[]} calls */
	#countBatch(calls) {
		const { figures } = calls[0].reference;
		this.batches++;
		figures.batches++;
		figures.batchedCalls += calls.length;
		figures.largestBatch = Math.max(figures.largestBatch, calls.length);
	}

	/**
	 * @param {Batch} batch
	 * @param {unknown} reply the result, unless that has been posted
	 */
	#onReply(batch, reply) {
		const { thread } = batch;
		if (thread.batch !== batch) return;
		this.#collect(batch);
		const isPosted = thread.meters[WAY] === POSTED;
		// A function that the unit has called comes before its result.
		if (isPosted || thread.bridge.hasFunctions) this.#drain(thread, batch);
		if (!isPosted) this.#onResult(batch, [RETURNED, 0, thread.meters[RUN_US], reply]);
		thread.known.add(batch.calls[0].reference.key);
		this.#finish(thread);
		this.#release(thread);
	}

	/**
	 * Read what a thread has posted before its reply.
	 *
	 * @param {PoolThread} thread
	 * @param {Batch} batch that it has replied to
	 */
	#drain(thread, batch) {
		const unreadable = thread.drain();
		if (unreadable === undefined) return;
		// Threads have a larger stack than this one, and can send what it cannot read.
		const reason = isStackOverflow(unreadable) ? 'it is nested too deeply' : reasonOf(unreadable);
		for (const { index } of batch.calls) {
			this.#onResult(batch, [UNCLONEABLE, index, 0, { path: 'result', reason }]);
		}
	}

	/** @param {Batch} batch whose written results are to be given to their callers */
	#collect(batch) {
		for (const message of batch.takeWritten()) this.#onResult(batch, message);
	}

	/** @param {PoolThread} thread whose batch is over */
	#finish(thread) {
		if (thread.batch) endInterrupt(thread.batch);
		clearInterval(thread.batch?.timer);
		thread.batch = undefined;
		this.#busy--;
	}

	/** @param {PoolThread} thread ready for its next batch */
	#release(thread) {
		if (thread.isAlive) this.#idle.push(thread);
		else this.#threads.delete(thread);
		this.#pump();
		if (this.#threads.size > this.#capacity) this.#retireIdle();
	}

	/**
	 * @returns {number} threads that there may be: one more for each whose code waits for a function of the host's, which may itself
	 *   wait for a call in this queue
	 */
	get #capacity() {
		return this.settings.threads + this.#countWaiting();
	}

	/** @returns {number} threads that have a batch and wait for functions of the host's */
	#countWaiting() {
		if (this.#waiting.size === 0) return 0;
		let count = 0;
		for (const thread of this.#waiting) if (thread.batch) count++;
		return count;
	}

	/**
	 * @param {PoolThread} thread
	 * @param {boolean} isWaiting
	 */
	#noteWaiting(thread, isWaiting) {
		if (!isWaiting) this.#waiting.delete(thread);
		else if (thread.isAlive) {
			this.#waiting.add(thread);
			this.#pump();
		}
	}

	/** End a thread that had stood in for one that was waiting. */
	#retireIdle() {
		const thread = this.#idle.shift();
		if (!thread) return;
		this.#threads.delete(thread);
		void thread.terminate();
	}

	/** @returns {PoolThread | undefined} alive, and no longer on the list of idle ones */
	#takeIdle() {
		// Of those that stand in for threads that were waiting, no more run than the others leave free.
		const { threads } = this.settings;
		if (this.#threads.size > threads && this.#busy - this.#countWaiting() >= threads)
			return undefined;
		for (let thread = this.#idle.pop(); thread; thread = this.#idle.pop()) {
			if (thread.isAlive) return thread;
			this.#threads.delete(thread);
		}
		return undefined;
	}

	#pump() {
		while (this.#queue.size > 0) {
			const thread = this.#takeIdle();
			if (!thread) break;
			const { threads } = this.settings;
			const calls = this.#queue.take(({ reference }, waiting) =>
				batchSize({ meanRunUs: reference.figures.meanRunUs, waiting, threads }),
			);
			this.#send(calls, thread);
		}
		if (this.#queue.size > 0 && this.#threads.size < this.#capacity) this.#startThread();
		if (this.#drained.size > 0) this.#noticeDrained();
	}

	/**
	 * @param {PoolThread} thread
	 * @param {unknown[]} message
	 */
	#onMessage(thread, message) {
		if (deliverCallback(thread.callbacks, message) || thread.bridge.deliver(message)) return;
		const { batch } = thread;
		if (batch) this.#onResult(batch, /** @type {ResultMessage} */ (message));
	}

	/**
	 * @param {Batch} batch
	 * @param {ResultMessage} message
	 */
	#onResult(batch, message) {
		const call = batch.calls[message[1]];
		if (call.isSettled || call.batch !== batch) return;
		const { figures } = call.reference;
		figures.meanRunUs = nextMean(figures.meanRunUs, message[2]);
		this.settle(call, readResult(call, message));
	}

	/**
	 * The task could not be sent, or its thread died.
	 *
	 * @param {Batch} batch
	 * @param {unknown} failure
	 */
	#onFailure(batch, failure) {
		const { thread } = batch;
		if (thread.batch !== batch) return;
		if (!thread.hasDied) {
			const [call] = batch.calls;
			thread.bridge.disown(call);
			endLoan(call);
			const error = withFrames(describeRefusal(call, failure), call.trace);
			this.settle(call, { ok: false, error });
			this.#finish(thread);
			this.#release(thread);
			return;
		}
		this.#mourn(thread, failure);
		this.#pump();
	}

	/**
	 * Sort out what a dead thread had.
	 *
	 * @param {PoolThread} thread
	 * @param {unknown} death
	 */
	#mourn(thread, death) {
		const { batch } = thread;
		if (!batch) return;
		thread.drain();
		this.#collect(batch);
		const { meters } = thread;
		// It had replied, and died before the reply was read.
		if (meters[WAY] !== POSTED) {
			this.#onResult(batch, [RETURNED, 0, meters[RUN_US], readReplied(meters)]);
		}
		this.#finish(thread);
		this.#threads.delete(thread);
		const { reclaimed, lost } = batch.afterDeath();
		this.#putBack(reclaimed);
		for (const call of lost) {
			this.settle(call, {
				ok: false,
				error: describeDeath(call, thread.crash ?? death, thread.exitCode),
			});
		}
	}

	#noticeDrained() {
		if (this.isBusy) return;
		const waiting = [...this.#drained];
		this.#drained.clear();
		for (const resolve of waiting) resolve();
	}

	/** @returns {Promise<void>} resolves when nothing is queued or running */
	drain() {
		return new Promise((resolve) => {
			this.#drained.add(() => resolve());
			this.#noticeDrained();
		});
	}

	/**
	 * End all threads, and fail what is queued or running.
	 *
	 * @returns {Promise<void>} resolves when the threads have ended
	 */
	async close() {
		const toError = (/** @type {string} */ unit) => poolClosed({ unit }, { unit });
		this.#failQueued(toError);
		for (const { batch } of this.#threads) {
			for (const call of batch?.calls ?? []) {
				if (call.batch !== batch) continue;
				const error = withFrames(toError(call.reference.id), call.trace);
				this.settle(call, { ok: false, error });
			}
		}
		this.isClosed = true;
		this.#idle = [];
		const threads = [...this.#threads];
		for (const thread of threads) this.#finish(thread);
		this.#busy = 0;
		this.#threads.clear();
		await Promise.all(threads.map((thread) => thread.terminate()));
	}
}
