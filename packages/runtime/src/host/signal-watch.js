import { OwnMap, OwnSet } from '../primordials.js';
import { createWords, store } from '../protocol/atomics.js';
import { host } from './registry.js';

/** @typedef {(isAtOnce: boolean) => void} Tell `isAtOnce`: fired by the code that made the call, as it went on */

/**
 * Waits for a signal that calls have among their arguments, with one listener for all of them: Node warns of a leak from the
 * eleventh on.
 */
export class SignalWatch {
	/** one: 1 once the signal has fired */
	words = createWords(1);
	/** those who tell a thread, by id of the loan; undefined while the call has no thread @type {Map<number, Tell | undefined>} */
	#loans = new OwnMap();
	/** loans since whose call nothing has happened, or had when the signal fired @type {Set<number>} */
	#fresh = new OwnSet();
	#onAbort = () => this.#fire();

	/** @param {AbortSignal} signal that has not fired */
	constructor(signal) {
		this.signal = signal;
		signal.addEventListener('abort', this.#onAbort, { once: true });
	}

	/** @param {number} id of a loan that has no thread yet */
	add(id) {
		this.#loans.set(id, undefined);
		this.#fresh.add(id);
		queueMicrotask(() => {
			if (!this.signal.aborted) this.#fresh.delete(id);
		});
	}

	/**
	 * @param {number} id
	 * @param {Tell} tell posts the reason to the thread that is about to get the call; called at once if the signal has fired
	 */
	attach(id, tell) {
		this.#loans.set(id, tell);
		if (this.signal.aborted) tell(this.#fresh.has(id));
	}

	/** @param {number} id of a call that has been taken back from its thread */
	detach(id) {
		if (this.#loans.has(id)) this.#loans.set(id, undefined);
	}

	/** @param {number} id of a loan that has ended */
	release(id) {
		this.#loans.delete(id);
		this.#fresh.delete(id);
		if (this.#loans.size > 0) return;
		this.signal.removeEventListener('abort', this.#onAbort);
		if (host.lentSignals.get(this.signal) === this) host.lentSignals.delete(this.signal);
	}

	#fire() {
		// The reason first: whoever sees the word has to find it.
		for (const [id, tell] of this.#loans) tell?.(this.#fresh.has(id));
		store(this.words, 0, 1);
	}
}

/**
 * @param {AbortSignal} signal that has not fired
 * @param {number} id of the loan that needs it
 * @returns {SignalWatch}
 */
export function watchSignal(signal, id) {
	const watch = host.lentSignals.get(signal) ?? new SignalWatch(signal);
	host.lentSignals.set(signal, watch);
	watch.add(id);
	return watch;
}
