/** @import { Region } from '../memory/region.js' */

/** A new document takes memory by so many cells, for all blocks that fit in. */
const CHUNK_CELLS = 128;

/**
 * The blocks of a document that is being written; given back together when it comes to nothing.
 *
 * Those of a new GEM's document are carved out of larger blocks, one behind the other and without a lock for each. All are of an
 * even number of cells, so each can be given back on its own later.
 *
 * Threads: the one that writes the document. Blocks: see `Region.allocate`.
 */
export class DocumentBlocks {
	/** Address and cells of what was allocated. @type {number[]} */
	#blocks = [];
	/** Address and cells of what was carved out, and is not needed after all. @type {number[]} */
	#unneeded = [];
	/** What is left of the block that others are carved out of. */
	#next = 0;
	#end = 0;

	/**
	 * @param {Region} region
	 * @param {boolean} isNew whether the document is that of a new GEM, and not a part that is copied in
	 */
	constructor(region, isNew) {
		this.region = region;
		this.isNew = isNew;
	}

	/** @param {number} cells even @returns {number} address; 0 for no cells */
	take(cells) {
		if (cells === 0) return 0;
		const address = this.#next;
		if (cells > this.#end - address) return this.#takeSlowly(cells);
		this.#next = address + cells;
		return address;
	}

	/** @param {number} cells @returns {number} address */
	#takeSlowly(cells) {
		const isCarved = this.isNew && cells <= CHUNK_CELLS / 2;
		const size = isCarved ? CHUNK_CELLS : cells;
		const address = this.region.allocate(size);
		this.#blocks.push(address, size);
		if (isCarved) {
			this.#dropRest();
			this.#next = address + cells;
			this.#end = address + size;
		}
		return address;
	}

	#dropRest() {
		if (this.#next < this.#end) this.#unneeded.push(this.#next, this.#end - this.#next);
		this.#next = this.#end = 0;
	}

	/** @param {number} address of a block that was taken @param {number} cells its size; 0 = there is none */
	giveBack(address, cells) {
		if (cells === 0) return;
		for (let at = this.#blocks.length - 2; !this.isNew && at >= 0; at -= 2) {
			if (this.#blocks[at] !== address) continue;
			this.#blocks.splice(at, 2);
			this.region.release(address, cells);
			return;
		}
		this.#unneeded.push(address, cells);
	}

	/** The document is complete. */
	keep() {
		this.#dropRest();
		this.#release(this.#unneeded);
	}

	/** The document came to nothing. */
	discard() {
		this.#release(this.#blocks);
	}

	/** @param {number[]} blocks address and cells of each */
	#release(blocks) {
		for (let at = 0; at < blocks.length; at += 2) this.region.release(blocks[at], blocks[at + 1]);
		blocks.length = 0;
	}
}
