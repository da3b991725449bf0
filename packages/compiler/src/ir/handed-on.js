/** @import { Node } from '../types.js' */
/** @import { Effect } from './module.js' */
/** @import { Variable } from '../ast/scope.js' */
/** @import { OwnCall } from './callees.js' */
/** @import { EffectAnalysis } from './effect-analysis.js' */
import { extended } from '../ast/records.js';
import { unwrap } from '../ast/shapes.js';
import { argumentsAt, indexOfParameter } from './parameters.js';

/**
 * What code that cannot be seen is given, and may change.
 */

/**
 * What a callee gets with an argument: `T` of `mix([T])` and `mix({ T })`, too.
 *
 * @param {Node | null} argument
 * @param {EffectAnalysis} analysis
 * @returns {Variable[]} whose objects they are
 */
export function handedOn(argument, analysis) {
	const value = unwrap(argument?.argument ?? argument);
	if (value?.type === 'ArrayExpression')
		return value.elements.flatMap((/** @type {Node | null} */ one) => handedOn(one, analysis));
	if (value?.type === 'ObjectExpression') {
		return value.properties.flatMap((/** @type {Node} */ one) =>
			handedOn(one.value ?? one.argument ?? null, analysis),
		);
	}
	return [...analysis.aliases.of(value)];
}

/**
 * An effect of a function's body at a call of the function. What the body hands to code that cannot be seen, it may have
 * got from its caller: `decorate(C)` of `const apply = (decorate, C) => decorate(C); apply(mix, Row)` is given `Row`.
 *
 * @template {Effect} T
 * @param {T} effect of the function's body
 * @param {Pick<OwnCall, 'fn' | 'args' | 'receiver'>} call
 * @param {Node} node of the call
 * @param {EffectAnalysis} analysis
 * @returns {T}
 */
export function inTermsOfCaller(effect, { fn, args, receiver }, node, { aliases }) {
	const via = [node, ...effect.via];
	if (effect.kind !== 'call') return extended(effect, { via });
	/** @param {Variable} variable @returns {Variable[]} */
	const ofCaller = (variable) => {
		if (variable.kind === 'this' && variable.scope.node === fn) return [...aliases.of(receiver)];
		const index = indexOfParameter(fn, variable);
		if (index < 0) return [variable];
		return argumentsAt(args, index, fn).flatMap((one) => [...aliases.of(one)]);
	};
	// Most calls are given nothing that a variable holds.
	const mapped = (/** @type {Variable[]} */ list) =>
		list.length === 0 ? list : [...new Set(list.flatMap(ofCaller))];
	const { receivers, args: handed, given } = effect;
	return extended(effect, {
		via,
		receivers: mapped(receivers),
		args: mapped(handed),
		given: given?.map(mapped),
	});
}
