/** @import { PoolThread } from './pool.js' */
import {
	filter,
	findLastIndex,
	indexOf,
	Math,
	OwnSet,
	pop,
	splice,
	WeakMap,
} from '../primordials.js';
import { unwatchEnd, watchEnd } from './left-behind.js';

/** The threads of one pool: which there are, which have nothing to do, and how many there may be. */
export class Crew {
	#limit;
	/** @type {Set<PoolThread>} */
	#threads = new OwnSet();
	/**
	 * Without a task or step, the oldest last. It is used first: calls that come one at a time go to one thread, whose caches are warm, and those of
	 * rows that come again go to the same threads each time, which have decoded their parts of a GEM.
	 *
	 * @type {PoolThread[]}
	 */
	#idle = [];
	/** By age. @type {WeakMap<PoolThread, number>} */
	#numbers = new WeakMap();
	#lastNumber = 0;
	/** those that have a batch or a step of a generator @type {Set<PoolThread>} */
	#busy = new OwnSet();
	/** those whose code waits for functions of the host's @type {Set<PoolThread>} */
	#waiting = new OwnSet();
	/** those in which something that was given up does not end @type {Set<PoolThread>} */
	#stuck = new OwnSet();

	/** @param {number} limit threads, not counting those that stand in for waiting ones */
	constructor(limit) {
		this.#limit = limit;
	}

	/** @returns {{ threads: number, idle: number }} */
	get counts() {
		return { threads: this.#threads.size, idle: this.#idle.length };
	}

	/** @returns {number} threads that are starting, or will when there is something to do */
	get starting() {
		return Math.max(0, this.#capacity - this.#idle.length - this.#busy.size);
	}

	/** @returns {boolean} whether one more thread may be started */
	get mayGrow() {
		return this.#threads.size < this.#capacity;
	}

	/** @returns {boolean} whether a thread has nothing to do */
	get hasIdle() {
		return this.#idle.length > 0;
	}

	/** @returns {PoolThread[]} those that get on with what they have; none while others stand in for threads that do not */
	get atWork() {
		if (this.#waiting.size > 0 || this.#stuck.size > 0 || this.#threads.size > this.#limit)
			return [];
		return [...this.#busy];
	}

	/** @returns {PoolThread[]} those that have run units and have nothing to do */
	get resting() {
		return filter([...this.#threads], ({ hasServed, isBusy, hasDied }) => {
			return hasServed && !isBusy && !hasDied;
		});
	}

	/** @returns {Iterator<PoolThread>} all that there are */
	[Symbol.iterator]() {
		return this.#threads.values();
	}

	/** @param {PoolThread} thread that is starting */
	add(thread) {
		watchEnd(this);
		this.#threads.add(thread);
		this.#numbers.set(thread, ++this.#lastNumber);
	}

	/** @param {PoolThread} thread that has died or could not start */
	remove(thread) {
		this.#threads.delete(thread);
		this.#busy.delete(thread);
		this.#waiting.delete(thread);
		this.#stuck.delete(thread);
		this.#dismiss(thread);
	}

	/** Forget all threads. */
	clear() {
		unwatchEnd(this);
		for (const thread of [...this.#threads]) this.remove(thread);
	}

	/** @returns {PoolThread | undefined} alive, and busy from now on */
	take() {
		// Of those that stand in for threads that were waiting, no more run than the others leave free.
		const isFull = this.#busy.size - this.#countWaiting() >= this.#limit;
		if (isFull && this.#threads.size > this.#limit) return undefined;
		for (let thread = this.#pick(); thread; thread = this.#pick()) {
			if (thread.isAlive) {
				this.#busy.add(thread);
				return thread;
			}
			this.#threads.delete(thread);
		}
		return undefined;
	}

	/** @returns {PoolThread | undefined} rather one without open generators: their steps would wait behind the call */
	#pick() {
		const idle = this.#idle;
		const at = findLastIndex(idle, ({ generators }) => generators.size === 0);
		return at === -1 || at === idle.length - 1 ? pop(idle) : splice(idle, at, 1)[0];
	}

	/** @param {PoolThread} thread that gets something to do, whether it has already or not */
	occupy(thread) {
		this.#busy.add(thread);
		this.#dismiss(thread);
	}

	/** @param {PoolThread} thread with nothing to do; a stand-in that is not needed any more is ended */
	release(thread) {
		this.#busy.delete(thread);
		if (!thread.isAlive) {
			this.remove(thread);
			return;
		}
		const number = this.#numberOf(thread);
		const at = findLastIndex(this.#idle, (other) => this.#numberOf(other) > number);
		splice(this.#idle, at + 1, 0, thread);
	}

	/** @param {PoolThread} thread */
	#numberOf(thread) {
		return this.#numbers.get(thread) ?? 0;
	}

	/** End a thread that had stood in for one that was waiting, if there are more than there may be. */
	shrink() {
		if (this.#threads.size <= this.#capacity) return;
		// The one that came last; one that holds a generator cannot go.
		const thread = this.#idle.find(({ generators }) => generators.size === 0);
		if (!thread) return;
		this.remove(thread);
		void thread.terminate();
	}

	/**
	 * @param {PoolThread} thread
	 * @param {boolean} isWaiting whether its code waits for functions of the host's
	 */
	noteWaiting(thread, isWaiting) {
		if (isWaiting && thread.isAlive) this.#waiting.add(thread);
		else this.#waiting.delete(thread);
	}

	/**
	 * @param {PoolThread} thread
	 * @param {boolean} isStuck whether something that was given up does not end there
	 */
	noteStuck(thread, isStuck) {
		if (isStuck && thread.isAlive) this.#stuck.add(thread);
		else this.#stuck.delete(thread);
	}

	/**
	 * @returns {number} threads that there may be: one more for each whose code waits for a function of the host's, which may itself
	 *   wait for a call in the queue, and for each that is kept for the generators in it alone
	 */
	get #capacity() {
		return this.#limit + this.#countWaiting();
	}

	/** @returns {number} threads that have something to do and do not get on with it */
	#countWaiting() {
		if (this.#waiting.size === 0 && this.#stuck.size === 0) return 0;
		let count = 0;
		for (const thread of this.#busy) {
			if (this.#waiting.has(thread) || this.#stuck.has(thread)) count++;
		}
		return count;
	}

	/** @param {PoolThread} thread not idle any more */
	#dismiss(thread) {
		const at = indexOf(this.#idle, thread);
		if (at !== -1) splice(this.#idle, at, 1);
	}
}
