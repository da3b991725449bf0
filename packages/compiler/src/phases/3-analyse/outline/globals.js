/** @import { Effect } from '../../../ir/module.js' */
/** @import { Node } from '../../../types.js' */
/** @import { GlobalFact } from '../../../ir/summary.js' */
/** @import { EffectAnalysis } from '../../../ir/effect-analysis.js' */
/** @import { Placed } from './codes.js' */
/** @import { View } from './view.js' */
import { dottedName, isCall, isTypeOnly, propertyName } from '../../../ast/shapes.js';
import { isOfModule } from '../../../knowledge/globals.js';
import { NOT_SHARED } from './acts.js';
import { spanOf } from './spans.js';

/**
 * What a module changes of globals while it loads.
 *
 * @param {View} view
 * @param {EffectAnalysis} effects
 * @returns {GlobalFact[]}
 */
export function findGlobals({ program }, effects) {
	return program.body
		.filter(
			(/** @type {Node} */ one) => !/^Import|^ExportAll|^TS/.test(one.type) && !isTypeOnly(one),
		)
		.flatMap((/** @type {Node} */ one) => effects.immediate(one))
		.flatMap(factsOf);
}

/** @param {readonly Effect[]} all effects that stand anywhere in the module @returns {Placed<GlobalFact>[]} where it changes globals */
export const placeGlobals = (all) =>
	all
		.filter(({ via }) => via.length === 0)
		.flatMap((one) => factsOf(one).map((fact) => ({ start: one.node.start, fact })));

/** @param {Effect} effect @returns {GlobalFact[]} */
function factsOf(effect) {
	const { changes: path, node } = /** @type {{ changes?: string } & Effect} */ (effect);
	if (path === undefined || (NOT_SHARED.test(path) && !isOfModule(path))) return [];
	const names = namesGiven(node);
	const paths = names.length > 0 ? names.map((name) => `${path}.${name}`) : [path];
	return paths.map((one) => ({ ...spanOf(node), path: one }));
}

/** `last` of `Object.defineProperty(Array.prototype, 'last', …)` and `Object.assign(Array.prototype, { last() {} })`. @param {Node} node @returns {string[]} none where the text does not tell all of them */
function namesGiven(node) {
	if (!isCall(node)) return [];
	const path = dottedName(node.callee) ?? '';
	const [, second, ...more] = node.arguments;
	if (/^(Object|Reflect)\.(defineProperty|set)$/.test(path))
		return second?.type === 'StringLiteral' ? [second.value] : [];
	if (!/^Object\.(assign|defineProperties)$/.test(path) || more.length > 0) return [];
	if (second?.type !== 'ObjectExpression') return [];
	const names = second.properties.map((/** @type {Node} */ one) =>
		one.type === 'SpreadElement' ? null : propertyName(one),
	);
	return names.includes(null) ? [] : names;
}

/**
 * What the code of a module calls things, as far as a change of globals by another one may concern it: globals, and properties of
 * whatever value, `.last`. Read off the text: too many rather than too few.
 *
 * @param {View} view
 * @returns {string[]}
 */
export function namesIn({ variableOf, discovered }) {
	/** @type {Set<string>} */
	const names = new Set();
	for (const [node, variable] of variableOf) if (!variable) names.add(node.name);
	for (const [, name] of discovered.source.matchAll(/\.\s*([\p{ID_Start}$_][\p{ID_Continue}$]*)/gu))
		names.add(`.${name}`);
	return [...names];
}
