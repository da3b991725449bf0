/** @import { MessagePort } from 'node:worker_threads' */
/** @import { Notes } from '../protocol/notes.js' */
/** @import { Delivery } from './messages.js' */
import { AsyncLocalStorage } from 'node:async_hooks';
import { receiveMessageOnPort } from 'node:worker_threads';
import { noListener } from '../errors/codes.js';
import { loadModules, needsModules } from '../protocol/gem-modules.js';
import { flushOutput, hasPendingOutput } from '../protocol/output.js';
import { allGems } from '../protocol/gem-copies.js';
import { crossable, discardValue, postValue, readValue } from './crossing.js';
import { FAILED, HANDLED, IDLE, NOT_LOADED, REPLIED } from './messages.js';

/** @typedef {(...values: any[]) => unknown} Listener */

/**
 * What a thread of `Workers` has been sent, on its way to its listeners: in order, the next once those of the one before have ended.
 *
 * The port does not keep the thread's event loop alive, so that `beforeExit` tells when nothing is left that could still reply or
 * listen. Only then does the thread wait for more.
 */
export class Inbox {
	#port;
	/** @type {Map<string, Listener[]>} */
	#listeners = new Map();
	/** @type {Delivery[]} */
	#queue = [];
	#isDelivering = false;
	#isLoaded = false;

	/** of what code is to do with, also once the listener has returned @type {AsyncLocalStorage<number>} */
	#current = new AsyncLocalStorage();
	/** of what has been delivered last @type {number | undefined} */
	#latest = undefined;

	/** @param {MessagePort} port */
	constructor(port) {
		this.#port = port;
		port.on('message', (/** @type {Delivery} */ delivery) => {
			port.unref();
			this.#queue.push(delivery);
			void this.#deliver();
		});
		port.unref();
		process.on('beforeExit', () => this.#onNothingLeft());
	}

	/**
	 * @param {string} event
	 * @param {Listener} listener
	 */
	listen(event, listener) {
		const listeners = this.#listeners.get(event);
		if (listeners) listeners.push(listener);
		else this.#listeners.set(event, [listener]);
		void this.#deliver();
	}

	/** @returns {number | undefined} the round that a reply is for; undefined before the first message */
	get round() {
		return this.#current.getStore() ?? this.#latest;
	}

	/** @param {unknown} value */
	reply(value) {
		postValue(this.#port, { head: [REPLIED, this.round], name: 'reply', value, receiver: 'above' });
	}

	/** The module has been evaluated: what it listens to, it has said. */
	onLoaded() {
		this.#isLoaded = true;
	}

	/** @param {unknown} error that the module threw while it was evaluated */
	async onNotLoaded(error) {
		await flushOutput();
		postValue(this.#port, {
			head: [NOT_LOADED, undefined],
			name: 'error',
			value: crossable(error),
			receiver: 'above',
		});
	}

	async #deliver() {
		if (this.#isDelivering) return;
		this.#isDelivering = true;
		await undefined; // A listener is not called from inside of `worker.on`.
		for (let next; (next = this.#queue[0]);) {
			const listeners = this.#listeners.get(next[1]);
			if (!listeners) break;
			this.#queue.shift();
			await this.#handle(next, listeners);
			this.#port.unref();
		}
		this.#isDelivering = false;
	}

	/**
	 * @param {Delivery} delivery
	 * @param {Listener[]} listeners
	 */
	async #handle([round, event, sent, notes], listeners) {
		this.#latest = round;
		try {
			if (notes && needsModules(notes)) await loadModulesOf([event, sent, notes]);
			const values = readValue(event, sent, notes);
			for (const listener of listeners) {
				await this.#current.run(round, () => listener(...values));
			}
		} catch (thrown) {
			await this.#fail(thrown);
			return;
		}
		// The host may exit as soon as it knows that this is done.
		if (hasPendingOutput()) await flushOutput();
		this.#port.postMessage([HANDLED]);
	}

	/** @param {unknown} thrown why the oldest delivery was not handled */
	async #fail(thrown) {
		if (hasPendingOutput()) await flushOutput();
		postValue(this.#port, {
			head: [FAILED, undefined],
			name: 'error',
			value: crossable(thrown),
			receiver: 'above',
		});
	}

	/** Nothing keeps the event loop alive. */
	#onNothingLeft() {
		// Waits in shared memory end without being counted by the event loop.
		if (this.#isDelivering || allGems()?.isWaiting()) this.#port.ref();
		else if (!this.#isLoaded)
			return; // it never will be: the thread ends
		else this.#onWaiting();
	}

	/** Nobody is going to reply or listen any more, unless to what has been sent. */
	#onWaiting() {
		// An event loop that nothing keeps alive ends without a look at what came in while it was busy.
		for (let next; (next = receiveMessageOnPort(this.#port));) this.#queue.push(next.message);
		if (this.#queue.length > 0 && this.#listeners.has(this.#queue[0][1])) {
			// In a later turn: the thread ends when nothing keeps its event loop alive at the end of `beforeExit`.
			setImmediate(() => void this.#deliver());
		} else if (this.#queue.length > 0) void this.#refuseOldest();
		else if (this.#listeners.size > 0) {
			this.#port.postMessage([IDLE]);
			this.#port.ref();
		}
	}

	/** Nothing will ever listen to it. */
	async #refuseOldest() {
		const [round, event, sent, notes] = /** @type {Delivery} */ (this.#queue.shift());
		discardValue(event, sent, notes);
		this.#isDelivering = true;
		this.#port.ref();
		this.#latest = round;
		await this.#fail(noListener({ event }));
		// In a later turn, as above.
		setImmediate(() => {
			this.#port.unref();
			this.#isDelivering = false;
			void this.#deliver();
		});
	}
}

/** @param {[event: string, sent: unknown, notes: Notes]} values of a delivery @throws {unknown} what a module of their types threw */
async function loadModulesOf([event, sent, notes]) {
	try {
		await loadModules(notes);
	} catch (thrown) {
		discardValue(event, sent, notes);
		throw thrown;
	}
}
