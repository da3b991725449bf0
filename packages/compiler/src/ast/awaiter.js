/** @import { Node } from '../types.js' */
import { pushChildren, walk } from './babel.js';
import {
	dottedName,
	isCall,
	isFunction,
	isPrimitiveLiteral,
	propertyName,
	unwrap,
} from './shapes.js';

/**
 * Read an annotated function as it was before TypeScript or esbuild made a generator of its body.
 *
 * ```js
 * function f(n) {
 * 	return __awaiter(this, void 0, void 0, function* () { 'use cpu_bound'; return yield g(n); });
 * }
 * ```
 * becomes, in the tree alone,
 * ```js
 * async function f(n) { 'use cpu_bound'; __awaiter; return await g(n); }
 * ```
 *
 * The directive was meant for `f`. A generator in the hands of `__awaiter` could not run elsewhere: it would have to be a
 * generator again, and the call would never settle. The text stays, and needs its helper in the worker, which is why its name
 * is read in the tree. Functions inside of `f` were compiled as it was. Where the helper passes parameters on, or another `this`, the function is left as it is, to be refused.
 *
 * @param {Node} program changed in place
 */
export function restoreAwaiters(program) {
	let end = 0; // of the restored function around
	walk(program, (node) => {
		const call = isFunction(node) && !node.async && !node.generator ? returnedCall(node) : null;
		const inner = call && bodyOfAwaiter(call);
		if (!inner || !(node.start < end || isAnnotated(inner.body))) return;
		restore(node, /** @type {Node} */ (call), inner);
		end = Math.max(end, node.end);
	});
}

/** @param {Node} body @returns {boolean} */
const isAnnotated = ({ directives }) =>
	directives.some((/** @type {Node} */ one) => /cpu_bound/.test(one.value.value));

/** @param {Node} fn @returns {Node | null} the call that it returns, and does nothing else but to name `this` and `arguments` before */
function returnedCall({ body }) {
	if (body.type !== 'BlockStatement') return isCall(unwrap(body)) ? unwrap(body) : null;
	const statements = [...body.body];
	const last = statements.pop();
	const isPlain =
		body.directives.length === 0 &&
		statements.every(
			({ type, declarations }) =>
				type === 'VariableDeclaration' &&
				declarations.every(
					(/** @type {Node} */ one) =>
						one.init?.type === 'ThisExpression' || one.init?.name === 'arguments',
				),
		);
	const value = isPlain && last?.type === 'ReturnStatement' ? unwrap(last.argument) : null;
	return value && isCall(value) ? value : null;
}

/** @param {Node} call @returns {Node | null} the generator, when it runs with the parameters and `this` of the function around */
function bodyOfAwaiter(call) {
	const inner = call.arguments.at(-1);
	if (!/^__(awaiter|async)$/.test(calledName(call) ?? '')) return null;
	const [self, given] = call.arguments;
	const isOwn =
		inner?.type === 'FunctionExpression' &&
		inner.generator &&
		inner.params.length === 0 &&
		isPrimitiveLiteral(given);
	return isOwn && (self.type === 'ThisExpression' || !usesThis(inner.body)) ? inner : null;
}

/** @param {Node} call @returns {string | null} `__awaiter` of `__awaiter(…)` and `tslib_1.__awaiter(…)` */
export function calledName(call) {
	const callee = unwrap(call.callee);
	return callee.type === 'Identifier' ? callee.name : dottedName(callee) && propertyName(callee);
}

/** @param {Node} body @returns {boolean} */
function usesThis(body) {
	let found = false;
	walk(body, (node) => {
		found ||= node.type === 'ThisExpression';
		return !isFunction(node) || node.type === 'ArrowFunctionExpression';
	});
	return found;
}

/** @param {Node} fn changed in place @param {Node} call @param {Node} inner */
function restore(fn, call, inner) {
	const { start, end, loc } = fn.body;
	const { start: from, end: to, loc: at } = call.callee;
	const helper = {
		type: 'ExpressionStatement',
		expression: call.callee,
		start: from,
		end: to,
		loc: at,
	};
	const before = fn.body.type === 'BlockStatement' ? fn.body.body.slice(0, -1) : [];
	const stack = [inner.body];
	for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
		if (node.type === 'YieldExpression' && node.argument) node.type = 'AwaitExpression';
		if (!isFunction(node)) pushChildren(node, stack);
	}
	fn.async = true;
	fn.isDownlevel = true;
	fn.body = { ...inner.body, start, end, loc, body: [...before, helper, ...inner.body.body] };
	if (fn.expression) fn.expression = false;
}
