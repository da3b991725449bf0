/** @import { Node } from '../types.js' */
/** @import { EffectAnalysis } from './effect-analysis.js' */
/** @import { Variable } from '../ast/scope.js' */
import { dottedName, isCall, isFunction, isMember, propertyName, unwrap } from '../ast/shapes.js';
import { returnedBy } from './callees.js';
import { sourcesOf } from './sources.js';
import { classOf } from './values.js';
import { classifyAliasing } from '../knowledge/calls.js';

/** Calls and variables through which an object is followed. */
const LONGEST_CHAIN = 100;

/**
 * A top-level variable, and how deep in it something lies: 0 is what it holds, 1 an element, key or property of that.
 *
 * @typedef {{ variable: Variable, level: number }} Origin
 */

/** What lies deeper is taken for new. */
const DEEPEST = 3;

/**
 * Finds the objects of top-level variables that an expression's value may be. Where `Aliases` says which variables these are, for what
 * changes them, this says where in them, for what is to be found again.
 */
export class Origins {
	/** @param {EffectAnalysis} effects */
	constructor(effects) {
		this.effects = effects;
		/** @type {Set<Node | Variable>} */
		this.busy = new Set();
		/** By depth. @type {Map<Variable, Origin[][]>} */
		this.known = new Map();
	}

	/**
	 * @param {Node | null | undefined} expression
	 * @param {number} [depth] of what is asked for in its value
	 * @returns {Origin[]}
	 */
	of(expression, depth = 0) {
		const node = unwrap(expression);
		if (!node || depth > DEEPEST || depth < 0) return [];
		switch (node.type) {
			case 'Identifier':
				return this.ofIdentifier(node, depth);
			case 'MemberExpression':
			case 'OptionalMemberExpression':
				return this.of(node.object, depth + 1);
			case 'ConditionalExpression':
				return [...this.of(node.consequent, depth), ...this.of(node.alternate, depth)];
			case 'LogicalExpression':
				return [...this.of(node.left, depth), ...this.of(node.right, depth)];
			case 'AssignmentExpression':
				return this.of(node.right, depth);
			case 'SequenceExpression':
				return this.of(node.expressions.at(-1), depth);
			case 'AwaitExpression':
				return this.of(node.argument, depth);
			case 'ArrayExpression':
				return node.elements.flatMap((/** @type {Node | null} */ one) =>
					one?.type === 'SpreadElement' ? this.of(one.argument, depth) : this.of(one, depth - 1),
				);
			case 'ObjectExpression':
				return node.properties.flatMap((/** @type {Node} */ one) =>
					one.type === 'SpreadElement'
						? this.of(one.argument, depth)
						: this.of(one.value, depth - 1),
				);
			case 'NewExpression':
				return this.ofNew(node, depth);
			case 'CallExpression':
			case 'OptionalCallExpression':
				return this.ofCall(node, depth);
			default:
				return [];
		}
	}

	/** @param {Node} node @param {number} depth @returns {Origin[]} */
	ofIdentifier(node, depth) {
		const variable = this.effects.aliases.variableOf(node);
		if (!variable) return [];
		// What has led here already is left out: only an answer that begins here is that of others, too.
		if (this.busy.size > 0) return this.ofVariable(variable, depth);
		let known = this.known.get(variable);
		if (!known) this.known.set(variable, (known = []));
		return (known[depth] ??= this.ofVariable(variable, depth));
	}

	/** @param {Variable} variable @param {number} depth @returns {Origin[]} */
	ofVariable(variable, depth) {
		const own = variable.isTopLevel ? [{ variable, level: depth }] : [];
		return [...own, ...this.once(variable, () => this.ofSources(variable, depth))];
	}

	/** @param {Variable} variable @param {number} depth @returns {Origin[]} of what it is made from */
	ofSources(variable, depth) {
		return sourcesOf(variable, this.effects.parents).flatMap(({ value, steps, isRest }) =>
			isRest && depth === 0 ? [] : this.of(value, depth + steps.length),
		);
	}

	/** @param {Node} node @param {number} depth @returns {Origin[]} */
	ofNew(node, depth) {
		const name = dottedName(node.callee) ?? '';
		const isList = /^(Weak)?Set$/.test(name);
		if (depth === 0 || !(isList || /^(Weak)?Map$/.test(name))) return [];
		return this.of(node.arguments[0], isList ? depth : depth + 1);
	}

	/** @param {Node} node @param {number} depth @returns {Origin[]} */
	ofCall(node, depth) {
		const callee = /** @type {Node} */ (unwrap(node.callee));
		const known = this.effects.callees.ofCall(node).map(({ fn }) => fn);
		const called = known.length > 0 ? known : this.methodsPicked(callee);
		if (called.length > 0)
			return this.once(node, () =>
				called.flatMap((fn) =>
					isFunction(fn) && !fn.generator
						? returnedBy(fn).flatMap((value) => this.of(value, depth))
						: [],
				),
			);
		if (!isMember(callee)) return [];
		const name = propertyName(callee) ?? '';
		const root = unwrap(callee.object);
		if (root?.type === 'Identifier' && !this.effects.aliases.variableOf(root))
			return this.ofGlobalCall(node, dottedName(callee) ?? '', depth);
		switch (classifyAliasing(name)) {
			case 'self':
			case 'copy':
			case 'flat':
			case 'iterated':
				return this.of(callee.object, depth);
			case 'part':
				return this.of(callee.object, depth + 1);
			case 'mapped':
				return this.ofMapped(node.arguments[0], depth);
			default:
				return [];
		}
	}

	/** @param {Node} callee @returns {Node[]} of `Table[key]()`, the static methods of the class */
	methodsPicked(callee) {
		const object = isMember(callee) && propertyName(callee) === null ? unwrap(callee.object) : null;
		const variable = object?.type === 'Identifier' ? this.effects.aliases.variableOf(object) : null;
		const members = (variable && classOf(variable)?.body.body) ?? [];
		return members.filter((/** @type {Node} */ one) => one.static && isFunction(one));
	}

	/** @param {Node} node @param {string} name @param {number} depth @returns {Origin[]} */
	ofGlobalCall(node, name, depth) {
		if (/^Object\.(freeze|seal|preventExtensions|values|assign)$|^Array\.from$/.test(name))
			return this.of(node.arguments[0], depth);
		return name === 'Object.entries' ? this.of(node.arguments[0], depth - 1) : [];
	}

	/** @param {Node | undefined} fn @param {number} depth @returns {Origin[]} of the elements that it makes */
	ofMapped(fn, depth) {
		const made = fn && unwrap(fn);
		if (!made || !isFunction(made) || depth === 0) return [];
		return returnedBy(made).flatMap((value) => this.of(value, depth - 1));
	}

	/** @param {Node | Variable} key what leads to itself ends there @param {() => Origin[]} find @returns {Origin[]} */
	once(key, find) {
		// A chain of calls may be longer than the stack is deep; no object comes such a way in a program of somebody's hand.
		if (this.busy.has(key) || this.busy.size >= LONGEST_CHAIN) return [];
		this.busy.add(key);
		const found = find();
		this.busy.delete(key);
		return found;
	}
}

/** @param {Node} node @returns {{ object: Node, name: string, args: Node[] } | null} of `list.includes(x)` */
export function methodCall(node) {
	const callee = isCall(node) ? unwrap(node.callee) : null;
	const name = callee && isMember(callee) ? propertyName(callee) : null;
	return name === null ? null : { object: callee?.object, name, args: node.arguments };
}
