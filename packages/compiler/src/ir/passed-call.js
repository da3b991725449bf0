/** @import { Node } from '../types.js' */
/** @import { Aliases } from './aliases.js' */
import { variantOf } from '../ast/parents.js';
import { dottedName, isMember, propertyName, unwrap } from '../ast/shapes.js';

/**
 * A call that names the function, its receiver and its arguments: `f.call(receiver, a)`,
 * `f.apply(receiver, [a])`, `Reflect.apply(f, receiver, [a])`.
 *
 * @typedef {{ target: Node, receiver: Node | null, args: Node[] }} PassedCall
 */

/**
 * @param {Node} node a call
 * @param {Aliases} aliases
 * @returns {PassedCall | null} null for any other call
 */
export function passedCallOf(node, aliases) {
	const callee = unwrap(node.callee);
	if (!callee || !isMember(callee) || node.type === 'NewExpression') return null;
	const given = /** @type {Node[]} */ (node.arguments ?? []);
	if (dottedName(callee) === 'Reflect.apply' && given.length > 1) {
		if (aliases.variableOf(callee.object)) return null;
		const [target, receiver = null, list] = given;
		return { target: /** @type {Node} */ (unwrap(target)), receiver, args: elementsOf(list) };
	}
	const how = propertyName(callee);
	if (how !== 'call' && how !== 'apply') return null;
	const [receiver = null, ...rest] = given;
	const args = how === 'call' ? rest : elementsOf(rest[0]);
	return { target: /** @type {Node} */ (unwrap(callee.object)), receiver, args };
}

/** @param {Node | undefined} list @returns {Node[]} */
function elementsOf(list) {
	if (!list) return [];
	if (list.type === 'ArrayExpression') return list.elements.filter(Boolean);
	return [variantOf(list, { type: 'SpreadElement', argument: list })];
}
