/** @import { Node } from '../types.js' */

/** Nodes of one tree, which are apart or within each other: finds those around a place without a look at all of them. */
export class Nesting {
	/** @param {readonly Node[]} nodes */
	constructor(nodes) {
		/** outer ones first */
		this.nodes = [...nodes].sort((a, b) => a.start - b.start || b.end - a.end);
		/** of each, the index of the next one around it; -1 for none @type {number[]} */
		this.outer = [];
		let open = -1;
		for (const [index, node] of this.nodes.entries()) {
			while (open >= 0 && this.#end(open) < node.end) open = this.#outer(open);
			this.outer.push(open);
			open = index;
		}
	}

	/** @param {number} index @returns {number} */
	#end = (index) => /** @type {Node} */ (this.nodes[index]).end;

	/** @param {number} index @returns {number} */
	#outer = (index) => /** @type {number} */ (this.outer[index]);

	/** @param {Pick<Node, 'start' | 'end'>} place @returns {Node[]} those that it is within, the innermost first; itself, where it is one */
	around({ start, end }) {
		let low = 0;
		for (let high = this.nodes.length; low < high;) {
			const middle = (low + high) >> 1;
			if (/** @type {Node} */ (this.nodes[middle]).start <= start) low = middle + 1;
			else high = middle;
		}
		/** @type {Node[]} */
		const found = [];
		for (let at = low - 1; at >= 0; at = this.#outer(at))
			if (end <= this.#end(at)) found.push(/** @type {Node} */ (this.nodes[at]));
		return found;
	}
}
