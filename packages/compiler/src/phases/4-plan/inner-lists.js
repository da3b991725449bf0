/** @import { Parents } from '../../ast/parents.js' */
/** @import { Node } from '../../types.js' */
/** @import { Analysed } from '../../ir/module.js' */
/** @import { Variable } from '../../ast/scope.js' */
import { isFunction, unwrap } from '../../ast/shapes.js';
import { isWithin } from '../../ast/tree.js';

/**
 * Lists of statements inside functions and blocks, and when what stands in them runs. A statement of a list, or one
 * declarator of it, is for an enclosing function what a fragment is for the module.
 */

/** @param {Node} node @returns {boolean} its statements run one after the other, each once */
const isList = ({ type }) =>
	type === 'BlockStatement' || type === 'StaticBlock' || type === 'Program';

/**
 * The list that a place and a unit have in common, the innermost one.
 *
 * @param {Node} node
 * @param {Node} unit
 * @param {Parents} parents
 * @returns {Node}
 */
export function commonList(node, unit, parents) {
	let at = /** @type {Node} */ (parents.get(node));
	while (parents.has(at) && !(isList(at) && isWithin(unit, at)))
		at = /** @type {Node} */ (parents.get(at));
	return at;
}

/**
 * @param {Node} node
 * @param {Node} list
 * @param {Parents} parents
 * @returns {Node} the statement of the list around a node, or the declarator of it
 */
export function pieceAround(node, list, parents) {
	let child = node;
	for (let at = parents.get(node); at && at !== list; at = parents.get(at)) {
		if (at.type === 'VariableDeclaration' && parents.get(at) === list) return child;
		child = at;
	}
	return child;
}

/** @param {Node} piece @param {Parents} parents @returns {Node} the whole statement of its list */
export const statementOf = (piece, parents) =>
	piece.type === 'VariableDeclarator' ? /** @type {Node} */ (parents.get(piece)) : piece;

/**
 * The function during whose run a place runs: functions that are called on the spot, and then are gone, are part of that.
 *
 * @param {Node} node
 * @param {Analysed} analysed
 * @returns {Node | null} null for the module itself
 */
export const runnerOf = (node, { effects }) => effects.hidden.functionAround(node) ?? null;

/** @param {Node} inner @param {Node} outer @param {Parents} parents @returns {boolean} a loop or a callback between them runs the inner one several times */
export function isRepeatedWithin(inner, outer, parents) {
	for (let at = inner; at !== outer; at = /** @type {Node} */ (parents.get(at))) {
		if (/^(For|While|DoWhile)/.test(at.type)) return true;
		if (isFunction(at) && unwrap(parents.get(at)?.callee) !== at) return true;
	}
	return false;
}

/**
 * What has to run before a unit can be called: the outermost function around it within a list, or the unit itself.
 *
 * @param {Node} unit
 * @param {Node} list around it
 * @param {Parents} parents
 * @returns {Node}
 */
export function outermostWithin(unit, list, parents) {
	let found = unit;
	for (let at = parents.get(unit); at && at !== list; at = parents.get(at))
		if (isFunction(at)) found = at;
	return found;
}

/** @param {Variable} variable @param {Parents} parents @returns {Node} the list that declares it */
export function homeOf(variable, parents) {
	const declaration = variable.declarations[0];
	let at = /** @type {Node} */ (parents.get(/** @type {Node} */ (declaration?.node)));
	while (parents.has(at) && !isList(at)) at = /** @type {Node} */ (parents.get(at));
	return at;
}
