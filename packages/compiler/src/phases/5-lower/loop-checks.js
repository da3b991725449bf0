/** @import { Parents } from '../../ast/parents.js' */
/** @import { Node } from '../../types.js' */
/** @import { Edit, Planned } from '../../ir/module.js' */
/** @import { Names } from './names.js' */
import { isFunction, LOOPS } from '../../ast/shapes.js';
import { nodesOf } from '../../ast/tree.js';
import { codeOfWorker } from '../../ir/worker-code.js';
import { isShortLoop } from './short-loops.js';
import { findShown } from './shown-functions.js';

/**
 * A look at the thread's stop flag in each turn of the loops that may run long, so that a call that was
 * given up ends without its thread:
 *
 * ```js
 * while (queue.length > 0) { if ($lp_stop[0] !== 0) $lp_stopped(); visit(queue.pop()); }
 * ```
 *
 * Loops at the top level run while the worker module loads, before any call, and have none. Neither
 * have short loops, which would pay for it: a turn of one or two cycles takes half as long again with
 * any check, however it is written (bench/cancellation).
 *
 * @param {Planned} planned
 * @param {Names} names
 * @returns {Edit[]} insertions; none for a worker module without such loops in functions
 */
export function loopChecks(planned, names) {
	const check = `if (${names.of('stop')}[0] !== 0) ${names.of('stopped')}();`;
	/** @type {Map<Node, Edit[]>} by loop: regions overlap */
	const edits = new Map();
	const regions = codeOfWorker(planned);
	for (const region of regions) {
		for (const loop of nodesOf(region, LOOPS)) {
			if (isInFunction(loop, region, planned.resolution.parents) && !isShortLoop(loop))
				edits.set(loop, editsOf(loop.body, check));
		}
	}
	if (edits.size === 0) return [];
	const shown = [...findShown(regions, planned)];
	return [...edits].flatMap(([loop, made]) =>
		shown.some(({ start, end }) => start <= loop.start && loop.end <= end) ? [] : made,
	);
}

/** @param {Node} loop @param {Node} region @param {Parents} parents @returns {boolean} a function of the region runs it */
function isInFunction(loop, region, parents) {
	for (let at = /** @type {Node | undefined} */ (loop); at; at = parents.get(at)) {
		if (isFunction(at)) return true;
		if (at === region) return false;
	}
	return false;
}

/** @param {Node} body @param {string} check @returns {Edit[]} */
function editsOf(body, check) {
	if (body.type === 'BlockStatement') {
		const at = body.start + 1;
		return [{ start: at, end: at, text: ` ${check}` }];
	}
	return [
		{ start: body.start, end: body.start, text: `{ ${check} `, opens: body.end + 0.5 },
		{ start: body.end, end: body.end, text: ' }', closes: body.start - 0.5 },
	];
}
