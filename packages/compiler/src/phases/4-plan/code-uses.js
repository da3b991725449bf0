/** @import { Node } from '../../types.js' */
import { isCall, isMember, isWrapper, propertyName, unwrap } from '../../ast/shapes.js';
import { isReaderMethod } from '../../knowledge/calls.js';

/**
 * Whether a use of a function runs it and no more, so that it cannot tell what properties the function has: `norm(x)`,
 * `rows.map(norm)`, `norm.call(null, x)`, `typeof norm`.
 *
 * @param {Node} node a reference
 * @param {Map<Node, Node>} parents
 * @returns {boolean}
 */
export function isOnlyCalled(node, parents) {
	let child = node;
	let parent = /** @type {Node} */ (parents.get(child));
	while (isWrapper(parent)) {
		child = parent;
		parent = /** @type {Node} */ (parents.get(child));
	}
	if (parent.type === 'UnaryExpression') return true;
	if (parent.type === 'TaggedTemplateExpression') return parent.tag === child;
	if (isMember(parent)) return parent.object === child && isPassedCall(parent, parents);
	if (!isCall(parent)) return false;
	if (parent.callee === child) return true;
	const callee = unwrap(parent.callee);
	return isMember(callee) && isReaderMethod(propertyName(callee) ?? '');
}

/** `norm.call`, `norm.apply`. @param {Node} member @param {Map<Node, Node>} parents @returns {boolean} */
function isPassedCall(member, parents) {
	const call = /** @type {Node} */ (parents.get(member));
	return (
		/^(call|apply)$/.test(propertyName(member) ?? '') && isCall(call) && call.callee === member
	);
}
