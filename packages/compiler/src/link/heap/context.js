/** @import { FlowFn, FlowNode, FlowSpan, FlowVar } from '../../ir/flow.js' */
/** @import { ModuleSummary } from '../../ir/summary.js' */
/** @import { Heap } from './heap.js' */
/** @import { Value } from './values.js' */
import { CONVERSIONS } from '../../knowledge/conversions.js';
import { anyMember } from './anything.js';
import { evaluateCall } from './calls.js';
import { callsAround, contextOf, makerOf } from './closures.js';
import { readInherited } from './prototypes.js';
import { BASE, extended, NOTHING, union } from './values.js';

/**
 * A place that reads or changes a part of a root. `isDeep`: all within it is read; `by`: the outermost call that leads there.
 *
 * @typedef {{ part: number, isDeep: boolean, module: ModuleSummary, span: FlowSpan, by: { module: ModuleSummary, span: FlowSpan } | null }} Access
 */

/** Passes over one function: values go through variables backwards in loops. */
const MOST_PASSES = 5;

/** Calls that have made one function, where those are not told apart. */
const MOST_MAKERS = 40;

/** What one function does, for one `this` and some arguments. */
export class Context {
	/**
	 * @param {Heap} heap
	 * @param {ModuleSummary} module
	 * @param {{ id: number, fn: number, ranges: [number, number][] }} of
	 */
	constructor(heap, module, { id, fn, ranges }) {
		this.id = id;
		this.heap = heap;
		this.module = module;
		this.flow = module.flow;
		this.fn = fn;
		/** @type {Value} */
		this.self = NOTHING;
		/** @type {Value[]} */
		this.args = [];
		/** Calls that have made the function: its outer variables are theirs. @type {Set<Context>} */
		this.makers = new Set();
		this.ranges = ranges;
		this.round = 0;
		/** @type {Value} */
		this.result = NOTHING;
		/** @type {Value[]} */
		this.values = [];
		/** What it reads before it has surely set that itself. @type {Map<string, Access>} */
		this.reads = new Map();
		/** @type {Map<string, Access>} */
		this.writes = new Map();
		/** Labels of roots in which it keeps what it has computed, and can compute again. @type {Set<number>} */
		this.kept = new Set();
		/** The same with those of functions of which it runs one of several. @type {Set<number>} */
		this.mayKeep = new Set();
		/** Parts that it surely sets. @type {Set<number>} */
		this.sets = new Set();
		this.hasChanged = false;
		/** A function that it calls is not known, nor the name of that. */
		this.isLost = false;
	}

	evaluate() {
		for (let pass = 0; pass < MOST_PASSES; pass++) {
			this.hasChanged = false;
			this.sets = new Set();
			this.reads = new Map();
			this.writes = new Map();
			this.kept = new Set();
			this.mayKeep = new Set();
			for (const [from, to] of this.ranges) this.walk(from, to);
			if (!this.hasChanged) break;
		}
		const results = this.flow.fns[this.fn]?.results ?? [];
		this.result = union(...results.map((one) => this.at(one)));
	}

	/** @param {{ self: Value, args: Value[], made: Context | null }} given @returns {boolean} whether that is new */
	takes({ self, args, made }) {
		const before = this.size();
		this.self = union(this.self, self);
		this.args = Array.from({ length: Math.max(args.length, this.args.length) }, (_, at) =>
			union(this.args[at] ?? NOTHING, args[at] ?? NOTHING),
		);
		if (made && this.makers.size < MOST_MAKERS) this.makers.add(made);
		return this.size() > before;
	}

	/** @returns {number} of what it has been given */
	size() {
		return this.args.reduce((sum, one) => sum + one.size, this.self.size + this.makers.size);
	}

	/** Whoever gets the result sees all of it. */
	readResult() {
		if (!this.heap.isCautious) return;
		const isOwn = this.heap.changedIn(this.writes.values(), this.mayKeep);
		const parts = this.heap.elements.opened(this.result);
		this.read(new Set([...parts].filter((one) => !isOwn(one))), [0, 0, 0, 0], true);
	}

	/** @param {number} from @param {number} to */
	walk(from, to) {
		const { nodes, fns } = this.flow;
		const { starts, gives } = this.heap.indexOf(this.module);
		for (let at = from; at < to; at++) {
			// A function that runs later has nodes of its own here.
			const later = starts.get(at)?.find((one) => this.isInner(one) && !this.isRunHere(one));
			if (later !== undefined) {
				at = /** @type {FlowFn} */ (fns[later]).to - 1;
				continue;
			}
			const value = this.evaluateNode(/** @type {FlowNode} */ (nodes[at]), at);
			const before = this.values[at] ?? NOTHING;
			if (value.size === before.size) continue;
			const all = extended(before, value);
			if (all.size === before.size) continue;
			this.values[at] = all;
			this.hasChanged = true;
			// What variables and roots hold outlives this.
			for (const key of gives.variables.get(at) ?? []) this.heap.add(this.heap.held, key, all);
			for (const root of gives.roots.get(at) ?? []) this.heap.assign(this.module, root, all);
		}
	}

	/** @param {number} fn @returns {boolean} it stands in this one */
	isInner(fn) {
		return fn !== this.fn && this.isInside(fn);
	}

	/** @param {number} fn @returns {boolean} it runs while this one does */
	isRunHere(fn) {
		return (this.flow.fns[fn]?.isInline ?? false) && this.heap.runs(this.module, fn);
	}

	/** @param {number} node @returns {Value} */
	at(node) {
		return this.values[node] ?? NOTHING;
	}

	/** @param {number} fn @returns {boolean} it is this one, or stands in it */
	isInside(fn) {
		for (let at = fn; at >= 0; at = this.flow.fns[at]?.parent ?? -1)
			if (at === this.fn) return true;
		return fn === this.fn || this.fn < 0;
	}

	/** @param {FlowNode} node @param {number} at @returns {Value} */
	evaluateNode(node, at) {
		const { heap, module } = this;
		switch (node.op) {
			case 'this':
				return this.self;
			case 'param':
				return node.fn === this.fn ? this.argument(node.index) : this.outerArgument(node);
			case 'var':
				return this.variable(node.var);
			case 'root':
				return this.readIf(node, heap.root(module, node.root));
			case 'import':
				return this.readIf(node, this.imported(node));
			case 'prop':
				return this.property(node);
			case 'any':
				return union(...node.of.map((one) => this.at(one)));
			case 'copy':
				return heap.elements.box(union(...node.of.map((one) => this.at(one))));
			case 'object':
				return this.object(node, at);
			case 'fn':
				return new Set([heap.elements.type('fn', module, node.fn, makerOf(this))]);
			case 'class':
				return this.classOf(node.class);
			case 'use':
				this.use(this.at(node.of), node);
				return NOTHING;
			case 'call':
				return evaluateCall(this, node);
			default:
				this.write(node);
				return NOTHING;
		}
	}

	/** @param {number} index -1 for all @returns {Value} */
	argument(index) {
		return index < 0 ? union(...this.args) : (this.args[index] ?? NOTHING);
	}

	/** @param {Extract<FlowNode, { op: 'param' }>} node of a function around this one, or of a callback @returns {Value} */
	outerArgument({ fn, index }) {
		const given = callsAround(this, fn).map((one) =>
			one.fn === fn ? one.argument(index) : one.parameter(fn),
		);
		return union(this.parameter(fn), ...given);
	}

	/** @param {Value} value of which all is read; an iterator goes on for that @param {Extract<FlowNode, { op: 'use' }>} node */
	use(value, { span, as }) {
		const isIterator = this.heap.elements.isIterator(value);
		const read = isIterator ? this.exactly(value, '~step') : value;
		if (isIterator) this.change(read, { isKept: false, isSure: false, span });
		this.read(read, span, true);
		this.convert(value, span, as);
	}

	/** Methods of objects that the language or the platform calls. @param {Value} value @param {FlowSpan} span @param {'primitive' | 'iteration' | 'any'} as */
	convert(value, span, as) {
		const { heap } = this;
		if (heap.elements.types(value).size === 0) return;
		const iterators = union(...CONVERSIONS[as].map((name) => this.call(value, name, span)));
		if (heap.elements.types(iterators).size > 0) this.call(iterators, 'next', span);
	}

	/** @param {number} fn a callback @returns {Value} what the call that it is given to may hand it */
	parameter(fn) {
		const call = this.flow.nodes[this.flow.fns[fn]?.call ?? -1];
		if (call?.op !== 'call') return NOTHING;
		const receiver = this.at(call.of);
		const given = union(...call.args.map((one) => this.at(one)));
		if (/^(then|catch|finally)$/.test(call.name)) return receiver;
		return union(this.heap.prop(receiver, '[]'), given);
	}

	/** @param {number} index @returns {Value} */
	variable(index) {
		const { fn, name, values } = /** @type {FlowVar} */ (this.flow.vars[index]);
		const { heap, module } = this;
		if (this.isInside(fn)) return union(...values.map((one) => this.at(one)));
		const held = heap.held.get(heap.keyOf(module, 'var', index)) ?? NOTHING;
		const own = heap.elements.prop(this.self, `~${name}`);
		if (!heap.isCautious) return union(own, held);
		// Callbacks of the top level are part of it.
		const initial = heap.initial(module);
		const holds = (/** @type {Context} */ context) =>
			union(...values.map((one) => context.at(one)));
		return union(
			own,
			held,
			initial ? holds(initial) : NOTHING,
			...callsAround(this, fn).map(holds),
		);
	}

	/** @param {Extract<FlowNode, { op: 'root' | 'import' | 'prop' }>} node @param {Value} value @returns {Value} the same */
	readIf({ isRead, span }, value) {
		if (isRead) this.read(value, span, false);
		return value;
	}

	/** @param {Extract<FlowNode, { op: 'prop' }>} node @returns {Value} */
	property(node) {
		const base = this.at(node.of);
		if (base.size === 0) return NOTHING;
		if (this.heap.reflects) readInherited(this, { value: base, name: node.name, span: node.span });
		const value = this.heap.prop(base, node.name);
		return this.readIf(node, union(value, this.gotten(base, node.name, node.span)));
	}

	/**
	 * `app.config.level` of an import: the path is one node, and accessors on it run all the same.
	 *
	 * @param {Extract<FlowNode, { op: 'import' }>} node
	 * @returns {Value}
	 */
	imported({ import: index, path, span }) {
		const { heap, module } = this;
		let given = NOTHING;
		for (const [at, name] of path.entries()) {
			const hasGetter = heap.named.has(`get ${name}`);
			const base = hasGetter ? heap.imported(module, index, path.slice(0, at)) : NOTHING;
			given = union(heap.prop(given, name), this.gotten(union(base, given), name, span));
		}
		return union(given, heap.imported(module, index, path));
	}

	/** @param {Value} base @param {string} name @param {FlowSpan} span @returns {Value} what accessors of the name give */
	gotten(base, name, span) {
		if (base.size === 0) return NOTHING;
		if (name !== '[]' || !this.heap.isCautious) return this.call(base, `get ${name}`, span);
		return this.runAll(anyMember(this.heap, base, 'get'), { self: base, span });
	}

	/** @param {Value} functions of which a call may run any @param {{ self: Value, args?: Value[], span: FlowSpan }} how @returns {Value} what they give */
	runAll(functions, { self, args = [], span }) {
		return union(
			...[...functions].map((one) =>
				this.run(one, { self, args, span, isSure: false, isAny: true }),
			),
		);
	}

	/** Methods that code calls without arguments. @param {Value} self @param {string} name @param {FlowSpan} span @returns {Value} what they give */
	call(self, name, span) {
		return union(
			...this.functionsOf(self, name).map((one) =>
				this.run(one, { self, args: [], span, isSure: false }),
			),
		);
	}

	/** @param {Value} base @param {string} name @returns {number[]} elements: the methods of the name that it may have */
	functionsOf(base, name) {
		const { heap } = this;
		if (!heap.named.has(name)) return [];
		const { elements } = heap;
		const types = [...elements.types(base)];
		const typed = types.flatMap((one) => [...heap.member(one, name, 0)]);
		if (types.length > 0 || !elements.hasPart(base))
			return typed.filter((one) => elements.get(one).kind === 'fn');
		return (heap.named.get(name) ?? []).map(({ module, fn }) => elements.type('fn', module, fn));
	}

	/**
	 * @param {number} target an element: a function
	 * @param {{ self: Value, args: Value[], span: FlowSpan, isSure: boolean, isKept?: boolean, isAny?: boolean }} how `isKept`: what it changes is only remembered;
	 *   `isAny`: it is one of several functions that may be meant
	 * @returns {Value} what it gives
	 */
	run(target, { self, args, span, isSure, isKept = false, isAny = false }) {
		const element = this.heap.elements.get(target);
		if (element.kind !== 'fn' || !this.heap.runs(element.module, element.index)) return NOTHING;
		const { heap } = this;
		const found = contextOf(heap, element, { self, args });
		if (!found || found === this) return found?.result ?? NOTHING;
		if (found.isLost) this.isLost = true;
		const by = { module: this.module, span };
		const isOwn = isAny ? heap.changedIn(found.writes.values(), found.mayKeep) : () => false;
		for (const [key, access] of found.reads)
			if (!this.isCovered(access.part) && !this.reads.has(key) && !isOwn(access.part))
				this.reads.set(key, { ...access, by });
		// What may run keeps nothing for sure: its `this` may be any object.
		if (!isAny) for (const label of found.kept) this.kept.add(label);
		for (const label of found.mayKeep) this.mayKeep.add(label);
		if (isKept) this.remember([...found.writes.values()].map(({ part }) => part));
		else
			for (const [key, access] of found.writes)
				if (!this.writes.has(key)) this.writes.set(key, { ...access, by });
		if (isSure) for (const one of found.sets) this.sets.add(one);
		return found.result;
	}

	/** @param {Extract<FlowNode, { op: 'object' }>} node @param {number} at @returns {Value} */
	object({ members, spreads }, at) {
		const { heap, module } = this;
		const type = heap.elements.type('object', module, at, makerOf(this));
		const values = Object.entries(members).map(([name, one]) => {
			heap.hold(type, name, this.at(one));
			const kind = heap.isCautious && /^[gs]et /.test(name) ? name.slice(0, 4) : '';
			heap.hold(type, `${kind}[]`, this.at(one));
			return this.at(one);
		});
		const others = spreads.map((one) => this.at(one));
		if (heap.isCautious && others.length > 0) {
			const spread = union(...others);
			heap.hold(type, '?', union(spread, anyMember(heap, spread, 'own')));
		}
		const all = [...values, ...others];
		return union(new Set([type]), heap.elements.box(union(...all)));
	}

	/** @param {number} index @returns {Value} */
	classOf(index) {
		const { heap, module } = this;
		const { parent } = /** @type {ModuleSummary['flow']['classes'][number]} */ (
			this.flow.classes[index]
		);
		const type = heap.elements.type('class', module, index, makerOf(this));
		if (parent >= 0) heap.hold(type, BASE, this.at(parent));
		return new Set([type]);
	}

	/** @param {number[]} parts in which something is kept that can be computed again */
	remember(parts) {
		for (const label of this.heap.elements.labelsOf(parts)) {
			this.kept.add(label);
			this.mayKeep.add(label);
		}
	}

	/** @param {Value} value @param {FlowSpan} span @param {boolean} isDeep */
	read(value, span, isDeep) {
		const { elements } = this.heap;
		for (const part of elements.parts(value)) {
			const key = this.heap.isCautious ? elements.areaOf(part) : `${part} ${isDeep}`;
			if (this.reads.has(key) || this.isCovered(part)) continue;
			this.reads.set(key, { part, isDeep, module: this.module, span, by: null });
		}
	}

	/** @param {number} part @returns {boolean} it has been set in this run of the function */
	isCovered(part) {
		if (this.sets.size === 0) return false;
		const { elements } = this.heap;
		const element = elements.get(part);
		if (element.kind !== 'part') return false;
		for (let { length } = element.path; length >= 0; length--)
			if (this.sets.has(elements.part(element.label, element.path.slice(0, length), false)))
				return true;
		return false;
	}

	/** What a value had before is gone. @param {Value} value */
	cover(value) {
		const parts = this.heap.elements.parts(value);
		if (parts.length === 1) this.sets.add(/** @type {number} */ (parts[0]));
	}

	/** @param {Value} value parts that change @param {{ isKept: boolean, isOnce?: boolean, isSure: boolean, span: FlowSpan }} how */
	change(value, { isKept, isOnce = false, isSure, span }) {
		const { elements } = this.heap;
		const parts = elements.parts(value);
		if (isSure) this.cover(value);
		if (isKept) return isOnce ? this.heap.makeOnce(parts) : this.remember(parts);
		for (const part of parts) {
			const key = this.heap.isCautious
				? elements.areaOf(part)
				: `${part} ${span[0]}:${span[1]} ${this.module.filename}`;
			if (!this.writes.has(key))
				this.writes.set(key, { part, isDeep: false, module: this.module, span, by: null });
		}
	}

	/** @param {Extract<FlowNode, { op: 'set' | 'put' | 'assign' }>} node */
	write(node) {
		const { heap, module } = this;
		const { elements } = heap;
		const value = this.at(node.value);
		if (node.op === 'assign') return this.change(this.ownOf(node.of), node);
		if (node.op === 'put') {
			const { fn, name } = /** @type {FlowVar} */ (this.flow.vars[node.of]);
			if (!this.isInside(fn)) this.change(elements.prop(this.self, `~${name}`), node);
			return heap.add(heap.held, heap.keyOf(module, 'var', node.of), value);
		}
		const base = this.at(node.of);
		if (base.size === 0) return;
		heap.add(heap.fields, node.name, value);
		for (const one of base) {
			const element = elements.get(one);
			if (heap.isCautious && element.kind === 'instance') heap.keep(one, node.name, value);
			const isFunction = heap.isCautious && element.kind === 'fn';
			if (!isFunction && element.kind !== 'object' && element.kind !== 'class') continue;
			const isComputed = heap.isCautious && node.name === '[]';
			heap.hold(one, isComputed ? '?' : node.name, value);
			if (heap.isCautious && !isComputed) heap.hold(one, '[]', value);
		}
		if (elements.store(base, value)) heap.hasGrown = true;
		const owners = new Set(elements.parts(base));
		// `list.length = 0`
		if (node.isSure && node.name === 'length') this.cover(owners);
		const setters = this.functionsOf(base, `set ${node.name}`);
		for (const one of setters)
			this.run(one, { self: base, args: [value], span: node.span, isSure: false });
		if (setters.length === 0) this.change(this.exactly(owners, node.name), node);
	}

	/** @param {Value} owners @param {string} name @returns {Value} the property itself, without what is stored there */
	exactly(owners, name) {
		const { elements } = this.heap;
		/** @type {Set<number>} */
		const found = new Set();
		for (const one of owners) {
			const element = elements.get(one);
			if (element.kind !== 'part' || element.isBoxed) continue;
			found.add(elements.propOf(one, element, name));
		}
		return found;
	}

	/** @param {number} root @returns {Value} the variable itself */
	ownOf(root) {
		const found = this.flow.roots[root];
		if (!found || found.label < 0 || found.isPerThread || this.heap.perThread.has(found.local))
			return NOTHING;
		return this.heap.labelled(this.module, found.label);
	}
}
