/** @import { Node } from '../../../types.js' */
/** @import { Span } from '../../../ir/summary.js' */

/** @param {Pick<Node, 'loc'>} node @returns {Span} */
export const spanOf = ({ loc: { start, end } }) => ({
	start: { line: start.line, column: start.column },
	end: { line: end.line, column: end.column },
});
