/** @import { VatOptions } from './vat.js' */
import { MessageChannel, Worker } from 'node:worker_threads';
import { uncloneableMessage, vatClosed, vatEnded } from '../errors/codes.js';
import { isError, readableStack, reasonOf } from '../errors/record.js';
import { discardValue, postValue, readValue } from '../messaging/crossing.js';
import { Arrivals } from '../protocol/arrivals.js';
import { createFar, placeOf } from './far.js';
import { APPLY, DROP, EVALUATE, GET, IDLE, KEPT, RETURNED } from './vat-messages.js';

/**
 * A value in the vat, as long as somebody refers to it.
 *
 * @typedef {{ readonly id: number, promise: Promise<any> }} Handle
 *
 * @typedef {object} Target
 * @property {Handle} handle
 * @property {string[]} path from its value; the last of it is what is meant
 *
 * @typedef {{ handle: Handle, resolve: (value: unknown) => void, reject: (error: unknown) => void }} Question
 */

// How a thread ends: those who wait for an answer hear of it in any case, and where nobody does,
/** it was to end: what nobody waits for, nobody wants; */
const GIVEN_UP = 0;
/** it ended by itself, which matters when something was asked; */
const EXIT = 1;
/** something went wrong in it. */
const FAILURE = 2;

/**
 * What a thread runs first, and what that imports. Tools that collect the files of a deployment know both by their URLs: they do not look
 * into a `.cjs` file that is named by one.
 */
const [BOOT_FILE] = [
	new URL('./vat-boot.cjs', import.meta.url),
	new URL('./vat-boot.js', import.meta.url),
];

/** The thread of a vat, and what it has been asked. What it is asked it begins in that order; it does not wait for promises in between. */
export class VatThread {
	#name;
	#port;
	#thread;
	#lastId = 0;
	/** what is not answered, by id @type {Map<number, Question>} */
	#open = new Map();
	/** the last message after which the thread had nothing left to do */
	#idleAfter = 0;
	/** @type {Arrivals<any[]>} */
	#answers = new Arrivals(
		(message) => message[3],
		(message) => this.#onAnswer(message),
	);
	/** those who wait until all is answered @type {(() => void)[]} */
	#waiting = [];
	/** @type {Promise<void>} */
	#ended;
	#unused = new FinalizationRegistry((/** @type {number} */ id) => this.#drop(id));

	/** why nothing can be asked any more @type {unknown} */
	#death;
	/** whether nothing can, though the thread lives */
	#isClosing = false;

	/** @param {VatOptions} options */
	constructor({ name, resourceLimits }) {
		this.#name = name ?? 'Vat';
		const { port1, port2 } = new MessageChannel();
		this.#port = port1;
		this.#thread = new Worker(BOOT_FILE, {
			workerData: { port: port2 },
			transferList: [port2],
			resourceLimits,
			...(name === undefined ? {} : { name }),
		});
		port1.on('message', (message) => this.#answers.take(message));
		// What is asked keeps the process alive, not that there is a vat.
		port1.unref();
		this.#thread.unref();
		this.#thread.once('error', (error) => this.#onError(error));
		this.#ended = new Promise((resolve) => {
			this.#thread.once('exit', (exitCode) => {
				this.#answers.afterLast(this.#port, () => {
					this.#port.close();
					this.#die(this.#describeEnd(`exit code ${exitCode}`), EXIT);
				});
				resolve();
			});
		});
	}

	/**
	 * @param {string} code
	 * @returns {any} a reference to its value
	 */
	evaluate(code) {
		return this.#refer((id) => this.#port.postMessage([EVALUATE, id, code]));
	}

	/**
	 * @param {Target} target
	 * @param {unknown[]} args references to what is in this vat arrive there as what they refer to
	 * @returns {any} a reference to the result
	 */
	apply({ handle, path }, args) {
		use(handle);
		return this.#refer((id) => {
			/** @type {[index: number, id: number, path: string[]][]} */
			const references = [];
			const value = args.map((arg, index) => {
				const place = placeOf(arg);
				if (!place) return arg;
				if (place.vat !== this) throw this.#refuseForeign(index);
				use(place.handle);
				references.push([index, place.handle.id, place.path]);
				return undefined;
			});
			const head = /** @type {any[]} */ ([APPLY, id, handle.id, path, references]);
			postValue(this.#port, { head, name: 'args', value, receiver: this.#thread });
		});
	}

	/**
	 * @param {Target} target
	 * @returns {Promise<any>} its value
	 */
	get({ handle, path }) {
		use(handle);
		return this.#ask((id) => this.#port.postMessage([GET, id, handle.id, path])).promise;
	}

	/**
	 * End the thread, once nothing is left to be done in it, or at once.
	 *
	 * @param {boolean} force
	 * @returns {Promise<void>} what is not answered then rejects with LP8031
	 */
	async close(force) {
		this.#isClosing = true;
		while (!force && this.#isBusy) {
			await new Promise((resolve) => this.#waiting.push(() => resolve(undefined)));
		}
		this.#die(this.#describeClosed(), GIVEN_UP);
		void this.#thread.terminate();
		await this.#ended;
	}

	/**
	 * @param {(id: number) => void} post
	 * @returns {any} a reference to what the thread will answer
	 */
	#refer(post) {
		const handle = this.#ask(post);
		return createFar({ vat: this, handle, path: [], wait: () => handle.promise });
	}

	/**
	 * @param {(id: number) => void} post
	 * @returns {Handle}
	 */
	#ask(post) {
		const id = ++this.#lastId;
		/** @type {any} */
		const handle = { id, promise: undefined };
		handle.promise = new Promise((resolve, reject) => {
			if (this.#death || this.#isClosing) {
				reject(this.#death ?? this.#describeClosed());
				return;
			}
			post(id); // what it throws rejects the promise
			// The answer is to find the handle only as long as somebody else has it, or waits.
			this.#open.set(id, { handle, resolve, reject });
			this.#unused.register(handle, id);
		});
		this.#hold();
		return handle;
	}

	/** @param {number} id */
	#drop(id) {
		if (!this.#death) this.#port.postMessage([DROP, id]);
	}

	/** Keep the process alive as long as there is something to wait for. */
	#hold() {
		if (this.#isBusy) {
			this.#thread.ref();
			return;
		}
		// Whoever ends it waits for that.
		if (!this.#death) this.#thread.unref();
		for (const wake of this.#waiting.splice(0)) wake();
	}

	/** @returns {boolean} whether something may be answered without anything more being asked */
	get #isBusy() {
		return this.#open.size > 0 && this.#idleAfter < this.#lastId;
	}

	#describeClosed() {
		return vatClosed({ vat: this.#name }, { vat: this.#name });
	}

	/** @param {any[]} message */
	#onAnswer([kind, id, value, notes]) {
		if (kind === IDLE) this.#idleAfter = id;
		else {
			const question = this.#open.get(id);
			this.#open.delete(id);
			if (question) this.#answer(question, [kind, value, notes]);
			else discardValue(kind === RETURNED ? 'result' : 'error', value, notes);
		}
		this.#hold();
	}

	/**
	 * @param {Question} question
	 * @param {[kind: number, value: unknown, notes: any]} answer
	 */
	#answer({ handle, resolve, reject }, [kind, value, notes]) {
		if (kind === KEPT) {
			resolve(createFar({ vat: this, handle, path: [], wait: undefined }));
			return;
		}
		try {
			const isReturned = kind === RETURNED;
			const read = readValue(isReturned ? 'result' : 'error', value, notes);
			if (isReturned) resolve(read);
			else reject(read);
		} catch (error) {
			reject(error);
		}
	}

	/** @param {unknown} cause that nothing in the thread caught; it ends */
	#onError(cause) {
		if (isError(cause) && cause.stack) cause.stack = readableStack(cause.stack);
		this.#answers.afterLast(this.#port, () =>
			this.#die(this.#describeEnd(reasonOf(cause), cause), FAILURE),
		);
	}

	/** @param {string} reason @param {unknown} [cause] */
	#describeEnd(reason, cause) {
		const vat = this.#name;
		return vatEnded({ vat, reason }, { vat, ...(cause === undefined ? {} : { cause }) });
	}

	/** @param {number} index of an argument */
	#refuseForeign(index) {
		const path = `args[${index}]`;
		return uncloneableMessage({ path, reason: 'it refers to what is in another vat' }, { path });
	}

	/**
	 * @param {unknown} death
	 * @param {number} kind
	 */
	#die(death, kind) {
		if (this.#death) return;
		this.#death = death;
		// Nothing was asked, and somebody has to hear of it.
		if (kind === FAILURE && this.#open.size === 0) void Promise.reject(death);
		for (const [id, { handle, reject }] of [...this.#open]) {
			if (kind === GIVEN_UP) use(handle);
			this.#open.delete(id);
			reject(death);
		}
		this.#hold();
	}
}

/**
 * What goes wrong with a value comes of whatever is done with it, too: it need not be waited for itself.
 *
 * @param {Handle} handle
 */
function use({ promise }) {
	promise.catch(() => undefined);
}
