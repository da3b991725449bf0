/** @import { MessagePort } from 'node:worker_threads' */
import { MessageChannel } from 'node:worker_threads';
import { allGems } from '../../protocol/gem-copies.js';
import { latestRead, newReceipt, untakenOf } from '../memory/receipts.js';

// Messages with GEMs through ports of the program's own, on the side that sends them. See inlet.js for the other one.
//
// A port does not say which thread reads it, nor that none will. So the first message brings a _witness_, an end of a channel, and a _receipt_ (memory/
// receipts.js). The reader keeps the witness as long as it reads from the port, and notes the number of each message that it reads, and what it
// takes from it, in the receipt. The witness closes when the thread of the reader ends, when the reader closes its port, and when the message is
// destroyed that brings it. Then the sender takes back what the messages hold that have a higher number, and what the latest one holds still.
//
// No hold is taken back twice: the second would be another message's.
//
// A reader that hands its port on to another thread says so through the witness, since the messages that are not read go along with it. The sender
// forgets them, and its next message brings another witness.

/** @typedef {{ number: number, references: Parameters<import('../../protocol/registry.js').Gems['discard']>[0][] }} Sent */

/** Messages that may not have been read from which on a look at the word pays. */
const MANY = 32;

/** Of ports that messages with GEMs were posted to. Per-thread state. @type {WeakMap<MessagePort, Outbox>} */
const outboxes = new WeakMap();

/**
 * @param {MessagePort} port
 * @returns {Outbox} of what is posted to it
 */
export function outboxOf(port) {
	let outbox = outboxes.get(port);
	if (!outbox) outboxes.set(port, (outbox = new Outbox(port)));
	return outbox;
}

class Outbox {
	#port;
	/** @type {MessagePort | undefined} this thread's end of the channel, once the other one has been posted */
	#witness;
	#receipt = newReceipt();
	/** number of the latest message; numbers come again after 2³² others */
	#number = 0;
	/** the oldest one first; some may have been read @type {Sent[]} */
	#unread = [];
	#lookAt = MANY;

	/** @param {MessagePort} port */
	constructor(port) {
		this.#port = port;
	}

	/**
	 * @param {unknown[]} message
	 * @param {readonly object[]} transferList
	 * @param {Sent['references']} references to the GEMs in it
	 * @throws {unknown} what structured clone refuses; nothing has been posted then
	 */
	post(message, transferList, references) {
		const number = (this.#number + 1) | 0;
		if (this.#witness)
			this.#port.postMessage([...message, number], /** @type {any} */ (transferList));
		else this.#postFirst([...message, number], transferList);
		this.#number = number;
		if (this.#unread.push({ number, references }) >= this.#lookAt) this.#forgetRead();
	}

	/** @param {unknown[]} message @param {readonly object[]} transferList */
	#postFirst(message, transferList) {
		const { port1, port2 } = new MessageChannel();
		try {
			const moved = /** @type {any} */ ([...transferList, port2]);
			this.#port.postMessage([...message, port2, this.#receipt], moved);
		} catch (refusal) {
			port1.close();
			throw refusal;
		}
		this.#witness = port1;
		port1.on('message', () => {
			// The reader has handed its port on. What is posted before 'close' comes is for the next reader, too.
			this.#unread = [];
			this.#leave();
			port1.close();
		});
		port1.on('close', () => this.#end());
		port1.unref();
	}

	#forgetRead() {
		const latest = latestRead(this.#receipt);
		this.#unread = this.#unread.filter(({ number }) => !isAfter(latest, number));
		this.#lookAt = Math.max(MANY, 2 * this.#unread.length);
	}

	/** The next message is the first one of another outbox. */
	#leave() {
		if (outboxes.get(this.#port) === this) outboxes.delete(this.#port);
	}

	#end() {
		this.#leave();
		this.#forgetRead();
		for (const { number, references } of this.#unread) {
			const untaken = untakenOf(this.#receipt, number, references);
			for (const reference of untaken) allGems()?.discard(reference);
		}
		this.#unread = [];
	}
}

/** @param {number} number @param {number} other @returns {boolean} */
const isAfter = (number, other) => ((number - other) | 0) > 0;
