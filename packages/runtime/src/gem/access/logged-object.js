/** @import { Region } from '../memory/region.js' */
import { ObjectFacts } from './facts.js';

// Values of an object that are written plainly while a log has to be able to take them back: they are put on the log before, all that the site
// may write at once, as often as the log needs it (`period`). A write that asks the log itself takes some 6 ns.

/** So many cells are on the log as soon as two or three of them by themselves. */
export const MOST_CELLS = 64;

/** Threads: one. Blocks: never. */
export class LoggedObject {
	#region;
	#first;
	#cells;
	#facts;
	/** the period of the log that they are on */
	#period = 0;

	/** @param {Region} region @param {{ first: number, cells: number, x: any }} about address of the first cell and how many; `x` writes them plainly */
	constructor(region, { first, cells, x }) {
		this.#region = region;
		this.#first = first;
		this.#cells = cells;
		this.#facts = new ObjectFacts(x);
	}

	/**
	 * @param {ObjectFacts} others by which each write asks the log
	 * @returns {ObjectFacts} what a loop may use until the log has another period
	 *
	 * Threads: its own, while it may write the object. Blocks: never.
	 */
	open(others) {
		const { log } = this.#region;
		if (log === null) return others;
		if (log.period !== this.#period) {
			try {
				this.#region.logAll(this.#first, this.#cells);
			} catch {
				return others; // the write itself hears of it
			}
			this.#period = log.period;
		}
		return this.#facts;
	}
}
