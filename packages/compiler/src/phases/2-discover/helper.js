/** @import { Directive } from '../../ir/module.js' */
/** @import { HelperCall, HelperUses } from '../../ir/helper-calls.js' */
/** @import { Reporter } from '../../diagnostics/reporter.js' */
import { propertyName } from '../../ast/shapes.js';
import * as report from '../../diagnostics/codes.js';
import { readOption } from './directives.js';

/**
 * What a call of the helper asks for, together with a directive in the function that it gets.
 *
 * @param {HelperCall} call
 * @param {Directive | null} own the function's own directive, which says where and how it may run
 * @param {Reporter} reporter LP1004, LP1006, LP1007
 * @returns {Directive}
 */
export function helperDirective({ callee, options }, own, reporter) {
	/** @type {Directive['options']} */
	const given = {};
	for (const property of options?.properties ?? []) {
		const option = { key: propertyName(property) ?? '', value: property.value.value };
		readOption(option, { node: property, reporter, options: given });
	}
	if (own && (options || own.mode === 'no_cpu_bound')) {
		const params = {
			first: options ? 'options of cpuBound' : 'cpuBound',
			second: own.node.value.value,
		};
		const place = options ?? callee;
		report.contradictingDirectives(reporter, own.node, params, [
			{ message: 'the other one', place },
		]);
	}
	return own ?? { mode: 'cpu_bound', node: callee, options: given };
}

/**
 * @param {HelperUses} uses
 * @param {Reporter} reporter LP1012, LP1013
 */
export function reportHelperMisuses({ misuses }, reporter) {
	for (const { place, problem, what } of misuses) {
		if (problem === 'call') report.helperWithoutFunction(reporter, place, { what });
		else report.helperAsValue(reporter, place, {});
	}
}
