/** @import { Node } from '../types.js' */
/** @import { EffectAnalysis } from './effect-analysis.js' */
import { Variable } from '../ast/scope.js';
import { dottedName, isCall, isFunction, isMember, propertyName, unwrap } from '../ast/shapes.js';
import { returnedBy } from './callees.js';
import { sourcesOf } from './sources.js';
import { DEEPEST } from './value-graph.js';
import { classOf } from './values.js';
import { classifyAliasing } from '../knowledge/calls.js';

/**
 * A top-level variable, and how deep in it something lies: 0 is what it holds, 1 an element, key or property of that.
 *
 * @typedef {{ variable: Variable, level: number }} Origin
 */

/** An expression or a variable, and the depth of what is asked for in its value. @typedef {[Node | Variable | null | undefined, number]} Step */

/**
 * Finds the objects of top-level variables that an expression's value may be. Where `Aliases` says which variables these are, for what
 * changes them, this says where in them, for what is to be found again.
 *
 * That is a search for all that can be reached from the expression, step by step: to follow each way by itself would take time that
 * doubles with each function that has two ways to a result.
 */
export class Origins {
	/** @param {EffectAnalysis} effects @param {ReadonlySet<Variable>} [locals] variables of functions that count, too */
	constructor(effects, locals = new Set()) {
		this.effects = effects;
		this.locals = locals;
		/** By depth. @type {Map<Variable, Origin[][]>} */
		this.known = new Map();
	}

	/**
	 * @param {Node | null | undefined} expression
	 * @param {number} [depth] of what is asked for in its value
	 * @returns {Origin[]} each once
	 */
	of(expression, depth = 0) {
		const node = unwrap(expression);
		const variable = node?.type === 'Identifier' && this.effects.aliases.variableOf(node);
		if (!variable) return this.search([node, depth]);
		let known = this.known.get(variable);
		if (!known) this.known.set(variable, (known = []));
		return (known[depth] ??= this.search([variable, depth]));
	}

	/** @param {Step} first @returns {Origin[]} */
	search(first) {
		/** @type {Origin[]} */
		const found = [];
		this.walk([first], (place, level) => {
			if (place instanceof Variable && (place.isTopLevel || this.locals.has(place)))
				found.push({ variable: place, level });
		});
		return found;
	}

	/** @param {Step[]} steps @param {(place: Node | Variable, depth: number) => boolean | void} visit each place that the value may come from; false: not what leads to it */
	walk(steps, visit) {
		/** Depths, as bits. @type {Map<Node | Variable, number>} */
		const seen = new Map();
		// grows while it is walked
		for (const [place, deep] of steps) {
			const depth = Math.min(deep, DEEPEST);
			if (!place || depth < 0) continue;
			const depths = seen.get(place) ?? 0;
			if (depths & (1 << depth)) continue;
			seen.set(place, depths | (1 << depth));
			if (visit(place, depth) === false) continue;
			const next =
				place instanceof Variable
					? this.ofSources(place, depth)
					: this.after(/** @type {Node} */ (unwrap(place)), depth);
			// One by one: as many arguments as a large table has elements are more than the stack takes.
			for (const step of next) steps.push(step);
		}
	}

	/** @param {Node} node @param {number} depth @returns {Step[]} */
	after(node, depth) {
		switch (node.type) {
			case 'Identifier':
				return [[this.effects.aliases.variableOf(node), depth]];
			case 'MemberExpression':
			case 'OptionalMemberExpression':
				return [[node.object, depth + 1]];
			case 'ConditionalExpression':
				return [
					[node.consequent, depth],
					[node.alternate, depth],
				];
			case 'LogicalExpression':
				return [
					[node.left, depth],
					[node.right, depth],
				];
			case 'AssignmentExpression':
				return [[node.right, depth]];
			case 'SequenceExpression':
				return [[node.expressions.at(-1), depth]];
			case 'AwaitExpression':
				return [[node.argument, depth]];
			case 'ArrayExpression':
				return node.elements.map((/** @type {Node | null} */ one) =>
					one?.type === 'SpreadElement' ? [one.argument, depth] : [one, depth - 1],
				);
			case 'ObjectExpression':
				return node.properties.map((/** @type {Node} */ one) =>
					one.type === 'SpreadElement' ? [one.argument, depth] : [one.value, depth - 1],
				);
			case 'NewExpression':
				return ofNew(node, depth);
			case 'CallExpression':
			case 'OptionalCallExpression':
				return this.ofCall(node, depth);
			default:
				return [];
		}
	}

	/** @param {Variable} variable @param {number} depth @returns {Step[]} to what it is made from */
	ofSources(variable, depth) {
		return sourcesOf(variable, this.effects.parents).flatMap(({ value, steps, isRest }) =>
			isRest && depth === 0 ? [] : [/** @type {Step} */ ([value, depth + steps.length])],
		);
	}

	/** @param {Node} node @param {number} depth @returns {Step[]} */
	ofCall(node, depth) {
		const callee = /** @type {Node} */ (unwrap(node.callee));
		const known = this.effects.callees.ofCall(node).map(({ fn }) => fn);
		const called = known.length > 0 ? known : this.methodsPicked(callee);
		if (called.length > 0)
			return called.flatMap((fn) => (isFunction(fn) && !fn.generator ? resultsOf(fn, depth) : []));
		if (!isMember(callee)) return [];
		const name = propertyName(callee) ?? '';
		const root = unwrap(callee.object);
		if (root?.type === 'Identifier' && !this.effects.aliases.variableOf(root))
			return ofGlobalCall(node, dottedName(callee) ?? '', depth);
		switch (classifyAliasing(name)) {
			case 'self':
				return [[callee.object, depth]];
			case 'copy':
			case 'flat':
			case 'iterated':
				return depth > 0 ? [[callee.object, depth]] : [];
			case 'part':
				return [[callee.object, depth + 1]];
			case 'mapped':
				return ofMapped(node.arguments[0], depth);
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
}

/** @param {Node} fn @param {number} depth @returns {Step[]} */
const resultsOf = (fn, depth) => returnedBy(fn).map((value) => [value, depth]);

/** @param {Node} node @param {number} depth @returns {Step[]} */
function ofNew(node, depth) {
	const name = dottedName(node.callee) ?? '';
	const isList = /^(Weak)?Set$/.test(name);
	if (depth === 0 || !(isList || /^(Weak)?Map$/.test(name))) return [];
	return [[node.arguments[0], isList ? depth : depth + 1]];
}

/** @param {Node} node @param {string} name @param {number} depth @returns {Step[]} */
function ofGlobalCall(node, name, depth) {
	if (/^Object\.(freeze|seal|preventExtensions|assign)$/.test(name))
		return [[node.arguments[0], depth]];
	if (depth > 0 && /^Object\.values$|^Array\.from$/.test(name)) return [[node.arguments[0], depth]];
	return name === 'Object.entries' ? [[node.arguments[0], depth - 1]] : [];
}

/** @param {Node | undefined} fn @param {number} depth @returns {Step[]} to the elements that it makes */
function ofMapped(fn, depth) {
	const made = fn && unwrap(fn);
	return made && isFunction(made) && depth > 0 ? resultsOf(made, depth - 1) : [];
}

/** @param {Node} node @returns {{ object: Node, name: string, args: Node[] } | null} of `list.includes(x)` */
export function methodCall(node) {
	const callee = isCall(node) ? unwrap(node.callee) : null;
	const name = callee && isMember(callee) ? propertyName(callee) : null;
	return name === null ? null : { object: callee?.object, name, args: node.arguments };
}
