/** @import { Variable } from '../../ast/scope.js' */
/** @import { Planned, Unit, UnitPlan } from '../../ir/module.js' */
/** @import { Leaving } from '../../ir/result-flow/index.js' */
/** @import { Channels } from './channels.js' */
/** @import { Closure } from './closure.js' */
/** @import { Reporter } from '../../diagnostics/reporter.js' */
/** @import { Node } from '../../types.js' */
import * as report from '../../diagnostics/codes.js';
import { dottedName, isCall, isMember, isWrapper, methodOf, unwrap } from '../../ast/shapes.js';
import { isWithin, nodesOf } from '../../ast/tree.js';
import { constantValueOf, importOf } from '../../ir/values.js';
import { mayBeThere } from '../../ir/may-be-there.js';
import { Observed, OBSERVING } from '../../ir/observed.js';
import { CONSUMER } from '../../ir/result-flow/index.js';
import { takesFunctions } from '../../ir/method-changes.js';
import { codeOf, leavingOf } from '../../ir/result-flow/leaving.js';
import { heldOf, listLevels } from '../../ir/result-flow/levels.js';
import { isPrimitiveMethod } from '../../knowledge/methods.js';
import { mayHoldObject } from './contents.js';

/** Why a copy of a variable's object is not the same to the program. @typedef {{ use: string, message: string, place: Node, isCompared: boolean }} Reason */

/**
 * Point out results that are objects of the module, or parts of them, where these cross with each call: such a result is the copy of a
 * copy, and code of the host has the object itself, which it compares or changes. What is made again in the worker crosses by its name
 * instead, and is the same object.
 *
 * @param {Pick<Planned, 'effects' | 'resolution' | 'plans' | 'sites' | 'uses'>} planned
 * @param {Reporter} reporter LP3011
 * @param {Map<Unit, Closure>} closures
 */
export function checkComparedResults(planned, reporter, closures) {
	const { effects, uses } = planned;
	// Results of the others hold the caller's own objects, but for calls that hand them functions.
	const plans = planned.plans.filter(
		({ unit, aliased }) =>
			(aliased === null || takesFunctions(unit, effects)) && !uses.get(unit)?.inOut,
	);
	// A GEM that comes back is the one that was sent, and a number has no identity to lose.
	const sent = new Set(
		plans
			.flatMap(({ snapshots }) => snapshots)
			.filter(
				(one) =>
					mayHoldObject(one) &&
					!effects.gems.has(one) &&
					effects.shared.objects.ofVariable(one, []),
			),
	);
	if (sent.size === 0) return;
	const reasons = reasonsFor(sent, planned, closures);
	const leaving = leavingOf(plans, effects, new Set(reasons.keys())).filter(
		({ variable, levels }) =>
			listLevels(levels).some((level) => mayBeThere(variable, String(level), effects)) &&
			(listLevels(levels).includes(0) || !effects.gems.holdsOnlyGems(variable)),
	);
	for (const [variable, reason] of reasons) {
		const ofVariable = leaving.filter((one) => one.variable === variable);
		for (const plan of ofVariable.length > 0 ? plans : []) {
			const first = leavesBy(ofVariable, plan).find(reason.isCompared ? Boolean : isClear);
			if (!first) continue;
			const params = { unit: plan.unit.name, name: variable.name, use: reason.use };
			report.returnsSharedObject(reporter, first.node, params, [reason]);
		}
	}
}

/**
 * Why copies would differ is asked before what leaves, which takes longer to find.
 *
 * @param {ReadonlySet<Variable>} sent
 * @param {Pick<Planned, 'effects' | 'resolution' | 'plans' | 'sites'>} planned
 * @param {Map<Unit, Closure>} closures
 * @returns {Map<Variable, Reason>} of the variables whose copies would not be the same to the program
 */
function reasonsFor(sent, planned, closures) {
	const { effects } = planned;
	const [closure] = closures.values();
	const parts = new Map(
		[...sent].map((variable) => [variable, withParts(variable, effects, sent)]),
	);
	// What a parameter of an enclosing function has, may be classes and functions of the module, which keep their identity.
	const told = new Set(
		[...sent, ...[...parts.values()].flat()].filter(({ kind }) => kind !== 'param'),
	);
	const compared = findCompared(new Compared(effects, told, () => false), planned);
	const context = { compared, channels: closure?.channels };
	return new Map(
		[...parts].flatMap(([variable, all]) => {
			const part = all.find((one) => compared.has(one));
			const reason = reasonOf(part ?? variable, planned, context);
			return reason ? [[variable, reason]] : [];
		}),
	);
}

/** What code of the host compares. */
class Compared extends Observed {
	/**
	 * What is compared with an object that the text shows is that object, or none that matters: `(await find(1)) === NONE` says nothing of
	 * the rows which `find` gives as well.
	 *
	 * @override
	 * @type {Observed['compare']}
	 */
	compare(left, right) {
		const made = this.madeFor(left) ?? this.madeFor(right);
		if (!made) super.compare(left, right);
		else if (this.shared.has(made) && [left, right].every((one) => one && this.isComparable(one)))
			this.addOrigin(made, '0');
	}

	/** @param {Node | null | undefined} node @returns {Variable | null} the constant that it names, where a literal or a `new` makes its object */
	madeFor(node) {
		const named = unwrap(node);
		const variable = named?.type === 'Identifier' ? this.effects.aliases.variableOf(named) : null;
		const value = variable?.kind === 'const' ? constantValueOf(variable) : null;
		return variable && /^(Object|Array|New)Expression$/.test(value?.type ?? '') ? variable : null;
	}
}

/**
 * @param {Leaving[]} leaving of a variable
 * @param {UnitPlan} plan
 * @returns {Leaving[]} where it leaves a unit: the unit's own results first
 */
function leavesBy(leaving, plan) {
	const code = codeOf(plan);
	const own = leaving.filter((one) => code.some((part) => isWithin(one.node, part)));
	const isInUnit = (/** @type {Leaving} */ one) => isWithin(one.node, plan.unit.node);
	return [...own.filter(isInUnit), ...own.filter((one) => !isInUnit(one))];
}

/** How deep the variables in an object's parts are looked for. */
const DEEPEST_PART = 4;

/** @param {Variable} variable @param {Planned['effects']} effects @param {ReadonlySet<Variable>} sent @returns {Variable[]} with those whose objects are parts of its object: `const first = { next: last }` */
function withParts(variable, effects, sent) {
	const node = effects.aliases.nodeOf(variable);
	const depths = Array.from({ length: DEEPEST_PART }, (_, at) => Array(at + 1).fill(null));
	const parts = node ? depths.flatMap((path) => [...effects.shared.of(node, path)]) : [];
	return [...new Set([variable, ...parts.filter((one) => one.isTopLevel || sent.has(one))])];
}

/** What is known to be an object of the variable: of an element such as `[limits.most]`, it is a number more often than not. @param {Leaving} one @returns {boolean} */
const isClear = ({ levels }) =>
	listLevels(levels).includes(0) || listLevels(levels & ~heldOf(levels)).length > 0;

/**
 * @param {Variable} variable
 * @param {Pick<Planned, 'effects' | 'resolution' | 'sites'>} planned
 * @param {{ compared: Map<Variable, Node>, channels: Channels | undefined }} context
 * @returns {Reason | null}
 */
function reasonOf(variable, { effects, resolution, sites }, { compared, channels }) {
	const { name } = variable;
	const comparison = compared.get(variable);
	if (comparison)
		return {
			...{ use: 'the module compares elsewhere', place: comparison, isCompared: true },
			message: `\`${name}\`, or a part of it, is compared here`,
		};
	const change = (sites.later.get(variable) ?? []).find(
		({ kind, node }) => kind === 'mutate' && sites.isHostLive(node),
	);
	if (change)
		return {
			...{ use: 'the module changes elsewhere', place: change.node, isCompared: false },
			message: `\`${name}\` is changed here`,
		};
	const elsewhere = channels && placeElsewhere(variable, channels);
	if (elsewhere)
		return {
			...{ use: 'other files may compare or change', place: elsewhere, isCompared: false },
			message: `other files get \`${name}\` from here, and it crosses to workers with each call`,
		};
	const isOwn =
		variable.isTopLevel &&
		variable.declarations.every((one) => one.node.type === 'VariableDeclarator');
	const use = variable.references.find(
		({ node }) =>
			isOwn &&
			sites.isHostLive(node) &&
			(sites.runsLater(node) || isKept(node, resolution)) &&
			isUsedWhole(node, { effects, resolution }),
	);
	return use
		? {
				...{ use: 'the module uses elsewhere', place: use.node, isCompared: false },
				message: `\`${name}\`, or a part of it, is used here, and it crosses to workers with each call`,
			}
		: null;
}

/** `const all = new Map([['none', NONE]])`. @param {Node} node @param {Planned['resolution']} resolution @returns {boolean} it becomes a part of a variable's value */
function isKept(node, { parents }) {
	let at = /** @type {Node | undefined} */ (node);
	while (at && /^(Identifier|(Object|Array|New)Expression|ObjectProperty)$/.test(at.type))
		at = parents.get(at);
	return at?.type === 'VariableDeclarator' || at?.type === 'AssignmentExpression';
}

/** Not `limits.most > 3`, which is the same of a copy. @param {Node} node a use @param {Pick<Planned, 'effects' | 'resolution'>} planned @returns {boolean} it takes an object from there */
function isUsedWhole(node, { effects, resolution: { parents } }) {
	let at = node;
	let parent = /** @type {Node} */ (parents.get(at));
	while (isWrapper(parent) || (isMember(parent) && parent.object === at)) {
		at = parent;
		parent = /** @type {Node} */ (parents.get(at));
	}
	if (isCall(parent) && parent.callee === at) return !isPrimitiveMethod(methodOf(parent));
	const isWritten = parent.type === 'AssignmentExpression' && parent.left === at;
	return !isWritten && !CONSUMER.test(parent.type) && effects.shared.objects.may(at);
}

/** @param {Variable} variable @param {Channels} channels @returns {Node | undefined} where other files get a constant from; or it itself, where a link has found that they change it */
function placeElsewhere(variable, channels) {
	const { resolution } = channels.analysed;
	// What an import holds cannot be seen here: it is a number or a string more often than not.
	if (importOf(variable, resolution.parents)) return undefined;
	const exported = channels.exportOf(variable);
	const [declaration] = variable.declarations;
	if (channels.isLinkedSnapshot(variable)) return exported ?? declaration?.id;
	if (variable.kind !== 'const') return undefined;
	return exported ?? variable.references.find((one) => isExported(one.node, channels))?.node;
}

/** @param {Node} node @param {Channels} channels @returns {boolean} within `module.exports = { … }` or `exports.x = …` */
function isExported(node, { analysed: { resolution } }) {
	const literals = /^(ObjectProperty|ObjectExpression)$/;
	let at = resolution.parents.get(node);
	while (at && literals.test(at.type)) at = resolution.parents.get(at);
	const target = at?.type === 'AssignmentExpression' ? dottedName(at.left) : null;
	return target !== null && /^(module\.)?exports(\.|$)/.test(target);
}

/**
 * @param {Observed} observed
 * @param {Pick<Planned, 'resolution' | 'plans'>} planned
 * @returns {Map<Variable, Node>} variables whose objects code of the host compares, and where
 */
function findCompared(observed, { resolution, plans }) {
	const gone = plans.flatMap(({ unit }) => (unit.isOptional ? [] : [unit.node]));
	/** @type {Map<Variable, Node>} */
	const places = new Map();
	for (const node of nodesOf(resolution.program.node, OBSERVING)) {
		// What is thrown is compared only where it is caught.
		if (node.type === 'ThrowStatement' || gone.some((one) => isWithin(node, one))) continue;
		observed.look(node);
		for (const variable of observed.levels.keys())
			if (!places.has(variable)) places.set(variable, node);
	}
	observed.followParameters();
	for (const variable of observed.levels.keys()) {
		const given = places.has(variable) ? null : argumentOf(variable, resolution);
		if (given) places.set(variable, given);
	}
	return places;
}

/** `isNone(found, NONE)`. @param {Variable} variable @param {Planned['resolution']} resolution @returns {Node | undefined} */
const argumentOf = ({ references }, { parents }) =>
	references.find(({ node }) => {
		const call = parents.get(node);
		return call && isCall(call) && call.arguments.includes(node);
	})?.node;
