/** @import { Parents } from '../ast/parents.js' */
/** @import { Node } from '../types.js' */
/** @import { CallEffect, Effect } from './module.js' */
/** @import { Variable } from '../ast/scope.js' */
/** @import { OwnCall } from './callees.js' */
/** @import { EffectAnalysis } from './effect-analysis.js' */
import { walk } from '../ast/babel.js';
import { isCall, isFunction, isMember, isWrapper, propertyName, unwrap } from '../ast/shapes.js';
import { callbacksOf } from '../knowledge/methods.js';
import { parametersOf } from './parameters.js';
import { platformPath } from './platform-path.js';

/**
 * Calls of what a function is given: `f(i)` of `const build = (n, f) => Array.from({ length: n }, (_, i) => f(i))`.
 *
 * The function itself tells nothing of them; at a call such as `build(4, (i) => i * i)` the text shows what is run.
 */

/**
 * The parameter whose value a call runs. `isElement`: an element of it; `name`: a method of it.
 *
 * @typedef {{ variable: Variable, isElement: boolean, name: string | null }} Target
 */

/** Names are followed through no more callbacks and loops than this. */
const DEPTH = 4;

/** Functions of the platform that compute a primitive of primitives, whatever they are given. */
const COMPUTING = /^(Math\.\w+|Number(\.\w+)?|Boolean|parseInt|parseFloat|isNaN|isFinite)$/;

/**
 * @param {Node} callee
 * @param {EffectAnalysis} analysis
 * @returns {Target | null} null where it is no parameter
 */
export function targetOf(callee, { aliases, parents }) {
	const isMethod = isMember(callee) && !callee.computed;
	let at = /** @type {Node} */ (unwrap(isMember(callee) ? callee.object : callee));
	const name = isMethod ? propertyName(callee) : null;
	let isElement = isMember(callee) && !isMethod;
	for (let depth = 0; depth < DEPTH; depth++) {
		const variable = at.type === 'Identifier' ? aliases.variableOf(at) : null;
		if (!variable || variable.isReassigned || variable.isTopLevel) return null;
		const list = listWithElement(variable, parents);
		if (!list) return variable.kind === 'param' ? { variable, isElement, name } : null;
		if (isElement) return null;
		isElement = true;
		at = list;
	}
	return null;
}

/** @param {Variable} variable @param {Parents} parents @returns {Node | null} `fs` of `fs.map((f) => …)` and of `for (const f of fs)` */
function listWithElement(variable, parents) {
	const [declaration] = variable.declarations;
	if (!declaration || variable.declarations.length > 1) return null;
	const { node, id } = declaration;
	if (variable.kind !== 'param') {
		const loop = parents.get(/** @type {Node} */ (parents.get(node)));
		const isOfLoop = node.type === 'VariableDeclarator' && node.id === id;
		return isOfLoop && loop?.type === 'ForOfStatement' && !loop.await ? unwrap(loop.right) : null;
	}
	const fn = variable.scope.node;
	let child = fn;
	let call = parents.get(fn);
	while (call && isWrapper(call)) {
		child = call;
		call = parents.get(call);
	}
	if (!isFunction(fn) || !call || !isCall(call) || !isMember(call.callee)) return null;
	const method = propertyName(call.callee) ?? '';
	if (!callbacksOf(method).includes(call.arguments.indexOf(child))) return null;
	const index = fn.params.indexOf(id);
	return index === (/^reduce(Right)?$/.test(method) ? 1 : 0) ? unwrap(call.callee.object) : null;
}

/**
 * The effects of a call of a parameter, at a call of the function that has the parameter.
 *
 * @param {CallEffect} effect in the terms of the caller
 * @param {Node[]} given the expressions that the caller gives for the parameter
 * @param {{ node: Node, isRest: boolean, analysis: EffectAnalysis, run: (call: OwnCall) => Effect[] }} context `node`: the call
 * @returns {Effect[] | null} null where the text does not show all that it may run
 */
export function effectsOfTarget(effect, given, { node, isRest, analysis, run }) {
	const { isElement, name } = /** @type {Target} */ (effect.target);
	if (isRest && !isElement) return null;
	const values = isElement && !isRest ? elementsOf(given, analysis) : given;
	if (!values || values.length === 0) return null;
	/** @type {Effect[]} */
	const all = [];
	for (const value of values) {
		const found = ofValue(/** @type {Node} */ (unwrap(value)), effect, {
			name,
			node,
			analysis,
			run,
		});
		if (!found) return null;
		all.push(...found);
	}
	return all;
}

/** @param {Node[]} lists @param {EffectAnalysis} analysis @returns {Node[] | null} */
function elementsOf(lists, { callees }) {
	/** @type {Node[]} */
	const all = [];
	for (const list of lists) {
		const literal = unwrap(list);
		// What a variable holds, other code may have added to.
		if (literal?.type !== 'ArrayExpression') return null;
		for (const one of literal.elements) {
			if (!one || one.type === 'SpreadElement') return null;
			all.push(one);
		}
	}
	return callees && all;
}

/**
 * @param {Node} value
 * @param {CallEffect} effect
 * @param {{ name: string | null, node: Node, analysis: EffectAnalysis, run: (call: OwnCall) => Effect[] }} context
 * @returns {Effect[] | null}
 */
function ofValue(value, effect, { name, node, analysis, run }) {
	const { aliases, callees } = analysis;
	const functions =
		name === null
			? callees.functions(value)
			: callees.objects(value).flatMap((one) => callees.methodsOf(one, name));
	if (functions.length === 0) {
		const path = name === null ? platformPath(value, aliases) : null;
		if (path !== null && COMPUTING.test(path)) return [];
		const variable = value.type === 'Identifier' ? aliases.variableOf(value) : null;
		if (variable?.kind !== 'param' || variable.isReassigned) return null;
		return [{ ...effect, target: { variable, isElement: false, name } }];
	}
	/** @type {Effect[]} */
	const all = [];
	for (const fn of functions) {
		const { effects, mutatedParams } = analysis.summarise(fn);
		// What it hands on of its own parameters is not known here.
		if (effects.some(({ kind }) => kind === 'call')) return null;
		all.push(...run({ fn, args: [], receiver: name === null ? null : value, holder: value }));
		for (const index of mutatedParams.keys()) {
			// What is changed of a GEM, all threads see.
			const changed = effect.given?.[index]?.filter(
				(one) => !one.isPerCall && !analysis.gems.has(one),
			);
			if (!changed || parametersOf(fn)[index]?.type === 'RestElement') return null;
			all.push(
				...changed.map((variable) => ({
					kind: /** @type {const} */ ('mutate'),
					variable,
					node,
					via: effect.via,
				})),
			);
		}
	}
	return all;
}

/**
 * Whether a parameter is what the caller gives for it: it is no part of a pattern, and no `arguments[0] = …` of sloppy code replaces it.
 *
 * @param {Node} fn a function, or a class
 * @param {number} index
 * @returns {boolean}
 */
export function isGivenAsIs(fn, index) {
	const param = /** @type {Node} */ (parametersOf(fn)[index]);
	const id = param.type === 'RestElement' ? param.argument : (param.left ?? param);
	return id.type === 'Identifier' && !usesArguments(fn);
}

/** The trees of a module do not change while it is analysed. @type {WeakMap<Node, boolean>} */
const USING_ARGUMENTS = new WeakMap();

/** @param {Node} fn @returns {boolean} */
function usesArguments(fn) {
	const known = USING_ARGUMENTS.get(fn);
	if (known !== undefined) return known;
	let found = false;
	walk(fn.body, (node) => {
		found ||= node.type === 'Identifier' && node.name === 'arguments';
		return !found;
	});
	USING_ARGUMENTS.set(fn, found);
	return found;
}
