/** @import { Notes } from '../../protocol/notes.js' */
/** @import { Gems, Receiver } from '../../protocol/registry.js' */
import { MessagePort, parentPort, Worker } from 'node:worker_threads';
import { gemCopies } from '../../errors/codes.js';
import { Arrivals } from '../../protocol/arrivals.js';
import { NO_CLASSES } from '../../protocol/classes.js';
import { pack } from '../../protocol/pack.js';
import { allGems } from '../../protocol/gem-copies.js';
import { unpack } from '../../protocol/unpack.js';
import { VERSION } from '../memory/version.js';
import { Inlet } from './inlet.js';
import { COPY } from './other-copies.js';
import { outboxOf } from './outbox.js';

// Messages between threads of a program's own, over what `node:worker_threads` has: a GEM in one is a reference.

/** @typedef {{ postMessage: (message: any, transfer?: any) => void }} Target a Worker, a MessagePort, `parentPort` */
/** @typedef {{ on: (event: 'message', listener: (message: any) => void) => any }} Source the same */

/** What messages of any copy of this package begin with, … */
const KIND = 'lapidary:gem-message';
/** … then how notes are written: raised when they change (protocol/notes.js, pack-gems.js). */
const FORMAT = 1;
const KEY = `${KIND}/${FORMAT}/${VERSION}`;
const READABLE = `${KIND}/${FORMAT}/`;

/**
 * Post a message that may hold GEMs, anywhere in it.
 *
 * Threads: any. Blocks: where a type's `onSend` does.
 *
 * @param {Target} target
 * @param {unknown} value that structured clone takes, but for GEMs; errors, Buffers and URLs arrive as such
 * @param {readonly object[]} [transfer]
 * @throws {Error} LP8101 from a policy that does not let the GEM go; what structured clone refuses
 *
 * @example
 * const worker = new Worker(new URL('./worker.js', import.meta.url));
 * send(worker, { prices: ReadOnly.create({ apple: 2 }) });
 */
export function send(target, value, transfer) {
	const receiver = receiverAt(target);
	const { root, notes, gems, transferList } = pack({ value }, NO_CLASSES, { receiver });
	try {
		const message = notes ? [KEY, root.value, notes] : [KEY, root.value];
		const moved =
			transfer && transferList ? [...transferList, ...transfer] : (transferList ?? transfer);
		if (gems && receiver === 'anybody' && target instanceof MessagePort)
			outboxOf(target).post(message, moved ?? [], gems.map(referTo));
		else target.postMessage(message, moved);
	} catch (refusal) {
		if (gems) allGems()?.stay(gems, receiver);
		throw refusal;
	}
}

/** @param {object} view @returns {ReturnType<Gems['refer']>} */
const referTo = (view) => /** @type {Gems} */ (allGems()).refer(view, 'anybody');

/** @param {Target} target @returns {Receiver} */
function receiverAt(target) {
	if (target instanceof Worker) return target;
	return target === parentPort ? 'above' : 'anybody';
}

/**
 * Listen to messages, in the order in which they arrive; those that were not sent by {@link send} come as they are.
 *
 * Threads: any. Blocks: where a type's `onReceive` does.
 *
 * @param {Source} source
 * @param {(value: any) => void} listener
 * @returns {void}
 *
 * @example
 * receive(parentPort, ({ prices }) => console.log(prices.apple));
 */
export function receive(source, listener) {
	/** @type {Inlet | undefined} */
	let inlet;
	const messages = new Arrivals(notesOf, (message) => {
		listener(inlet && isOfOutbox(message) ? inlet.read(message, read) : read(message));
	});
	source.on('message', (message) => {
		if (isOfOutbox(message)) {
			inlet ??= new Inlet(/** @type {MessagePort} */ (source));
			inlet.take(message);
		}
		messages.take(message);
	});
}

/** @param {any} message @returns {boolean} whether its sender asks what becomes of it (outbox.js) */
const isOfOutbox = (message) => notesOf(message) !== undefined && message.length > 3;

/**
 * @param {any} message
 * @returns {boolean} whether {@link send} has made it, of this or another copy of this package
 * @throws {Error} LP8114 for a message that only another copy can read
 */
function isSent(message) {
	if (!Array.isArray(message) || typeof message[0] !== 'string') return false;
	const [key] = message;
	if (key === KEY || key.startsWith(READABLE)) return true;
	if (!key.startsWith(`${KIND}/`)) return false;
	const other = key.slice(key.lastIndexOf('/') + 1);
	throw gemCopies({ what: 'the message that has arrived', other, own: COPY });
}

/** @param {any} message @returns {Notes | undefined} */
const notesOf = (message) => (isSent(message) ? message[2] : undefined);

/** @param {any} message @returns {unknown} */
function read(message) {
	if (!isSent(message)) return message;
	const [, value, notes] = message;
	return notes ? unpack({ value }, notes, NO_CLASSES).value : value;
}
