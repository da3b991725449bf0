/** @import { Flow, Frame } from './flow.js' */
import { Cell } from './graph.js';

/**
 * A function that runs though no text calls it, because of the name that it is put under: operators and functions of the
 * platform call it, with an object that came with a call as well, or go through all properties of the object that has it.
 *
 * @param {Flow} flow
 * @param {{ name: string | null, cell: Cell, targets: Cell, frame: Frame }} method `name`: null for one that the text does not
 *   show; `targets`: the objects that have it
 */
export function hide(flow, { name, cell, targets, frame }) {
	const self = new Cell();
	flow.graph.flow(targets, self);
	const foreign = new Cell();
	if (name !== null) flow.graph.add(foreign, flow.isOpen ? flow.outside : flow.input);
	flow.graph.flow(foreign, self);
	flow.graph.watch(cell, (value) => {
		if (!value.isCallable || value.kind === 'any-method') return;
		if (value.node && value.kind === 'function') flow.hidden.add(value.node);
		const given = { self, args: [foreign], rest: null, out: new Cell(), frame, node: frame };
		if (value.kind === 'function' || value.kind === 'bound') flow.call(value, given);
	});
}
