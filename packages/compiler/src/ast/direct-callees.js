/** @import { Node } from '../types.js' */
import { walk } from './babel.js';
import { isCall, unwrap } from './shapes.js';

/** What a text has that may hold such a call. */
export const INDIRECT = /\(\s*0\s*,/;

/**
 * Read `(0, lib_1.parse)(text)` as `lib_1.parse(text)`, in the tree alone.
 *
 * Compilers to CommonJS write each call of an import like this, so that the function does not get the module as `this`. Which
 * function is called, and what it does, is the same; the text stays. `(0, eval)(text)` is another function than `eval(text)`.
 *
 * @param {Node} program changed in place
 */
export function readDirectCallees(program) {
	walk(program, (node) => {
		const key = isCall(node) ? 'callee' : node.type === 'TaggedTemplateExpression' ? 'tag' : null;
		const callee = key && unwrap(node[key]);
		if (callee?.type !== 'SequenceExpression' || callee.expressions.length !== 2) return;
		const [zero, called] = callee.expressions;
		if (zero.type === 'NumericLiteral' && zero.value === 0 && called.name !== 'eval')
			node[/** @type {string} */ (key)] = called;
	});
}
