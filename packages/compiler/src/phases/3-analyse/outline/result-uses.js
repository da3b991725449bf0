/** @import { Node } from '../../../types.js' */
/** @import { Variable } from '../../../ast/scope.js' */
/** @import { Tracker } from './tracker.js' */
import { isCall, isFunction, isMember, propertyName, unwrap } from '../../../ast/shapes.js';

/**
 * A place that uses what a call gives: `names` are the properties that a pattern has taken of it, and `variable` holds it.
 *
 * @typedef {{ node: Node, names: string[], variable: Variable | null }} ResultUse
 */

/**
 * Where a module uses what a call gives, or what the promise of it is settled with: the call itself, a constant that holds it,
 * the names of a pattern, the parameter of a function that `then` calls.
 *
 * @param {Node} call
 * @param {Tracker} tracker
 * @returns {ResultUse[]}
 */
export function usesOfResult(call, tracker) {
	const { child, parent } = tracker.outermost(call);
	if (parent.type === 'AwaitExpression') return usesOfResult(parent, tracker);
	if (parent.type === 'VariableDeclarator' && parent.init === child)
		return usesOfPattern(parent.id, [], tracker) ?? [{ node: call, names: [], variable: null }];
	const isChained = isMember(parent) && parent.object === child && propertyName(parent) === 'then';
	const chained = isChained ? tracker.outermost(parent).parent : null;
	const callback = chained && isCall(chained) ? unwrap(chained.arguments[0] ?? null) : null;
	const [param] = callback && isFunction(callback) ? callback.params : [];
	const uses = param ? usesOfPattern(param, [], tracker) : null;
	return uses ?? [{ node: call, names: [], variable: null }];
}

/** @param {Node} id @param {string[]} names @param {Tracker} tracker @returns {ResultUse[] | null} null for a variable that is assigned to */
function usesOfPattern(id, names, tracker) {
	if (id.type === 'Identifier') {
		const variable = tracker.declaredBy(id);
		if (!variable || variable.isReassigned) return null;
		return variable.references.flatMap(({ node, role }) =>
			role === 'read' ? [{ node, names, variable }] : [],
		);
	}
	if (id.type !== 'ObjectPattern') return null;
	return id.properties.flatMap((/** @type {Node} */ one) => {
		const name = one.type === 'RestElement' ? null : propertyName(one);
		const value = one.type === 'RestElement' ? one.argument : one.value;
		const target = value.type === 'AssignmentPattern' ? value.left : value;
		return usesOfPattern(target, name === null ? names : [...names, name], tracker) ?? [];
	});
}
