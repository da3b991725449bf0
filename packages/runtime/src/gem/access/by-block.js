/** @import { Region } from '../memory/region.js' */
import { TAG_STRING } from '../graph/layout.js';
import { Node } from '../graph/node.js';
import { readCell } from '../graph/slots.js';
import { I32 as words } from '../memory/heap.js';
import { DECODING } from './site.js';

/** A constant of this module, see numbers.js. */
const I32 = words;

/** Elements of a block: log₂. Decoding one takes some 40 µs. */
const SHIFT = 10;
export const BLOCK = 1 << SHIFT;
/** Blocks that are decoded at once, at most, once a loop goes through them. */
const MOST_BLOCKS = 16;
/** What decoding a value costs, in rows, where a loop has gone through the block before, so that it most likely will be used: see `DECODING`. */
const DECODING_ON = 0.5;
/** Elements of a block within which a loop is that comes from the one before: it may have to ask some times. */
const BEGINNING = 64;

/** Texts of which a list knows where they have been decoded. */
const PLACES = 4096;

/** Lists of which not all is decoded. Per-thread state. @type {WeakSet<readonly unknown[]>} */
const incomplete = new WeakSet();

/**
 * Threads: any; the answer is the thread's own. Blocks: never.
 *
 * @param {readonly unknown[]} list `values` of a `ByBlock`, or any other
 * @returns {boolean} whether elements of it may come later
 */
export const isIncomplete = (list) => incomplete.has(list);

/**
 * The values of an array that never changes, decoded block by block, as loops get there: a thread that works on a part of a text decodes
 * that part. What is not decoded is `undefined` in `values`, and is accessed the general way, which leads here.
 *
 * Threads: one. Blocks: never.
 */
export class ByBlock {
	#address;
	#first;
	/** Blocks that were decoded. */
	#done;
	#left;
	/** Texts that were decoded, by their addresses, at which nothing else can be while this lives. */
	#addresses = new Int32Array(PLACES);
	/** @type {string[]} */
	#texts = new Array(PLACES);
	/** Behind those that were decoded last, and how many these were. */
	#next = -1;
	#run = 1;

	/**
	 * @param {{ address: number, first: number, length: number }} array `first`: cell of its first element
	 */
	constructor({ address, first, length }) {
		this.#address = address;
		this.#first = first;
		this.#left = Math.ceil(length / BLOCK);
		this.#done = new Uint8Array(this.#left);
		/** With holes, which are `undefined` as well: to fill them would touch all of the memory twice. @type {unknown[]} */
		this.values = new Array(length);
		this.values[0] = undefined; // no longer one of integers to V8
		incomplete.add(this.values);
	}

	/**
	 * Decode what a loop needs next, where an access has missed it.
	 *
	 * @param {Region} region
	 * @param {{ affords(rows: number): boolean }} site
	 */
	goOn(region, site) {
		if (region.lastArray !== this.#address || this.#left === 0) return;
		const block = region.lastIndex >>> SHIFT;
		if (block >= this.#done.length || this.#done[block] !== 0) return;
		const isOn = block === this.#next && (region.lastIndex & (BLOCK - 1)) < BEGINNING;
		const run = isOn ? Math.min(2 * this.#run, MOST_BLOCKS) : 1;
		if (!site.affords(run * BLOCK * (isOn ? DECODING_ON : DECODING))) return;
		this.#run = run;
		this.#next = Math.min(block + run, this.#done.length);
		for (let each = block; each < this.#next; each++) this.#decode(each);
	}

	/** @param {number} block */
	#decode(block) {
		if (this.#done[block] !== 0) return;
		this.#done[block] = 1;
		const { values } = this;
		const addresses = this.#addresses;
		const texts = this.#texts;
		const end = Math.min((block + 1) << SHIFT, values.length);
		let isPlain = true;
		for (let at = block << SHIFT; at < end; at++) {
			const cell = this.#first + at;
			const isText = I32[2 * cell + 1] === TAG_STRING;
			const address = isText ? I32[2 * cell] : 0;
			// Blocks begin at even addresses.
			const place = ((address >>> 1) ^ (address >>> 13)) & (PLACES - 1);
			if (isText && addresses[place] === address) {
				values[at] = texts[place];
				continue;
			}
			const value = readCell(cell);
			if (isText) {
				addresses[place] = address;
				texts[place] = /** @type {string} */ (value);
			}
			if (value instanceof Node) isPlain = false;
			else values[at] = value;
		}
		// With an object among them it never is complete.
		if (isPlain && --this.#left === 0) incomplete.delete(values);
	}
}
