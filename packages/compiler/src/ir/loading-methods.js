/** @import { Node } from '../types.js' */
/** @import { Variable } from '../ast/scope.js' */
/** @import { EffectAnalysis } from './effect-analysis.js' */
/** @import { Holder } from './method-holders.js' */
/** @import { HolderUse } from './holder-uses.js' */
import { walk } from '../ast/babel.js';
import { nodesOf } from '../ast/tree.js';
import { isCall, isFunction, isMember, propertyName, unwrap } from '../ast/shapes.js';
import { useOfHolder } from './holder-uses.js';
import { Holders } from './method-holders.js';

/** What names a property of a value: `shape.register`, `{ register } = shape`. */
const NAMING = /** @type {const} */ ([
	...['MemberExpression', 'OptionalMemberExpression', 'ObjectProperty'],
]);

/**
 * Static methods, and methods of objects, of which the text shows all calls: their class or object is named to read a
 * property, to construct, to extend or to test for it, and for nothing else.
 *
 * ```js
 * class Shape { static #types = new Map(); static register(type) { this.#types.set(type.kind, type); } }
 * Shape.register(Square);
 * ```
 */
export class LoadingMethods {
	/** @param {EffectAnalysis} effects @param {(variable: Variable) => boolean} isExported */
	constructor(effects, isExported) {
		this.effects = effects;
		this.isExported = isExported;
		/** @type {Holders | undefined} */
		this.holders = undefined;
		/** All members that are used of a holder; null: it is used otherwise. @type {Map<Holder, Node[] | null>} */
		this.used = new Map();
		/** Those that a holder of their family keeps in a table. @type {Set<Holder>} */
		this.kept = new Set();
		/** @type {Map<string | null, Node[]> | undefined} */
		this.membersByName = undefined;
	}

	/** @param {Node} fn @returns {Node[] | null} the members that all calls of it name; null where there may be others */
	callsOf(fn) {
		const place = this.placeOf(fn);
		if (!place) return null;
		this.holders ??= new Holders(this.effects);
		const { holders } = this;
		const variable =
			place.object.type === 'Identifier' ? this.effects.aliases.variableOf(place.object) : null;
		const holder = variable ? holders.of(variable) : holders.byNode.get(place.object);
		if (!holder || holders.isOpen(holder)) return null;
		/** @type {Node[]} */
		const calls = [];
		const family = holders.familyOf(holder);
		for (const one of family) {
			const members = this.membersUsed(one);
			if (!members) return null;
			for (const member of members) {
				if (propertyName(member) !== place.name || member === place.member) continue;
				const call = this.effects.parents.get(member);
				if (!call || !isCall(call) || unwrap(call.callee) !== member) return null;
				calls.push(member);
			}
		}
		if (family.some((one) => this.kept.has(one)) && this.isNamedElsewhere(place, calls))
			return null;
		return calls.length > 0 ? calls : null;
	}

	/**
	 * Whoever takes a class out of a table may call what it inherits.
	 *
	 * @param {{ name: string, member: Node | null }} place of the method
	 * @param {Node[]} calls that name it
	 * @returns {boolean} whether the module names it in another way, as far as it can
	 */
	isNamedElsewhere({ name, member }, calls) {
		if (!this.membersByName) {
			this.membersByName = new Map();
			for (const node of nodesOf(this.effects.resolution.program.node, NAMING)) {
				// `{ register: true }` is no use of a method.
				if (this.effects.parents.get(node)?.type === 'ObjectExpression') continue;
				const key = propertyName(node);
				const known = this.membersByName.get(key);
				if (known) known.push(node);
				else this.membersByName.set(key, [node]);
			}
		}
		const others = (this.membersByName.get(name) ?? []).filter((one) => one !== member);
		const unnamed = (this.membersByName.get(null) ?? []).filter((one) => {
			const call = this.effects.parents.get(one);
			return call && isCall(call) && unwrap(call.callee) === one;
		});
		return unnamed.length > 0 || others.some((one) => !calls.includes(one));
	}

	/**
	 * @param {Node} fn
	 * @returns {{ object: Node, name: string, member: Node | null } | null} the class, the literal or the name of what has it as a property
	 */
	placeOf(fn) {
		const { parents } = this.effects;
		const parent = /** @type {Node} */ (parents.get(fn));
		const property = parent.type === 'ObjectProperty' && parent.value === fn ? parent : fn;
		const owner = /** @type {Node} */ (parents.get(property));
		const name = propertyName(property);
		if (owner.type === 'ObjectExpression' && name !== null)
			return { object: owner, name, member: null };
		if (owner.type === 'ClassBody' && fn.static && name !== null && fn.kind === 'method')
			return { object: /** @type {Node} */ (parents.get(owner)), name, member: null };
		if (parent.type !== 'AssignmentExpression' || parent.right !== fn || parent.operator !== '=')
			return null;
		const target = unwrap(parent.left);
		const assigned = isMember(target) ? propertyName(target) : null;
		const object = assigned === null ? null : unwrap(target.object);
		return object?.type === 'Identifier' && assigned !== null
			? { object, name: assigned, member: target }
			: null;
	}

	/** @param {Holder} holder @returns {Node[] | null} */
	membersUsed(holder) {
		const known = this.used.get(holder);
		if (known !== undefined) return known;
		const found = this.findMembers(holder);
		this.used.set(holder, found);
		return found;
	}

	/** @param {Holder} holder @returns {Node[] | null} */
	findMembers(holder) {
		const { variable, node, kind } = holder;
		if (this.isExported(variable)) return null;
		const ofThis = kind === 'class' || kind === 'literal' ? this.receiversOf(node) : [];
		const names = [...variable.allReferences.map((one) => one.node), ...ofThis];
		const returned = names.filter((one) => this.methodReturning(one, node));
		const chained = new Set(returned.map((one) => this.methodReturning(one, node)));
		const nodes = new Set(names.filter((one) => !returned.includes(one)));
		// `app.use(trim).use(lower)`: what `use` gives is the object again.
		for (const one of nodes) {
			const use = this.useOf(one);
			if (use.kind !== 'member' || !chained.has(use.name)) continue;
			const call = this.effects.parents.get(use.member);
			if (!call || !isCall(call) || unwrap(call.callee) !== use.member) return null;
			nodes.add(call); // a Set grows while it is walked
		}
		const uses = [...nodes].map((one) => ({ one, use: this.useOf(one) }));
		const kept = uses.filter(({ one, use }) => use.kind === 'whole' && this.isKept(one, holder));
		if (kept.length > 0) this.kept.add(holder);
		const harmful = uses.some(
			(each) => !kept.includes(each) && !this.isHarmless(each.one, each.use),
		);
		if (harmful) return null;
		return uses.flatMap(({ use }) => (use.kind === 'member' ? [use.member] : []));
	}

	/** @param {Node} value a name of a class or a literal, or `this` @param {Node} node the class or literal @returns {string | null} the name of its own method that returns it there */
	methodReturning(value, node) {
		const { parents } = this.effects;
		const parent = /** @type {Node} */ (parents.get(value));
		if (parent?.type !== 'ReturnStatement') return null;
		let fn = parent;
		while (!isFunction(fn)) fn = /** @type {Node} */ (parents.get(fn));
		if (fn.async || fn.generator) return null;
		const place = this.placeOf(fn);
		return place?.object === node ? place.name : null;
	}

	/** @param {Node} node a class or a literal @returns {Node[]} `this` and `super` where they are it, or a subclass */
	receiversOf(node) {
		const { parents } = this.effects;
		/** @type {Node[]} */
		const found = [];
		walk(node, (one) => {
			const isReceiver = one.type === 'ThisExpression' || one.type === 'Super';
			const isCalled = isCall(parents.get(one)); // `super(…)`
			if (isReceiver && !isCalled && this.holders?.ofThis(one)?.node === node) found.push(one);
		});
		return found;
	}

	/**
	 * `Shape.register('square', Square)`: a class of the family keeps it in what is its own, and hands it to no code that cannot be seen.
	 *
	 * @param {Node} node where the class is named
	 * @param {Holder} holder of it
	 * @returns {boolean}
	 */
	isKept(node, { variable, kind }) {
		const { parents, callees } = this.effects;
		const call = /** @type {Node} */ (parents.get(node));
		if (kind !== 'class' || !isCall(call) || !call.arguments.includes(node)) return false;
		if (parents.get(call)?.type !== 'ExpressionStatement') return false;
		if (callees.ofCall(call).length === 0) return false;
		const family = new Set(
			this.holders
				?.familyOf(/** @type {Holder} */ (this.holders.of(variable)))
				.map((one) => one.variable),
		);
		return this.effects.ofCall(call).every((effect) => {
			if (effect.kind === 'mutate') return family.has(effect.variable);
			return effect.kind === 'call' && ![...effect.args, ...effect.receivers].includes(variable);
		});
	}

	/** @param {Node} node @returns {HolderUse} */
	useOf(node) {
		return useOfHolder(node, this.effects.parents);
	}

	/** @param {Node} node @param {HolderUse} use @returns {boolean} nothing else gets the class or object by it */
	isHarmless(node, use) {
		if (use.kind === 'extended')
			return Boolean(
				this.holders?.byNode.has(/** @type {Node} */ (this.effects.parents.get(node))),
			);
		if (use.kind === 'member') return !/^(prototype|constructor|call|apply|bind)$/.test(use.name);
		return use.kind !== 'whole';
	}
}
