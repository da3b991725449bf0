// The worker module of `Hive.eval`: written as the compiler writes them, a table of units.
import { hiveNotInitialised, notAFunction } from '../errors/codes.js';
import { reasonOf } from '../errors/record.js';
import { describe, runFunctionText } from './code-text.js';
import { Realm } from './realm.js';

/**
 * What a thread has made of the text of one `Hive.init`.
 *
 * @typedef {object} Initialised
 * @property {string} key of the `Hive.init`
 * @property {Realm} realm
 * @property {Promise<void> | undefined} ready while the promise that the text gave is not settled
 * @property {{ cause: unknown } | undefined} failure
 */

/** The latest that this thread was asked for; per thread. @type {{ latest: Initialised | undefined }} */
const thread = { latest: undefined };

/**
 * @param {string} key
 * @param {SharedArrayBuffer | undefined} text of `Hive.init`, in UTF-16; undefined when there was none
 * @returns {Initialised}
 */
function initialise(key, text) {
	/** @type {Initialised} */
	const made = { key, realm: new Realm(), ready: undefined, failure: undefined };
	thread.latest = made;
	if (!text) return made;
	try {
		const value = made.realm.run(Buffer.from(text).toString('utf16le'));
		if (isThenable(value)) made.ready = settle(made, value);
	} catch (cause) {
		made.failure = { cause };
	}
	return made;
}

/**
 * @param {Initialised} made
 * @param {PromiseLike<unknown>} value of its text
 */
async function settle(made, value) {
	try {
		await value;
	} catch (cause) {
		made.failure = { cause };
	}
	made.ready = undefined;
}

/** @param {unknown} value @returns {value is PromiseLike<unknown>} */
const isThenable = (value) =>
	typeof value === 'object' && value !== null && typeof Reflect.get(value, 'then') === 'function';

/**
 * Evaluate a text where `Hive.init` has been run before, once in each thread. [HIVE]
 *
 * @param {string} key of the `Hive.init`
 * @param {SharedArrayBuffer | undefined} text of it
 * @param {string} code
 * @param {unknown[] | undefined} args for the function that `code` is to evaluate to
 * @returns {unknown} the value of `code`, or what the function returns; may be a promise
 * @throws {unknown} LP8028, LP8029, or what the code throws
 */
function evaluate(key, text, code, args) {
	const { latest } = thread;
	const hive = latest?.key === key ? latest : initialise(key, text);
	return hive.ready
		? hive.ready.then(() => evaluateIn(hive, code, args))
		: evaluateIn(hive, code, args);
}

/**
 * @param {Initialised} hive
 * @param {string} code
 * @param {unknown[] | undefined} args
 * @returns {unknown}
 */
function evaluateIn({ realm, failure }, code, args) {
	if (failure) {
		const { cause } = failure;
		throw hiveNotInitialised({ reason: reasonOf(cause) }, { cause });
	}
	if (!args) return realm.evaluate(code);
	const called = runFunctionText(code, (part) => realm.evaluate(part));
	if (typeof called !== 'function') throw notAFunction({ what: describe(called) });
	return Reflect.apply(called, undefined, realm.bring(args));
}

export const $lp_units = { 'Hive.eval': () => evaluate };
