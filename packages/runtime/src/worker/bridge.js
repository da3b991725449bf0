/** @import { MessagePort } from 'node:worker_threads' */
/** @import { KnownClasses } from '../protocol/classes.js' */
/** @import { Outcome } from './invoke.js' */
/** @import { OpenLook } from '../protocol/registry.js' */
/** @import { Borrower } from '../protocol/unpack.js' */
/** @import { Caller } from './host-function.js' */
import { receiveMessageOnPort } from 'node:worker_threads';
import { notRestored } from '../errors/codes.js';
import { OwnSet } from '../primordials.js';
import { SIGNAL_FIRED } from '../protocol/bridge-messages.js';
import { THREW, YIELDED } from '../protocol/messages.js';
import { Unrestorable } from '../protocol/in-out/changes.js';
import { ReceivedList } from '../protocol/in-out/watched.js';
import { OF_WORKER, Origins } from '../protocol/origins.js';
import { registry } from '../protocol/registry.js';
import { taskRun } from './running.js';
import { createHostFunction, settleHostCall } from './host-function.js';
import { HostSignal, receiveFired } from './signal.js';

/**
 * Take what the host answers and tells about what it has lent.
 *
 * @param {MessagePort} port
 */
export function openBridge(port) {
	registry.bridge = port;
	port.on('message', receive);
	port.unref(); // the host says how long this thread lives
}

/** @param {unknown[]} message */
function receive(message) {
	if (message[0] === SIGNAL_FIRED) receiveFired(message, true);
	else settleHostCall(message);
}

/** Read what has arrived about signals, without waiting for the event loop. */
function look() {
	const { bridge } = registry;
	for (let received; bridge && (received = receiveMessageOnPort(bridge));) {
		const { message } = received;
		if (message[0] === SIGNAL_FIRED) receiveFired(message, false);
		else setImmediate(receive, message); // code that looks at a signal does not expect others to run meanwhile
	}
}

/** @param {Outcome} outcome of the body @param {import('../protocol/in-out/index.js').ReceivedParts} parts @returns {Outcome} with what has become of its arguments, whether it has returned or thrown */
function withChanges(outcome, parts) {
	try {
		outcome[5] = parts.changes();
		return outcome;
	} catch (refusal) {
		if (!(refusal instanceof Unrestorable)) throw refusal;
		const [, number, runUs] = outcome;
		return [THREW, number, runUs, notRestored({ unit: taskRun.unit, reason: refusal.reason })];
	}
}

/**
 * Makes what one call borrows of the host, and lets go of it when the call has ended.
 */
export class CallBorrower {
	/** @type {HostSignal[]} */
	#signals = [];
	/** calls of functions that may not have been made yet, by number @type {Set<number>} */
	#open = new OwnSet();
	/** @type {(() => void) | undefined} goes on once all are made */
	#onAllMade;
	/** @type {{ error: unknown } | undefined} */
	#thrown;
	/** what it may give back @type {ReceivedList | undefined} */
	#list;

	/** @type {Origins | undefined} */
	origins = undefined;
	/** at what the unit changes @type {OpenLook | undefined} */
	look = undefined;
	/** in-out arguments @type {import('../protocol/in-out/index.js').ReceivedParts | undefined} */
	parts = undefined;
	/** whether it has borrowed anything, or has anything that is the host's when it goes back */
	isUsed = false;
	hasEnded = false;

	/** @param {KnownClasses} classes of the worker module */
	constructor(classes) {
		this.classes = classes;
	}

	/** @returns {readonly object[] | undefined} */
	get inOutParts() {
		return this.parts?.objects;
	}

	/** @returns {Origins} */
	openOrigins() {
		this.isUsed = true;
		return (this.origins ??= new Origins(OF_WORKER));
	}

	/** @type {NonNullable<Borrower['makeFunction']>} */
	makeFunction(lent, holder) {
		this.isUsed = true;
		return createHostFunction(lent, holder, this);
	}

	/** @type {NonNullable<Borrower['makeSignal']>} */
	makeSignal(lent, unfinished) {
		this.isUsed = true;
		const made = new HostSignal(lent, this, look);
		this.#signals.push(made);
		if (!lent.words) unfinished.push(() => made.fireAtOnce(lent));
		return made.signal;
	}

	/** @type {NonNullable<Borrower['takeList']>} */
	takeList(sent) {
		this.#list = new ReceivedList(sent, this);
	}

	/** Before something is handed out that may be in that list. */
	compareList() {
		this.#list?.compare();
	}

	/** The body has run up to its first `await`, or to its end. */
	started() {
		for (const signal of this.#signals) signal.started();
	}

	/** @type {Caller['onCall']} */
	onCall(number) {
		if (!this.hasEnded) this.#open.add(number);
	}

	/** @type {Caller['onMade']} */
	onMade(number) {
		if (this.#open.delete(number) && this.#open.size === 0) this.#onAllMade?.();
	}

	/** @type {Caller['onThrown']} */
	onThrown(error) {
		this.#thrown ??= { error };
	}

	/**
	 * End the call once the functions that its body has called have been called.
	 *
	 * In the plain program they have, by now, and what one of them threw has ended the body.
	 *
	 * @param {Outcome} outcome
	 * @returns {Outcome | Promise<Outcome>}
	 */
	finish(outcome) {
		if (this.#open.size > 0) {
			return new Promise((resolve) => {
				this.#onAllMade = () => resolve(this.finish(outcome));
			});
		}
		// A generator that has yielded goes on.
		if (outcome[0] !== YIELDED) this.end();
		const [kind, number, runUs, value] = outcome;
		this.compareList();
		if (this.#thrown) return [THREW, number, runUs, this.#thrown.error, this];
		return this.parts
			? withChanges([kind, number, runUs, value, this], this.parts)
			: [kind, number, runUs, value, this];
	}

	/** Let go of what has been borrowed. */
	end() {
		this.hasEnded = true;
		for (const signal of this.#signals) signal.unpin();
		this.#signals = [];
	}
}
