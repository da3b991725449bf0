/** @import { RawSide, View } from './view.js' */
import { types } from 'node:util';
import { ensureStack } from '../memory/stack.js';

// What stands behind the proxies of parts of GEMs. A proxy is asked for it by whether it is extensible, and its trap puts the answer down
// here. A proxy of the program's around a part sees that question only by a trap `isExtensible`, which may not answer anything but what is
// so; by `get` it would be seen by each one that logs, and by what it asks for. A map from proxies to sides would take a quarter more memory
// than they do, and several times as long to make; a private field twice the memory.

const { isProxy } = types;
const { isExtensible } = Reflect;

/** The answer to the latest question. @type {{ side: View | RawSide | undefined }} */
const answer = { side: undefined };

/**
 * Answer the question whether a part is extensible, which {@link sideOf} asks.
 *
 * Threads: any. Blocks: never.
 *
 * @param {View | RawSide} side
 * @returns {true}
 */
export function answerWith(side) {
	answer.side = side;
	return true;
}

/**
 * Threads: any. Blocks: never.
 *
 * @param {unknown} value
 * @returns {View | RawSide | undefined} what stands behind it, when it is a part of a GEM: the users' side of one, or the policy's
 */
export function sideOf(value) {
	if (typeof value !== 'object' || value === null || !isProxy(value)) return undefined;
	answer.side = undefined;
	try {
		isExtensible(value);
	} catch {
		ensureStack(); // without stack, it would be no GEM
		return undefined; // a proxy of the program, which throws, or has been revoked
	}
	const { side } = answer;
	answer.side = undefined;
	// A proxy of the program's around a part passes the question on, and has traps of its own that accesses must not go past.
	return side && proxyOf(side) === value ? side : undefined;
}

/** @param {View | RawSide} side @returns {object} */
const proxyOf = ({ isRaw, view }) => (isRaw ? view.rawProxy : view.proxy);

/**
 * Threads: any. Blocks: never.
 *
 * @param {unknown} value
 * @returns {View | null} of what users hold; null for anything else, for what policies hold too
 */
export function viewOf(value) {
	const side = sideOf(value);
	return side && !side.isRaw ? side.view : null;
}
