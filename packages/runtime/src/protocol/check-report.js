// From a check that has found a change to the warning; both sides.
import {
	argumentIsState,
	beforeExitAgain,
	builtInDiffers,
	callbackChanges,
	changesLater,
	callRunsHere,
	errorIncomplete,
	stateDiffers,
	stateUnread,
	unitChanges,
} from '../errors/codes.js';
import { Object, OwnSet } from '../primordials.js';
import { CHANGED } from './messages.js';
import { registry } from './registry.js';

/** What has been warned of: each thread of a pool finds the same. Per thread. @type {Set<string>} */
const warned = new OwnSet();

const MESSAGES = Object.freeze({
	LP8048: unitChanges,
	LP8049: stateDiffers,
	LP8050: errorIncomplete,
	LP8055: builtInDiffers,
	LP8056: stateUnread,
	LP8057: callbackChanges,
	LP8058: beforeExitAgain,
	LP8061: callRunsHere,
	LP8062: argumentIsState,
	LP8080: changesLater,
});

/**
 * Tell the process's own thread of a change.
 *
 * @param {'LP8048' | 'LP8049' | 'LP8050' | 'LP8055' | 'LP8056' | 'LP8057' | 'LP8058' | 'LP8061' | 'LP8062' | 'LP8080'} code
 * @param {string} unit '' where it is not known which one it was
 * @param {string} what has changed, for the message
 * @param {string} [how] it has changed
 */
export function tellChange(code, unit, what, how = '') {
	if (!registry.results) return warnOfChange([CHANGED, code, unit, what, how]);
	registry.results.postMessage([CHANGED, code, unit, what, how]);
	// On the same port the result comes after it: a program that ends with the result has been warned.
	registry.hasTold = true;
}

/** @returns {boolean} whether this thread has told of a change since this was asked last */
export function takeTold() {
	const { hasTold } = registry;
	registry.hasTold = false;
	return hasTold;
}

/**
 * Warn, once for each unit and what it has to do with.
 *
 * @param {unknown[]} message CHANGED
 */
export function warnOfChange([, code, unit, what, how]) {
	// A built-in is the same to all units of the program.
	const key = code === 'LP8055' ? `${code} ${what}` : `${code} ${unit} ${what}`;
	if (warned.has(key)) return;
	warned.add(key);
	const params = { unit: String(unit), what: String(what), how: String(how) };
	const { message, help } = MESSAGES[/** @type {keyof typeof MESSAGES} */ (code)](params);
	const type = { name: 'LapidaryWarning', code: String(code), detail: help };
	emit(Object.assign(new Error(message), type));
}

/** As Node has it for `process.emitWarning`. @typedef {Error & { code: string, detail: string }} Warning */

/** Warnings of this tick. Per thread. @type {Set<Warning>} */
const pending = new OwnSet();

/**
 * Emit a warning, even if the process ends in this tick: `process.emitWarning` waits for the next tick, and after an uncaught
 * error or `process.exit` there is none, so that the program's difference would go untold.
 *
 * @param {Warning} warning
 */
function emit(warning) {
	if (pending.size === 0) process.once('exit', emitPending);
	pending.add(warning);
	// Node takes no error of another realm: code may run in a context of its own.
	const { message, name, code, detail } = warning;
	process.emitWarning(message, { type: name, code, detail });
	process.nextTick(() => {
		pending.delete(warning); // the tick before has emitted it
		if (pending.size === 0) process.off('exit', emitPending);
	});
}

function emitPending() {
	for (const warning of pending) process.emit('warning', warning);
}
