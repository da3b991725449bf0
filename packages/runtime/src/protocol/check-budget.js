// How much time checks may take; both sides.
import { Object } from '../primordials.js';

/** Calls that are checked whatever it takes: on a busy machine a check that is interrupted seems to have taken all of the grace. */
const FIRST_CALLS = 8;

/**
 * What checks may take.
 *
 * @typedef {object} Limit
 * @property {number} graceMs in any case: all calls of a short program are checked
 * @property {number} share of the time that runs, besides
 */

/** Of the checks of a unit, in each thread. @type {Limit} */
const OF_UNITS = Object.freeze({ graceMs: 10, share: 0.05 });

/** The time that checks take in this thread, and the time of which they may take a share. */
export class Budget {
	#limit;
	#spentMs = 0;
	#ranMs = 0;
	#calls = 0;

	/** @param {Limit} [limit] */
	constructor(limit = OF_UNITS) {
		this.#limit = limit;
	}

	/**
	 * @param {number} [ranMs] the time that has run, where something else knows it
	 * @returns {boolean} whether a call may be checked; to be asked once for each call
	 */
	allows(ranMs = this.#ranMs) {
		if (this.#calls < FIRST_CALLS) {
			this.#calls++;
			return true;
		}
		return this.#spentMs <= this.#limit.graceMs + this.#limit.share * ranMs;
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
