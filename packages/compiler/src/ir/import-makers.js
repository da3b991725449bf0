/** @import { Node } from '../types.js' */
/** @import { Effect } from './module.js' */
/** @import { EffectAnalysis } from './effect-analysis.js' */
/** @import { Variable } from '../ast/scope.js' */
import { chainRoot, dottedName, isCall, isMember, propertyName, unwrap } from '../ast/shapes.js';
import { globalCall } from '../knowledge/calls.js';
import { constantValueOf, importOf } from './values.js';

/**
 * Calls of functions that other files of the program define, as far as a link has found what they do: `once(build)`,
 * `new Cache(100)`, and what is called of that later.
 */

/** Stands for a call of a value itself where methods have names. */
export const ITSELF = '()';

/** Stands for making instances of a class that a call gives. */
export const CONSTRUCTED = 'new()';

/** What calling an import gives: `changers` and `readers` are names of methods. @typedef {{ changers: Set<string>, readers: Set<string> }} Maker */

/** @param {readonly string[]} lines as `Linked` has them @returns {Map<string, Maker>} by the name of the call */
export function readMakers(lines) {
	/** @param {string} names */
	const setOf = (names) => new Set(names === '-' ? [] : names.split(','));
	return new Map(
		lines.map((line) => {
			const [name, readers, changers] = /** @type {[string, string, string]} */ (line.split(' '));
			return [name, { readers: setOf(readers), changers: setOf(changers) }];
		}),
	);
}

/**
 * @param {Node} node a call or `new`
 * @param {EffectAnalysis} analysis
 * @returns {Effect[] | null} null where nothing is known of it
 */
export function ofImportedMaker(node, analysis) {
	const maker = makerCalledBy(node, analysis);
	const isHarmless =
		maker !== null &&
		node.arguments.every((/** @type {Node} */ one) => isHarmlessFor(maker, one, analysis));
	return isHarmless ? [] : null;
}

/**
 * `cache.get(key)`, `once()`: a call of what such a call has given.
 *
 * @param {Node} node a call
 * @param {EffectAnalysis} analysis
 * @returns {Effect[] | null} null where nothing is known of it
 */
export function ofMadeByImport(node, analysis) {
	if (analysis.makers.size === 0 || !isCall(node)) return null;
	const callee = unwrap(node.callee);
	const object = isMember(callee) ? unwrap(callee.object) : callee;
	const variable = object.type === 'Identifier' ? analysis.aliases.variableOf(object) : null;
	const maker = variable && makerOf(variable, analysis);
	const name = isMember(callee) ? propertyName(callee) : ITSELF;
	if (!maker || name === null) return null;
	if (maker.changers.has(name)) return analysis.mutations(object, node);
	const isHarmless =
		maker.readers.has(name) &&
		node.arguments.every((/** @type {Node} */ one) => isHarmlessFor(maker, one, analysis));
	return isHarmless ? [] : null;
}

/** @param {Variable} variable @param {EffectAnalysis} analysis @returns {Maker | null} what has given its value */
function makerOf(variable, analysis) {
	if (analysis.makers.size === 0) return null;
	const value = constantValueOf(variable);
	const isMade = value && (isCall(value) || value.type === 'NewExpression');
	return isMade ? makerCalledBy(value, analysis) : null;
}

/** @param {Node} node @param {EffectAnalysis} analysis @returns {Maker | null} */
function makerCalledBy(node, analysis) {
	if (analysis.makers.size === 0 || !node.callee) return null;
	return namedMaker(unwrap(node.callee), analysis);
}

/** @param {Node} node a call or `new` @param {EffectAnalysis} analysis @returns {boolean} a link has found that it only computes */
export const isMakerCall = (node, analysis) => makerCalledBy(node, analysis) !== null;

/** @param {Node} node a call or `new` @param {EffectAnalysis} analysis @returns {boolean} it gives closures, or an object with methods */
export function givesMethods(node, analysis) {
	const maker = makerCalledBy(node, analysis);
	return maker !== null && maker.readers.size + maker.changers.size > 0;
}

/** @param {Node} callee @param {EffectAnalysis} analysis @returns {Maker | null} */
function namedMaker(callee, { makers, aliases, parents }) {
	const maker = makers.get(dottedName(callee) ?? '');
	const root = maker ? chainRoot(callee) : null;
	const variable = root?.type === 'Identifier' ? aliases.variableOf(root) : null;
	return maker && variable?.isTopLevel && importOf(variable, parents) ? maker : null;
}

/**
 * Whether what is made may keep an argument, and call it, without a change that nobody sees: functions among the arguments compute alone,
 * and what has methods that change it gets no object of the module.
 *
 * @param {Maker} maker
 * @param {Node} argument
 * @param {EffectAnalysis} analysis
 * @returns {boolean}
 */
export function isHarmlessFor(maker, argument, analysis) {
	const value = /** @type {Node} */ (unwrap(argument.argument ?? argument));
	const parts = value.elements ?? value.properties;
	if (/^(Array|Object)Expression$/.test(value.type))
		return parts.every(
			(/** @type {Node | null} */ one) => !one || isHarmlessFor(maker, one.value ?? one, analysis),
		);
	if (namedMaker(value, analysis)) return true;
	const functions = analysis.callees.functionsHeld(value);
	if (functions.length > 0) return functions.every((fn) => computesAlone(fn, analysis));
	if (!isClearValue(value, analysis)) return false;
	return (
		maker.changers.size === 0 || [...analysis.aliases.of(value)].every((one) => !one.isTopLevel)
	);
}

/** @param {Node} value an argument that holds no function of the module @param {EffectAnalysis} analysis @returns {boolean} the text shows that it holds no other function either, but for those that compute alone */
function isClearValue(value, analysis) {
	const root = chainRoot(value);
	if (root.type !== 'Identifier') return !isMember(value);
	const variable = analysis.aliases.variableOf(root);
	if (variable) return !importOf(variable, analysis.parents) && constantValueOf(variable) !== null;
	const path = dottedName(value) ?? '';
	return /^(undefined|NaN|Infinity)$/.test(path) || globalCall(path).kind === 'pure';
}

/** @param {Node} fn @param {EffectAnalysis} analysis @returns {boolean} */
function computesAlone(fn, analysis) {
	return analysis.summarise(fn).effects.every((effect) => {
		if ('variable' in effect) return effect.isCached === true;
		if (effect.kind !== 'call' || !effect.node.callee) return false;
		const root = chainRoot(unwrap(effect.node.callee));
		const variable = root.type === 'Identifier' ? analysis.aliases.variableOf(root) : null;
		return Boolean(variable && !variable.isTopLevel);
	});
}
