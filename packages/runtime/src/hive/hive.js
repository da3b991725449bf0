/** @import { CallOptions, Priority, UnitReference } from '../types.js' */
import { Buffer } from 'node:buffer';
import { callbackify } from 'node:util';
import { threadId } from 'node:worker_threads';
import { badRuntimeOption } from '../errors/codes.js';
import { call, unit } from '../host/call.js';
import { withOptions } from '../host/configure.js';
import { checkCallOptions } from '../host/options.js';
import { checkCode, describe } from './code-text.js';

/**
 * @typedef {object} HiveOptions what holds for all calls of `Hive.eval` that do not say otherwise
 * @property {string} [pool]
 * @property {Priority} [priority]
 * @property {number} [timeoutMs] milliseconds from the call on; more than 0
 *
 * @typedef {CallOptions & { args?: unknown[] }} EvalOptions `args`: data for the function that the text evaluates to
 *
 * @typedef {(error: any, result?: any) => void} EvalCallback called in a later turn of the event loop
 *
 * @typedef {{
 *   (code: string, options?: EvalOptions): Promise<any>,
 *   (code: string, callback: EvalCallback): void,
 *   (code: string, options: EvalOptions | undefined, callback: EvalCallback): void,
 * }} Evaluate
 */

/**
 * What this thread has last given to `Hive.init`; per thread.
 *
 * @type {{ count: number, text: SharedArrayBuffer | undefined, options: CallOptions, unit: UnitReference | undefined }}
 */
const hive = { count: 0, text: undefined, options: {}, unit: undefined };

/**
 * @param {string} code
 * @param {EvalOptions | EvalCallback} [options]
 * @param {EvalCallback} [callback]
 * @returns {Promise<unknown> | undefined}
 */
function evaluate(code, options = {}, callback = undefined) {
	checkCode(code, 'Hive.eval');
	if (typeof options === 'function') return evaluate(code, undefined, options);
	if (typeof options !== 'object' || options === null) {
		throw bad('options', options, 'an object, or the callback');
	}
	const { args, ...others } = options;
	if (args !== undefined && !Array.isArray(args)) throw bad('args', args, 'an array');
	if (callback !== undefined && typeof callback !== 'function') {
		throw bad('callback', callback, 'a function');
	}
	const checked = { ...hive.options, ...checkCallOptions(others) };
	const key = `${threadId}.${hive.count}`;
	hive.unit ??= unit('Hive.eval', new URL('./evaluate.js', import.meta.url).href, { isText: true });
	const { text, unit: reference } = hive;
	const begin = async () => call(reference, [key, text, code, args]);
	const evaluateWith = withOptions(begin, checked);
	if (!callback) return evaluateWith();
	callbackify(evaluateWith)(callback);
	return undefined;
}

/**
 * Threads that evaluate text: those of the pools that units run on. [HIVE]
 *
 * Whoever may say what is evaluated may do anything that this process may: never let a text hold what a user has sent, pass that as `args`.
 *
 * @example
 * import { Hive } from '@lapidary/runtime/hive';
 * function fib(n) {
 * 	return n < 2 ? 1 : fib(n - 2) + fib(n - 1);
 * }
 * Hive.init(fib.toString());
 * Hive.eval('fib(35);', (err, res) => console.log(res)); // 14930352
 * const same = await Hive.eval('fib', { args: [35] });
 */
export const Hive = Object.freeze({
	/**
	 * Say what each thread runs once, before it evaluates anything: what that declares is there for all calls of `Hive.eval` that follow. Where its value is a
	 * promise, it is waited for. Takes the place of what was given before.
	 *
	 * @param {string} code a program; imports of it, by `import()`, are relative to the working directory
	 * @param {HiveOptions} [options]
	 * @throws {Error} LP8026 for what is no text, LP8027 where evaluating text is forbidden, LP8009 for options. What the program throws, calls of `Hive.eval`
	 *   reject with: LP8028
	 */
	init(code, options = {}) {
		checkCode(code, 'Hive.init');
		const { signal, transfer, ...checked } = checkCallOptions(options);
		if (signal) throw bad('signal', signal, 'nothing: it is an option of Hive.eval');
		if (transfer) throw bad('transfer', transfer, 'nothing: it is an option of Hive.eval');
		hive.options = checked;
		hive.text = new SharedArrayBuffer(2 * code.length);
		Buffer.from(hive.text).write(code, 'utf16le');
		hive.count++;
	},

	/**
	 * Evaluate a text in a thread, as `eval` does: its value is the result, and what it declares with `let` and `const` ends with it. What it leaves
	 * in variables stays in the thread that it ran in, which is any.
	 *
	 * With `args` it has to evaluate to a function, or be the text of one, which is called with them.
	 *
	 * @type {Evaluate}
	 * @returns a promise of the value, or of what its promise gives; with a callback undefined. Rejects with what the text throws, LP8028, LP8029, and as calls
	 *   of units do: LP8002 to LP8015
	 * @throws {Error} LP8026, LP8027, LP8009
	 */
	eval: /** @type {Evaluate} */ (evaluate),
});

/**
 * @param {string} option
 * @param {unknown} value
 * @param {string} accepted
 * @returns {Error} LP8009
 */
function bad(option, value, accepted) {
	return badRuntimeOption(
		{ option: `Hive ${option}`, value: describe(value), accepted },
		{ option },
	);
}
