/** @import { Parents } from '../../ast/parents.js' */
/** @import { Node } from '../../types.js' */
/** @import { Variable } from '../../ast/scope.js' */
import { isCall, isClass, isMember, isWrapper, propertyName, unwrap } from '../../ast/shapes.js';
import { isMutatorMethod, isReaderMethod } from '../../knowledge/calls.js';

/**
 * Whether a use of a function runs it and no more, so that it cannot tell what properties the function has: `norm(x)`,
 * `rows.map(norm)`, `norm.call(null, x)`, `typeof norm`.
 *
 * @param {Node} node a reference
 * @param {Parents} parents
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

/**
 * Whether a variable is used as a function, as a class, or as an object that has methods of its own: `format(row)`,
 * `new Row()`, `class B extends Row`, `api.run(row)`.
 *
 * @param {Variable} variable
 * @param {Parents} parents
 * @returns {boolean}
 */
export const isUsedAsCode = (variable, parents) =>
	variable.references.some(({ node, role }) => {
		if (role === 'export') return false; // of `export { f }`, no parent is known
		const parent = /** @type {Node} */ (parents.get(node));
		if (isClass(parent)) return parent.superClass === node;
		if (isCall(parent) || parent.type === 'NewExpression') return parent.callee === node;
		if (parent.type === 'TaggedTemplateExpression') return parent.tag === node;
		if (!isMember(parent) || parent.object !== node) return false;
		const call = parents.get(parent);
		const name = propertyName(parent) ?? '';
		const isMethod = call && isCall(call) && call.callee === parent;
		return Boolean(isMethod) && name !== '' && !isReaderMethod(name) && !isMutatorMethod(name);
	});

/** `norm.call`, `norm.apply`. @param {Node} member @param {Parents} parents @returns {boolean} */
function isPassedCall(member, parents) {
	const call = /** @type {Node} */ (parents.get(member));
	return (
		/^(call|apply)$/.test(propertyName(member) ?? '') && isCall(call) && call.callee === member
	);
}
