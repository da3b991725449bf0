/** @import { RawSide, View } from './view.js' */
import { types } from 'node:util';
import { ensureStack } from '../memory/stack.js';

// What stands behind the proxies of parts of GEMs. A proxy is asked for it by a key that only its traps know; they put the answer
// down here instead of returning it. Whoever gets hold of the key, by a proxy of his own, learns nothing by it. A map from
// proxies to sides would take more memory than the proxies.

/** What proxies are asked for. */
export const SIDE = Symbol('what stands behind a part of a GEM');

const { isProxy } = types;

/** The answer to the latest question. @type {{ side: View | RawSide | undefined }} */
const answer = { side: undefined };

/**
 * Answer a question for {@link SIDE}.
 *
 * Threads: any. Blocks: never.
 *
 * @param {View | RawSide} side
 */
export function answerWith(side) {
	answer.side = side;
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
		Reflect.get(value, SIDE);
	} catch {
		ensureStack(); // without stack, it would be no GEM
		return undefined; // a proxy of somebody else's, which has another opinion on unknown keys
	}
	const { side } = answer;
	answer.side = undefined;
	// A proxy of the program's around a part passes the question on, and has traps of its own that accesses must not go past.
	return side && proxyOf(side) === value ? side : undefined;
}

/** @param {View | RawSide} side @returns {object} */
const proxyOf = (side) => (side.isRaw ? side.view.rawProxy : side.proxy);

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
