import { gemDetached } from '../../errors/codes.js';
import { I32 } from '../memory/heap.js';

/**
 * An object, array or typed array of a document, as code outside of the heap knows it.
 *
 * Threads: any; a Node may be made again from its two numbers in another thread. Blocks: never.
 */
export class Node {
	/**
	 * @param {number} address of its header
	 * @param {number} stamp what the header had in word 1 when the node was found
	 */
	constructor(address, stamp) {
		this.address = address;
		this.stamp = stamp;
	}
}

/**
 * @param {number} address of a header that is alive
 * @returns {Node}
 *
 * Threads: who may read the node. Blocks: never.
 */
export const nodeAt = (address) => new Node(address, I32[2 * address + 1]);

/**
 * Throws when a node was released since.
 *
 * @param {Node} node
 * @returns {number} word 0 of its header
 * @throws {import('../../errors/lapidary-error.js').LapidaryError} LP8108
 *
 * Threads: who may read the node. Blocks: never.
 */
export function headerOf(node) {
	if (I32[2 * node.address + 1] !== node.stamp) throw gemDetached();
	return I32[2 * node.address];
}
