/** @import { Node } from '../../types.js' */
/** @import { Variable } from '../../ast/scope.js' */
/** @import { EffectAnalysis } from '../../ir/effect-analysis.js' */
/** @import { Analysed, Unit } from '../../ir/module.js' */
/** @import { Reporter } from '../../diagnostics/reporter.js' */
/** @import { LocalPlan } from './locals.js' */
import * as report from '../../diagnostics/codes.js';
import { isCode, mayHoldObject } from './contents.js';

/** How deep in a capture parts are looked for: itself, what it holds, and so on. */
const DEPTH = 4;

/**
 * Point out captures that hold a part of what the unit reaches by the module as well: the one crosses with the call, the other is
 * made anew, so that in the worker they are two objects.
 *
 * @param {Unit} unit
 * @param {LocalPlan} plan
 * @param {Analysed} analysed
 * @param {Reporter} reporter LP2021
 */
export function checkSharedParts(unit, { locals }, { uses, effects }, reporter) {
	const own = uses.get(unit)?.references ?? [];
	const candidates = own.filter(
		({ variable }) => variable?.isTopLevel && !isCode(variable) && mayHoldObject(variable),
	);
	if (candidates.length === 0) return;
	for (const { variable, channel } of locals) {
		const use = own.find((one) => one.variable === variable);
		if (channel !== 'snapshot' || !use) continue;
		const origins = originsOf(use.node, effects);
		const shared = candidates.find((one) => origins.has(/** @type {Variable} */ (one.variable)));
		if (!shared) continue;
		const params = { unit: unit.name, name: variable.name, shared: shared.name };
		report.capturesPart(reporter, use.node, params, [
			{ message: `\`${shared.name}\` is used here`, place: shared.node },
		]);
	}
}

/**
 * @param {Node} node
 * @param {EffectAnalysis} effects
 * @returns {Set<Variable>} whose objects it may be, or hold
 */
function originsOf(node, { shared }) {
	const depths = Array.from({ length: DEPTH }, (_, depth) => Array(depth).fill(null));
	return new Set(depths.flatMap((path) => [...shared.of(node, path)]));
}
