/** @import { Parents } from '../ast/parents.js' */
/** @import { Node } from '../types.js' */
import { walk } from '../ast/babel.js';
import { isFunction } from '../ast/shapes.js';
import { isWithin } from '../ast/tree.js';

/** What rules ask for each node of a function. @type {WeakMap<Node, Node[]>} */
const known = new WeakMap();

/** @param {Node} fn @returns {Node[]} where a function itself waits, for promises or its consumer, in source order */
export function awaitsOf(fn) {
	if (!fn.async && !fn.generator) return [];
	const before = known.get(fn);
	if (before) return before;
	/** @type {Node[]} */
	const found = [];
	known.set(fn, found);
	walk(fn.body, (node) => {
		if (node.type === 'AwaitExpression' || node.type === 'YieldExpression') found.push(node);
		if (node.type === 'ForOfStatement' && node.await) found.push(node.right);
		return !isFunction(node);
	});
	return found.sort((a, b) => a.end - b.end);
}

/**
 * @param {Node} place
 * @param {Node} wait an `await` or `yield` of the same function
 * @param {{ fn: Node, parents: Parents }} around
 * @returns {boolean} the place may run when the function has waited: it stands behind, or in a loop with it
 */
export function mayFollow(place, wait, { fn, parents }) {
	if (place.start >= wait.end) return true;
	for (let at = parents.get(wait); at && at !== fn; at = parents.get(at))
		if (/^(For|While|DoWhile)/.test(at.type) && isWithin(place, at)) return true;
	return false;
}
