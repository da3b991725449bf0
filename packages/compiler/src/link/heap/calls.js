/** @import { FlowCall } from '../../ir/flow.js' */
/** @import { ModuleSummary } from '../../ir/summary.js' */
/** @import { Context } from './context.js' */
/** @import { Value } from './values.js' */
import { anyResult } from './anything.js';
import { bind } from './closures.js';
import { prototypeOf, readInherited, readPrototypes } from './prototypes.js';
import { BASE, NOTHING, SPREAD, union } from './values.js';

/** How an iterator goes on. */
const STEPS = /^(next|return|throw)$/;

/** What a function is called by, if not by its name. */
const BY_FUNCTION = /^(call|apply|bind)$/;

/**
 * What a call gives; what it reads and changes is added to the context.
 *
 * @param {Context} context
 * @param {FlowCall} call
 * @returns {Value}
 */
export function evaluateCall(context, call) {
	const receiver = call.of >= 0 ? context.at(call.of) : NOTHING;
	const callee = call.callee >= 0 ? context.at(call.callee) : NOTHING;
	const args = argumentsOf(context, call);
	if (call.isNew) return construct(context, { callee, args, call });
	if (context.heap.reflects) {
		if (call.name === 'getPrototypeOf' && call.of < 0)
			return union(...[...(args[0] ?? NOTHING)].map((one) => prototypeOf(context.heap, one)));
		readInherited(context, { value: receiver, name: call.name, span: call.span });
	}
	if (context.heap.isCautious && call.of >= 0)
		context.read(context.heap.elements.prop(receiver, call.name), call.span, false);
	const { isCautious } = context.heap;
	const guesses = isCautious && context.heap.isSettled;
	const known = targetsOf(context, { call, receiver, callee, args });
	if (known.length === 0) {
		if (guesses && hasNoName(call)) context.isLost = true;
		if ([receiver, callee, ...args].every(({ size }) => size === 0)) return NOTHING;
		const given = ofPlatform(context, { call, receiver, args });
		return guesses ? union(given, anyResult(context, { call, receiver, callee, args })) : given;
	}
	const isBound = isCautious && call.name === 'bind';
	const isAny = isCautious && (known.length > 1 || call.name === '[]');
	const isSure = call.isSure && known.length === 1;
	// `rates.get.bind(rates)` gives the method with its object, which a call of it is then on.
	const bound = call.name === 'bind' ? union(new Set(known.map(({ fn }) => fn)), ...args) : NOTHING;
	return union(
		bound,
		...known.map(({ fn, self, given }) => {
			const result = context.run(fn, {
				self,
				args: given,
				span: call.span,
				isSure,
				isKept: call.isKept,
				isAny,
			});
			return union(
				result,
				generated(context, fn),
				isBound ? new Set([bind(context.heap, fn, { self, args: given })]) : NOTHING,
			);
		}),
	);
}

/** @param {FlowCall} call @returns {boolean} what it runs is a value, or a member with a computed name: it may have been declared by any name */
const hasNoName = ({ name, callee }) => name === '[]' || (name === '' && callee >= 0);

/** @param {Context} context @param {FlowCall} call @returns {Value[]} */
function argumentsOf(context, { args, isSpread }) {
	const values = args.map((one) => context.at(one));
	if (!isSpread) return values;
	const all = union(...values, context.heap.prop(union(...values), '[]'));
	return SPREAD.map(() => all);
}

/**
 * The functions of the program that a call may run.
 *
 * @param {Context} context
 * @param {{ call: FlowCall, receiver: Value, callee: Value, args: Value[] }} of
 * @returns {{ fn: number, self: Value, given: Value[] }[]}
 */
function targetsOf(context, { call, receiver, callee, args }) {
	const { heap } = context;
	const { elements } = heap;
	const functionsIn = (/** @type {Value} */ value) =>
		[...value].filter((one) => elements.get(one).kind === 'fn');
	if (call.name === '')
		return functionsIn(callee).map((fn) => ({ fn, self: elements.ownerOf(callee), given: args }));
	const known = functionsIn(union(callee, heap.prop(receiver, call.name)));
	if (known.length > 0) return known.map((fn) => ({ fn, self: receiver, given: args }));
	const own = BY_FUNCTION.test(call.name) ? functionsIn(receiver) : [];
	if (own.length > 0) {
		const [self, ...rest] = args;
		const given = call.name === 'call' ? rest : SPREAD.map(() => union(...rest));
		return own.map((fn) => ({ fn, self: self ?? NOTHING, given }));
	}
	const isUnknown = elements.types(receiver).size === 0 && elements.hasPart(receiver);
	const named = isUnknown ? (heap.named.get(call.name) ?? []) : [];
	return named.map(({ module, fn }) => ({
		fn: elements.type('fn', module, fn),
		self: receiver,
		given: args,
	}));
}

/** @param {Context} context @param {{ callee: Value, args: Value[], call: FlowCall }} of @returns {Value} a new instance, with its arguments in it */
function construct(context, { callee, args, call }) {
	const { heap } = context;
	const { elements } = heap;
	const inner = elements.box(union(...args));
	/** @type {Value[]} */
	const made = [inner];
	if (heap.reflects || heap.isCautious) readPrototypes(context, callee, call.span);
	for (const one of callee) {
		const element = elements.get(one);
		if (element.kind === 'fn')
			context.run(one, { self: inner, args, span: call.span, isSure: false });
		if (element.kind !== 'class') continue;
		const self = union(
			inner,
			new Set([elements.type('instance', element.module, element.index, element.made)]),
		);
		made.push(self);
		initialise(context, one, { self, args, call, depth: 0 });
	}
	if (callee.size > 0) return union(...made);
	context.read(union(...args), call.span, true);
	const platform = new Set([elements.platform('platform')]);
	if (!heap.isCautious || !heap.isSettled) return union(inner, platform);
	return union(inner, platform, anyResult(context, { call, receiver: NOTHING, callee, args }));
}

/** Fields and constructors, of the base first. @param {Context} context @param {number} type a class @param {{ self: Value, args: Value[], call: FlowCall, depth: number }} of */
function initialise(context, type, { self, args, call, depth }) {
	const { heap } = context;
	const element = heap.elements.get(type);
	if (element.kind !== 'class' || depth > 10) return;
	const { module, index, made } = element;
	const { construct: own, fields } = /** @type {ModuleSummary['flow']['classes'][number]} */ (
		module.flow.classes[index]
	);
	for (const base of heap.holds(type, BASE))
		initialise(context, base, { self, args, call, depth: depth + 1 });
	for (const fn of [fields, own].filter((one) => one >= 0))
		context.run(heap.elements.type('fn', module, fn, made), {
			...{ self, args, span: call.span, isSure: call.isSure },
		});
}

/** @param {Context} context @param {number} fn @returns {Value} the generator, where it makes one */
function generated({ heap }, fn) {
	const element = heap.elements.get(fn);
	if (element.kind !== 'fn' || !element.module.flow.fns[element.index]?.isGenerator) return NOTHING;
	return new Set([heap.elements.type('generator', element.module, element.index)]);
}

/**
 * A call of what the program does not define.
 *
 * @param {Context} context
 * @param {{ call: FlowCall, receiver: Value, args: Value[] }} of
 * @returns {Value}
 */
function ofPlatform(context, { call, receiver, args: list }) {
	const { heap } = context;
	const { elements } = heap;
	const { name, span, isKept } = call;
	const args = union(...list);
	const data = union(...list.filter((one) => !holdsFunction(context, one)));
	// What is handed on by its name, and no callback that stands here.
	for (const one of args) {
		const element = elements.get(one);
		if (element.kind !== 'fn' || element.module.flow.fns[element.index]?.call !== -1) continue;
		const given = union(heap.prop(receiver, '[]'), elements.box(data));
		context.run(one, { self: NOTHING, args: SPREAD.map(() => given), span, isSure: false });
	}
	// `JSON.stringify({ size })`, `[size].join()`
	const parts = heap.prop(union(receiver, data), '[]');
	context.convert(union(receiver, data, parts), span, 'any');
	if (name === '') {
		context.read(data, span, true);
		return elements.box(data);
	}
	const isStep = STEPS.test(name) && elements.isIterator(receiver);
	if (isStep || call.changes) {
		const place = context.exactly(receiver, isStep ? '~step' : '[]');
		context.change(place, { isKept, isSure: false, span });
		if (name === 'clear' && call.isSure) context.cover(receiver);
		if (call.isUsed) context.read(isStep ? place : receiver, span, true);
		heap.add(heap.fields, '[]', args);
		if (heap.isCautious) for (const one of elements.types(receiver)) heap.hold(one, '?', args);
		if (elements.store(receiver, args)) heap.hasGrown = true;
		return union(receiver, heap.prop(receiver, '[]'));
	}
	if (/^(then|catch|finally)$/.test(name)) return receiver;
	context.read(receiver, span, true);
	context.read(data, span, true);
	return resultOf(context, call, receiver);
}

/** @param {Context} context @param {FlowCall} call of a method that changes nothing @param {Value} receiver @returns {Value} */
function resultOf({ heap }, { gives }, receiver) {
	const { elements } = heap;
	if (gives === 'nothing') return NOTHING;
	if (gives === 'self') return receiver;
	const parts = heap.prop(receiver, '[]');
	if (gives === 'part') return parts;
	if (gives === 'iterator') return new Set([...elements.box(parts), elements.platform('iterator')]);
	return union(elements.box(parts), elements.types(parts));
}

/** @param {Context} context @param {Value} value @returns {boolean} a callback: its properties are nothing to the platform */
const holdsFunction = ({ heap }, value) =>
	[...value].some((one) => /^(fn|class)$/.test(heap.elements.get(one).kind));
