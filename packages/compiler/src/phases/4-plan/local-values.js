/** @import { Node } from '../../types.js' */
/** @import { Analysed, Unit } from '../../ir/module.js' */
/** @import { Variable } from '../../ast/scope.js' */
import { referencesWithin } from '../../ast/references.js';
import { dottedName, isFunction, isPrimitiveLiteral, unwrap } from '../../ast/shapes.js';
import { isWithin } from '../../ast/tree.js';
import { constantValueOf } from '../../ir/values.js';
import { isSetAfterCall } from './call-order.js';
import { holdsMutableData, isCode } from './contents.js';
import { outerContext } from './outer-context.js';

/**
 * Locals of enclosing functions whose text can take the place of their value.
 */

/**
 * `const codec = { encode(text) { … }, decode(text) { … } }`: an object of functions that nobody changes.
 *
 * @param {Variable} variable
 * @param {Analysed} analysed
 * @returns {boolean}
 */
export function isMethodTable(variable, { sites }) {
	const value = constantValueOf(variable);
	if (value?.type !== 'ObjectExpression') return false;
	if (sites.later.has(variable) || sites.fills.has(variable)) return false;
	const parts = value.properties.map((/** @type {Node} */ one) =>
		one.type === 'ObjectProperty' && !one.computed ? unwrap(one.value) : one,
	);
	return (
		parts.some(isFunction) &&
		parts.every((/** @type {Node} */ one) => {
			if (isFunction(one)) return !one.computed && (one.kind ?? 'method') === 'method';
			const named = one.type === 'Identifier' ? variable.scope.lookup(one.name) : null;
			return isPrimitiveLiteral(one) || (named !== null && isCode(named));
		})
	);
}

/**
 * `(function () { const row = []; function distance(a, b) { … row[i] = … } … })()`: a collection that is made
 * once, while the module loads, and that only code of the worker ever sees.
 *
 * @param {Variable} variable
 * @param {{ unit: Unit, regions: readonly Node[] }} worker `regions`: the text that runs there
 * @param {Analysed} analysed
 * @returns {boolean}
 */
export function isScratch(variable, { unit, regions }, analysed) {
	const { sites, resolution, effects } = analysed;
	const place = variable.declarations[0]?.id;
	const value = constantValueOf(variable);
	if (!place || !value || !holdsMutableData(variable) || sites.runsLater(place)) return false;
	const isGlobal = (/** @type {Node} */ node) => effects.aliases.variableOf(node) === null;
	if (outerContext(value, isGlobal)) return false;
	// Before its declaration a `var` is undefined, and a read of it does not throw.
	if (variable.kind === 'var' && isSetAfterCall(variable, unit, analysed)) return false;
	const isBare = !referencesWithin(resolution.references, value).some(({ variable }) => variable);
	return (
		isBare &&
		variable.references.every(({ node }) =>
			regions.some((region) => region.start <= node.start && node.end <= region.end),
		)
	);
}

/**
 * `const MISSING = Symbol('missing')` that only code of the worker names: a key or a mark of what a call makes for itself. Where calls leave
 * something behind, one may meet the symbol of another.
 *
 * @param {Variable} variable
 * @param {{ unit: Unit, regions: readonly Node[] }} worker
 * @param {Analysed} analysed
 * @returns {boolean}
 */
export function isOwnSymbol(variable, { unit, regions }, { effects }) {
	const value = variable.kind === 'const' ? constantValueOf(variable) : null;
	const isMade =
		value?.type === 'CallExpression' &&
		dottedName(value.callee) === 'Symbol' &&
		effects.aliases.variableOf(value.callee) === null &&
		value.arguments.every(isPrimitiveLiteral);
	if (!isMade) return false;
	const isInside = (/** @type {Node} */ node) => regions.some((region) => isWithin(node, region));
	return (
		variable.references.every(({ node }) => isInside(node)) &&
		effects.summarise(unit.node).effects.every(({ kind }) => kind !== 'call' && !LEAVES.has(kind))
	);
}

/** Effects that outlast the call. */
const LEAVES = new Set(['write', 'mutate', 'shared']);
