/** @import { Node } from '../types.js' */
/** @import { Variable } from '../ast/scope.js' */
/** @import { Aliases } from './aliases.js' */
/** @import { EffectAnalysis } from './effect-analysis.js' */
import { isMember, unwrap } from '../ast/shapes.js';

/**
 * `rows = rows.slice()`, or `var rows = []`, before the change, and in any case, makes it a change of the copy.
 *
 * @param {Variable} variable
 * @param {Node} node the change
 * @param {Pick<EffectAnalysis, 'aliases' | 'parents'>} analysis
 * @returns {boolean}
 */
export function isReplacedBefore(variable, node, { aliases, parents }) {
	/** @param {Node} write @param {Node | null | undefined} value */
	const replaces = (write, value) => {
		const statement = /** @type {Node} */ (parents.get(write));
		const block = /Statement|Declaration/.test(statement.type) ? parents.get(statement) : null;
		const isCertain =
			write.end <= node.start &&
			block?.type === 'BlockStatement' &&
			block.start < node.start &&
			node.end <= block.end;
		// A copy has the same parts.
		const path = isOfWhole(node, variable, aliases) ? [] : [null];
		return isCertain && value != null && !aliases.of(value, path).has(variable);
	};
	const isDeclaredAgain = variable.declarations.some(
		(one) => one.node.type === 'VariableDeclarator' && replaces(one.node, one.node.init),
	);
	if (isDeclaredAgain) return true;
	return variable.references.some((one) => {
		const write = one.role === 'write' ? parents.get(one.node) : null;
		const isWhole = write?.type === 'AssignmentExpression' && write.left === one.node;
		return isWhole && replaces(write, write.right);
	});
}

/** @param {Node} node a change @param {Variable} variable @param {Aliases} aliases @returns {boolean} of the object itself, not of a part of it */
function isOfWhole(node, variable, aliases) {
	const target = node.left ?? node.argument ?? node.callee;
	return isMember(target) && aliases.variableOf(unwrap(target.object)) === variable;
}
