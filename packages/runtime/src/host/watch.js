/** @import { Call } from './call-record.js' */
import { aborted, timedOut } from '../errors/codes.js';
import { host } from './registry.js';
import { withFrames } from './settle.js';

/**
 * End a call when its time is over or its signal fires, until it is settled.
 *
 * @param {Call} call with a `timeoutMs` or a `signal`, and a dispatcher
 */
export function watchCall(call) {
	const { timeoutMs, signal } = call;
	const timer = timeoutMs === undefined ? undefined : startTimer(call, timeoutMs);
	const unlisten = signal ? listen(call, signal) : undefined;
	call.unwatch = () => {
		clearTimeout(timer);
		unlisten?.();
	};
}

/**
 * Wait for a signal, with one listener for all calls that it is given to: Node warns of a leak from the eleventh on.
 *
 * @param {Call} call
 * @param {AbortSignal} signal
 * @returns {() => void} stops waiting
 */
function listen(call, signal) {
	let watch = host.signals.get(signal);
	if (!watch) {
		/** @type {Set<Call>} */
		const calls = new Set();
		const onAbort = () => {
			for (const each of [...calls]) each.dispatcher?.giveUp(each, describeAbort(each));
		};
		signal.addEventListener('abort', onAbort, { once: true });
		watch = { calls, onAbort };
		host.signals.set(signal, watch);
	}
	const { calls, onAbort } = watch;
	calls.add(call);
	return () => {
		calls.delete(call);
		if (calls.size > 0) return;
		signal.removeEventListener('abort', onAbort);
		host.signals.delete(signal);
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
