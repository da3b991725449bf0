/** @import { Node } from '../../types.js' */
/** @import { Analysed, Capture, Local, LocalStatement, Unit } from '../../ir/module.js' */
/** @import { Reference, Variable } from '../../ast/scope.js' */
/** @import { UnitReporter } from '../../diagnostics/reporter.js' */
/** @import { Incomplete } from './completions.js' */
/** @import { MovesOfUnit } from './local-moves.js' */
import { isCall, unwrap } from '../../ast/shapes.js';
import * as report from '../../diagnostics/codes.js';
import { countsUp } from '../../ir/counting.js';
import { whyUncloneable } from './cloneable.js';
import { holdsSharedMemory } from './contents.js';
import { LocalMoves } from './local-moves.js';
import { isOwnSymbol, isScratch } from './local-values.js';
import { reportFilled } from './problems.js';
import { checkSharedParts } from './shared-parts.js';
import { findUnready } from './unready.js';

/**
 * A unit's captures of enclosing functions and blocks, with what moved code captures in turn.
 *
 * @typedef {object} LocalPlan
 * @property {Local[]} locals
 * @property {LocalStatement[]} statements that complete what moves
 * @property {Capture[]} captures
 * @property {Reference[]} references those that leave moved code
 * @property {Incomplete[]} problems why what moves would not be the same in the worker
 * @property {Set<Node>} fills places that change what moves while it is made, and not when the unit runs
 * @property {Variable[]} unready those that a call may come before
 */

/**
 * Decide how a unit's captures of enclosing functions and blocks reach the worker.
 *
 * Functions and classes move, with the statements that complete them and what they capture in turn; constants whose value
 * the text shows are written into the worker module; everything else is a snapshot taken at the call.
 *
 * @param {Unit} unit
 * @param {Analysed} analysed
 * @returns {LocalPlan}
 */
export function planLocals(unit, analysed) {
	const moves = new LocalMoves(unit, analysed);
	const plan = moves.run();
	const complete = withScratch(plan, { unit, regions: workerRegions(unit, plan) }, analysed);
	const variables = complete.locals.map(({ variable }) => variable);
	return { ...complete, unready: findUnready(unit, variables, analysed) };
}

/** Scratch space is made in the worker, and not sent. @param {MovesOfUnit} plan @param {{ unit: Unit, regions: Node[] }} worker @param {Analysed} analysed @returns {MovesOfUnit} */
function withScratch({ locals, captures, ...rest }, worker, analysed) {
	const isMade = (/** @type {Variable | null} */ one) =>
		one !== null && (isScratch(one, worker, analysed) || isOwnSymbol(one, worker, analysed));
	return {
		locals: locals.map((one) =>
			one.channel === 'snapshot' && isMade(one.variable)
				? {
						...one,
						channel: 'move',
						node: one.variable.declarations[0]?.node ?? null,
						isScratch: true,
					}
				: one,
		),
		captures: captures.map((one) =>
			one.channel === 'snapshot' && isMade(one.variable)
				? { ...one, channel: 'move', reason: 'scratch space of each worker' }
				: one,
		),
		...rest,
	};
}

/**
 * The text of a plan that runs in the worker: the unit, and what moves with it.
 *
 * @param {Unit} unit
 * @param {Pick<LocalPlan, 'locals' | 'statements'>} plan
 * @returns {Node[]}
 */
export const workerRegions = (unit, { locals, statements }) => [
	unit.node,
	...locals.flatMap((one) => (one.channel === 'move' && one.node ? [one.node] : [])),
	...statements.flatMap((one) => (one.property ? [] : [one.node])),
];

/**
 * @param {Unit} unit
 * @param {LocalPlan} plan
 * @param {Analysed} analysed
 * @param {UnitReporter} reporter LP2003, LP2006, LP2010, LP2011, LP2012, LP2014, LP2021, LP2025
 */
export function checkLocals(unit, plan, analysed, reporter) {
	const regions = workerRegions(unit, plan);
	const { fills } = plan;
	for (const local of plan.locals) checkLocal(unit, local, { regions, fills, analysed, reporter });
	for (const problem of plan.problems) reportIncomplete(unit, problem, reporter);
	checkBlockNames(unit, plan, analysed, reporter);
	checkSharedParts(unit, plan, analysed, reporter);
}

/**
 * A function that leaves its block brings the variables of the block with it, which the unit would see in place of its own.
 *
 * @param {Unit} unit
 * @param {LocalPlan} plan
 * @param {Analysed} analysed
 * @param {UnitReporter} reporter LP6003
 */
function checkBlockNames(unit, { locals, references }, { resolution, uses }, reporter) {
	if (!locals.some(({ guard }) => guard)) return;
	const own = /** @type {import('../../ast/scope.js').Scope} */ (resolution.scopes.get(unit.node));
	const all = [...(uses.get(unit)?.references ?? []), ...references];
	for (const { variable, guard } of locals) {
		if (own.isWithin(variable.scope)) continue;
		const hidden = all.find(
			(one) =>
				one.name === variable.name && one.variable !== variable && one.variable !== (guard ?? null),
		);
		if (!hidden) continue;
		const other = { message: `the other \`${hidden.name}\``, place: variable.declarations[0]?.id };
		report.shadowedCapture(reporter, hidden.node, { unit: unit.name, name: hidden.name }, [other]);
	}
}

/** @param {Unit} unit @param {Incomplete} problem @param {UnitReporter} reporter */
export function reportIncomplete(unit, { variable, node, reason, remedy }, reporter) {
	const { name } = variable;
	report.incompleteInWorker(
		reporter,
		node,
		{
			unit: unit.name,
			name,
			reason: reason.replace('%unit%', unit.name),
			remedy: remedy ?? `create \`${name}\` in \`${unit.name}\`, or at the top level of the module`,
		},
		[{ message: `\`${name}\` is declared here`, place: variable.declarations[0]?.id }],
	);
}

/**
 * @param {Unit} unit @param {Local} local
 * @param {{ regions: Node[], fills: Set<Node>, analysed: Analysed, reporter: UnitReporter }} setting
 */
function checkLocal(unit, { variable, channel, guard }, setting) {
	const { regions, fills, analysed, reporter } = setting;
	const { name } = variable;
	const declared = { message: `\`${name}\` is declared here`, place: variable.declarations[0]?.id };
	const params = { unit: unit.name, name };
	/** @param {Node} node */
	const isInside = (node) =>
		regions.some((region) => region.start <= node.start && node.end <= region.end);
	// What is known by two names, in a sloppy block and around it, may be changed by either.
	const names = guard ? [variable, guard] : [variable];
	const later = names.flatMap((one) => analysed.sites.later.get(one) ?? []);
	const inside = names.flatMap((one) => one.references).filter(({ node }) => isInside(node));
	const place = inside[0]?.node ?? unit.node;
	const write = inside.find(({ role }) => role === 'write' || role === 'update');
	if (write) return report.writesCapture(reporter, write.node, params, [declared]);
	if (variable.kind === 'using')
		return report.capturesResource(reporter, place, params, [declared]);
	if (channel === 'gem') return;
	if (!holdsSharedMemory(variable) && !analysed.effects.shared.objects.isPrimitive(variable)) {
		const changes = later.find(
			(site) => site.kind === 'mutate' && isInside(site.node) && !fills.has(site.node),
		);
		if (changes && isScratch(variable, { unit, regions }, analysed))
			return reportFilled(reporter, changes.node, params, {
				...{ counts: countsUp(changes.node, analysed.effects), declared },
			});
		if (changes) return report.mutatesCapture(reporter, changes.node, params, [declared]);
	}
	if (channel !== 'snapshot') return;
	const why = whyUncloneable(variable, analysed.effects);
	if (why && 'className' in why) {
		const { className, reason } = why;
		return reason === null
			? report.capturesClassInstance(reporter, place, { ...params, className }, [declared])
			: report.instanceDoesNotCross(
					reporter,
					place,
					{ ...params, what: `an instance of \`${className}\``, reason },
					[declared],
				);
	}
	if (why)
		return report.capturesUncloneable(reporter, place, { ...params, what: why.what }, [declared]);
	const call = inside.find(({ node }) => {
		const parent = /** @type {Node} */ (analysed.resolution.parents.get(node));
		const isCallee =
			(isCall(parent) || parent.type === 'NewExpression') && unwrap(parent.callee) === node;
		return isCallee || (parent.type === 'TaggedTemplateExpression' && parent.tag === node);
	});
	if (call) report.capturesFunctionValue(reporter, call.node, params, [declared]);
}
