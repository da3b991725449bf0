/** @import { EffectAnalysis } from '../effect-analysis.js' */
/** @import { UnitPlan } from '../module.js' */
/** @import { Variable } from '../../ast/scope.js' */
/** @import { Leaving } from './index.js' */
import { hasNodeOf } from '../../ast/tree.js';
import { resultsOf } from '../unit-results.js';
import { ResultFlow } from './index.js';

/**
 * @param {readonly UnitPlan[]} plans
 * @param {EffectAnalysis} effects
 * @param {ReadonlySet<Variable>} variables
 * @param {boolean} [isForNames] as of `ResultFlow`
 * @returns {Leaving[]} what units may give to the host of the objects of these variables
 */
export function leavingOf(plans, effects, variables, isForNames) {
	if (variables.size === 0 || !plans.some((plan) => mayGiveObjects(plan, effects))) return [];
	const code = new Set(plans.flatMap(codeOf));
	const units = new Set(plans.map(({ unit }) => unit.node));
	const flow = { code: [...code], units, variables, isForNames };
	return new ResultFlow(effects, flow).leaving;
}

/** @param {UnitPlan} plan @returns {import('../../types.js').Node[]} what runs in workers for a unit */
export const codeOf = ({ unit, slice, locals }) => [
	unit.node,
	...slice.map(({ fragment }) => fragment.node),
	...locals.flatMap(({ node }) => node ?? []),
];

/** @param {UnitPlan} plan @param {EffectAnalysis} effects @returns {boolean} */
const mayGiveObjects = (plan, effects) =>
	plan.unit.isGenerator ||
	plan.unit.functions.length > 0 ||
	resultsOf(plan.unit, effects).some((one) => effects.shared.objects.may(one)) ||
	codeOf(plan).some((one) => hasNodeOf(one, ['ThrowStatement']));
