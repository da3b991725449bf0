/** @import { ResourceLimits } from '../types.js' */
import { readOptions } from '../messaging/options.js';
import { checkCode } from './code-text.js';
import { VatThread } from './vat-thread.js';

/**
 * @typedef {object} VatOptions
 * @property {string} [name] of the thread, for debuggers and messages
 * @property {ResourceLimits} [resourceLimits] of the thread
 */

/**
 * @typedef {object} VatInstance
 * @property {<T = any>(code: string) => import('./far.js').Far<T>} eval evaluates a text as a program of the vat: what that declares stays there. Gives a
 *   reference to its value, of a function that it declares too; rejects with what the text throws, LP8030, LP8031. Throws LP8026, LP8027
 * @property {(options?: { force?: boolean }) => Promise<void>} close ends the thread, once all that was asked is answered; with `force` at once: what is not
 *   answered rejects with LP8031
 */

/**
 * Start a thread with an event loop and a state of its own, which evaluates text and is asked for what that has made. [HIVE]
 *
 * What it is asked it begins in that order, whoever asks; it does not wait for promises in between. The process ends by itself when nothing is asked. A vat
 * that has ended is not replaced: its state is gone.
 *
 * @param {VatOptions} [options]
 * @returns {VatInstance}
 * @throws {Error} LP8009
 *
 * @example
 * import { Vat } from '@lapidary/runtime/hive';
 * function sum(a, b) {
 * 	return a + b;
 * }
 * const vat = Vat();
 * const sumPromise = vat.eval(sum.toString());
 * const result = await sumPromise(3, 5); // 8
 */
export function Vat(options = {}) {
	const thread = new VatThread(readOptions(options, ['name', 'resourceLimits']));
	return Object.freeze({
		eval: (/** @type {string} */ code) => {
			checkCode(code, 'vat.eval');
			return thread.evaluate(code);
		},
		close: ({ force = false } = {}) => thread.close(force),
	});
}
