/** @import { Parents } from '../ast/parents.js' */
/** @import { Node } from '../types.js' */
import { isCall, isClass, isMember, isWrapper, propertyName } from '../ast/shapes.js';
import { callbacksOf } from '../knowledge/methods.js';

/**
 * What code does with a class, a function or a literal that it names: reads a property, constructs, extends or only calls or tests it. `whole`: any
 * other use, behind which every property may be read.
 *
 * @typedef {{ kind: 'member', name: string, member: Node } | { kind: 'called' | 'constructed' | 'extended' | 'tested' | 'whole' }} HolderUse
 */

const WHOLE = Object.freeze({ kind: /** @type {const} */ ('whole') });
const TESTED = Object.freeze({ kind: /** @type {const} */ ('tested') });
const COMPARING = /^(instanceof|[!=]==?)$/;

/** @param {Node} node a name of it, or `this` @param {Parents} parents @returns {HolderUse} */
export function useOfHolder(node, parents) {
	let child = node;
	let parent = /** @type {Node} */ (parents.get(child));
	while (isWrapper(parent)) {
		child = parent;
		parent = /** @type {Node} */ (parents.get(child));
	}
	if (isMember(parent) && parent.object === child) {
		const name = propertyName(parent);
		return name === null || name === 'valueOf' ? WHOLE : { kind: 'member', name, member: parent };
	}
	if (parent.type === 'NewExpression' && parent.callee === child) return { kind: 'constructed' };
	if (isClass(parent) && parent.superClass === child) return { kind: 'extended' };
	if (isCalled(parent, child)) return { kind: 'called' };
	return isOnlyTested(parent) ? TESTED : WHOLE;
}

/** `norm(x)`, `rows.map(norm)`. @param {Node} parent @param {Node} child @returns {boolean} */
function isCalled(parent, child) {
	if (parent.type === 'TaggedTemplateExpression') return parent.tag === child;
	if (!isCall(parent)) return false;
	if (parent.callee === child) return true;
	const method = isMember(parent.callee) ? (propertyName(parent.callee) ?? '') : '';
	return callbacksOf(method).includes(parent.arguments.indexOf(child));
}

/** `x instanceof Row`, `typeof norm`. @param {Node} parent @returns {boolean} */
function isOnlyTested(parent) {
	if (parent.type === 'UnaryExpression') return parent.operator === 'typeof';
	if (parent.type === 'BinaryExpression') return COMPARING.test(parent.operator);
	return parent.type === 'ExpressionStatement' || parent.type.startsWith('Export');
}
