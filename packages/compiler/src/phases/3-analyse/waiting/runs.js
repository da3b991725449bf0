/** @import { Node } from '../../../types.js' */
/** @import { EffectAnalysis } from '../../../ir/effect-analysis.js' */
/** @import { Variable } from '../../../ast/scope.js' */
import { referencesWithin } from '../../../ast/references.js';
import { isMember, unwrap } from '../../../ast/shapes.js';
import { isWithin, nodesOf } from '../../../ast/tree.js';
import { isElementOf } from './elements.js';

/** A function that makes a call which changes something; `withThis`: that may be what the function is called on. @typedef {{ fn: Node, call: Node, withThis: boolean }} Run */

/**
 * Several runs of one function at once: in the plain program the second one begins when the first has changed what its call changes.
 *
 * ```js
 * async function pay(n) { if (account.left < n) return false; await take(account, n); return true; }
 * await Promise.all(prices.map((n) => pay(n)));
 * ```
 *
 * @param {readonly Run[]} runs the functions between the call of the unit and that of the outermost of them
 * @param {{ call: Node, around: Node, given: ReadonlySet<Variable>, effects: EffectAnalysis }} of `call`: of the outermost function; `around`: the function or loop that
 *   makes it again; `given`: variables that lead to what changes
 * @returns {Node | null} what looks at something that another run changes
 */
export function lookedAtInRuns(runs, { call, around, given, effects }) {
	for (const run of runs) {
		const found =
			lookedAtBeside(run, given, { around, effects }) ?? ofThis(run, { call, around, effects });
		if (found) return found;
	}
	return null;
}

/**
 * `xs.map((x) => { list.push(x); return add(list, x); })`: the second one comes before the first call has ended.
 *
 * @param {Pick<Run, 'fn' | 'call'>} run
 * @param {ReadonlySet<Variable>} given variables that lead to what changes
 * @param {{ around: Node, effects: EffectAnalysis }} of
 * @returns {Node | null} what looks at something that is not the run's own, beside the call
 */
export function lookedAtBeside({ fn, call }, given, { around, effects }) {
	const { aliases, resolution } = effects;
	const shared = [...given].filter((one) => !isWithin(one.scope.node, fn));
	if (shared.length === 0) return null;
	const found = referencesWithin(resolution.references, fn.body).find(
		({ node, variable }) =>
			!isWithin(node, call) &&
			!(variable && isElementOf(variable, around, effects)) &&
			[...aliases.of(node)].some((one) => shared.includes(one)),
	);
	return found?.node ?? null;
}

/** `accounts.map((one) => one.pay(3))`: each run has another object. @param {Run} run @param {{ call: Node, around: Node, effects: EffectAnalysis }} of @returns {Node | null} */
function ofThis(run, { call, around, effects }) {
	if (!run.withThis) return null;
	const callee = unwrap(call.callee);
	const holder = callee && isMember(callee) ? unwrap(callee.object) : null;
	const variable = holder?.type === 'Identifier' ? effects.aliases.variableOf(holder) : null;
	if (variable && isElementOf(variable, around, effects)) return null;
	return nodesOf(run.fn.body, ['ThisExpression']).find((one) => !isWithin(one, run.call)) ?? null;
}
