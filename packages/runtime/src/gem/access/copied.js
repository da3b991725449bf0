import { cellOf, heldInFixed } from '../graph/fixed-ints.js';
import { BOXED, INTS, KIND_MASK, TAG_EMPTY, TAG_NODE, TYPED } from '../graph/layout.js';
import { materialiseAt, plainCell } from '../graph/materialise.js';
import { tagOf } from '../graph/slots.js';
import { F64, I32 } from '../memory/heap.js';
import { Account, makeRoom, MOST_COPIED } from './copied-memory.js';
import { EMPTY } from './facts.js';
import { settle } from './originals.js';
import { hasLength } from './walk.js';
import { weigh } from './weigh.js';

/** Elements of a list that can be copied one by one: V8 keeps longer arrays with holes as tables. */
const LONGEST = 2 ** 24;
/** Primitive values that are copied at once, at most. */
const LONGEST_RUN = 1024;

/**
 * A plain copy of one node of a GEM in one thread, complete or by element. What it holds are plain objects, and nothing that leads to the
 * GEM.
 *
 * Threads: one. Blocks: never.
 */
export class Copied {
	/** @param {number} address of the header */
	constructor(address) {
		this.address = address;
		/** its elements, as far as they have been copied; those that have not are holes @type {any[]} */
		this.list = EMPTY;
		/** all of it @type {any} */
		this.all = undefined;
		/** what a copy takes is at least that (weigh.js); Infinity: there is none */
		this.weight = 0;
		/** whether it is that */
		this.isWeighed = false;
		/** copies that nobody has looked up by identity (originals.js): indexes of elements, -1: all @type {number[]} */
		this.unknown = [];
		this.account = new Account(this);
	}

	/** Behind the primitive values that were copied last, and how many these were. */
	#next = -1;
	#run = 1;

	/** Begin to copy it by element, where it is a list that can be. */
	begin() {
		if (this.list !== EMPTY || !this.isPlainList()) return;
		const length = I32[2 * this.address + 3];
		if (length > LONGEST) return;
		if (this.all === undefined) makeRoom(this.account, length >>> 3);
		this.list = this.all ?? new Array(length);
	}

	/** @returns {boolean} */
	isPlainList() {
		return hasLength(this.address) && (I32[2 * this.address] & KIND_MASK) !== TYPED;
	}

	/**
	 * @param {number} index of an element that has not been copied
	 * @param {number} to index behind the last that may be
	 * @param {(weight: number) => boolean} affords
	 */
	fill(index, to, affords) {
		const { address, list } = this;
		const node = elementNode(address, index);
		if (node !== -1) {
			const weight = weigh(node, MOST_COPIED);
			if (!(weight <= MOST_COPIED) || !affords(weight)) return;
			if (!makeRoom(this.account, weight)) this.clear();
			this.unknown.push(index);
		}
		const value = node === -1 ? elementValue(address, index) : materialiseAt(node);
		if (value !== undefined) list[index] = value;
		if (node === -1) this.#fillOn(index, to);
	}

	/** The same for primitive values behind one, the more the longer a loop has gone on. @param {number} index @param {number} to */
	#fillOn(index, to) {
		const { address, list } = this;
		this.#run = index === this.#next ? Math.min(2 * this.#run, LONGEST_RUN) : 1;
		const end = Math.min(index + this.#run, to, list.length);
		let at = index + 1;
		for (; at < end && elementNode(address, at) === -1; at++) {
			if (list[at] !== undefined) continue;
			const value = elementValue(address, at);
			if (value !== undefined) list[at] = value;
		}
		this.#next = at;
	}

	/**
	 * @param {(weight: number) => boolean} affords
	 * @returns {any} all of it; undefined when that cannot be had now
	 */
	whole(affords) {
		if (this.all !== undefined) return this.all;
		if (!this.weighFor(affords)) return undefined;
		const isKept = makeRoom(this.account, this.weight);
		if (this.list === EMPTY) {
			const all = materialiseAt(this.address);
			if (!isKept) return all;
			this.all = all;
			this.unknown.push(-1);
			return all;
		}
		for (let at = 0; at < this.list.length; at++) {
			if (this.list[at] !== undefined) continue;
			const value = elementValue(this.address, at);
			if (value === undefined) continue;
			this.list[at] = value;
		}
		this.unknown.push(-1);
		return (this.all = this.list);
	}

	/**
	 * Each look is paid for, and goes four times as far as the one before.
	 *
	 * @param {(weight: number) => boolean} affords
	 * @returns {boolean} it can be copied now
	 */
	weighFor(affords) {
		while (!this.isWeighed) {
			if (!affords(this.weight >>> 2)) return false;
			const most = 4 * this.weight + 64;
			this.weight = weigh(this.address, most);
			this.isWeighed = this.weight <= most || this.weight === Infinity;
		}
		return this.weight < Infinity && affords(this.weight);
	}

	/** Begin anew, when there is no room for more. What was given out stays what it is. */
	clear() {
		settle(this);
		const { length } = this.list;
		this.list.length = 0;
		this.list.length = length;
	}

	/** Forget it all, for the memory that it takes. */
	drop() {
		settle(this);
		this.list = EMPTY;
		this.all = undefined;
	}
}

/** @param {number} address of a list @param {number} index @returns {number} address of the header of the element; -1: it is a primitive value, or a hole */
function elementNode(address, index) {
	const word = I32[2 * address];
	if ((word & BOXED) === 0) return -1;
	const isFixed = (word & KIND_MASK) === INTS;
	if (isFixed && heldInFixed(address, index).tag !== TAG_NODE) return -1;
	const cell = isFixed ? cellOf(address, index) : I32[2 * address + 2] + index;
	return tagOf(cell) === TAG_NODE ? I32[2 * cell] : -1;
}

/** @param {number} address of a list @param {number} index @returns {unknown} a copy of the element; undefined: a hole */
function elementValue(address, index) {
	const word = I32[2 * address];
	const slots = I32[2 * address + 2];
	if ((word & KIND_MASK) !== INTS)
		return (word & BOXED) === 0 ? F64[slots + index] : plainCell(slots + index);
	if ((word & BOXED) === 0) return I32[2 * slots + index];
	const { tag, number } = heldInFixed(address, index);
	if (tag === 0) return number;
	return tag === TAG_EMPTY ? undefined : plainCell(cellOf(address, index));
}
