/** @import { Node } from '../../types.js' */
/** @import { EffectAnalysis } from '../../ir/effect-analysis.js' */
/** @import { Variable } from '../../ast/scope.js' */
import { isMember, propertyName, unwrap } from '../../ast/shapes.js';
import { returnedBy } from '../../ir/callees.js';
import { givesReceiver } from '../../knowledge/methods.js';

/**
 * What the functions return that a call may call. Their own parameters and locals are of that call alone, and hold what
 * other code changes only where that has another name, too.
 *
 * @param {Node} call
 * @param {EffectAnalysis} effects
 * @param {{ spreads?: boolean, calls?: boolean }} options
 * @returns {Set<Variable>}
 */
function returnedFrom(call, effects, options) {
	const once = { ...options, calls: false };
	const found = effects.callees.ofCall(call).flatMap(({ fn }) => {
		if (fn.async || fn.generator) return [];
		const scope = effects.resolution.scopes.get(fn);
		return returnedBy(fn)
			.flatMap((one) => [...valuesWithin(one, effects, once)])
			.filter((one) => !scope || !one.scope.isWithin(scope));
	});
	return new Set(found);
}

/**
 * The variables whose object an expression gives whole, alone or in a literal. `rows.length` and
 * `rows[0]` give something else.
 *
 * @param {Node} expression
 * @param {EffectAnalysis} effects
 * @param {{ spreads?: boolean, calls?: boolean }} [options] `spreads` (default): also those whose parts are spread into a literal;
 *   `calls`: also what functions of the module return, in their terms, but not what these call in turn
 * @returns {Set<Variable>}
 */
export function valuesWithin(expression, effects, options = {}) {
	const node = unwrap(expression);
	const part = (/** @type {Node} */ one) =>
		one.argument && options.spreads === false ? null : (one.argument ?? one);
	/** @param {(Node | null | undefined)[]} parts */
	const union = (parts) =>
		new Set(parts.flatMap((one) => (one ? [...valuesWithin(one, effects, options)] : [])));
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
			if (isReceiver) return valuesWithin(node.callee.object, effects, options);
			return options.calls ? returnedFrom(node, effects, options) : new Set();
		}
		default:
			// Of `const { width, ...rest } = LIMITS`, neither is an object of `LIMITS`.
			return isMember(node) ? new Set() : effects.shared.of(node);
	}
}
