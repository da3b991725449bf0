// Values on their way between `Workers` and its threads; both sides.
/** @import { MessagePort, Transferable } from 'node:worker_threads' */
/** @import { Notes } from '../protocol/notes.js' */
/** @import { Receiver } from '../protocol/registry.js' */
import { inspect } from 'node:util';
import { uncloneableMessage } from '../errors/codes.js';
import { isError, reasonOf } from '../errors/record.js';
import { Object } from '../primordials.js';
import { NO_CLASSES } from '../protocol/classes.js';
import { pack } from '../protocol/pack.js';
import { Refusal } from '../protocol/refusal.js';
import { allGems } from '../protocol/gem-copies.js';
import { canCross } from '../protocol/scan.js';
import { findUncloneable, isStackOverflow } from '../protocol/uncloneable.js';
import { discard, unpack } from '../protocol/unpack.js';

/**
 * @typedef {object} Outgoing
 * @property {(string | number | undefined)[]} head what the message begins with
 * @property {string} name of the value, for messages about it; both sides have to say the same
 * @property {unknown} value
 * @property {Receiver} receiver the thread at the other end of the port
 * @property {boolean} [mayMove] whether what `transfer()` has marked is moved (default), or copied
 */

/**
 * Post a value; when it returns, later changes are not seen on the other side.
 *
 * @param {MessagePort} port
 * @param {Outgoing} outgoing
 * @throws {Error} LP8021, or what a getter threw
 */
export function postValue(port, { head, name, value, receiver, mayMove = true }) {
	let root = { [name]: value };
	/** @type {object[] | undefined} */
	let gems;
	try {
		const packed = pack(root, NO_CLASSES, { receiver });
		gems = packed.gems;
		root = packed.root;
		const message = [...head, root[name]];
		if (packed.notes) message.push(packed.notes);
		const moved = /** @type {Transferable[] | undefined} */ (packed.transferList);
		port.postMessage(message, mayMove ? moved : undefined);
	} catch (refusal) {
		if (gems) allGems()?.stay(gems, receiver);
		throw describeRefusal(root, refusal);
	}
}

/**
 * @param {string} name as `postValue` had it
 * @param {any} value
 * @param {Notes | undefined} notes
 * @returns {any} what was posted
 * @throws {Error} LP8021
 */
export function readValue(name, value, notes) {
	if (!notes) return value;
	const root = { [name]: value };
	try {
		return unpack(root, notes, NO_CLASSES)[name];
	} catch (refusal) {
		throw describeRefusal(root, refusal);
	}
}

/**
 * @param {string} name as `postValue` had it
 * @param {unknown} value that was posted, and that nobody waits for any more
 * @param {Notes | undefined} notes
 */
export function discardValue(name, value, notes) {
	discard({ [name]: value }, notes);
}

/**
 * @param {unknown} thrown
 * @returns {unknown} the same where it can cross, else a description of it
 */
export function crossable(thrown) {
	return isError(thrown) || canCross(thrown, NO_CLASSES) ? thrown : inspect(thrown);
}

/**
 * @param {Record<string, unknown>} root
 * @param {unknown} refusal what `pack` or structured clone threw
 * @returns {unknown}
 */
function describeRefusal(root, refusal) {
	if (refusal instanceof Refusal) {
		const { path, reason } = refusal;
		return uncloneableMessage({ path, reason }, { path });
	}
	const isDeep = isStackOverflow(refusal);
	if (!isDeep && Object(refusal).name !== 'DataCloneError') return refusal;
	const path = findUncloneable(root) ?? Object.keys(root)[0];
	const reason = isDeep ? 'it is nested too deeply' : reasonOf(refusal);
	return uncloneableMessage({ path, reason }, { path, cause: refusal });
}
