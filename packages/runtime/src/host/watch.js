/** @import { Call } from './call-record.js' */
import { aborted, timedOut } from '../errors/codes.js';
import { withFrames } from './settle.js';

/**
 * End a call when its time is over or its signal fires, until it is settled.
 *
 * @param {Call} call with a `timeoutMs` or a `signal`, and a dispatcher
 */
export function watchCall(call) {
	const { timeoutMs, signal } = call;
	const timer = timeoutMs === undefined ? undefined : startTimer(call, timeoutMs);
	const onAbort = () => call.dispatcher?.giveUp(call, describeAbort(call));
	signal?.addEventListener('abort', onAbort, { once: true });
	call.unwatch = () => {
		clearTimeout(timer);
		signal?.removeEventListener('abort', onAbort);
	};
}

/**
 * @param {Call} call
 * @param {number} timeoutMs
 * @returns {NodeJS.Timeout}
 */
function startTimer(call, timeoutMs) {
	const unit = call.reference.id;
	const onTime = () => {
		const error = timedOut({ unit, timeoutMs }, { unit, timeoutMs });
		call.dispatcher?.giveUp(call, withFrames(error, call.trace));
	};
	// The call keeps the process alive, its timer need not.
	return setTimeout(onTime, timeoutMs).unref();
}

/**
 * @param {Call} call with a signal that has fired
 * @returns {Error} LP8004
 */
export function describeAbort({ reference, signal, trace }) {
	const unit = reference.id;
	// The name is what code that aborts fetches and streams tests for.
	const error = aborted({ unit }, { name: 'AbortError', unit, cause: signal?.reason });
	return withFrames(error, trace);
}
