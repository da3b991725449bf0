/** @import { Notes } from '../protocol/notes.js' */
/** @import { Call } from './call-record.js' */
import { AsyncResource } from 'node:async_hooks';
import { uncloneableResult } from '../errors/codes.js';
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
		schedule(call.callbackFunction, receiver, callback);
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
 * @param {Function | undefined} callback
 * @param {unknown} receiver
 * @param {unknown[]} args
 */
function schedule(callback, receiver, args) {
	if (callback) setImmediate(() => Reflect.apply(callback, receiver, args));
}

/**
 * Give an error to who takes errors: the promise, where there is one, or an `(err, …)` callback, else the process, as an
 * unhandled rejection.
 *
 * @param {Pick<Call, 'callback' | 'callbackFunction' | 'reject'>} call
 * @param {unknown} error
 */
function deliverError({ callback, callbackFunction, reject }, error) {
	if (callback?.promise) reject(error);
	else if (callback?.kind === 'node') schedule(callbackFunction, undefined, [error]);
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
	call.callback = { id, kind, promise };
	call.callbackFunction = AsyncResource.bind(/** @type {any} */ (callbackFunction));
	if (!promise) call.reject = (error) => deliverError(call, error);
}
