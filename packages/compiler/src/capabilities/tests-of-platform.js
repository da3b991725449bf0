/** @import { Node } from '../types.js' */
/** @import { Resolution } from '../ast/resolve.js' */
import { isMember, propertyName, unwrap } from '../ast/shapes.js';
import { classifyGlobal } from '../knowledge/globals.js';
import { constantValueOf } from '../ir/values.js';

/** What Node gives each CommonJS module. @type {Record<string, string>} */
const OF_COMMONJS = { exports: 'object', module: 'object', require: 'function' };

/** What both have. @type {Record<string, string>} */
const OF_NODE = { process: 'object', global: 'object', globalThis: 'object', Symbol: 'function' };

/** Deeper than any test that a person writes. */
const DEEPEST = 12;

/**
 * Code that asks what it runs on: `typeof exports === 'object' ? … : …`. What runs elsewhere alone does not count.
 */
export class PlatformTests {
	/** @param {Resolution} resolution @param {boolean} isModule an ES module */
	constructor(resolution, isModule) {
		this.resolution = resolution;
		this.isModule = isModule;
		/** @type {Map<Node, import('../ast/scope.js').Variable | null> | undefined} */
		this.byNode = undefined;
	}

	/** @param {Node} node @returns {boolean} Node never runs it */
	isDead(node) {
		const { parents } = this.resolution;
		let child = node;
		for (let at = parents.get(node); at; child = at, at = parents.get(at)) {
			if (at.type === 'IfStatement' || at.type === 'ConditionalExpression') {
				if (child === at.test) continue;
				const value = this.valueOf(at.test);
				if (value !== undefined && (child === at.consequent) !== value) return true;
			} else if (at.type === 'LogicalExpression' && child === at.right) {
				const value = at.operator === '??' ? undefined : this.valueOf(at.left);
				if (value !== undefined && value === (at.operator === '||')) return true;
			}
		}
		return false;
	}

	/** @param {Node} test @param {number} [depth] @returns {boolean | undefined} its truth, where that is known */
	valueOf(test, depth = 0) {
		const node = /** @type {Node} */ (unwrap(test));
		if (depth > DEEPEST) return undefined;
		switch (node.type) {
			case 'UnaryExpression': {
				const value = node.operator === '!' ? this.valueOf(node.argument, depth + 1) : undefined;
				return value === undefined ? undefined : !value;
			}
			case 'BooleanLiteral':
				return node.value;
			case 'LogicalExpression': {
				if (node.operator === '??') return undefined;
				const left = this.valueOf(node.left, depth + 1);
				const right = this.valueOf(node.right, depth + 1);
				const ends = node.operator === '||';
				if (left === ends || right === ends) return ends;
				return left === undefined || right === undefined ? undefined : !ends;
			}
			case 'BinaryExpression':
				return this.ofComparison(node);
			case 'Identifier':
				return this.ofName(node, depth);
			case 'MemberExpression':
				// Pages have elements of such names.
				return this.typeOf(node.object) === 'object' && propertyName(node) === 'nodeType'
					? false
					: undefined;
			default:
				return undefined;
		}
	}

	/** @param {Node} node @returns {boolean | undefined} */
	ofComparison({ operator, left, right }) {
		if (!/^[!=]==?$/.test(operator)) return undefined;
		const [test, other] = left.type === 'UnaryExpression' ? [left, right] : [right, left];
		if (test.type !== 'UnaryExpression' || test.operator !== 'typeof') return undefined;
		if (other.type !== 'StringLiteral') return undefined;
		const type = this.typeOf(test.argument);
		if (type === undefined) return undefined;
		return (type === other.value) === (operator[0] === '=');
	}

	/** @param {Node} node @param {number} depth @returns {boolean | undefined} */
	ofName(node, depth) {
		const variable = this.variableOf(node);
		if (variable) {
			const value = constantValueOf(variable);
			return value ? this.valueOf(value, depth + 1) : undefined;
		}
		const type = this.typeOf(node);
		return type === undefined ? undefined : type !== 'undefined';
	}

	/** @param {Node} expression @returns {string | undefined} */
	typeOf(expression) {
		const node = /** @type {Node} */ (unwrap(expression));
		if (isMember(node)) return this.typeOf(node.object) === 'undefined' ? 'undefined' : undefined;
		if (node.type !== 'Identifier' || this.variableOf(node)) return undefined;
		const { name } = node;
		if (Object.hasOwn(OF_COMMONJS, name)) return this.isModule ? 'undefined' : OF_COMMONJS[name];
		if (Object.hasOwn(OF_NODE, name)) return OF_NODE[name];
		return classifyGlobal(name) === 'worker' ? undefined : 'undefined';
	}

	/** @param {Node} node an identifier @returns {import('../ast/scope.js').Variable | null} */
	variableOf(node) {
		this.byNode ??= new Map(this.resolution.references.map((one) => [one.node, one.variable]));
		return this.byNode.get(node) ?? null;
	}
}
