/** @import { Node } from '../types.js' */
import { isCall, isFunction, isMember, membersOf, propertyName, unwrap } from '../ast/shapes.js';
import { nodesOf } from '../ast/tree.js';

/**
 * Private members in which a method keeps what it works on, until it is called again:
 *
 * ```js
 * class Scanner {
 * 	#text; #at;
 * 	scan(text) { this.#start(text); while (this.#at < this.#text.length) this.#step(); }
 * 	#start(text) { this.#text = text; this.#at = 0; }
 * ```
 * What a call has left in them makes no difference to the next one, which gives them new values before it reads them. Methods that do
 * not are helpers of those that do: that the class itself calls them from there is taken for a sign of it.
 *
 * @param {Node} definition a class
 * @param {string} name of a private member
 * @returns {boolean}
 */
export function isScratchMember(definition, name) {
	/** @type {Map<string, Node>} */
	const methods = new Map();
	for (const one of membersOf(definition)) {
		const key = isFunction(one) && !one.static && one.kind === 'method' ? propertyName(one) : null;
		if (key !== null) methods.set(key, one);
		else if (one.kind !== 'constructor' && uses(one, name)) return false;
	}
	const starting = methodsThatAssign(methods, name);
	if (starting.size === 0) return false;
	const reached = new Set(starting);
	for (const one of reached)
		for (const key of calledBy(/** @type {Node} */ (methods.get(one))))
			if (methods.has(key)) reached.add(key); // a Set grows while it is walked
	return [...methods].every(([key, node]) => reached.has(key) || !uses(node, name));
}

/** @param {Map<string, Node>} methods @param {string} name @returns {Set<string>} those that assign to the member before anything reads it */
function methodsThatAssign(methods, name) {
	/** @type {Set<string>} */
	const found = new Set();
	for (let before = -1; before < found.size;) {
		before = found.size;
		for (const [key, { body }] of methods) if (assignsFirst(body.body, name, found)) found.add(key);
	}
	return found;
}

/** @param {Node[]} statements @param {string} name @param {Set<string>} starting methods that are known to assign @returns {boolean} */
function assignsFirst(statements, name, starting) {
	for (const statement of statements) {
		const value = statement.type === 'ExpressionStatement' ? unwrap(statement.expression) : null;
		if (value && isAssigned(value, name)) return true;
		const called = value && isCall(value) ? keyOfThis(unwrap(value.callee)) : null;
		if (called !== null && starting.has(called)) return true;
		if (uses(statement, name) || calledBy(statement).length > 0) return false;
	}
	return false;
}

/** `this.#at = this.#deepest = 0` @param {Node} value @param {string} name @returns {boolean} */
function isAssigned(value, name) {
	let at = value;
	let isFound = false;
	for (; at.type === 'AssignmentExpression' && at.operator === '='; at = unwrap(at.right))
		isFound ||= keyOfThis(unwrap(at.left)) === name;
	return isFound && !uses(at, name) && calledBy(at).length === 0;
}

/** @param {Node} node @returns {string | null} `next` of `this.next` */
const keyOfThis = (node) =>
	isMember(node) && unwrap(node.object).type === 'ThisExpression' ? propertyName(node) : null;

/** @param {Node} root @param {string} name @returns {boolean} */
const uses = (root, name) =>
	nodesOf(root, ['MemberExpression', 'OptionalMemberExpression']).some(
		(one) => propertyName(one) === name,
	);

/** @param {Node} root @returns {string[]} own methods that it calls */
const calledBy = (root) =>
	nodesOf(root, ['CallExpression', 'OptionalCallExpression']).flatMap(
		(one) => keyOfThis(unwrap(one.callee)) ?? [],
	);
