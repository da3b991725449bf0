/** @import { Node } from '../types.js' */
/** @import { EffectAnalysis } from './effect-analysis.js' */
/** @import { VariableEffect } from './module.js' */
import { isCall, isClass, isMember, propertyName, unwrap } from '../ast/shapes.js';
import { nodesOf } from '../ast/tree.js';
import { keyChanged } from './holders.js';
import { isMemoised, roleOf } from './memos.js';

/**
 * Which members of its object a method or an accessor changes. Private ones show in no fingerprint, and no code outside of the class
 * can use them: the text of the class shows all uses. One for a module; it only reads the tree.
 */
export class OwnChanges {
	/** @param {EffectAnalysis} analysis */
	constructor(analysis) {
		this.analysis = analysis;
		/** @type {Map<Node, Set<string | null>>} */
		this.known = new Map();
		/** By class. @type {Map<Node, Map<string, boolean>>} */
		this.memos = new Map();
	}

	/** @param {Node} fn @returns {boolean} whether it changes private members */
	arePrivate(fn) {
		return [...this.of(fn)].some((one) => one !== null && isPrivate(one));
	}

	/**
	 * Whether a function only remembers in private members what each thread would compute by itself:
	 * `return (this.#sorted ??= sort(this.rows))`.
	 *
	 * @param {Node} fn
	 * @returns {boolean}
	 */
	areMemos(fn) {
		const names = this.of(fn);
		return names.size > 0 && [...names].every((one) => one !== null && this.isMemoOf(fn, one));
	}

	/** @param {Node} fn @returns {Set<string | null>} names of the members; null: others, or the text does not show which */
	of(fn) {
		const before = this.known.get(fn);
		if (before) return before;
		/** @type {Set<string | null>} */
		const found = new Set();
		this.known.set(fn, found); // what a recursive call sees
		for (const effect of isClass(fn) ? [] : this.analysis.effectsOnThis(fn))
			for (const one of this.namesOf(effect)) found.add(one);
		return found;
	}

	/** @param {VariableEffect} effect on `this` @returns {Iterable<string | null>} */
	namesOf({ part, node }) {
		if (part !== undefined) return [part];
		const { callees } = this.analysis;
		const called = isCall(node) ? callees.ofCall(node).map(({ fn }) => fn) : [];
		const run = isMember(node) ? callees.getters(node) : called;
		if (run.length === 0) return [keyChanged(node)];
		const object = unwrap(isMember(node) ? node.object : (node.callee?.object ?? null));
		return object?.type === 'ThisExpression' ? run.flatMap((one) => [...this.of(one)]) : [null];
	}

	/** @param {Node} fn @param {string} name @returns {boolean} */
	isMemoOf(fn, name) {
		const definition = isPrivate(name) ? this.classAround(fn) : undefined;
		return definition !== undefined && this.isMemo(definition, name);
	}

	/** @param {Node} definition a class @param {string} name of a private member @returns {boolean} */
	isMemo(definition, name) {
		let known = this.memos.get(definition);
		if (!known) this.memos.set(definition, (known = new Map()));
		const before = known.get(name);
		if (before !== undefined) return before;
		known.set(name, true); // what computes the value may ask for itself
		const state = { references: this.usesOf(name, definition), isOfThis: true };
		const answer = isMemoised(state, this.analysis);
		known.set(name, answer);
		return answer;
	}

	/** @param {Node} fn @returns {Node | undefined} */
	classAround(fn) {
		let at = this.analysis.parents.get(fn);
		while (at && !isClass(at)) at = this.analysis.parents.get(at);
		return at;
	}

	/** @param {string} name @param {Node} definition */
	usesOf(name, definition) {
		return nodesOf(definition.body, ['MemberExpression', 'OptionalMemberExpression'])
			.filter((one) => propertyName(one) === name)
			.map((node) => ({
				node,
				role: roleOf(/** @type {Node} */ (this.analysis.parents.get(node)), node),
			}));
	}
}

/** @param {string} name of a member, as `propertyName` has it @returns {boolean} */
const isPrivate = (name) => name.startsWith('#');
