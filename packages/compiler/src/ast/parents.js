/** @import { Node } from '../types.js' */
import { extended } from './records.js';
import { isWrapper } from './shapes.js';

/**
 * The parent of each node of a tree, kept on the nodes themselves. Rules ask for parents more often than for anything
 * else, and a property costs neither the hash of a `Map` nor its growth.
 *
 * A node is in one tree, and so in one `Parents`, at a time.
 */
export class Parents {
	constructor() {
		/** @type {Node[]} */
		this.nodes = [];
	}

	/** @param {Node | null | undefined} node @returns {Node | undefined} undefined for the program and for nodes of other trees */
	get(node) {
		return node?.parentNode;
	}

	/** @param {Node} node @returns {boolean} */
	has(node) {
		return node.parentNode !== undefined;
	}

	/** @param {Node} node @param {Node} parent */
	set(node, parent) {
		if (node.parentNode === undefined) this.nodes.push(node);
		node.parentNode = parent;
	}

	/** @returns {readonly Node[]} in the order in which names are resolved: a parent before its children */
	keys() {
		return this.nodes;
	}

	/** Before the tree is changed, and its parents are set again. */
	clear() {
		for (const node of this.nodes) node.parentNode = undefined;
		this.nodes = [];
	}
}

/**
 * An expression that no source has, made from a node: it is in no tree.
 *
 * @param {Node} node
 * @param {Record<string, unknown>} changes properties that differ
 * @returns {Node}
 */
export const variantOf = (node, changes) =>
	extended(node, { parentNode: undefined, tree: undefined, ...changes });

/** @param {Node} node @param {Parents} parents @returns {{ child: Node, parent: Node }} past parentheses and assertions */
export function outermost(node, parents) {
	let child = node;
	let parent = /** @type {Node} */ (parents.get(node));
	while (isWrapper(parent)) {
		child = parent;
		parent = /** @type {Node} */ (parents.get(parent));
	}
	return { child, parent };
}
