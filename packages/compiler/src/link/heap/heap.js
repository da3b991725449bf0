/** @import { FlowFn, FlowRoot } from '../../ir/flow.js' */
/** @import { ModuleSummary } from '../../ir/summary.js' */
/** @import { Found, Program } from '../program.js' */
/** @import { Element, Value } from './values.js' */
import { anyMember } from './anything.js';
import { Context } from './context.js';
import { classOf, prototypeOf } from './prototypes.js';
import { BASE, Elements, grow, MOST_ELEMENTS, NOTHING, union } from './values.js';

/** By node: the functions that begin there, the outer one first; the variables and roots that get its value. @typedef {{ starts: Map<number, number[]>, gives: { variables: Map<number, string[]>, roots: Map<number, number[]> } }} Index */

/** More contexts of one function say nothing new. */
const MOST_CONTEXTS = 40;

/** Beyond these, a cautious analysis has one context for all other calls of a function. */
const MOST_CAUTIOUS = 8;

/** Calls within calls, beyond which nothing is followed. */
const DEEPEST = 400;

/** Rounds until what functions put into properties has reached all that read them. */
const MOST_ROUNDS = 4;

/**
 * A points-to analysis of a program: which objects of modules its functions read and change, by whatever way they come to them. It
 * knows contexts by what `this` and the arguments are, so that an instance that code makes for itself is no other's; a method
 * whose receiver has an unknown class is any method of its name, as in class hierarchy analysis.
 */
export class Heap {
	/**
	 * @param {Program} program
	 * @param {Iterable<ModuleSummary>} modules that one thread runs
	 * @param {{ runsUnits: boolean, only?: ReadonlySet<string>, isCautious?: boolean }} options whether a call of a unit runs its body, as it does in a
	 *   worker; `only`: keys of the roots that matter, all without it; `isCautious`: an operation that cannot be followed gives and calls anything
	 *   that is within its operands
	 */
	constructor(program, modules, { runsUnits, only, isCautious = false }) {
		this.only = only;
		this.isCautious = isCautious;
		this.isSettled = !isCautious;
		this.mostRounds = isCautious ? MOST_ROUNDS / 2 : MOST_ROUNDS;
		this.mostContexts = isCautious ? MOST_CAUTIOUS : MOST_CONTEXTS;
		this.program = program;
		this.modules = new Set(modules);
		this.runsUnits = runsUnits;
		this.elements = new Elements();
		/** @type {Map<string, { module: ModuleSummary, fn: number }[]>} */
		this.named = new Map();
		/** What properties hold, as far as that is functions, instances and classes. @type {Map<string, Value>} by name */
		this.fields = new Map();
		/** The same for the members of literals, the bases of classes, and the variables of functions. @type {Map<string, Value>} */
		this.held = new Map();
		/** What instances keep, where a cautious analysis asks for it. @type {Map<string, Value>} by class and property */
		this.kept = new Map();
		/** How keys of members begin. @type {string[]} by type */
		this.heads = [];
		/** @type {Map<string, Context>} */
		this.contexts = new Map();
		/** @type {Map<string, number>} how many contexts a function has */
		this.counts = new Map();
		/** @type {Map<string, Value>} */
		this.imports = new Map();
		/** @type {Map<ModuleSummary, Index>} */
		this.indexes = new Map();
		/** Labels of roots that get their value at the first use of it. @type {Set<number>} */
		this.madeOnce = new Set();
		/** Code of some module comes from instances to their classes. */
		this.reflects = [...program.modules.values()].some(({ flow }) => flow.reflects);
		this.round = 0;
		this.depth = 0;
		this.hasGrown = false;
		for (const module of this.modules) this.nameFunctions(module);
		/** Globals of which a comment in some module says that each thread may have its own. @type {Set<string>} */
		this.perThread = new Set(
			[...program.modules.values()].flatMap(({ flow }) =>
				flow.roots.flatMap((one) => (one.isGlobal && one.isPerThread ? [one.local] : [])),
			),
		);
	}

	/** @param {Iterable<number>} parts that get their value at the first use, for good */
	makeOnce(parts) {
		for (const label of this.elements.labelsOf(parts)) this.madeOnce.add(label);
	}

	/** @param {ModuleSummary} module */
	nameFunctions(module) {
		for (const [fn, { names }] of module.flow.fns.entries()) {
			for (const name of new Set(names)) {
				const list = this.named.get(name);
				if (list) list.push({ module, fn });
				else this.named.set(name, [{ module, fn }]);
			}
		}
	}

	/** @param {ModuleSummary} module @returns {Index} */
	indexOf(module) {
		const known =
			this.indexes.get(module) ??
			indexFlow(module, (kind, index) => this.keyOf(module, kind, index));
		this.indexes.set(module, known);
		return known;
	}

	/**
	 * @template T
	 * @param {() => T} evaluate asks for contexts
	 * @returns {T} what it gives once nothing new is found
	 */
	solve(evaluate) {
		for (;;) {
			this.round += 1;
			this.hasGrown = false;
			for (const module of this.modules) this.initial(module);
			const found = evaluate();
			if (this.hasGrown && this.round % this.mostRounds !== 0) continue;
			if (this.isSettled) return found;
			// What looks unknown at first may be known once other modules have been evaluated.
			this.isSettled = true;
		}
	}

	/** What the roots of a module are: all of its top level is evaluated. @param {ModuleSummary} module @returns {Context | null} */
	initial(module) {
		return this.context(module, {
			fn: -1,
			ranges: [[0, module.flow.nodes.length]],
			name: 'initial',
		});
	}

	/** What the host alone runs when a module loads. @param {ModuleSummary} module @returns {Context | null} */
	loading(module) {
		const { loading } = module.flow;
		return this.context(module, { fn: -1, ranges: loading, name: 'loading' });
	}

	/**
	 * @param {ModuleSummary} module
	 * @param {{ fn: number, self?: Value, args?: Value[], ranges?: [number, number][], name?: string, made?: Context | null }} of `made`: the call that has made the function
	 * @returns {Context | null} evaluated; null where there are too many of the function
	 */
	context(module, { fn, self = NOTHING, args = [], ranges, name = String(fn), made = null }) {
		const head = `${this.elements.numberOf(module)} ${name}`;
		const own = `${head} ${made?.id ?? ''} ${keyOf(self)} ${args.map(keyOf).join('|')}`;
		const count = this.counts.get(head) ?? 0;
		const isOther = count >= this.mostContexts && !this.contexts.has(own);
		if (isOther && !this.isCautious) return null;
		const key = isOther ? head : own;
		let found = this.contexts.get(key);
		if (!found) {
			this.counts.set(head, count + 1);
			const { from, to } = module.flow.fns[fn] ?? { from: 0, to: 0 };
			const id = this.contexts.size + 1;
			found = new Context(this, module, { id, fn, ranges: ranges ?? [[from, to]] });
			this.contexts.set(key, found);
			found.takes({ self, args, made });
		} else if (isOther && found.takes({ self, args, made })) this.hasGrown = true;
		if (found.round !== this.round && this.depth < DEEPEST) {
			found.round = this.round;
			this.depth += 1;
			found.evaluate();
			this.depth -= 1;
		}
		return found;
	}

	/** @param {Map<string, Value>} map @param {string} key @param {Value} value what can do something is kept */
	add(map, key, value) {
		if (grow(map, key, this.elements.types(value))) this.hasGrown = true;
	}

	/** @param {number} type a literal, a class or its instances, or a function @param {string} name of a member @returns {string} by which `held` has it; empty for others */
	memberKey(type, name) {
		const head = (this.heads[type] ??= this.headOf(this.elements.get(type)));
		return head && `${head} ${name}`;
	}

	/** @param {Element} element @returns {string} */
	headOf(element) {
		if (!('module' in element)) return '';
		const { kind, module, index, made } = element;
		const what = kind === 'instance' ? 'class' : kind;
		return this.keyOf(module, what, `${index} ${made?.id ?? ''}`);
	}

	/** A member gets a value. @param {number} type @param {string} name @param {Value} value */
	hold(type, name, value) {
		const key = this.memberKey(type, name);
		if (key !== '') this.add(this.held, key, value);
	}

	/** An instance keeps a value in a property: whatever it is, for no variable may lead to the instance. @param {number} type @param {string} name @param {Value} value */
	keep(type, name, value) {
		const key = this.memberKey(type, `own ${name}`);
		const known = this.kept.get(key) ?? NOTHING;
		const all = union(known, value);
		if (all.size === known.size) return;
		this.kept.set(key, all);
		this.hasGrown = true;
	}

	/** @param {Value} value @param {string} name @returns {Value} what instances in it keep in a property */
	keeps(value, name) {
		if (this.kept.size === 0) return NOTHING;
		return union(
			...[...value].map((one) => this.kept.get(this.memberKey(one, `own ${name}`)) ?? NOTHING),
		);
	}

	/** @param {number} type @param {string} name @returns {Value} */
	holds(type, name) {
		return this.held.get(this.memberKey(type, name)) ?? NOTHING;
	}

	/** @param {Iterable<{ part: number }>} accesses that change something @param {ReadonlySet<number>} kept labels of roots in which something is kept @returns {(part: number) => boolean} whether a part is of a root that they change */
	changedIn(accesses, kept) {
		const changed = this.elements.labelsOf([...accesses].map(({ part }) => part));
		return (part) =>
			[...this.elements.labelsOf([part])].some((label) => changed.has(label) || kept.has(label));
	}

	/** @param {ModuleSummary} module @param {number} index of a root @returns {Value} */
	root(module, index) {
		const root = module.flow.roots[index];
		if (!root || root.isPerThread || this.perThread.has(root.local)) return NOTHING;
		const own = root.label < 0 ? NOTHING : this.labelled(module, root.label);
		return union(own, this.held.get(this.rootKey(module, index)) ?? NOTHING);
	}

	/** @param {ModuleSummary} module @param {number} index of a root @returns {Value} its object */
	labelled(module, index) {
		const { elements } = this;
		const label = elements.label(module, index);
		const key = elements.labels[label]?.key ?? '';
		return this.only?.has(key) === false ? NOTHING : new Set([elements.part(label, [], false)]);
	}

	/** @param {ModuleSummary} module @param {number} index of a root @param {Value} value */
	assign(module, index, value) {
		const key = this.rootKey(module, index);
		if (grow(this.held, key, value, MOST_ELEMENTS)) this.hasGrown = true;
	}

	/** @param {ModuleSummary} module @param {string} kind @param {number | string} index @returns {string} */
	keyOf(module, kind, index) {
		return `${kind} ${this.elements.numberOf(module)} ${index}`;
	}

	/** @param {ModuleSummary} module @param {number} index of a root @returns {string} the same in all modules for a global */
	rootKey(module, index) {
		const { isGlobal, local } = /** @type {FlowRoot} */ (module.flow.roots[index]);
		return isGlobal ? local : this.keyOf(module, 'root', index);
	}

	/** @param {ModuleSummary} module @param {number} index of an import @param {string[]} path @returns {Value} */
	imported(module, index, path) {
		for (let { length } = path; length >= 0; length--) {
			const found = this.program.ofImport(module, index, path.slice(0, length));
			if (found.length === 0) continue;
			const rest = path.slice(length);
			return union(...found.map((one) => this.found(one, rest)));
		}
		return NOTHING;
	}

	/** @param {Found} found @param {string[]} more properties that nothing is known of @returns {Value} */
	found(found, more) {
		const { module } = found;
		const { flow, live } = module;
		if (!this.modules.has(module)) return NOTHING;
		if (found.kind === 'namespace')
			return more.length > 0 ? NOTHING : new Set([this.elements.type('namespace', module, 0)]);
		const local = 'local' in found ? found.local : null;
		const root = flow.roots.findIndex((one) => one.local === local);
		const rest = [...(found.kind === 'other' ? found.rest : []), ...more];
		/** @type {Value} */
		let value = root < 0 ? NOTHING : this.root(module, root);
		for (const name of rest) value = this.prop(value, name);
		const fn = flow.fns.findIndex((one) => isSame(one, found, live.codes));
		return fn < 0 ? value : union(value, new Set([this.elements.type('fn', module, fn)]));
	}

	/** @param {Value} value @param {string} name @returns {Value} a property, with what it can do */
	prop(value, name) {
		const own = this.elements.prop(value, name);
		if (this.isCautious && name === '[]') {
			const found = this.fields.get(name) ?? NOTHING;
			const members = anyMember(this, value, 'own');
			return union(own, members, members.size === 0 && value.size > 0 ? found : NOTHING);
		}
		/** @type {Value[]} */
		const members = [];
		// What a computed name has put there may be of any.
		for (const one of this.elements.types(value))
			members.push(this.member(one, name, 0), this.holds(one, '?'));
		const known = union(...members);
		// What no literal and no class shows, any property of the name may hold.
		const isShown = known.size > 0 || value.size === 0;
		const held = own.size > 0 ? NOTHING : this.keeps(value, name);
		return union(own, held, isShown ? known : (this.fields.get(name) ?? NOTHING));
	}

	/** @param {number} type @param {string} name @param {number} depth in a chain of classes @returns {Value} */
	member(type, name, depth) {
		const element = this.elements.get(type);
		if (!('module' in element) || depth > 10) return NOTHING;
		const { kind, module, index, made } = element;
		const held = this.holds(type, name);
		if (kind === 'object') return held;
		if (kind === 'namespace')
			return union(
				...this.program
					.lookUp(module, [name], 'import', new Set())
					.map((one) => this.found(one, [])),
			);
		if (kind !== 'instance' && kind !== 'class') return NOTHING;
		if (this.reflects && kind === 'instance' && name === 'constructor')
			return classOf(this, element);
		if (this.reflects && name === '__proto__') return prototypeOf(this, type);
		const definition = module.flow.classes[index];
		if (!definition) return NOTHING;
		const own = (kind === 'class' ? definition.statics : definition.methods)[name];
		if (
			own !== undefined &&
			Object.hasOwn(kind === 'class' ? definition.statics : definition.methods, name)
		)
			return new Set([this.elements.type('fn', module, own, made)]);
		const bases = [...this.holds(type, BASE)].map((one) => this.elements.get(one));
		return union(
			kind === 'class' ? held : NOTHING,
			...bases.map((base) =>
				base.kind === 'class'
					? this.member(
							this.elements.type(kind, base.module, base.index, base.made),
							name,
							depth + 1,
						)
					: NOTHING,
			),
		);
	}

	/** @param {ModuleSummary} module @param {number} fn @returns {boolean} a call of it runs its body in this thread */
	runs(module, fn) {
		const one = /** @type {FlowFn} */ (module.flow.fns[fn]);
		return this.runsUnits || one.unit < 0 || module.units[one.unit]?.isLowered !== true;
	}
}

/**
 * @param {ModuleSummary} module
 * @param {(kind: string, index: number) => string} keyOf
 * @returns {Index}
 */
function indexFlow({ flow }, keyOf) {
	/** @type {Index} */
	const index = { starts: new Map(), gives: { variables: new Map(), roots: new Map() } };
	for (const [fn, { from, to }] of flow.fns.entries())
		if (to > from) append(index.starts, from, fn);
	for (const [at, { values }] of flow.vars.entries())
		for (const one of values) append(index.gives.variables, one, keyOf('var', at));
	for (const [at, { values }] of flow.roots.entries())
		for (const one of values) append(index.gives.roots, one, at);
	return index;
}

/** @template T @param {Map<number, T[]>} map @param {number} key @param {T} value */
function append(map, key, value) {
	const list = map.get(key);
	if (list) list.push(value);
	else map.set(key, [value]);
}

/** @param {FlowFn} fn @param {Found} found @param {ModuleSummary['live']['codes']} codes @returns {boolean} a function is what a name leads to */
export function isSame(fn, found, codes) {
	if (found.kind === 'unit') return fn.unit === found.index;
	if (found.kind === 'function') return fn.fact === found.index;
	return (
		found.kind === 'other' &&
		found.code !== undefined &&
		codes[found.code] !== undefined &&
		fn.code === found.code
	);
}

/** @param {Value} value @returns {string} */
const keyOf = (value) => [...value].sort((a, b) => a - b).join(',');
