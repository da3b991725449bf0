/** @import { MessagePort } from 'node:worker_threads' */
/** @import { KnownClasses } from '../protocol/classes.js' */
/** @import { Borrower } from '../protocol/unpack.js' */
import { receiveMessageOnPort } from 'node:worker_threads';
import { SIGNAL_FIRED } from '../protocol/bridge-messages.js';
import { registry } from '../protocol/registry.js';
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
	if (message[0] === SIGNAL_FIRED) receiveFired(message);
	else settleHostCall(message);
}

/** Read what has arrived about signals, without waiting for the event loop. */
function look() {
	const { bridge } = registry;
	for (let received; bridge && (received = receiveMessageOnPort(bridge));) {
		const { message } = received;
		if (message[0] === SIGNAL_FIRED) receiveFired(message);
		else setImmediate(receive, message); // code that looks at a signal does not expect others to run meanwhile
	}
}

/**
 * Makes what one call borrows of the host, and lets go of it when the call has ended.
 *
 */
export class CallBorrower {
	/** @type {HostSignal[]} */
	#signals = [];

	/** @param {KnownClasses} classes of the worker module */
	constructor(classes) {
		this.classes = classes;
	}

	/** @type {Borrower['makeFunction']} */
	makeFunction(lent) {
		return createHostFunction(lent, this.classes);
	}

	/** @type {Borrower['makeSignal']} */
	makeSignal(lent, unfinished) {
		const made = new HostSignal(lent, this.classes, look);
		this.#signals.push(made);
		if (!lent.words) unfinished.push(() => made.fire(lent.reason));
		return made.signal;
	}

	/** whether `end` has anything to do */
	get hasSignals() {
		return this.#signals.length > 0;
	}

	/** The call has ended. */
	end() {
		for (const signal of this.#signals) signal.unpin();
	}
}
