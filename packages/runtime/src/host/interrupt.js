/** @import { Batch } from './batch.js' */
/** @import { OpenGenerator } from './open-generator.js' */
/** @import { PoolThread, Probe } from './pool.js' */
import { clearStop, requestStop } from '../protocol/stop.js';

// How long what runs has for ending by itself. Loops look in each turn, so nearly all of it is for `finally` blocks, for code
// between two looks, and for a machine with more threads than cores.
const GRACE_MS = 100;

// How many of these a thread with others in it has to say that its event loop turns: the machine may be busy, and they are innocent.
const BLOCKED_GRACES = 10;

/**
 * @typedef {object} Keeper who keeps the threads
 * @property {(thread: PoolThread, death: unknown) => void} endThread
 * @property {(thread: PoolThread, isStuck: boolean) => void} noteStuck
 */

/**
 * The time that something in a thread has for ending by itself; then the thread is ended.
 *
 * Others may be in the thread: generators that are open, and the call of the task. They are not hit as long as they can go on:
 * if the event loop turns, what is to end just waits, and the thread stays until the others have left it; it gets no new
 * work meanwhile. If it does not turn, and what is to end is the only thing that can have stopped it, nobody will go on there.
 */
export class Grace {
	#thread;
	#one;
	#death;
	#keeper;
	/** @type {NodeJS.Timeout} */
	#timer;
	/** @type {Probe | undefined} */
	#probe;
	#unanswered = 0;

	/**
	 * @param {PoolThread} thread
	 * @param {Batch | OpenGenerator} one that is to end
	 * @param {unknown} death what others in the thread are told
	 * @param {Keeper} keeper
	 */
	constructor(thread, one, death, keeper) {
		this.#thread = thread;
		this.#one = one;
		this.#death = death;
		this.#keeper = keeper;
		this.#timer = this.#wait();
	}

	/** @returns {NodeJS.Timeout} */
	#wait() {
		// What runs keeps the process alive, its timer need not.
		return setTimeout(() => this.#onOver(), GRACE_MS).unref();
	}

	#onOver() {
		const { isAlone, mayRun } = this.#thread.besides(this.#one);
		const isBlocked = this.#probe !== undefined && !this.#probe.isAnswered;
		const isOver = isBlocked && !mayRun && ++this.#unanswered >= BLOCKED_GRACES;
		if (isAlone || isOver) {
			this.#keeper.endThread(this.#thread, this.#death);
			return;
		}
		if (!isBlocked) {
			this.#unanswered = 0;
			this.#probe = this.#thread.probe();
		}
		this.#keeper.noteStuck(this.#thread, true);
		this.#timer = this.#wait();
	}

	/** It has ended, or its thread has. */
	end() {
		clearTimeout(this.#timer);
		if (this.#probe) this.#keeper.noteStuck(this.#thread, false);
	}
}

/**
 * Ask the call that runs to end, and end its thread when it does not.
 *
 * Ending a call by an exception in the worker leaves the thread as it is: loaded, and optimised by V8. Only code that does not
 * look (protocol/stop.js), or that catches the exception and goes on, costs the thread.
 *
 * @param {Batch} batch of which nothing else will begin
 * @param {unknown} death what others in the thread are told
 * @param {Keeper} keeper
 */
export function interrupt(batch, death, keeper) {
	requestStop(batch.thread.stop);
	batch.grace = new Grace(batch.thread, batch, death, keeper);
}

/** @param {Batch} batch that has been replied to, or whose thread is dead */
export function endInterrupt(batch) {
	if (!batch.grace) return;
	batch.grace.end();
	batch.grace = undefined;
	clearStop(batch.thread.stop);
}
