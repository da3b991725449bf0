/** @import { Node } from '../../types.js' */
/** @import { Flow, Frame } from './flow.js' */
import { Cell } from './graph.js';

/**
 * A call of one function: `self` is `this`, `args` the arguments by position, `rest` what a spread puts at the positions after
 * them.
 *
 * @typedef {{ self: Cell, args: Cell[], rest: Cell | null, out: Cell, frame: Frame, node: Node, isGap?: boolean }} Call
 */

/** @param {Call} given @returns {Cell[]} */
export const argumentsOf = ({ args, rest }) => (rest ? [...args, rest] : args);

/** @param {Call} given @param {number} index @returns {Cell} what a parameter may get */
export function argumentAt({ args, rest }, index) {
	const given = args[index];
	return given ?? rest ?? new Cell();
}

/** Code of other files, or what the analysis does not know. @param {Flow} flow @param {Call} given @param {string} what */
export function callUnknown(flow, given, what) {
	if (flow.isOpen) {
		for (const part of [given.self, ...argumentsOf(given)])
			flow.graph.flow(part, flow.outside.star);
	} else flow.fail(given.frame, `it calls ${what}`);
	flow.graph.add(given.out, flow.outside);
	flow.graph.flow(flow.outside.star, flow.caught);
}
