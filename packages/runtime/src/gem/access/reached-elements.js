/** @import { View } from '../define/view.js' */
/** @import { Region } from '../memory/region.js' */
/** @import { Right } from './place.js' */
import { BOXED, FIXED, INTS, KIND_MASK, VALUES } from '../graph/layout.js';
import { Node } from '../graph/node.js';
import { readCell, tagOf } from '../graph/slots.js';
import { F64, I32 } from '../memory/heap.js';
import { ByArray, Moment, Repetition } from './by-version.js';
import { ElementsFacts, EMPTY, NO_ELEMENTS } from './facts.js';
import { fitsDouble } from './numbers.js';
import { Reach } from './reach.js';
import { DECODING } from './site.js';

// What a loop knows of elements that a type allows by and by.

/** Elements that are wanted at once, at first. */
const FIRST = 64;
/** Accesses by proxies that take as long as to find out about them. */
const WORTH = 4;
/** So many share a lock (policies/stm/access.js), or more do. */
const GROUP = 8;

/** @typedef {{ moment: Moment, rights: number, from: number, to: number, isCounted: boolean, facts: ElementsFacts }} Copied */

/** Elements of one site. Threads: one. Blocks: never. */
export class ReachedElements {
	#reach;
	#isSetting;
	/** period of the log that what may be written is on */
	#period = 0;
	/** @type {Region | null} of the array that was found last */
	#region = null;
	/** of the array, when the facts were made */
	#header = { word: 0, slots: 0, length: 0 };
	/** @type {ElementsFacts | null} */
	#facts = null;
	#repetition = new Repetition();
	/** what was decoded @type {ByArray<Copied>} */
	#copied = new ByArray();

	/** @param {boolean} isSetting */
	constructor(isSetting) {
		this.#isSetting = isSetting;
		this.#reach = new Reach(isSetting ? 'setting' : 'reading', {
			least: FIRST,
			worth: WORTH,
			group: GROUP,
		});
	}

	/** See `Reach.passes`. Threads: its own. Blocks: never. @returns {boolean} */
	passes() {
		return this.#reach.passes();
	}

	/** See `Reach.through`. Threads: its own. Blocks: never. */
	through() {
		this.#reach.through();
	}

	/**
	 * Threads: its own. Blocks: never.
	 *
	 * @param {number} first no index is below it; -1: any may come
	 * @returns {boolean} whether what was found last does not do, though the thread has the same rights
	 */
	isShort(first) {
		if (this.#region === null) return false;
		if (this.#isSetting && this.#region.log?.period !== this.#period) return true;
		return this.#reach.isShort(first);
	}

	/**
	 * Threads: its own. Blocks: for instructions, where the type does.
	 *
	 * @param {{ affords(rows: number): boolean }} site that pays for what is found out again in one transaction
	 * @param {View} view of an array
	 * @param {number} first no index is below it; -1: any may come
	 * @returns {ElementsFacts | Right | null} null: it may not be accessed now; a right where it is no array that is looked at here
	 */
	look(site, view, first) {
		this.#region = view.handle.region;
		if (!this.#reach.reserve(view, first)) return this.#reach.isWaiting ? NO_ELEMENTS : null;
		const { address } = view.node;
		const word = I32[2 * address];
		if ((word & FIXED) !== 0) return this.#rightOf(view);
		const kind = word & (KIND_MASK | BOXED);
		if (kind === (VALUES | BOXED)) return this.#copy(site, view);
		if (kind !== INTS && kind !== VALUES) return this.#rightOf(view);
		return this.#make(view, kind === INTS) ?? this.#rightOf(view);
	}

	/** @param {View} view @param {boolean} isInts else doubles @returns {ElementsFacts | null} null: there is no memory for the log */
	#make(view, isInts) {
		const { address } = view.node;
		const [word, slots, length] = [0, 2, 3].map((at) => I32[2 * address + at]);
		const { from, to, isCounted, isWhole } = this.#reach;
		const isSettable = this.#isSettable(view);
		const bytes = isInts ? 4 : 8;
		if (isSettable && !this.#log(view, slots, bytes)) return null;
		const o = isCounted ? 0 : from;
		const last = this.#facts;
		const known = this.#header;
		const isSame =
			known.word === word &&
			known.slots === slots &&
			known.length === length &&
			last !== null &&
			last.o === o &&
			last.v.length === to - o &&
			(last.w !== EMPTY) === isSettable;
		if (isSame) return last;
		this.#header = { word, slots, length };
		const memory = isInts ? I32 : F64;
		const first = (8 / bytes) * slots;
		const v = memory.subarray(first + o, first + to);
		const w = isSettable ? v : EMPTY;
		const all = o === 0 && to === length && isWhole ? v : undefined;
		this.#facts = new ElementsFacts({ v, w, o, n: length, all, fits: fitsDouble });
		return this.#facts;
	}

	/**
	 * What may be something else than numbers is decoded, and not again while nobody has edited it.
	 *
	 * @param {{ affords(rows: number): boolean }} site
	 * @param {View} view
	 * @returns {ElementsFacts | null} null: not now
	 */
	#copy(site, view) {
		const { handle, node } = view;
		const { region, rights } = handle;
		const { from, to, isCounted } = this.#reach;
		const known = this.#copied.of(handle, node.address);
		const isSame = known?.from === from && known.to === to && known.isCounted === isCounted;
		if (isSame && known.moment.holds(region)) return known.facts;
		// Edited by this transaction itself, perhaps in each turn of the loop.
		if (isSame && known.rights === rights) {
			if (!site.affords(this.#repetition.costs(rights, DECODING * (to - from)))) return null;
			this.#repetition.paid();
		}
		const moment = new Moment(region);
		const length = I32[2 * node.address + 3];
		const v = decoded(I32[2 * node.address + 2], { from, to, isCounted });
		const o = isCounted ? 0 : from;
		const all = o === 0 && to === length && v !== EMPTY ? v : undefined;
		const facts = new ElementsFacts({ v, w: EMPTY, o, n: length, all });
		this.#copied.keep(handle, node.address, { moment, rights, from, to, isCounted, facts });
		return facts;
	}

	/** @param {View} view @returns {boolean} whether all of the range may be set */
	#isSettable({ settableAt, settable, handle: { rights } }) {
		if (!this.#isSetting) return false;
		if (settableAt === rights) return true;
		const { from, to } = this.#reach;
		return (
			settable !== null && settable.rights === rights && settable.from <= from && settable.to >= to
		);
	}

	/** Have the elements on the log, if there is one. @param {View} view @param {number} slots @param {number} bytes of an element @returns {boolean} */
	#log({ handle: { region } }, slots, bytes) {
		if (region.log === null) return true;
		const from = Math.floor((this.#reach.from * bytes) / 8);
		try {
			region.logAll(slots + from, Math.ceil((this.#reach.to * bytes) / 8) - from);
		} catch {
			return false; // the access hears of it
		}
		this.#period = region.log.period;
		return true;
	}

	/** @param {View} view @returns {Right} to read the range */
	#rightOf({ handle }) {
		const { from, to, isWhole } = this.#reach;
		return {
			handle,
			from: isWhole ? 0 : from,
			to: isWhole ? Infinity : to,
			isSettable: false,
			isLogged: false,
			isConstant: false,
			isPlain: false,
			subset: undefined,
		};
	}

	/** Let go of what it knows. Threads: its own. Blocks: never. */
	forget() {
		this.#reach.forget();
		this.#region = null;
		this.#facts = null;
		this.#header = { word: 0, slots: 0, length: 0 };
	}
}

/**
 * @param {number} slots address of the first cell
 * @param {{ from: number, to: number, isCounted: boolean }} range `isCounted`: it begins with element 0, and those before `from` are out of reach
 * @returns {ArrayLike<unknown>} memory, where all are numbers; nothing, where there are objects or holes
 */
function decoded(slots, { from, to, isCounted }) {
	let at = from;
	while (at < to && tagOf(slots + at) === 0) at++;
	if (at === to) return F64.subarray(slots + (isCounted ? 0 : from), slots + to);
	/** @type {unknown[]} */
	const values = isCounted ? new Array(from).fill(undefined) : [];
	for (at = from; at < to; at++) {
		const value = readCell(slots + at);
		if (value === undefined || value instanceof Node) return EMPTY;
		values.push(value);
	}
	return values;
}
