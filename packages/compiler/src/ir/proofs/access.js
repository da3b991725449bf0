/** @import { Node } from '../../types.js' */
/** @import { Flow, Frame } from './flow.js' */
import { isHiddenName } from './flow.js';
import { Cell, NOTHING } from './graph.js';
import { hide } from './hidden.js';
import { Value } from './value.js';

/** Properties that lead to functions that no table of properties has. */
const REFLECTING = new Set(['constructor', '__proto__', 'arguments', 'caller']);

/**
 * `object.name`: of the object itself, of what it inherits from, or what a getter returns.
 *
 * @param {Flow} flow
 * @param {{ base: Cell, name: string, frame: Frame }} read
 * @returns {Cell}
 */
export function readNamed(flow, { base, name, frame }) {
	const { graph } = flow;
	const out = new Cell();
	if (name === 'prototype') graph.add(out, flow.prototypes);
	if (REFLECTING.has(name)) graph.add(out, flow.outside);
	if (name === '__proto__') graph.add(out, flow.prototypes);
	if (name === '__proto__' || name === 'constructor') graph.flow(flow.makers, out);
	graph.flow(inheritedOf(flow, name), out);
	runGetters(flow, { base, name, frame, out });
	/** @type {Set<Value>} */
	const seen = new Set();
	/** @param {Value} value */
	const visit = (value) => {
		if (seen.has(value)) return;
		seen.add(value);
		if (name === '__proto__') graph.flow(value.parents, out);
		if (value.kind === 'platform') readPlatform(flow, value, { name, out });
		else if (value.kind === 'input' || value.kind === 'outside') graph.flow(value.all, out);
		else {
			graph.flow(value.field(name, graph), out);
			if (!value.own.has(name)) graph.flow(value.spread, out);
			// No computed name is a private one.
			if (!name.startsWith('#')) graph.flow(value.star, out);
			graph.watch(value.parents, visit);
			readHeld(flow, value, { name, out });
		}
	};
	graph.watch(base, visit);
	return out;
}

/**
 * What an object of the platform shows of its inside: `url.searchParams`, `controller.signal`, `bytes.buffer`.
 *
 * @param {Flow} flow @param {Value} value @param {{ name: string, out: Cell }} read
 */
function readHeld(flow, value, { name, out }) {
	if (value.kind !== 'fresh') return;
	if (value.shape === 'typed' && name === 'buffer') {
		const memory = flow.made(/** @type {Node} */ (value.node), 'other');
		flow.graph.add(value.star, memory);
		flow.graph.add(out, memory);
	}
	if ((value.shape === 'other' || value.shape === null) && value !== flow.prototypes)
		flow.graph.add(out, value);
}

/** @param {Flow} flow @param {Value} value @param {{ name: string, out: Cell }} read */
function readPlatform(flow, value, { name, out }) {
	const path = value.name;
	if (path === 'globalThis') {
		flow.graph.add(out, globalValue(flow, name));
		return;
	}
	if (name === 'default' && path.startsWith('node:')) {
		flow.graph.add(out, value);
		return;
	}
	// A path that grows in a loop leads nowhere that the table knows.
	const isLong = path.split('.').length > 4;
	flow.graph.add(out, isLong ? flow.outside : flow.namedValue('platform', `${path}.${name}`));
}

/** @param {Flow} flow @param {string} name of a global @returns {Value} */
export const globalValue = (flow, name) =>
	name === 'global' || name === 'self' || name === 'globalThis'
		? flow.namedValue('platform', 'globalThis')
		: flow.namedValue('platform', name);

/** @param {Flow} flow @param {string} name @returns {Cell} what objects of any class of the program may have of the name */
function inheritedOf(flow, name) {
	const known = flow.inherited.get(name);
	if (known) return known;
	const made = new Cell();
	flow.inherited.set(name, made);
	flow.graph.flow(flow.member('methods', name), made);
	flow.graph.flow(flow.prototypes.field(name, flow.graph), made);
	flow.graph.flow(flow.prototypes.star, made);
	return made;
}

/** @param {Value} value @returns {boolean} a function that is seen */
const isOfProgram = ({ kind }) => kind === 'function' || kind === 'bound';

/** @param {Flow} flow @param {{ base: Cell, name: string | null, frame: Frame, out: Cell }} read */
function runGetters(flow, { base, name, frame, out }) {
	const run = (/** @type {Value} */ getter) => {
		if (!isOfProgram(getter)) flow.graph.add(out, flow.outside);
		else flow.call(getter, { self: base, args: [], rest: null, out, frame, node: frame });
	};
	flow.graph.watch(flow.member('getters', name), run);
	if (name !== null) flow.graph.watch(flow.member('getters', '*'), run);
}

/**
 * `object[key]`.
 *
 * @param {Flow} flow
 * @param {{ base: Cell, frame: Frame, isIndex: boolean }} read `isIndex`: the key is a number
 * @returns {Cell}
 */
export function readComputed(flow, { base, frame, isIndex }) {
	const { graph } = flow;
	const out = new Cell();
	runGetters(flow, { base, name: null, frame, out });
	/** @type {Set<Value>} */
	const seen = new Set();
	/** @param {Value} value */
	const visit = (value) => {
		if (seen.has(value)) return;
		seen.add(value);
		graph.flow(value.all, out);
		graph.watch(value.parents, visit);
		if (value.kind === 'platform') graph.add(out, flow.outside);
		// By an unknown name there is `push` in each array, and all methods of a class in its instances.
		if (!isIndex && value.shape !== 'object' && value.kind !== 'input')
			graph.add(out, flow.namedValue('any-method', ''));
	};
	graph.watch(base, visit);
	return out;
}

/**
 * `object.name = value`, `object[key] = value`.
 *
 * @param {Flow} flow
 * @param {{ base: Cell, name: string | null, value: Cell, frame: Frame, node: Node }} write `name`: null for a key that the text does not show
 */
export function writeMember(flow, { base, name, value, frame, node }) {
	const { graph } = flow;
	if (name === '__proto__') flow.fail(frame, 'it assigns to `__proto__`');
	const run = (/** @type {Value} */ setter) => {
		const out = new Cell();
		if (!isOfProgram(setter)) flow.fail(frame, 'it runs a setter that is not seen');
		else flow.call(setter, { self: base, args: [value], rest: null, out, frame, node });
	};
	graph.watch(flow.member('setters', name), run);
	if (name !== null) graph.watch(flow.member('setters', '*'), run);
	if (name === null || isHiddenName(name)) hide(flow, { name, cell: value, targets: base, frame });
	graph.watch(base, (target) => {
		flow.write(frame, node, target);
		put(flow, target, { name, value });
		// What has an iterator of its own is found by that alone.
		if (name?.startsWith('@@')) flow.addMember('methods', name, value);
	});
}

/** Make a value part of an object, without a word of who does it. @param {Flow} flow @param {Value} target @param {{ name: string | null, value: Cell }} part */
export function put(flow, target, { name, value }) {
	const { graph } = flow;
	if (target.kind === 'input') return;
	if (target.kind === 'outside' || target.kind === 'platform') graph.flow(value, flow.outside.star);
	else graph.flow(value, name === null ? target.star : target.field(name, graph));
}

/** @param {Flow} flow @param {Value} value @returns {Value} an array of two things that it holds */
function pairOf({ graph }, value) {
	if (!value.pair) {
		value.pair = new Value('fresh', { node: value.node, shape: 'array' }).ready(graph);
		graph.flow(value.all, value.pair.star);
	}
	return value.pair;
}

/**
 * What `for (… of value)`, `[...value]` and `Array.from(value)` take out of something, one by one.
 *
 * @param {Flow} flow
 * @param {Cell} base
 * @param {Frame} frame
 * @returns {Cell}
 */
export function iterate(flow, base, frame) {
	if (base === NOTHING) return base;
	const { graph } = flow;
	const out = new Cell();
	graph.watch(base, (value) => {
		graph.flow(value.all, out);
		if (value.hasPairs) graph.add(out, pairOf(flow, value));
		// Going through an iterator is the end of it.
		if (value.shape === 'generator' || value.shape === 'iterator') flow.write(frame, frame, value);
	});
	iterateOwn(flow, { base, frame, out });
	return out;
}

/** By iterators of the program. @param {Flow} flow @param {{ base: Cell, frame: Frame, out: Cell }} iteration */
function iterateOwn(flow, { base, frame, out }) {
	/** @type {Cell | null} */
	let iterators = null;
	/** @type {Set<Value>} */
	const seen = new Set();
	const run = (/** @type {Value} */ maker) => {
		if (seen.has(maker)) return;
		if (!isOfProgram(maker)) {
			if (maker.kind === 'outside') flow.graph.add(out, maker);
			return;
		}
		seen.add(maker);
		if (!iterators) {
			iterators = new Cell();
			takeNext(flow, { base: iterators, frame, out });
		}
		flow.call(maker, { self: base, args: [], rest: null, out: iterators, frame, node: frame });
	};
	for (const name of ['@@iterator', '@@asyncIterator'])
		flow.graph.watch(flow.member('methods', name), run);
}

/** @param {Flow} flow @param {{ base: Cell, frame: Frame, out: Cell }} iteration `base`: iterators */
function takeNext(flow, { base, frame, out }) {
	const { graph } = flow;
	graph.watch(base, (iterator) => {
		graph.flow(iterator.star, out);
		flow.write(frame, frame, iterator);
		if (iterator.shape === 'generator' || iterator.shape === 'iterator') return;
		const self = new Cell();
		graph.add(self, iterator);
		for (const name of ['next', 'return']) {
			const results = new Cell();
			const given = { self, args: [], rest: null, out: results, frame, node: frame };
			graph.watch(readNamed(flow, { base: self, name, frame }), (next) => {
				if (next.isCallable || next.kind === 'outside') flow.call(next, given);
			});
			const awaited = awaitedOf(flow, results);
			graph.flow(readNamed(flow, { base: awaited, name: 'value', frame }), out);
		}
	});
}

/** `await value`: the value, or what its promise is fulfilled with. @param {Flow} flow @param {Cell} base @returns {Cell} */
export function awaitedOf(flow, base) {
	if (base === NOTHING) return base;
	const { graph } = flow;
	const out = new Cell();
	graph.watch(base, (value) => {
		if (value.shape !== 'promise') graph.add(out, value);
		if (value.shape === 'promise' || (value.kind === 'fresh' && value.shape === null))
			graph.flow(value.star, out);
		if (value.kind === 'input') graph.add(flow.caught, value);
	});
	return out;
}

/** A new object that holds what cells hold. @param {Flow} flow @param {Node} node @param {{ shape: import('./value.js').Shape, parts: Cell[] }} contents @returns {Cell} */
export function makeOf(flow, node, { shape, parts }) {
	const value = flow.made(node, shape);
	for (const part of parts) flow.graph.flow(part, value.star);
	const out = new Cell();
	flow.graph.add(out, value);
	return out;
}

/** @param {Flow} flow @param {Cell} base @returns {Cell} everything that lies in it, at one step */
export function contentsOf(flow, base) {
	if (base === NOTHING) return base;
	const out = new Cell();
	flow.graph.watch(base, (value) => flow.graph.flow(value.all, out));
	return out;
}

/** @param {Flow} flow @param {Cell[]} cells @returns {Cell} what any of them holds */
export function unionOf(flow, cells) {
	const all = cells.filter((one) => one !== NOTHING);
	if (all.length < 2) return all[0] ?? NOTHING;
	const out = new Cell();
	for (const cell of all) flow.graph.flow(cell, out);
	return out;
}

/** @param {Flow} flow @param {Value} value @returns {Cell} */
export function cellWith(flow, value) {
	const out = new Cell();
	flow.graph.add(out, value);
	return out;
}
