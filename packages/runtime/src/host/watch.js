/** @import { Call } from './call-record.js' */
import { aborted, timedOut } from '../errors/codes.js';
import { withoutFrames } from '../errors/frames.js';
import { OwnMap } from '../primordials.js';
import { host } from './registry.js';
import { withFrames } from './settle.js';

// For how long calls are ended until the event loop turns.
const SLICE_MS = 2;

/** @param {Call} call whose time is over */
const endTimedOut = (call) => call.dispatcher?.giveUp(call, describeTimeout);

/** @param {Call} call whose signal has fired */
const endAborted = (call) => call.dispatcher?.giveUp(call, describeAbort);

/**
 * End a call when its time is over or its signal fires, until it is settled.
 *
 * @param {Call} call with a `timeoutMs` or a `signal`, and a dispatcher
 */
export function watchCall(call) {
	const { timeoutMs, signal } = call;
	// The call keeps the process alive, its timer need not.
	if (timeoutMs !== undefined) call.timer = setTimeout(endTimedOut, timeoutMs, call).unref();
	if (signal) call.watch = listen(signal, call, endAborted);
	call.isWatched = true;
}

/** @param {Call} call that is settled, and has been watched */
export function unwatchCall(call) {
	if (call.timer) clearTimeout(call.timer);
	if (call.signal) unlisten(call.signal, call);
}

/**
 * Wait for a signal, with one listener for all that it is to end: Node warns of a leak from the eleventh on.
 *
 * @template {object} T
 * @param {AbortSignal} signal
 * @param {T} ended call or generator
 * @param {(ended: T) => void} end called when the signal fires, or soon after
 * @returns {AbortWatch}
 */
export function listen(signal, ended, end) {
	let watch = host.signals.get(signal);
	if (!watch) {
		watch = new AbortWatch(signal);
		host.signals.set(signal, watch);
	}
	watch.waiting.set(ended, end);
	return watch;
}

/** All that one signal is to end. */
export class AbortWatch {
	/** @type {Map<any, (ended: any) => void>} */
	waiting = new OwnMap();
	/** what waits in a queue is over from then on (lane.js), although it is ended later */
	hasFired = false;
	onAbort = () => this.#fire();
	#signal;

	/** @param {AbortSignal} signal */
	constructor(signal) {
		this.#signal = signal;
		signal.addEventListener('abort', this.onAbort, { once: true });
	}

	#fire() {
		this.hasFired = true;
		host.signals.delete(this.#signal); // from now on there is nothing to stop waiting for
		// What threads have must not begin any more; what waits does not, and there may be any number of it.
		for (const dispatcher of [...host.dispatchers.values()]) dispatcher.giveUpSent(this.#signal);
		const rest = this.waiting.entries();
		host.ending.add(rest);
		endSome(rest, performance.now() + SLICE_MS);
	}
}

/**
 * @param {Iterator<[any, (ended: any) => void]>} rest of what a signal is to end
 * @param {number} untilMs when the event loop is to turn before it goes on; as of `performance.now()`
 */
function endSome(rest, untilMs) {
	let count = 0;
	for (let next = rest.next(); !next.done; next = rest.next()) {
		next.value[1](next.value[0]);
		if (++count % 64 > 0 || performance.now() < untilMs) continue;
		setImmediate(() => endSome(rest, performance.now() + SLICE_MS));
		return;
	}
	host.ending.delete(rest);
}

/** End all that signals are to end, so that what waits is counted right. */
export function endAll() {
	for (const rest of [...host.ending]) endSome(rest, Infinity);
}

/**
 * Stop waiting for a signal.
 *
 * @param {AbortSignal} signal
 * @param {object} ended as `listen` got it
 */
export function unlisten(signal, ended) {
	const watch = host.signals.get(signal);
	if (!watch?.waiting.delete(ended) || watch.waiting.size > 0) return;
	signal.removeEventListener('abort', watch.onAbort);
	host.signals.delete(signal);
}

/**
 * @param {Pick<Call, 'reference' | 'trace' | 'timeoutMs'>} call that has taken that long
 * @returns {Error} LP8003
 */
export function describeTimeout({ reference, trace, timeoutMs = 0 }) {
	const unit = reference.id;
	const make = () => timedOut({ unit, timeoutMs }, { unit, timeoutMs });
	return withFrames(withoutFrames(make), trace);
}

/**
 * @param {Pick<Call, 'reference' | 'signal' | 'trace'>} call with a signal that has fired
 * @returns {Error} LP8004
 */
export function describeAbort({ reference, signal, trace }) {
	const unit = reference.id;
	// The name is what code that aborts fetches and streams tests for.
	const options = { name: 'AbortError', unit, cause: signal?.reason };
	return withFrames(
		withoutFrames(() => aborted({ unit }, options)),
		trace,
	);
}
