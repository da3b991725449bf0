/** @import { Node } from '../../types.js' */
/** @import { Variable } from '../../ast/scope.js' */
/** @import { Resolution } from '../../ast/resolve.js' */
/** @import { Reason } from './reasons.js' */
import { isFunction } from '../../ast/shapes.js';

/**
 * Whether what is known of a variable's value before a loop holds in the loop, and whether it can be asked for there.
 *
 * @param {Variable} variable
 * @param {Node} loop
 * @param {Resolution} resolution
 * @returns {Reason | null} why not
 */
export function problemOfRoot(variable, loop, resolution) {
	const isIn = (/** @type {Node} */ node) => loop.start <= node.start && node.end <= loop.end;
	if (variable.declarations.some(({ id }) => isIn(id))) return 'assigned';
	const isWritten = variable.references.some(
		({ node, role }) => (role === 'write' || role === 'update') && isIn(node),
	);
	if (isWritten) return 'assigned';
	return hasValueAt(variable, loop, resolution) ? null : 'too-early';
}

/**
 * @param {Variable} variable
 * @param {Node} place
 * @param {Resolution} resolution
 * @returns {boolean} reading it there throws nothing
 */
function hasValueAt({ kind, isTopLevel, scope, declarations }, place, { parents }) {
	if (/^(import|param|var)$/.test(kind) || (isTopLevel && /^(const|let)$/.test(kind))) return true;
	const declarator = declarations[0]?.node;
	if (!/^(const|let)$/.test(kind) || !declarator) return false;
	const list = parents.get(/** @type {Node} */ (parents.get(declarator)));
	if (list?.type === 'SwitchCase') return false;
	// A function expression behind the declaration is made when the variable has its value; a declaration may be called before.
	for (let at = parents.get(place); at && at !== scope.node; at = parents.get(at)) {
		const isLater = at.type === 'ArrowFunctionExpression' || at.type === 'FunctionExpression';
		if (isFunction(at) && !(isLater && declarator.end <= at.start)) return false;
	}
	return declarator.end <= place.start;
}
