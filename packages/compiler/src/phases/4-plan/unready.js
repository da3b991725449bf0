/** @import { Parents } from '../../ast/parents.js' */
/** @import { Node } from '../../types.js' */
/** @import { Analysed, Unit } from '../../ir/module.js' */
/** @import { Variable } from '../../ast/scope.js' */
import { isFunction } from '../../ast/shapes.js';
import { isWithin } from '../../ast/tree.js';
import { homeOf, outermostWithin, pieceAround } from './inner-lists.js';

/**
 * Captures of enclosing functions that a call of a unit may come before. Where the text shows that each call comes after the
 * declaration, the variable has a value at any of them.
 *
 * @param {Unit} unit
 * @param {readonly Variable[]} variables that the unit has of enclosing functions and blocks
 * @param {Analysed} analysed
 * @returns {Variable[]}
 */
export const findUnready = (unit, variables, analysed) =>
	variables.filter((variable) => mayLackValue(variable, unit, analysed));

/** @param {Variable} variable @param {Unit} unit @param {Analysed} analysed @returns {boolean} */
function mayLackValue(variable, unit, analysed) {
	const { parents } = analysed.resolution;
	const [declaration] = variable.declarations;
	if (!declaration) return false;
	if (variable.kind === 'param') return isInEarlierDefault(unit.node, declaration);
	if (!/^(const|let|class)$/.test(variable.kind)) return false;
	const { node } = declaration;
	const list = homeOf(variable, parents);
	if (!isWithin(unit.node, list)) return false;
	if (isWithin(unit.node, node))
		return node.type === 'VariableDeclarator' && isInsideCall(unit.node, node, parents);
	const statement = /** @type {Node} */ (
		node.type === 'VariableDeclarator' ? parents.get(node) : node
	);
	const around = /** @type {Node} */ (parents.get(statement));
	// The head of a loop over values declares its variables around the expression that gives these.
	if (/^For(Of|In)/.test(around.type) && isWithin(unit.node, around.right)) return true;
	if (around.type === 'SwitchCase' && !isWithin(unit.node, around)) return true;
	return isCalledEarly(unit.node, { list, end: node.end }, analysed);
}

/** `(f = async () => b, a = f(), b = 1)`. @param {Node} unit @param {Variable['declarations'][0]} parameter @returns {boolean} */
const isInEarlierDefault = (unit, { id, node }) =>
	id.end > unit.start && (node.params ?? []).some((/** @type {Node} */ one) => isWithin(unit, one));

/** @param {Node} inner @param {Node} outer @param {Parents} parents @returns {boolean} code may call what `inner` is before `outer` is over */
function isInsideCall(inner, outer, parents) {
	for (let at = parents.get(inner); at && at !== outer; at = parents.get(at))
		if (/Call|^New|^Tagged|^Await|^Yield|^Decorator|^StaticBlock/.test(at.type)) return true;
	return false;
}

/**
 * @param {Node} unit
 * @param {{ list: Node, end: number }} place in a list around it
 * @param {Analysed} analysed
 * @returns {boolean} a call may come before the place
 */
function isCalledEarly(unit, { list, end }, { resolution }) {
	const { parents } = resolution;
	const first = outermostWithin(unit, list, parents);
	const piece = pieceAround(first, list, parents);
	if (first.type !== 'FunctionDeclaration' && first.start >= end) return false;
	const name = nameOf(piece, first, parents);
	const named = name && resolution.scopes.get(list)?.lookup(name);
	if (!named) return true;
	return named.allReferences.some(
		({ node }) => !isWithin(node, piece) && isEarly(node, { list, end, parents }),
	);
}

/**
 * @param {Node} piece of a list: a statement, or a declarator
 * @param {Node} fn in it
 * @param {Parents} parents
 * @returns {string | null} by which alone code reaches the function
 */
function nameOf(piece, fn, parents) {
	if (piece === fn) return piece.id?.name ?? null;
	const isLiteral = piece.type === 'VariableDeclarator' && !isInsideCall(fn, piece, parents);
	const isMethod =
		piece.type === 'ClassDeclaration' &&
		isFunction(fn) &&
		!piece.body.body.some(
			(/** @type {Node} */ one) =>
				one.type === 'StaticBlock' || (one.static && /Property$/.test(one.type)),
		);
	return isLiteral || isMethod ? (piece.id.name ?? null) : null;
}

/** @param {Node} node @param {{ list: Node, end: number, parents: Parents }} place @returns {boolean} it may run before the place has */
function isEarly(node, { list, end, parents }) {
	const around = outermostWithin(node, list, parents);
	return node.start < end || around.type === 'FunctionDeclaration';
}
