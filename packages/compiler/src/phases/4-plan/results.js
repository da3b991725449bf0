/** @import { Node } from '../../types.js' */
/** @import { Planned } from '../../ir/module.js' */
/** @import { Reporter } from '../../diagnostics/reporter.js' */
import { resultDoesNotCross } from '../../diagnostics/codes.js';
import { resultsOf } from '../../ir/unit-results.js';
import { obstacleToResult } from './cloneable.js';

/**
 * Point out units of which no result can leave its thread, as far as the text shows: `return (at) => from + at * step`.
 *
 * @param {Pick<Planned, 'plans' | 'effects'>} planned
 * @param {Reporter} reporter LP5041
 */
export function checkResults({ plans, effects }, reporter) {
	for (const { unit } of plans) {
		if (unit.isGenerator || unit.callback) continue;
		const results = resultsOf(unit, effects).map(lastOf);
		const obstacles = results.map((one) =>
			SHOWN.test(one.type) ? obstacleToResult(one, effects) : null,
		);
		const [first] = results;
		const [what] = obstacles;
		if (!first || !what || obstacles.includes(null)) continue;
		resultDoesNotCross(reporter, first, { unit: unit.name, what });
	}
}

/** What a call gives is a matter of more than the text around it. */
const SHOWN = /^(Identifier|(Array|Object|Class|New)Expression|(Arrow)?FunctionExpression)$/;

/** `a = +a, (at) => a * at` @param {Node} value @returns {Node} */
const lastOf = (value) =>
	value.type === 'SequenceExpression' ? lastOf(value.expressions.at(-1)) : value;
