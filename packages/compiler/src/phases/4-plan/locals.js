/** @import { Node } from '../../types.js' */
/** @import { Analysed, Capture, Local, Unit } from '../../ir/module.js' */
/** @import { Reference, Variable } from '../../ast/scope.js' */
/** @import { UnitReporter } from '../../diagnostics/reporter.js' */
import { referencesWithin } from '../../ast/references.js';
import { isCall, isMember, isPrimitiveLiteral, unwrap } from '../../ast/shapes.js';
import { classOf, constantValueOf, functionOf } from '../../ir/values.js';
import * as report from '../../diagnostics/codes.js';
import { holdsSharedMemory, makesConstant, namesCode } from './contents.js';

import { BY_REFERENCE } from '../../ir/sent.js';
import { isMethodTable, isScratch } from './local-values.js';
import { checkSharedParts } from './shared-parts.js';
import { classesHeld, whyUncloneable } from './cloneable.js';

/**
 * A unit's captures of enclosing functions and blocks, with what moved code captures in turn.
 *
 * @typedef {{ locals: Local[], captures: Capture[], references: Reference[] }} LocalPlan `references`:
 *   those that leave moved code
 */

/**
 * Decide how a unit's captures of enclosing functions and blocks reach the worker.
 *
 * Functions and classes move, with what they capture in turn; constants whose value the text shows
 * are written into the worker module; everything else is a snapshot taken at the call.
 *
 * @param {Unit} unit
 * @param {Analysed} analysed
 * @returns {LocalPlan}
 */
export function planLocals(unit, analysed) {
	/** @type {Map<Variable, Local>} */
	const locals = new Map();
	/** @type {Capture[]} */
	const captures = [];
	/** @type {Reference[]} */
	const moved = [];
	const own = analysed.uses.get(unit)?.references ?? [];
	const queue = own.filter(({ variable }) => variable && !variable.isTopLevel);
	for (let at = 0; at < queue.length; at++) {
		const reference = /** @type {Reference} */ (queue[at]);
		const named = /** @type {Variable} */ (reference.variable);
		const variable = blockFunctionOf(named) ?? named;
		const known = locals.get(variable);
		if (known && variable !== named) known.guard = named;
		if (known) continue;
		const { local, reason } = classify(unit, variable, analysed);
		locals.set(variable, variable === named ? local : { ...local, guard: named });
		captures.push({ variable, name: variable.name, channel: local.channel, reason });
		if (local.channel === 'snapshot' && !whyUncloneable(variable, analysed.effects)) {
			for (const one of classesHeld(variable, analysed.effects))
				moved.push({ ...reference, ...classReference(one, variable) });
		}
		if (local.channel !== 'move' || !local.node) continue;
		const inside = leaving(local.node, variable, analysed);
		moved.push(...inside);
		queue.push(...inside.filter((one) => one.variable && !one.variable.isTopLevel));
	}
	const plan = { locals: [...locals.values()], captures, references: moved };
	return withScratch(plan, workerRegions(unit, plan), analysed);
}

/** The function of a block that a variable around it gets, when it gets no other value. @param {Variable} variable @returns {Variable | null} */
function blockFunctionOf(variable) {
	const [inner] = variable.blocks;
	return inner && functionOf(variable) ? inner : null;
}

/** Scratch space is made in the worker, and not sent. @param {LocalPlan} plan @param {Node[]} regions @param {Analysed} analysed @returns {LocalPlan} */
function withScratch({ locals, captures, references }, regions, analysed) {
	const isMade = (/** @type {Variable | null} */ one) =>
		one !== null && isScratch(one, regions, analysed);
	return {
		locals: locals.map((one) =>
			one.channel === 'snapshot' && isMade(one.variable)
				? { ...one, channel: 'move', node: declarationOf(one.variable) }
				: one,
		),
		captures: captures.map((one) =>
			one.channel === 'snapshot' && isMade(one.variable)
				? { ...one, channel: 'move', reason: 'scratch space of each worker' }
				: one,
		),
		references,
	};
}

/** @param {Variable} variable @returns {Node} */
const declarationOf = (variable) => /** @type {Node} */ (variable.declarations[0]?.node);

/** @param {Variable} held @param {Variable} holder @returns {Pick<Reference, 'variable' | 'name' | 'implicit' | 'why'>} */
export const classReference = (held, holder) => ({
	variable: held,
	name: held.name,
	implicit: true,
	why: `the class of an instance that \`${holder.name}\` is or holds`,
});

/**
 * The text of a plan that runs in the worker: the unit, and what moves with it.
 *
 * @param {Unit} unit
 * @param {LocalPlan} plan
 * @returns {Node[]}
 */
export const workerRegions = (unit, { locals }) => [
	unit.node,
	...locals.flatMap((one) => (one.channel === 'move' && one.node ? [one.node] : [])),
];

/**
 * @param {Unit} unit
 * @param {LocalPlan} plan
 * @param {Analysed} analysed
 * @param {UnitReporter} reporter LP2003, LP2006, LP2010, LP2011, LP2012, LP2014, LP2021
 */
export function checkLocals(unit, plan, analysed, reporter) {
	const regions = workerRegions(unit, plan);
	for (const local of plan.locals) checkLocal(unit, local, { regions, analysed, reporter });
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

/** @param {Unit} unit @param {Variable} variable @param {Analysed} analysed @returns {{ local: Local, reason: string }} */
function classify(unit, variable, analysed) {
	if (analysed.effects.gems.has(variable))
		return { local: { variable, channel: 'gem', node: null }, reason: BY_REFERENCE };
	const value = constantValueOf(variable);
	const code = functionOf(variable) ?? classOf(variable);
	const declaration = declarationOf(variable);
	if (
		code ||
		namesCode(variable) ||
		makesConstant(variable) ||
		isMethodTable(variable, analysed) ||
		variable.kind === 'enum' ||
		variable.kind === 'function-name'
	) {
		const isUnit = analysed.units.some((one) => one.node === code && one !== unit);
		const reason = isUnit
			? 'annotated too; called directly in the worker'
			: 'its text moves into the worker module';
		return { local: { variable, channel: 'move', node: declaration }, reason };
	}
	if (variable.kind === 'const' && value && isPrimitiveLiteral(value)) {
		return {
			local: { variable, channel: 'inline', node: value },
			reason: 'a constant of the source',
		};
	}
	return {
		local: { variable, channel: 'snapshot', node: null },
		reason: 'its value at the call crosses with the arguments',
	};
}

/** @param {Node} node @param {Variable} self @param {Analysed} analysed @returns {Reference[]} */
function leaving(node, self, { resolution }) {
	return referencesWithin(resolution.references, node).filter(
		(one) => one.variable !== self && !(one.variable && isDeclaredWithin(one.variable, node)),
	);
}

/** @param {Variable} variable @param {Node} node @returns {boolean} */
const isDeclaredWithin = (variable, node) =>
	variable.declarations.some(({ id }) => id.start >= node.start && id.end <= node.end);

/**
 * @param {Unit} unit @param {Local} local
 * @param {{ regions: Node[], analysed: Analysed, reporter: UnitReporter }} setting
 */
function checkLocal(unit, { variable, channel, guard }, setting) {
	const { regions, analysed, reporter } = setting;
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
		const changes = later.find((site) => site.kind === 'mutate' && isInside(site.node));
		if (changes && isScratch(variable, regions, analysed))
			return report.statePerWorker(reporter, changes.node, params, [declared]);
		if (changes) return report.mutatesCapture(reporter, changes.node, params, [declared]);
	}
	if (channel === 'move') {
		const changed = later.some((site) => !isInside(site.node));
		const isRead = inside.some(({ node }) => isMember(analysed.resolution.parents.get(node)));
		if (!changed || !isRead) return;
		const what = 'a function with properties of its own';
		return report.capturesUncloneable(reporter, place, { ...params, what }, [declared]);
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
