// What a step of a generator's body comes to; runs on both sides (on the host in LAPIDARY_MODE=inline and serial).
import { Object } from '../primordials.js';

/** @typedef {Generator<unknown, unknown, unknown> | AsyncGenerator<unknown, unknown, unknown>} Body */

/**
 * Wait for what a step yields or returns. Promises of a sync generator are waited for, too: its consumer, whose values come from an
 * async one now, would wait for them.
 *
 * @param {Body} body
 * @param {IteratorResult<unknown> | Promise<IteratorResult<unknown>>} made what `next`, `return` or `throw` returned
 * @returns {Promise<IteratorResult<unknown>>} rejects with what the body throws
 */
export async function settleStep(body, made) {
	const { value, done } = await made;
	try {
		return { value: await value, done };
	} catch (thrown) {
		if (!done) closeBody(body);
		throw thrown;
	}
}

/**
 * Whether there is something to wait for.
 *
 * @param {any} made
 * @returns {made is IteratorResult<unknown>}
 */
export const isSettled = (made) => typeof made.then !== 'function' && !isThenable(made.value);

/** @param {any} value */
const isThenable = (value) => Object(value) === value && typeof value.then === 'function';

/**
 * Close a body whose consumer has got an error that the body knows nothing of; what it does then interests nobody.
 *
 * @param {Body} body
 */
export function closeBody(body) {
	try {
		Promise.resolve(body.return(undefined)).catch(ignore);
	} catch (thrown) {
		ignore(thrown);
	}
}

/** @param {unknown} _thrown by a `finally` block, after the error that the consumer has got */
const ignore = (_thrown) => undefined;
