// How much time checks may take; both sides.

/** What the checks of a unit may take in any case, in ms per thread: all calls of a short program are checked. */
const GRACE_MS = 10;

/** Calls that are checked whatever it takes: on a busy machine a check that is interrupted seems to have taken all of the grace. */
const FIRST_CALLS = 8;

/** What they may take of the time that the unit runs, besides. */
const SHARE = 0.05;

/** The time that the checks of a unit take in this thread, and that it runs. */
export class Budget {
	#spentMs = 0;
	#ranMs = 0;
	#calls = 0;

	/**
	 * @param {number} [ranMs] the time that the unit has run, where something else knows it
	 * @returns {boolean} whether a call may be checked; to be asked once for each call
	 */
	allows(ranMs = this.#ranMs) {
		if (this.#calls < FIRST_CALLS) {
			this.#calls++;
			return true;
		}
		return this.#spentMs <= GRACE_MS + SHARE * ranMs;
	}

	/** @param {number} ms that a check has taken */
	spend(ms) {
		this.#spentMs += ms;
	}

	/** @param {number} ms that the unit has run */
	earn(ms) {
		this.#ranMs += ms;
	}
}
