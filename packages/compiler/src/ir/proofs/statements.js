/** @import { Node } from '../../types.js' */
/** @import { Flow, Frame } from './flow.js' */
import { isFunction } from '../../ast/shapes.js';
import { awaitedOf, iterate, unionOf } from './access.js';
import { bind } from './bind.js';
import { bodyOf } from './bodies.js';
import { Cell } from './graph.js';

/** Edges of loops, declarations and steps of generators. @typedef {(flow: Flow, node: Node, frame: Frame) => void} Rule */

/** @type {Rule} */
export function loop(flow, node, frame) {
	const isOf = node.type === 'ForOfStatement';
	const taken = isOf ? iterate(flow, flow.cellOf(node.right), frame) : new Cell();
	const value = node.await ? unionOf(flow, [taken, awaitedOf(flow, taken)]) : taken;
	const declared = node.left.type === 'VariableDeclaration';
	if (declared && /using$/.test(node.left.kind)) flow.giveUp('a resource');
	bind(flow, declared ? node.left.declarations[0].id : node.left, { value, frame });
}

/** @type {Rule} */
export function declarator(flow, node, frame) {
	const kind = flow.parents.get(node)?.kind;
	if (/using$/.test(kind)) flow.giveUp('a resource');
	const parent = flow.parents.get(/** @type {Node} */ (flow.parents.get(node)));
	const isHead =
		/^For(In|Of)Statement$/.test(parent?.type ?? '') && parent?.left === flow.parents.get(node);
	if (isHead) return;
	const value = node.init ? flow.cellOf(node.init) : new Cell();
	bind(flow, node.id, { value, frame, isDeclaration: true });
}

/** @type {Rule} */
export function yieldExpression(flow, node, frame) {
	const owner = isFunction(frame) ? bodyOf(flow, frame) : null;
	if (!owner) return;
	const { graph } = flow;
	const value = node.argument ? flow.cellOf(node.argument) : new Cell();
	const given = node.delegate
		? iterate(flow, value, frame)
		: unionOf(flow, [value, awaitedOf(flow, value)]);
	graph.watch(owner.result, (made) => {
		graph.flow(given, made.star);
		if (made.sent) graph.flow(made.sent, flow.cellOf(node));
	});
	if (node.delegate) graph.watch(value, (one) => graph.flow(one.all, flow.cellOf(node)));
}

/** @type {Rule} */
export function enumeration(flow, node) {
	const variable = flow.declarations.get(node.id);
	if (!variable) return;
	flow.declared.add(variable);
	flow.graph.add(flow.cellOfVariable(variable), flow.made(node, 'object'));
}
