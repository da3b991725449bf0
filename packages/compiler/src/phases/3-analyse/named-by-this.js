/** @import { Parents } from '../../ast/parents.js' */
/** @import { Node } from '../../types.js' */
import { walk } from '../../ast/babel.js';
import { isClass, isFunction, isWrapper, unwrap } from '../../ast/shapes.js';
import { hasNodeOf } from '../../ast/tree.js';

/**
 * The places where members of an object, or static ones of a class, use the `this` that has them all.
 *
 * @param {Node} fn a function among these members
 * @param {Parents} parents
 * @returns {Node[]} ThisExpressions
 */
export function namedByThis(fn, parents) {
	const member = memberOf(fn, parents);
	const holder = member && parents.get(member);
	if (!holder) return [];
	const isOfClass = holder.type === 'ClassBody';
	const members = isOfClass
		? holder.body.filter((/** @type {Node} */ one) => one.static || one.type === 'StaticBlock')
		: holder.properties;
	return members.flatMap((/** @type {Node} */ one) => usesIn(one, isOfClass));
}

/** @param {Node} fn @param {Parents} parents @returns {Node | null} the member that it is, or whose value it is */
function memberOf(fn, parents) {
	if (fn.type === 'ObjectMethod' || /^Class\w*Method$/.test(fn.type)) return fn;
	let at = /** @type {Node} */ (parents.get(fn));
	while (isWrapper(at)) at = /** @type {Node} */ (parents.get(at));
	return /Property$/.test(at.type) && unwrap(at.value) === fn ? at : null;
}

/** @param {Node} member @param {boolean} isOfClass what stands in a static block or field has the class for `this` @returns {Node[]} */
function usesIn(member, isOfClass) {
	if (!hasNodeOf(member, ['ThisExpression'])) return [];
	/** @type {Node[]} */
	const found = [];
	const value = unwrap(member.value);
	const isOwn = isFunction(member) ? member : isFunction(value) ? value : null;
	const isArrow = isOwn?.type === 'ArrowFunctionExpression';
	if (!isOfClass && (!isOwn || isArrow)) return found;
	walk(member, (node) => {
		if (node.type === 'ThisExpression') found.push(node);
		const opens = isFunction(node) && node.type !== 'ArrowFunctionExpression';
		return node === member || node === isOwn || !(opens || isClass(node));
	});
	return found;
}
