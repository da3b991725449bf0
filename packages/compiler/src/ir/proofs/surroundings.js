/** @import { Node } from '../../types.js' */
/** @import { Variable } from '../../ast/scope.js' */
/** @import { Flow } from './flow.js' */
/** @import { Cell } from './graph.js' */
/** @import { Value } from './value.js' */
import { isClass, isFunction } from '../../ast/shapes.js';
import { pathOfImport } from '../../knowledge/platform/table.js';
import { importOf } from '../values.js';
import { cellWith } from './access.js';
import { bodyOf } from './bodies.js';

/**
 * The code whose `this` and `arguments` a node has.
 *
 * @param {Flow} flow
 * @param {Node} node
 * @returns {Node | null} a function; a class, for the fields of its instances; a static field or block; null at the top level
 */
export function ownerOfThis(flow, node) {
	let child = node;
	for (let at = flow.parents.get(node); at; child = at, at = flow.parents.get(at)) {
		if (isFunction(at) && at.type !== 'ArrowFunctionExpression') {
			if (child === at.key) continue;
			return at;
		}
		if (at.type === 'StaticBlock') return at;
		const isField = /^Class(Private)?Property$|^ClassAccessorProperty$/.test(at.type);
		if (!isField || child !== at.value) continue;
		return at.static ? at : classAround(flow, at);
	}
	return null;
}

/** @param {Flow} flow @param {Node} node @returns {Node | null} */
function classAround(flow, node) {
	for (let at = flow.parents.get(node); at; at = flow.parents.get(at)) if (isClass(at)) return at;
	return null;
}

/** @param {Flow} flow @param {Variable} variable @returns {Value | null} null for what is no import */
export function valueOfImport(flow, variable) {
	let value = flow.imports.get(variable);
	if (value === undefined) flow.imports.set(variable, (value = findImport(flow, variable)));
	return value;
}

/** @param {Flow} flow @param {Variable} variable @returns {Value | null} */
function findImport(flow, variable) {
	const from = importOf(variable, flow.parents);
	if (!from) return null;
	flow.declared.add(variable);
	const names = from.name === '*' || from.name === 'default' ? [] : [from.name];
	const path = pathOfImport(from.source, names);
	return path === null ? flow.outside : flow.namedValue('platform', path);
}

/** @param {Flow} flow @param {Node} node `this`, `super` @returns {Cell} */
export function selfOf(flow, node) {
	const owner = ownerOfThis(flow, node);
	if (!owner) return cellWith(flow, flow.outside);
	if (owner.static && !isFunction(owner)) {
		const definition = /** @type {Node} */ (
			flow.parents.get(/** @type {Node} */ (flow.parents.get(owner)))
		);
		return cellWith(flow, flow.made(definition, 'other', 'class'));
	}
	return bodyOf(flow, owner).self;
}
