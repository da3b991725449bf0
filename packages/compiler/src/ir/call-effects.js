/** @import { Node } from '../types.js' */
/** @import { Effect } from './module.js' */
/** @import { Variable } from '../ast/scope.js' */
/** @import { EffectAnalysis, Summary } from './effect-analysis.js' */
import { dottedName, isClass, isFunction, isMember, propertyName, unwrap } from '../ast/shapes.js';
import {
	classifyBuiltinCall,
	classifyGlobalCall,
	classifyGlobalNew,
	isMutatorMethod,
	isReaderMethod,
} from '../knowledge/calls.js';
import { holderOfThis, ownerOfThis } from './receiver.js';
import { classOf, constantValueOf, functionOf, importOf, isRequireFunction } from './values.js';

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
	const effects = isMember(callee)
		? ofMember(node, callee, analysis)
		: ofName(node, callee, analysis);
	return [...effects, ...ofNamedCallbacks(node, callee, analysis)];
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

/** @param {Node} node @param {Node} callee @param {EffectAnalysis} analysis @returns {Effect[]} */
function ofName(node, callee, analysis) {
	if (isFunction(callee) || callee.type === 'Import') return []; // its body is walked in place
	if (callee.type === 'Super') return ofSuper(node, analysis);
	if (callee.type !== 'Identifier') return [unknown(node, callee, analysis)];
	const variable = analysis.aliases.variableOf(callee);
	if (!variable) return ofGlobal(node, callee.name, analysis);
	const own =
		node.type === 'NewExpression'
			? (classOf(variable) ?? functionOf(variable))
			: functionOf(variable);
	if (own) return inline(own, node, null, analysis);
	if (isRequireFunction(variable, analysis.parents)) return [];
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
	const own = methodsOf(unwrap(callee.object), method, analysis);
	if (own.length > 0) return own.flatMap((one) => inline(one, node, callee.object, analysis));
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
	if (own) return inline(own, node, null, analysis);
	return ofImport(node, variable, null, analysis) ?? [unknown(node, parent, analysis)];
}

/**
 * The methods that `object.name` may be, when the object is a literal, an instance or a class of this
 * module, or `this` in a method of one.
 *
 * @param {Node} object @param {string} name @param {EffectAnalysis} analysis
 * @returns {Node[]} more than one where a subclass has its own
 */
export function methodsOf(object, name, analysis) {
	if (object.type === 'ThisExpression') return methodsOfThis(object, name, analysis);
	const variable = object.type === 'Identifier' ? analysis.aliases.variableOf(object) : null;
	const value = variable ? constantValueOf(variable) : object;
	if (!value) return [];
	if (value.type === 'ObjectExpression') return memberFunction(value.properties, name, false);
	if (isClass(value)) return inherited(value, name, true, analysis);
	if (value.type !== 'NewExpression' || value.callee.type !== 'Identifier') return [];
	const type = analysis.aliases.variableOf(value.callee);
	const definition = type && classOf(type);
	return definition ? inherited(definition, name, false, analysis) : [];
}

/** @param {Node} object `this` @param {string} name @param {EffectAnalysis} analysis @returns {Node[]} */
function methodsOfThis(object, name, analysis) {
	const owner = ownerOfThis(object, analysis.parents);
	const holder = owner && holderOfThis(owner, analysis.parents);
	if (!holder || holder.kind === 'prototype') return [];
	if (holder.kind === 'literal') return memberFunction(holder.node.properties, name, false);
	const isStatic = holder.kind === 'class';
	const own = inherited(holder.node, name, isStatic, analysis);
	return [...own, ...overriding(holder.node, name, isStatic, analysis)];
}

/** @param {Node} definition a class @param {string} name @param {boolean} isStatic @param {EffectAnalysis} analysis @returns {Node[]} of the class or the nearest one that it extends */
function inherited(definition, name, isStatic, analysis) {
	/** @type {Set<Node>} */
	const seen = new Set();
	for (
		let at = /** @type {Node | null} */ (definition);
		at && !seen.has(at);
		at = superOf(at, analysis)
	) {
		seen.add(at);
		const found = memberFunction(at.body.body, name, isStatic);
		if (found.length > 0) return found;
	}
	return [];
}

/** What subclasses put in its place. @param {Node} definition @param {string} name @param {boolean} isStatic @param {EffectAnalysis} analysis @returns {Node[]} */
function overriding(definition, name, isStatic, analysis) {
	return analysis.classes().flatMap((one) => {
		if (one === definition) return [];
		let at = superOf(one, analysis);
		for (let count = 0; at && at !== definition && count < 100; count++) at = superOf(at, analysis);
		return at === definition ? memberFunction(one.body.body, name, isStatic) : [];
	});
}

/** @param {Node} definition a class @param {EffectAnalysis} analysis @returns {Node | null} */
function superOf(definition, analysis) {
	const parent = /** @type {Node | null | undefined} */ (unwrap(definition.superClass));
	const variable = parent?.type === 'Identifier' ? analysis.aliases.variableOf(parent) : null;
	return variable ? classOf(variable) : null;
}

/** @param {Node[]} members @param {string} name @param {boolean} isStatic @returns {Node[]} */
function memberFunction(members, name, isStatic) {
	const found = members.find(
		(one) => propertyName(one) === name && Boolean(one.static) === isStatic,
	);
	if (!found) return [];
	if (isFunction(found)) return [found];
	const value = /** @type {Node | null | undefined} */ (unwrap(found.value));
	return value && isFunction(value) ? [value] : [];
}

/**
 * The effects of a function's body at a call of it, in the caller's terms.
 *
 * @param {Node} fn @param {Node} node @param {Node | null} receiver @param {EffectAnalysis} analysis
 * @returns {Effect[]}
 */
function inline(fn, node, receiver, analysis) {
	/** @type {Summary} */
	const summary = analysis.summarise(fn);
	/** @type {Effect[]} */
	const effects = summary.effects.map((effect) => ({ ...effect, via: [node, ...effect.via] }));
	for (const index of summary.mutatedParams.keys()) {
		const rest = fn.params[index]?.type === 'RestElement';
		const given = rest ? node.arguments?.slice(index) : [node.arguments?.[index]];
		for (const argument of given ?? []) effects.push(...analysis.mutations(argument, node));
	}
	if (receiver && summary.mutatesThis) effects.push(...analysis.mutations(receiver, node));
	return effects;
}

/** Functions that are handed on by name: `names.map(build)`. @param {Node} node @param {Node} callee @param {EffectAnalysis} analysis @returns {Effect[]} */
function ofNamedCallbacks(node, callee, analysis) {
	if (!isMember(callee) || !isReaderMethod(propertyName(callee) ?? '')) return [];
	return (node.arguments ?? []).flatMap((/** @type {Node} */ argument) => {
		const inner = unwrap(argument);
		const variable = inner.type === 'Identifier' ? analysis.aliases.variableOf(inner) : null;
		if (!variable) return [];
		const own = functionOf(variable);
		if (own)
			return analysis
				.summarise(own)
				.effects.map((effect) => ({ ...effect, via: [node, ...effect.via] }));
		return importOf(variable, analysis.parents) && isCallbackMethod(callee)
			? [unknown(node, inner, analysis)]
			: [];
	});
}

const CALLBACK_METHODS = new Set(
	'map flatMap filter forEach every some find findIndex reduce reduceRight'.split(' '),
);

/** @param {Node} callee @returns {boolean} */
const isCallbackMethod = (callee) => CALLBACK_METHODS.has(propertyName(callee) ?? '');

/** @param {Node} node @param {Node} callee @param {EffectAnalysis} analysis @returns {Effect} */
function unknown(node, callee, analysis) {
	const receivers = isMember(callee) ? [...analysis.aliases.of(callee.object)] : [];
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
