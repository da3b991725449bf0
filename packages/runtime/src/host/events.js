/** @import { Call } from './call-record.js' */
import { channel } from 'node:diagnostics_channel';

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
	const { reference, outlet } = call;
	const startMs = performance.now();
	// One object for all events of a call, so that a subscriber can hang what it knows on it.
	const event = { unit: reference.id, url: reference.url, priority: call.priority };
	call.outlet = {
		resolve: (result) => {
			ended.publish(Object.assign(event, { durationMs: performance.now() - startMs }));
			outlet.resolve(result);
		},
		reject: (error) => {
			failed.publish(Object.assign(event, { durationMs: performance.now() - startMs, error }));
			outlet.reject(error);
		},
	};
	started.publish(event);
}
