/** @import { Node } from '../types.js' */
/** @import { Effect } from './module.js' */
/** @import { Variable } from '../ast/scope.js' */
/** @import { OwnCall } from './callees.js' */
/** @import { EffectAnalysis, Summary } from './effect-analysis.js' */
import { dottedName, isCall, isMember, unwrap } from '../ast/shapes.js';
import { isOfClosure } from './callees.js';
import { inTermsOfCaller } from './handed-on.js';
import { isMemo } from './memos.js';
import { argumentsAt, indexOfParameter } from './parameters.js';

/**
 * The effects of a function of the module at a call of it.
 */

/**
 * The effects of a function's body at a call of it, in the caller's terms. A unit's are marked, and the call is an effect
 * of its own.
 *
 * @param {OwnCall} call @param {Node} node @param {EffectAnalysis} analysis
 * @returns {Effect[]}
 */
export function inline(call, node, analysis) {
	const effects = ofBody(call, node, analysis);
	if (!analysis.units.has(call.fn)) return effects;
	const text = dottedName(node.callee ?? node.tag) ?? 'a unit';
	return [
		{ kind: 'dispatch', node, text, unit: call.fn, via: [] },
		// Neither side has the calls that the body makes: the host does not run it, and a worker makes them directly. With
		// them, a summary of n units that call each other would hold n² effects.
		...effects
			.filter(({ kind }) => kind !== 'dispatch')
			.map((effect) => ({ ...effect, inUnit: true })),
	];
}

/** @param {OwnCall} call @param {Node} node @param {EffectAnalysis} analysis @returns {Effect[]} */
function ofBody({ fn, args, receiver, holder }, node, analysis) {
	/** @type {Summary} */
	const summary = analysis.summarise(fn);
	/** @type {Effect[]} */
	const effects = [];
	/** @type {Map<Variable, boolean>} */
	const hidden = new Map();
	for (const effect of summary.effects) {
		if ('variable' in effect && isOfClosure(effect.variable, fn, node)) {
			const isCached = isMemo(effect.variable, effect.node, analysis);
			hidden.set(effect.variable, isCached && hidden.get(effect.variable) !== false);
			const held = effect.kind === 'mutate' ? heldBy(holder, effect.variable, analysis) : [];
			effects.push(...held.flatMap((one) => analysis.mutations(one, node)));
		} else effects.push(inTermsOfCaller(effect, { fn, args, receiver }, node, analysis));
	}
	if (hidden.size > 0 && holder) effects.push(...ofHidden(hidden, holder, node, analysis));
	for (const index of summary.mutatedParams.keys()) {
		for (const argument of argumentsAt(args, index, fn))
			effects.push(...analysis.mutations(argument, node));
	}
	if (receiver && summary.mutatesThis) effects.push(...analysis.mutations(receiver, node));
	return effects;
}

/**
 * @param {Map<Variable, boolean>} states that a closure changes; true for a memo
 * @param {Node} holder of it
 * @param {Node} node the call
 * @param {EffectAnalysis} analysis
 * @returns {Effect[]} on what holds it, and on what holds closures that share the state with it
 */
function ofHidden(states, holder, node, analysis) {
	const isCached = [...states.values()].every(Boolean);
	const effects = analysis.mutations(holder, node);
	const known = new Set(effects.map((one) => ('variable' in one ? one.variable : null)));
	for (const state of states.keys()) {
		for (const variable of analysis.hidden.sharersOf(holder, state)) {
			if (!known.has(variable)) effects.push({ kind: 'mutate', variable, node, via: [] });
			known.add(variable);
		}
	}
	return isCached ? effects.map((one) => ({ ...one, isCached })) : effects;
}

/**
 * `list` of `const add = adder(list)`, for the parameter of `adder` that the closure changes.
 *
 * @param {Node | null} holder of the closure
 * @param {Variable} variable
 * @param {EffectAnalysis} analysis
 * @returns {Node[]} expressions
 */
function heldBy(holder, variable, analysis) {
	const { callees } = analysis;
	const node = /** @type {Node | null} */ (unwrap(holder));
	if (!node || variable.kind !== 'param') return [];
	let made = /** @type {Node | null} */ (node);
	while (made && !isCall(made)) {
		const value = isMember(made) ? made.object : (callees.valueOf(made) ?? callees.parts.of(made));
		made = unwrap(value) ?? null;
	}
	if (!made) return [];
	return callees.ofCall(made).flatMap(({ fn, args, holder: outer }) => {
		if (variable.scope.node !== fn) return heldBy(outer, variable, analysis);
		return argumentsAt(args, indexOfParameter(fn, variable), fn);
	});
}
