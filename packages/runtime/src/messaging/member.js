/** @import { Answer } from './messages.js' */
/** @import { Round } from './round.js' */
/** @import { ResourceLimits } from '../types.js' */
import { MessageChannel, Worker } from 'node:worker_threads';
import { workerEnded, workerNotLoaded } from '../errors/codes.js';
import { isError, readableStack, reasonOf } from '../errors/record.js';
import { Arrivals } from '../protocol/arrivals.js';
import { FAILED, HANDLED, IDLE, NOT_LOADED, REPLIED } from './messages.js';
import { postValue, readValue } from './crossing.js';
import { reportUnhandled } from './round.js';

// How a thread ends: those who wait for it hear of it in any case, and where nobody does,
/** it was to end; */
const GIVEN_UP = 0;
/** it ended by itself, which matters when it has something to do; */
const EXIT = 1;
/** something went wrong in it. */
const FAILURE = 2;

/**
 * What a thread runs first, and what that imports. Tools that collect the files of a deployment know both by their URLs: they do not look
 * into a `.cjs` file that is named by one.
 */
const [BOOT_FILE] = [new URL('./boot.cjs', import.meta.url), new URL('./boot.js', import.meta.url)];

/** One thread of a `Workers`, and what it has been sent. A thread that has ended is not replaced: its state is gone. */
export class Member {
	#port;
	#thread;
	/** of the messages that have not been handled, oldest first @type {Round[]} */
	#unhandled = [];
	/** those that this thread has something to do in, by id @type {Map<number, Round>} */
	#rounds = new Map();
	/** @type {Promise<void>} */
	#ended;
	/** @type {(() => void)[]} those who wait until nothing is to be done */
	#waiting = [];
	#isHeld = false;
	/** @type {Arrivals<Answer>} */
	#answers = new Arrivals(
		(answer) => answer[3],
		(answer) => this.#onAnswer(answer),
	);

	/** why nothing can be sent any more @type {unknown} */
	death = undefined;

	/**
	 * @param {string} url of the module
	 * @param {number} index among the threads of the `Workers`
	 * @param {{ name?: string, resourceLimits?: ResourceLimits }} options
	 */
	constructor(url, index, { name, resourceLimits }) {
		this.index = index;
		/** for messages */
		this.module = url.startsWith('data:') ? 'data:' : url.slice(url.lastIndexOf('/') + 1);
		const { port1, port2 } = new MessageChannel();
		this.#port = port1;
		this.#thread = new Worker(BOOT_FILE, {
			workerData: { port: port2, url },
			transferList: [port2],
			resourceLimits,
			...(name === undefined ? {} : { name }),
		});
		port1.on('message', (/** @type {Answer} */ answer) => this.#answers.take(answer));
		port1.on('messageerror', (error) => this.#onUnreadable(error));
		// What is to be done in the thread keeps the process alive, not that there is one.
		port1.unref();
		this.#thread.unref();
		this.#thread.once('error', (error) => this.#onError(error));
		this.#ended = new Promise((resolve) => {
			this.#thread.once('exit', (exitCode) => {
				this.#onExit(exitCode);
				resolve();
			});
		});
	}

	/**
	 * @param {Round} round
	 * @param {string} event
	 * @param {{ values: unknown[], mayMove: boolean }} message
	 * @throws {Error} LP8021, or what a getter threw; nothing has been sent then
	 */
	send(round, event, { values, mayMove }) {
		if (!this.death) {
			const head = [round.id, event];
			const receiver = this.#thread;
			postValue(this.#port, { head, name: event, value: values, receiver, mayMove });
			this.#unhandled.push(round);
		}
		this.#rounds.set(round.id, round);
		round.onSent(this);
		if (this.death) round.onDeath(this, this.death, true);
		this.#hold();
	}

	/** Called by a round when it has been gathered, and the thread may be waited for. */
	onGathered() {
		this.#hold();
	}

	/** @param {Round} round that nothing is to be done in any more */
	onShareSettled(round) {
		this.#rounds.delete(round.id);
		this.#hold();
	}

	/** @returns {Promise<void>} resolves when it has handled what it was sent, and no gather waits for it */
	async whenDone() {
		while (this.#isBusy)
			await new Promise((resolve) => this.#waiting.push(() => resolve(undefined)));
	}

	/**
	 * End the thread at once.
	 *
	 * @param {unknown} death what those who wait for it are told
	 * @returns {Promise<void>}
	 */
	end(death) {
		this.#die(death, GIVEN_UP);
		void this.#thread.terminate();
		return this.#ended;
	}

	get #isBusy() {
		if (this.#unhandled.length > 0) return true;
		for (const round of this.#rounds.values()) if (round.isGathered) return true;
		return false;
	}

	/** Keep the process alive as long as the thread has something to do. */
	#hold() {
		const isHeld = this.#isBusy;
		if (isHeld !== this.#isHeld) {
			this.#isHeld = isHeld;
			if (isHeld) this.#thread.ref();
			else this.#thread.unref();
		}
		if (!isHeld) for (const wake of this.#waiting.splice(0)) wake();
	}

	/** @param {Answer} answer */
	#onAnswer([kind, id, value, notes]) {
		switch (kind) {
			case HANDLED:
				this.#unhandled.shift()?.onHandled(this);
				break;
			case FAILED: {
				const round = this.#unhandled.shift();
				const error = this.#read('error', value, notes);
				round?.onFailed(this, error);
				round?.onHandled(this);
				break;
			}
			case REPLIED:
				this.#onReply(Number(id), value, notes);
				break;
			case NOT_LOADED: {
				const cause = this.#read('error', value, notes);
				const params = { module: this.module, reason: reasonOf(cause) };
				this.#die(workerNotLoaded(params, { worker: this.index, cause }), FAILURE);
				break;
			}
			case IDLE:
				for (const round of [...this.#rounds.values()]) round.onIdle(this);
		}
		this.#hold();
	}

	/**
	 * @param {number} id of the round
	 * @param {unknown} value
	 * @param {Answer[3]} notes
	 */
	#onReply(id, value, notes) {
		const round = this.#rounds.get(id);
		try {
			// Even one that nobody waits for any more: what it refers to is to be taken over.
			const reply = readValue('reply', value, notes);
			round?.onReplied(this, reply);
		} catch (error) {
			if (round) round.onFailed(this, error);
			else reportUnhandled(error);
		}
	}

	/**
	 * @param {string} name
	 * @param {unknown} value
	 * @param {Answer[3]} notes
	 * @returns {unknown} what was thrown there, or why it cannot be made again here
	 */
	#read(name, value, notes) {
		try {
			return readValue(name, value, notes);
		} catch (error) {
			return error;
		}
	}

	/** @param {Error} error why something that the thread has posted could not be read */
	#onUnreadable(error) {
		const round = this.#unhandled[0] ?? [...this.#rounds.values()].at(-1);
		if (round) round.onFailed(this, error);
		else reportUnhandled(error);
	}

	/** @param {unknown} cause that nothing in the thread caught; it ends */
	#onError(cause) {
		if (isError(cause) && cause.stack) cause.stack = readableStack(cause.stack);
		this.#answers.afterLast(this.#port, () =>
			this.#die(this.#describeEnd(reasonOf(cause), cause), FAILURE),
		);
	}

	/** @param {number} exitCode */
	#onExit(exitCode) {
		this.#answers.afterLast(this.#port, () => {
			this.#port.close();
			this.#die(this.#describeEnd(`exit code ${exitCode}`), EXIT);
		});
	}

	/**
	 * @param {string} reason
	 * @param {unknown} [cause]
	 */
	#describeEnd(reason, cause) {
		const options = { worker: this.index, ...(cause === undefined ? {} : { cause }) };
		return workerEnded({ module: this.module, reason }, options);
	}

	/**
	 * @param {unknown} death
	 * @param {number} kind
	 */
	#die(death, kind) {
		if (this.death) return;
		this.death = death;
		const isWaitedFor = this.#isBusy;
		const rounds = new Set([...this.#unhandled, ...this.#rounds.values()]);
		this.#unhandled = [];
		for (const round of rounds) round.onDeath(this, death, kind !== GIVEN_UP);
		if (kind === FAILURE && !isWaitedFor) reportUnhandled(death);
		this.#hold();
	}
}
