/** @import { Node } from '../../../types.js' */
/** @import { Variable } from '../../../ast/scope.js' */
/** @import { EffectAnalysis } from '../../../ir/effect-analysis.js' */
import { chainRoot, isFunction } from '../../../ast/shapes.js';
import { isWithin } from '../../../ast/tree.js';

/**
 * `rows.map((row) => …)`, `for (const row of rows)`: each call of the function, and each iteration, has another element.
 *
 * @param {Variable} variable
 * @param {Node} around a function that a list gives its elements, or a loop
 * @param {EffectAnalysis} effects
 * @returns {boolean} it has the element, or a part of it
 */
export function isElementOf(variable, around, effects) {
	const { declarations, kind, scope } = variable;
	if (isFunction(around) && scope.node === around && kind === 'param')
		return declarations.every(({ id }) => isWithin(id, around.params[0]));
	if (!isWithin(scope.node, around) || kind !== 'const') return false;
	return declarations.every(({ node }) => {
		if (/^For(Of|In)/.test(around.type) && isWithin(node, around.left)) return true;
		const root = node.init && chainRoot(node.init);
		const from = root?.type === 'Identifier' ? effects.aliases.variableOf(root) : null;
		return Boolean(from) && isElementOf(/** @type {Variable} */ (from), around, effects);
	});
}
