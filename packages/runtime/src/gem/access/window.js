/** @import { Region } from '../memory/region.js' */
/** @import { Numbers } from './facts.js' */
import { ElementsFacts } from './facts.js';
import { fitsDouble } from './numbers.js';

// Elements that are written plainly while a log has to be able to take them back: they are put on the log before, a window of them at
// once, so that a loop does not ask for each. What a loop does not write is logged for nothing, so a window begins small and
// grows with each write that missed it.

/** Putting so many elements on the log takes about as long as two writes by the proxy. */
const FIRST = 1024;
/** And the same for a loop that most likely writes all: what it does with them takes longer than to log them. */
const FIRST_OF_ALL = 65_536;
/** Blocks after which a window begins with half of what it had, should the loop have become shorter. */
const PATIENCE = 16;

/** The window of one site over one array. Threads: one. Blocks: never. */
export class Window {
	#region;
	#array;
	#values;
	/** the period of the log that it holds for */
	#period = 0;
	/** elements that it covers: `#to` is behind the last, -1: none yet */
	#from = 0;
	#to = -1;
	/** elements that are wanted at once */
	#size;
	#least;
	#blocks = 0;
	/** @type {ElementsFacts | null} */
	#facts = null;

	/**
	 * @param {Region} region
	 * @param {{ array: number, base: ElementsFacts, isThrough: boolean }} about `array`: address of its header; `base`: what is known of it, all of
	 *   which is memory with numbers and may be written; `isThrough`: it is likely to be
	 */
	constructor(region, { array, base, isThrough }) {
		this.#least = isThrough ? FIRST_OF_ALL : FIRST;
		this.#size = this.#least;
		this.#region = region;
		this.#array = array;
		/** what it was made of */
		this.base = base;
		this.#values = /** @type {Numbers} */ (base.v);
	}

	/**
	 * What may be written now, while the right and the array are those that it was made for.
	 *
	 * @param {number} first no index is below it
	 * @returns {ElementsFacts}
	 */
	facts(first) {
		const region = this.#region;
		const { log } = region;
		if (log === null || !(first >= 0) || first >= this.#values.length) return this.base;
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
		const to = Math.min(this.#values.length, from + this.#size);
		if (!this.#log(from, to)) return;
		if (this.#to !== to) this.#facts = null;
		this.#from = from;
		this.#to = to;
		this.#period = period;
		this.#facts ??= this.#make(to);
	}

	/** @param {number} missed index of a write that it did not cover */
	#grow(missed) {
		this.#size *= 2;
		const to = Math.min(this.#values.length, this.#from + this.#size);
		// Far away: it may become large enough with the next ones.
		if (missed >= to && to < this.#values.length) return;
		if (!this.#log(this.#to, to)) return;
		this.#to = to;
		this.#facts = this.#make(to);
	}

	/** @param {number} from @param {number} to @returns {boolean} whether there was memory for it */
	#log(from, to) {
		const { byteOffset, BYTES_PER_ELEMENT: bytes } = this.#values;
		const first = Math.floor((byteOffset + from * bytes) / 8);
		try {
			this.#region.logAll(first, Math.ceil((byteOffset + to * bytes) / 8) - first);
			return true;
		} catch {
			this.#facts = null; // the write itself hears of it
			this.#to = -1;
			return false;
		}
	}

	/** @param {number} to @returns {ElementsFacts} what is before the window is out of the reach of who asked */
	#make(to) {
		const { v, n, all } = this.base;
		return new ElementsFacts({
			v,
			w: this.#values.subarray(0, to),
			o: 0,
			n,
			all,
			fits: fitsDouble,
		});
	}
}
