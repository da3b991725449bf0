/** @import { Node } from '../types.js' */
/** @import { Effect } from './module.js' */
/** @import { Variable } from '../ast/scope.js' */
/** @import { OwnCall } from './callees.js' */
/** @import { EffectAnalysis, Summary } from './effect-analysis.js' */
import {
	dottedName,
	isCall,
	isClass,
	isFunction,
	isMember,
	patternNames,
	propertyName,
	unwrap,
} from '../ast/shapes.js';
import {
	classifyBuiltinCall,
	classifyGlobalCall,
	classifyGlobalNew,
	isMutatorMethod,
	isReaderMethod,
} from '../knowledge/calls.js';
import { argumentsAt, isOfClosure } from './callees.js';
import { classOf, functionOf, importOf, isRequireFunction } from './values.js';

/**
 * The effects of one call, `new`, tagged template or decorator.
 *
 * A call of the module's own function has the effects of its body; a platform function those that
 * are known of it; any other call may do anything, which is for its user to judge.
 *
 * @param {Node} node
 * @param {EffectAnalysis} analysis
 * @returns {Effect[]}
 */
export function effectsOfCall(node, analysis) {
	if (isMarkedPure(node, analysis.parents)) return [];
	const callee = unwrap(node.callee ?? node.tag ?? node.expression);
	const borrowed = ofBorrowedMethod(node, callee, analysis);
	if (borrowed) return borrowed;
	const effects = isMember(callee)
		? ofMember(node, callee, analysis)
		: ofName(node, callee, analysis);
	return [
		...effects,
		...ofNamedCallbacks(node, callee, analysis),
		...ofCallbackReceiver(node, callee, analysis),
	];
}

/**
 * `/*#__PURE__*\/ f()`, as bundlers read it. The parser gives the comment to the outermost expression
 * that starts there: to the product of `/*#__PURE__*\/ f() * 2`.
 *
 * @param {Node} node
 * @param {Map<Node, Node>} parents
 * @returns {boolean}
 */
function isMarkedPure(node, parents) {
	let at = /** @type {Node | undefined} */ (node);
	for (; at && at.start === node.start; at = parents.get(at)) {
		const comments = /** @type {Node[]} */ (at.leadingComments ?? []);
		if (comments.some((comment) => /^\s*[#@]__PURE__\s*$/.test(comment.value))) return true;
	}
	return false;
}

/**
 * `Array.prototype.push.call(rows, row)`, `[].push.apply(rows, more)`, `Reflect.apply(f, rows, [row])`.
 *
 * @param {Node} node @param {Node} callee @param {EffectAnalysis} analysis
 * @returns {Effect[] | null} null for any other call
 */
function ofBorrowedMethod(node, callee, analysis) {
	if (!isMember(callee) || node.type === 'NewExpression') return null;
	const [first, second] = node.arguments ?? [];
	const isReflected =
		dottedName(callee) === 'Reflect.apply' && !analysis.aliases.variableOf(callee.object);
	if (isReflected && first) {
		if (isMutatorOfPrototype(first)) return analysis.mutations(second, node);
		const path = dottedName(first);
		const root = path === null ? null : (rootIdentifier(first) ?? unwrap(first));
		const isGlobal = root?.type === 'Identifier' && !analysis.aliases.variableOf(root);
		if (isGlobal && path && classifyGlobalCall(path) === 'pure') return [];
		const own = analysis.callees.ofCall(node);
		if (own.length > 0) return own.flatMap((one) => inline(one, node, analysis));
		return [unknown(node, first, analysis)];
	}
	const isPassed = ['call', 'apply'].includes(propertyName(callee) ?? '');
	return isPassed && isMutatorOfPrototype(callee.object) ? analysis.mutations(first, node) : null;
}

/** @param {Node} expression @returns {boolean} `Array.prototype.push`, `[].push` */
function isMutatorOfPrototype(expression) {
	const method = unwrap(expression);
	if (!isMember(method) || !isMutatorMethod(propertyName(method) ?? '')) return false;
	const owner = /** @type {Node} */ (unwrap(method.object));
	if (owner.type === 'ArrayExpression') return owner.elements.length === 0;
	return isMember(owner) && propertyName(owner) === 'prototype';
}

/** @param {Node} node @param {Node} callee @param {EffectAnalysis} analysis @returns {Effect[]} */
function ofName(node, callee, analysis) {
	if (isFunction(callee) || callee.type === 'Import') return []; // its body is walked in place
	if (callee.type === 'Super') return ofSuper(node, analysis);
	const variable = callee.type === 'Identifier' ? analysis.aliases.variableOf(callee) : null;
	if (callee.type === 'Identifier' && !variable) return ofGlobal(node, callee.name, analysis);
	const own = analysis.callees.ofCall(node);
	if (own.length > 0) return own.flatMap((one) => inline(one, node, analysis));
	if (!variable) return [unknown(node, callee, analysis)];
	if (isRequireFunction(variable, analysis.parents)) return [];
	const bound = ofBound(node, callee, analysis);
	if (bound) return bound;
	return ofImport(node, variable, null, analysis) ?? [unknown(node, callee, analysis)];
}

/** @param {Node} node @param {Node} callee @param {EffectAnalysis} analysis @returns {Effect[]} */
function ofMember(node, callee, analysis) {
	const path = dottedName(callee);
	const method = propertyName(callee) ?? '';
	const root = path === null ? null : rootIdentifier(callee);
	const variable = root && analysis.aliases.variableOf(root);
	if (root && !variable && path !== null) return ofGlobal(node, path, analysis);
	const isDirect =
		callee.object === root ||
		(isMember(callee.object) &&
			callee.object.object === root &&
			propertyName(callee.object) === 'default');
	if (variable && isDirect) {
		const known = ofImport(node, variable, method, analysis);
		if (known) return known;
	}
	const own = analysis.callees.ofCall(node);
	if (own.length > 0) return own.flatMap((one) => inline(one, node, analysis));
	const receivers = [...analysis.aliases.of(callee.object)];
	const isForeign = receivers.some(
		(one) => importOf(one, analysis.parents) || one.kind === 'param',
	);
	if (isMutatorMethod(method)) {
		return isForeign && receivers.every((one) => importOf(one, analysis.parents))
			? [unknown(node, callee, analysis)]
			: analysis.mutations(callee.object, node);
	}
	if (isReaderMethod(method)) return [];
	return [unknown(node, callee, analysis)];
}

/** @param {Node} member @returns {Node | null} */
function rootIdentifier(member) {
	let node = member;
	while (isMember(node)) node = unwrap(node.object);
	return node.type === 'Identifier' ? node : null;
}

/** @param {Node} node @param {string} path @param {EffectAnalysis} analysis @returns {Effect[]} */
function ofGlobal(node, path, analysis) {
	const name = path.replace(/^globalThis\./, '');
	const found =
		node.type === 'NewExpression'
			? classifyGlobalNew(name, node.arguments.length)
			: classifyGlobalCall(name);
	if (found === 'pure') return [];
	if (found === 'mutates-first') return analysis.mutations(node.arguments?.[0], node);
	return [{ kind: found, node, text: name, via: [] }];
}

/**
 * @param {Node} node @param {Variable} variable @param {string | null} method @param {EffectAnalysis} analysis
 * @returns {Effect[] | null} null when nothing is known of it
 */
function ofImport(node, variable, method, analysis) {
	const from = importOf(variable, analysis.parents);
	if (!from) return null;
	const known = classifyBuiltinCall(from.source, method && from.name === '*' ? method : from.name);
	if (known === null) return null;
	return known === 'pure'
		? []
		: [
				{
					kind: /** @type {'fresh'} */ (known),
					node,
					text: dottedName(node.callee) ?? from.name,
					via: [],
				},
			];
}

/** @param {Node} node @param {EffectAnalysis} analysis @returns {Effect[]} */
function ofSuper(node, analysis) {
	let owner = analysis.parents.get(node);
	while (owner && !isClass(owner)) owner = analysis.parents.get(owner);
	const parent = unwrap(owner?.superClass);
	if (parent?.type !== 'Identifier') return [unknown(node, parent ?? node, analysis)];
	const variable = analysis.aliases.variableOf(parent);
	if (!variable) return ofGlobal({ ...node, type: 'NewExpression' }, parent.name, analysis);
	const own = classOf(variable) ?? functionOf(variable);
	if (own)
		return inline({ fn: own, args: node.arguments, receiver: null, holder: null }, node, analysis);
	return ofImport(node, variable, null, analysis) ?? [unknown(node, parent, analysis)];
}

/**
 * The effects of a function's body at a call of it, in the caller's terms.
 *
 * @param {OwnCall} call @param {Node} node @param {EffectAnalysis} analysis
 * @returns {Effect[]}
 */
function inline({ fn, args, receiver, holder }, node, analysis) {
	/** @type {Summary} */
	const summary = analysis.summarise(fn);
	/** @type {Effect[]} */
	const effects = [];
	let changesHolder = false;
	for (const effect of summary.effects) {
		if ('variable' in effect && isOfClosure(effect.variable, node)) {
			changesHolder = true;
			const held = effect.kind === 'mutate' ? heldBy(holder, effect.variable, analysis) : [];
			effects.push(...held.flatMap((one) => analysis.mutations(one, node)));
		} else effects.push({ ...effect, via: [node, ...effect.via] });
	}
	if (changesHolder && holder) effects.push(...analysis.mutations(holder, node));
	for (const index of summary.mutatedParams.keys()) {
		for (const argument of argumentsAt(args, index, fn))
			effects.push(...analysis.mutations(argument, node));
	}
	if (receiver && summary.mutatesThis) effects.push(...analysis.mutations(receiver, node));
	return effects;
}

/**
 * `list` of `const add = adder(list)`, for the parameter of `adder` that the closure changes.
 *
 * @param {Node | null} holder of the closure
 * @param {Variable} variable
 * @param {EffectAnalysis} analysis
 * @returns {Node[]} expressions
 */
function heldBy(holder, variable, analysis) {
	const { callees } = analysis;
	const node = /** @type {Node | null} */ (unwrap(holder));
	if (!node || variable.kind !== 'param') return [];
	const made = isCall(node) ? node : callees.valueOf(node);
	if (!made || !isCall(made)) return [];
	return callees.ofCall(made).flatMap(({ fn, args, holder: outer }) => {
		if (variable.scope.node !== fn) return heldBy(outer, variable, analysis);
		const index = fn.params.findIndex((/** @type {Node} */ param) =>
			patternNames(param).some((id) => variable.declarations.some((one) => one.id === id)),
		);
		return argumentsAt(args, index, fn);
	});
}

/** `rows.forEach(function (row) { this.push(row); }, list)`: what a callback does to its `this`. @param {Node} node @param {Node} callee @param {EffectAnalysis} analysis @returns {Effect[]} */
function ofCallbackReceiver(node, callee, analysis) {
	const [callback, receiver] = node.arguments ?? [];
	if (!receiver || !isMember(callee) || !isCallbackMethod(callee)) return [];
	const changes = analysis.callees
		.functions(callback)
		.some((fn) => analysis.summarise(fn).mutatesThis);
	return changes ? analysis.mutations(receiver, node) : [];
}

/** Functions that are handed on by name: `names.map(build)`. @param {Node} node @param {Node} callee @param {EffectAnalysis} analysis @returns {Effect[]} */
function ofNamedCallbacks(node, callee, analysis) {
	if (!isMember(callee) || !isReaderMethod(propertyName(callee) ?? '')) return [];
	return (node.arguments ?? []).flatMap(
		(/** @type {Node} */ argument, /** @type {number} */ index) => {
			const inner = unwrap(argument);
			const variable = inner.type === 'Identifier' ? analysis.aliases.variableOf(inner) : null;
			if (!variable) return [];
			const own = functionOf(variable);
			if (own)
				return analysis
					.summarise(own)
					.effects.map((effect) => ({ ...effect, via: [node, ...effect.via] }));
			return index === 0 && importOf(variable, analysis.parents) && isCallbackMethod(callee)
				? [unknown(node, inner, analysis)]
				: [];
		},
	);
}

const CALLBACK_METHODS = new Set(
	'map flatMap filter forEach every some find findIndex reduce reduceRight'.split(' '),
);

/** @param {Node} callee @returns {boolean} */
const isCallbackMethod = (callee) => CALLBACK_METHODS.has(propertyName(callee) ?? '');

/** @param {Node} node @param {Node} callee @param {EffectAnalysis} analysis @returns {Effect} */
function unknown(node, callee, analysis) {
	const holders = isMember(callee) ? [callee.object] : (bindingOf(callee, analysis)?.given ?? []);
	const receivers = holders.flatMap((one) => [...analysis.aliases.of(one)]);
	const args = (node.arguments ?? []).flatMap((/** @type {Node} */ one) => [
		...analysis.aliases.of(one.argument ?? one),
	]);
	return {
		kind: 'call',
		node,
		text: dottedName(callee) ?? 'an expression',
		receivers,
		args,
		via: [],
	};
}

/** `list.push.bind(list, row)` of a constant that holds it. @param {Node} callee @param {EffectAnalysis} analysis @returns {{ target: Node, given: Node[] } | null} */
function bindingOf(callee, { callees }) {
	const made = callees.valueOf(callee);
	const isBound = made && isCall(made) && propertyName(made.callee) === 'bind';
	return isBound ? { target: unwrap(made.callee.object), given: made.arguments } : null;
}

/** @param {Node} node a call of a bound function @param {Node} callee @param {EffectAnalysis} analysis @returns {Effect[] | null} null for any other call, and where nothing is known of it */
function ofBound(node, callee, analysis) {
	const bound = bindingOf(callee, analysis);
	if (!bound) return null;
	const { target, given } = bound;
	const [receiver = null, ...first] = given;
	if (isMember(target) && isMutatorMethod(propertyName(target) ?? ''))
		return analysis.mutations(receiver, node);
	const own = analysis.callees.functions(target);
	const args = [...first, ...(node.arguments ?? [])];
	return own.length === 0
		? null
		: own.flatMap((fn) => inline({ fn, args, receiver, holder: target }, node, analysis));
}
