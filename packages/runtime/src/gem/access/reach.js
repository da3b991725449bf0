/** @import { View } from '../define/view.js' */
/** @import { Right } from './place.js' */
import { offer } from '../define/rights.js';
import { BOXED, FIXED, INTS, KIND_MASK, VALUES } from '../graph/layout.js';
import { F64, I32 } from '../memory/heap.js';
import { ElementsFacts, EMPTY } from './facts.js';
import { fitsDouble } from './numbers.js';

// Elements of an array that a type allows as a loop comes to them (`onLoop`), a range at once: transactions lock them by groups. What a loop
// does not come to is locked for nothing, and stands in the way of others; so the range begins small, and doubles with each access that it missed.

const FIRST = 64;
/** Locks are of so many elements (policies/stm/access.js), or of more. */
const GROUP = 8;
/** Transactions after which a range begins with half of what it had, should the loop have become shorter. */
const PATIENCE = 16;

/** The range of one site. Threads: one. Blocks: never. */
export class Reach {
	#access;
	/** @type {View | null} of the array */
	#view = null;
	#rights = -1;
	/** the elements that are known: `#to` is behind the last */
	#from = 0;
	#to = 0;
	#isWhole = false;
	#isCounted = false;
	#size = FIRST;
	#times = 0;
	/** period of the log that what may be written is on */
	#period = 0;
	/** of the array, when the facts were made */
	#header = { word: 0, slots: 0, length: 0 };
	/** @type {ElementsFacts | null} */
	#facts = null;

	/** @param {boolean} isSetting */
	constructor(isSetting) {
		this.#access = isSetting ? /** @type {const} */ ('setting') : /** @type {const} */ ('reading');
	}

	/**
	 * Threads: its own. Blocks: never.
	 *
	 * @param {number} first no index is below it; -1: any may come
	 * @returns {boolean} whether what was found last does not do, though the thread has the same rights
	 */
	isShort(first) {
		const view = this.#view;
		if (view === null) return false;
		const { region } = view.handle;
		if (this.#access === 'setting' && region.log?.period !== this.#period) return true;
		if (first >= 0 !== this.#isCounted || (first >= 0 && first < this.#from)) return true;
		return region.lastArray === view.node.address && !this.#has(region.lastIndex);
	}

	/** @param {number} index @returns {boolean} */
	#has(index) {
		return this.#isWhole || (index >= this.#from && index < this.#to);
	}

	/**
	 * Threads: its own. Blocks: for instructions, where the type does.
	 *
	 * @param {View} view of an array
	 * @param {number} first no index is below it; -1: any may come
	 * @returns {ElementsFacts | Right | null} null: it may not be accessed now; a right where the elements are not all numbers in memory
	 */
	look(view, first) {
		const { handle, node } = view;
		this.#ask(view, first);
		this.#view = view;
		this.#rights = handle.rights;
		const { rights } = handle;
		this.#isWhole = view.readableAt === rights;
		const range = this.#isWhole ? ALL : view.readable;
		if (range === null || (range !== ALL && /** @type {any} */ (range).rights !== rights))
			return null;
		const length = I32[2 * node.address + 3];
		this.#from = Math.max(this.#from, range.from);
		this.#to = Math.min(this.#isWhole ? Infinity : this.#to, range.to, length);
		if (this.#from > this.#to) return null;
		return this.#make(view, length) ?? this.#rightOf(view);
	}

	/** Say to the type what is wanted. @param {View} view @param {number} first */
	#ask(view, first) {
		const { handle, node } = view;
		const { region } = handle;
		const missed = region.lastArray === node.address ? region.lastIndex : -1;
		const isCounted = first >= 0;
		const isSame =
			view === this.#view &&
			handle.rights === this.#rights &&
			isCounted === this.#isCounted &&
			!(isCounted && first < this.#from);
		region.lastArray = -1;
		if (!isSame) {
			if (++this.#times % PATIENCE === 0) this.#size = Math.max(FIRST, this.#size >> 1);
			this.#isCounted = isCounted;
			this.#place(Math.trunc(isCounted ? first : Math.max(0, missed)));
		} else if (missed >= 0 && !this.#has(missed)) {
			this.#size *= 2;
			if (isCounted) this.#to = this.#from + this.#size;
			else this.#place(missed);
		}
		offer(view, this.#access, { from: this.#from, to: this.#to });
	}

	/** @param {number} index that is among the elements that are wanted */
	#place(index) {
		this.#from = this.#isCounted ? index - (index % GROUP) : index - (index % this.#size);
		this.#to = this.#from + this.#size;
	}

	/** @param {View} view @param {number} length @returns {ElementsFacts | null} null: not all are numbers in memory */
	#make(view, length) {
		const { address } = view.node;
		const word = I32[2 * address];
		const slots = I32[2 * address + 2];
		const kind = word & (KIND_MASK | BOXED);
		if ((kind !== INTS && kind !== VALUES) || (word & FIXED) !== 0) return null;
		const isSettable = this.#isSettable(view);
		const bytes = kind === INTS ? 4 : 8;
		if (isSettable && !this.#log(view, slots, bytes)) return null;
		const o = this.#isCounted ? 0 : this.#from;
		const last = this.#facts;
		const known = this.#header;
		const isSame =
			known.word === word &&
			known.slots === slots &&
			known.length === length &&
			last !== null &&
			last.o === o &&
			last.v.length === this.#to - o &&
			(last.w !== EMPTY) === isSettable;
		if (isSame) return last;
		this.#header = { word, slots, length };
		const memory = kind === INTS ? I32 : F64;
		const first = (8 / bytes) * slots;
		const v = memory.subarray(first + o, first + this.#to);
		const w = isSettable ? v : EMPTY;
		const all = o === 0 && this.#to === length && this.#isWhole ? v : undefined;
		this.#facts = new ElementsFacts({ v, w, o, n: length, all, fits: fitsDouble });
		return this.#facts;
	}

	/** @param {View} view @returns {boolean} whether all of the range may be set */
	#isSettable({ settableAt, settable, handle: { rights } }) {
		if (this.#access !== 'setting') return false;
		if (settableAt === rights) return true;
		return (
			settable !== null &&
			settable.rights === rights &&
			settable.from <= this.#from &&
			settable.to >= this.#to
		);
	}

	/** Have the elements on the log, if there is one. @param {View} view @param {number} slots @param {number} bytes of an element @returns {boolean} */
	#log({ handle: { region } }, slots, bytes) {
		if (region.log === null) return true;
		const from = Math.floor((this.#from * bytes) / 8);
		try {
			region.logAll(slots + from, Math.ceil((this.#to * bytes) / 8) - from);
		} catch {
			return false; // the access hears of it
		}
		this.#period = region.log.period;
		return true;
	}

	/** @param {View} view @returns {Right} to read the range */
	#rightOf({ handle }) {
		return {
			handle,
			from: this.#isWhole ? 0 : this.#from,
			to: this.#isWhole ? Infinity : this.#to,
			isSettable: false,
			isLogged: false,
			isConstant: false,
			isPlain: false,
			subset: undefined,
		};
	}

	/** Let go of what it knows. Threads: its own. Blocks: never. */
	forget() {
		this.#view = null;
		this.#facts = null;
		this.#header = { word: 0, slots: 0, length: 0 };
	}
}

const ALL = Object.freeze({ from: 0, to: Infinity });
