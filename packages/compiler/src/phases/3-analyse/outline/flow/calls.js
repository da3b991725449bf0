/** @import { Node } from '../../../../types.js' */
/** @import { FlowFn } from '../../../../ir/flow.js' */
/** @import { FlowVisitor } from './visitor.js' */
import { dottedName, isFunction, isMember, memberName, unwrap } from '../../../../ast/shapes.js';
import { changesFirstArgument } from '../../../../knowledge/calls.js';
import { ELEMENT } from './builder.js';
import { isKeptWrite } from './kept.js';

/** What of a call says which code runs. @typedef {{ of?: number, name?: string, callee?: number }} Callee */

/**
 * A call or a construction. Functions that are written as its arguments run while it does.
 *
 * @param {FlowVisitor} visitor
 * @param {Node} node
 * @param {boolean} isUsed
 * @returns {number}
 */
export function visitCall(visitor, node, isUsed) {
	const callee = /** @type {Node} */ (unwrap(node.callee));
	const isNew = node.type === 'NewExpression';
	const what = calleeOf(visitor, callee, isNew);
	/** @type {number[]} */
	const inline = [];
	const args = node.arguments.map((/** @type {Node} */ one) => {
		const inner = unwrap(one);
		if (!isFunction(inner)) return visitor.value(one);
		const value = visitor.sometimes(() => visitor.function(inner, { isInline: true }));
		inline.push(value);
		return value;
	});
	const isKept = isMember(callee) && isKeptWrite(unwrap(callee.object), node, visitor);
	if (changesFirstArgument(dottedName(callee)) && args[0] >= 0) {
		const [of, ...given] = args;
		const value = visitor.any(given);
		visitor.write('set', { of, name: ELEMENT, value, node, isKept: false, isPlain: false });
		return of;
	}
	const isSpread = node.arguments.some((/** @type {Node} */ one) => one.type === 'SpreadElement');
	const index = visitor.call({ ...what, args, isSpread, isNew, isUsed, isKept, node });
	for (const value of inline) {
		const fn = visitor.facts.nodes[value];
		if (fn?.op === 'fn') /** @type {FlowFn} */ (visitor.facts.fns[fn.fn]).call = index;
	}
	return index;
}

/** @param {FlowVisitor} visitor @param {Node} callee @param {boolean} isNew @returns {Callee} */
function calleeOf(visitor, callee, isNew) {
	if (callee.type === 'Super') return { of: visitor.push({ op: 'this' }), name: 'constructor' };
	if (!isMember(callee) || isNew || visitor.globalRoot(callee) >= 0)
		return { callee: visitor.value(callee, { isRead: false }) };
	const name = memberName(callee);
	if (name === null) visitor.value(callee.property);
	const of =
		callee.object.type === 'Super'
			? visitor.push({ op: 'this' })
			: visitor.value(callee.object, { isRead: false });
	const base = visitor.facts.nodes[of];
	const isImport = base?.op === 'import' && name !== null;
	const value = isImport ? visitor.imported(base.import, [...base.path, name], callee, false) : -1;
	return { of, name: name ?? ELEMENT, callee: value };
}
