/** @import { Node } from '../types.js' */
/** @import { Variable } from '../ast/scope.js' */
/** @import { EffectAnalysis } from './effect-analysis.js' */

/** The top-level variables that a piece of code reads itself, and the functions and classes that it runs. @typedef {{ variables: Set<Variable>, called: Set<Node> }} DirectReads */

/** Finds the top-level variables that code needs when it runs. One for a module; it only reads the tree. */
export class Reads {
	/**
	 * @param {EffectAnalysis} analysis
	 * @param {Set<Node>} elsewhere functions that run on another thread when they are called
	 */
	constructor(analysis, elsewhere) {
		this.analysis = analysis;
		this.elsewhere = elsewhere;
		/** @type {Map<Node, Set<Variable>>} */
		this.known = new Map();
		/** @type {Map<Node, DirectReads>} */
		this.direct = new Map();
	}

	/** @param {Node} root @returns {Set<Variable>} what it reads itself, and in the functions that it calls */
	now(root) {
		const known = this.known.get(root);
		if (known) return known;
		/** @type {Set<Variable>} */
		const found = new Set();
		const parts = new Set([root]);
		for (const part of parts) {
			const direct = this.directly(part);
			for (const variable of direct.variables) found.add(variable);
			for (const fn of direct.called) for (const next of this.analysis.partsOf(fn)) parts.add(next); // a Set grows while it is walked
		}
		this.known.set(root, found);
		return found;
	}

	/** @param {Node} fn a function, or a class for what `new` runs @returns {Node[]} the functions and classes that it runs itself */
	calledBy(fn) {
		return this.analysis.partsOf(fn).flatMap((part) => [...this.directly(part).called]);
	}

	/** @param {Node} root @returns {DirectReads} */
	directly(root) {
		const known = this.direct.get(root);
		if (known) return known;
		const { analysis } = this;
		/** @type {DirectReads} */
		const found = { variables: new Set(), called: new Set() };
		for (const node of analysis.actingIn(root)) {
			const variable = analysis.aliases.variableOf(node);
			if (variable?.isTopLevel) found.variables.add(variable);
			for (const fn of analysis.mayRun(node)) if (!this.elsewhere.has(fn)) found.called.add(fn);
		}
		this.direct.set(root, found);
		return found;
	}
}
