/** @import { Node } from '../types.js' */
/** @import { Parents } from './parents.js' */
import { isCall, isMember, isWrapper } from './shapes.js';

/**
 * Whether a call is made for what it does: nothing uses what it returns, or what a call of that returns.
 *
 * @param {Node} call
 * @param {Parents} parents
 * @returns {boolean}
 */
export function isDropped(call, parents) {
	let child = call;
	let parent = parents.get(child);
	while (
		parent &&
		(isWrapper(parent) ||
			(isMember(parent) && parent.object === child) ||
			(isCall(parent) && parent.callee === child) ||
			parent.type === 'AwaitExpression')
	) {
		child = parent;
		parent = parents.get(parent);
	}
	return parent?.type === 'ExpressionStatement';
}
