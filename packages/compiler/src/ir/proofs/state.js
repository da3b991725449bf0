/** @import { Names } from './names.js' */
/** @import { Planned, Unit } from '../module.js' */
/** @import { Node } from '../../types.js' */
/** @import { Variable } from '../../ast/scope.js' */
/** @import { Frame } from './flow.js' */
/** @import { Value } from './value.js' */
import { referencesWithin } from '../../ast/references.js';
import { isWithin } from '../../ast/tree.js';
import { pathOfImport, rowOf } from '../../knowledge/platform/table.js';
import { showsPrimitive } from '../objects.js';
import { constantValueOf, importOf } from '../values.js';
import { cellWith } from './access.js';
import { bodyOf, enter } from './bodies.js';
import { call, construct } from './calls.js';
import { Flow } from './flow.js';
import { Cell } from './graph.js';
import { framesFrom, solve, TOO_LARGE } from './solve.js';
import { valueOfImport } from './surroundings.js';

/**
 * What the whole program does with the objects of its top level, in the host and in workers.
 *
 * Statements that workers repeat leave both sides with the same. So what matters is what other code changes: functions that may
 * run later, statements that only the host runs, and code of other files, which may change whatever it gets hold of.
 *
 * @param {Pick<Planned, 'slice' | 'resolution' | 'units' | 'sites'>} planned
 * @param {Names} names
 * @param {boolean} isTooLarge to be followed
 * @returns {(variable: Variable) => string | null} why what a top-level variable holds may change; null: it does not
 */
export function judgeState(planned, names, isTooLarge) {
	const { resolution, sites } = planned;
	/** @type {((variable: Variable) => string | null) | undefined} */
	let follow;
	/** Units share most of what they read. @type {Map<Variable, string | null>} */
	const known = new Map();
	return (variable) => {
		if (!known.has(variable)) known.set(variable, why(variable));
		return /** @type {string | null} */ (known.get(variable));
	};

	/** @param {Variable} variable @returns {string | null} */
	function why(variable) {
		const value = constantValueOf(variable);
		if (value && showsPrimitive(value)) return null;
		if ((sites.later.get(variable) ?? []).length > 0) return 'code that runs later changes it';
		const from = importOf(variable, resolution.parents);
		if (from && pathOfImport(from.source, []) === null) return 'it is imported';
		if (variable.references.some(({ role }) => role === 'export')) return 'it is exported';
		if (isTooLarge) return TOO_LARGE;
		return (follow ??= followState(planned, names))(variable);
	}
}

/** @param {Pick<Planned, 'slice' | 'resolution' | 'units' | 'sites'>} planned @param {Names} names @returns {(variable: Variable) => string | null} */
function followState(planned, names) {
	const { resolution, slice, units } = planned;
	const flow = new Flow(resolution, {
		isOpen: true,
		call,
		construct,
		names,
	});
	for (const { fragment } of slice) {
		const { kind, node, statement } = fragment;
		if (kind === 'import' || kind === 'type') continue;
		flow.pending.push({ root: node, frame: node });
		if (statement.type === 'ExportDefaultDeclaration')
			flow.graph.flow(flow.cellOf(node), flow.outside.star);
		if (node.type === 'TSExportAssignment')
			flow.graph.flow(flow.cellOf(node.expression), flow.outside.star);
		if (!statement.type.startsWith('Export')) continue;
		for (const one of fragment.defines)
			flow.graph.flow(flow.cellOfVariable(one), flow.outside.star);
	}
	for (const { role, variable } of resolution.references) {
		if (role === 'export' && variable)
			flow.graph.flow(flow.cellOfVariable(variable), flow.outside.star);
	}
	for (const unit of units) enterUnit(flow, unit);
	openUp(flow, units);
	solve(flow);
	return judgeWith(flow, planned);
}

/** A worker runs it with copies, and the host gets a copy of what it returns. @param {Flow} flow @param {Unit} unit */
function enterUnit(flow, { node }) {
	const body = bodyOf(flow, node);
	for (const cell of [...body.params, body.list.star, body.self])
		flow.graph.add(cell, flow.outside);
	flow.runs(flow.elsewhere, node);
	enter(flow, body);
}

/** Code of other files calls what it gets hold of, and what lies in that. @param {Flow} flow @param {Unit[]} units */
function openUp(flow, units) {
	const { graph, outside } = flow;
	const inWorkers = new Set(units.filter((one) => !one.isOptional).map(({ node }) => node));
	const foreign = cellWith(flow, outside);
	graph.flow(flow.caught, outside.star);
	graph.watch(outside.star, (value) => {
		if (value === outside || value.kind === 'input') return;
		for (const part of [value.all, value.parents, value.methods]) graph.flow(part, outside.star);
		graph.add(value.star, outside);
		const node = value.node ?? flow.elsewhere;
		const out = value.node && inWorkers.has(value.node) ? new Cell() : outside.star;
		const given = { self: foreign, args: [], rest: foreign, out, frame: flow.elsewhere, node };
		if (value.kind === 'class') construct(flow, value, given);
		else if (value.isCallable && value.kind !== 'any-method') call(flow, value, given);
		if (value.maker) graph.add(outside.star, value.maker);
		if (value.maker?.kind === 'function') graph.flow(flow.prototypes.all, outside.star);
	});
}

/** @param {Flow} flow @param {Pick<Planned, 'slice' | 'units' | 'resolution'>} planned @returns {(variable: Variable) => string | null} */
function judgeWith(flow, { slice, units, resolution }) {
	const hostOnly = slice.filter(({ kept }) => !kept).map(({ fragment }) => fragment.node);
	const pausing = [...flow.bodies.keys()].filter(({ async, generator }) => async || generator);
	const roots = [flow.elsewhere, ...hostOnly, ...pausing, ...units.map(({ node }) => node)];
	const late = framesFrom(flow, [...roots, ...flow.hidden]);
	const isLate = (/** @type {Frame} */ frame) => late.has(frame);
	const regions = [...resolution.program.variables.values()].flatMap(
		({ initialisation }) => (isMadeOnce(initialisation) ? initialisation?.regions : null) ?? [],
	);
	// `table = []; table[i] = i;` at the first use: each thread does so to what it has made there.
	const isOfFirstUse = (/** @type {{ value: Value, node: Node }} */ { value, node }) =>
		regions.some((one) => isWithin(node, one) && value.node && isWithin(value.node, one));
	const changed = new Map(
		flow.writes
			.filter((one) => isLate(one.frame) && !isOfFirstUse(one))
			.map(({ value, node }) => [value, node]),
	);
	const assigned = new Set(
		flow.assignments
			.filter(({ frame, variable }) => isLate(frame) && !isMadeOnce(variable.initialisation))
			.map(({ variable }) => variable),
	);
	for (const value of changed.keys()) {
		if (value.kind === 'platform' && BUILT_INS.test(value.name))
			flow.giveUp('an object of the platform is changed');
	}
	return (variable) => {
		if (flow.verdict) return flow.verdict;
		if (flow.graph.hasGivenUp) return TOO_LARGE;
		const from = importOf(variable, flow.parents);
		if (from) return whyImport(flow, variable, changed);
		return whyReached(flow, { variable, changed, assigned, resolution });
	};
}

/** @param {Variable['initialisation']} initialisation @returns {boolean} */
const isMadeOnce = (initialisation) => initialisation?.kind === 'value';

/** What replaced functions of the language would mean for all objects. */
const BUILT_INS =
	/prototype|^(Array|JSON|Map|Math|Number|Object|Promise|Reflect|Set|String|Symbol)$/;

/** @param {Flow} flow @param {Variable} variable @param {Map<Value, Node>} changed @returns {string | null} */
function whyImport(flow, variable, changed) {
	const value = valueOfImport(flow, variable);
	if (!value || value.kind !== 'platform') return 'it is imported';
	return changed.has(value) ? 'a module of Node is changed' : whyPlatform(value);
}

/** @param {Value} value @returns {string | null} */
const whyPlatform = ({ name }) =>
	rowOf('value', name) || name.startsWith('process') ? `\`${name}\` may change` : null;

/**
 * @param {Flow} flow
 * @param {{ variable: Variable, changed: Map<Value, Node>, assigned: Set<Variable>, resolution: Planned['resolution'] }} question
 * @returns {string | null}
 */
function whyReached(flow, { variable, changed, assigned, resolution }) {
	/** @type {Set<Value>} */
	const reached = new Set();
	/** @type {Set<Variable>} */
	const names = new Set([variable]);
	for (const name of names) {
		if (assigned.has(name)) return `\`${name.name}\` is assigned later`;
		/** @type {Value[]} */
		const open = [...(flow.variables.get(name)?.values ?? [])];
		for (let value = open.pop(); value; value = open.pop()) {
			if (reached.has(value)) continue;
			reached.add(value);
			const why = whyValue(flow, value, changed);
			if (why) return why;
			open.push(...partsOf(value));
			for (const one of closedOver(value, resolution)) names.add(one); // a Set grows while it is walked
		}
	}
	return null;
}

/** @param {Value} value @returns {Value[]} */
const partsOf = ({ all, parents, bound }) => [
	...all.values,
	...parents.values,
	...(bound ? [bound.target, bound.self, ...bound.args].flatMap((one) => [...one.values]) : []),
];

/** @param {Flow} flow @param {Value} value @param {Map<Value, Node>} changed @returns {string | null} */
function whyValue(flow, value, changed) {
	if (value.kind === 'outside') return 'it holds something that is not seen';
	if (value.kind === 'platform') return changed.has(value) ? 'it is changed' : whyPlatform(value);
	if (flow.outside.star.has(value)) return 'other files get hold of it';
	const place = changed.get(value);
	if (place) return `it is changed in line ${place.loc?.start.line}`;
	const hasPrototype = value.kind === 'class' || value.kind === 'function' || value.maker;
	if (hasPrototype && changed.has(flow.prototypes)) return 'a prototype is changed';
	return null;
}

/**
 * The variables of functions that a function still has, once those have returned.
 *
 * @param {Value} value
 * @param {Planned['resolution']} resolution
 * @returns {Variable[]}
 */
function closedOver({ kind, node }, { references, scopes }) {
	if ((kind !== 'function' && kind !== 'class') || !node) return [];
	const scope = scopes.get(node);
	return referencesWithin(references, node).flatMap(({ variable }) => {
		if (!variable || variable.isTopLevel) return [];
		const isOwn = scope ? variable.scope.isWithin(scope) : isWithin(variable.scope.node, node);
		return isOwn ? [] : [variable];
	});
}
