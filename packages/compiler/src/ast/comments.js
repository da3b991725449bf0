/** @import { Node } from '../types.js' */

/**
 * @param {Node} comment
 * @returns {boolean} other tools read it from the module that has the JSX
 */
export const isJsxPragma = (comment) => /@jsx(Frag|Runtime|ImportSource)?\s/.test(comment.value);

/**
 * Where a statement starts, its own doc comment included.
 *
 * @param {Node} statement
 * @param {string} source
 * @returns {number} offset
 */
export function startWithDoc({ leadingComments, start }, source) {
	const comment = leadingComments?.at(-1);
	const isDoc = comment?.type === 'CommentBlock' && comment.value.startsWith('*');
	if (!isDoc || isJsxPragma(comment)) return start;
	return /^\s*$/.test(source.slice(comment.end, start)) ? comment.start : start;
}
