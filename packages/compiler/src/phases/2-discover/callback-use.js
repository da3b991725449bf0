/** @import { Node } from '../../types.js' */
/** @import { Resolution } from '../../ast/resolve.js' */
/** @import { Variable } from '../../ast/scope.js' */
import { isBuiltin } from 'node:module';
import {
	dottedName,
	isCall,
	isFunction,
	isMember,
	propertyName,
	unwrap,
} from '../../ast/shapes.js';
import { outermost } from '../../ast/parents.js';
import { functionOf, importOf } from '../../ir/values.js';
import { defersCallback } from '../../knowledge/calls.js';
import { destinationOf, partsTaken } from './called-parts.js';

/**
 * `isBridged`: the worker gets a function that calls the host's and returns a promise, so what is
 * awaited is right. Otherwise the callback runs on the host, later, and what stands in for it in the
 * worker returns nothing.
 *
 * @typedef {{ node: Node, resolution: Resolution, isBridged: boolean }} Setting `node`: the unit
 */

/**
 * Find where a unit looks at what a function among its arguments returns: `weigh(row) + 1`,
 * `rows.filter(keep)`.
 *
 * @param {Variable} callback the parameter
 * @param {Setting} setting
 * @returns {Node | null} the first such place; null when it is called for its effects alone
 */
export function findResultUse(callback, setting) {
	return new ResultUse(setting).ofVariable(callback);
}

/**
 * The same for a property of a parameter, or of an object in it: `options.onProgress(row)`.
 *
 * @param {Variable} holder the parameter
 * @param {readonly string[]} keys that lead to it
 * @param {Setting} setting
 * @returns {Node | null} also a place where an object around it is handed on
 */
export function findMemberResultUse(holder, keys, setting) {
	return new ResultUse(setting).ofHolder(holder, keys);
}

class ResultUse {
	/** @param {Setting} setting */
	constructor({ node, resolution, isBridged }) {
		const { parents, references, scopes } = resolution;
		this.unit = node;
		this.resolution = resolution;
		this.isBridged = isBridged;
		this.parents = parents;
		this.references = references;
		this.scopes = scopes;
		/** Functions and variables that are looked at already, so that recursion ends. @type {Set<Node | Variable>} */
		this.seen = new Set();
	}

	/** @param {Variable} variable @param {readonly string[]} keys of what lies in it @returns {Node | null} */
	ofHolder(variable, keys) {
		if (keys.length === 0) return this.ofVariable(variable);
		return this.first(variable.references, ({ node, role }) =>
			role === 'read' ? this.ofObject(node, keys) : null,
		);
	}

	/** @param {Node} object an expression @param {readonly string[]} keys of what lies in it @returns {Node | null} */
	ofObject(object, [key, ...others]) {
		const { child, parent } = destinationOf(object, this.parents);
		if (isMember(parent) && parent.object === child) {
			if (propertyName(parent) !== key) return null;
			return others.length === 0 ? this.ofReference(parent) : this.ofObject(parent, others);
		}
		if (isTested(child, parent)) return null;
		const taken = partsTaken(object, this.resolution);
		if (taken.length === 0) return object;
		return this.first(taken, (part) => {
			const rest = [key, ...others];
			const isWithin = part.keys.every((one, at) => one === rest[at]);
			return isWithin ? this.ofHolder(part.variable, rest.slice(part.keys.length)) : null;
		});
	}

	/** @param {Variable} variable that holds the callback @returns {Node | null} */
	ofVariable(variable) {
		if (this.seen.has(variable)) return null;
		this.seen.add(variable);
		return this.first(variable.references, ({ node }) => this.ofReference(node));
	}

	/**
	 * @template T
	 * @param {Iterable<T>} list
	 * @param {(one: T) => Node | null} find
	 * @returns {Node | null}
	 */
	first(list, find) {
		for (const one of list) {
			const found = find(one);
			if (found) return found;
		}
		return null;
	}

	/** @param {Node} reference @returns {Node | null} */
	ofReference(reference) {
		const { child, parent } = destinationOf(reference, this.parents);
		if (isCall(parent)) {
			return parent.callee === child ? this.ofValue(parent) : this.ofArgument(child, parent);
		}
		const taken = partsTaken(child, this.resolution);
		if (taken.length > 0)
			return this.first(taken, ({ variable, keys }) =>
				keys.length === 0 ? this.ofVariable(variable) : reference,
			);
		const outer = isMember(parent) && parent.object === child ? this.parents.get(parent) : null;
		const isInvoked =
			outer &&
			isCall(outer) &&
			outer.callee === parent &&
			['call', 'apply'].includes(propertyName(parent) ?? '');
		if (isInvoked) return this.ofValue(outer);
		return isTested(child, parent) || isMember(parent) ? null : reference;
	}

	/** @param {Node} argument the callback, or a function around it @param {Node} call that it is given to @returns {Node | null} */
	ofArgument(argument, call) {
		const callee = unwrap(call.callee);
		const method = isMember(callee) ? propertyName(callee) : null;
		if (method === 'then' || method === 'catch' || method === 'finally') return this.ofValue(call);
		if (this.isBridged && method === 'map' && this.isAwaitedTogether(call)) return null;
		if (method === 'forEach' || defersCallback(dottedName(callee), method)) return null;
		const root = isMember(callee) ? unwrap(callee.object) : callee;
		const variable =
			root.type === 'Identifier'
				? this.references.find((one) => one.node === root)?.variable
				: undefined;
		if (variable && isBuiltin(importOf(variable, this.parents)?.source ?? '')) return null;
		const own = variable && root === callee ? functionOf(variable) : null;
		const param = own?.params[call.arguments.indexOf(argument)];
		const held =
			own && param?.type === 'Identifier' && this.scopes.get(own)?.variables.get(param.name);
		return held ? this.ofVariable(held) : argument;
	}

	/** `Promise.all(rows.map(…))`, `Promise.all([…, …])`. @param {Node} array @returns {boolean} */
	isAwaitedTogether(array) {
		const { child, parent } = outermost(array, this.parents);
		return (
			isCall(parent) &&
			parent.arguments[0] === child &&
			/^Promise\.(all|allSettled|any|race)$/.test(dottedName(parent.callee) ?? '')
		);
	}

	/** @param {Node} value that the callback may have returned @returns {Node | null} where it is looked at */
	ofValue(value) {
		const { child, parent } = outermost(value, this.parents);
		switch (parent.type) {
			case 'ExpressionStatement':
				return null;
			case 'AwaitExpression':
				return this.isBridged ? null : this.ofValue(parent);
			case 'UnaryExpression':
				return parent.operator === 'void' ? null : value;
			case 'ConditionalExpression':
				return parent.test === child ? value : this.ofValue(parent);
			case 'LogicalExpression':
				return parent.right === child ? this.ofValue(parent) : value;
			case 'ArrayExpression':
				return this.isBridged && this.isAwaitedTogether(parent) ? null : value;
			case 'SequenceExpression':
				return parent.expressions.at(-1) === child ? this.ofValue(parent) : null;
			case 'ReturnStatement':
				return this.ofResult(this.functionAround(parent), value);
			case 'ArrowFunctionExpression':
				return parent.body === child ? this.ofResult(parent, value) : value;
			case 'MemberExpression':
			case 'OptionalMemberExpression': {
				if (this.isBridged && /^(then|catch|finally)$/.test(propertyName(parent) ?? ''))
					return null;
				// What follows `.then(…)`, whose callback has been called for its effects.
				const outer = /** @type {Node} */ (this.parents.get(parent));
				const isChained =
					parent.object === child &&
					/^(then|catch|finally)$/.test(propertyName(parent) ?? '') &&
					isCall(outer);
				return isChained && isCall(unwrap(value)) && isMember(value.callee)
					? this.ofValue(outer)
					: value;
			}
			default:
				return value;
		}
	}

	/** @param {Node} fn that returns what the callback returns @param {Node} value @returns {Node | null} */
	ofResult(fn, value) {
		// What the unit itself returns is for its callers to judge.
		if (fn === this.unit || this.seen.has(fn)) return null;
		this.seen.add(fn);
		const { child, parent } = outermost(fn, this.parents);
		if (isCall(parent)) {
			return parent.callee === child ? this.ofValue(parent) : this.ofArgument(child, parent);
		}
		const id = fn.id ?? (parent.type === 'VariableDeclarator' ? parent.id : null);
		if (id?.type !== 'Identifier') return value;
		return this.first(this.references, ({ variable, node }) =>
			variable?.declarations.some((one) => one.id === id) ? this.ofReference(node) : null,
		);
	}

	/** @param {Node} node @returns {Node} */
	functionAround(node) {
		let at = /** @type {Node} */ (node);
		while (!isFunction(at)) at = /** @type {Node} */ (this.parents.get(at));
		return at;
	}
}

/** @param {Node} child @param {Node} parent @returns {boolean} `if (done)`, `typeof done`, `done && …` */
const isTested = (child, parent) =>
	/^(If|Unary|Binary|Expression)/.test(parent.type) ||
	(parent.type === 'ConditionalExpression' && parent.test === child) ||
	(parent.type === 'LogicalExpression' && parent.left === child);
