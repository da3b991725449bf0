/** @import { Node } from '../../../types.js' */
/** @import { AlterFact, HandedFact } from '../../../ir/summary.js' */
/** @import { EffectAnalysis } from '../../../ir/effect-analysis.js' */
/** @import { Variable } from '../../../ast/scope.js' */
/** @import { Tracker } from './tracker.js' */
/** @import { View } from './view.js' */
import {
	chainRoot,
	isCall,
	isFunction,
	isMember,
	patternNames,
	propertyName,
	unwrap,
} from '../../../ast/shapes.js';
import { functionOf } from '../../../ir/values.js';
import { isMutatorMethod, isReaderMethod } from '../../../knowledge/methods.js';
import { callOf } from './members.js';
import { isStateful } from './results.js';

/** `fn`: the function of which the callee is a parameter. @typedef {HandedFact & { variables: Variable[], fn: Node | null }} HandedOn */

/** Methods that call a function with the elements of a collection. */
const GIVES_ELEMENTS = /^(forEach|map|flatMap|filter|find|findLast|some|every)$/;

/**
 * Where a module hands what variables of its top level hold to functions that it does not know: `plugin(state)`, where `plugin` is a
 * parameter, or was kept in a list. Which of the module's functions has been given what it kept does not show.
 *
 * @param {View} view
 * @param {EffectAnalysis} effects
 * @returns {HandedOn[]}
 */
export function findHanded({ parents, variableOf }, effects) {
	/** @type {HandedOn[]} */
	const found = [];
	/** @param {Variable} callee @param {Node | null | undefined} value @param {number} argument */
	const add = ({ kind, scope }, value, argument) => {
		const variables = statesIn(value, effects);
		const fn = kind === 'param' ? scope.node : null;
		if (variables.length > 0)
			found.push({ argument, variables, locals: variables.map(({ name }) => name), fn });
	};
	for (const call of parents.keys()) {
		if (!isCall(call) || call.arguments.length === 0) continue;
		const callee = /** @type {Node} */ (unwrap(call.callee));
		const root = chainRoot(callee);
		const variable = root.type === 'Identifier' ? variableOf.get(root) : null;
		if (!variable || variable.kind === 'import') continue;
		const name = isMember(callee) ? propertyName(callee) : null;
		if (isMember(callee) && name !== null && GIVES_ELEMENTS.test(name)) {
			const given = unwrap(call.arguments[0]);
			const fn = given?.type === 'Identifier' ? variableOf.get(given) : null;
			if (fn && !fn.isTopLevel && !functionOf(fn)) add(fn, callee.object, 0);
			continue;
		}
		const isBuiltIn = name !== null && (isMutatorMethod(name) || isReaderMethod(name));
		const isElement = isMember(callee) && name === null;
		if (isBuiltIn || (variable.isTopLevel && !isElement)) continue;
		if (effects.callees.ofCall(call).length > 0) continue;
		for (const [argument, value] of call.arguments.entries()) add(variable, value, argument);
	}
	return found;
}

/** @param {Node | null | undefined} value @param {EffectAnalysis} effects @returns {Variable[]} of which it is an object, or a new list or object with one in it */
function statesIn(value, { aliases }) {
	const node = unwrap(value ?? null);
	if (!node || isFunction(node)) return [];
	const isMade = /^(Object|Array)Expression$/.test(node.type);
	return [...aliases.of(node, isMade ? [null] : [])].filter(isStateful);
}

/**
 * What a function does with its arguments that changes them, or may do so: a method of them that it calls.
 *
 * @param {Node} fn
 * @param {EffectAnalysis} effects
 * @param {Tracker} tracker
 * @returns {AlterFact[]}
 */
export function altersOf(fn, effects, tracker) {
	if (fn.params.length === 0) return [];
	/** @type {AlterFact[]} */
	const found = [];
	for (const [argument, node] of effects.summarise(fn).mutatedParams)
		found.push({ argument, member: null, putsCode: putsFunction(node) });
	fn.params.forEach((/** @type {Node} */ param, /** @type {number} */ argument) => {
		for (const id of patternNames(param)) {
			for (const { node, role } of tracker.declaredBy(id)?.references ?? []) {
				const member = role === 'read' ? callOf(node, tracker)?.names.at(-1) : undefined;
				if (member !== undefined && !isReaderMethod(member))
					found.push({ argument, member, putsCode: false });
			}
		}
	});
	return found;
}

/** @param {Node} node of a change @returns {boolean} */
const putsFunction = (node) =>
	[node.right, ...(node.arguments ?? [])].some((one) => {
		const value = unwrap(one ?? null);
		return value !== null && isFunction(value);
	});

/** @param {Node} argument of a call @param {View['variableOf']} variableOf @returns {Node[]} the functions of the module that it hands on */
export function functionsGiven(argument, variableOf) {
	const value = unwrap(argument);
	if (!value) return [];
	if (isFunction(value)) return [value];
	if (value.type === 'ObjectExpression')
		return value.properties
			.map((/** @type {Node} */ one) => (isFunction(one) ? one : unwrap(one.value ?? null)))
			.filter((/** @type {Node | null} */ one) => one !== null && isFunction(one));
	const variable = value.type === 'Identifier' ? variableOf.get(value) : null;
	const fn = variable ? functionOf(variable) : null;
	return fn ? [fn] : [];
}

/** @param {readonly HandedOn[]} handed @returns {HandedFact[]} */
export const factsOfHanded = (handed) =>
	handed.map(({ argument, locals }) => ({ argument, locals }));
