'use strict';
// What lowered modules import under a test runner in place of host.js: units run at once, as the source has them, on copies of
// their arguments, and give copies of their results, as if both had crossed. There is no thread and no worker module, mocks and
// coverage apply to units, and a CommonJS test needs no flag: this loads no ES module.
/** @import { UnitReference } from '../types.js' */

const { AsyncLocalStorage } = require('node:async_hooks');
// Test runners replace the global by a clock of theirs.
const { setImmediate } = require('node:timers');
const { createMarks, hasValue } = require('./bridge.cjs');
const { copyValues } = require('./copy-values.cjs');

/** @typedef {Pick<UnitReference, 'id' | 'url' | 'options'> & { classes: any }} Reference */

/** Whether a unit is running: what it calls is run on the spot, in a worker as in the plain program. */
const inside = new AsyncLocalStorage();

/** @returns {Promise<void>} that ends in a later turn, as an answer of a thread does */
const laterTurn = () => new Promise((resolve) => void setImmediate(resolve));

/**
 * @param {string} id
 * @param {string} url
 * @param {object} [options]
 * @param {() => Record<string, Function>} [classes]
 * @returns {Reference}
 */
function unit(id, url, options = {}, classes = undefined) {
	return { id, url, options, classes };
}

/**
 * @param {Reference} reference
 * @param {ArrayLike<unknown>} args
 * @returns {unknown[]}
 */
const copyArguments = ({ classes }, args) => copyValues(Array.from(args), classes);

/**
 * @param {Reference} reference
 * @param {ArrayLike<unknown>} args
 * @param {unknown} _captures the function has them
 * @param {Function} original the source's own function
 * @returns {any} a promise; within a unit, what the function returns
 */
function call(reference, args, _captures, original) {
	if (inside.getStore()) return Reflect.apply(original, undefined, Array.from(args));
	const { inOut, aliased } = /** @type {UnitReference['options']} */ (reference.options);
	// What it changes is the caller's own when the call ends.
	if (inOut) return run(reference, Array.from(args), original);
	// So is what it gives back; that it can cross is looked at all the same.
	const copies = copyArguments(reference, args);
	return run(reference, aliased === 'kept' ? Array.from(args) : copies, original);
}

/**
 * @param {Reference} reference
 * @param {unknown[]} args
 * @param {Function} original
 * @returns {Promise<unknown>}
 */
async function run(reference, args, original) {
	const { inOut, aliased } = /** @type {UnitReference['options']} */ (reference.options);
	try {
		const result = await inside.run(true, () => Reflect.apply(original, undefined, args));
		if (inOut) return result;
		const copy = copyValues(result, reference.classes);
		return aliased === 'kept' ? result : copy;
	} finally {
		await laterTurn();
	}
}

/**
 * @param {Reference} reference
 * @param {ArrayLike<unknown>} args
 * @param {unknown} captures
 * @param {Function} original
 * @returns {any} nothing in callback form, unless the unit's `promise` is set; else as `call`
 */
function callWithCallback(reference, args, captures, original) {
	const list = Array.from(args);
	const callback = list.at(-1);
	if (typeof callback !== 'function' || inside.getStore())
		return call(reference, list, captures, original);
	/** @type {((error: unknown) => void) | undefined} */
	let reject;
	const given = deferred(callback, reference, (error) => {
		if (!reject) throw error;
		reject(error);
	});
	const copied = [...copyArguments(reference, list.slice(0, -1)), given];
	const result = run(reference, copied, original);
	const { callback: kind, promise } = /** @type {UnitReference['options']} */ (reference.options);
	if (!promise) return void result.catch((error) => fail(error, callback, reference));
	if (kind === 'node') return result;
	const thrown = new Promise((_, rejectIt) => (reject = rejectIt));
	return Promise.race([thrown, result]).finally(() => (reject = undefined));
}

/**
 * @param {Function} callback
 * @param {Reference} reference
 * @param {(error: unknown) => void} take what it throws
 * @returns {Function} calls it in a later turn, with copies
 */
function deferred(callback, { classes }, take) {
	/**
	 * @this {unknown}
	 * @param {unknown[]} args
	 */
	return function (...args) {
		const copied = copyValues(args, classes);
		const callIt = () => {
			try {
				Reflect.apply(callback, this, copied);
			} catch (error) {
				take(error);
			}
		};
		inside.exit(() => setImmediate(callIt));
	};
}

/**
 * What a body throws reaches a callback that takes errors, else nobody.
 *
 * @param {unknown} error
 * @param {Function} callback
 * @param {Reference} reference
 */
function fail(error, callback, { options }) {
	if (/** @type {{ callback?: string }} */ (options).callback !== 'node') throw error;
	callback(error);
}

/**
 * @param {Reference} reference
 * @param {ArrayLike<unknown>} args
 * @param {unknown} _captures
 * @param {Function} original a generator function
 * @returns {any} an async generator; within a unit, what the function returns
 */
function generate(reference, args, _captures, original) {
	if (inside.getStore()) return Reflect.apply(original, undefined, Array.from(args));
	return pull(reference, copyArguments(reference, args), original);
}

/**
 * @param {Reference} reference
 * @param {unknown[]} args
 * @param {Function} original
 * @returns {AsyncGenerator<unknown, unknown, unknown>}
 */
async function* pull({ classes }, args, original) {
	const generator = inside.run(true, () => Reflect.apply(original, undefined, args));
	/** @param {'next' | 'return' | 'throw'} method @param {unknown} value */
	const step = async (method, value) => {
		try {
			const found = await inside.run(true, () => generator[method](copyValues(value, classes)));
			return { done: found.done, value: copyValues(await found.value, classes) };
		} finally {
			await laterTurn();
		}
	};
	return yield* {
		[Symbol.asyncIterator]: () => ({
			next: (/** @type {unknown} */ value) => step('next', value),
			return: (/** @type {unknown} */ value) => step('return', value),
			throw: (/** @type {unknown} */ error) => step('throw', error),
		}),
	};
}

/** @param {object} _self which the source's own function has @param {object} copy @returns {object} */
const receiver = (_self, copy) => copy;

/** @returns {undefined} what is compared with threads, of which there are none */
const print = () => undefined;

module.exports = {
	unit,
	call,
	callWithCallback,
	...createMarks(call, call),
	generate,
	print,
	hasValue,
	receiver,
};
