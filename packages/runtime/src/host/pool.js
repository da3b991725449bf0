/** @import { Worker } from 'node:worker_threads' */
/** @import { Piscina } from 'piscina' */
/** @import { SentBuiltIns } from '../protocol/built-ins.js' */
/** @import { PoolSettings, Slot, Task } from '../types.js' */
/** @import { Batch } from './batch.js' */
/** @import { Call } from './call-record.js' */
/** @import { OpenGenerator } from './open-generator.js' */
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { MessageChannel, receiveMessageOnPort, SHARE_ENV } from 'node:worker_threads';
import { filter, OwnMap, OwnSet, some } from '../primordials.js';
import { createMeters, createResults, createWords, firstWords } from '../protocol/atomics.js';
import {
	ASK,
	CHANGED,
	INIT,
	LEFT_ERROR,
	LIVES,
	PROBE,
	REST,
	RESTED,
	ROW,
	ROW_CALLS,
	YIELDED,
} from '../protocol/messages.js';
import { warnOfChange } from '../protocol/check-report.js';
import { askRest, awaitRest } from '../protocol/rest.js';
import { createStop } from '../protocol/stop.js';
import { describeTerminal } from '../protocol/terminal.js';
import { ThreadBridge } from './bridge.js';
import { reportLeftError } from './left-behind.js';
import { host } from './registry.js';

/**
 * @typedef {{ isAnswered: boolean }} Probe
 *
 * @typedef {object} ThreadListeners
 * @property {(from: PoolThread, message: unknown[]) => void} onMessage gets what the worker posts, in order
 * @property {(from: PoolThread, isWaiting: boolean) => void} onWaiting called when code in the thread begins or ends to wait for functions of the host's
 * @property {(from: PoolThread) => void} onExit called when the thread has ended, after the last message
 */

const load = createRequire(import.meta.url);
/**
 * What piscina requires, and what that imports. Tools that collect the files of a deployment know both by their URLs: they do not look
 * into a `.cjs` file that is named by one.
 */
const [BOOT_FILE] = [
	fileURLToPath(new URL('../worker/boot.cjs', import.meta.url)),
	fileURLToPath(new URL('../worker/boot.js', import.meta.url)),
];

/**
 * One thread of a pool: a piscina of exactly one.
 *
 * Piscina owns threads and nothing else: it starts them and ends them. Tasks are messages on a port of ours, which costs a call a third
 * of what piscina does for a task, and keeps them in order with all else that is said there. A thread that has died is not replaced in place, as piscina
 * would: its successor may fail while it starts, and piscina leaves a task waiting for such a thread for ever.
 */
export class PoolThread {
	#piscina;
	#port;
	/** @type {number | undefined} */
	#exitCode;
	/** steps of generators that it has been given and has not done */
	#steps = 0;
	/** reasons for which the process must not end */
	#holds = 0;
	/** why a message of the worker could not be read, as long as the call whose result that was is not known @type {unknown} */
	unreadable = undefined;
	/** @type {Probe | undefined} */
	#probe;
	#rest = createWords(1);
	/** whether something runs in it that its calls have left, as far as is known here */
	#isLeftWith = false;

	/** looks for results while a batch runs @type {NodeJS.Timeout | undefined} */
	timer = undefined;
	/** tasks that it has been sent, INIT apart */
	sent = 0;
	/** whether a unit of the program has been sent to it */
	hasServed = false;

	/** what nothing in the thread caught @type {unknown} */
	crash = undefined;

	/** whether the thread can be given tasks; false for good once it has died */
	isAlive = true;

	/**
	 * @param {PoolSettings} settings
	 * @param {ThreadListeners} listeners
	 * @throws {Error} ERR_ACCESS_DENIED when the process may not start threads
	 */
	constructor({ resourceLimits, execArgv }, { onMessage, onWaiting, onExit }) {
		this.onMessage = (/** @type {unknown[]} */ message) => {
			// Results first: of all kinds they are the least.
			if (Number(message[0]) <= YIELDED || !this.#takeOwn(message)) onMessage(this, message);
		};
		/** what the worker counts */
		this.meters = createMeters();
		/** whether something in it is to end */
		this.stop = createStop();
		/** @type {Batch | undefined} what the thread has been given and has not finished */
		this.batch = undefined;
		/** @type {Batch | undefined} what it has been sent behind that */
		this.ahead = undefined;
		/** for what it is sent behind something else: that and what it is behind; and for a batch @type {Slot[]} */
		this.slots = [createSlot(1), createSlot(1), createSlot(ROW_CALLS)];
		/** turn (ahead.js) at which it has got to its latest batch */
		this.begunAt = 0;
		/** @type {Set<number>} units it has been told the names of, by key */
		this.known = new OwnSet();
		/** what it has been told of the host's built-ins, by URL of the worker module @type {Map<string, SentBuiltIns>} */
		this.builtIns = new OwnMap();
		/** @type {Map<number, Call>} calls whose callback code in this thread may still call, by id */
		this.callbacks = new OwnMap();
		/** @type {Map<number, OpenGenerator>} generators that live in this thread, by id */
		this.generators = new OwnMap();
		this.#piscina = createPiscina({ resourceLimits, execArgv });
		// The thread that has just been created must stay the only one.
		this.#piscina.options.minThreads = 0;
		// Without a listener, an error in a thread that runs nothing would end the process. Nobody
		// waits for it: the next task goes to a new thread.
		this.#piscina.on('error', () => this.#bury());
		this.#piscina.on('workerDestroy', () => this.#bury());
		const [worker] = /** @type {Worker[]} */ (this.#piscina.threads);
		this.worker = worker;
		worker.once('error', (error) => (this.crash = error));
		worker.once('exit', (exitCode) => {
			this.#exitCode = exitCode;
			this.#bury();
			this.drain();
			this.#onRested();
			onExit(this);
		});
		const { port1, port2 } = new MessageChannel();
		this.#port = port1;
		port1.on('message', (message) => this.onMessage(message));
		port1.on('messageerror', (error) => this.#onUnreadable(error));
		// A thread that dies closes it before the host hears of its end: whoever waits for that is to hear it.
		port1.on('close', () => {
			if (this.#holds > 0 && this.#exitCode === undefined) worker.ref();
		});
		const bridge = new MessageChannel();
		this.bridge = new ThreadBridge(bridge.port1, worker, (isWaiting) => {
			// Who waits for a function of the host's is waited for.
			if (isWaiting) this.#hold();
			else this.#letGo();
			onWaiting(this, isWaiting);
		});
		// What the thread has to do keeps the process alive; an idle thread must not.
		port1.unref();
		/**
		 * Resolves when the thread can run units; rejects when it could not start.
		 *
		 * @type {Promise<unknown>}
		 */
		this.ready = this.#piscina.run(
			[
				...[INIT, port2, this.meters, this.stop, bridge.port2, this.slots],
				...[this.#rest, startedWith()],
			],
			{ transferList: [port2, bridge.port2] },
		);
	}

	/** @returns {number} the slot that what it has does not use */
	get freeSlot() {
		return this.batch?.slot === 0 ? 1 : 0;
	}

	/** @param {number} calls of a batch that it gets while it has none @returns {Slot | undefined} undefined when there are too many, or one */
	rowFor(calls) {
		if (calls === 1 || calls > ROW_CALLS) return undefined;
		const { words, results } = this.slots[ROW];
		return { words: firstWords(words, calls), results };
	}

	/** @returns {Call[]} those that it has been sent, and that have neither a result nor been taken back */
	get openCalls() {
		return [...(this.batch?.open ?? []), ...(this.ahead?.open ?? [])];
	}

	/** @param {number} number of a call whose result it has posted @returns {Batch | undefined} undefined when that is over */
	batchOf(number) {
		if (this.batch?.has(number)) return this.batch;
		return this.ahead?.has(number) ? this.ahead : undefined;
	}

	/** @returns {boolean} whether it has a batch or steps of generators */
	get isBusy() {
		return this.batch !== undefined || this.#steps > 0;
	}

	/** @returns {Probe} whether its event loop turns: `isAnswered` becomes true if it does */
	probe() {
		if (!this.#probe) {
			this.#probe = { isAnswered: false };
			this.post([PROBE]);
		}
		return this.#probe;
	}

	/**
	 * @param {unknown[]} message
	 * @returns {boolean} whether it was about the thread, and none of its calls
	 */
	#takeOwn(message) {
		if (message[0] === LIVES) {
			if (this.#probe) this.#probe.isAnswered = true;
			this.#probe = undefined;
		} else if (message[0] === RESTED) this.#onRested();
		else if (message[0] === LEFT_ERROR) reportLeftError(message);
		else if (message[0] === CHANGED) {
			if (host.mode !== 'verify') warnOfChange(message); // which compares all of the call
		} else return false;
		return true;
	}

	/** Ask whether something runs in it that its calls have left, when nothing else can answer the process. */
	askRest() {
		askRest(this.#rest);
		this.post([REST]);
	}

	/**
	 * Keep the process alive as long as something runs in it that its calls have left.
	 *
	 * @param {number} timeoutMs for the answer to `askRest`; a thread that does not answer runs something
	 */
	awaitRest(timeoutMs) {
		const isQuiet = awaitRest(this.#rest, timeoutMs);
		if (!isQuiet && !this.#isLeftWith && !this.hasDied) {
			this.#isLeftWith = true;
			this.#hold();
		}
		// Last: a thread that has become quiet since it answered has posted so by now, and does not post it again.
		this.drain();
	}

	/** @param {unknown} error why something that it has posted could not be read: which generator that was for is not known, or whether it was a result */
	#onUnreadable(error) {
		this.unreadable ??= error;
		for (const generator of this.generators.values()) generator.onUnreadable();
		if (this.batch) this.post([ASK, this.batch.number]);
	}

	/** Nothing runs in it any more that its calls have left. */
	#onRested() {
		if (!this.#isLeftWith) return;
		this.#isLeftWith = false;
		this.#letGo();
	}

	/**
	 * @param {Batch | OpenGenerator} one that the thread has
	 * @returns {{ isAlone: boolean, mayRun: boolean }} of the others: whether there are none; whether one may be what runs
	 */
	besides(one) {
		const hasBatch = this.batch !== undefined && this.batch !== one;
		const others = filter([...this.generators.values()], (other) => other !== one);
		const mayRun = hasBatch || some(others, ({ hasBegun }) => hasBegun);
		return { isAlone: !hasBatch && others.length === 0, mayRun };
	}

	/** Note a step of a generator that the thread gets to do. */
	beginStep() {
		this.#steps++;
		this.#hold();
	}

	/** Note that one is done. */
	endStep() {
		this.#steps--;
		this.#letGo();
	}

	/** Keep the process alive for something that the thread does outside of its task. */
	#hold() {
		if (++this.#holds === 1) this.#port.ref();
	}

	#letGo() {
		if (--this.#holds === 0) this.#port.unref();
	}

	/**
	 * Post a message to the thread; it is read when its event loop gets to it. Its values are serialised before this returns.
	 *
	 * @param {unknown[]} message
	 * @param {object[]} [transferList]
	 * @throws {unknown} the refusal of structured clone
	 */
	post(message, transferList) {
		this.#port.postMessage(message, /** @type {any} */ (transferList));
	}

	/** @returns {number | undefined} undefined while the thread runs */
	get exitCode() {
		return this.#exitCode;
	}

	/**
	 * Give the thread a task: a message, and no promise. Its values are serialised before this returns.
	 *
	 * @param {Task} task
	 * @param {object[] | undefined} transferList
	 * @throws {unknown} the refusal of structured clone; nothing has been sent
	 */
	run(task, transferList) {
		if (transferList) this.#port.postMessage(task, /** @type {any} */ (transferList));
		else this.#port.postMessage(task);
		this.sent++;
		this.#hold();
	}

	/** Note that it is done with a task. */
	endTask() {
		this.#letGo();
	}

	/** @returns {boolean} whether it has ended or is about to, because of an error or by itself */
	get hasDied() {
		return !this.isAlive || this.crash !== undefined || this.#exitCode !== undefined;
	}

	/** Hand over what the worker has posted and the event loop has not delivered yet. */
	drain() {
		for (let received = this.#receive(); received; received = this.#receive()) {
			if ('message' in received) this.onMessage(received.message);
			else this.#onUnreadable(received.error);
		}
	}

	/** @returns {{ message: any } | { error: unknown } | undefined} undefined when there is nothing */
	#receive() {
		try {
			return receiveMessageOnPort(this.#port);
		} catch (error) {
			return { error };
		}
	}

	/**
	 * Stop the thread, whatever it is doing.
	 *
	 * @returns {Promise<void>} resolves when it has ended
	 */
	async terminate() {
		this.isAlive = false;
		this.#forget();
		await this.#piscina.destroy();
	}

	/** Let go of what the host has lent, once what the thread has posted is read. */
	#forget() {
		setImmediate(() => this.bridge.close()).unref();
	}

	#bury() {
		if (!this.isAlive) return;
		this.isAlive = false;
		this.#forget();
		// Ends what is left of the thread, and a successor if piscina has started one after all.
		void this.#piscina.destroy();
	}
}

/** What threads read of the process that is not the same in each. */
const startedWith = () => ({
	argv: process.argv,
	execArgv: process.execArgv,
	terminal: describeTerminal(),
});

/** @param {number} calls @returns {Slot} */
const createSlot = (calls) => ({ words: createWords(calls), results: createResults(calls) });

/**
 * @param {Pick<PoolSettings, 'resourceLimits' | 'execArgv'>} settings
 * @returns {Piscina}
 */
function createPiscina({ resourceLimits, execArgv }) {
	// Loaded with the first thread: until then a program need not wait for it.
	/** @type {typeof import('piscina')} */
	const { Piscina } = load('piscina');
	return new Piscina({
		filename: BOOT_FILE,
		name: 'runTask',
		minThreads: 1,
		maxThreads: 1,
		idleTimeout: Infinity,
		// The default blocks the thread's event loop between tasks: after the first one no other comes by piscina, and the thread
		// would stand still for ever.
		atomics: 'disabled',
		recordTiming: false,
		env: SHARE_ENV, // worker/environment.js
		...(resourceLimits ? { resourceLimits } : {}),
		...(execArgv ? { execArgv } : {}),
	});
}
