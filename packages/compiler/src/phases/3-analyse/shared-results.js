/** @import { Sites, Unit } from '../../ir/module.js' */
/** @import { EffectAnalysis } from '../../ir/effect-analysis.js' */
/** @import { Reporter } from '../../diagnostics/reporter.js' */
/** @import { Variable } from '../../ast/scope.js' */
import { isWithin } from '../../ast/tree.js';
import * as report from '../../diagnostics/codes.js';
import { resultsOf } from '../../ir/unit-results.js';
import { valuesWithin } from './given-values.js';

/**
 * Point out results that are objects of the module which code of the host changes: their callers have copies, and would have
 * seen the changes.
 *
 * @param {Unit} unit
 * @param {{ effects: EffectAnalysis, sites: Sites }} analysed
 * @param {Reporter} reporter LP3011
 */
export function checkSharedResults(unit, { effects, sites }, reporter) {
	/** @type {Set<Variable>} */
	const reported = new Set();
	for (const place of resultsOf(unit, effects)) {
		for (const variable of valuesWithin(place, effects, { spreads: false, calls: true })) {
			if (reported.has(variable) || isOwn(variable, unit)) continue;
			const change = sites.later
				.get(variable)
				?.find((one) => one.kind === 'mutate' && sites.isHostLive(one.node));
			if (!change) continue;
			reported.add(variable);
			const params = { unit: unit.name, name: variable.name, use: 'the module changes elsewhere' };
			report.returnsSharedObject(reporter, place, params, [
				{ message: `\`${variable.name}\` is changed here`, place: change.node },
			]);
		}
	}
}

/** @param {Variable} variable @param {Unit} unit @returns {boolean} it is an argument, a local, or `this` */
const isOwn = ({ scope }, { node }) => isWithin(scope.node, node);
