/** @import { View } from '../define/view.js' */
import { offer } from '../define/rights.js';
import { I32 } from '../memory/heap.js';

// Elements of an array that a type allows as a loop comes to them (`onLoop`), a range at once: transactions lock them by groups. What a loop
// does not come to is locked for nothing, and stands in the way of others; so the range begins small, and grows with accesses that it missed.
// Where a transaction accesses only a few elements, to find out about them takes longer than the general way: then nothing is asked for.

/** Transactions after which a range begins with half of what it had, should the loop have become shorter; twice as many where that was wrong. */
const PATIENCE = 16;
const MOST_PATIENCE = 1024;
/** Transactions in a row whose range was in the wrong place, after which none is asked for before it is known where they go. */
const MOST_WRONG = 4;

/** The range of one site. Threads: one. Blocks: never. */
export class Reach {
	#access;
	#least;
	#worth;
	#group;
	#isByPart;
	/** @type {View | null} of the array */
	#view = null;
	#rights = -1;
	/** index of the first element that is known */
	from = 0;
	/** and behind the last */
	to = 0;
	/** whether all of the array is */
	isWhole = false;
	/** whether indexes count up from one place */
	isCounted = false;
	/** whether nothing is asked for yet */
	isWaiting = false;
	/** whether transactions begin without a range */
	#isPassive = false;
	/** whether the type was asked for what is wanted now */
	#isAsked = false;
	#size;
	#times = 0;
	#patience = PATIENCE;
	/** the range is less than what it was in the transaction before */
	#isReduced = false;
	/** a loop goes through all of the array, or has no use for a part */
	#isThrough = false;
	/** where the range was last that is about indexes in any order */
	#hint = 0;
	/** accesses of this transaction that went the general way, and how many of them are to be before the range becomes another one */
	#misses = 0;
	#enough = 0;
	#wrong = 0;
	/** how often it went on from an end of the range in this transaction */
	#goingOn = 0;

	/**
	 * @param {'reading' | 'setting'} access of the elements
	 * @param {{ least: number, worth: number, group: number, isByPart?: boolean }} how `least`: elements that are wanted at once, a power of two;
	 *   `worth`: accesses that take as long as to find out about these; `group`: elements that share a lock, or more do; `isByPart`: what is wanted is
	 *   no more where the type allows all of the array at once
	 */
	constructor(access, { least, worth, group, isByPart = false }) {
		this.#access = access;
		this.#least = least;
		this.#worth = worth;
		this.#size = least;
		this.#group = group;
		this.#isByPart = isByPart;
	}

	/**
	 * Say that what it is for goes through all of an array: less is of no use.
	 *
	 * Threads: its own. Blocks: never.
	 */
	through() {
		this.#isThrough = true;
	}

	/**
	 * Threads: its own. Blocks: never.
	 *
	 * @returns {boolean} whether the access that follows goes the general way, since few have done so
	 */
	passes() {
		if (!this.isWaiting || this.#view === null) return false;
		const { rights } = this.#view.handle;
		if (rights !== this.#rights) {
			this.#rights = rights;
			this.#misses = 0;
		}
		return this.#misses++ < this.#worth;
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
		if (first >= 0 !== this.isCounted || (first >= 0 && first < this.from)) return true;
		if (region.lastArray !== view.node.address || this.#has(region.lastIndex)) return false;
		if (this.isCounted || this.isWaiting || this.#isNext(region.lastIndex)) return true;
		if (++this.#misses >= this.#enough) return true;
		region.lastArray = -1;
		return false;
	}

	/** @param {number} index @returns {boolean} */
	#has(index) {
		return this.isWhole || (index >= this.from && index < this.to);
	}

	/** @param {number} index @returns {boolean} whether a loop seems to go on from an end of the range */
	#isNext(index) {
		return this.from < this.to && (index === this.to || index === this.from - 1);
	}

	/**
	 * Have the type allow what a loop most likely comes to: `from` up to `to`.
	 *
	 * Threads: its own. Blocks: for instructions, where the type does.
	 *
	 * @param {View} view of an array
	 * @param {number} first no index is below it; -1: any may come
	 * @returns {boolean} false: nothing may be accessed now, or `isWaiting`
	 */
	reserve(view, first) {
		const { handle, node } = view;
		this.#want(view, first);
		const length = I32[2 * node.address + 3];
		// Where loops have been left before they came so far, the next one may be, too.
		if (this.#isThrough && this.to < length) return false;
		this.#view = view;
		this.#rights = handle.rights;
		if (this.isWaiting) return false;
		if (!this.#isAsked) offer(view, this.#access, { from: this.from, to: this.to });
		// The offer may have been the first one of all.
		this.#rights = handle.rights;
		const isAll = view.readableAt === handle.rights;
		this.isWhole = isAll && !this.#isByPart;
		const range = isAll ? ALL : view.readable;
		if (range === null || (range !== ALL && /** @type {any} */ (range).rights !== handle.rights))
			return false;
		this.#isAsked = true;
		this.from = Math.max(this.from, range.from);
		const most = this.isWhole ? Infinity : Math.min(this.to, range.to);
		this.to = Math.min(most, I32[2 * node.address + 3]);
		return this.from <= this.to;
	}

	/** @param {View} view @param {number} first */
	#want(view, first) {
		const { handle, node } = view;
		const { region } = handle;
		const isLast = region.lastArray === node.address;
		const missed = isLast ? region.lastIndex : -1;
		const isCounted = first >= 0;
		const isSame =
			view === this.#view &&
			handle.rights === this.#rights &&
			isCounted === this.isCounted &&
			!(isCounted && first < this.from);
		if (isLast) region.lastArray = -1;
		if (!isSame) this.#begin(view, { first, missed });
		else if (this.isWaiting) {
			if (this.#misses > this.#worth) this.#start(first, missed);
		} else if (missed >= 0 && !this.#has(missed)) this.#extend(missed);
	}

	/** @param {View} view @param {{ first: number, missed: number }} about */
	#begin(view, { first, missed }) {
		const isOther = view !== this.#view;
		const isCounted = first >= 0;
		if (isCounted !== this.isCounted) this.#size = this.#least;
		this.isCounted = isCounted;
		if (this.#isThrough) {
			this.#goThrough(view);
			return;
		}
		this.#age();
		this.#misses = 0;
		this.#goingOn = 0;
		this.#enough = 1;
		this.isWaiting = this.#isPassive;
		if (this.isWaiting) {
			this.from = 0;
			this.to = 0;
		} else if (isCounted) this.#place(Math.trunc(first));
		else this.#place(missed >= 0 ? missed : isOther ? 0 : this.#hint);
	}

	/** Many accesses have gone the general way. @param {number} first @param {number} missed the last one of them */
	#start(first, missed) {
		this.isWaiting = false;
		this.#enough = 2 * this.#misses;
		if (this.#isReduced && this.#patience < MOST_PATIENCE) this.#patience *= 2;
		this.#isReduced = false;
		// Where a loop counts up, the next one begins with a range.
		this.#isPassive = !this.isCounted;
		this.#times = 0;
		if (!this.isCounted) {
			this.#place(Math.max(0, missed));
			return;
		}
		this.#place(Math.trunc(first));
		this.to = Math.max(this.to, missed + this.#size);
	}

	/** @param {number} missed index */
	#extend(missed) {
		if (this.isCounted) {
			this.#grow(2 * this.#size);
			this.to = this.from + this.#size;
			this.#isAsked = false;
			return;
		}
		// In any order, a range that is too large costs as much as it saves: it grows with what has gone the general way.
		const most = this.#least * (this.#isNext(missed) ? 2 ** ++this.#goingOn : this.#misses + 1);
		if (most > this.#size) this.#grow(2 * this.#size);
		this.#enough = 2 * Math.max(1, this.#misses);
		this.#place(missed);
	}

	#age() {
		this.#wrong = !this.isCounted && this.#misses > 1 ? this.#wrong + 1 : 0;
		if (this.#wrong >= MOST_WRONG) this.#isPassive = true;
		this.#isReduced = ++this.#times >= this.#patience && !this.#isPassive;
		if (!this.#isReduced) return;
		this.#times = 0;
		if (this.#size > this.#least) this.#size = Math.max(this.#least, this.#size >> 1);
		else this.#isPassive = !this.#isThrough;
	}

	/** @param {number} size that turned out to be needed */
	#grow(size) {
		if (this.#isReduced && this.#patience < MOST_PATIENCE) this.#patience *= 2;
		this.#isReduced = false;
		this.#size = size;
	}

	/** @param {View} view */
	#goThrough(view) {
		// So far a loop came that went the general way.
		const last = view.lastIndex;
		view.lastIndex = -1;
		if (last >= this.#size) this.#grow(2 ** (32 - Math.clz32(last)));
		else this.#age();
		this.from = 0;
		this.to = this.#size;
		this.#isAsked = false;
	}

	/** @param {number} index that is among the elements that are wanted */
	#place(index) {
		this.#hint = index;
		this.from = this.isCounted ? index - (index % this.#group) : index - (index % this.#size);
		this.to = this.from + this.#size;
		this.#isAsked = false;
	}

	/**
	 * Less can be had than the type has allowed of the array.
	 *
	 * Threads: its own. Blocks: never.
	 *
	 * @param {number} to index behind the last one
	 */
	limit(to) {
		this.to = Math.min(this.to, to);
	}

	/** Let go of what it knows. Threads: its own. Blocks: never. */
	forget() {
		this.#view = null;
	}
}

const ALL = Object.freeze({ from: 0, to: Infinity });
