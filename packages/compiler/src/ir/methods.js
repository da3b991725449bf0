/** @import { Node } from '../types.js' */
/** @import { EffectAnalysis } from './effect-analysis.js' */
import {
	isFunction,
	isMember,
	memberName,
	membersOf,
	propertyName,
	unwrap,
} from '../ast/shapes.js';
import { createdWith, namesInParts, staticsCreated } from './compiled-namespaces.js';
import { holderOfThis, ownerOfThis } from './receiver.js';
import { constantValueOf } from './values.js';

/**
 * The functions that a name means as a member of a literal or a class of the module.
 */

/** @param {Node} object `this` @param {string | null} name @param {EffectAnalysis} analysis @param {Find} [find] @returns {Node[]} */
export function methodsOfThis(object, name, analysis, find = memberFunctions) {
	const owner = ownerOfThis(object, analysis.parents);
	const holder = owner && holderOfThis(owner, analysis.parents);
	if (!holder || holder.kind === 'prototype') return [];
	if (holder.kind === 'literal') return find(holder.node.properties, name, false);
	const isStatic = holder.kind === 'class';
	const own = methodsOfClass(holder.node, { name, isStatic, find }, analysis);
	return [...own, ...overriding(holder.node, { name, isStatic, find }, analysis)];
}

/** `static of(list) { return new this(list); }`. @param {Node} node `this` @param {EffectAnalysis} analysis @returns {Node[]} the classes and functions of the module that it may be; empty where it may be anything else */
export function classesOfThis(node, analysis) {
	const owner = ownerOfThis(node, analysis.parents);
	const holder = owner && holderOfThis(owner, analysis.parents);
	if (holder?.kind === 'literal') {
		const created = createdWith(holder.node, analysis.parents);
		return created ? analysis.callees.functions(created) : [];
	}
	if (holder?.kind !== 'class') return [];
	return [holder.node, ...analysis.classes.below(holder.node)];
}

/** @param {Node} object `super` @param {string} name @param {EffectAnalysis} analysis @returns {Node[]} */
export function methodsOfSuper(object, name, analysis) {
	const owner = ownerOfThis(object, analysis.parents);
	const holder = owner && holderOfThis(owner, analysis.parents);
	if (holder?.kind !== 'instance' && holder?.kind !== 'class') return [];
	const parent = analysis.classes.superOf(holder.node);
	return parent
		? methodsOfClass(parent, { name, isStatic: holder.kind === 'class' }, analysis)
		: [];
}

/**
 * `Row.create = (n) => …`, as statements of the program put it into a function, a class or an object.
 *
 * @param {Node} object
 * @param {string} name
 * @param {EffectAnalysis} analysis
 * @returns {Node[]} all that the text assigns; empty when one of them may be anything else
 */
export function assignedMethods(object, name, analysis) {
	const { aliases, callees, parents } = analysis;
	const variable = object.type === 'Identifier' ? aliases.variableOf(object) : null;
	if (!variable) return [];
	const isConstant = constantValueOf(variable) !== null;
	const names = isConstant ? [variable] : namesInParts(variable, analysis);
	if (names.length === 0) return [];
	const all = isConstant ? names : [variable, ...names];
	const references = all.flatMap((one) => one.references);
	const found = references.flatMap(({ node }) => {
		const member = parents.get(node);
		const write = isMember(member) && member?.object === node ? parents.get(member) : null;
		const isPut =
			write?.type === 'AssignmentExpression' && write.left === member && write.operator === '=';
		return isPut && propertyName(/** @type {Node} */ (member)) === name ? [write.right] : [];
	});
	if (found.length === 0)
		return callees.functions(object).flatMap((fn) => staticsCreated(fn, name, analysis));
	const functions = found.map((value) => callees.functions(value));
	return functions.every((one) => one.length > 0) ? functions.flat() : [];
}

/** @typedef {(members: Node[], name: string | null, isStatic: boolean) => Node[]} Find */

/**
 * @param {Node} definition a class
 * @param {{ name: string | null, isStatic: boolean, find?: Find }} asked
 * @param {EffectAnalysis} analysis
 * @returns {Node[]} of the class or the nearest one that it extends
 */
export function methodsOfClass(definition, { name, isStatic, find = memberFunctions }, analysis) {
	/** @type {Set<Node>} */
	const seen = new Set();
	for (
		let at = /** @type {Node | null} */ (definition);
		at && !seen.has(at);
		at = analysis.classes.superOf(at)
	) {
		seen.add(at);
		const found = find(membersOf(at), name, isStatic);
		if (found.length > 0) return found;
	}
	return [];
}

/** What subclasses put in its place. @param {Node} definition @param {{ name: string | null, isStatic: boolean, find: Find }} asked @param {EffectAnalysis} analysis @returns {Node[]} */
const overriding = (definition, { name, isStatic, find }, { classes }) =>
	classes.below(definition).flatMap((one) => find(membersOf(one), name, isStatic));

/**
 * @param {Node[]} members of an object literal or a class
 * @param {string | null} name null: any function of a table
 * @param {boolean} isStatic
 * @returns {Node[]}
 */
export function memberFunctions(members, name, isStatic) {
	if (name === null) {
		const all = members.map(functionIn);
		return all.every((one) => one !== null) ? /** @type {Node[]} */ (all) : [];
	}
	const found = members.find((one) => memberName(one) === name && Boolean(one.static) === isStatic);
	const fn = found ? functionIn(found) : null;
	return fn ? [fn] : [];
}

/** @param {'get' | 'set'} kind @returns {Find} of the accessor of a name; of all accessors where the text does not show which */
const memberAccessors = (kind) => (members, name, isStatic) =>
	members.filter(
		(one) =>
			one.kind === kind &&
			Boolean(one.static) === isStatic &&
			(name === null || memberName(one) === name),
	);

export const memberGetters = memberAccessors('get');
export const memberSetters = memberAccessors('set');

/** @param {Node} member @returns {Node | null} what its name stands for, where that is a function; a getter is none */
function functionIn(member) {
	if (isFunction(member)) return member.kind === 'get' || member.kind === 'set' ? null : member;
	const value = /** @type {Node | null | undefined} */ (unwrap(member.value));
	return value && isFunction(value) ? value : null;
}
