/** @import { Region } from '../memory/region.js' */

// Elements, and fields of them, that are written plainly while a log has to be able to take them back: they are put on the log before, a window
// of them at once, so that a loop does not ask for each. What a loop does not write is logged for nothing, so a window begins small and
// grows with each write that missed it.

/**
 * What a window is over: elements that are memory (window-elements.js), or fields of objects (window-rows.js).
 *
 * @template Facts
 * @typedef {object} Content
 * @property {number} length
 * @property {Facts} base what is known of it, without a window
 * @property {(from: number, to: number) => void} log puts elements on the log, or throws LP8103
 * @property {(to: number) => Facts} make what may be written where all before `to` are on it: what is before the window is out of the reach of who asks
 */

/** How much a loop most likely writes of what it comes to; `list`: all, and it has to have all or nothing. @typedef {'some' | 'all' | 'list'} Extent */

/** Putting so many elements on the log takes about as long as two writes by the proxy. */
const FIRST = 1024;
/** And the same for a loop that most likely writes all: what it does with them takes longer than to log them. */
const FIRST_OF_ALL = 65_536;
/** Blocks after which a window begins with half of what it had, should the loop have become shorter. */
const PATIENCE = 16;
/** @type {Record<Extent, number>} */
const SIZES = { some: FIRST, all: FIRST_OF_ALL, list: Infinity };
/** Longer lists of which all would have to be on the log are written otherwise. */
const LONGEST_LIST = 262_144;

/**
 * The window of one site over one array. Threads: one. Blocks: never.
 *
 * @template Facts
 */
export class Window {
	#region;
	#array;
	/** @type {Content<Facts>} */
	#content;
	/** the period of the log that it holds for */
	#period = 0;
	/** elements that it covers: `#to` is behind the last, -1: none yet */
	#from = 0;
	#to = -1;
	/** elements that are wanted at once */
	#size;
	#least;
	#blocks = 0;
	/** @type {Facts | null} */
	#facts = null;

	/**
	 * @param {Region} region
	 * @param {{ array: number, content: Content<Facts>, extent: Extent }} about `array`: address of its header
	 */
	constructor(region, { array, content, extent }) {
		const isTooLong = extent === 'list' && content.length > LONGEST_LIST;
		this.#least = isTooLong ? 0 : SIZES[extent];
		this.#size = this.#least;
		this.#region = region;
		this.#array = array;
		this.#content = content;
		/** what it was made of */
		this.base = content.base;
	}

	/**
	 * What may be written now, while the right and the array are those that it was made for.
	 *
	 * @param {number} first no index is below it
	 * @returns {Facts}
	 */
	facts(first) {
		const region = this.#region;
		const { log } = region;
		if (log === null || !(first >= 0) || first >= this.#content.length || this.#least === 0)
			return this.base;
		const isOld = log.period !== this.#period || this.#to < 0 || first < this.#from;
		const missed = region.lastArray === this.#array ? region.lastIndex : -1;
		const isMissed = !isOld && missed >= this.#to;
		if (isOld) this.#begin(first, log.period);
		else if (isMissed) this.#grow(missed);
		if (isMissed) region.lastArray = -1;
		return this.#facts ?? this.base;
	}

	/** @param {number} first @param {number} period */
	#begin(first, period) {
		if (++this.#blocks % PATIENCE === 0) this.#size = Math.max(this.#least, this.#size >> 1);
		const from = Math.trunc(first);
		const to = Math.min(this.#content.length, from + this.#size);
		if (!this.#log(from, to)) return;
		if (this.#to !== to) this.#facts = null;
		this.#from = from;
		this.#to = to;
		this.#period = period;
		this.#facts ??= this.#content.make(to);
	}

	/** @param {number} missed index of a write that it did not cover */
	#grow(missed) {
		this.#size *= 2;
		const to = Math.min(this.#content.length, this.#from + this.#size);
		// Far away: it may become large enough with the next ones.
		if (missed >= to && to < this.#content.length) return;
		if (!this.#log(this.#to, to)) return;
		this.#to = to;
		this.#facts = this.#content.make(to);
	}

	/** @param {number} from @param {number} to @returns {boolean} whether there was memory for it */
	#log(from, to) {
		try {
			this.#content.log(from, to);
			return true;
		} catch {
			this.#facts = null; // the write itself hears of it
			this.#to = -1;
			return false;
		}
	}
}
