/** @import { Node } from '../../../types.js' */
/** @import { EffectAnalysis } from '../../../ir/effect-analysis.js' */
/** @import { Variable } from '../../../ast/scope.js' */
/** @import { View } from './view.js' */
import {
	isCall,
	isClass,
	isFunction,
	isMember,
	isPrimitiveLiteral,
	membersOf,
	propertyName,
	unwrap,
} from '../../../ast/shapes.js';
import { returnedBy } from '../../../ir/callees.js';
import { classOf, constantValueOf, functionOf } from '../../../ir/values.js';
import { addsArgument } from '../../../knowledge/methods.js';

/**
 * The variables of the top level that hold what calls of a function give, or that it is a part of: `all` of `(key) => all[key]`,
 * `spaces` of a function that returns what it finds there, or puts there.
 *
 * @param {Node} fn
 * @param {EffectAnalysis} effects
 * @returns {Variable[]}
 */
export function statesGivenBy(fn, effects) {
	if (fn.async || fn.generator) return [];
	const { aliases } = effects;
	/** @type {Set<Variable>} */
	const found = new Set();
	for (const value of returnedBy(fn)) {
		for (const variable of aliases.of(value)) {
			if (isStateful(variable)) found.add(variable);
			else if (!variable.isTopLevel)
				for (const one of collectionsOf(variable, effects)) if (isStateful(one)) found.add(one);
		}
	}
	return [...found];
}

/**
 * The functions of a module that others may call by a name of its top level.
 *
 * @param {View} view
 * @returns {Node[]}
 */
export function callableByName({ topLevel }) {
	return [...topLevel.values()].flatMap((variable) => {
		const fn = functionOf(variable);
		if (fn) return isFunction(fn) ? [fn] : [];
		const value = classOf(variable) ?? constantValueOf(variable);
		if (!value) return [];
		if (isClass(value)) return functionsIn(membersOf(value).filter((one) => one.static));
		return value.type === 'ObjectExpression' ? functionsIn(value.properties) : [];
	});
}

/** @param {Node[]} members @returns {Node[]} */
const functionsIn = (members) =>
	members
		.map((one) => (isFunction(one) ? one : unwrap(one.value ?? null)))
		.filter((/** @type {Node | null} */ one) => one !== null && isFunction(one));

/** @param {Variable} variable @returns {boolean} of the top level, and what it holds can be changed by others */
export function isStateful(variable) {
	const { isTopLevel, kind, declarations } = variable;
	if (!isTopLevel || kind === 'import' || kind === 'this' || declarations.length === 0)
		return false;
	const value = constantValueOf(variable);
	if (functionOf(variable)) return false;
	return !(value && isPrimitiveLiteral(value));
}

/** `spaces.set(name, made)`, `spaces[name] = made`. @param {Variable} variable that is put there @param {EffectAnalysis} effects @returns {Variable[]} */
function collectionsOf({ references }, { aliases }) {
	return references.flatMap(({ node, role }) => {
		const parent = role === 'read' ? aliases.parents.get(node) : null;
		if (parent?.type === 'AssignmentExpression' && parent.right === node) {
			const target = unwrap(parent.left);
			return isMember(target) ? [...aliases.of(target.object)] : [];
		}
		const callee = parent && isCall(parent) ? unwrap(parent.callee) : null;
		return isMember(callee) && addsArgument(propertyName(callee) ?? '')
			? [...aliases.of(callee.object)]
			: [];
	});
}

/**
 * The variables of the top level that a list or a collection holds elements of: `[primary, new Queue()]`. The properties of an
 * object go by their names.
 *
 * @param {Node | null} value
 * @param {EffectAnalysis} effects
 * @returns {string[]}
 */
export function heldIn(value, { aliases }) {
	if (!value || !/^(Array|New)Expression$/.test(value.type)) return [];
	const isEmpty = (value.elements ?? value.arguments ?? []).length === 0;
	const held = isEmpty ? [] : [...aliases.of(value, [null])];
	return held.filter(isStateful).map(({ name }) => name);
}
