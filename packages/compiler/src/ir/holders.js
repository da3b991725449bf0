/** @import { Node } from '../types.js' */
/** @import { Resolution } from '../ast/resolve.js' */
/** @import { Effect } from './module.js' */
/** @import { Variable } from '../ast/scope.js' */
import { isCall, isClass, isMember, isWrapper, propertyName, unwrap } from '../ast/shapes.js';
import { holderOfThis } from './receiver.js';

/**
 * The variables that hold what `this` is in static methods, and in methods of literals.
 */

/**
 * @param {Node} node a class or an object literal
 * @param {Resolution} resolution
 * @returns {Variable | null} the top-level variable that is declared with it, or with an object that it is part of
 */
export function variableHolding(node, { parents, program }) {
	let child = node;
	for (let at = parents.get(node); at; at = parents.get(at)) {
		const isNamed = isClass(child) && child.id && child.type === 'ClassDeclaration';
		const declarator = at.type === 'VariableDeclarator' && at.init === child ? at : null;
		const id = declarator?.id ?? (isNamed ? child.id : null);
		if (id) {
			const variable = id.type === 'Identifier' ? program.lookup(id.name) : null;
			const isIt = variable?.declarations.some((one) => one.node === (declarator ?? child));
			return variable && isIt ? variable : null;
		}
		const isPart =
			isWrapper(at) ||
			/^(Object|Array)Expression$/.test(at.type) ||
			((at.type === 'ObjectProperty' || (at.type === 'ClassProperty' && at.static)) &&
				at.value === child) ||
			(at.type === 'ClassBody' && child.type === 'ClassProperty') ||
			(isClass(at) && at.body === child);
		if (!isPart) return null;
		child = at;
	}
	return null;
}

/**
 * What an effect changes, where that is the class or the literal that holds the code: `static raise() { this.level++; }`,
 * `add(row) { this.constructor.rows.push(row); }`.
 *
 * A literal counts only where it has the property: others serve as prototypes.
 *
 * @param {Extract<Effect, { variable: Variable }>} effect
 * @param {Resolution} resolution
 * @returns {Variable} that of the effect for any other
 */
export function changedVariable({ variable, node }, resolution) {
	if (variable.kind !== 'this') return variable;
	const holder = holderOfThis(variable.scope.node, resolution.parents);
	if (!holder || holder.kind === 'prototype') return variable;
	const key = keyChanged(node);
	if (holder.kind === 'instance' && key !== 'constructor') return variable;
	const hasKey = (/** @type {Node} */ one) => key !== null && propertyName(one) === key;
	if (holder.kind === 'literal' && !holder.node.properties.some(hasKey)) return variable;
	return variableHolding(holder.node, resolution) ?? variable;
}

/** `n` of `this.n++`, `this.n.list.push(x)`. @param {Node} node of an effect @returns {string | null} */
export function keyChanged(node) {
	const target = node.left ?? node.argument ?? (isCall(node) ? node.callee : null);
	/** @type {string | null} */
	let key = null;
	let at = /** @type {Node | undefined} */ (unwrap(target) ?? undefined);
	for (; at && isMember(at); at = unwrap(at.object)) key = propertyName(at);
	return at?.type === 'ThisExpression' ? key : null;
}
