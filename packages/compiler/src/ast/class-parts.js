/** @import { Parents } from './parents.js' */
/** @import { Node } from '../types.js' */
import { isFunction, membersOf } from './shapes.js';

/**
 * @param {Node} definition a class
 * @returns {Node[]} what evaluating it runs: its base, decorators, computed names, static blocks and values of static properties
 */
export function partsEvaluated(definition) {
	const { decorators, superClass } = definition;
	const parts = [...(decorators ?? []), ...(superClass ? [superClass] : [])];
	for (const member of membersOf(definition)) {
		parts.push(...(member.decorators ?? []));
		if (member.computed) parts.push(member.key);
		if (member.type === 'StaticBlock') parts.push(member);
		else if (member.static && isField(member) && member.value) parts.push(member.value);
	}
	return parts;
}

/** @param {Node} member @returns {boolean} `id = 0`, `#id = 0`, `accessor id = 0` of a class */
const isField = ({ type }) => /^Class\w*Property$/.test(type);

/** @param {Node} member of a class @returns {boolean} each new instance runs it: its constructor, and fields of instances */
export const isConstruction = (member) =>
	member.kind === 'constructor' || (isField(member) && !member.static);

/** @param {Node} definition a class @returns {Node[]} what `new C()` runs of it: parameters and body of its constructor, and values of fields */
export const partsOfConstruction = (definition) =>
	membersOf(definition)
		.filter(isConstruction)
		.flatMap(({ params, body, value }) => (params ? [...params, body] : value ? [value] : []));

/**
 * Whether a node keeps code for later that stands in it: a function, and the value of a field, which each new instance evaluates. The
 * computed name of a field belongs to the class.
 *
 * @param {Node} node
 * @param {Node} child of it, in which the code stands
 * @returns {boolean}
 */
export const isRunLater = (node, child) =>
	isFunction(node) || (isConstruction(node) && node.value === child);

/** @param {Node} node @param {Parents} parents @returns {Node | null} the innermost function or field around it whose code it is; null for that of the module */
export function codeAround(node, parents) {
	let child = node;
	for (let at = parents.get(node); at; at = parents.get(at)) {
		if (isRunLater(at, child)) return at;
		child = at;
	}
	return null;
}
