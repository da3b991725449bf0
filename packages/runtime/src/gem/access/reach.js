/** @import { View } from '../define/view.js' */
import { offer } from '../define/rights.js';
import { I32 } from '../memory/heap.js';

// Elements of an array that a type allows as a loop comes to them (`onLoop`), a range at once: transactions lock them by groups. What a loop
// does not come to is locked for nothing, and stands in the way of others; so the range begins small, and doubles with each access that it missed.

/** Transactions after which a range begins with half of what it had, should the loop have become shorter; twice as many where that was wrong. */
const PATIENCE = 16;
const MOST_PATIENCE = 1024;

/** The range of one site. Threads: one. Blocks: never. */
export class Reach {
	#access;
	#least;
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
	/** whether the type was asked for what is wanted now */
	#isAsked = false;
	#size;
	#times = 0;
	#patience = PATIENCE;
	/** the range is half of what it was in the transaction before */
	#isHalved = false;
	/** a loop goes through all of the array, or has no use for a part */
	#isThrough = false;

	/**
	 * @param {'reading' | 'setting'} access of the elements
	 * @param {{ least: number, group: number, isByPart?: boolean }} how `least`: elements that are wanted at once, a power of two; `group`: that share a
	 *   lock, or more do; `isByPart`: what is wanted is no more where the type allows all of the array at once
	 */
	constructor(access, { least, group, isByPart = false }) {
		this.#access = access;
		this.#least = least;
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
	 * @param {number} first no index is below it; -1: any may come
	 * @returns {boolean} whether what was found last does not do, though the thread has the same rights
	 */
	isShort(first) {
		const view = this.#view;
		if (view === null) return false;
		const { region } = view.handle;
		if (first >= 0 !== this.isCounted || (first >= 0 && first < this.from)) return true;
		return region.lastArray === view.node.address && !this.#has(region.lastIndex);
	}

	/** @param {number} index @returns {boolean} */
	#has(index) {
		return this.isWhole || (index >= this.from && index < this.to);
	}

	/**
	 * Have the type allow what a loop most likely comes to: `from` up to `to`.
	 *
	 * Threads: its own. Blocks: for instructions, where the type does.
	 *
	 * @param {View} view of an array
	 * @param {number} first no index is below it; -1: any may come
	 * @returns {boolean} false: nothing may be accessed now
	 */
	reserve(view, first) {
		const { handle, node } = view;
		this.#want(view, first);
		const length = I32[2 * node.address + 3];
		// Where loops have been left before they came so far, the next one may be, too.
		if (this.#isThrough && this.to < length) return false;
		if (!this.#isAsked) offer(view, this.#access, { from: this.from, to: this.to });
		this.#view = view;
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
		if (!isSame) {
			this.isCounted = isCounted;
			if (this.#isThrough) {
				this.#goThrough(view);
				return;
			}
			this.#age();
			this.#place(Math.trunc(isCounted ? first : Math.max(0, missed)));
		} else if (missed >= 0 && !this.#has(missed)) {
			this.#grow(2 * this.#size);
			if (isCounted) this.to = this.from + this.#size;
			else this.#place(missed);
			this.#isAsked = false;
		}
	}

	#age() {
		this.#isHalved = ++this.#times >= this.#patience && this.#size > this.#least;
		if (!this.#isHalved) return;
		this.#size = Math.max(this.#least, this.#size >> 1);
		this.#times = 0;
	}

	/** @param {number} size that turned out to be needed */
	#grow(size) {
		if (this.#isHalved && this.#patience < MOST_PATIENCE) this.#patience *= 2;
		this.#isHalved = false;
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
