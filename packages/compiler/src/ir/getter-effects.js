/** @import { Node } from '../types.js' */
/** @import { Effect } from './module.js' */
/** @import { EffectAnalysis } from './effect-analysis.js' */
import { inline } from './inlined-effects.js';

/**
 * What reading a property does to the variables that closures share: `get next() { return ++n; }`. What a getter changes of its
 * object, the checks of state see at run time; what it changes of such variables, nothing sees there.
 *
 * @param {Node} member
 * @param {EffectAnalysis} analysis
 * @returns {Effect[]}
 */
export function effectsOfGetters(member, analysis) {
	const { parents, callees } = analysis;
	const getters = callees.getters(member);
	if (getters.length === 0) return [];
	const parent = parents.get(member);
	const isTarget = parent?.type === 'AssignmentExpression' && parent.left === member;
	if (isTarget && parent.operator === '=') return [];
	return getters.flatMap((fn) => {
		const call = { fn, args: [], receiver: null, holder: member.object };
		return inline(call, member, analysis);
	});
}
