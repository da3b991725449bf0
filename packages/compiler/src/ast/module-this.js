/** @import { Node } from '../types.js' */
import { pushChildren } from './babel.js';
import { isClass, isFunction, isMember, propertyName } from './shapes.js';

/**
 * Give `this` of a module's top level the name of what it is: the exports of a CommonJS module, nothing in an ES module.
 *
 * ```js
 * const self = this;        // const self = exports;
 * const size = () => this.size;    // … exports.size
 * (function (root) { … })(this);   // … (exports)
 * ```
 * A worker module has exports of its own, filled by the statements that fill the source's. What is known of `exports` would
 * otherwise have to be said of `this` again, and an arrow function would seem to have a receiver. The tree alone changes: the
 * text keeps its `this`, which at the top level of a worker module is that module's exports.
 *
 * @param {Node} program changed in place
 * @param {'module' | 'commonjs'} moduleKind
 */
export function nameModuleThis(program, moduleKind) {
	const name = moduleKind === 'commonjs' ? 'exports' : 'undefined';
	/** @type {Node[]} */
	const stack = [program];
	for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
		if (node.type === 'ThisExpression')
			Object.assign(node, { type: 'Identifier', name, isModuleThis: true });
		else if (isClass(node)) stack.push(...outsideOfClass(node));
		else if (isFunction(node) && node.type !== 'ArrowFunctionExpression') {
			if (node.computed) stack.push(node.key);
		} else if (!isHelperTest(node)) pushChildren(node, stack);
	}
}

/** The parts of a class whose `this` is that of the code around it. @param {Node} node @returns {Node[]} */
function outsideOfClass({ superClass, decorators, body }) {
	const parts = [superClass, ...(decorators ?? [])];
	for (const member of body.body) {
		parts.push(...(member.decorators ?? []));
		if (member.computed) parts.push(member.key);
	}
	return parts.filter(Boolean);
}

/** `this && this.__awaiter`, as TypeScript emits it: no module exports its helpers. @param {Node} node @returns {boolean} */
const isHelperTest = (node) =>
	node.type === 'LogicalExpression' &&
	node.operator === '&&' &&
	node.left.type === 'ThisExpression' &&
	isMember(node.right) &&
	node.right.object.type === 'ThisExpression' &&
	/^__/.test(propertyName(node.right) ?? '');
