/** @import { Node } from '../../types.js' */
/** @import { Flow, Frame } from './flow.js' */
/** @import { Value } from './value.js' */
import { isClass, memberName, membersOf } from '../../ast/shapes.js';
import { put } from './access.js';
import { bodyOf } from './bodies.js';
import { bindParameters } from './definitions.js';
import { readCode } from './expressions.js';
import { callUnknown } from './given.js';

/**
 * Read all code that runs, and hand values on until nothing changes.
 *
 * @param {Flow} flow
 * @param {() => boolean} [isAnswered] asked when something has come that may answer the question
 * @returns {boolean} all of the code has been read
 */
export function solve(flow, isAnswered = () => false) {
	let known = 0;
	do {
		for (let next = flow.pending.pop(); next; next = flow.pending.pop()) {
			if (next.isBody) readBody(flow, next.root);
			else readCode(flow, next.root, next.frame);
			flow.graph.settle();
			if (isOver(flow)) return false;
			if (flow.doubts > known && isAnswered()) return false;
			known = flow.doubts;
		}
	} while (fillGaps(flow));
	return true;
}

/** Why nothing is proven of a program in which values spread too far. */
export const TOO_LARGE = 'the program is too large';

/** @param {Flow} flow @returns {boolean} what comes cannot change the answer */
const isOver = ({ verdict, graph }) => verdict !== null || graph.hasGivenUp;

/** @param {Flow} flow @param {Node} root a function, or a class for the fields of its instances */
function readBody(flow, root) {
	if (isClass(root)) {
		readFields(flow, root);
		return;
	}
	bindParameters(flow, root);
	for (const param of root.params) readCode(flow, param, root);
	readCode(flow, root.body, root);
	if (root.body.type !== 'BlockStatement')
		flow.graph.flow(flow.cellOf(root.body), bodyOf(flow, root).returned);
}

/** The fields of instances. @param {Flow} flow @param {Node} definition a class */
function readFields(flow, definition) {
	const { self, replacing } = bodyOf(flow, definition);
	flow.graph.flow(replacing, self);
	for (const member of membersOf(definition)) {
		if (!/^Class(Private)?Property$/.test(member.type) || member.static) continue;
		flow.graph.watch(replacing, (value) => flow.write(definition, member, value));
		if (!member.value) continue;
		readCode(flow, member.value, definition);
		const part = { name: memberName(member), value: flow.cellOf(member.value) };
		flow.graph.watch(self, (value) => put(flow, value, part));
	}
}

/**
 * What nothing has been found of may be anything: names that no code that was read declares, and calls of something that no
 * code that was read makes.
 *
 * @param {Flow} flow
 * @returns {boolean} something has come of it
 */
function fillGaps(flow) {
	const before = flow.graph.steps;
	for (const [variable, cell] of flow.variables) {
		if (flow.declared.has(variable) || variable.blocks.length > 0 || variable.hoistedAs) continue;
		flow.declared.add(variable);
		flow.graph.add(cell, flow.outside);
	}
	flow.graph.settle();
	if (flow.pending.length > 0) return true;
	const open = [];
	for (const one of flow.callees) {
		if ([...one.cell.values].some(isKnownCallee)) continue;
		if (one.given.isGap) continue;
		open.push(one);
	}
	for (const { given, text } of open) {
		given.isGap = true;
		callUnknown(flow, given, `\`${text}\`, of which nothing is known`);
	}
	flow.graph.settle();
	return flow.pending.length > 0 || flow.graph.steps > before;
}

/** @param {Value} value @returns {boolean} calling it is followed */
const isKnownCallee = (value) =>
	value.isCallable ||
	value.kind === 'platform' ||
	value.kind === 'outside' ||
	(value.kind === 'fresh' && (value.shape === null || value.shape === 'other'));

/** @param {Flow} flow @param {Frame[]} roots @returns {Set<Frame>} all that they may run */
export function framesFrom(flow, roots) {
	const found = new Set(roots);
	for (const frame of found) for (const next of flow.calls.get(frame) ?? []) found.add(next); // a Set grows while it is walked
	return found;
}
