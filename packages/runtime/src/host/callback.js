/** @import { Notes } from '../protocol/notes.js' */
/** @import { Call } from './call-record.js' */
import { AsyncResource } from 'node:async_hooks';
import { uncloneableResult } from '../errors/codes.js';
import { isLapidaryError } from '../errors/lapidary-error.js';
import { isError } from '../errors/record.js';
import { Reflect } from '../primordials.js';
import {
	CALLBACK_GONE,
	CALLBACK_REFUSED,
	CALLED_BACK,
	UNKNOWN_CLASS,
} from '../protocol/messages.js';
import { onlyOrigins } from '../protocol/origins.js';
import { Refusal } from '../protocol/refusal.js';
import { discard, unpack } from '../protocol/unpack.js';
import { readable } from './lend.js';
import { appendFrames, isCallersOwn, withFrames } from './settle.js';
import { describeUnknownClass } from './values.js';

/**
 * Pass on what a worker says about a callback, each in a turn of the event loop of its own: an exception that the
 * host's function throws is then an uncaught exception, as with any callback, and hits nothing of ours.
 *
 * @param {Map<number, Call>} calls whose callback the worker may call, by id; one that is gone is removed
 * @param {unknown[]} message
 * @returns {boolean} false when the message is about something else
 */
export function deliverCallback(calls, message) {
	const kind = message[0];
	if (kind !== CALLED_BACK && kind !== CALLBACK_GONE && kind !== CALLBACK_REFUSED) return false;
	const id = /** @type {number} */ (message[1]);
	const call = calls.get(id);
	if (kind === CALLBACK_GONE) calls.delete(id);
	else if (kind === CALLED_BACK) receive(call, message);
	else if (call) {
		const [, , { path, reason }, why] = /** @type {[number, number, Refused, number]} */ (message);
		deliverRefusal(call, { path, reason }, why === UNKNOWN_CLASS);
	}
	return true;
}

/** @typedef {{ path: string, reason: string }} Refused */

/**
 * @param {Call | undefined} call undefined when it is gone
 * @param {unknown[]} message
 */
function receive(call, message) {
	const [, , sent, notes] = /** @type {[number, number, Sent, Notes | undefined]} */ (message);
	if (!call) return discard(sent, notes);
	try {
		const { receiver, callback } = notes
			? unpack(sent, notes, call.reference.classes, onlyOrigins(call))
			: sent;
		for (const value of callback)
			if (isError(value) && !isCallersOwn(call, value)) appendFrames(value, call.trace);
		callBack(call, receiver, callback);
	} catch (refusal) {
		if (!(refusal instanceof Refusal)) throw refusal;
		deliverRefusal(call, refusal, true);
	}
}

/** @typedef {{ receiver: unknown, callback: unknown[] }} Sent */

/**
 * @param {Call} call
 * @param {Refused} refused
 * @param {boolean} isUnknownClass
 */
function deliverRefusal(call, { path, reason }, isUnknownClass) {
	const unit = call.reference.id;
	const error = isUnknownClass
		? describeUnknownClass(unit, { path, reason })
		: uncloneableResult({ unit, path, reason }, { unit, path });
	deliverError(call, withFrames(error, call.trace));
}

/**
 * Call the host's function, in a later turn: an exception that it throws hits nothing of ours.
 *
 * @param {Call} call
 * @param {unknown} receiver
 * @param {unknown[]} args
 */
export function callBack(call, receiver, args) {
	setImmediate(() => {
		if (call.callbackFunction) Reflect.apply(call.callbackFunction, receiver, args);
	});
}

/**
 * Give an error to who takes errors: the promise, where there is one, or an `(err, …)` callback, else the process, as an
 * unhandled rejection.
 *
 * @param {Call} call
 * @param {unknown} error
 */
function deliverError(call, error) {
	const { callback } = call;
	if (callback?.promise) call.reject(error);
	else if (callback?.kind === 'node') callBack(call, undefined, [error]);
	else void Promise.reject(error);
}

/**
 * Make a call end in its callback, instead of a promise or beside it.
 *
 * @param {Call} call
 * @param {Function} callbackFunction runs in the async context of the call
 * @param {number} id unique in this thread
 */
export function attachCallback(call, callbackFunction, id) {
	const { callback: kind = 'plain', promise = false } = call.reference.options;
	call.callback = { id, kind, promise, own: readable(callbackFunction) };
	call.callbackFunction = AsyncResource.bind(/** @type {any} */ (callbackFunction));
	if (!promise) call.reject = (error) => deliverError(call, error);
}

/**
 * The promise of a call in callback form.
 *
 * What a plain callback throws ends the call while it is open, as in the plain program, where the unit gets the error, and its caller from the
 * unit. What the unit says from then on would not have been. Mostly nothing waits for what the body returns: where that cannot be
 * sent, as the `Timeout` of `return setTimeout(callback)`, it is no unhandled rejection.
 *
 * @param {Call} call
 * @param {Promise<unknown>} ended
 * @returns {Promise<unknown>}
 */
export function settleCallback(call, ended) {
	/** @type {Promise<unknown>} */
	const promise = new Promise((resolve, reject) => {
		let isOpen = true;
		const fail = (/** @type {unknown} */ error) => {
			isOpen = false;
			if (isLapidaryError(error) && isOfResult(error)) promise.catch(() => undefined);
			reject(error);
		};
		ended.then((value) => {
			isOpen = false;
			resolve(value);
		}, fail);
		const { callback, callbackFunction } = call;
		if (!callbackFunction || callback?.kind === 'node') return;
		/**
		 * @this {unknown}
		 * @param {unknown[]} args
		 */
		call.callbackFunction = function (...args) {
			try {
				Reflect.apply(callbackFunction, this, args);
			} catch (error) {
				if (!isOpen) throw error;
				call.callbackFunction = undefined;
				fail(error);
			}
		};
	});
	return promise;
}

/** @param {Error} error of ours @returns {boolean} what the body has returned could not be sent */
const isOfResult = (error) => 'path' in error && /^result\b/.test(String(error.path));
