/** @import { Node } from '../types.js' */
/** @import { Variable } from '../ast/scope.js' */
/** @import { EffectAnalysis } from './effect-analysis.js' */
import { isClass } from '../ast/shapes.js';

/** The top-level variables that a piece of code reads itself, and the code that it runs. @typedef {{ variables: Set<Variable>, parts: Set<Node> }} DirectReads */

/** Finds the top-level variables that code needs when it runs. One for a module; it only reads the tree. */
export class Reads {
	/** @param {EffectAnalysis} analysis */
	constructor(analysis) {
		this.analysis = analysis;
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
			for (const next of direct.parts) parts.add(next); // a Set grows while it is walked
		}
		this.known.set(root, found);
		return found;
	}

	/** @param {Node} root @returns {DirectReads} */
	directly(root) {
		const known = this.direct.get(root);
		if (known) return known;
		const { analysis } = this;
		/** @type {DirectReads} */
		const found = { variables: new Set(), parts: new Set() };
		analysis.walkImmediate(root, (node) => {
			const variable = analysis.aliases.variableOf(node);
			if (variable?.isTopLevel) found.variables.add(variable);
			for (const fn of analysis.mayRun(node)) {
				const parts = isClass(fn) ? analysis.constructionOf(fn) : [...fn.params, fn.body];
				for (const part of parts) found.parts.add(part);
			}
		});
		this.direct.set(root, found);
		return found;
	}
}
