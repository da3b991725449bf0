/** @import { Parents } from '../ast/parents.js' */
/** @import { Node } from '../types.js' */
import { isCall, isFunction, isMember, isWrapper, propertyName, unwrap } from '../ast/shapes.js';

/** Methods that give their receiver in collections, where code has little use for that, and a new object in classes of vectors, money and lists. */
const OF_VALUES = /^(add|set)$/;

/** Expressions and declarations that make use of a value of theirs. */
const USES =
	/^(VariableDeclarator|AssignmentExpression|ArrayExpression|ObjectProperty|BinaryExpression|SpreadElement|CallExpression|OptionalCallExpression|NewExpression|TemplateLiteral|YieldExpression)$/;

/**
 * Whether what a call of `add` or `set` gives is used as an object of its own: `const sum = price.add(tax)`, `p.add(q).x`,
 * `(await account.add(3)) + 1`. Of a set or a map it would be the receiver, which the code has by name already.
 *
 * @param {Node} call of a method
 * @param {Parents} parents
 * @returns {boolean}
 */
export function isUsedAsMade(call, parents) {
	const callee = unwrap(call.callee);
	if (!OF_VALUES.test(propertyName(callee) ?? '')) return false;
	let child = call;
	let user = parents.get(call);
	let isAwaited = false;
	while (user && (isWrapper(user) || user.type === 'AwaitExpression')) {
		isAwaited ||= user.type === 'AwaitExpression';
		child = user;
		user = parents.get(user);
	}
	if (!user) return false;
	// Collections give no promise.
	if (isAwaited) return user.type !== 'ExpressionStatement';
	if (isMember(user) && user.object === child) {
		const outer = parents.get(user);
		const isChained = outer && isCall(outer) && outer.callee === user;
		if (!isChained || !OF_VALUES.test(propertyName(user) ?? '')) return true;
		return isUsedAsMade(outer, parents);
	}
	// `points.map((p) => p.add(offset))`
	if (isFunction(user)) return user.body === child && isMapping(user, parents);
	return USES.test(user.type) && user.callee !== child && user.left !== child;
}

/** @param {Node} fn @param {Parents} parents @returns {boolean} whether it makes the elements of a new list */
function isMapping(fn, parents) {
	const call = parents.get(fn);
	const callee = call && isCall(call) && call.callee !== fn ? unwrap(call.callee) : null;
	return isMember(callee) && /^(map|flatMap|from)$/.test(propertyName(callee) ?? '');
}
