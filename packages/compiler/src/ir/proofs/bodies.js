/** @import { Node } from '../../types.js' */
/** @import { Body, Flow } from './flow.js' */
import { isClass } from '../../ast/shapes.js';
import { awaitedOf } from './access.js';
import { Cell, NOTHING } from './graph.js';
import { Value } from './value.js';

/** @param {Flow} flow @param {Node} fn @returns {Body} */
export function bodyOf(flow, fn) {
	const known = flow.bodies.get(fn);
	if (known) return known;
	const { graph } = flow;
	/** @type {Body} */
	const body = {
		node: fn,
		params: (fn.params ?? []).map(() => new Cell()),
		self: new Cell(),
		replacing: isClass(fn) ? new Cell() : NOTHING,
		list: new Value('fresh', { node: fn, shape: 'array' }).ready(graph),
		returned: new Cell(),
		result: new Cell(),
		isEntered: false,
	};
	flow.bodies.set(fn, body);
	if (fn.generator) {
		const made = new Value('fresh', { node: fn, shape: 'generator' }).ready(graph);
		made.sent = new Cell();
		graph.flow(body.returned, made.star);
		graph.add(body.result, made);
	} else if (fn.async) {
		const made = new Value('fresh', { node: fn, shape: 'promise' }).ready(graph);
		graph.flow(awaitedOf(flow, body.returned), made.star);
		graph.add(body.result, made);
	} else graph.flow(body.returned, body.result);
	return body;
}

/** Have a function's code read, once. @param {Flow} flow @param {Body} body */
export function enter(flow, body) {
	if (body.isEntered) return;
	body.isEntered = true;
	flow.pending.push({ root: body.node, frame: body.node, isBody: true });
}
