/** @import { MessagePort } from 'node:worker_threads' */
/** @import { Receipt } from '../memory/receipts.js' */
import { MessageChannel } from 'node:worker_threads';
import { beginReading, endReading } from '../memory/receipts.js';

// Messages with GEMs through ports of the program's own, on the side that reads them: it lets their senders know what it has read, and when it
// reads no more (outbox.js).

/** What `outbox.js` adds to a message: the first of an outbox has all three. */
const NUMBER = 3;
const WITNESS = 4;
const RECEIPT = 5;

/** Of all ports that are read. Per-thread state. @type {Set<Inlet>} */
const inlets = new Set();

/** What this thread reads from a port. */
export class Inlet {
	#source;
	/** of the senders: one at a time, but the port at the other end may be handed on @type {Set<MessagePort>} */
	#witnesses = new Set();
	/** of the latest sender @type {Receipt | undefined} */
	#receipt;
	/** messages that have come and have not been read, since modules of theirs are to be loaded first */
	#waiting = 0;
	#isClosedHere = false;

	/** @param {MessagePort} source */
	constructor(source) {
		this.#source = source;
	}

	/** @param {any[]} message that has come from an outbox; it is to be read by way of `read` */
	take(message) {
		if (message.length > WITNESS) this.#add(message[WITNESS], message[RECEIPT]);
		else message[RECEIPT] = this.#receipt;
		this.#waiting++;
	}

	/**
	 * @template T
	 * @param {any[]} message
	 * @param {(message: any[]) => T} read takes its GEMs
	 * @returns {T}
	 */
	read(message, read) {
		this.#waiting--;
		// A port that another thread has handed on brings messages whose receipt that thread has.
		const outer = beginReading(message[RECEIPT], message[NUMBER]);
		try {
			return read(message);
		} finally {
			endReading(outer);
		}
	}

	/** @param {MessagePort} witness @param {Receipt} receipt */
	#add(witness, receipt) {
		if (this.#witnesses.size === 0 && !inlets.has(this)) this.#watch();
		this.#receipt = receipt;
		this.#witnesses.add(witness);
		witness.on('close', () => this.#witnesses.delete(witness));
	}

	#watch() {
		const source = this.#source;
		const { close } = source;
		inlets.add(this);
		if (inlets.size === 1) process.on('exit', onExit);
		source.once('close', () => this.#end());
		// A port that is closed here takes what was not read along, and one that is handed on does not; both tell of their end by 'close'.
		Object.defineProperty(source, 'close', {
			configurable: true,
			writable: true,
			/** @this {MessagePort} */
			value: (/** @type {[]} */ ...args) => {
				this.#isClosedHere = true;
				return Reflect.apply(close, source, args);
			},
		});
	}

	/** The port has been closed, or handed on, or the other end has been closed, behind the last message. */
	#end() {
		inlets.delete(this);
		if (inlets.size === 0) process.off('exit', onExit);
		const isKnown = this.#isClosedHere && this.#waiting === 0;
		for (const witness of this.#witnesses) {
			if (!isKnown) witness.postMessage('handed on');
			witness.close();
		}
	}

	/** The thread ends, maybe before it hears that the port has been handed on. */
	onExit() {
		if (!this.#isClosedHere && isDetached(this.#source)) this.#end();
	}
}

/** @param {MessagePort} port @returns {boolean} whether it has been handed on or closed, which it tells in the next turn of the event loop */
function isDetached(port) {
	let isTransferable = false;
	const { port1 } = new MessageChannel();
	// The ports of a message are looked at before its value; what a getter throws leaves them as they are.
	const message = {
		get value() {
			isTransferable = true;
			throw new Error('not to be posted');
		},
	};
	try {
		port1.postMessage(message, [port]);
	} catch {
		// One of both.
	}
	port1.close();
	return !isTransferable;
}

const onExit = () => {
	for (const inlet of inlets) inlet.onExit();
};
