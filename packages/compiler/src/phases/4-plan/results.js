/** @import { Node } from '../../types.js' */
/** @import { Planned } from '../../ir/module.js' */
/** @import { Reporter } from '../../diagnostics/reporter.js' */
import { isClass, isFunction, propertyName, unwrap } from '../../ast/shapes.js';
import { resultDoesNotCross } from '../../diagnostics/codes.js';
import { resultsOf } from '../../ir/unit-results.js';

/**
 * Point out units of which no result can leave its thread, as far as the text shows: `return (at) => from + at * step`. Functions that have
 * names may be those of the module, which both sides know.
 *
 * @param {Pick<Planned, 'plans' | 'effects'>} planned
 * @param {Reporter} reporter LP5041
 */
export function checkResults({ plans, effects }, reporter) {
	for (const { unit } of plans) {
		if (unit.isGenerator || unit.callback) continue;
		const [first, ...others] = resultsOf(unit, effects);
		const what = first ? madeCode(first) : null;
		if (!first || what === null || others.some((one) => madeCode(one) === null)) continue;
		resultDoesNotCross(reporter, first, { unit: unit.name, what });
	}
}

/** @param {Node} result @returns {string | null} what it makes that no copy can be of */
function madeCode(result) {
	const value = /** @type {Node} */ (unwrap(result));
	if (value.type === 'SequenceExpression') return madeCode(value.expressions.at(-1));
	if (isFunction(value)) return 'a function';
	if (isClass(value)) return 'a class';
	if (value.type !== 'ObjectExpression') return null;
	// It is waited for.
	if (value.properties.some((/** @type {Node} */ one) => propertyName(one) === 'then')) return null;
	const holdsCode = value.properties.some((/** @type {Node} */ one) => {
		if (isFunction(one)) return one.kind === 'method';
		const held = one.type === 'ObjectProperty' ? unwrap(one.value) : null;
		return held !== null && (isFunction(held) || isClass(held));
	});
	return holdsCode ? 'an object that holds functions' : null;
}
