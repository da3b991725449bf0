/** @import { Node } from '../../types.js' */
/** @import { EffectAnalysis } from '../../ir/effect-analysis.js' */
/** @import { Variable } from '../../ast/scope.js' */
import { isMember, propertyName, unwrap } from '../../ast/shapes.js';

/** Methods whose result is the object that they were called on. */
const RETURNS_RECEIVER = new Set(['sort', 'reverse', 'fill', 'copyWithin', 'set', 'add']);

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
	/** @param {(Node | null | undefined)[]} parts */
	const union = (parts) =>
		new Set(parts.flatMap((part) => (part ? [...valuesWithin(part, effects)] : [])));
	switch (node.type) {
		case 'ObjectExpression':
			return union(node.properties.map((/** @type {Node} */ one) => one.value ?? one.argument));
		case 'ArrayExpression':
			return union(node.elements.map((/** @type {Node | null} */ one) => one?.argument ?? one));
		case 'ConditionalExpression':
			return union([node.consequent, node.alternate]);
		case 'LogicalExpression':
			return union([node.left, node.right]);
		case 'CallExpression': {
			const isReceiver =
				isMember(node.callee) && RETURNS_RECEIVER.has(propertyName(node.callee) ?? '');
			return isReceiver ? valuesWithin(node.callee.object, effects) : new Set();
		}
		default:
			return isMember(node) ? new Set() : effects.aliases.of(node);
	}
}
