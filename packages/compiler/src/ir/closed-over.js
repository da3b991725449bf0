/** @import { Node } from '../types.js' */
/** @import { Reference, Variable } from '../ast/scope.js' */
/** @import { EffectAnalysis } from './effect-analysis.js' */
import { isCall } from '../ast/shapes.js';
import { isWithin } from '../ast/tree.js';
import { isMemoised } from './memos.js';
import { showsPrimitive } from './objects.js';
import { sourcesOf } from './sources.js';
import { functionOf } from './values.js';

/**
 * Variables of functions that closures read, and that may hold something else in another thread.
 *
 * ```js
 * const make = (table) => { let hits = 0; return { hit: () => hits++, get: (key) => table[key] }; };
 * ```
 * No property of what `make` returns leads to `hits` or `table`, so that a comparison has to know what to look for. What each thread
 * computes alike is left out: constants, and what is remembered. So is what units read, which comes with their calls.
 *
 * @param {EffectAnalysis} effects
 * @returns {string[]} their names, without duplicates; none where all of them hold functions
 */
export const findClosedOver = (effects) => (effects.closedOver ??= search(effects));

/** @param {EffectAnalysis} effects @returns {string[]} */
function search(effects) {
	/** @type {Map<Variable, boolean>} whether it holds more than code */
	const found = new Map();
	/** @type {Set<Variable>} */
	const seen = new Set();
	for (const { variable, node, implicit } of effects.resolution.references) {
		if (!variable || variable.isTopLevel || implicit || seen.has(variable)) continue;
		const { hidden } = effects;
		if (hidden.functionAround(node) === hidden.functionIn(variable.scope.node)) continue;
		seen.add(variable);
		if (isComparable(variable, effects)) found.set(variable, functionOf(variable) === null);
	}
	if (![...found.values()].includes(true)) return [];
	return [...new Set([...found.keys()].map(({ name }) => name))];
}

/** @param {Variable} variable @param {EffectAnalysis} effects @returns {boolean} */
function isComparable(variable, effects) {
	const { initialisation, isPerCall, kind, references } = variable;
	if (initialisation || isPerCall || !HOLDING.test(kind)) return false;
	const isOfUnit = (/** @type {Node} */ unit) =>
		references.some(({ node }) => isWithin(node, unit));
	if ([...effects.units].some(isOfUnit)) return false;
	if (references.every((one) => isUnread(one, effects))) return false;
	const isChanged = references.some(({ node }) => effects.hidden.isChange(node));
	return isChanged ? !isMemoised(variable, effects) : !isConstant(variable, effects);
}

const HOLDING = /^(const|let|var|param|function)$/;

/** `lines.push(text);`: it is changed, and nothing looks at it. @param {Reference} reference @param {EffectAnalysis} effects @returns {boolean} */
function isUnread({ node }, { hidden, parents }) {
	const change = hidden.changeOf(node);
	const isAsked = change && isCall(change) && isWithin(node, change.callee);
	if (!isAsked && !/^(Assignment|Update)Expression$/.test(change?.type ?? '')) return false;
	const user = parents.get(change);
	return user?.type === 'ExpressionStatement' || user?.operator === 'void';
}

/** @param {Variable} variable that no code changes @param {EffectAnalysis} effects @returns {boolean} it holds a number or a text that stands there */
function isConstant(variable, { parents }) {
	const sources = sourcesOf(variable, parents);
	return sources.length > 0 && sources.every(({ value }) => showsPrimitive(value));
}
