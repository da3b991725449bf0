/** @import { Node } from '../../types.js' */
/** @import { Edit, Planned } from '../../ir/module.js' */
/** @import { Names } from './names.js' */
import { walk } from '../../ast/babel.js';
import { isFunction } from '../../ast/shapes.js';

/**
 * A look at the thread's stop flag in each turn of each loop that runs in a call, so that a call that
 * was given up ends without its thread:
 *
 * ```js
 * for (const row of rows) { if ($lp_stop[0] !== 0) $lp_stopped(); total += row; }
 * ```
 *
 * Loops at the top level run while the worker module loads, before any call, and have none.
 *
 * @param {Planned} planned
 * @param {Names} names
 * @returns {Edit[]} insertions; none for a worker module without loops in functions
 */
export function loopChecks({ plans, slice, source }, names) {
	const check = `if (${names.of('stop')}[0] !== 0) ${names.of('stopped')}(); `;
	const regions = [
		...slice.filter((entry) => entry.kept).map((entry) => entry.fragment.node),
		...plans.map(({ unit }) => unit.node),
		...plans.flatMap(({ locals }) => locals.flatMap(({ node }) => (node ? [node] : []))),
	];
	/** @type {Map<Node, Edit[]>} by loop: regions overlap */
	const edits = new Map();
	for (const region of regions) {
		/** @param {Node} node @param {boolean} isInFunction */
		const enter = (node, isInFunction) => {
			if (isInFunction && isLoop(node)) edits.set(node, editsOf(node.body, check, source));
			const isInside = isInFunction || isFunction(node);
			walk(node, (child) => {
				if (child === node) return true;
				enter(child, isInside);
				return false;
			});
		};
		enter(region, false);
	}
	return [...edits.values()].flat();
}

/** @param {Node} node @returns {boolean} */
const isLoop = ({ type }) => /^(For(In|Of)?|While|DoWhile)Statement$/.test(type);

/** @param {Node} body @param {string} check @param {string} source @returns {Edit[]} */
function editsOf(body, check, source) {
	if (body.type !== 'BlockStatement') {
		return [
			{ start: body.start, end: body.start, text: `{ ${check}` },
			{ start: body.end, end: body.end, text: ' }' },
		];
	}
	const at = body.start + 1;
	// Only where something follows on the line is the space after the check needed.
	const text = /^[ \t]*\r?\n/.test(source.slice(at)) ? check.trimEnd() : check;
	return [{ start: at, end: at, text: ` ${text.trimEnd()}` }];
}
