/** @import { Node } from '../../../../types.js' */
/** @import { EffectAnalysis } from '../../../../ir/effect-analysis.js' */
/** @import { View } from '../view.js' */
import { isCall, isMember, propertyName, unwrap } from '../../../../ast/shapes.js';
import { nodesOf } from '../../../../ast/tree.js';
import { isMemo, roleOf } from '../../../../ir/memos.js';
import { constantValueOf } from '../../../../ir/values.js';
import { classifyGlobal } from '../../../../knowledge/globals.js';

/** @typedef {{ node: Node, role: 'read' | 'write' | 'update' }} Use */

const MEMBERS = ['MemberExpression', 'OptionalMemberExpression'];

/** How programs name what they put into `process`. */
const OF_PROGRAM = /^__(?!proto__)/;

/** Names of the global object. */
const GLOBAL = /^(globalThis|global|self|window)$/;

/**
 * Globals that the program makes for itself: `globalThis.store`, `globalThis[Symbol.for('app.store')]`, `process.store`. All modules
 * of a thread share one, and each thread has one of its own.
 */
export class OwnGlobals {
	/** @type {Map<string, Use[]> | null} by name */
	#references = null;

	/** @param {View} view @param {EffectAnalysis} effects */
	constructor(view, effects) {
		this.view = view;
		this.effects = effects;
	}

	/** @param {Node | null | undefined} expression @returns {string | null} by which all modules know it: `store`, `process.store`, `@@app.store` for a symbol */
	nameOf(expression) {
		const node = unwrap(expression);
		if (node?.type === 'Identifier') {
			const isOwn = this.isGlobal(node) && classifyGlobal(node.name) === 'unknown';
			return isOwn ? node.name : null;
		}
		if (!node || !isMember(node)) return null;
		if (this.isGlobalObject(node.object)) return this.#keyOf(node, '');
		const object = unwrap(node.object);
		return object?.name === 'process' && this.isGlobal(object)
			? this.#keyOf(node, 'process.')
			: null;
	}

	/** @param {Node} member @param {string} holder @returns {string | null} */
	#keyOf(member, holder) {
		const { computed, property } = member;
		const value = computed ? this.#constant(property) : null;
		const symbol = value && isCall(value) ? symbolOf(value) : null;
		if (symbol !== null) return `${holder}@@${symbol}`;
		const name = value?.type === 'StringLiteral' ? value.value : propertyName(member);
		if (!name || !/^[\w$]+$/.test(name)) return null;
		return holder === '' ? ofGlobal(name) : OF_PROGRAM.test(name) ? holder + name : null;
	}

	/** @param {Node | null | undefined} expression @param {number} [depth] @returns {boolean} the global object, by whatever name */
	isGlobalObject(expression, depth = 0) {
		const node = unwrap(expression);
		if (!node || depth > 4) return false;
		const isIt = (/** @type {Node} */ one) => this.isGlobalObject(one, depth + 1);
		if (node.type === 'ConditionalExpression') return isIt(node.consequent) || isIt(node.alternate);
		if (node.type === 'LogicalExpression') return isIt(node.left) || isIt(node.right);
		if (node.type !== 'Identifier') return false;
		const variable = this.view.variableOf.get(node);
		if (variable === null) return GLOBAL.test(node.name);
		const value = variable ? constantValueOf(variable) : null;
		return value !== null && isIt(value);
	}

	/** @param {Node} identifier @returns {boolean} */
	isGlobal(identifier) {
		return this.view.variableOf.get(identifier) === null && identifier.name !== 'arguments';
	}

	/** @param {Node} expression @returns {Node | null} `Symbol.for('x')` for a constant that holds it */
	#constant(expression) {
		const node = unwrap(expression);
		if (node?.type !== 'Identifier') return node;
		const variable = this.view.variableOf.get(node);
		return variable ? constantValueOf(variable) : null;
	}

	/**
	 * Whether a write only remembers what any thread computes alike.
	 *
	 * @param {Node} target a global, or an entry of one
	 * @param {Node} change the assignment or the call
	 * @returns {boolean}
	 */
	isKept(target, change) {
		let at = /** @type {Node} */ (unwrap(target));
		while (isMember(at) && this.nameOf(at) === null) at = unwrap(at.object);
		const name = this.nameOf(at);
		if (name === null) return false;
		const references = this.#index().get(name) ?? [];
		return isMemo({ references }, at === target && !isCall(change) ? at : change, this.effects);
	}

	/** @returns {Map<string, Use[]>} */
	#index() {
		if (this.#references) return this.#references;
		/** @type {Map<string, Use[]>} */
		const found = new Map();
		const { parents, resolution } = this.effects;
		const names = [...this.view.variableOf].flatMap(([node, variable]) => (variable ? [] : [node]));
		for (const node of [...nodesOf(resolution.program.node, MEMBERS), ...names]) {
			const name = this.nameOf(node);
			const parent = parents.get(node);
			if (name === null || !parent) continue;
			found.set(name, [...(found.get(name) ?? []), { node, role: roleOf(parent, node) }]);
		}
		return (this.#references = found);
	}
}

/** @param {string} name of a property of the global object @returns {string | null} null for what the platform has */
export const ofGlobal = (name) => (classifyGlobal(name) === 'unknown' ? name : null);

/** @param {Node} call @returns {string | null} `x` of `Symbol.for('x')` */
function symbolOf({ callee, arguments: [key] }) {
	const isFor =
		isMember(callee) && callee.object.name === 'Symbol' && propertyName(callee) === 'for';
	return isFor && key?.type === 'StringLiteral' ? key.value : null;
}
