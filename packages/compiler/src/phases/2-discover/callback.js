/** @import { Node } from '../../types.js' */
/** @import { Resolution } from '../../ast/resolve.js' */
import { isCall, isPrimitiveLiteral, unwrap } from '../../ast/shapes.js';

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
	const calls = (variable?.references ?? [])
		.map((reference) => /** @type {Node} */ (parents.get(reference.node)))
		.filter(
			(parent, index) =>
				isCall(parent) && unwrap(parent.callee) === variable?.references[index]?.node,
		);
	// A parameter that is also returned, stored or reassigned is an ordinary function argument.
	if (calls.length === 0 || variable?.isReassigned) return null;
	return calls.some((call) => isErrorFirst(call.arguments)) ? 'node' : 'plain';
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
