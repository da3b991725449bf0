import { getEventListeners } from 'node:events';

/**
 * A signal of the caller's, as a unit on the calling thread has it.
 *
 * In the plain program the unit begins as it is called, so an abort after the call finds its listeners in place. Here it begins in a later
 * turn: an abort until then is held back, or listeners that the unit is about to add would never hear of it.
 */
export class HeldSignal {
	#controller = new AbortController();
	#isStarting = true;
	#given;
	#onAbort = () => this.#fire();

	/** @param {AbortSignal} given that has not fired */
	constructor(given) {
		this.#given = given;
		given.addEventListener('abort', this.#onAbort, { once: true });
	}

	/** @returns {AbortSignal} */
	get signal() {
		return this.#controller.signal;
	}

	/** The unit has run up to its first `await`, or to its end. */
	started() {
		this.#isStarting = false;
		if (this.#given.aborted) this.#fire();
	}

	/** The call is over: what still listens goes on to hear. */
	end() {
		if (getEventListeners(this.signal, 'abort').length > 0) return;
		this.#given.removeEventListener('abort', this.#onAbort);
	}

	#fire() {
		if (!this.#isStarting) this.#controller.abort(this.#given.reason);
	}
}
