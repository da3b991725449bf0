/** @import { Node } from '../../types.js' */
/** @import { EffectAnalysis } from '../../ir/effect-analysis.js' */
/** @import { Variable } from '../../ast/scope.js' */
import { isMember, propertyName, unwrap } from '../../ast/shapes.js';
import { givesReceiver } from '../../knowledge/methods.js';

/**
 * The variables whose object an expression gives whole, alone or in a literal. `rows.length` and
 * `rows[0]` give something else.
 *
 * @param {Node} expression
 * @param {EffectAnalysis} effects
 * @returns {Set<Variable>}
 */
export function valuesWithin(expression, effects) {
	const node = unwrap(expression);
	const part = (/** @type {Node} */ one) => one.argument ?? one;
	/** @param {(Node | null | undefined)[]} parts */
	const union = (parts) =>
		new Set(parts.flatMap((one) => (one ? [...valuesWithin(one, effects)] : [])));
	switch (node.type) {
		case 'ObjectExpression':
			return union(node.properties.map((/** @type {Node} */ one) => one.value ?? part(one)));
		case 'ArrayExpression':
			return union(node.elements.map((/** @type {Node | null} */ one) => one && part(one)));
		case 'ConditionalExpression':
			return union([node.consequent, node.alternate]);
		case 'LogicalExpression':
			return union([node.left, node.right]);
		case 'CallExpression': {
			const isReceiver = isMember(node.callee) && givesReceiver(propertyName(node.callee) ?? '');
			return isReceiver ? valuesWithin(node.callee.object, effects) : new Set();
		}
		default:
			// Of `const { width, ...rest } = LIMITS`, neither is an object of `LIMITS`.
			return isMember(node) ? new Set() : effects.shared.of(node);
	}
}
