/** @import { Parents } from '../../../ast/parents.js' */
/** @import { Node } from '../../../types.js' */
/** @import { Span } from '../../../ir/summary.js' */
import { codeAround } from '../../../ast/class-parts.js';

/** @param {Pick<Node, 'loc'>} node @returns {Span} */
export const spanOf = ({ loc: { start, end } }) => ({
	start: { line: start.line, column: start.column },
	end: { line: end.line, column: end.column },
});

/**
 * The function or field that a node stands in, by its place: whether code of the same function comes before or after another is plain.
 *
 * @param {Node} node
 * @param {Parents} parents
 * @returns {{ within?: string }} empty at the top level
 */
export function withinOf(node, parents) {
	const at = codeAround(node, parents);
	return at ? { within: `${at.loc.start.line}:${at.loc.start.column}` } : {};
}
