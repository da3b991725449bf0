/** @import { ResultMessage } from '../protocol/messages.js' */
/** @import { Trace, UnitReference } from '../types.js' */
/** @import { Dispatcher } from './dispatch.js' */
/** @import { PoolThread } from './pool.js' */
import { indexOf } from '../primordials.js';
import { DROP, METHODS, STEP, UNCLONEABLE, UNREAD, YIELDED } from '../protocol/messages.js';
import { allGems } from '../protocol/gem-copies.js';
import { OF_HOST, onlyOrigins, Origins } from '../protocol/origins.js';
import { pack } from '../protocol/pack.js';
import {
	askStep,
	createSteps,
	hasBegunStep,
	queueStep,
	tryTakeBackStep,
} from '../protocol/steps.js';
import { lowerLook, raiseLook } from '../protocol/stop.js';
import { nextMean } from './batch-size.js';
import { Grace } from './interrupt.js';
import { discardResult, readResult, withFrames } from './settle.js';
import { describeRefusedRoot } from './values.js';
import { describeAbort, describeTimeout, listen, unlisten } from './watch.js';

/** Where the body is: not in a thread yet, in the middle of a step, at a `yield`, or at its end. */
const NEW = 0;
const RUNNING = 1;
const SUSPENDED = 2;
const GONE = 3;

/** How long a body may take to be closed, when nobody waits for it, in milliseconds. */
const CLOSE_MS = 1000;

/** @typedef {'next' | 'return' | 'throw'} Method */

/** @typedef {import('./settle.js').Outcome & { done: boolean }} Answer */

/**
 * A step that has been sent. What closes a body that its consumer has given up is one that nobody waits for.
 *
 * @typedef {{ onAnswered: ((answer: Answer) => void) | undefined }} Step
 */

/**
 * @param {Map<number, OpenGenerator>} generators of a thread, by id
 * @param {ResultMessage} message the answer to a step of one of them, which may be gone
 */
export function deliverAnswer(generators, message) {
	const generator = generators.get(-message[1]);
	if (generator) generator.onAnswer(message);
	else discardResult(message);
}

/**
 * A generator whose body lives in a thread: one step at a time, each answered before the next is sent.
 *
 * The thread may do other things between two steps, and does. What ends the generator for its consumer (an abort, a timeout) also
 * closes the body, by `return()`: a step that is running is asked to end first, and ends its thread when it does not.
 */
export class OpenGenerator {
	words = createSteps();
	/** @type {Dispatcher | undefined} */
	dispatcher = undefined;
	/** milliseconds that each step has @type {number | undefined} */
	timeoutMs = undefined;
	/** @type {AbortSignal | undefined} */
	signal = undefined;

	/** @type {Origins | undefined} */
	origins = undefined;

	#body = NEW;
	#number = 0;
	/** @type {PoolThread | undefined} undefined until the first step has been answered */
	#thread;
	/** @type {Step | undefined} */
	#step;
	/** whether its consumer has been told that it is over, for reasons that the body does not know */
	#isGivenUp = false;
	#isDropped = false;
	/** while the step that runs has been asked to end @type {Grace | undefined} */
	#grace;
	/** @type {NodeJS.Timeout | undefined} of the step that runs */
	#timer;
	#onLost;

	/**
	 * @param {UnitReference} reference
	 * @param {object} identity
	 * @param {number} identity.id unique in this process
	 * @param {Trace} identity.trace of the caller
	 * @param {(error: Error, isClosed: boolean) => void} onLost called once, when it has ended by something else than its body; `isClosed`:
	 *   the body is closed by `return()`, as a consumer would
	 */
	constructor(reference, { id, trace }, onLost) {
		this.reference = reference;
		this.id = id;
		this.trace = trace;
		this.#onLost = onLost;
	}

	/** @returns {Origins} */
	openOrigins() {
		return (this.origins ??= new Origins(OF_HOST));
	}

	/** Note that the first step is on its way, as a call: until it is answered, what can happen to calls happens to it. */
	begin() {
		this.#body = RUNNING;
		this.#number = 1;
		queueStep(this.words, 1);
	}

	/** @returns {boolean} true when the thread has not begun the step that it was sent, and never will */
	tryTakeBack() {
		return tryTakeBackStep(this.words, this.#number);
	}

	/**
	 * Note how the first step has ended, before its caller is told.
	 *
	 * @param {PoolThread} thread
	 * @param {number} kind of the result
	 */
	onFirst(thread, kind) {
		if (kind !== YIELDED) {
			this.#body = GONE;
			return;
		}
		this.#body = SUSPENDED;
		this.#thread = thread;
		thread.generators.set(this.id, this);
		const { signal } = this;
		if (this.#isGivenUp) this.#close();
		else if (this.#isDropped) this.#forget();
		else if (signal) listen(signal, this, () => this.giveUp(describeAbort(this)));
	}

	/**
	 * Note that what the first step gave could not be read.
	 *
	 * @param {PoolThread} thread
	 */
	abandon(thread) {
		this.#thread = thread;
		thread.generators.set(this.id, this);
		this.#close();
	}

	/** Note that the call of the first step has ended otherwise: should the body be opened all the same, it is closed. */
	onFirstFailed() {
		this.#isGivenUp = true;
	}

	/** @returns {boolean} whether a step runs in the thread, as opposed to waiting for others */
	get hasBegun() {
		return this.#body === RUNNING && hasBegunStep(this.words, this.#number);
	}

	/** @returns {boolean} whether the body has come to its end */
	get isGone() {
		return this.#body === GONE;
	}

	/**
	 * Send a step to the body, which is at a `yield`.
	 *
	 * @param {Method} method
	 * @param {unknown} value
	 * @param {(answer: Answer) => void} onAnswered
	 */
	send(method, value, onAnswered) {
		const { reference, timeoutMs } = this;
		let root = { [method]: value };
		const receiver = /** @type {PoolThread} */ (this.#thread).worker;
		/** @type {object[] | undefined} */
		let gems;
		try {
			const packed = pack(root, reference.classes, { ...onlyOrigins(this), receiver });
			gems = packed.gems;
			root = packed.root;
			this.#post(method, [root[method], packed.notes], packed.transferList);
		} catch (refusal) {
			if (gems) allGems()?.stay(gems, receiver);
			const error = describeRefusedRoot(reference.id, root, refusal);
			this.giveUp(withFrames(error, this.trace));
			return;
		}
		this.#step = { onAnswered };
		if (timeoutMs === undefined) return;
		const call = { reference, trace: this.trace, timeoutMs };
		const onTime = () => this.giveUp(describeTimeout(call));
		// The call keeps the process alive, its timer need not.
		this.#timer = setTimeout(onTime, timeoutMs).unref();
	}

	/**
	 * @param {Method} method
	 * @param {unknown[]} sent value and notes
	 * @param {object[]} [transferList]
	 * @throws {unknown} the refusal of structured clone; nothing has been sent
	 */
	#post(method, sent, transferList) {
		const thread = /** @type {PoolThread} */ (this.#thread);
		const number = this.#number + 1;
		queueStep(this.words, number);
		thread.post([STEP, this.id, number, indexOf(METHODS, method), ...sent], transferList);
		this.#number = number;
		this.#body = RUNNING;
		this.dispatcher?.beginStep(thread);
	}

	/**
	 * @param {ResultMessage} message of the thread: the answer to the step
	 * @param {boolean} [isOpen] whether the body can be asked for more
	 */
	onAnswer(message, isOpen = message[0] === YIELDED) {
		const step = this.#step;
		if (!step) return discardResult(message);
		const done = !isOpen;
		if (done) this.#leave();
		this.#endStep();
		if (this.#isGivenUp) {
			// A body that yields when it is closed is left where it is, as one that nobody asks for more.
			if (!done) step.onAnswered ? this.#close() : this.#forget();
			discardResult(message);
			return;
		}
		const { figures } = this.reference;
		figures.meanRunUs = nextMean(figures.meanRunUs, message[2]);
		const outcome = readResult(this, message);
		// Its consumer gets an error that the body knows nothing of.
		if (!outcome.ok && !done) this.#close();
		step.onAnswered?.({ ...outcome, done });
		if (this.#isDropped && this.#body === SUSPENDED) this.#forget();
	}

	/** Note that a message of the thread could not be read, maybe the answer to the step that runs. */
	onUnreadable() {
		if (this.#step) this.#thread?.post([UNREAD, this.id, this.#number]);
	}

	/**
	 * Take note that the thread has answered a step: if nothing has been read of it, it could not be read.
	 *
	 * @param {number} number of the step
	 * @param {boolean} isOpen whether the body can be asked for more
	 */
	onAnsweredBefore(number, isOpen) {
		if (number !== this.#number) return;
		// Threads have a larger stack than this one, and can send what it cannot read.
		const refused = { path: isOpen ? 'yielded' : 'result', reason: 'it is nested too deeply' };
		this.onAnswer([UNCLONEABLE, 0, 0, refused], isOpen);
	}

	/** Note that the step that was sent is over, or will never be. */
	#endStep() {
		const thread = /** @type {PoolThread} */ (this.#thread);
		clearTimeout(this.#timer);
		this.#step = undefined;
		if (this.#grace) {
			this.#grace.end();
			this.#grace = undefined;
			askStep(this.words, false);
			lowerLook(thread.stop);
		}
		if (this.#body === RUNNING) this.#body = SUSPENDED;
		this.dispatcher?.endStep(thread);
	}

	/**
	 * End it for the consumer, and close the body.
	 *
	 * @param {Error} error
	 */
	giveUp(error) {
		if (this.#isGivenUp || !this.#thread || this.#body === GONE) return;
		this.#isGivenUp = true;
		if (this.signal) unlisten(this.signal, this);
		this.#onLost(error, true);
		if (this.#body === RUNNING && this.tryTakeBack()) this.#endStep();
		if (this.#body === SUSPENDED) this.#close();
		else this.#ask(error);
	}

	/** Let the body's `finally` blocks run. */
	#close() {
		this.#isGivenUp = true;
		if (this.signal) unlisten(this.signal, this);
		this.#post('return', []);
		this.#step = { onAnswered: undefined };
		this.#watchClosing(false);
	}

	/** @param {boolean} hasBegun whether the body was being closed when this was looked at last */
	#watchClosing(hasBegun) {
		const onTime = () => {
			if (!hasBegun) this.#watchClosing(this.hasBegun);
			else this.#ask(new Error(`\`${this.reference.id}\` did not end when it was closed`));
		};
		this.#timer = setTimeout(onTime, CLOSE_MS).unref();
	}

	/**
	 * Ask the step that runs to end, and end the thread when it does not.
	 *
	 * @param {Error} reason for what else is in the thread
	 */
	#ask(reason) {
		const thread = /** @type {PoolThread} */ (this.#thread);
		const dispatcher = /** @type {Dispatcher} */ (this.dispatcher);
		clearTimeout(this.#timer);
		askStep(this.words, true);
		raiseLook(thread.stop);
		this.#grace = new Grace(thread, this, reason, dispatcher);
	}

	/**
	 * Note that the thread has died, or ends with its pool.
	 *
	 * @param {Error} error
	 */
	lose(error) {
		if (this.#body === RUNNING) this.#endStep();
		this.#leave();
		if (this.#isGivenUp) return;
		this.#isGivenUp = true;
		this.#onLost(error, false);
	}

	/** Note that nobody can ask for more: the body is dropped where it is, without its `finally` blocks, as one of this thread is. */
	drop() {
		this.#isDropped = true;
		if (this.#body === SUSPENDED) this.#forget();
	}

	#forget() {
		this.#thread?.post([DROP, this.id]);
		this.#leave();
	}

	#leave() {
		this.#body = GONE;
		if (this.signal) unlisten(this.signal, this);
		this.#thread?.generators.delete(this.id);
	}
}
