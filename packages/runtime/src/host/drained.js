import { OwnSet, Promise } from '../primordials.js';

/** Those who wait until a pool has nothing to do. */
export class Drained {
	/** @type {Set<() => void>} */
	#waiting = new OwnSet();
	#isBusy;

	/** @param {() => boolean} isBusy whether the pool has something to do */
	constructor(isBusy) {
		this.#isBusy = isBusy;
	}

	/** @returns {Promise<void>} resolves when the pool has nothing to do */
	wait() {
		return new Promise((resolve) => {
			this.#waiting.add(() => resolve());
			this.notice();
		});
	}

	/** Look whether that is so; called whenever it may be. */
	notice() {
		if (this.#waiting.size === 0 || this.#isBusy()) return;
		const waiting = [...this.#waiting];
		this.#waiting.clear();
		for (const resolve of waiting) resolve();
	}
}
