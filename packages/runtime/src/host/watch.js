/** @import { Call } from './call-record.js' */
import { aborted, timedOut } from '../errors/codes.js';
import { OwnSet } from '../primordials.js';
import { host } from './registry.js';
import { withFrames } from './settle.js';

/**
 * End a call when its time is over or its signal fires, until it is settled.
 *
 * @param {Call} call with a `timeoutMs` or a `signal`, and a dispatcher
 */
export function watchCall(call) {
	const { timeoutMs, signal } = call;
	const onTime = (/** @type {Error} */ error) => call.dispatcher?.giveUp(call, error);
	const timer = timeoutMs === undefined ? undefined : startTimer(call, timeoutMs, onTime);
	const onAbort = () => call.dispatcher?.giveUp(call, describeAbort(call));
	const unlisten = signal ? listen(signal, onAbort) : undefined;
	call.unwatch = () => {
		clearTimeout(timer);
		unlisten?.();
	};
}

/**
 * Wait for a signal, with one listener for all calls that it is given to: Node warns of a leak from the eleventh on.
 *
 * @param {AbortSignal} signal
 * @param {() => void} wake called when it fires; another function for each call
 * @returns {() => void} stops waiting
 */
export function listen(signal, wake) {
	let watch = host.signals.get(signal);
	if (!watch) {
		/** @type {Set<() => void>} */
		const waiting = new OwnSet();
		const onAbort = () => {
			for (const each of [...waiting]) each();
		};
		signal.addEventListener('abort', onAbort, { once: true });
		watch = { waiting, onAbort };
		host.signals.set(signal, watch);
	}
	const { waiting, onAbort } = watch;
	waiting.add(wake);
	return () => {
		waiting.delete(wake);
		if (waiting.size > 0) return;
		signal.removeEventListener('abort', onAbort);
		host.signals.delete(signal);
	};
}

/**
 * @param {Pick<Call, 'reference' | 'trace'>} call
 * @param {number} timeoutMs
 * @param {(error: Error) => void} onTime gets an LP8003
 * @returns {NodeJS.Timeout}
 */
export function startTimer({ reference, trace }, timeoutMs, onTime) {
	const unit = reference.id;
	const end = () => onTime(withFrames(timedOut({ unit, timeoutMs }, { unit, timeoutMs }), trace));
	// The call keeps the process alive, its timer need not.
	return setTimeout(end, timeoutMs).unref();
}

/**
 * @param {Pick<Call, 'reference' | 'signal' | 'trace'>} call with a signal that has fired
 * @returns {Error} LP8004
 */
export function describeAbort({ reference, signal, trace }) {
	const unit = reference.id;
	// The name is what code that aborts fetches and streams tests for.
	const error = aborted({ unit }, { name: 'AbortError', unit, cause: signal?.reason });
	return withFrames(error, trace);
}
