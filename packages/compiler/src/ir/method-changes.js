/** @import { Node } from '../types.js' */
/** @import { EffectAnalysis } from './effect-analysis.js' */
/** @import { CallEffect, Unit } from './module.js' */
/** @import { Variable } from '../ast/scope.js' */
import { isMember, propertyName, unwrap } from '../ast/shapes.js';
import { indexOfParameter } from './parameters.js';

/**
 * What a function changes by methods of objects whose classes the text does not show: `doc.add(word)` of `(doc, word) => …` may be that of any
 * class of the module with such a method, since these are the classes that its instances can have in a worker.
 *
 * @param {Node} fn
 * @param {EffectAnalysis} effects
 * @returns {Map<Variable, Node>} parameters, and `this`, of the function, with a place that changes each
 */
export function changedByMethods(fn, effects) {
	/** @type {Map<Variable, Node>} */
	const found = new Map();
	for (const effect of effects.summarise(fn).effects) {
		if (effect.kind !== 'call') continue;
		for (const variable of changedBy(effect, effects))
			if (variable.scope.node === fn && !found.has(variable)) found.set(variable, effect.node);
	}
	return found;
}

/** @param {Unit} unit @param {EffectAnalysis} effects @returns {boolean} what it calls of its arguments are not all methods of classes of the module, which cross with these */
export const takesFunctions = ({ functions }, { classes }) =>
	functions.some(({ path }) => classes.methodsOf(String(path.at(-1))).length === 0);

/** @param {CallEffect} call @param {EffectAnalysis} effects @returns {Variable[]} whose objects methods of its name change */
function changedBy({ node, receivers, given = [] }, effects) {
	const callee = unwrap(node.callee ?? node.tag ?? null);
	const name = isMember(callee) ? propertyName(callee) : null;
	if (name === null || receivers.length === 0) return [];
	return effects.classes.methodsOf(name).flatMap((method) => {
		const { ofThis, indexes } = changesOf(method, effects);
		return [...(ofThis ? receivers : []), ...indexes.flatMap((index) => given[index] ?? [])];
	});
}

/** @typedef {{ ofThis: boolean, indexes: number[] }} MethodChanges `indexes`: of parameters */

/** By method; one that is asked about while it is looked at has what is known by then. @type {WeakMap<EffectAnalysis, Map<Node, MethodChanges>>} */
const KNOWN = new WeakMap();

/** @param {Node} method @param {EffectAnalysis} effects @returns {MethodChanges} */
function changesOf(method, effects) {
	const all = KNOWN.get(effects) ?? new Map();
	KNOWN.set(effects, all);
	const known = all.get(method);
	if (known) return known;
	const { mutatesThis, mutatedParams } = effects.summarise(method);
	/** @type {MethodChanges} */
	const changes = { ofThis: mutatesThis, indexes: [...mutatedParams.keys()] };
	all.set(method, changes);
	for (const variable of changedByMethods(method, effects).keys()) {
		if (variable.kind === 'this') changes.ofThis = true;
		else changes.indexes.push(indexOfParameter(method, variable));
	}
	return changes;
}
