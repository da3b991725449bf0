/** @import { Call } from './given.js' */
/** @import { Flow } from './flow.js' */
import {
	awaitedOf,
	cellWith,
	contentsOf,
	iterate,
	makeOf,
	readComputed,
	unionOf,
} from './access.js';
import { argumentAt, argumentsOf, callUnknown } from './given.js';
import { Cell } from './graph.js';
import { isNumber } from './numbers.js';
import { Value } from './value.js';
import {
	applyTo,
	assign,
	constructTo,
	create,
	define,
	defineAll,
	getFrom,
	getPrototype,
	setPrototype,
} from './reflection.js';

/** Functions and constructors of the platform of which more is known than the table says. @typedef {(flow: Flow, given: Call) => void} Behaviour */

/** `new Uint8Array(buffer)` is a view of the buffer, and `new Uint8Array(list)` a copy. @param {Flow} flow @param {Call} given */
export function constructView(flow, given) {
	const { graph } = flow;
	graph.flow(makeOf(flow, given.node, { shape: 'typed', parts: [] }), given.out);
	const first = argumentAt(given, 0);
	const [size] = given.node.arguments ?? [];
	if (size && isNumber(size, flow)) return;
	iterate(flow, first, given.frame);
	graph.watch(first, (value) => {
		// What was made as a list is none; of anything else the memory may be shared.
		if (!/^(array|object|map|iterator|generator|typed)$/.test(value.shape ?? ''))
			graph.add(given.out, value);
	});
}

/** @type {Behaviour} */
function makeMap(flow, given) {
	const value = flow.made(given.node, 'map');
	value.hasPairs = true;
	const taken = iterate(flow, argumentAt(given, 0), given.frame);
	flow.graph.flow(contentsOf(flow, taken), value.star);
	flow.graph.add(given.out, value);
}

/** @type {Behaviour} */
function makeSet(flow, given) {
	const value = flow.made(given.node, 'map');
	value.hasPairs = true;
	flow.graph.flow(iterate(flow, argumentAt(given, 0), given.frame), value.star);
	flow.graph.add(given.out, value);
}

/** @type {Behaviour} */
function makeWeakRef(flow, given) {
	const parts = argumentsOf(given);
	flow.graph.flow(makeOf(flow, given.node, { shape: 'map', parts }), given.out);
}

/** @type {Behaviour} */
function makeArray(flow, given) {
	const parts = argumentsOf(given);
	flow.graph.flow(makeOf(flow, given.node, { shape: 'array', parts }), given.out);
}

/** @type {Behaviour} */
function makeError(flow, given) {
	const args = argumentsOf(given);
	const inner = args.map((one) => contentsOf(flow, one));
	const deep = inner.map((one) => contentsOf(flow, one));
	const parts = [...args, ...inner, ...deep];
	flow.graph.flow(makeOf(flow, given.node, { shape: 'object', parts }), given.out);
}

/** @type {Behaviour} */
function makePromise(flow, given) {
	const { graph } = flow;
	const { node, frame } = given;
	const value = flow.made(node, 'promise');
	const settle = new Value('settle', { node });
	graph.flow(settle.star, value.star);
	graph.add(given.out, value);
	const args = [cellWith(flow, settle), cellWith(flow, settle)];
	const executor = { self: new Cell(), args, rest: null, out: new Cell(), frame, node };
	graph.watch(argumentAt(given, 0), (one) => flow.call(one, executor));
}

/** @type {Behaviour} */
function parseText(flow, given) {
	const value = flow.made(given.node, 'data');
	flow.graph.add(value.star, value);
	flow.graph.add(given.out, value);
	const returned = new Cell();
	const self = cellWith(flow, value);
	flow.graph.watch(argumentAt(given, 1), (reviver) =>
		flow.call(reviver, { ...given, self, args: [self, self], rest: null, out: returned }),
	);
	flow.graph.flow(returned, given.out);
	flow.graph.flow(returned, value.star);
}

/** @type {Behaviour} */
function writeText(flow, given) {
	const first = argumentAt(given, 0);
	const values = new Cell();
	flow.graph.flow(first, values);
	const returned = new Cell();
	flow.graph.watch(argumentAt(given, 1), (replacer) => {
		if (!replacer.isCallable && !/^(input|outside|platform)$/.test(replacer.kind)) return;
		flow.graph.watch(values, (value) => flow.graph.flow(value.all, values));
		flow.graph.flow(returned, values);
		flow.call(replacer, {
			...given,
			self: values,
			args: [values, values],
			rest: null,
			out: returned,
		});
	});
}

/** @type {Behaviour} */
function clone(flow, given) {
	const value = flow.made(given.node, 'data');
	flow.graph.add(value.star, value);
	flow.graph.add(given.out, value);
	if (given.rest || given.args.length > 1) {
		// What is transferred is gone.
		for (const part of argumentsOf(given))
			flow.graph.watch(part, (one) => flow.write(given.frame, given.node, one));
		callUnknown(flow, given, '`structuredClone` that transfers');
	}
}

/** @type {Behaviour} */
function listFrom(flow, given) {
	const { graph } = flow;
	const first = argumentAt(given, 0);
	const taken = unionOf(flow, [iterate(flow, first, given.frame), contentsOf(flow, first)]);
	const returned = new Cell();
	const isMapped = given.args.length > 1 || given.rest;
	graph.watch(argumentAt(given, 1), (one) =>
		flow.call(one, {
			...given,
			self: argumentAt(given, 2),
			args: [taken],
			rest: null,
			out: returned,
		}),
	);
	const parts = [isMapped ? returned : taken];
	graph.flow(makeOf(flow, given.node, { shape: 'array', parts }), given.out);
}

/** @type {Behaviour} */
function typedFrom(flow, given) {
	const { graph } = flow;
	const taken = iterate(flow, argumentAt(given, 0), given.frame);
	graph.watch(argumentAt(given, 1), (one) =>
		flow.call(one, {
			...given,
			self: argumentAt(given, 2),
			args: [taken],
			rest: null,
			out: new Cell(),
		}),
	);
	graph.flow(makeOf(flow, given.node, { shape: 'typed', parts: [] }), given.out);
}

/** `Object.keys(x)`: strings. @type {Behaviour} */
function names(flow, given) {
	flow.graph.flow(makeOf(flow, given.node, { shape: 'array', parts: [] }), given.out);
}

/** @type {Behaviour} */
function values(flow, given) {
	const parts = [
		readComputed(flow, { base: argumentAt(given, 0), frame: given.frame, isIndex: true }),
	];
	flow.graph.flow(makeOf(flow, given.node, { shape: 'array', parts }), given.out);
}

/** `Object.entries(x)`. @type {Behaviour} */
function entries(flow, given) {
	const { graph } = flow;
	const read = readComputed(flow, {
		base: argumentAt(given, 0),
		frame: given.frame,
		isIndex: true,
	});
	const list = flow.made(given.node, 'array');
	const pair = flow.made(given.node, 'data');
	graph.flow(read, pair.star);
	graph.add(list.star, pair);
	graph.add(given.out, list);
}

/** `Object.fromEntries(list)`. @type {Behaviour} */
function fromEntries(flow, given) {
	const taken = iterate(flow, argumentAt(given, 0), given.frame);
	const parts = [contentsOf(flow, taken)];
	flow.graph.flow(makeOf(flow, given.node, { shape: 'object', parts }), given.out);
}

/** @type {Behaviour} */
function groupBy(flow, given) {
	const { graph } = flow;
	const taken = iterate(flow, argumentAt(given, 0), given.frame);
	const returned = new Cell();
	graph.watch(argumentAt(given, 1), (one) =>
		flow.call(one, { ...given, self: new Cell(), args: [taken], rest: null, out: returned }),
	);
	const list = makeOf(flow, given.node, { shape: 'array', parts: [taken] });
	const made = flow.made(given.node, 'map');
	made.hasPairs = true;
	for (const part of [list, returned]) graph.flow(part, made.star);
	graph.add(given.out, made);
}

/** `Promise.all(list)`. @type {Behaviour} */
function allOf(flow, given) {
	const taken = iterate(flow, argumentAt(given, 0), given.frame);
	const settled = unionOf(flow, [awaitedOf(flow, taken), contentsOf(flow, taken)]);
	const entry = makeOf(flow, given.node, { shape: 'object', parts: [settled, flow.caught] });
	const list = makeOf(flow, given.node, { shape: 'array', parts: [settled, entry] });
	const parts = [list, settled];
	flow.graph.flow(makeOf(flow, given.node, { shape: 'promise', parts }), given.out);
}

/** @type {Behaviour} */
function resolved(flow, given) {
	const first = argumentAt(given, 0);
	const parts = [awaitedOf(flow, first)];
	flow.graph.flow(makeOf(flow, given.node, { shape: 'promise', parts }), given.out);
	flow.graph.flow(first, given.out);
}

/** `await setTimeout(10, value)` of `node:timers/promises`. @type {Behaviour} */
function waited(flow, given) {
	resolved(flow, { ...given, args: given.args.slice(1) });
}

/** @type {Behaviour} */
function rejected(flow, given) {
	flow.graph.flow(argumentAt(given, 0), flow.thrown);
	flow.graph.flow(makeOf(flow, given.node, { shape: 'promise', parts: [] }), given.out);
}

/** `setTimeout(f, 10, …)`. @param {number} first of the arguments that the function gets @returns {Behaviour} */
const later = (first) => (flow, given) => {
	const args = given.args.slice(first);
	flow.graph.watch(argumentAt(given, 0), (one) =>
		flow.call(one, {
			...given,
			self: new Cell(),
			args,
			out: new Cell(),
			frame: flow.laterThan(given.frame),
		}),
	);
};

/** @type {Behaviour} */
const copyOfFile = (flow, given) =>
	flow.graph.flow(makeOf(flow, given.node, { shape: 'data', parts: [] }), given.out);

/** @type {Map<string, Behaviour>} */
export const FUNCTIONS = new Map([
	['Array', makeArray],
	['Array.of', makeArray],
	['Buffer.from', constructView],
	['Array.from', listFrom],
	['JSON.parse', parseText],
	['JSON.stringify', writeText],
	['Map.groupBy', groupBy],
	['Object.assign', assign],
	['Object.create', create],
	['Object.defineProperties', defineAll],
	['Object.defineProperty', define],
	['Object.entries', entries],
	['Object.fromEntries', fromEntries],
	['Object.getOwnPropertyNames', names],
	['Object.getPrototypeOf', getPrototype],
	['Object.groupBy', groupBy],
	['Object.keys', names],
	['Object.setPrototypeOf', setPrototype],
	['Object.values', values],
	['Promise.all', allOf],
	['Promise.allSettled', allOf],
	['Promise.any', allOf],
	['Promise.race', allOf],
	['Promise.reject', rejected],
	['Promise.resolve', resolved],
	['Reflect.apply', applyTo],
	['Reflect.construct', constructTo],
	['Reflect.defineProperty', define],
	['Reflect.get', getFrom],
	['Reflect.getPrototypeOf', getPrototype],
	['Reflect.ownKeys', names],
	['Reflect.setPrototypeOf', setPrototype],
	['node:timers/promises.setImmediate', resolved],
	['node:timers/promises.setTimeout', waited],
	['process.nextTick', later(1)],
	['queueMicrotask', later(1)],
	['setImmediate', later(1)],
	['setInterval', later(2)],
	['setTimeout', later(2)],
	['clearTimeout', names],
	['clearInterval', names],
	['clearImmediate', names],
	['structuredClone', clone],
	...'Float16 Float32 Float64 Int8 Uint8 Uint8Clamped Int16 Uint16 Int32 Uint32 BigInt64 BigUint64'
		.split(' ')
		.map((name) => /** @type {[string, Behaviour]} */ ([`${name}Array.from`, typedFrom])),
	...'existsSync readFileSync readdirSync statSync'
		.split(' ')
		.map((name) => /** @type {[string, Behaviour]} */ ([`node:fs.${name}`, copyOfFile])),
	...'Error TypeError RangeError SyntaxError EvalError URIError ReferenceError AggregateError'
		.split(' ')
		.map((name) => /** @type {[string, Behaviour]} */ ([name, makeError])),
]);

/** @type {Map<string, Behaviour>} */
export const CONSTRUCTORS = new Map([
	['Array', makeArray],
	['Map', makeMap],
	['Promise', makePromise],
	['Set', makeSet],
	['WeakMap', makeMap],
	['WeakRef', makeWeakRef],
	['WeakSet', makeSet],
	...'Error TypeError RangeError SyntaxError EvalError URIError ReferenceError AggregateError'
		.split(' ')
		.map((name) => /** @type {[string, Behaviour]} */ ([name, makeError])),
]);
