/** @import { Node } from '../types.js' */
/** @typedef {{ start: number, end: number }} Range offsets in a source, of a node for example */
import { VISITOR_KEYS } from '@babel/types';
import { walk } from './babel.js';

/**
 * The nodes of a program in source order, parents first.
 *
 * Each rule of the compiler walks parts of the program again. From a list, a part is a range, and the next node is the next
 * element; from the nodes, each step looks up the keys of a type and reads properties of objects of many shapes.
 *
 * @typedef {object} Tree
 * @property {Node[]} nodes
 * @property {number[]} ends for each node the index after its last descendant
 * @property {Map<string, Node[]> | null} byType once a search has asked for it
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
	/** @type {Tree} */
	const tree = { nodes, ends, byType: null };
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

/**
 * What a walk that looks for a few types of nodes would meet. Most rules look for types that are rare, and a program has a
 * hundred times as many nodes.
 *
 * @param {Node} root
 * @param {readonly string[]} types
 * @returns {Node[]} in source order
 */
export function nodesOf(root, types) {
	/** @type {Node[]} */
	const found = [];
	const { tree, index: start } = root;
	if (tree?.nodes[start] !== root) {
		walk(root, (node) => {
			if (types.includes(node.type)) found.push(node);
		});
		return found;
	}
	tree.byType ??= listByType(tree.nodes);
	const end = tree.ends[start];
	for (const type of types) {
		const list = tree.byType.get(type) ?? [];
		for (let at = firstFrom(list, start); at < list.length && list[at].index < end; at++)
			found.push(list[at]);
	}
	return types.length > 1 ? found.sort((a, b) => a.index - b.index) : found;
}

/** @param {Node} root @param {readonly string[]} types @returns {boolean} whether `nodesOf` would find any */
export function hasNodeOf(root, types) {
	const { tree, index: start } = root;
	if (tree?.nodes[start] !== root) return nodesOf(root, types).length > 0;
	const byType = (tree.byType ??= listByType(tree.nodes));
	const end = tree.ends[start];
	return types.some((type) => {
		const list = byType.get(type) ?? [];
		const first = list[firstFrom(list, start)];
		return first !== undefined && first.index < end;
	});
}

/** @param {Node[]} nodes @returns {Map<string, Node[]>} */
function listByType(nodes) {
	/** @type {Map<string, Node[]>} */
	const lists = new Map();
	for (const node of nodes) {
		const list = lists.get(node.type);
		if (list) list.push(node);
		else lists.set(node.type, [node]);
	}
	return lists;
}

/** @param {Node[]} list in source order @param {number} index @returns {number} where in the list the nodes from the index on begin */
function firstFrom(list, index) {
	let low = 0;
	let high = list.length;
	while (low < high) {
		const middle = (low + high) >> 1;
		if (/** @type {Node} */ (list[middle]).index < index) low = middle + 1;
		else high = middle;
	}
	return low;
}

/** @param {Range} inner @param {Range} outer @returns {boolean} of one source */
export const isWithin = (inner, outer) => outer.start <= inner.start && inner.end <= outer.end;
