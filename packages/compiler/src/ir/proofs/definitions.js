/** @import { Node } from '../../types.js' */
/** @import { Flow, Frame } from './flow.js' */
/** @import { Cell } from './graph.js' */
/** @import { Value } from './value.js' */
import { isConstruction } from '../../ast/class-parts.js';
import { isFunction, memberName, membersOf } from '../../ast/shapes.js';
import { cellWith, put, readComputed } from './access.js';
import { bind } from './bind.js';
import { bodyOf } from './bodies.js';
import { isHiddenName } from './flow.js';
import { hide } from './hidden.js';

/** Symbols whose methods the platform calls in ways that are not followed. */
const OPAQUE =
	/^@@(hasInstance|species|split|match|matchAll|replace|search|unscopables|dispose|asyncDispose)$/;

/**
 * The functions of a class, and what evaluating it runs.
 *
 * @param {Flow} flow
 * @param {Node} node
 * @param {{ frame: Frame, read: (part: Node) => void }} code `read`: have a part read as code of the frame
 */
export function enterClass(flow, node, { frame, read }) {
	const { graph } = flow;
	const value = flow.made(node, 'other', 'class');
	graph.add(flow.cellOf(node), value);
	const variable = node.id ? flow.declarations.get(node.id) : undefined;
	if (variable) {
		flow.declared.add(variable);
		graph.add(flow.cellOfVariable(variable), value);
	}
	if (node.decorators?.length > 0) flow.giveUp('a decorator');
	if (node.superClass) {
		read(node.superClass);
		graph.flow(flow.cellOf(node.superClass), value.parents);
		if (membersOf(node).some(isConstruction)) giveUpOnLists(flow, value);
	}
	for (const member of membersOf(node)) enterMember(flow, member, { value, frame, read });
}

/** `list.map(f)`, `Rows.of(1)` and the like make instances of a class that extends `Array`: its constructor runs where no text calls it. @param {Flow} flow @param {Value} value a class */
function giveUpOnLists(flow, value) {
	const { graph } = flow;
	/** @type {Set<Value>} */
	const seen = new Set([value]);
	const visit = (/** @type {Value} */ parent) => {
		if (parent.kind === 'platform' && parent.name === 'Array')
			flow.giveUp('the constructor of a class that extends `Array`');
		if (parent.kind !== 'class' || seen.has(parent)) return;
		seen.add(parent);
		graph.watch(parent.parents, visit);
	};
	graph.watch(value.parents, visit);
}

/** @param {Flow} flow @param {Node} member @param {{ value: Value, frame: Frame, read: (part: Node) => void }} code */
function enterMember(flow, member, { value, frame, read }) {
	if (member.decorators?.length > 0) flow.giveUp('a decorator');
	if (member.computed) read(member.key);
	if (member.type === 'StaticBlock') {
		for (const statement of member.body) read(statement);
		return;
	}
	const name = memberName(member);
	if (name === null) flow.giveUp('a member of a class whose name is computed');
	if (isFunction(member)) {
		if (member.kind === 'constructor') return;
		defineMethod(flow, member, { name, holder: member.static ? value : null, owner: value, frame });
		return;
	}
	if (!/^Class(Private)?Property$/.test(member.type)) {
		flow.giveUp(`a ${member.type}`);
		return;
	}
	if (member.static && member.value) {
		read(member.value);
		put(flow, value, { name, value: flow.cellOf(member.value) });
	}
}

/**
 * @param {Flow} flow
 * @param {Node} member a method or an accessor
 * @param {{ name: string | null, holder: Value | null, owner: Value, frame: Frame }} place `holder`: the object that has it; null for
 *   instances of a class, `owner`
 */
function defineMethod(flow, member, { name, holder, owner, frame }) {
	const made = flow.made(member, 'other', 'function');
	const cell = cellWith(flow, made);
	if (member.kind === 'get') flow.addMember('getters', name, cell);
	else if (member.kind === 'set') flow.addMember('setters', name, cell);
	else if (holder) put(flow, holder, { name, value: cell });
	if (!holder || /^[gs]et$/.test(member.kind)) flow.graph.flow(cell, owner.methods);
	const isProtocol = name !== null && name.startsWith('@@');
	if (!/^[gs]et$/.test(member.kind) && (!holder || isProtocol))
		flow.addMember('methods', name, cell);
	if (name !== null && OPAQUE.test(name)) flow.giveUp(`\`${name}\``);
	const isAccessor = /^[gs]et$/.test(member.kind);
	if (isAccessor && name !== null && isHiddenName(name) && name !== '@@toStringTag')
		flow.giveUp(`an accessor \`${name}\``);
	// What goes through the properties of an object runs its own getters.
	const isHidden = holder ? member.kind === 'get' : false;
	if (isHidden || (name !== null && isHiddenName(name))) {
		const targets = holder ? cellWith(flow, holder) : flow.instances;
		hide(flow, { name: isHidden ? null : name, cell, targets, frame });
	}
}

/** @param {Flow} flow @param {Node} node an object literal @param {Frame} frame */
export function fillLiteral(flow, node, frame) {
	const { graph } = flow;
	const value = flow.made(node, 'object');
	graph.add(flow.cellOf(node), value);
	for (const property of node.properties) {
		if (property.type === 'SpreadElement') {
			const base = flow.cellOf(property.argument);
			graph.flow(readComputed(flow, { base, frame, isIndex: true }), value.spread);
			value.own.clear();
			continue;
		}
		const name = memberName(property);
		if (name !== null) value.own.add(name);
		if (isFunction(property)) {
			if (name === null) flow.giveUp('a method whose name is computed');
			defineMethod(flow, property, { name, holder: value, owner: value, frame });
			continue;
		}
		const cell = flow.cellOf(property.value);
		if (name === '__proto__' && !property.computed && !property.shorthand)
			graph.flow(cell, value.parents);
		else put(flow, value, { name, value: cell });
		if (name?.startsWith('@@')) flow.addMember('methods', name, cell);
		if (name !== null && OPAQUE.test(name)) flow.giveUp(`\`${name}\``);
		if (name === null || isHiddenName(name))
			hide(flow, { name, cell, targets: cellWith(flow, value), frame });
	}
}

/** Read the code of a function: its parameters, and its body is left to the reader. @param {Flow} flow @param {Node} fn */
export function bindParameters(flow, fn) {
	const body = bodyOf(flow, fn);
	fn.params.forEach((/** @type {Node} */ param, /** @type {number} */ index) => {
		const given = /** @type {Cell} */ (body.params[index]);
		if (param.type !== 'RestElement') {
			bind(flow, param, { value: given, frame: fn, isDeclaration: true });
			return;
		}
		const list = flow.made(param, 'array');
		flow.graph.flow(given, list.star);
		bind(flow, param.argument, { value: cellWith(flow, list), frame: fn, isDeclaration: true });
	});
}
