/** @import { Node } from '../../types.js' */
/** @import { Frame } from './flow.js' */
/** @import { Names } from './names.js' */
/** @import { Planned, Unit, UnitPlan } from '../module.js' */
/** @import { Cell } from './graph.js' */
/** @import { Value } from './value.js' */
import { ERROR_ONLY } from '@lapidary/runtime/abi';
import { isClass } from '../../ast/shapes.js';
import { classOf } from '../values.js';
import { bodyOf, enter } from './bodies.js';
import { call, construct } from './calls.js';
import { Flow } from './flow.js';
import { framesFrom, solve, TOO_LARGE } from './solve.js';
import { valueOfImport } from './surroundings.js';

/**
 * What units do with what they are given, found for all units of a module at once: objects of one call of one unit are
 * not told from those of another, and each unit is judged by the code that it may run.
 *
 * @param {Pick<Planned, 'plans' | 'slice' | 'resolution' | 'classes'>} planned
 * @param {Names} names
 * @returns {{ why: (unit: Unit) => string | null, whyResults: (unit: Unit) => string | null, hasGivenUp: boolean }} `why`: the unit may change what it is
 *   given; null: it does not; `whyResults`: what it returns or throws may hold some of that
 */
export function judgeInputs(planned, names) {
	const { plans, resolution } = planned;
	const flow = new Flow(resolution, {
		isOpen: false,
		call,
		construct,
		names,
	});
	for (const { fragment, kept } of planned.slice) {
		if (kept && fragment.kind !== 'import' && fragment.kind !== 'type')
			flow.pending.push({ root: fragment.node, frame: fragment.node });
	}
	for (const plan of plans) enterUnit(flow, plan);
	let isWhole = false;
	// Those of errors alone are none of any other argument.
	const classes = planned.classes.filter(({ key }) => !key.startsWith(ERROR_ONLY));
	if (classes.some(({ variable }) => valueOfImport(flow, variable)?.kind === 'outside'))
		flow.giveUp(FOREIGN_INSTANCE);
	else isWhole = solve(flow, createEnd(flow, plans));
	for (const { variable } of classes)
		if (flow.variables.get(variable)?.has(flow.outside)) flow.giveUp(FOREIGN_INSTANCE);
	if (flow.writes.some(({ value }) => value.kind === 'platform'))
		flow.giveUp('an object of the platform is changed');
	const verdict = flow.verdict ?? (flow.graph.hasGivenUp ? TOO_LARGE : null);
	return {
		why: (unit) => verdict ?? judge(flow, unit),
		whyResults: (unit) => verdict ?? (isWhole ? judgeResults(flow, unit) : CUT_SHORT),
		hasGivenUp: flow.graph.hasGivenUp,
	};
}

const CUT_SHORT = 'not all of the code has been read, since each unit may change what it is given';

const FOREIGN_INSTANCE = 'an argument may be an instance of an imported class';

/**
 * What is found stays found: when each unit may change its inputs, the rest of the program makes none of them harmless again.
 *
 * @param {Flow} flow
 * @param {UnitPlan[]} plans
 * @returns {() => boolean} whether nothing is left to be proven
 */
function createEnd(flow, plans) {
	let at = 0;
	return () => {
		for (let plan = plans[at]; plan && judge(flow, plan.unit) !== null; plan = plans[++at]);
		return at === plans.length;
	};
}

/** @param {Flow} flow @param {UnitPlan} plan */
function enterUnit(flow, { unit, captures, receiver, locals, snapshots, statements }) {
	const { graph } = flow;
	const body = bodyOf(flow, unit.node);
	const last = body.params.length - 1;
	body.params.forEach((cell, index) => {
		// The host calls the callback: what the unit changes later of what it gives, the host does not see.
		const isCallback = unit.callback !== null && index === last;
		graph.add(cell, isCallback ? flow.made(unit.node, null, 'settle') : flow.input);
	});
	graph.add(body.list.star, flow.input);
	const definition = receiver?.kind === 'class' ? classOf(receiver.variable) : null;
	if (definition && isClass(definition))
		graph.add(body.self, flow.made(definition, 'other', 'class'));
	else if (receiver) graph.add(body.self, flow.input);
	enter(flow, body);
	// The host may hand an object to each step.
	for (const { sent } of body.result.values) if (sent) graph.add(sent, flow.input);
	if (unit.variable) {
		flow.declared.add(unit.variable);
		graph.add(flow.cellOfVariable(unit.variable), flow.made(unit.node, 'other', 'function'));
	}
	for (const { variable, channel } of captures)
		if (variable && channel === 'inline') flow.declared.add(variable);
	for (const variable of snapshots) {
		flow.declared.add(variable);
		graph.add(flow.cellOfVariable(variable), flow.input);
	}
	for (const { variable, channel, node } of locals) {
		flow.declared.add(variable);
		if (channel === 'gem') graph.add(flow.cellOfVariable(variable), flow.outside);
		if (channel !== 'move' || !node) continue;
		flow.pending.push({ root: node, frame: node });
		if (!/^Variable/.test(node.type)) graph.flow(flow.cellOf(node), flow.cellOfVariable(variable));
	}
	for (const { node } of statements) flow.pending.push({ root: node, frame: node });
}

/** @param {Flow} flow @param {Set<Frame>} frames @returns {string | undefined} what is not certain of code in them */
function failureIn({ failures }, frames) {
	for (const frame of frames) {
		const failure = failures.get(frame);
		if (failure) return failure;
	}
	return undefined;
}

/**
 * What is thrown is not told apart by who throws it.
 *
 * @param {Flow} flow
 * @param {Unit} unit
 * @returns {string | null}
 */
function judgeResults(flow, { node, callback }) {
	const failure = failureIn(flow, framesFrom(flow, [node, ...flow.hidden]));
	if (failure) return failure;
	const { result } = bodyOf(flow, node);
	/** @type {Set<Cell>} */
	const cells = new Set([result, flow.thrown]);
	if (callback) cells.add(flow.made(node, null, 'settle').star);
	for (const cell of cells) {
		for (const value of cell.values) {
			const what = HELD[value.kind];
			if (what) return what;
			if (hasAccessors(value)) return 'what a getter of it gives is not known';
			cells.add(value.all).add(value.parents); // a Set grows while it is walked
		}
	}
	return null;
}

/** Clones take what own getters give. @param {Value} value @returns {boolean} */
const hasAccessors = ({ node }) =>
	node?.type === 'ObjectExpression' &&
	node.properties.some((/** @type {Node} */ { kind }) => kind === 'get');

/** @type {Record<string, string>} */
const HELD = {
	input: 'it may hold an object that came with the call',
	outside: 'it may hold an object that is not seen',
	settle: 'it may hold a function of the host',
};

/** @param {Flow} flow @param {Unit} unit @returns {string | null} */
function judge(flow, { node }) {
	const frames = framesFrom(flow, [node, ...flow.hidden]);
	const failure = failureIn(flow, frames);
	if (failure) return failure;
	for (const { value, frame, node: place } of flow.writes) {
		if (!frames.has(frame)) continue;
		const what = CHANGED[value.kind];
		if (what) return `${what} in line ${place.loc?.start.line}`;
	}
	return null;
}

/** @type {Record<string, string>} */
const CHANGED = {
	input: 'it may change what it was given,',
	outside: 'it changes an object that is not seen,',
	platform: 'it changes an object of the platform,',
};
