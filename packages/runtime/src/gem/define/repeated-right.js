/** @import { Handle } from './handle.js' */

/**
 * A right that a thread gets again and again, for an expert's type: the same each time, as `grants` and the allowances of objects say of
 * what it covers.
 *
 * What loops have found out by it, and what proxies need not ask any more, holds again when it begins again, unless the content was edited.
 * For that each thread has to end its rights, or revoke, *before* it gives them up, and to begin them after it has got them: where one thread
 * ends and another one begins, the version of the content in shared memory tells the second of the edits of the first.
 *
 * Threads: one, for good. Blocks: never.
 */
export class RepeatedRight {
	/** @type {Handle} */
	#handle;
	/** As of the region and the handle when it ended; `#rights` -1: never yet. */
	#changes = 0;
	#rights = -1;
	#edits = 0;
	#version = 0;
	#isLogged = false;

	/** @param {Handle} handle */
	constructor(handle) {
		this.#handle = handle;
		Object.freeze(this);
	}

	/** @returns {boolean} whether all holds that was found out before, and that was allowed (`allowReading`, `allowSetting`) */
	begin() {
		const handle = this.#handle;
		const { region } = handle;
		const isSame =
			this.#rights >= 0 &&
			region.edits === this.#edits &&
			region.version === this.#version &&
			(region.log !== null) === this.#isLogged;
		if (isSame) {
			region.changes = this.#changes;
			handle.rights = this.#rights;
		} else handle.revoke();
		return isSame;
	}

	/** The thread is about to give it up. */
	end() {
		const handle = this.#handle;
		const { region } = handle;
		this.#version = region.publish();
		this.#changes = region.changes;
		this.#rights = handle.rights;
		this.#edits = region.edits;
		this.#isLogged = region.log !== null;
		handle.revoke();
	}
}
Object.freeze(RepeatedRight.prototype);
