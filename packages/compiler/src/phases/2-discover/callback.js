/** @import { Parents } from '../../ast/parents.js' */
/** @import { Node } from '../../types.js' */
/** @import { Resolution } from '../../ast/resolve.js' */
import { isCall, isMember, isPrimitiveLiteral, propertyName, unwrap } from '../../ast/shapes.js';

/**
 * Whether a function's last parameter is a callback, and of which kind ([CB §IV.D], Listing 2).
 *
 * ```js
 * function fib(n, done) { 'use cpu_bound'; done(compute(n)); }             // 'plain'
 * function parse(text, done) { 'use cpu_bound'; done(null, tree(text)); }  // 'node': (err, …)
 * ```
 *
 * @param {Node} node
 * @param {Resolution} resolution
 * @returns {'node' | 'plain' | null} null when it is not called in the body
 */
export function callbackOf(node, { scopes, parents }) {
	const last = node.params.at(-1);
	if (last?.type !== 'Identifier') return null;
	const variable = scopes.get(node)?.variables.get(last.name);
	// A parameter that is reassigned may be another function by then.
	if (!variable || variable.isReassigned) return null;
	const calls = variable.references.flatMap((one) => callThrough(one.node, parents));
	if (calls.length === 0) return null;
	return calls.some(isErrorFirst) ? 'node' : 'plain';
}

/**
 * `done(a)`, `done.call(receiver, a)` and `done.apply(receiver, list)`.
 *
 * @param {Node} reference
 * @param {Parents} parents
 * @returns {Node[][]} the arguments of the call, when the reference is called
 */
function callThrough(reference, parents) {
	const parent = /** @type {Node} */ (parents.get(reference));
	if (isCall(parent) && unwrap(parent.callee) === reference) return [parent.arguments];
	const outer = isMember(parent) && parent.object === reference ? parents.get(parent) : undefined;
	if (!outer || !isCall(outer) || outer.callee !== parent) return [];
	const method = propertyName(parent);
	if (method === 'call') return [outer.arguments.slice(1)];
	return method === 'apply' ? [[]] : [];
}

/** @param {Node[]} args @returns {boolean} the first argument stands for an error or the lack of one */
function isErrorFirst(args) {
	const first = unwrap(args[0]);
	if (!first) return false;
	if (first.type === 'NullLiteral') return true;
	if (first.type === 'Identifier') {
		return first.name === 'undefined'
			? args.length > 1
			: /^(e|err|error|ex|exception)$/i.test(first.name);
	}
	if (isPrimitiveLiteral(first)) return false;
	return (
		first.type === 'NewExpression' &&
		first.callee.type === 'Identifier' &&
		/Error$/.test(first.callee.name)
	);
}
