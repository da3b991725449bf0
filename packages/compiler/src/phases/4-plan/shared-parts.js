/** @import { Analysed, Unit } from '../../ir/module.js' */
/** @import { Reporter } from '../../diagnostics/reporter.js' */
/** @import { LocalPlan } from './locals.js' */
import * as report from '../../diagnostics/codes.js';
import { isCode, mayHoldObject } from './contents.js';

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
	for (const { variable, channel } of locals) {
		const use = own.find((one) => one.variable === variable);
		if (channel !== 'snapshot' || !use) continue;
		const origins = effects.aliases.of(use.node);
		const shared = own.find(
			(one) =>
				one.variable !== null &&
				one.variable !== variable &&
				one.variable.isTopLevel &&
				origins.has(one.variable) &&
				!isCode(one.variable) &&
				mayHoldObject(one.variable),
		);
		if (!shared) continue;
		const params = { unit: unit.name, name: variable.name, shared: shared.name };
		report.capturesPart(reporter, use.node, params, [
			{ message: `\`${shared.name}\` is used here`, place: shared.node },
		]);
	}
}
