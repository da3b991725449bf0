/** @import { Node } from '../../../types.js' */
/** @import { View } from './view.js' */
import { childrenOf } from '../../../ast/babel.js';
import { isCall, isClass, isFunction, isMember, membersOf, unwrap } from '../../../ast/shapes.js';
import { classOf } from '../../../ir/values.js';

/**
 * What `new Logger('app')` runs of the class: its constructor and fields, and no method, unless one of these may call it. A module that
 * makes its only logger while it loads prints nothing then.
 *
 * @param {Node} node a piece of code
 * @param {View} view
 * @returns {Node[]} the piece itself, where it is anything else
 */
export function constructionOf(node, { topLevel }) {
	const callee = node.type === 'NewExpression' ? unwrap(node.callee) : null;
	const variable = callee?.type === 'Identifier' ? topLevel.get(callee.name) : undefined;
	const definition = variable ? classOf(variable) : null;
	if (!definition || !isClass(definition) || definition.superClass) return [node];
	// An assignment may run an accessor.
	if (membersOf(definition).some(({ kind }) => kind === 'get' || kind === 'set')) return [node];
	const run = membersOf(definition).flatMap((member) => {
		if (member.static) return [];
		if (member.kind === 'constructor') return member;
		const value = isFunction(member) ? null : unwrap(member.value ?? null);
		return value && !isFunction(value) ? value : [];
	});
	return run.every(leavesMethodsAlone) ? [...node.arguments, ...run] : [node];
}

/** `this.scope = scope`, and neither `this.open()` nor `register(this)`. @param {Node} root @returns {boolean} */
function leavesMethodsAlone(root) {
	const stack = [{ node: root, isOwner: false }];
	for (let at = stack.pop(); at; at = stack.pop()) {
		const { node, isOwner } = at;
		if (node.type === 'ThisExpression' && !isOwner) return false;
		const callee = isCall(node) || node.type === 'NewExpression' ? unwrap(node.callee) : null;
		if (callee && isMember(callee) && unwrap(callee.object).type === 'ThisExpression') return false;
		for (const child of childrenOf(node))
			stack.push({ node: child, isOwner: isMember(node) && node.object === child });
	}
	return true;
}
