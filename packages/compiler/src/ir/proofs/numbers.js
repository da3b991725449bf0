/** @import { Node } from '../../types.js' */
/** @import { Variable } from '../../ast/scope.js' */
/** @import { Flow } from './flow.js' */
import { dottedName, isCall, isMember, propertyName, unwrap } from '../../ast/shapes.js';
import { givesNumber } from '../../knowledge/calls.js';

const ARITHMETIC = new Set(['-', '*', '/', '%', '**', '|', '&', '^', '<<', '>>', '>>>']);
const RELATIONAL = new Set(['<', '>', '<=', '>=']);
/** Properties that hold numbers, of whatever has a length. */
const SIZES = new Set(['length', 'size', 'byteLength', 'byteOffset', 'BYTES_PER_ELEMENT']);
/** A value is followed through no more names than this. */
const DEPTH = 4;

/**
 * Whether an expression gives a number, and no object that has another use as a key or as the size of a list.
 *
 * @param {Node} expression
 * @param {Flow} flow
 * @param {number} [depth]
 * @returns {boolean}
 */
export function isNumber(expression, flow, depth = 0) {
	const node = /** @type {Node} */ (unwrap(expression));
	if (depth > DEPTH) return false;
	switch (node.type) {
		case 'NumericLiteral':
		case 'UpdateExpression':
			return true;
		case 'UnaryExpression':
			return ['-', '+', '~'].includes(node.operator);
		case 'BinaryExpression':
			if (ARITHMETIC.has(node.operator)) return true;
			return (
				node.operator === '+' &&
				isNumber(node.left, flow, depth + 1) &&
				isNumber(node.right, flow, depth + 1)
			);
		case 'AssignmentExpression':
			return ARITHMETIC.has(node.operator.slice(0, -1));
		case 'MemberExpression':
			return SIZES.has(propertyName(node) ?? '');
		case 'Identifier':
			return isNumberVariable(node, flow, depth);
		default:
			return (
				isCall(node) && givesNumber(dottedName(node.callee) ?? '') && isGlobal(node.callee, flow)
			);
	}
}

/** @param {Node} callee @param {Flow} flow @returns {boolean} */
function isGlobal(callee, flow) {
	let root = callee;
	while (isMember(root)) root = root.object;
	return flow.references.get(root) === null;
}

/** @param {Node} name @param {Flow} flow @param {number} depth @returns {boolean} */
function isNumberVariable(name, flow, depth) {
	const variable = flow.references.get(name);
	if (!variable || variable.declarations.length !== 1) return false;
	if (variable.kind === 'param') return isCountedWith(variable, flow);
	const { node, id } = /** @type {import('../../ast/scope.js').Declaration} */ (
		variable.declarations[0]
	);
	if (node.type !== 'VariableDeclarator') return false;
	if (node.id !== id) return isCountedWith(variable, flow);
	if (!node.init) return false;
	const isSet = isNumber(node.init, flow, depth + 1) || isCountedWith(variable, flow);
	return isSet && variable.references.every((one) => keepsNumber(one, flow, depth));
}

/** @param {import('../../ast/scope.js').Reference} reference @param {Flow} flow @param {number} depth @returns {boolean} */
function keepsNumber({ node, role }, flow, depth) {
	if (role !== 'write' && role !== 'update') return true;
	const parent = flow.parents.get(node);
	if (!parent) return false;
	if (parent.type === 'UpdateExpression') return true;
	if (parent.type !== 'AssignmentExpression' || parent.left !== node) return false;
	if (ARITHMETIC.has(parent.operator.slice(0, -1))) return true;
	return (
		(parent.operator === '=' || parent.operator === '+=') && isNumber(parent.right, flow, depth + 1)
	);
}

/**
 * What a function counts with and never looks into is a number: the memory of a buffer makes `NaN` of each computation.
 *
 * @param {Variable} variable that is assigned once
 * @param {Flow} flow
 * @returns {boolean}
 */
function isCountedWith(variable, flow) {
	if (variable.isReassigned) return false;
	let isCounted = false;
	for (const { node } of variable.references) {
		const parent = flow.parents.get(node);
		if (!parent) return false;
		if (isMember(parent) && parent.object === node) return false;
		if (parent.type === 'UnaryExpression' && parent.operator === 'typeof') return false;
		if (parent.type === 'ForOfStatement' || parent.type === 'SpreadElement') return false;
		if (parent.type !== 'BinaryExpression') continue;
		if (parent.operator === 'instanceof' || parent.operator === 'in') return false;
		isCounted ||= ARITHMETIC.has(parent.operator) || RELATIONAL.has(parent.operator);
	}
	return isCounted;
}
