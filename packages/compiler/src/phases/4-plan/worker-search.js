/** @import { Parents } from '../../ast/parents.js' */
/** @import { Node } from '../../types.js' */
/** @import { Analysed, Fragment } from '../../ir/module.js' */
/** @import { Variable } from '../../ast/scope.js' */
/** @import { Holder, Holders } from '../../ir/method-holders.js' */
/** @import { HolderUse } from '../../ir/holder-uses.js' */
import { pushChildren } from '../../ast/babel.js';
import { isConstruction } from '../../ast/class-parts.js';
import {
	dottedName,
	isCall,
	isClass,
	isFunction,
	isMember,
	membersOf,
	propertyName,
	unwrap,
} from '../../ast/shapes.js';
import { isNumber } from '../../ir/proofs/numbers.js';
import { ownerOfThis } from '../../ir/receiver.js';
import { holdsPrivateEntries } from '../../ir/private-entries.js';
import { constantValueOf, importOf } from '../../ir/values.js';
import { isMutatorMethod } from '../../knowledge/calls.js';
import { classifyGlobal } from '../../knowledge/globals.js';
import { partsChanged } from './changed-parts.js';
import { handedOf } from './handed-holders.js';
import {
	CALLED_BY_PLATFORM,
	DESCRIBED,
	REFLECTION,
	REFLECTING,
	LISTING,
	PASSED_ON,
	QUIET_MODULES,
	NEW_LIST,
	NEW_VALUE,
} from './worker-search-names.js';
import { useOfHolder } from '../../ir/holder-uses.js';
import { holdersOf } from '../../ir/method-holders.js';

/**
 * @typedef {object} Found
 * @property {Node[]} idle methods and constructors that nothing in a worker can run
 * @property {Holders} holders
 * @property {(holder: Holder) => Set<string> | null} partsRead the names of the properties that a worker may read while a unit runs; null for all
 * @property {(holder: Holder) => Set<string> | null} partsUsed the same with those that the worker module reads while it loads
 * @property {(holder: Holder) => Set<string>} partsNamed those that worker code reads by its name
 * @property {(weak: Variable, fragment: Fragment) => boolean} needsEntry whether a worker has an object that the fragment gives an entry
 */

/** While the worker module loads, or when a unit runs. @typedef {'load' | 'run'} Mode */

/**
 * Finds which methods and constructors worker code can run, and which properties of classes, functions and literals it can
 * read, by a worklist.
 *
 * A method counts as run once code that counts mentions its name as a property, on whatever object; a constructor once
 * its class is constructed or handed on. A statement that fills something counts once what it fills is read. Where names of
 * properties are computed, or functions of other files are called, everything counts.
 *
 * What the worker module calls while it loads runs once, as it does on the host; the functions that this makes run later.
 */
export class WorkerSearch {
	/** @param {Node[]} regions @param {Analysed} analysed */
	constructor(regions, analysed) {
		const { effects, fragments, resolution, sites, units } = analysed;
		this.effects = effects;
		this.sites = sites;
		this.aliases = effects.aliases;
		this.parents = resolution.parents;
		this.holders = holdersOf(effects);
		this.isGivenUp = false;
		this.handed = handedOf(this.holders, this.parents);
		/** Names of properties that code mentions. @type {Set<string>} */
		this.mentioned = new Set();
		/** Code lists the properties of some object. */
		this.isListing = false;
		/** @type {Map<Variable, Node[]>} */
		this.definitions = new Map();
		/** @type {Map<Node, Variable[]>} */
		this.defined = new Map();
		for (const { defines, node } of fragments) {
			this.defined.set(node, defines);
			for (const one of defines)
				this.definitions.set(one, [...(this.definitions.get(one) ?? []), node]);
		}
		/** @type {Set<Variable>} */
		this.touched = new Set();
		/** @type {Record<Mode, Set<Node>>} */
		this.seen = { load: new Set(), run: new Set() };
		/** @type {{ root: Node, mode: Mode }[]} */
		this.queue = [];
		/** @type {Record<Mode, Map<Holder, Set<string> | null>>} */
		this.parts = { load: new Map(), run: new Map() };
		/** Methods, and what constructors run. @type {Set<Node>} */
		this.members = new Set();
		/** @type {Map<string, Node[]>} */
		this.methods = new Map();
		this.hasSetters = false;
		/** @type {Record<Mode, Set<string>>} */
		this.names = { load: new Set(CALLED_BY_PLATFORM), run: new Set(CALLED_BY_PLATFORM) };
		const unitNodes = new Set(units.map(({ node }) => node));
		for (const holder of this.holders.byVariable.values()) {
			if (this.holders.isOpen(holder)) continue;
			for (const one of holder.construction) if (!unitNodes.has(one)) this.members.add(one);
			for (const one of holder.methods) {
				if (unitNodes.has(one) || unitNodes.has(one.value)) continue;
				this.expect(one, /** @type {string} */ (propertyName(one)));
			}
		}
		this.idle = new Set(this.members);
		for (const one of regions)
			if (!this.members.has(one)) this.add(one, this.defined.has(one) ? 'load' : 'run');
	}

	/** @param {Node} method @param {string} name */
	expect(method, name) {
		if (this.names.run.has(name)) return;
		this.methods.set(name, [...(this.methods.get(name) ?? []), method]);
		this.hasSetters ||= method.kind === 'set';
		this.members.add(method);
	}

	/** @returns {Found} */
	run() {
		do {
			for (let next = this.queue.pop(); next && !this.isGivenUp; next = this.queue.pop())
				this.scan(next.root, next.mode);
		} while (!this.isGivenUp && this.addFills());
		return {
			idle: this.isGivenUp ? [] : [...this.idle],
			holders: this.holders,
			partsRead: (holder) => this.partsOf(holder, 'run'),
			partsUsed: (holder) => this.partsOf(holder, 'load'),
			partsNamed: (holder) => this.parts.run.get(holder) ?? new Set(),
			needsEntry: (weak, fragment) => this.isGivenUp || this.isShown(weak, fragment),
		};
	}

	/** @param {Holder} holder @param {Mode} mode @returns {Set<string> | null} null for all */
	partsOf(holder, mode) {
		if (this.isGivenUp || this.holders.isOpen(holder)) return null;
		const known = this.parts[mode].get(holder);
		if (known === null) return null;
		const handed = this.handed.get(holder);
		if (!handed) return known ?? new Set();
		// It may arrive as an argument, or in one.
		if (handed === 'whole' && this.isListing) return null;
		return new Set([...(known ?? []), ...this.mentioned]);
	}

	/** Statements that fill what has been read. @returns {boolean} whether there are more of them */
	addFills() {
		for (const variable of this.touched) {
			for (const fragment of this.sites.fills.get(variable) ?? [])
				if (this.needs(variable, fragment)) this.add(fragment.node, 'load');
		}
		return this.queue.length > 0;
	}

	/** @param {Variable} variable @param {Fragment} fragment that fills it @returns {boolean} */
	needs(variable, fragment) {
		if (holdsPrivateEntries(variable, this.parents)) return this.isShown(variable, fragment);
		const holder = this.holders.of(variable);
		const read = holder ? this.partsOf(holder, 'load') : null;
		if (!holder || !read) return true;
		return (this.sites.effects.get(fragment) ?? []).some((effect) => {
			if (!('variable' in effect) || effect.variable !== variable) return false;
			if (effect.kind !== 'mutate') return true;
			const changed = partsChanged(effect.node, holder, this);
			return !changed || [...changed].some((one) => read.has(one));
		});
	}

	/**
	 * Whether a worker has an instance to which a fragment gives an entry in a weak collection, or whose entry it changes: the
	 * fragment has to do with another variable that a worker has. Any other instance is one that only the host has, and does not cross.
	 *
	 * @param {Variable} weak
	 * @param {Fragment} fragment
	 * @returns {boolean}
	 */
	isShown(weak, fragment) {
		const changed = (this.sites.effects.get(fragment) ?? []).flatMap((one) =>
			'variable' in one ? one.variable : [],
		);
		return [...changed, ...this.effects.readsOnHost(fragment.node)].some((one) => {
			if (one === weak || !this.touched.has(one)) return false;
			if (holdsPrivateEntries(one, this.parents)) return false;
			const holder = this.holders.of(one);
			return !holder || this.hasData(holder);
		});
	}

	/** @param {Holder} holder @returns {boolean} a worker reads more than methods of it */
	hasData(holder) {
		const read = this.partsOf(holder, 'load');
		if (!read || holder.kind === 'literal') return true;
		const methods = new Set(holder.methods.map(propertyName));
		return [...read].some((name) => !methods.has(name) && name !== 'prototype');
	}

	/** @param {Node} root @param {Mode} mode */
	add(root, mode) {
		if (this.seen.run.has(root) || this.seen[mode].has(root)) return;
		this.seen[mode].add(root);
		if (mode === 'run') this.idle.delete(root);
		for (const one of this.defined.get(root) ?? []) this.touched.add(one);
		this.queue.push({ root, mode });
	}

	/** @param {Node} root @param {Mode} mode */
	scan(root, mode) {
		const stack = [root];
		for (let node = stack.pop(); node && !this.isGivenUp; node = stack.pop()) {
			if (node !== root && this.members.has(node)) continue;
			if (mode === 'load' && isFunction(node) && !this.isRunNow(node, root)) {
				this.add(node, 'run');
				continue;
			}
			if (mode === 'load' && isClass(node)) this.addMembers(node);
			this.visit(node, mode);
			pushChildren(node, stack);
		}
	}

	/** @param {Node} fn @param {Node} root @returns {boolean} it runs while the module loads */
	isRunNow(fn, root) {
		if (fn === root) return this.members.has(fn);
		if (fn === root.value && this.members.has(root)) return true;
		if (!this.effects.runsAtOnce(fn)) return false;
		if (!this.effects.isOverAtOnce(fn)) this.add(fn, 'run');
		return true;
	}

	/** What a class that is no holder runs when it is used. @param {Node} definition */
	addMembers(definition) {
		for (const one of membersOf(definition)) {
			if (isConstruction(one) && !this.members.has(one)) this.add(one, 'run');
		}
	}

	/** @param {Node} node @param {Mode} mode */
	visit(node, mode) {
		if (isMember(node)) return this.member(node, mode);
		if (node.type === 'ThisExpression' || node.type === 'Super') return this.receiver(node, mode);
		if (node.type === 'ObjectPattern') return this.pattern(node);
		if (node.type === 'ForInStatement' || node.type === 'SpreadElement') this.isListing = true;
		if (node.type === 'NewExpression') this.construction(/** @type {Node} */ (unwrap(node.callee)));
		if (isClass(node) && node.superClass)
			this.construction(/** @type {Node} */ (unwrap(node.superClass)));
		if (/^(MetaProperty|Import|ImportExpression|JSX.*|WithStatement)$/.test(node.type))
			return this.giveUp();
		const variable = this.aliases.variableOf(node);
		if (variable) this.variable(variable, node, mode);
		else if (variable === null && this.isUnknownGlobal(node)) this.giveUp();
	}

	/** Everything may run, and be read. */
	giveUp() {
		this.isGivenUp = true;
	}

	/** @param {Node} node `this` or `super` @param {Mode} mode */
	receiver(node, mode) {
		// The exports of a CommonJS module.
		if (!ownerOfThis(node, this.parents)) return this.giveUp();
		const holder = this.holders.ofThis(node);
		// An instance that is handed on is known by the names of its methods.
		if (!holder || isCall(this.parents.get(node))) return;
		const use = useOfHolder(node, this.parents);
		for (const one of this.holders.familyOf(holder)) this.use(one, use, mode);
	}

	/** @param {Variable} variable @param {Node} node a reference to it @param {Mode} mode */
	variable(variable, node, mode) {
		const from = importOf(variable, this.parents);
		if (from && !QUIET_MODULES.test(from.source)) return this.giveUp();
		for (const one of this.definitions.get(variable) ?? []) {
			this.touched.add(variable);
			if (!this.members.has(one)) this.add(one, 'load');
		}
		const holder = this.holders.of(variable);
		if (!holder) return;
		const use = useOfHolder(node, this.parents);
		// A class of a function, or in an expression, may be handed on whole.
		const isHidden = use.kind === 'extended' && !this.isHolder(this.parents.get(node));
		for (const one of this.holders.upwards(holder))
			this.use(one, isHidden ? { kind: 'whole' } : use, mode);
	}

	/** @param {Node | undefined} node @returns {boolean} a class that a variable of the top level names */
	isHolder(node) {
		return node !== undefined && this.holders.byNode.has(node);
	}

	/** @param {Node} callee of a `new`, or what a class extends: a value from elsewhere may be any class that is handed on */
	construction(callee) {
		const variable = callee.type === 'Identifier' ? this.aliases.variableOf(callee) : undefined;
		if (variable === null || (variable && this.holders.of(variable))) return;
		for (const holder of this.handed.keys()) this.construct(holder, 'run');
	}

	/** @param {Holder} holder @param {HolderUse} use @param {Mode} mode */
	use(holder, use, mode) {
		if (use.kind === 'member') {
			this.read(holder, use.name, 'load');
			if (mode === 'run' || !isUsedUp(use.member, this.parents)) this.read(holder, use.name, 'run');
			if (PASSED_ON.test(use.name) && holder.kind === 'function') this.construct(holder, 'run');
		} else if (use.kind === 'constructed' || use.kind === 'called') this.construct(holder, mode);
		else if (use.kind === 'extended' && holder.kind === 'function') this.construct(holder, 'run');
		else if (use.kind === 'whole') {
			this.parts.load.set(holder, null);
			this.parts.run.set(holder, null);
			this.construct(holder, 'run');
			// Who has a literal can list its functions.
			if (holder.kind === 'literal') for (const one of holder.methods) this.reach(one, 'run');
		}
	}

	/** @param {Holder} holder @param {string} name @param {Mode} mode */
	read(holder, name, mode) {
		const known = this.parts[mode].get(holder);
		if (known === undefined) this.parts[mode].set(holder, new Set([name]));
		else known?.add(name);
	}

	/** @param {Holder} holder @param {Mode} mode */
	construct(holder, mode) {
		for (const { construction } of this.holders.upwards(holder))
			for (const one of construction) this.reach(one, mode);
	}

	/** @param {Node} member @param {Mode} mode */
	member(member, mode) {
		const name = propertyName(member);
		if (name === null) return this.computed(member);
		if (REFLECTING.test(name)) return this.giveUp();
		this.mentioned.add(name);
		this.isListing ||= LISTING.test(name);
		const parent = this.parents.get(member);
		const isCalled = mode === 'load' && isCall(parent) && parent?.callee === member;
		this.mention(name, isCalled ? 'load' : 'run');
	}

	/** @param {Node} pattern `{ name, [key]: value }` */
	pattern({ properties }) {
		for (const one of properties) {
			if (one.type === 'RestElement') continue;
			const name = propertyName(one);
			if (name === null || REFLECTING.test(name)) return this.giveUp();
			this.mentioned.add(name);
			this.mention(name, 'run');
		}
	}

	/** @param {string} name of a property @param {Mode} mode */
	mention(name, mode) {
		if (this.names[mode].has(name)) return;
		this.names[mode].add(name);
		if (DESCRIBED.test(name)) for (const one of ['get', 'set']) this.mention(one, mode);
		for (const one of this.methods.get(name) ?? []) this.reach(one, mode);
	}

	/** @param {Node} member `rows[index]`, `table[name]` */
	computed(member) {
		const parent = /** @type {Node} */ (this.parents.get(member));
		const isSet =
			parent.type === 'AssignmentExpression' && parent.operator === '=' && parent.left === member;
		if (isSet && !this.hasSetters) return;
		const flow = { references: this.aliases.variables, parents: this.parents };
		if (isNumber(member.property, /** @type {any} */ (flow))) return;
		if (!this.isPlain(/** @type {Node} */ (unwrap(member.object)))) this.giveUp();
	}

	/** @param {Node} object @returns {boolean} it is no class, and no instance of one */
	isPlain(object) {
		const variable = object.type === 'Identifier' ? this.aliases.variableOf(object) : null;
		// A literal counts as a whole where its variable is met.
		if (variable && this.holders.of(variable)) return this.holders.of(variable)?.kind !== 'class';
		const value = variable ? constantValueOf(variable) : object;
		if (!value) return false;
		if (value.type === 'ObjectExpression' || value.type === 'ArrayExpression') return true;
		if (value.type !== 'NewExpression' && !isCall(value)) return false;
		const callee = /** @type {Node} */ (unwrap(value.callee));
		const root = this.aliases.variableOf(isMember(callee) ? callee.object : callee);
		if (root === null && NEW_VALUE.test(dottedName(callee) ?? '')) return true;
		const name = isMember(callee) ? (propertyName(callee) ?? '') : '';
		return NEW_LIST.test(name) && !this.holders.names.has(name);
	}

	/** @param {Node} node an identifier @returns {boolean} a global that is not of the platform, or with which code can run whatever it likes */
	isUnknownGlobal(node) {
		const { name } = node;
		if (name === 'require') {
			const call = this.parents.get(node);
			const [source] = call && isCall(call) && call.callee === node ? call.arguments : [];
			return !QUIET_MODULES.test(source?.value ?? '');
		}
		return REFLECTION.has(name) || classifyGlobal(name) !== 'worker';
	}

	/** @param {Node} member @param {Mode} mode */
	reach(member, mode) {
		if (this.members.has(member)) this.add(member, mode);
	}
}

/**
 * Whether nothing keeps the object that a property holds: `Row.count++`, `Row.all.push(row);`.
 *
 * @param {Node} member
 * @param {Parents} parents
 * @returns {boolean}
 */
function isUsedUp(member, parents) {
	const parent = /** @type {Node} */ (parents.get(member));
	if (parent.type === 'UpdateExpression') return true;
	if (parent.type === 'AssignmentExpression')
		return parent.left === member && parent.operator === '=';
	if (isCall(parent)) return parent.callee === member;
	if (!isMember(parent) || parent.object !== member) return false;
	const call = /** @type {Node} */ (parents.get(parent));
	const isMutated =
		isCall(call) && call.callee === parent && parents.get(call)?.type === 'ExpressionStatement';
	return isMutated && isMutatorMethod(propertyName(parent) ?? '');
}
