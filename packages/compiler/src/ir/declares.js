/** @import { Node } from '../types.js' */
/** @import { Variable } from '../ast/scope.js' */

/**
 * @param {Node} pattern a parameter
 * @param {Iterable<Variable>} variables
 * @returns {boolean} whether it declares one of the variables
 */
export function declaresOneOf(pattern, variables) {
	for (const { declarations } of variables) {
		const isDeclared = declarations.some(
			({ id }) => pattern.start <= id.start && id.end <= pattern.end,
		);
		if (isDeclared) return true;
	}
	return false;
}
