/** @import { Node } from '../types.js' */
/** @import { Unit } from './module.js' */
/** @import { Variable } from '../ast/scope.js' */
/** @import { EffectAnalysis } from './effect-analysis.js' */
import {
	dottedName,
	isCall,
	isFunction,
	isMember,
	isPrimitiveLiteral,
	propertyName,
	unwrap,
} from '../ast/shapes.js';
import { isWithin } from '../ast/tree.js';
import { isMutatorMethod } from '../knowledge/methods.js';

/** `whole`: no part of a value is anybody else's; `top`: its elements and properties may be. @typedef {'whole' | 'top' | null} Own */

/** What makes a value, of parts that are as new. */
const WHOLE = /^(structuredClone|JSON\.parse)$/;
/** What makes an object, of parts that others may have. */
const TOP = /^(Object\.(keys|values|entries|fromEntries)|Array\.(from|of))$/;
const COLLECTIONS = /^(Array|Map|Set|(Big)?(Ui|I)nt\d+(Clamped)?Array|Float\d+Array)$/;
/** Methods of arrays that make another one; `slice` of a Buffer does not. */
const COPIES = /^(map|filter|flatMap|concat|toSorted|toReversed|toSpliced)$/;

/**
 * `median(rows.map((row) => row.v))`: whether no other code references what the unit changes of an argument, so that the change cannot be seen.
 *
 * @param {Unit} unit
 * @param {Variable} param that it changes
 * @param {EffectAnalysis} effects
 * @returns {boolean} false where the text does not show all calls
 */
export function isGivenAlone({ node, variable, declaration }, param, effects) {
	const { parents } = effects;
	const index = node.params.findIndex(
		(/** @type {Node} */ one) => (one.left ?? one).name === param.name,
	);
	if (!variable || variable.isReassigned || variable.hoistedAs || index < 0) return false;
	for (let at = declaration ?? node; at; at = /** @type {Node} */ (parents.get(at)))
		if (/^Export/.test(at.type)) return false;
	const isTop = changesOnlyItself(node, param, effects);
	return variable.references.every(({ node: name }) => {
		const call = parents.get(name);
		if (isWithin(name, node)) return true; // there, both have one object
		if (!call || !isCall(call) || call.callee !== name) return false;
		const given = call.arguments.slice(0, index + 1);
		if (given.some((/** @type {Node} */ { type }) => type === 'SpreadElement')) return false;
		const own = given.length > index ? ownOf(given[index], effects) : 'whole';
		return own === 'whole' || (own === 'top' && isTop);
	});
}

/** @param {Unit} unit @param {EffectAnalysis} effects @returns {number[]} indexes of parameters of which the same holds */
export function changedAlone(unit, effects) {
	const { mutatedParams, mutated } = effects.summarise(unit.node);
	return [...mutatedParams.keys()].filter((index) => {
		const param = unit.node.params[index];
		const name = (param?.left ?? param)?.name;
		const variable = [...mutated.keys()].find((one) => one.name === name);
		return variable !== undefined && isGivenAlone(unit, variable, effects);
	});
}

/** @param {Node} expression @param {EffectAnalysis} effects @returns {Own} how much of its value is new */
function ownOf(expression, effects) {
	const value = /** @type {Node} */ (unwrap(expression));
	if (isPrimitiveLiteral(value)) return 'whole';
	if (value.type === 'ArrayExpression' || value.type === 'ObjectExpression') {
		const parts = value.elements ?? value.properties;
		const isWhole = parts.every((/** @type {Node | null} */ one) => {
			if (!one || isFunction(one)) return one === null;
			const part = one.type === 'ObjectProperty' ? one.value : one;
			return part.type !== 'SpreadElement' && ownOf(part, effects) === 'whole';
		});
		return isWhole ? 'whole' : 'top';
	}
	if (value.type === 'NewExpression' && isOfGlobal(value.callee, COLLECTIONS, effects))
		return value.arguments.every((/** @type {Node} */ one) => ownOf(one, effects) === 'whole')
			? 'whole'
			: null;
	if (!isCall(value) || effects.callees.ofCall(value).length > 0) return null;
	const callee = /** @type {Node} */ (unwrap(value.callee));
	if (isOfGlobal(callee, WHOLE, effects)) return 'whole';
	if (isOfGlobal(callee, TOP, effects)) return 'top';
	const method = isMember(callee) ? propertyName(callee) : null;
	if (method === 'split') return 'whole';
	return method !== null && COPIES.test(method) ? 'top' : null;
}

/** @param {Node} callee @param {RegExp} names @param {EffectAnalysis} effects @returns {boolean} */
function isOfGlobal(callee, names, { resolution }) {
	const name = dottedName(callee) ?? '';
	return names.test(name) && resolution.globals.has(String(name.split('.')[0]));
}

/** `values.sort()`, `options.width = 3`, and no change of what these hold. @param {Node} unit @param {Variable} param @param {EffectAnalysis} effects @returns {boolean} */
function changesOnlyItself(unit, param, effects) {
	const isParam = (/** @type {Node | null | undefined} */ one) =>
		one?.type === 'Identifier' && effects.aliases.variableOf(one) === param;
	const changes = effects
		.anywhere(unit)
		.filter((one) => 'variable' in one && one.kind === 'mutate' && one.variable === param);
	return (
		changes.length > 0 &&
		changes.every(({ node }) => {
			const target = unwrap(node.callee ?? node.left ?? node.argument);
			if (!isMember(target) || !isParam(unwrap(target.object))) return false;
			// `rows.forEach(mark)` changes elements, as a function by its name may that `sort` gets.
			const isOwn = isMutatorMethod(propertyName(target) ?? '');
			return (
				!isCall(node) ||
				(isOwn && !(node.arguments[0]?.type === 'Identifier' && propertyName(target) === 'sort'))
			);
		})
	);
}
