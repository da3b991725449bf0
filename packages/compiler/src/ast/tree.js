/** @import { Node } from '../types.js' */
import { VISITOR_KEYS } from '@babel/types';

/**
 * The nodes of a program in source order, parents first.
 *
 * Each rule of the compiler walks parts of the program again. From a list, a part is a range, and the next node is the next
 * element; from the nodes, each step looks up the keys of a type and reads properties of objects of many shapes.
 *
 * @typedef {object} Tree
 * @property {Node[]} nodes
 * @property {number[]} ends for each node the index after its last descendant
 */

/**
 * Number the nodes of a program, so that `walk` finds them. To be done again after the program has changed.
 *
 * @param {Node} program gains, as all nodes below it, `tree` and `index`
 */
export function indexTree(program) {
	/** @type {Node[]} */
	const nodes = [];
	/** @type {number[]} */
	const parents = [];
	/** @type {number[]} */
	const ends = [];
	const tree = { nodes, ends };
	/** @type {any[]} a parent's index and a node, one after the other */
	const stack = [-1, program];
	while (stack.length > 0) {
		const node = stack.pop();
		const parent = stack.pop();
		const index = nodes.length;
		node.tree = tree;
		node.index = index;
		nodes.push(node);
		parents.push(parent);
		ends.push(index + 1);
		const keys = VISITOR_KEYS[node.type];
		if (keys === undefined) continue;
		for (let at = keys.length - 1; at >= 0; at--) {
			const value = node[/** @type {string} */ (keys[at])];
			if (!value) continue;
			if (!Array.isArray(value)) stack.push(index, value);
			else
				for (let item = value.length - 1; item >= 0; item--)
					if (value[item]) stack.push(index, value[item]);
		}
	}
	// Descendants have higher numbers: from the last to the first, each has its own end when it is passed on.
	for (let index = nodes.length - 1; index > 0; index--) {
		const parent = /** @type {number} */ (parents[index]);
		const end = /** @type {number} */ (ends[index]);
		if (end > /** @type {number} */ (ends[parent])) ends[parent] = end;
	}
}
