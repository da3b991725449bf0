/** @import { Call } from './given.js' */
/** @import { Flow } from './flow.js' */
/** @import { Value } from './value.js' */
import { cellWith, contentsOf, put, readComputed, readNamed, unionOf } from './access.js';
import { argumentAt, callUnknown } from './given.js';
import { Cell } from './graph.js';
import { hide } from './hidden.js';

/** Functions that look into objects and change them by names that are values. @typedef {(flow: Flow, given: Call) => void} Behaviour */

/** @type {Behaviour} */
export function assign(flow, given) {
	const { graph } = flow;
	const { frame, node } = given;
	const target = argumentAt(given, 0);
	const sources = unionOf(flow, [...given.args.slice(1), ...(given.rest ? [given.rest] : [])]);
	const value = readComputed(flow, { base: sources, frame, isIndex: true });
	graph.watch(target, (one) => {
		flow.write(frame, node, one);
		put(flow, one, { name: null, value });
	});
	const run = (/** @type {Value} */ setter) => {
		if (setter.kind !== 'function' && setter.kind !== 'bound')
			flow.fail(frame, 'it runs a setter that is not seen');
		else flow.call(setter, { ...given, self: target, args: [value], rest: null, out: new Cell() });
	};
	graph.watch(flow.member('setters', null), run);
	graph.flow(target, given.out);
}

/** @type {Behaviour} */
export function create(flow, given) {
	const value = flow.made(given.node, 'instance');
	flow.graph.flow(argumentAt(given, 0), value.parents);
	flow.graph.add(given.out, value);
	flow.graph.add(flow.instances, value);
	const described = given.args[1];
	if (described)
		describe(flow, {
			target: cellWith(flow, value),
			descriptor: contentsOf(flow, described),
			given,
		});
}

/** What descriptors of properties give an object. @param {Flow} flow @param {{ target: Cell, descriptor: Cell, given: Call }} definition */
function describe(flow, { target, descriptor, given: { frame, node } }) {
	const read = (/** @type {string} */ name) => readNamed(flow, { base: descriptor, name, frame });
	const value = read('value');
	const accessors = [read('get'), read('set')];
	hide(flow, { name: null, cell: unionOf(flow, [value, ...accessors]), targets: target, frame });
	flow.graph.watch(target, (one) => {
		flow.write(frame, node, one);
		put(flow, one, { name: null, value });
		const isForeign = one.kind === 'outside' || one.kind === 'platform';
		for (const accessor of accessors)
			flow.graph.flow(accessor, isForeign ? flow.outside.star : one.methods);
	});
	// By which name the getter is called, the text does not always show.
	flow.addMember('getters', '*', read('get'));
	flow.addMember('setters', '*', read('set'));
}

/** @type {Behaviour} */
export function define(flow, given) {
	describe(flow, { target: argumentAt(given, 0), descriptor: argumentAt(given, 2), given });
	flow.graph.flow(argumentAt(given, 0), given.out);
}

/** @type {Behaviour} */
export function defineAll(flow, given) {
	const descriptor = contentsOf(flow, argumentAt(given, 1));
	describe(flow, { target: argumentAt(given, 0), descriptor, given });
	flow.graph.flow(argumentAt(given, 0), given.out);
}

/** @type {Behaviour} */
export function setPrototype(flow, given) {
	const parent = argumentAt(given, 1);
	flow.graph.watch(argumentAt(given, 0), (one) => {
		flow.write(given.frame, given.node, one);
		if (one.kind === 'outside') flow.graph.flow(parent, flow.outside.star);
		if (one.kind !== 'input' && one.kind !== 'outside') flow.graph.flow(parent, one.parents);
		else flow.fail(given.frame, 'it sets a prototype');
	});
	flow.graph.flow(argumentAt(given, 0), given.out);
}

/** @type {Behaviour} */
export function getPrototype(flow, given) {
	flow.graph.add(given.out, flow.prototypes);
	// The prototype of a class is the class that it extends.
	flow.graph.flow(flow.makers, given.out);
	// That of a literal is what it names itself: `{ __proto__: base }`, `Object.create(base)`.
	flow.graph.watch(argumentAt(given, 0), (one) => flow.graph.flow(one.parents, given.out));
	flow.graph.add(given.out, flow.outside);
}

/** `Reflect.apply(f, self, list)`. @type {Behaviour} */
export function applyTo(flow, given) {
	const rest = contentsOf(flow, argumentAt(given, 2));
	flow.graph.watch(argumentAt(given, 0), (value) =>
		flow.call(value, { ...given, self: argumentAt(given, 1), args: [], rest }),
	);
}

/** `Reflect.construct(C, list)`. @type {Behaviour} */
export function constructTo(flow, given) {
	const rest = contentsOf(flow, argumentAt(given, 1));
	if (given.args.length !== 2) return callUnknown(flow, given, '`Reflect.construct`');
	flow.graph.watch(argumentAt(given, 0), (value) =>
		flow.construct(value, { ...given, args: [], rest }),
	);
	return undefined;
}

/** @type {Behaviour} */
export function getFrom(flow, given) {
	if (given.args.length !== 2) return callUnknown(flow, given, '`Reflect.get`');
	const read = readComputed(flow, {
		base: argumentAt(given, 0),
		frame: given.frame,
		isIndex: false,
	});
	flow.graph.flow(read, given.out);
	return undefined;
}
