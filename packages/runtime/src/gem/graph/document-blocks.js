/** @import { Region } from '../memory/region.js' */

/**
 * The blocks of a document that is being written; given back together when it comes to nothing.
 *
 * Threads: the one that writes the document. Blocks: see `Region.allocate`.
 */
export class DocumentBlocks {
	/** Address and cells of each. @type {number[]} */
	#blocks = [];

	/** @param {Region} region */
	constructor(region) {
		this.region = region;
	}

	/** @param {number} cells @returns {number} address; 0 for no cells */
	take(cells) {
		if (cells === 0) return 0;
		const address = this.region.allocate(cells);
		this.#blocks.push(address, cells);
		return address;
	}

	/** @param {number} address of a block that was taken @param {number} cells its size, or 0: then there is none */
	giveBack(address, cells) {
		if (cells === 0) return;
		for (let at = this.#blocks.length - 2; at >= 0; at -= 2) {
			if (this.#blocks[at] !== address) continue;
			this.#blocks.splice(at, 2);
			this.region.release(address, cells);
			return;
		}
	}

	/** The document came to nothing. */
	discard() {
		const blocks = this.#blocks;
		for (let at = 0; at < blocks.length; at += 2) this.region.release(blocks[at], blocks[at + 1]);
		blocks.length = 0;
	}
}
