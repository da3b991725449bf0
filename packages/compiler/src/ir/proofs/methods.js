/** @import { Flow } from './flow.js' */
/** @import { Call } from './given.js' */
/** @import { Value } from './value.js' */
/** @import { Row } from '../../knowledge/platform/row.js' */
import { extended } from '../../ast/records.js';
import { rowsOfMethod } from '../../knowledge/platform/table.js';
import { awaitedOf, cellWith, contentsOf, iterate, makeOf, unionOf } from './access.js';
import { argumentAt, argumentsOf, callUnknown } from './given.js';
import { Cell } from './graph.js';
import { hide } from './hidden.js';

/** Methods that the table of the platform has, or that have a meaning of their own here. @param {string} name @returns {boolean} */
export const isPlatformMethod = (name) => OWN.has(name) || rowsOfMethod(name).length > 0;

/** Regular expressions whose `lastIndex` they change, as the receiver or the first argument. */
const STEPPING = new Set(['exec', 'test', 'match', 'replace', 'replaceAll', 'compile']);
/** Of the class of an iterator: inputs and lists have others of these names. */
const OF_ITERATORS = new Set(['Iterator.prototype', 'Generator.prototype']);
/** They put their arguments into the receiver. */
const ADDING = new Set(
	'push unshift splice fill set add append getOrInsert getOrInsertComputed with toSpliced concat'.split(
		' ',
	),
);

/**
 * A method of the platform whose receiver may have any class that has one of that name.
 *
 * @param {Flow} flow
 * @param {string} name
 * @param {Call} given
 * @param {boolean} [isOwn] the receiver has the method by itself: it was not lent to another object by `call`
 */
export function callMethod(flow, name, given, isOwn = false) {
	const own = OWN.get(name);
	if (own) return own(flow, given);
	const rows = rowsOfMethod(name);
	if (rows.length === 0) return callUnknown(flow, given, `\`${name}\``);
	const common = rows.filter(({ of }) => !OF_ITERATORS.has(of));
	if (common.length < rows.length) stepIterators(flow, given);
	if (STEPPING.has(name)) step(flow, name, given);
	if (name === 'decode' && argumentsOf(given).length > 1) stepDecoder(flow, given);
	for (const row of common) {
		const self = isOwn ? receiversOf(flow, row, given.self) : given.self;
		const apply = () => {
			if (isUnknown(row))
				callUnknown(flow, extended(given, { self }), `\`${name}\`, which may do anything`);
			else applyRow(flow, row, extended(given, { self, name }));
		};
		if (isOwn && !PRIMITIVES.test(row.of)) once(flow, self, apply);
		else apply();
	}
	callBack(flow, name, given);
	if (common.length === 0) generic(flow, given);
	return undefined;
}

/** @param {Row} row @returns {boolean} */
const isUnknown = ({ acts, runs, keeps }) =>
	acts === 'unknown' || acts === 'world' || runs === true || keeps !== undefined;

/** The classes of objects that code makes, by what they are called here. @type {Record<string, RegExp>} */
const CLASSES = {
	array: /^(Array|Object)\.prototype$/,
	object: /^Object\.prototype$/,
	map: /^(Map|Object|Set|WeakMap|WeakRef|WeakSet)\.prototype$/,
	typed: /^(ArrayBuffer|Buffer|DataView|Object|TypedArray)\.prototype$/,
	regexp: /^(Object|RegExp)\.prototype$/,
	promise: /^(Object|Promise)\.prototype$/,
};

/** What has no cell of its own. */
const PRIMITIVES = /^(BigInt|Boolean|Number|String|Symbol)\.prototype$/;

/** @param {Flow} flow @param {Cell} cell @param {() => void} run as soon as it holds anything */
function once({ graph }, cell, run) {
	let isDone = false;
	graph.watch(cell, () => {
		if (isDone) return;
		isDone = true;
		run();
	});
}

/** @param {Flow} flow @param {Row} row @param {Cell} self @returns {Cell} those that may have the method of the row */
function receiversOf(flow, { of }, self) {
	const out = new Cell();
	flow.graph.watch(self, (value) => {
		const definition = value.maker?.kind === 'class' ? value.maker.node : null;
		const isPlain = value.kind === 'fresh' && definition !== null && !definition?.superClass;
		const classes = isPlain
			? CLASSES.object
			: CLASSES[value.kind === 'fresh' ? (value.shape ?? '') : ''];
		if (classes?.test(of) ?? true) flow.graph.add(out, value);
	});
	return out;
}

/** `iterator.map(f)` takes values of the iterator. @param {Flow} flow @param {Call} given */
function stepIterators(flow, { self, frame, node }) {
	flow.graph.watch(self, (value) => {
		const { shape, kind } = value;
		if (shape === 'iterator' || shape === 'generator' || (kind === 'fresh' && shape === null))
			flow.write(frame, node, value);
	});
}

/** `decoder.decode(bytes, { stream: true })` keeps what is left over. @param {Flow} flow @param {Call} given */
const stepDecoder = (flow, { self, frame, node }) =>
	flow.graph.watch(self, (value) => flow.write(frame, node, value));

/** @param {Flow} flow @param {string} name @param {Call} given */
function step(flow, name, { self, args, frame, node }) {
	const patterns = name === 'exec' || name === 'test' || name === 'compile' ? self : args[0];
	if (!patterns) return;
	flow.graph.watch(patterns, (value) => {
		const flags = value.node?.type === 'RegExpLiteral' ? value.node.flags : 'g';
		const isPattern =
			value.kind !== 'fresh' || ['regexp', 'data', 'other', null].includes(value.shape);
		if (isPattern && /[gy]/.test(flags)) flow.write(frame, node, value);
	});
}

/** @param {Flow} flow @param {Row} row @param {Call & { name: string }} given */
function applyRow(flow, row, given) {
	const { graph } = flow;
	const { self, frame, node, name } = given;
	for (const changed of row.changes?.split(' ') ?? []) {
		if (changed === 'lastIndex') continue;
		const target = changed === 'this' ? self : argumentAt(given, Number(changed));
		graph.watch(target, (value) => flow.write(frame, node, value));
	}
	if (ADDING.has(name) && row.changes) {
		const parts = argumentsOf(given);
		graph.watch(self, (value) => {
			if (value.kind === 'input') return;
			if (value.kind === 'platform') {
				for (const part of parts) graph.flow(part, flow.outside.star);
				return;
			}
			const isEntry = name === 'set' && value.shape === 'map' && !given.rest;
			parts.forEach((part, index) =>
				graph.flow(part, isEntry && index === 0 ? value.keys : value.star),
			);
		});
	}
	gives(flow, row, given);
}

/** @param {Flow} flow @param {Row} row @param {Call & { name: string }} given */
function gives(flow, row, given) {
	const { graph } = flow;
	const { self, out, node, name, frame } = given;
	const args = argumentsOf(given);
	/** @param {import('./value.js').Shape} shape @param {Cell[]} parts */
	const make = (shape, parts) => graph.flow(makeOf(flow, node, { shape, parts }), out);
	switch (row.gives) {
		case 'number':
		case 'primitive':
			return;
		case 'this':
		case 'view':
			graph.flow(self, out);
			return;
		case 'part':
			graph.watch(self, (value) =>
				graph.flow(name === 'get' && value.shape === 'map' ? value.star : value.all, out),
			);
			if (name.startsWith('getOrInsert')) graph.flow(unionOf(flow, args), out);
			return;
		case 'copy': {
			const given = ADDING.has(name) ? [...args, ...args.map((one) => contentsOf(flow, one))] : [];
			make('array', [contentsOf(flow, self), ...given]);
			return;
		}
		case 'flat':
			make('array', [contentsOf(flow, self), deepOf(flow, self)]);
			return;
		case 'mapped':
			return; // by `callBack`
		case 'array':
			// `split` and `match` of a string give strings.
			make(
				'array',
				row.of === 'String.prototype' || row.of === 'RegExp.prototype'
					? []
					: [contentsOf(flow, self)],
			);
			return;
		case 'TypedArray':
			make('typed', []);
			return;
		case 'iterated':
		case 'iterator': {
			const value = flow.made(node, 'iterator');
			value.hasPairs = true;
			graph.flow(contentsOf(flow, self), value.star);
			graph.flow(iterate(flow, self, frame), value.star);
			graph.add(out, value);
			return;
		}
		case undefined:
			// What callbacks return is the business of `callBack`.
			if (row.calls === undefined) generic(flow, given);
			return;
		default:
			make(
				'other',
				[self, ...args].map((one) => contentsOf(flow, one)),
			);
	}
}

/** A new object that may hold whatever the call was given, or is a part of that. @param {Flow} flow @param {Call} given */
export function generic(flow, given) {
	const parts = [given.self, ...argumentsOf(given)];
	const inner = parts.map((one) => contentsOf(flow, one));
	const made = makeOf(flow, given.node, { shape: null, parts: [...parts, ...inner] });
	for (const part of [made, ...parts, ...inner]) flow.graph.flow(part, given.out);
}

/** @param {Flow} flow @param {Cell} base @returns {Cell} what lies in it at any depth */
function deepOf(flow, base) {
	const out = new Cell();
	flow.graph.watch(base, (value) => flow.graph.flow(value.all, out));
	flow.graph.watch(out, (value) => flow.graph.flow(value.all, out));
	return out;
}

/** Methods that call what they are given before they return. @param {Flow} flow @param {string} name @param {Call} given */
function callBack(flow, name, given) {
	const rows = rowsOfMethod(name).filter(({ calls }) => calls !== undefined);
	if (rows.length === 0) return;
	const { graph } = flow;
	const { self, out, frame, node } = given;
	const elements = contentsOf(flow, self);
	const returned = new Cell();
	const list = unionOf(flow, [self]);
	const isFold = name === 'reduce' || name === 'reduceRight';
	if (isFold) {
		for (const part of [returned, elements, ...given.args.slice(1)]) graph.flow(part, out);
	}
	const own = unionOf(flow, [elements, list, ...(isFold ? [out] : [])]);
	// Strings, positions, and the groups of a match.
	const match = cellWith(flow, flow.made(given.node.callee ?? node, 'other'));
	const isText = name === 'replace' || name === 'replaceAll';
	const run = (/** @type {Value} */ callback) => {
		const args = isText ? [] : [isFold ? out : elements, elements, own, list];
		flow.call(callback, {
			self: argumentAt(given, 1),
			args,
			rest: isText ? match : null,
			out: returned,
			frame,
			node,
		});
	};
	const index = Number(rows[0]?.calls?.split(' ')[0] ?? 0);
	graph.watch(argumentAt(given, index), (value) => {
		// An object in place of the function means another method of the name.
		if (value.isCallable || /^(input|outside|platform)$/.test(value.kind)) run(value);
	});
	if (!rows.some((row) => row.gives === 'mapped' || row.gives === 'TypedArray')) return;
	const results = name === 'flatMap' ? [returned, contentsOf(flow, returned)] : [returned];
	graph.flow(makeOf(flow, node, { shape: 'array', parts: results }), out);
}

/** @typedef {(flow: Flow, given: Call) => void} Method */

/** `f.call(self, …)`. @type {Method} */
function byCall(flow, given) {
	const [self = given.rest ?? new Cell(), ...args] = given.args;
	flow.graph.watch(given.self, (value) => flow.call(value, extended(given, { self, args })));
}

/** `f.apply(self, list)`. @type {Method} */
function byApply(flow, given) {
	const self = argumentAt(given, 0);
	const rest = iterate(flow, argumentAt(given, 1), given.frame);
	flow.graph.watch(given.self, (value) =>
		flow.call(value, extended(given, { self, args: [], rest })),
	);
}

/** `f.bind(self, …)`. @type {Method} */
function byBind(flow, given) {
	const [self = given.rest ?? new Cell(), ...args] = given.args;
	const bound = flow.made(given.node, 'other', 'bound');
	bound.bound = { target: given.self, self, args: given.rest ? [...args, given.rest] : args };
	if (given.rest) flow.fail(given.frame, 'it binds a list of arguments');
	flow.graph.add(given.out, bound);
}

/** What a promise is settled with reaches the callback, and what that returns the next promise. @param {boolean} isCatch @returns {Method} */
const whenSettled = (isCatch) => (flow, given) => {
	const { graph } = flow;
	const returned = new Cell();
	const fulfilled = awaitedOf(flow, given.self);
	const inner = contentsOf(flow, given.self);
	given.args.forEach((callback, index) => {
		const isRejection = isCatch || index > 0;
		const value = isRejection ? flow.caught : unionOf(flow, [fulfilled, inner]);
		graph.watch(callback, (one) => {
			if (one.isCallable || /^(input|outside|platform)$/.test(one.kind))
				flow.call(
					one,
					extended(given, {
						self: new Cell(),
						args: [value],
						rest: null,
						out: returned,
						frame: flow.laterThan(given.frame),
					}),
				);
		});
	});
	if (given.rest) callUnknown(flow, given, 'a list of callbacks');
	const parts = [awaitedOf(flow, returned), fulfilled, inner];
	graph.flow(makeOf(flow, given.node, { shape: 'promise', parts }), given.out);
};

/** `iterator.next(value)`. @type {Method} */
function next(flow, given) {
	const { graph } = flow;
	graph.watch(given.self, (value) => {
		flow.write(given.frame, given.node, value);
		if (value.sent) for (const part of argumentsOf(given)) graph.flow(part, value.sent);
		for (const part of argumentsOf(given)) graph.flow(part, flow.thrown);
	});
	const parts = [contentsOf(flow, given.self), ...argumentsOf(given)];
	graph.flow(makeOf(flow, given.node, { shape: 'object', parts }), given.out);
}

/** @type {Method} */
function iterator(flow, given) {
	const value = flow.made(given.node, 'iterator');
	flow.graph.flow(iterate(flow, given.self, given.frame), value.star);
	flow.graph.add(given.out, value);
}

/** `signal.addEventListener('abort', …)`: a signal that came with a call has a twin in the thread. @type {Method} */
function listen(flow, given) {
	flow.graph.watch(given.self, (value) => {
		if (value.kind !== 'input') flow.write(given.frame, given.node, value);
	});
	const args = [contentsOf(flow, given.self)];
	flow.graph.watch(argumentAt(given, 1), (one) => {
		const listener = extended(given, { args, rest: null, out: new Cell() });
		const frame = flow.laterThan(given.frame);
		if (one.isCallable) flow.call(one, extended(listener, { frame }));
		else callUnknown(flow, given, 'a listener that is no function');
	});
}

/** `signal.throwIfAborted()`. @type {Method} */
const throwPart = (flow, given) => flow.graph.flow(contentsOf(flow, given.self), flow.thrown);

/** `object.__defineGetter__(name, f)`. @param {'getters' | 'setters'} kind @returns {Method} */
const defineAccessor = (kind) => (flow, given) => {
	const cell = argumentAt(given, 1);
	flow.addMember(kind, '*', cell);
	hide(flow, { name: null, cell, targets: given.self, frame: given.frame });
	flow.graph.watch(given.self, (value) => {
		flow.write(given.frame, given.node, value);
		flow.graph.flow(cell, value.methods);
	});
};

/** @type {Map<string, Method>} */
const OWN = new Map([
	['__defineGetter__', defineAccessor('getters')],
	['__defineSetter__', defineAccessor('setters')],
	['call', byCall],
	['apply', byApply],
	['bind', byBind],
	['then', whenSettled(false)],
	['catch', whenSettled(true)],
	['finally', whenSettled(true)],
	['next', next],
	['return', next],
	['throw', next],
	['@@iterator', iterator],
	['@@asyncIterator', iterator],
	['throwIfAborted', throwPart],
	['addEventListener', listen],
	['removeEventListener', () => {}],
]);
