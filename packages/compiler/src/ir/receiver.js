/** @import { Parents } from '../ast/parents.js' */
/** @import { Node } from '../types.js' */
import {
	isClass,
	isFunction,
	isMember,
	isWrapper,
	membersOf,
	propertyName,
	unwrap,
} from '../ast/shapes.js';
import { pushChildren } from '../ast/babel.js';
import { hasNodeOf } from '../ast/tree.js';

/**
 * What `this` is in a piece of code, as far as the text shows.
 */

/**
 * The object that holds a method: an instance of a class, the class itself, an object literal, or an
 * instance of the constructor function `name` (`F.prototype.run = function () { … }`).
 *
 * @typedef {{ kind: 'instance' | 'class', node: Node } | { kind: 'literal', node: Node } | { kind: 'prototype', name: string }} Holder
 */

/**
 * The function, static block or class field whose `this` a node means.
 *
 * @param {Node} node
 * @param {Parents} parents
 * @returns {Node | null} null at the top level of the module
 */
export function ownerOfThis(node, parents) {
	let child = node;
	for (let at = parents.get(node); at; at = parents.get(at)) {
		const isKey = at.key === child || at.decorators?.includes(child);
		if (!isKey && isFunction(at) && at.type !== 'ArrowFunctionExpression') return at;
		if (at.type === 'StaticBlock') return at;
		const isField = /^Class\w*Property$/.test(at.type) && at.value === child;
		if (isField) return at;
		child = at;
	}
	return null;
}

/**
 * @param {Node} owner as `ownerOfThis` returns it
 * @param {Parents} parents
 * @returns {Holder | null} null where any object may be `this`
 */
export function holderOfThis(owner, parents) {
	const parent = /** @type {Node} */ (parents.get(owner));
	if (parent.type === 'ClassBody') {
		const node = /** @type {Node} */ (parents.get(parent));
		const isStatic = owner.static || owner.type === 'StaticBlock';
		return { kind: isStatic ? 'class' : 'instance', node };
	}
	if (parent.type === 'ObjectExpression') return { kind: 'literal', node: parent };
	let child = owner;
	let around = parent;
	while (isWrapper(around)) {
		child = around;
		around = /** @type {Node} */ (parents.get(around));
	}
	if (around.type === 'ObjectProperty' && around.value === child) {
		const literal = /** @type {Node} */ (parents.get(around));
		return literal.type === 'ObjectExpression' ? { kind: 'literal', node: literal } : null;
	}
	if (around.type !== 'AssignmentExpression' || around.right !== child) return null;
	const target = unwrap(around.left);
	const prototype = isMember(target) ? unwrap(target.object) : null;
	const isPrototype = isMember(prototype) && propertyName(prototype) === 'prototype';
	const name = isPrototype ? unwrap(prototype.object).name : undefined;
	return name ? { kind: 'prototype', name } : null;
}

/**
 * The places where code uses the `this` of a function, arrow functions inside it included.
 *
 * @param {Node} fn
 * @returns {Node[]} ThisExpressions, and `super`, whose methods are called on `this`
 */
export function usesOfThis(fn) {
	/** @type {Node[]} */
	const found = [];
	if (!hasNodeOf(fn, ['ThisExpression', 'Super'])) return found;
	/** @type {Node[]} */
	const stack = [fn.body, ...[...fn.params].reverse()];
	for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
		if (node.type === 'ThisExpression' || node.type === 'Super') found.push(node);
		const opens = isFunction(node) && node.type !== 'ArrowFunctionExpression';
		if (opens) {
			if (node.computed) stack.push(node.key);
		} else if (isClass(node)) {
			const keys = membersOf(node).flatMap((one) => (one.computed ? [one.key] : []));
			stack.push(...keys.reverse(), ...(node.superClass ? [node.superClass] : []));
		} else pushChildren(node, stack);
	}
	return found;
}
