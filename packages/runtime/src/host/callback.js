/** @import { RecordedValue } from '../types.js' */
/** @import { Call } from './call-record.js' */
import { AsyncResource } from 'node:async_hooks';
import { uncloneableResult } from '../errors/codes.js';
import { reviveError } from '../errors/record.js';
import { CALLBACK_GONE, CALLBACK_REFUSED, CALLED_BACK } from '../protocol/messages.js';
import { withFrames } from './settle.js';
import { formatFrames } from './trace.js';

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
	else if (call && kind === CALLED_BACK) {
		const [, , receiver, recorded] = message;
		const args = /** @type {RecordedValue[]} */ (recorded).map((each) => read(call, each));
		schedule(call.callbackFunction, receiver, args);
	} else if (call) {
		const { path, reason } = /** @type {{ path: string, reason: string }} */ (message[2]);
		const unit = call.reference.id;
		const error = uncloneableResult({ unit, path, reason }, { unit, path });
		deliverError(call, withFrames(error, call.trace));
	}
	return true;
}

/**
 * @param {Call} call
 * @param {RecordedValue} recorded
 * @returns {unknown}
 */
function read({ reference, trace }, recorded) {
	if (!('error' in recorded)) return Reflect.get(recorded, 'value');
	return reviveError(recorded.error, { classes: reference.classes, frames: formatFrames(trace) });
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
 * Give an error to who takes errors: an `(err, …)` callback, else the process, as an unhandled rejection.
 *
 * @param {Pick<Call, 'callback' | 'callbackFunction'>} call
 * @param {unknown} error
 */
function deliverError({ callback, callbackFunction }, error) {
	if (callback?.kind === 'node') schedule(callbackFunction, undefined, [error]);
	else void Promise.reject(error);
}

/**
 * Make a call end in its callback instead of a promise.
 *
 * @param {Call} call
 * @param {Function} callbackFunction runs in the async context of the call
 * @param {number} id unique in this thread
 */
export function attachCallback(call, callbackFunction, id) {
	call.callback = { id, kind: call.reference.options.callback ?? 'plain' };
	call.callbackFunction = AsyncResource.bind(/** @type {any} */ (callbackFunction));
	call.reject = (error) => deliverError(call, error);
}
