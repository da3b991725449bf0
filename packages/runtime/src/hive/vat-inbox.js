/** @import { MessagePort } from 'node:worker_threads' */
/** @import { Outcome } from './outcome.js' */
import vm from 'node:vm';
import { receiveMessageOnPort } from 'node:worker_threads';
import { isLapidaryError } from '../errors/lapidary-error.js';
import { crossable, postValue, readValue } from '../messaging/crossing.js';
import { needsModules, tryToLoadModules } from '../protocol/gem-modules.js';
import { flushOutput, hasPendingOutput } from '../protocol/output.js';
import { allGems } from '../protocol/gem-copies.js';
import { runFunctionText } from './code-text.js';
import { all, attempt, then } from './outcome.js';
import { APPLY, DROP, EVALUATE, GET, IDLE, KEPT, RETURNED, THREW } from './vat-messages.js';

const { USE_MAIN_CONTEXT_DEFAULT_LOADER } = /** @type {any} */ (vm.constants);
const OPTIONS = {
	filename: 'Vat.eval',
	importModuleDynamically: USE_MAIN_CONTEXT_DEFAULT_LOADER,
};

/**
 * What a vat has been asked, in its thread: done in order, without waiting for promises, as turns of an event loop are. [HIVE]
 *
 * The port does not keep the thread's event loop alive, so that `beforeExit` tells when nothing is left that could still settle a
 * promise. Only then does the thread wait for more.
 */
export class VatInbox {
	#port;
	/** @type {any[][]} */
	#queue = [];
	#isDelivering = false;
	/** answers that wait until what was printed before has left the thread */
	#held = 0;
	/** of the last message that came */
	#lastId = 0;
	/** what messages have given, by id, as long as the other side refers to it @type {Map<number, Outcome>} */
	#outcomes = new Map();

	/** @param {MessagePort} port */
	constructor(port) {
		this.#port = port;
		port.on('message', (message) => {
			port.unref();
			this.#queue.push(message);
			void this.#deliver();
		});
		port.unref();
		process.on('beforeExit', () => this.#onNothingLeft());
	}

	async #deliver() {
		if (this.#isDelivering) return;
		this.#isDelivering = true;
		for (let next; (next = this.#queue.shift());) {
			this.#lastId = Math.max(this.#lastId, next[1]);
			const notes = next[6];
			if (needsModules(notes)) await tryToLoadModules(notes);
			this.#do(next);
		}
		this.#isDelivering = false;
		this.#port.unref();
	}

	/** @param {any[]} message */
	#do([kind, id, ...rest]) {
		switch (kind) {
			case EVALUATE:
				this.#note(
					id,
					attempt(() => runFunctionText(rest[0], run)),
				);
				break;
			case APPLY:
				this.#note(id, this.#apply(rest));
				break;
			case GET: {
				const [target, path] = rest;
				this.#note(
					id,
					then(this.#outcomeOf(target), (value) => read(value, path)),
				);
				break;
			}
			case DROP:
				this.#outcomes.delete(id);
		}
	}

	/**
	 * @param {any[]} call
	 * @returns {Outcome}
	 */
	#apply([target, path, references, sent, notes]) {
		const args = attempt(() => readValue('args', sent, notes));
		const named = references.map((/** @type {any[]} */ [, id]) => this.#outcomeOf(id));
		return then(all([args, this.#outcomeOf(target), ...named]), ([list, value, ...values]) => {
			references.forEach((/** @type {any[]} */ [index, , steps], /** @type {number} */ nth) => {
				list[index] = read(values[nth], steps);
			});
			return call(value, path, list);
		});
	}

	/** @param {number} id @returns {Outcome} */
	#outcomeOf(id) {
		return this.#outcomes.get(id) ?? { error: new TypeError(`a vat does not have value ${id}`) };
	}

	/**
	 * Keep what became of a message, and tell the other side once it is known.
	 *
	 * @param {number} id
	 * @param {Outcome} outcome
	 */
	#note(id, outcome) {
		this.#outcomes.set(id, outcome);
		if (!('promise' in outcome)) {
			this.#answer(id, outcome);
			return;
		}
		const settled = (/** @type {Outcome} */ known) => {
			// Unless it has been dropped.
			if (this.#outcomes.has(id)) this.#outcomes.set(id, known);
			this.#answer(id, known);
		};
		outcome.promise.then(
			(value) => settled({ value }),
			(error) => settled({ error }),
		);
	}

	/**
	 * @param {number} id
	 * @param {any} outcome that is settled
	 */
	#answer(id, outcome) {
		// The other side may end the process as soon as it knows.
		if (hasPendingOutput()) void this.#postAfterOutput(id, outcome);
		else this.#post(id, outcome);
	}

	/**
	 * @param {number} id
	 * @param {any} outcome
	 */
	async #postAfterOutput(id, outcome) {
		this.#held++;
		await flushOutput();
		this.#held--;
		this.#post(id, outcome);
		this.#port.unref();
	}

	/**
	 * @param {number} id
	 * @param {any} outcome
	 */
	#post(id, outcome) {
		if ('error' in outcome) {
			postValue(this.#port, {
				head: [THREW, id],
				name: 'error',
				value: crossable(outcome.error),
				receiver: 'above',
			});
			return;
		}
		try {
			const head = [RETURNED, id];
			postValue(this.#port, { head, name: 'result', value: outcome.value, receiver: 'above' });
		} catch (refusal) {
			if (isLapidaryError(refusal)) this.#port.postMessage([KEPT, id]);
			else this.#post(id, { error: refusal });
		}
	}

	/** Nothing keeps the event loop alive. */
	#onNothingLeft() {
		// An event loop that nothing keeps alive ends without a look at what came in while it was busy.
		for (let next; (next = receiveMessageOnPort(this.#port));) this.#queue.push(next.message);
		// Waits in shared memory end without being counted by the event loop.
		if (this.#isDelivering || this.#held > 0 || allGems()?.isWaiting()) this.#port.ref();
		else if (this.#queue.length > 0) setImmediate(() => void this.#deliver());
		else {
			this.#port.postMessage([IDLE, this.#lastId]);
			this.#port.ref();
		}
	}
}

/** @param {string} code @returns {unknown} */
const run = (code) => new vm.Script(code, OPTIONS).runInThisContext({ displayErrors: false });

/**
 * @param {any} value
 * @param {string[]} path
 * @returns {any} the property there
 */
const read = (value, path) => path.reduce((object, key) => object[key], value);

/**
 * @param {any} value
 * @param {string[]} path
 * @param {unknown[]} args
 * @returns {any} what the function there returns, called as a method of what is before it
 */
function call(value, path, args) {
	const receiver = path.length > 0 ? read(value, path.slice(0, -1)) : undefined;
	const called = read(value, path);
	if (typeof called === 'function') return Reflect.apply(called, receiver, args);
	throw new TypeError(`${path.join('.') || 'the value'} is not a function`);
}
