/** @import { Node } from '../../types.js' */
/** @import { Discovered, Effect, Fragment, Site, Sites, VariableEffect } from '../../ir/module.js' */
/** @import { EffectAnalysis } from '../../ir/effect-analysis.js' */
/** @import { Variable } from '../../ast/scope.js' */
/** @import { Loading } from './dispatches.js' */
import { isMember } from '../../ast/shapes.js';
import { changedVariable } from '../../ir/holders.js';
import { changesOfMemo } from '../../ir/memos.js';
import { onHost } from '../../ir/views.js';
import { Dispatches, isUnsettled } from './dispatches.js';
import { findEscapes } from './escapes.js';
import { FunctionRoles } from './function-roles.js';

/**
 * Find where the module changes what its top-level variables hold: while it loads, and later.
 *
 * @param {Discovered} discovered
 * @param {Fragment[]} fragments
 * @param {EffectAnalysis} effects
 * @returns {Sites}
 */
export function indexSites(discovered, fragments, effects) {
	const roles = new FunctionRoles(discovered, effects);
	/** @type {Map<Fragment, Effect[]>} */
	const loading = new Map();
	/** @type {Map<Fragment, Effect[]>} */
	const deferred = new Map();
	/** @type {Map<Variable, Fragment[]>} */
	const fills = new Map();
	/** @type {Map<Variable, Set<Node>>} */
	const remembered = new Map();
	/** A call that fills a memo: a worker computes the entries when it needs them. @param {VariableEffect} effect @returns {boolean} */
	const isRemembered = ({ variable, node }) => {
		const known = remembered.get(variable) ?? changesOfMemo(variable, effects);
		remembered.set(variable, known);
		return known.has(node);
	};
	for (const fragment of fragments) {
		const found =
			fragment.kind === 'import' || fragment.kind === 'type'
				? []
				: onHost(effects.immediate(fragment.node));
		const now = found.filter(({ isDeferred }) => !isDeferred);
		loading.set(fragment, now);
		if (now.length < found.length)
			deferred.set(
				fragment,
				found.filter(({ isDeferred }) => isDeferred),
			);
		for (const effect of now) {
			if (!('variable' in effect) || fragment.defines.includes(effect.variable)) continue;
			if (effect.isCached || isRemembered(effect)) continue;
			const list = fills.get(effect.variable) ?? [];
			if (!list.includes(fragment)) fills.set(effect.variable, [...list, fragment]);
		}
	}
	const { later, locals, globalsLater } = changesAnywhere(discovered, effects, roles);
	const loadingCode = { fragments, effects: loading, deferred, fills, analysis: effects };
	const dispatches = new Dispatches(discovered, loadingCode);
	addChangesWhileLoading(later, loadingCode, dispatches);
	/** @param {Node} node */
	const runsIn = (node) => roles.runtimeFunctionAround(node);
	/** @param {Node} node */
	const runsLater = (node) => runsIn(node) !== null;
	const escapes = findEscapes(discovered, effects, runsLater, (place, variable) =>
		roles.isHandedBack(place, variable),
	);
	const isHostLive = (/** @type {Node} */ node) => roles.isHostLive(node);
	const { calls: firstCalls } = dispatches;
	return {
		effects: loading,
		deferred,
		fills,
		firstCalls,
		later,
		escapes,
		runsIn,
		runsLater,
		isHostLive,
		locals,
		globalsLater,
	};
}

/**
 * The assignments to a variable, or to a part of what it holds, that the text shows in functions which run later: some of
 * `Sites.later`, found without a search of the module.
 *
 * @param {Variable} variable
 * @param {Discovered} discovered
 * @param {EffectAnalysis} effects
 * @returns {Node[]}
 */
export function assignedLater(variable, discovered, effects) {
	if (variable.initialisation || effects.gems.has(variable)) return [];
	const { parents } = discovered.resolution;
	/** @type {FunctionRoles | undefined} */
	let roles;
	return variable.references.flatMap(({ node }) => {
		let target = node;
		let parent = parents.get(target);
		while (isMember(parent) && parent?.object === target) {
			target = /** @type {Node} */ (parent);
			parent = parents.get(target);
		}
		const isAssigned = parent?.type === 'AssignmentExpression' && parent.left === target;
		if (!isAssigned) return [];
		roles ??= new FunctionRoles(discovered, effects);
		return roles.runtimeFunctionAround(node) === null ? [] : [node];
	});
}

/**
 * @template Key, Item
 * @param {Map<Key, Item[]>} lists
 * @param {Key} key
 * @param {Item} item
 */
function addTo(lists, key, item) {
	const list = lists.get(key);
	if (list) list.push(item);
	else lists.set(key, [item]);
}

/**
 * @param {Discovered} discovered
 * @param {EffectAnalysis} effects
 * @param {FunctionRoles} roles
 * @returns {Pick<Sites, 'later' | 'locals' | 'globalsLater'>}
 */
function changesAnywhere(discovered, effects, roles) {
	/** @type {Map<Variable, Site[]>} */
	const later = new Map();
	/** @type {Map<Variable, Effect[]>} */
	const locals = new Map();
	/** @type {Effect[]} */
	const globalsLater = [];
	for (const effect of effects.anywhere(discovered.file.program)) {
		if ('changes' in effect && effect.via.length === 0 && roles.runtimeFunctionAround(effect.node))
			globalsLater.push(effect);
		for (const variable of localsOf(effect)) addTo(locals, variable, effect);
		if (!('variable' in effect) || effect.via.length > 0) continue;
		const fn = roles.runtimeFunctionAround(effect.node);
		if (!fn) continue;
		const variable = changedVariable(effect, discovered.resolution);
		const { kind, node, isCached } = effect;
		addTo(later, variable, { kind, node, fn, isCached });
	}
	return { later, locals, globalsLater };
}

/** Variables of functions and blocks that it changes, or hands to unknown code. @param {Effect} effect @returns {Variable[]} */
function localsOf(effect) {
	if (effect.inUnit) return [];
	const given = effect.kind === 'call' ? [...effect.receivers, ...effect.args] : [];
	const all = 'variable' in effect ? [effect.variable] : given;
	return all.filter(({ isTopLevel, kind }) => !isTopLevel && kind !== 'this');
}

/**
 * Changes that the top level makes when units may have been called: `mode = 'b'` between two calls.
 *
 * @param {Map<Variable, Site[]>} later gains them
 * @param {Loading} loading
 * @param {Dispatches} dispatches
 */
function addChangesWhileLoading(later, { fragments, effects, fills, analysis }, dispatches) {
	/** @type {Map<Variable, number>} */
	const firstCalls = new Map();
	/** @param {Variable} variable @param {Fragment} fragment @returns {boolean} */
	const isLate = (variable, { index }) => {
		const first = firstCalls.get(variable) ?? dispatches.firstCallNeeding(variable);
		firstCalls.set(variable, first);
		return index >= first;
	};
	/** @param {Variable} variable @param {Site} site */
	const add = (variable, site) => later.set(variable, [...(later.get(variable) ?? []), site]);
	for (const [variable, list] of fills) {
		if (!variable.isTopLevel) continue;
		for (const fragment of list) {
			for (const effect of effects.get(fragment) ?? []) {
				if (!('variable' in effect) || effect.variable !== variable) continue;
				if (isLate(variable, fragment) || isUnsettled(effect, analysis))
					add(variable, { kind: effect.kind, node: effect.node, fn: null });
			}
		}
	}
	// Before its declaration a `var` is undefined, where other variables cannot be read.
	for (const fragment of fragments) {
		for (const variable of fragment.defines) {
			const isSet = variable.kind === 'var' && setsVariable(variable, fragment);
			if (isSet && isLate(variable, fragment))
				add(variable, { kind: 'write', node: fragment.node, fn: null });
		}
	}
}

/** @param {Variable} variable @param {Fragment} fragment that declares it @returns {boolean} the fragment gives it a value */
const setsVariable = ({ declarations }, { node }) =>
	declarations.some(
		({ node: declarator }) =>
			node.start <= declarator.start &&
			declarator.end <= node.end &&
			(declarator !== node || node.init !== null),
	);
