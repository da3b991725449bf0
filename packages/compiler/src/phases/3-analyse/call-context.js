/** @import { Parents } from '../../ast/parents.js' */
/** @import { Node } from '../../types.js' */
/** @import { Discovered } from '../../ir/module.js' */
import { calledName } from '../../ast/awaiter.js';
import { walk } from '../../ast/babel.js';
import {
	dottedName,
	isCall,
	isClass,
	isFunction,
	isMember,
	isWrapper,
	propertyName,
} from '../../ast/shapes.js';
import { callbackResult, iteratesArgument } from '../../knowledge/calls.js';
import { resultOfCallback } from '../../knowledge/methods.js';

/**
 * What the code around a call does with its result: takes it as a promise, needs the value, or
 * drops it.
 *
 * @typedef {{ kind: 'promise' | 'value' | 'dropped', detail: string }} Context
 */

/** Of a call that is a statement. */
export const DROPPED = 'result dropped';

/** @param {Node} call @returns {ReturnType<typeof callbackResult>} what becomes of the value that a function returns which the call is given */
export const resultOfCallbackOf = (call) =>
	callbackResult(
		call.type === 'NewExpression' ? `new ${dottedName(call.callee)}` : dottedName(call.callee),
		isMember(call.callee) ? propertyName(call.callee) : null,
	);

/** Methods of a promise wait for what a callback returns. @param {string | null} name @returns {boolean} */
export const isThen = (name) => name !== null && resultOfCallback(name) === 'awaited';

/**
 * @param {Node} node an expression that gives a promise, or an array of promises, once lowered
 * @param {Parents} parents
 * @param {'promise' | 'array'} gives
 * @param {Discovered} discovered
 * @returns {Context}
 */
export function contextOf(node, parents, gives, discovered) {
	let child = node;
	let parent = /** @type {Node} */ (parents.get(node));
	while (passesOn(parent, child)) {
		child = parent;
		parent = /** @type {Node} */ (parents.get(parent));
	}
	const direct =
		gives === 'promise' ? promiseContext(child, parent, parents) : arrayContext(child, parent);
	if (direct) return direct;
	if (parent.type === 'ExpressionStatement') return { kind: 'dropped', detail: DROPPED };
	if (parent.type === 'UnaryExpression' && parent.operator === 'void')
		return { kind: 'promise', detail: 'void' };
	const held =
		parent.type === 'VariableDeclarator' &&
		parent.init === child &&
		heldContext(parent, parents, gives, discovered);
	return held || { kind: 'value', detail: 'used as a value' };
}

/** An expression whose value is the child's. @param {Node} parent @param {Node} child @returns {boolean} */
function passesOn(parent, child) {
	if (isWrapper(parent)) return true;
	if (parent.type === 'ConditionalExpression') return parent.test !== child;
	if (parent.type === 'LogicalExpression') return parent.right === child;
	return parent.type === 'SequenceExpression' && parent.expressions.at(-1) === child;
}

/** @param {Node} child @param {Node} parent @param {Parents} parents @returns {Context | null} */
function promiseContext(child, parent, parents) {
	if (parent.type === 'AwaitExpression') return { kind: 'promise', detail: 'awaited' };
	if (
		parent.type === 'ReturnStatement' ||
		(parent.type === 'ArrowFunctionExpression' && parent.body === child)
	) {
		const { fn } = functionAround(child, parents);
		if (!fn?.async || fn.generator) return asCallback(fn, parents);
		// The plain program's `catch` and `finally` see what the call throws.
		if (isInsideTry(child, parents)) return null;
		return { kind: 'promise', detail: 'returned from an async function' };
	}
	if (parent.type === 'YieldExpression') {
		const { fn } = functionAround(child, parents);
		if (fn?.async) return { kind: 'promise', detail: 'yielded by an async generator' };
		return fn && isStepped(fn, parents) ? { kind: 'promise', detail: 'awaited' } : null;
	}
	if (isMember(parent) && parent.object === child && isThen(propertyName(parent))) {
		return { kind: 'promise', detail: `.${propertyName(parent)}` };
	}
	if (parent.type === 'ArrayExpression' && isStep(parent, child, parents))
		return { kind: 'promise', detail: 'awaited' };
	if (parent.type === 'ArrayExpression')
		return arrayContext(parent, /** @type {Node} */ (parents.get(parent)));
	if (!isCall(parent) || parent.arguments[0] !== child) return null;
	if (dottedName(parent.callee) === 'Promise.resolve')
		return { kind: 'promise', detail: 'Promise.resolve' };
	return resolvesPromise(parent, parents)
		? { kind: 'promise', detail: 'given to what resolves a promise' }
		: null;
}

/** `__awaiter(this, void 0, void 0, function* () { … })`: what it yields is awaited. @param {Node} fn @param {Parents} parents @returns {boolean} */
function isStepped(fn, parents) {
	const call = /** @type {Node} */ (parents.get(fn));
	return fn.generator && isCall(call) && AWAITERS.test(calledName(call) ?? '');
}

/** Helpers of TypeScript, esbuild, Babel and SWC. */
const AWAITERS = /^(__awaiter|__async|_asyncToGenerator|_async_to_generator)$/;

/** What a state machine hands to the helper around it, as TypeScript and SWC write it for ES5: `await x`, and `return x`. */
const STEPS = Object.freeze({ AWAIT: 4, RETURN: 2 });

/**
 * `return [4, f(x)]` of `__awaiter(this, void 0, void 0, function () { return __generator(this, function (_a) { … }); })`.
 *
 * @param {Node} list
 * @param {Node} child
 * @param {Parents} parents
 * @returns {boolean} whether the helper waits for it
 */
function isStep(list, child, parents) {
	const [step, value] = list.elements;
	if (step?.type !== 'NumericLiteral' || value !== child) return false;
	if (parents.get(list)?.type !== 'ReturnStatement') return false;
	const { fn: machine } = functionAround(list, parents);
	const made = machine && parents.get(machine);
	if (!made || !isCall(made) || !/^_+(ts_)?generator$/.test(calledName(made) ?? '')) return false;
	const { fn: body } = functionAround(made, parents);
	const call = body && parents.get(body);
	if (!call || !isCall(call) || !AWAITERS.test(calledName(call) ?? '')) return false;
	// The plain program's `catch` and `finally` see what a call throws that is returned, but not what its promise does.
	return step.value === STEPS.AWAIT || (step.value === STEPS.RETURN && !hasRegions(machine));
}

/** `_a.trys.push([1, 3, , 4])`. @param {Node} machine @returns {boolean} */
function hasRegions(machine) {
	let found = false;
	walk(machine.body, (node) => {
		found ||= isMember(node) && propertyName(node) === 'trys';
		return !found && !isFunction(node);
	});
	return found;
}

/** @param {Node} node @param {Parents} parents @returns {boolean} leaving here passes a `catch` or `finally` of the same function */
export function isInsideTry(node, parents) {
	let child = node;
	for (let at = parents.get(node); at && !isFunction(at); at = parents.get(at)) {
		if (at.type === 'TryStatement' && (at.block === child || at.finalizer)) return true;
		child = at;
	}
	return false;
}

/**
 * What becomes of the value that a function returns, when the function is written as the argument of
 * a call: `Promise.all(xs.map((x) => f(x)))`, `.then((x) => f(x))`, `setTimeout(() => f(x))`.
 *
 * @param {Node | null} fn
 * @param {Parents} parents
 * @returns {Context | null}
 */
function asCallback(fn, parents) {
	let argument = fn;
	let call = fn && parents.get(fn);
	while (call && isWrapper(call)) {
		argument = call;
		call = parents.get(call);
	}
	if (!call || !(isCall(call) || call.type === 'NewExpression') || call.callee === argument)
		return null;
	const name = isMember(call.callee) ? propertyName(call.callee) : dottedName(call.callee);
	if (name === 'map') return arrayContext(call, /** @type {Node} */ (parents.get(call)));
	switch (resultOfCallbackOf(call)) {
		case 'awaited':
			return { kind: 'promise', detail: `flattened by .${name}` };
		case 'dropped':
			return { kind: 'dropped', detail: `returned to ${name}, which drops it` };
		default:
			return null;
	}
}

/**
 * `resolve(f(x))` in `new Promise((resolve) => …)`: what it is given may be a promise, and what is thrown where it is called
 * rejects the same one.
 *
 * @param {Node} call
 * @param {Parents} parents
 * @returns {boolean}
 */
function resolvesPromise(call, parents) {
	const { fn } = functionAround(call, parents);
	const made = fn && parents.get(fn);
	return (
		made?.type === 'NewExpression' &&
		made.callee.name === 'Promise' &&
		made.arguments[0] === fn &&
		!fn?.async &&
		fn?.params[0]?.type === 'Identifier' &&
		fn.params[0].name === call.callee.name &&
		!isInsideTry(call, parents)
	);
}

/** @param {Node} child an array of promises @param {Node} parent @returns {Context | null} */
function arrayContext(child, parent) {
	const path = isCall(parent) ? dottedName(parent.callee) : null;
	if (
		path?.startsWith('Promise.') &&
		iteratesArgument('call', path) &&
		parent.arguments[0] === child
	)
		return { kind: 'promise', detail: path };
	if (parent.type === 'ForOfStatement' && parent.await && parent.right === child)
		return { kind: 'promise', detail: 'for await' };
	return null;
}

/**
 * `const p = f(x); … await p`: fine when every use of the constant takes a promise.
 *
 * @param {Node} declarator @param {Parents} parents @param {'promise' | 'array'} gives @param {Discovered} discovered
 * @returns {Context | null}
 */
function heldContext(declarator, parents, gives, discovered) {
	if (declarator.id.type !== 'Identifier') return null;
	const declaration = { node: declarator, id: declarator.id };
	const uses = discovered.resolution.references.filter(({ variable }) =>
		variable?.declarations.some((one) => one.id === declaration.id),
	);
	const isConstant = uses.every(({ role }) => role === 'read');
	if (!isConstant || uses.length === 0) return null;
	const all = uses.every(
		(one) => contextOf(one.node, parents, gives, discovered).kind === 'promise',
	);
	return all ? { kind: 'promise', detail: 'awaited later' } : null;
}

/**
 * The function whose `await` would wait for a node.
 *
 * @param {Node} node
 * @param {Parents} parents
 * @returns {{ fn: Node | null, mayAwait: boolean, isClassBody: boolean }} `fn` null: the top level; a parameter's
 *   default value and a class field cannot await
 */
export function functionAround(node, parents) {
	let child = node;
	for (let at = parents.get(node); at; at = parents.get(at)) {
		if (isFunction(at) && child !== at.key)
			return { fn: at, mayAwait: at.async && at.body === child, isClassBody: false };
		const isField =
			/Property$/.test(at.type) &&
			isClass(parents.get(/** @type {Node} */ (parents.get(at)))) &&
			at.value === child;
		if (isField || at.type === 'StaticBlock')
			return { fn: null, mayAwait: false, isClassBody: true };
		child = at;
	}
	return { fn: null, mayAwait: false, isClassBody: false };
}
