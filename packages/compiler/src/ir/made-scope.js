/** @import { Node } from '../types.js' */
/** @import { Resolution } from '../ast/resolve.js' */
/** @import { Scope, Variable } from '../ast/scope.js' */

/**
 * The scope in which a local that moves is made again: that of its declaration, but for a `var`, whose value is made where the
 * statement stands: `{ class Row {} var P = Row.prototype; … }`.
 *
 * @param {Variable} variable
 * @param {Node} unit
 * @param {Resolution} resolution
 * @returns {Scope}
 */
export function madeScope(variable, unit, { parents, scopes }) {
	const node = variable.declarations[0]?.node;
	if (variable.kind !== 'var' || node?.type !== 'VariableDeclarator') return variable.scope;
	const list = parents.get(/** @type {Node} */ (parents.get(node)));
	const scope = list?.type === 'BlockStatement' ? scopes.get(list) : undefined;
	const isAround = list && list.start <= unit.start && unit.end <= list.end;
	return scope && isAround ? scope : variable.scope;
}
