/** @import { CallSite, Discovered, Unit } from '../../ir/module.js' */
/** @import { EffectAnalysis } from '../../ir/effect-analysis.js' */
/** @import { Node } from '../../types.js' */
/** @import { RunningHere } from './running-here.js' */
import { runsAtOnce } from '../../diagnostics/codes.js';
import { markedOf } from '../../ir/marks.js';
import { isCall } from '../../ast/shapes.js';
import { declaredBy } from '../../ast/declared.js';
import { functionAround } from './call-context.js';
import { callersOf } from './callers.js';
import { isExportedUnit } from './exported-units.js';

/**
 * Calls whose callers need the value at once, of units that others can wait for: those run where they are made, as in the plain program, and the
 * others on the pool. Where no caller can wait, the directive is a mistake, and the calls are refused.
 *
 * ```js
 * export function sum(rows) { 'use cpu_bound'; … }
 * export const average = (rows) => sum(rows) / rows.length;
 * ```
 *
 * @param {readonly CallSite[]} sites
 * @param {{ discovered: Discovered, effects: EffectAnalysis, running: RunningHere }} context
 * @returns {{ sites: CallSite[], here: Map<Node, { units: Unit[], isHere: true }> }} `here`: the calls that run where they are made
 */
export function runAtOnce(sites, { discovered, effects, running }) {
	const { resolution } = discovered;
	/** @type {Map<Unit, boolean>} */
	const known = new Map();
	/** @param {Unit} unit */
	const mayGoElsewhere = (unit) => {
		const before = known.get(unit);
		if (before !== undefined) return before;
		const isCalled = sites.some((one) => one.unit === unit && isWaiting(one));
		const isExported = () =>
			isExportedUnit(unit, discovered, (id) => declaredBy(id, resolution) ?? undefined);
		const answer = isCalled || isExported();
		known.set(unit, answer);
		return answer;
	};
	/** @param {Node} node @returns {{ message: string, place: Node }[]} those that would have to become async */
	const callers = (node) => {
		const { fn } = functionAround(node, resolution.parents);
		return fn && !fn.async ? callersOf(fn, discovered, running.isHostLive) : [];
	};
	/** @type {Map<Node, { units: Unit[], isHere: true }>} */
	const here = new Map();
	const all = sites.map((site) => {
		const { unit, node, subject, call = node } = site;
		if (!isNeededAtOnce(site) || unit.isOptional || unit.callback || !isCall(call)) return site;
		const called = effects.callees.ofCall(call);
		// A mark that nothing takes would be that of another call.
		const isSure = markedOf(call) !== null && called.length === 1 && called[0]?.fn === unit.node;
		if (!isSure || !mayGoElsewhere(unit) || !running.may(unit)) return site;
		here.set(call, { units: [unit], isHere: true });
		const params = { unit: unit.name, caller: subject ?? 'code that cannot wait' };
		/** @type {CallSite['diagnose']} */
		const diagnose = (reporter) => runsAtOnce(reporter, node, params, callers(node));
		return { ...site, action: /** @type {const} */ ('leave'), diagnose };
	});
	return { sites: all, here };
}

/** @param {CallSite} site @returns {boolean} nothing waits for its value */
const isNeededAtOnce = ({ action, rule }) =>
	action === 'report' && /^(sync|commonjs|consumer)$/.test(rule);

/** @param {CallSite} site @returns {boolean} */
const isWaiting = ({ action, rule }) =>
	/^await/.test(action) || (action === 'leave' && rule === 'promise');
