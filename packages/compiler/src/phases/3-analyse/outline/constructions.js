/** @import { Node } from '../../../types.js' */
/** @import { View } from './view.js' */
import { childrenOf } from '../../../ast/babel.js';
import {
	isCall,
	isFunction,
	isMember,
	membersOf,
	propertyName,
	unwrap,
} from '../../../ast/shapes.js';
import { classOf } from '../../../ir/values.js';

/**
 * What `new Logger('app')` runs of the class: its constructor, fields and accessors, and no method, unless one of these may call it. A module
 * that makes its only logger while it loads prints nothing then.
 *
 * @param {Node} node a piece of code
 * @param {View} view
 * @returns {Node[]} the piece itself, where it is anything else
 */
export function constructionOf(node, { variableOf }) {
	const callee = node.type === 'NewExpression' ? unwrap(node.callee) : null;
	const variable = callee?.type === 'Identifier' ? variableOf.get(callee) : null;
	const definition = variable?.isTopLevel ? classOf(variable) : null;
	if (!definition || definition.superClass || definition.decorators?.length > 0) return [node];
	/** @type {Node[]} */
	const run = [];
	/** @type {Set<string | null>} */
	const methods = new Set();
	for (const member of membersOf(definition)) {
		if (member.static || member.type === 'StaticBlock') continue;
		if (member.decorators?.length > 0) return [node];
		const value = isFunction(member) ? null : unwrap(member.value ?? null);
		// An assignment may run an accessor.
		if (/^(constructor|get|set)$/.test(member.kind ?? '')) run.push(member);
		else if (isFunction(value ?? member)) methods.add(propertyName(member));
		else if (value) run.push(value);
	}
	return run.every((part) => leavesMethodsAlone(part, methods))
		? [...node.arguments, ...run]
		: [node];
}

/** `this.scope = scope`, and neither `this.open()`, `const { open } = this` nor `register(this)`. @param {Node} root @param {ReadonlySet<string | null>} methods @returns {boolean} */
function leavesMethodsAlone(root, methods) {
	const stack = [{ node: root, isOwner: false }];
	for (let at = stack.pop(); at; at = stack.pop()) {
		const { node, isOwner } = at;
		if (node.type === 'ThisExpression' && !isOwner) return false;
		if (isMember(node) && unwrap(node.object).type === 'ThisExpression') {
			const name = propertyName(node);
			if (name === null || methods.has(name)) return false;
		}
		const callee = isCall(node) || node.type === 'NewExpression' ? unwrap(node.callee) : null;
		if (callee && isMember(callee) && unwrap(callee.object).type === 'ThisExpression') return false;
		for (const child of childrenOf(node))
			stack.push({ node: child, isOwner: isMember(node) && node.object === child });
	}
	return true;
}
