/** @import { Priority } from '../types.js' */
/** @import { Batch } from './batch.js' */
/** @import { Call } from './call-record.js' */
/** @import { PoolThread } from './pool.js' */
import { filter, indexOf, OwnSet } from '../primordials.js';

// What is shorter travels in batches, which hide the way of a message, and are larger when they wait for all that is called meanwhile; ...
const SHORTEST_US = 500;
// ... what is longer hides it by itself, and would keep what is behind it from threads that get free.
const LONGEST_US = 50_000;

/** @type {Batch[]} */
const NONE = [];

/** From the most urgent on. @type {readonly Priority[]} */
const PRIORITIES = ['high', 'normal', 'low'];

/**
 * What threads have been sent while they had something to do, so that they go on without waiting for the host: one batch each,
 * behind the one that runs.
 *
 * Its calls wait, as those of the queue do: until a thread begins one, the host can take it back, and does so for whoever would run
 * it sooner (docs/decisions/0029-calls-sent-ahead.md). What was taken back stays with its thread as a task that does
 * nothing, and the thread gets no other before that one is over; so no thread is ever sent more than two tasks.
 */
export class Ahead {
	/** those that are not known to have begun, and have not been taken back, oldest first @type {Set<Batch>} */
	#batches = new OwnSet();
	#turn = 0;
	#isDue = false;
	#send;

	/** calls in them that wait */
	calls = 0;

	/** @param {() => void} send what waits, to threads that may be sent something ahead */
	constructor(send) {
		this.#send = send;
	}

	/** Send ahead what waits once this turn is over: the calls of one turn may make a batch. */
	soon() {
		if (this.#isDue) return;
		this.#isDue = true;
		void this.#sendSoon();
	}

	async #sendSoon() {
		await undefined; // `queueMicrotask` makes an AsyncResource
		this.#isDue = false;
		this.#send();
	}

	/** @returns {Batch[]} oldest first */
	get batches() {
		return [...this.#batches];
	}

	/** @param {Batch} batch that is about to be sent */
	add(batch) {
		batch.sentAt = ++this.#turn;
		this.calls++;
		this.#batches.add(batch);
	}

	/** @param {Batch} batch whose thread has got to it */
	begin(batch) {
		const { thread } = batch;
		batch.begunAt = ++this.#turn;
		batch.previousBegunAt = thread.begunAt;
		thread.begunAt = batch.begunAt;
		this.delete(batch);
		if (!batch.isAhead) return;
		this.calls -= batch.open.length;
		batch.isAhead = false;
	}

	/** @param {Batch} batch of which nothing waits any more */
	delete(batch) {
		this.#batches.delete(batch);
	}

	/**
	 * @param {Batch} done that a thread has just finished
	 * @returns {Batch[]} those that wait for other threads while this one has begun and finished two: what runs there is much longer
	 */
	overdue({ previousBegunAt }) {
		if (this.#batches.size === 0) return NONE;
		return filter(this.batches, ({ sentAt }) => sentAt < previousBegunAt);
	}

	/** @param {Call | undefined} call that is first in the queue, if any @returns {Batch[]} those whose turn is before its, oldest first */
	before(call) {
		if (!call) return this.batches;
		const rank = indexOf(PRIORITIES, call.priority);
		return filter(this.batches, ({ calls: [{ priority, sequence }] }) => {
			const own = indexOf(PRIORITIES, priority);
			return own < rank || (own === rank && sequence < call.sequence);
		});
	}

	/** @param {Priority} priority of a call that has arrived @returns {Batch[]} those that are less urgent */
	lessUrgentThan(priority) {
		if (priority === 'low') return NONE;
		const rank = indexOf(PRIORITIES, priority);
		return filter(this.batches, ({ calls }) => indexOf(PRIORITIES, calls[0].priority) > rank);
	}
}

/**
 * @param {PoolThread[]} threads that have something to do
 * @returns {PoolThread | undefined} the one that may be sent something behind it: of several the one that got to it first
 */
export function threadToFollow(threads) {
	/** @type {PoolThread | undefined} */
	let found;
	for (const thread of threads) {
		const { batch } = thread;
		if (!batch || !mayBeFollowed(thread, batch)) continue;
		if (!found?.batch || batch.begunAt < found.batch.begunAt) found = thread;
	}
	return found;
}

/**
 * @param {PoolThread} thread
 * @param {Batch} batch that it has
 * @returns {boolean} whether what is sent behind it begins before long, whatever else happens
 */
function mayBeFollowed(thread, { calls, grace, number }) {
	// A getter among the values that are being sent may have led here.
	if (number === 0) return false;
	if (thread.ahead || thread.hasDied || grace || thread.generators.size > 0) return false;
	return calls.length === 1 && mayFollow(calls[0]) && !mayWaitForOthers(calls[0]);
}

/** @param {Call} call that is next in the queue @returns {boolean} whether it may be sent behind others */
export const mayFollow = ({ isAlone, reference: { figures } }) =>
	!isAlone && figures.meanRunUs >= SHORTEST_US && figures.meanRunUs < LONGEST_US;

/** @param {Call} call @returns {boolean} whether what runs may wait for what a call does that has not begun */
const mayWaitForOthers = ({ isShared, gems, loan }) =>
	isShared || gems !== undefined || loan !== undefined;
