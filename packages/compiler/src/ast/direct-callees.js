/** @import { Node } from '../types.js' */
import { walk } from './babel.js';
import { isCall, unwrap } from './shapes.js';

/** Where a text may have such a callee. */
const INDIRECT = /\(\s*0\s*,/g;

/**
 * Read `(0, lib_1.parse)(text)` as `lib_1.parse(text)`, in the tree alone.
 *
 * Compilers to CommonJS write each call of an import like this, so that the function does not get the module as `this`. Which
 * function is called, and what it does, is the same; the text stays. `(0, eval)(text)` is another function than `eval(text)`.
 *
 * @param {Node} program changed in place
 * @param {string} source
 */
export function readDirectCallees(program, source) {
	const places = [...source.matchAll(INDIRECT)].map(({ index }) => index);
	if (places.length === 0) return;
	walk(program, (node) => {
		if (!hasBetween(places, node)) return false;
		const key = isCall(node) ? 'callee' : node.type === 'TaggedTemplateExpression' ? 'tag' : null;
		const callee = key && unwrap(node[key]);
		if (callee?.type !== 'SequenceExpression' || callee.expressions.length !== 2) return true;
		const [zero, called] = callee.expressions;
		if (zero.type === 'NumericLiteral' && zero.value === 0 && called.name !== 'eval')
			node[/** @type {string} */ (key)] = called;
		return true;
	});
}

/** @param {number[]} places in order @param {import('./tree.js').Range} range @returns {boolean} */
function hasBetween(places, { start, end }) {
	let low = 0;
	let high = places.length;
	while (low < high) {
		const middle = (low + high) >> 1;
		if (/** @type {number} */ (places[middle]) < start) low = middle + 1;
		else high = middle;
	}
	return low < places.length && /** @type {number} */ (places[low]) < end;
}
