/** @import { Node } from '../../types.js' */
/** @import { Body, Flow } from './flow.js' */
/** @import { Call } from './given.js' */
/** @import { Value } from './value.js' */
import { extended } from '../../ast/records.js';
import { isClass, membersOf } from '../../ast/shapes.js';
import { awaitedOf, cellWith } from './access.js';
import { bodyOf, enter } from './bodies.js';
import { argumentsOf, callUnknown } from './given.js';
import { Cell } from './graph.js';
import { callMethod } from './methods.js';
import { callPlatform, constructPlatform, extendPlatform } from './platform.js';

/** @param {Flow} flow @param {Value} value what is called @param {Call} given */
export function call(flow, value, given) {
	flow.graph.steps++;
	if (flow.graph.hasGivenUp) return;
	if (flow.depth > DEEPEST) {
		flow.giveUp('calls that lead to each other');
		return;
	}
	flow.depth++;
	dispatch(flow, value, given);
	flow.depth--;
}

/** A list that holds itself and `apply` calls without end. Calls of functions of the program do not nest: their code is read later. */
const DEEPEST = 60;

/** @param {Flow} flow @param {Value} value @param {Call} given */
function dispatch(flow, value, given) {
	switch (value.kind) {
		case 'function':
			return callOwn(flow, /** @type {Node} */ (value.node), given);
		case 'bound':
			return callBound(flow, value, given, call);
		case 'platform':
			return callPlatform(flow, value.name, given);
		case 'method':
			return callMethod(flow, value.name, given);
		case 'settle':
			for (const part of argumentsOf(given)) settle(flow, value, part);
			return undefined;
		case 'class':
			return undefined; // a TypeError
		case 'fresh':
			// An array, a literal or an instance is nothing that can be called.
			return value.shape === null || value.shape === 'other'
				? callUnknown(flow, given, 'what a function of the platform has made')
				: undefined;
		default:
			return callUnknown(flow, given, 'code that is not seen');
	}
}

/** @param {Flow} flow @param {Value} value @param {Cell} part */
function settle(flow, value, part) {
	flow.graph.flow(awaitedOf(flow, part), value.star);
	flow.graph.flow(part, flow.thrown);
}

/** @param {Flow} flow @param {Node} fn @param {Call} given */
function callOwn(flow, fn, given) {
	const body = bodyOf(flow, fn);
	flow.runs(given.frame, fn);
	enter(flow, body);
	pass(flow, body, given);
	if (fn.type !== 'ArrowFunctionExpression') flow.graph.flow(given.self, body.self);
	flow.graph.flow(body.result, given.out);
}

/** @param {Flow} flow @param {Body} body @param {Call} given */
function pass(flow, body, given) {
	const { graph } = flow;
	const { args, rest } = given;
	for (const part of argumentsOf(given)) graph.flow(part, body.list.star);
	const { length } = body.node.params;
	for (let index = 0; index < length; index++) {
		const param = /** @type {Cell} */ (body.params[index]);
		const isRest = body.node.params[index].type === 'RestElement';
		const parts = isRest ? args.slice(index) : args.slice(index, index + 1);
		if (rest && (isRest || index >= args.length)) parts.push(rest);
		for (const part of parts) graph.flow(part, param);
	}
}

/** @param {Flow} flow @param {Value} value @param {Call} given @param {typeof call} run */
function callBound(flow, value, given, run) {
	const { target, self, args } = /** @type {NonNullable<Value['bound']>} */ (value.bound);
	flow.graph.watch(target, (one) =>
		run(flow, one, extended(given, { self, args: [...args, ...given.args] })),
	);
}

/** `new value(…)`. @param {Flow} flow @param {Value} value @param {Call} given */
export function construct(flow, value, given) {
	const { graph } = flow;
	switch (value.kind) {
		case 'class':
		case 'function': {
			const made = flow.made(given.node, 'instance');
			made.maker = value;
			graph.add(flow.makers, value);
			graph.flow(value.field('prototype', graph), made.parents);
			graph.add(flow.instances, made);
			graph.add(given.out, made);
			const returned = new Cell();
			graph.flow(returned, given.out);
			return initialise(
				flow,
				value,
				extended(given, { self: cellWith(flow, made), out: returned }),
			);
		}
		case 'bound':
			return callBound(flow, value, given, construct);
		case 'platform':
			return constructPlatform(flow, value.name, given);
		case 'fresh':
			return value.shape === null || value.shape === 'other'
				? callUnknown(flow, given, 'a constructor that is not seen')
				: undefined;
		default:
			return callUnknown(flow, given, 'a constructor that is not seen');
	}
}

/** Run a constructor on an object that is there already: of `new`, or of `super(…)`. @param {Flow} flow @param {Value} value @param {Call} given */
export function initialise(flow, value, given) {
	if (flow.depth > DEEPEST) {
		flow.giveUp('classes that extend each other');
		return;
	}
	// Calls of a mixin are not told apart, so that its class extends itself: `Named(Loud(Named(Job)))`.
	const known = flow.initialised.get(given) ?? new Set();
	if (known.has(value)) return;
	flow.initialised.set(given, known.add(value));
	flow.depth++;
	runConstructor(flow, value, given);
	flow.depth--;
}

/** @param {Flow} flow @param {Value} value @param {Call} given */
function runConstructor(flow, value, given) {
	if (value.kind === 'function') return call(flow, value, given);
	if (value.kind === 'platform') return extendPlatform(flow, value.name, given);
	if (value.kind === 'bound') return callBound(flow, value, given, initialise);
	if (value.kind !== 'class') {
		flow.giveUp('a class extends something that is not seen');
		return undefined;
	}
	const definition = /** @type {Node} */ (value.node);
	initialiseFields(flow, definition, given);
	const members = membersOf(definition);
	const constructor = members.find((one) => one.kind === 'constructor');
	if (constructor) return callOwn(flow, constructor, given);
	if (!definition.superClass) return undefined;
	// Its fields are put on what the base constructor returns.
	flow.graph.flow(given.out, bodyOf(flow, definition).replacing);
	flow.graph.watch(flow.cellOf(definition.superClass), (parent) => initialise(flow, parent, given));
	return undefined;
}

/** @param {Flow} flow @param {Node} definition of a class @param {Call} given */
function initialiseFields(flow, definition, { self, frame }) {
	if (!isClass(definition)) return;
	const body = bodyOf(flow, definition);
	flow.runs(frame, definition);
	flow.graph.flow(self, body.self);
	enter(flow, body);
}
