/** @import { Region } from '../memory/region.js' */
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

/** A node that may be gone by the time that somebody asks for it. Threads: one. Blocks: never. */
export class HeldNode extends Node {
	/** @param {number} address @param {number} stamp @param {'object' | 'array' | 'typed'} kind */
	constructor(address, stamp, kind) {
		super(address, stamp);
		this.kind = kind;
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

/**
 * The same for who only reads: a node that this thread has detached from the graph can still be read for a while (detached.js).
 *
 * @param {Region} region
 * @param {Node} node
 * @returns {number} word 0 of its header
 * @throws {import('../../errors/lapidary-error.js').LapidaryError} LP8108
 *
 * Threads: who may read the node. Blocks: never.
 */
export function readableHeaderOf(region, node) {
	const { address, stamp } = node;
	const found = I32[2 * address + 1];
	if (found !== stamp && (found === 0 || found !== (stamp ^ markOf(region)))) throw gemDetached();
	return I32[2 * address];
}

/**
 * @param {Region} region
 * @returns {number} by which the stamps of nodes differ that this thread has detached; 0 = there are none
 *
 * Threads: any. Blocks: never.
 */
export const markOf = ({ detached }) =>
	detached !== null && detached.count > 0 ? detached.mark : 0;
