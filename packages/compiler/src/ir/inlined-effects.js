/** @import { Node } from '../types.js' */
/** @import { Effect } from './module.js' */
/** @import { Variable } from '../ast/scope.js' */
/** @import { OwnCall } from './callees.js' */
/** @import { EffectAnalysis, Summary } from './effect-analysis.js' */
import { extended } from '../ast/records.js';
import { dottedName, isCall, isMember, unwrap } from '../ast/shapes.js';
import { isOfClosure } from './callees.js';
import { inTermsOfCaller } from './handed-on.js';
import { OF_THIS } from './named-parts.js';
import { isMemo } from './memos.js';
import { effectsOfTarget, isGivenAsIs } from './param-calls.js';
import { argumentsAt, indexOfParameter, parametersOf } from './parameters.js';

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
	const given = ofGivenObjects(call, node, analysis);
	if (!analysis.units.has(call.fn)) return [...effects, ...given];
	const text = dottedName(node.callee ?? node.tag) ?? 'a unit';
	return [
		{ kind: 'dispatch', node, text, unit: call.fn, via: [] },
		// Neither side has the calls that the body makes: the host does not run it, and a worker makes them directly. With
		// them, a summary of n units that call each other would hold n² effects.
		...effects
			.filter(({ kind }) => kind !== 'dispatch')
			.map((effect) => extended(effect, { inUnit: true })),
		// What the body does to its arguments, is done to the caller's own before the call is settled.
		...given,
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
		} else {
			const mapped = inTermsOfCaller(effect, { fn, args, receiver }, node, analysis);
			const known = ofGiven(mapped, { fn, args, receiver, holder }, node, analysis);
			effects.push(...(known ?? [mapped]));
		}
	}
	if (hidden.size > 0 && holder) effects.push(...ofHidden(hidden, holder, node, analysis));
	return effects;
}

/** @param {OwnCall} call @param {Node} node @param {EffectAnalysis} analysis @returns {Effect[]} on the objects that the function is given */
function ofGivenObjects({ fn, args, receiver }, node, analysis) {
	/** @type {Effect[]} */
	const effects = [];
	for (const [index, parts] of analysis.summarise(fn).parts) {
		const given = index === OF_THIS ? [receiver] : argumentsAt(args, index, fn);
		for (const one of given)
			for (const part of one ? parts : []) {
				const changes = analysis.mutationsOfPart(/** @type {Node} */ (one), part, node);
				const isCached = index === OF_THIS && analysis.ownChanges.areMemos(fn);
				effects.push(...(isCached ? changes.map((each) => extended(each, { isCached })) : changes));
			}
	}
	return effects;
}

/** A call of a parameter: of what the caller gives for it. @param {Effect} effect in the caller's terms @param {OwnCall} call @param {Node} node @param {EffectAnalysis} analysis @returns {Effect[] | null} null for any other effect, and where the text does not show what is given */
function ofGiven(effect, { fn, args, holder }, node, analysis) {
	if (effect.kind !== 'call' || !effect.target) return null;
	const { variable } = effect.target;
	const isOwn = indexOfParameter(fn, variable) >= 0;
	if (!isOwn && !isOfClosure(variable, fn, node)) return null;
	const owner = isOwn ? fn : variable.scope.node;
	const index = indexOfParameter(owner, variable);
	if (index < 0 || !isGivenAsIs(owner, index)) return null;
	const given = isOwn ? argumentsAt(args, index, fn) : heldBy(holder, variable, analysis);
	const isRest = parametersOf(owner)[index]?.type === 'RestElement';
	const run = (/** @type {OwnCall} */ call) => inline(call, node, analysis);
	return effectsOfTarget(effect, given, { node, isRest, analysis, run });
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
	const effects = [...analysis.mutations(holder, node)];
	const known = new Set(effects.map((one) => ('variable' in one ? one.variable : null)));
	for (const state of states.keys()) {
		for (const variable of analysis.hidden.sharersOf(holder, state)) {
			if (!known.has(variable)) effects.push({ kind: 'mutate', variable, node, via: [] });
			known.add(variable);
		}
	}
	return isCached ? effects.map((one) => extended(one, { isCached })) : effects;
}

/** @param {Node | null} holder of a closure @param {EffectAnalysis} analysis @returns {Node | null} the call that has made it */
function makerOf(holder, { callees }) {
	let made = unwrap(holder);
	while (made && !isCall(made)) {
		const value = isMember(made) ? made.object : (callees.valueOf(made) ?? callees.parts.of(made));
		made = unwrap(value) ?? null;
	}
	return made;
}

/** Functions that give functions that give functions are followed no further than this. */
const DEPTH = 4;

/**
 * Functions that a closure may run because what has made it was given them: `trim` of `const clean = compose(trim)`.
 *
 * @param {OwnCall} call of the closure
 * @param {EffectAnalysis} analysis
 * @param {number} [depth]
 * @returns {Node[]}
 */
export function functionsGivenTo({ holder }, analysis, depth = 0) {
	const made = depth < DEPTH ? makerOf(holder, analysis) : null;
	if (!made) return [];
	const given = made.arguments.flatMap((/** @type {Node} */ one) =>
		analysis.callees.functionsHeld(one.argument ?? one),
	);
	const outer = analysis.callees.ofCall(made);
	return [...given, ...outer.flatMap((one) => functionsGivenTo(one, analysis, depth + 1))];
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
	const made = variable.kind === 'param' ? makerOf(holder, analysis) : null;
	if (!made) return [];
	return analysis.callees.ofCall(made).flatMap(({ fn, args, holder: outer }) => {
		if (variable.scope.node !== fn) return heldBy(outer, variable, analysis);
		return argumentsAt(args, indexOfParameter(fn, variable), fn);
	});
}
