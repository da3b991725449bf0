/** @import { Parents } from '../../ast/parents.js' */
/** @import { Node } from '../../types.js' */
/** @import { Resolution } from '../../ast/resolve.js' */
import {
	dottedName,
	isCall,
	isFunction,
	isMember,
	isPrimitiveLiteral,
	propertyName,
	unwrap,
} from '../../ast/shapes.js';
import { destinationOf } from './called-parts.js';

/**
 * Whether a function's last parameter is a callback, and of which kind ([CB §IV.D], Listing 2).
 *
 * ```js
 * function fib(n, done) { 'use cpu_bound'; done(compute(n)); }             // 'plain'
 * function parse(text, done) { 'use cpu_bound'; done(null, tree(text)); }  // 'node': (err, …)
 * ```
 *
 * A function whose results the unit returns is none, and neither is a function that only closures call which it returns:
 *
 * ```js
 * function through(value, step) { 'use cpu_bound'; return step(value); }
 * function deferred(undo) { 'use cpu_bound'; return { dispose: () => undo() }; }
 * ```
 *
 * @param {Node} node
 * @param {Resolution} resolution
 * @returns {'node' | 'plain' | null} null when it is not called in the body, or for its result
 */
export function callbackOf(node, resolution) {
	const { scopes, parents } = resolution;
	const last = node.params.at(-1);
	if (last?.type !== 'Identifier') return null;
	const variable = scopes.get(node)?.variables.get(last.name);
	// A parameter that is reassigned may be another function by then.
	if (!variable || variable.isReassigned) return null;
	const calls = variable.references
		.flatMap((one) => callThrough(one.node, parents))
		.filter(({ call }) => !isInResult(call, node, parents));
	if (calls.length === 0) return null;
	if (calls.some(({ args }) => isErrorFirst(args))) return 'node';
	return calls.every(({ call }) => isReturnedBy(node, call, parents)) ? null : 'plain';
}

/** @param {Node} unit @param {Node} call @param {Parents} parents @returns {boolean} what the call gives, the unit returns */
function isReturnedBy(unit, call, parents) {
	const { child, parent } = destinationOf(call, parents);
	if (parent === unit) return unit.body === child;
	return parent.type === 'ReturnStatement' && functionAround(parent, parents) === unit;
}

/** @param {Node} node @param {Parents} parents @returns {Node | undefined} */
function functionAround(node, parents) {
	let at = parents.get(node);
	while (at && !isFunction(at)) at = parents.get(at);
	return at;
}

/** @param {Node} call @param {Node} unit @param {Parents} parents @returns {boolean} only functions make it which the unit returns, so that none of them runs before its end */
function isInResult(call, unit, parents) {
	let fn = functionAround(call, parents);
	for (; fn && fn !== unit; fn = functionAround(fn, parents)) {
		let { child, parent } = destinationOf(fn, parents);
		while (/^(Object|Array)(Expression|Property|Method)$/.test(parent.type))
			({ child, parent } = destinationOf(parent, parents));
		if (isReturnedBy(unit, child, parents)) return true;
	}
	return false;
}

/** What calls its first argument, and from which argument on it hands them on. @type {ReadonlyMap<string, number>} */
const LATER = new Map([
	['setImmediate', 1],
	['process.nextTick', 1],
	['queueMicrotask', 1],
	['setTimeout', 2],
]);

/**
 * `done(a)`, `done.call(receiver, a)` and `done.apply(receiver, list)`, and what calls it later: `setImmediate(done, a)`.
 *
 * @param {Node} reference
 * @param {Parents} parents
 * @returns {{ call: Node, args: Node[] }[]} the call and its arguments, when the reference is called
 */
function callThrough(reference, parents) {
	const parent = /** @type {Node} */ (parents.get(reference));
	if (isCall(parent) && unwrap(parent.callee) === reference)
		return [{ call: parent, args: parent.arguments }];
	const later = isCall(parent) ? (LATER.get(dottedName(parent.callee) ?? '') ?? 0) : 0;
	if (later > 0 && parent.arguments[0] === reference)
		return [{ call: parent, args: parent.arguments.slice(later) }];
	const outer = isMember(parent) && parent.object === reference ? parents.get(parent) : undefined;
	if (!outer || !isCall(outer) || outer.callee !== parent) return [];
	const method = propertyName(parent);
	if (method === 'call') return [{ call: outer, args: outer.arguments.slice(1) }];
	return method === 'apply' ? [{ call: outer, args: [] }] : [];
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
