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
