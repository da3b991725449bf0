/** @import { ResultMessage } from '../protocol/messages.js' */
/** @import { PoolSettings } from '../types.js' */
/** @import { Call } from './call-record.js' */
/** @import { PoolThread } from './pool.js' */
import { poolClosed } from '../errors/codes.js';
import { ANSWERED, REPLIED, TASK_FAILED } from '../protocol/messages.js';
import { Ahead, mayFollow, threadToFollow } from './ahead.js';
import { Batch } from './batch.js';
import { batchSize, nextMean } from './batch-size.js';
import { nameFor } from './built-ins.js';
import { deliverCallback } from './callback.js';
import { Crew } from './crew.js';
import { Drained } from './drained.js';
import { endInterrupt, interrupt } from './interrupt.js';
import { endLoan } from './lend.js';
import { deliverAnswer } from './open-generator.js';
import { openThread } from './open-thread.js';
import { CallQueue } from './queue.js';
import { Rejections } from './rejections.js';
import { runInstead } from './run-instead.js';
import {
	describeDeath,
	describeFailedStart,
	describeFullQueue,
	describeUnread,
	discardResult,
	readResult,
	withFrames,
} from './settle.js';
import { tellCaller } from './tell.js';
import { describeRefusal, detach } from './values.js';
import { describeAbort, endAll } from './watch.js';

// How often results of a batch that lasts are looked for.
const COLLECT_MS = 5;

/**
 * One pool: the calls that wait for it, and its threads.
 *
 * A call goes to an idle thread at once; else it waits, and threads take batches as they get free. A thread is sent its next batch
 * ahead, as long as nobody else has anything of that (ahead.js); what it has not begun still waits for whoever is free first.
 */
export class Dispatcher {
	#queue = new CallQueue();
	#ahead = new Ahead(() => this.#sendAhead());
	#crew;
	drained = new Drained(() => this.isBusy);
	/** calls that wait until others have changed what they are given */
	held = 0;
	#nextSequence = 0;
	#rejections = new Rejections((call) => this.#reject(call));

	/** calls that threads are known to have begun with and that are not settled, and steps of generators */
	runningCalls = 0;
	/** groups of two and more calls that were sent */
	batches = 0;
	/** whether `close` has been called: its threads are gone for good */
	isClosed = false;

	/** @param {PoolSettings} settings */
	constructor(settings) {
		this.settings = settings;
		this.#crew = new Crew(settings.threads);
	}

	/** @returns {number} calls that wait */
	get queuedCalls() {
		return this.#queue.size + this.#ahead.calls + this.held;
	}

	/** @returns {boolean} whether calls wait or run, or callers have not been told that theirs are over */
	get isBusy() {
		return this.queuedCalls > 0 || this.runningCalls > 0 || this.#rejections.size > 0;
	}

	/** @returns {{ threads: number, idle: number }} */
	get threadCounts() {
		return this.#crew.counts;
	}

	/**
	 * Send a call to a thread, or queue it. Its values are those of this moment either way.
	 *
	 * @param {Call} call
	 */
	submit(call) {
		call.dispatcher = this;
		const refused = call.here && detach(call);
		if (refused) return this.#fail(call, refused.error);
		const thread = this.#crew.hasIdle && !this.#queue.first ? this.#crew.take() : undefined;
		if (thread) {
			call.sequence = this.#nextSequence++;
			this.#send([call], thread);
		} else this.#enqueue(call);
		call.here = undefined; // its caller may change its values from now on
	}

	/** @param {Call} call */
	#enqueue(call) {
		const { queueLimit } = this.settings;
		// Threads that are starting or will be take one call each: those do not wait for other calls.
		if (this.#mayNotWait(queueLimit + this.#crew.starting)) {
			return this.#fail(call, describeFullQueue(call.reference.id, this.settings));
		}
		const refused = detach(call);
		if (refused) return this.#fail(call, refused.error);
		// After `detach`, which may run getters of the program, and these may call.
		call.sequence = this.#nextSequence++;
		this.#queue.push(call);
		if (this.#ahead.calls > 0) {
			for (const batch of this.#ahead.lessUrgentThan(call.priority)) this.#takeBack(batch);
		}
		if (this.#crew.mayGrow) this.#startThread();
		else if (mayFollow(call)) this.#ahead.soon();
	}

	/** @param {number} limit of calls that wait @returns {boolean} whether one more would be too many */
	#mayNotWait(limit) {
		if (this.queuedCalls < limit) return false;
		endAll(); // what is about to be given up does not wait
		return this.queuedCalls >= limit;
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
		if (call.batch) this.#countOut(call.batch);
		this.#tell(call, outcome);
	}

	/** @param {Call} call that has been given up */
	#reject(call) {
		this.#tell(call, { ok: false, error: call.toError?.(call) });
	}

	/**
	 * @param {Call} call that is settled, and has been counted out
	 * @param {import('./settle.js').Outcome} outcome
	 */
	#tell(call, outcome) {
		tellCaller(call, outcome);
		this.drained.notice();
	}

	/**
	 * End a call that its caller has given up, wherever it is. The caller is told soon.
	 *
	 * @param {Call} call
	 * @param {(call: Call) => Error} toError
	 */
	giveUp(call, toError) {
		const { batch } = call;
		// It may have its result already.
		if (batch) this.#collectOf(batch, call);
		if (call.isSettled) return;
		call.isSettled = true;
		call.toError = toError;
		this.#rejections.add(call);
		if (!batch) return this.#queue.remove(call);
		this.#countOut(batch);
		if (batch.tryTakeOut(call)) {
			batch.thread.bridge.disown(call);
			endLoan(call);
		} else {
			const error = toError(call);
			call.toError = () => error; // others in the thread may get it, too
			this.#stop(call, batch, error);
		}
		this.#pump();
	}

	/** @param {AbortSignal} signal that has fired: what threads have been sent with it is given up */
	giveUpSent(signal) {
		const sent = [...this.#crew].flatMap(({ openCalls }) => openCalls);
		for (const call of sent) if (call.signal === signal) this.giveUp(call, describeAbort);
	}

	/**
	 * @param {Call} call that has begun
	 * @param {Batch} batch it is in
	 * @param {Error} error
	 */
	#stop(call, batch, error) {
		const { thread } = batch;
		// What is behind it goes first: once that has begun, the call is over, and what runs is another.
		const behind = thread.batch === batch ? thread.ahead : undefined;
		if (behind) this.#takeBack(behind);
		const { reclaimed, stop } = batch.giveUp(call);
		this.#putBack(reclaimed);
		if (stop && !behind?.hasBegun) interrupt(batch, error, this);
	}

	/** @param {Batch} batch one of whose calls has been settled or taken back */
	#countOut({ isAhead }) {
		if (isAhead) this.#ahead.calls--;
		else this.runningCalls--;
	}

	/** @param {Batch} batch that was sent ahead: the calls that have not begun wait in the queue again */
	#takeBack(batch) {
		this.#ahead.delete(batch);
		this.#putBack(batch.takeBack());
	}

	/**
	 * @param {Call[]} calls that a thread has been relieved of
	 */
	#putBack(calls) {
		for (const call of calls) {
			const { thread } = /** @type {Batch} */ (call.batch);
			thread.bridge.disown(call);
			this.#countOut(/** @type {Batch} */ (call.batch));
			call.batch = undefined;
		}
		this.#queue.putBack(calls);
	}

	/**
	 * End a thread that runs what has been given up and does not end by itself.
	 *
	 * @param {PoolThread} thread
	 * @param {unknown} death what the others that are in it are told
	 */
	endThread(thread, death) {
		thread.crash ??= death;
		void thread.terminate();
		this.#mourn(thread, death);
		this.#pump();
	}

	#startThread() {
		const thread = openThread(this.settings, {
			onMessage: (from, message) => this.#onMessage(from, message),
			onWaiting: (from, isWaiting) => this.#onWaiting(from, isWaiting),
			onExit: (from) => this.#onExit(from),
		});
		if (typeof thread === 'function') return this.#failQueued(thread);
		this.#crew.add(thread);
		thread.ready.then(
			() => this.#release(thread),
			(cause) => {
				this.#crew.remove(thread);
				void thread.terminate();
				// The next thread would fail as this one did; calls must not wait for a series of them.
				if (!this.isClosed) this.#failQueued((unit) => describeFailedStart(unit, cause));
			},
		);
	}

	/** @param {(unit: string) => Error} toError */
	#failQueued(toError) {
		for (const call of this.#queue.clear()) {
			this.#fail(call, toError(call.reference.id));
		}
	}

	/** @param {Call} call @param {any} error made here, which gets the caller's frames */
	#fail(call, error) {
		if (runInstead(call, error)) return;
		this.settle(call, { ok: false, error: withFrames(error, call.trace) });
	}

	/**
	 * @param {Call[]} calls
	 * @param {PoolThread} thread taken from the crew
	 */
	#send(calls, thread) {
		const batch = new Batch(calls, thread);
		this.#begin(batch);
		this.#post(batch);
	}

	/** @param {Batch} batch that its thread has got to */
	#begin(batch) {
		batch.thread.batch = batch;
		this.#ahead.begin(batch);
		this.runningCalls += batch.open.length;
		// A call may run longer than its unit used to: what is done before it must not wait for it.
		if (batch.calls.length > 1) this.#collectSoon(batch.thread);
	}

	/** @param {PoolThread} thread whose batch may have results soon; a timer of its own for each batch would cost more than the look */
	#collectSoon(thread) {
		thread.timer ??= setTimeout(() => {
			if (!thread.batch || thread.batch.calls.length === 1) return;
			this.#collect(thread.batch);
			this.#collectSoon(thread);
		}, COLLECT_MS).unref();
		thread.timer.refresh();
	}

	/** @param {Batch} batch to be sent to its thread */
	#post(batch) {
		const { calls, thread } = batch;
		for (const call of calls) thread.bridge.adopt(call);
		const [first] = calls;
		if (first.callback) thread.callbacks.set(first.callback.id, first);
		try {
			thread.run(batch.toTask(nameFor(first, thread)), first.transferList);
		} catch (refusal) {
			return this.#onRefused(batch, refusal);
		}
		if (batch.count()) this.batches++;
	}

	/** @param {Batch} batch that its thread is done with; all that it has posted before has been read, or could not be */
	#onReply(batch) {
		const { thread } = batch;
		if (thread.batch !== batch) return;
		thread.endTask();
		if (batch.words) this.#collect(batch);
		if (thread.unreadable !== undefined) this.#failUnread(batch, thread.unreadable);
		thread.known.add(batch.calls[0].reference.key);
		this.#finish(thread);
		for (const late of this.#ahead.overdue(batch)) this.#takeBack(late);
		this.#goOn(thread);
	}

	/**
	 * @param {Batch} batch that its thread has replied to; calls without a result are those whose result could not be read
	 * @param {unknown} unreadable why
	 */
	#failUnread(batch, unreadable) {
		for (const call of batch.open) {
			this.#onResult(batch, describeUnread(call, unreadable));
			call.generator?.abandon(batch.thread);
		}
	}

	/** @param {Batch} batch whose written results are to be given to their callers */
	#collect(batch) {
		for (const message of batch.takeWritten()) this.#onResult(batch, message);
	}

	/** @param {Batch} batch @param {Call} call of it, whose result it is given if that has been written */
	#collectOf(batch, call) {
		const message = batch.writtenOf(call);
		if (message) this.#onResult(batch, message);
	}

	/** @param {PoolThread} thread whose batch is over */
	#finish(thread) {
		if (thread.batch) endInterrupt(thread.batch);
		thread.batch = undefined;
	}

	/** @param {PoolThread} thread that will not go on */
	#abandon(thread) {
		this.#finish(thread);
		if (thread.ahead) this.#ahead.delete(thread.ahead);
		thread.ahead = undefined;
	}

	/** @param {PoolThread} thread that is done with its batch, and has the next one already if it was sent that */
	#goOn(thread) {
		const { ahead } = thread;
		thread.ahead = undefined;
		if (ahead) this.#begin(ahead);
		else thread.unreadable = undefined;
		this.#release(thread);
	}

	/** @param {PoolThread} thread that may be ready for its next batch */
	#release(thread) {
		if (!thread.isBusy) this.#crew.release(thread);
		this.#pump();
		this.#crew.shrink();
	}

	/**
	 * @param {PoolThread} thread
	 * @param {boolean} isWaiting
	 */
	#onWaiting(thread, isWaiting) {
		this.#crew.noteWaiting(thread, isWaiting);
		if (isWaiting) this.#pump();
	}

	/**
	 * @param {PoolThread} thread
	 * @param {boolean} isStuck whether something that was given up does not end there, and the thread is kept for others
	 */
	noteStuck(thread, isStuck) {
		this.#crew.noteStuck(thread, isStuck);
		if (isStuck && thread.ahead) this.#takeBack(thread.ahead);
		if (isStuck) this.#pump();
	}

	/**
	 * Note that a thread gets a step of a generator to do, beside what else it has.
	 *
	 * @param {PoolThread} thread
	 */
	beginStep(thread) {
		this.runningCalls++;
		thread.beginStep();
		this.#crew.occupy(thread);
	}

	/** @param {PoolThread} thread that has done it, or has died */
	endStep(thread) {
		this.runningCalls--;
		thread.endStep();
		this.#release(thread);
	}

	/** @param {PoolThread} thread that has died, and what it has posted has been read */
	#onExit(thread) {
		this.#mourn(thread, undefined);
		this.#crew.remove(thread);
		for (const generator of [...thread.generators.values()]) {
			generator.lose(describeDeath(generator, thread.crash, thread.exitCode));
		}
		this.#pump();
	}

	#pump() {
		for (;;) {
			if (this.#ahead.calls > 0 && this.#crew.hasIdle) this.#recall();
			const thread = this.#crew.hasIdle && this.#queue.first ? this.#crew.take() : undefined;
			if (!thread) break;
			const { threads } = this.settings;
			const calls = this.#queue.take(({ reference }, waiting) =>
				batchSize({ meanRunUs: reference.figures.meanRunUs, waiting, threads }),
			);
			this.#send(calls, thread);
		}
		if (this.#crew.mayGrow && this.#queue.first) this.#startThread();
		this.#sendAhead();
		this.drained.notice();
	}

	/** Take back, for a thread that has nothing to do, what another one has been sent ahead, when that waits for longer than the queue. */
	#recall() {
		const { first } = this.#queue;
		for (const batch of this.#ahead.before(first)) {
			this.#takeBack(batch);
			if (this.#queue.first !== first) return;
		}
	}

	/** Send what waits to threads that have something to do, behind that. */
	#sendAhead() {
		for (let first = this.#queue.first; first && mayFollow(first); first = this.#queue.first) {
			const thread = threadToFollow(this.#crew.atWork);
			if (!thread) return;
			const calls = this.#queue.take(() => 1);
			const batch = new Batch(calls, thread, thread.freeSlot);
			thread.ahead = batch;
			this.#ahead.add(batch);
			this.#post(batch);
		}
	}

	/**
	 * @param {PoolThread} thread
	 * @param {unknown[]} message
	 */
	#onMessage(thread, message) {
		if (deliverCallback(thread.callbacks, message) || thread.bridge.deliver(message)) return;
		const [kind, index, number, isOpen] = /** @type {any[]} */ (message);
		const { generators } = thread;
		if (kind === REPLIED) this.#onEnd(thread, index);
		else if (kind === TASK_FAILED) this.#onEnd(thread, index, { failure: number });
		else if (kind === ANSWERED) generators.get(index)?.onAnsweredBefore(number, isOpen);
		else if (index < 0) deliverAnswer(generators, /** @type {ResultMessage} */ (message));
		else {
			const batch = thread.batchOf(index);
			this.#onResult(batch, /** @type {ResultMessage} */ (message));
			if (batch?.isReplied) this.#onReply(batch);
		}
	}

	/**
	 * @param {PoolThread} thread
	 * @param {number} number of a task that is over; told twice when a message could not be read
	 * @param {{ failure: unknown }} [failed] why it has not run as it should
	 */
	#onEnd(thread, number, failed) {
		const { batch } = thread;
		if (batch?.number !== number) return;
		if (failed) this.#failOpen(batch, failed.failure);
		this.#onReply(batch);
	}

	/**
	 * @param {Batch | undefined} batch undefined when that is over
	 * @param {ResultMessage} message
	 */
	#onResult(batch, message) {
		if (!batch) return discardResult(message);
		const call = batch.calls[message[1] - batch.first];
		call.generator?.onFirst(batch.thread, message[0]);
		if (call.isSettled || call.batch !== batch) return discardResult(message);
		const { figures } = call.reference;
		figures.meanRunUs = nextMean(figures.meanRunUs, message[2]);
		this.settle(call, readResult(call, message));
	}

	/**
	 * @param {Batch} batch that could not be sent
	 * @param {unknown} refusal
	 */
	#onRefused(batch, refusal) {
		const { thread, calls } = batch;
		if (calls[0].callback) thread.callbacks.delete(calls[0].callback.id);
		this.#failOpen(batch, refusal);
		if (thread.ahead === batch) {
			this.#ahead.delete(batch);
			thread.ahead = undefined;
			return this.#pump();
		}
		this.#finish(thread);
		this.#goOn(thread);
	}

	/** @param {Batch} batch @param {unknown} failure of its task */
	#failOpen(batch, failure) {
		for (const call of batch.open) {
			batch.thread.bridge.disown(call);
			endLoan(call);
			this.#fail(call, describeRefusal(call, failure));
		}
	}

	/**
	 * Sort out what a dead thread had.
	 *
	 * @param {PoolThread} thread
	 * @param {unknown} death
	 */
	#mourn(thread, death) {
		thread.drain();
		const { batch, ahead } = thread;
		if (!batch) return;
		this.#collect(batch);
		if (ahead) this.#collect(ahead);
		this.#abandon(thread);
		this.#crew.remove(thread);
		for (const each of ahead ? [batch, ahead] : [batch]) {
			const { reclaimed, lost } = each.afterDeath();
			this.#putBack(reclaimed);
			for (const call of lost) {
				const error = describeDeath(call, thread.crash ?? death, thread.exitCode, each.hasBegun);
				this.settle(call, { ok: false, error });
			}
		}
	}

	/** @returns {Promise<void>} resolves when nothing is queued or running */
	drain() {
		return this.drained.wait();
	}

	/**
	 * End all threads, and fail what is queued or running.
	 *
	 * @returns {Promise<void>} resolves when the threads have ended
	 */
	async close() {
		const toError = (/** @type {string} */ unit) => poolClosed({ unit }, { unit });
		this.#failQueued(toError);
		const threads = [...this.#crew];
		for (const { openCalls, generators } of threads) {
			for (const call of openCalls) {
				const error = withFrames(toError(call.reference.id), call.trace);
				this.settle(call, { ok: false, error });
			}
			for (const generator of [...generators.values()]) {
				generator.lose(withFrames(toError(generator.reference.id), generator.trace));
			}
		}
		this.isClosed = true;
		for (const thread of threads) this.#abandon(thread);
		this.#crew.clear();
		await Promise.all(threads.map((thread) => thread.terminate()));
	}
}
