/** @import { Node } from '../../types.js' */
import { childrenOf } from '../../ast/babel.js';
import { isClass, isFunction } from '../../ast/shapes.js';

/** What stands for the run of a function, and not for a variable: elsewhere it means something else, or nothing. @typedef {{ node: Node, what: string }} ContextUse */

const RUNS = new Map([
	['AwaitExpression', 'await'],
	['YieldExpression', 'yield'],
	['ReturnStatement', 'return'],
]);

/**
 * Where a piece of code uses the run of the function around it: its `this`, its `arguments`, an `await` of it.
 *
 * @param {Node} root
 * @param {(node: Node) => boolean} isGlobal whether a node is a name that the program does not declare
 * @returns {ContextUse | null} the first use; null for code that means the same in any function
 */
export function outerContext(root, isGlobal) {
	/** @type {ContextUse | null} */
	let found = null;
	/** @param {Node} node @param {boolean} isInner in a function that has no `this` of its own */
	const enter = (node, isInner) => {
		if (found) return;
		const what = nameOf(node, isGlobal) ?? (isInner ? undefined : RUNS.get(node.type));
		if (what) {
			found = { node, what };
			return;
		}
		if (isClass(node)) {
			for (const part of headOf(node)) enter(part, isInner);
			return;
		}
		if (isFunction(node) && node.type !== 'ArrowFunctionExpression') {
			if (node.computed) enter(node.key, isInner);
			return;
		}
		if (node.type === 'ForOfStatement' && node.await && !isInner) {
			found = { node, what: 'await' };
			return;
		}
		for (const child of childrenOf(node)) enter(child, isInner || isFunction(node));
	};
	enter(root, false);
	return found;
}

/** @param {Node} node @param {(node: Node) => boolean} isGlobal @returns {string | undefined} */
function nameOf(node, isGlobal) {
	if (node.type === 'ThisExpression') return 'this';
	if (node.type === 'Super') return 'super';
	if (node.type === 'MetaProperty' && node.meta.name === 'new') return 'new.target';
	const isArguments = node.type === 'Identifier' && node.name === 'arguments';
	return isArguments && isGlobal(node) ? 'arguments' : undefined;
}

/** What of a class means the function around it. @param {Node} node @returns {Node[]} */
const headOf = ({ decorators, superClass, body }) => [
	...(decorators ?? []),
	...(superClass ? [superClass] : []),
	...body.body.flatMap((/** @type {Node} */ member) => [
		...(member.decorators ?? []),
		...(member.computed ? [member.key] : []),
	]),
];
