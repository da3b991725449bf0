/** @import { Node } from '../../types.js' */
/** @import { Variable } from '../../ast/scope.js' */
/** @import { EffectAnalysis } from '../../ir/effect-analysis.js' */
import {
	isCall,
	isClass,
	isFunction,
	isMember,
	patternNames,
	propertyName,
	unwrap,
} from '../../ast/shapes.js';
import { argumentsAt } from '../../ir/parameters.js';
import { isCode } from './contents.js';

/**
 * Whether the program puts functions or classes into what a variable holds, so that no clone of it can be sent:
 *
 * ```js
 * const handlers = new Map();
 * const register = (name, run) => handlers.set(name, run);
 * register('double', (x) => x * 2);
 * ```
 *
 * @param {Variable} variable
 * @param {EffectAnalysis} effects
 * @returns {boolean}
 */
export function takesCode(variable, effects) {
	const seen = new Set();
	return (changesOf(effects).get(variable) ?? []).some((node) =>
		valuesPut(node).some((value) => holdsCode(value, { effects, seen })),
	);
}

/** Where the module itself changes what variables hold: of each of them, each plan asks. @type {WeakMap<EffectAnalysis, Map<Variable, Node[]>>} */
const known = new WeakMap();

/** @param {EffectAnalysis} effects @returns {Map<Variable, Node[]>} */
function changesOf(effects) {
	const before = known.get(effects);
	if (before) return before;
	/** @type {Map<Variable, Node[]>} */
	const found = new Map();
	for (const effect of effects.anywhere(effects.resolution.program.node)) {
		if (effect.kind !== 'mutate' || effect.via.length > 0) continue;
		const nodes = found.get(effect.variable);
		if (nodes) nodes.push(effect.node);
		else found.set(effect.variable, [effect.node]);
	}
	known.set(effects, found);
	return found;
}

/** Functions that put what they are given into an object; what `sort` and others get they call. */
const PUTS = /^(push|unshift|splice|fill|with|set|add|assign)$/;

/** @param {Node} change @returns {Node[]} what it may store */
function valuesPut(change) {
	if (change.type === 'AssignmentExpression') return [change.right];
	const callee = isCall(change) ? unwrap(change.callee) : null;
	if (!isMember(callee) || !PUTS.test(propertyName(callee) ?? '')) return [];
	return change.arguments.map((/** @type {Node} */ one) => one.argument ?? one);
}

/** @param {Node | null} expression @param {{ effects: EffectAnalysis, seen: Set<unknown> }} context @returns {boolean} */
function holdsCode(expression, context) {
	const value = unwrap(expression);
	if (!value) return false;
	if (isFunction(value) || isClass(value)) return true;
	if (value.type === 'ArrayExpression')
		return value.elements.some((/** @type {Node | null} */ one) => holdsCode(one, context));
	if (value.type === 'ObjectExpression')
		return value.properties.some(
			(/** @type {Node} */ one) => isFunction(one) || holdsCode(one.value, context),
		);
	const variable = value.type === 'Identifier' ? context.effects.aliases.variableOf(value) : null;
	if (!variable || context.seen.has(variable)) return false;
	context.seen.add(variable);
	return isCode(variable) || (variable.kind === 'param' && isGivenCode(variable, context));
}

/** @param {Variable} param @param {{ effects: EffectAnalysis, seen: Set<unknown> }} context @returns {boolean} a call by name of the function gives it code */
function isGivenCode(param, context) {
	const { parents, aliases } = context.effects;
	const fn = param.scope.node;
	if (!isFunction(fn)) return false;
	const index = fn.params.findIndex((/** @type {Node} */ one) =>
		patternNames(one).some((id) => param.declarations.some((declared) => declared.id === id)),
	);
	const owner = /** @type {Node} */ (fn.id ? fn : parents.get(fn));
	const name = owner.id?.type === 'Identifier' ? owner.id.name : null;
	const named = name === null ? null : param.scope.parent?.lookup(name);
	return (named?.references ?? []).some(({ node }) => {
		const call = parents.get(node);
		if (!call || !isCall(call) || call.callee !== node || !aliases.variableOf(node)) return false;
		return argumentsAt(call.arguments, index, fn).some((given) => holdsCode(given, context));
	});
}
