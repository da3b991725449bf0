/** @import { Variable } from '../../ast/scope.js' */
/** @import { Planned, Unit } from '../../ir/module.js' */
/** @import { Channels } from './channels.js' */
/** @import { Closure } from './closure.js' */
/** @import { Reporter } from '../../diagnostics/reporter.js' */
/** @import { Node } from '../../types.js' */
import * as report from '../../diagnostics/codes.js';
import { dottedName } from '../../ast/shapes.js';
import { isWithin, nodesOf } from '../../ast/tree.js';
import { importOf } from '../../ir/values.js';
import { Observed, OBSERVING } from '../../ir/observed.js';
import { Origins } from '../../ir/origins.js';
import { resultsOf } from '../../ir/unit-results.js';
import { mayHoldObject } from './contents.js';

/** What an expression is a result of (`depth` 1: an element of it), and the variable that it may be a part of. @typedef {{ unit: Unit, place: Node, depth: number, variable: Variable, level: number }} Returned */

/**
 * Point out results that code of the host compares with objects of the module, or that other files have, where these cross with each
 * call: a result that is one of them is the copy of a copy. What is made again in the worker crosses by its name instead, and is
 * the same object.
 *
 * @param {Pick<Planned, 'effects' | 'resolution' | 'plans' | 'moduleSnapshots' | 'sites'>} planned
 * @param {Reporter} reporter LP3011
 * @param {Map<Unit, Closure>} closures
 */
export function checkComparedResults(planned, reporter, closures) {
	const { effects, resolution, plans, moduleSnapshots } = planned;
	// A GEM that comes back is the one that was sent, and a number has no identity to lose.
	const sent = new Set(
		moduleSnapshots.filter(
			(one) =>
				mayHoldObject(one) && !effects.gems.has(one) && effects.shared.objects.ofVariable(one, []),
		),
	);
	if (sent.size === 0) return;
	const origins = new Origins(effects);
	const returned = plans.flatMap(({ unit }) =>
		resultsOf(unit, effects).flatMap((place) =>
			[0, 1].flatMap((depth) =>
				origins.of(place, depth).map((origin) => ({ unit, place, depth, ...origin })),
			),
		),
	);
	const candidates = returned.filter(
		({ variable, level }) =>
			sent.has(variable) && !(level > 0 && effects.gems.holdsOnlyGems(variable)),
	);
	if (candidates.length === 0) return;
	const observed = new Observed(effects, sent, () => false);
	const compared = findCompared(observed, { resolution, plans });
	const [closure] = closures.values();
	for (const variable of new Set(candidates.map((one) => one.variable))) {
		const own = candidates.filter((one) => one.variable === variable);
		const first = compared.has(variable) ? own[0] : own.find(isObject(observed));
		const place = compared.get(variable) ?? (closure && placeElsewhere(variable, closure.channels));
		const isOwn = compared.has(variable);
		if (!first || !place || (!isOwn && isReported(variable, planned))) continue;
		const params = {
			unit: first.unit.name,
			name: variable.name,
			use: isOwn ? 'the module compares elsewhere' : 'other files may compare or change',
		};
		const message = isOwn
			? `\`${variable.name}\`, or a part of it, is compared here`
			: `other files get \`${variable.name}\` from here, and it crosses to workers with each call`;
		report.returnsSharedObject(reporter, first.place, params, [{ message, place }]);
	}
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
 * @returns {(returned: Returned) => boolean} whether the text does not show the result to be a number or a string; of an element
 *   such as `[limits.most]` it is one more often than not
 */
const isObject =
	(observed) =>
	({ place, depth, level }) =>
		level === 0 || (depth === 0 && observed.isComparable(place));

/** By another rule, as a result that the host changes (shared-results.js). @param {Variable} variable @param {Pick<Planned, 'sites'>} planned */
const isReported = (variable, { sites }) =>
	(sites.later.get(variable) ?? []).some(
		({ kind, node }) => kind === 'mutate' && sites.isHostLive(node),
	);

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
	return places;
}
