/** @import { EffectAnalysis } from '../../../ir/effect-analysis.js' */
import { nodesOf } from '../../../ast/tree.js';

/** @type {WeakMap<EffectAnalysis, boolean>} */
const REFLECTS = new WeakMap();

/** @param {EffectAnalysis} effects @returns {boolean} the program has means by which reading or converting anything may run its code, where no text shows it */
export function isReflecting(effects) {
	const known = REFLECTS.get(effects);
	if (known !== undefined) return known;
	const { conversionNames, globals, program } = effects.resolution;
	const answer =
		globals.has('Proxy') ||
		conversionNames.has('then') ||
		nodesOf(program.node, ['Identifier']).some(({ name }) => REFLECTING.test(name)) ||
		nodesOf(program.node, ['MemberExpression']).some(
			({ object, property }) => object.name === 'Symbol' && ASKED.test(property.name ?? ''),
		) ||
		nodesOf(program.node, ['StringLiteral']).some(({ value }) => value === INSPECT);
	REFLECTS.set(effects, answer);
	return answer;
}

/** Functions that define accessors, or give an object others. */
const REFLECTING = /^(definePropert(y|ies)|__define[GS]etter__|setPrototypeOf)$/;

/** Symbols whose methods and values the platform asks for; those of iterators and of conversions to primitive values, other rules know. */
const ASKED =
	/^(toStringTag|isConcatSpreadable|species|split|replace|match|matchAll|search|unscopables|hasInstance)$/;
const INSPECT = 'nodejs.util.inspect.custom';
