/** @import { Handle } from '../define/handle.js' */
/** @import { Region } from '../memory/region.js' */

// What was found out under locks that are given back with each transaction: it holds again under the same locks, if nobody has edited the
// GEM meanwhile. Who edits something has it locked for writing, and counts the version up before giving that back (`Region.publish`); so who has
// locked the same again, and then finds the version as it was, finds the content so. Numbers over numbers in cells that hold nothing else are no
// edits: they are read where they are.

/** When something was found out. */
export class Moment {
	#version;
	#edits;

	/** @param {Region} region while what it is about is locked */
	constructor(region) {
		this.#version = region.version;
		this.#edits = region.edits;
	}

	/**
	 * Threads: its own, while what it is about is locked again. Blocks: never.
	 *
	 * @param {Region} region the same
	 * @returns {boolean} whether nothing was edited since
	 */
	holds(region) {
		return this.#edits === region.edits && this.#version === region.version;
	}
}

/** By so much more, log₂, does it cost a transaction to find out something once more that it has edited. */
const DEARER = 3;
const DEAREST = 12;

/**
 * What it costs to find something out again in one transaction, which edits it itself: perhaps in each turn of a loop. Each time costs more than
 * the one before, and transactions that follow remember some of that.
 */
export class Repetition {
	#rights = -1;
	#dearness = 0;

	/**
	 * @param {number} rights of the handle
	 * @param {number} rows to be looked at
	 * @returns {number} in rows
	 */
	costs(rights, rows) {
		if (rights !== this.#rights) this.#dearness = Math.max(0, this.#dearness - DEARER);
		this.#rights = rights;
		return rows * 2 ** this.#dearness;
	}

	/** It was paid. */
	paid() {
		this.#dearness = Math.min(this.#dearness + DEARER, DEAREST);
	}
}

/** Arrays of one GEM of which a site keeps something. */
const MOST_ARRAYS = 64;

/**
 * What one site has found out about arrays, for as long as this thread has handles of their GEMs.
 *
 * Threads: one. Blocks: never.
 *
 * @template T
 */
export class ByArray {
	/** @type {WeakMap<Handle, Map<number, T>>} */
	#known = new WeakMap();

	/** @param {Handle} handle @param {number} address of an array @returns {T | undefined} */
	of(handle, address) {
		return this.#known.get(handle)?.get(address);
	}

	/** @param {Handle} handle @param {number} address of an array @param {T} found */
	keep(handle, address, found) {
		let arrays = this.#known.get(handle);
		if (arrays === undefined) this.#known.set(handle, (arrays = new Map()));
		if (arrays.size >= MOST_ARRAYS) arrays.clear();
		arrays.set(address, found);
	}
}
