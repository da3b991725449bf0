/** @import { Node } from '../../types.js' */
/** @import { Flow, Frame } from './flow.js' */
/** @import { Cell } from './graph.js' */
import { memberName, unwrap } from '../../ast/shapes.js';
import {
	iterate,
	makeOf,
	readComputed,
	readNamed,
	unionOf,
	writeMember,
	contentsOf,
} from './access.js';
import { selfOf } from './surroundings.js';
import { isPlatformMethod } from './methods.js';

/**
 * Hand a value to a target: a name, a member, or the parts of a pattern.
 *
 * @param {Flow} flow
 * @param {Node} target
 * @param {{ value: Cell, frame: Frame, isDeclaration?: boolean }} given
 */
export function bind(flow, target, { value, frame, isDeclaration = false }) {
	/** @type {[Node, Cell][]} */
	const stack = [[target, value]];
	for (let next = stack.pop(); next; next = stack.pop()) {
		const [wrapped, cell] = next;
		const node = /** @type {Node} */ (unwrap(wrapped));
		switch (node.type) {
			case 'Identifier':
				assign(flow, node, { cell, frame, isDeclaration });
				break;
			case 'MemberExpression':
			case 'OptionalMemberExpression':
				bindMember(flow, node, { cell, frame });
				break;
			case 'AssignmentPattern':
				stack.push([node.left, unionOf(flow, [cell, flow.cellOf(node.right)])]);
				break;
			case 'RestElement':
				stack.push([node.argument, cell]);
				break;
			case 'TSParameterProperty':
				bindProperty(flow, node, { cell, frame });
				stack.push([node.parameter, cell]);
				break;
			case 'ArrayPattern':
				stack.push(...elementsOf(flow, node, { cell, frame }));
				break;
			case 'ObjectPattern':
				stack.push(...propertiesOf(flow, node, { cell, frame }));
				break;
			default:
				flow.giveUp(`a target of type ${node.type}`);
		}
	}
}

/** @typedef {{ cell: Cell, frame: Frame }} Given */

/** @param {Flow} flow @param {Node} node @param {Given & { isDeclaration: boolean }} given */
function assign(flow, node, { cell, frame, isDeclaration }) {
	const declared = flow.declarations.get(node);
	const used = flow.references.get(node);
	const variable = declared ?? used;
	if (!variable) {
		// An undeclared name is a property of the global object.
		if (used === null) flow.fail(frame, 'it assigns to a global');
		flow.graph.flow(cell, flow.outside.star);
		return;
	}
	if (declared) flow.declared.add(declared);
	if (!isDeclaration) flow.assignments.push({ variable, frame });
	flow.graph.flow(cell, flow.cellOfVariable(variable));
}

/** @param {Flow} flow @param {Node} node @param {Given} given */
function bindMember(flow, node, { cell, frame }) {
	const isSuper = unwrap(node.object).type === 'Super';
	const base = isSuper ? selfOf(flow, node) : flow.cellOf(node.object);
	writeMember(flow, { base, name: memberName(node), value: cell, frame, node });
}

/** `constructor(private rows: Row[])`. @param {Flow} flow @param {Node} node @param {Given} given */
function bindProperty(flow, node, { cell, frame }) {
	const name = unwrap(node.parameter.left ?? node.parameter).name ?? null;
	writeMember(flow, { base: selfOf(flow, node), name, value: cell, frame, node });
}

/** @param {Flow} flow @param {Node} pattern @param {Given} given @returns {[Node, Cell][]} */
function elementsOf(flow, pattern, { cell, frame }) {
	const taken = iterate(flow, cell, frame);
	return pattern.elements.filter(Boolean).map((/** @type {Node} */ element) => {
		if (element.type !== 'RestElement') return [element, taken];
		return [element, makeOf(flow, element, { shape: 'array', parts: [taken] })];
	});
}

/** @param {Flow} flow @param {Node} pattern @param {Given} given @returns {[Node, Cell][]} */
function propertiesOf(flow, pattern, { cell, frame }) {
	return pattern.properties.map((/** @type {Node} */ property) => {
		if (property.type === 'RestElement')
			return [
				property,
				makeOf(flow, property, { shape: 'object', parts: [contentsOf(flow, cell)] }),
			];
		const name = memberName(property);
		const read =
			name === null
				? readComputed(flow, { base: cell, frame, isIndex: false })
				: readNamed(flow, { base: cell, name, frame });
		if (name !== null && isPlatformMethod(name))
			flow.graph.add(read, flow.namedValue('method', name));
		return [property.value, read];
	});
}
