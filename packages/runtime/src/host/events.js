/** @import { Call } from './call-record.js' */
import { AsyncResource } from 'node:async_hooks';
import { channel } from 'node:diagnostics_channel';
import { Object } from '../primordials.js';

const started = channel('lapidary:call:start');
const ended = channel('lapidary:call:end');
const failed = channel('lapidary:call:error');

/**
 * Tell the subscribers of `lapidary:call:start`, `:end` and `:error` about a call. Costs nothing without any.
 *
 * @param {Call} call that begins
 */
export function publishCall(call) {
	if (!started.hasSubscribers && !ended.hasSubscribers && !failed.hasSubscribers) return;
	const { reference, resolve, reject } = call;
	const startMs = performance.now();
	// One object for all events of a call, so that a subscriber can hang what it knows on it.
	const event = { unit: reference.id, url: reference.url };
	const end = (/** @type {object} */ more) =>
		Object.assign(event, { durationMs: performance.now() - startMs, ...more });
	// A subscriber finds the context of the caller, and not that of the message that brought the result.
	const publishEnd = AsyncResource.bind(() => ended.publish(end({})));
	const publishError = AsyncResource.bind((/** @type {unknown} */ error) => {
		failed.publish(end({ error }));
	});
	call.resolve = (result) => {
		publishEnd();
		resolve(result);
	};
	call.reject = (error) => {
		publishError(error);
		reject(error);
	};
	started.publish(event);
}
