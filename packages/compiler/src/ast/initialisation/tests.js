/** @import { Node } from '../../types.js' */
/** @import { Variable } from '../scope.js' */
import { unwrap } from '../shapes.js';

/**
 * Reads tests of whether a variable has its value yet.
 *
 * @param {Node} test
 * @param {Variable} variable
 * @returns {'set' | 'unset' | null} what holds where it is true; null for any other test
 */
export function readTest(test, variable) {
	const node = /** @type {Node} */ (unwrap(test));
	if (isName(node, variable)) return 'set';
	if (node.type === 'UnaryExpression' && node.operator === '!') {
		const inner = readTest(node.argument, variable);
		return inner && (inner === 'set' ? 'unset' : 'set');
	}
	if (node.type === 'LogicalExpression') {
		// `table === null || table === undefined`, as compilers write `??`
		const left = readTest(node.left, variable);
		const right = readTest(node.right, variable);
		const joins = left === 'set' ? '&&' : '||';
		return left === right && node.operator === joins ? left : null;
	}
	if (node.type !== 'BinaryExpression') return null;
	const sides = [unwrap(node.left), unwrap(node.right)];
	const asked = sides.find((one) => isName(one, variable) || isTypeOf(one, variable));
	const other = sides.find((one) => one !== asked);
	if (!asked || !other) return null;
	const isTest = isName(asked, variable) ? isNothing(other) : other.value === 'undefined';
	if (!isTest) return null;
	if (node.operator === '==' || node.operator === '===') return 'unset';
	return node.operator === '!=' || node.operator === '!==' ? 'set' : null;
}

/** @param {Node} node @param {Variable} variable @returns {boolean} */
export const isName = (node, { name, references }) =>
	node.type === 'Identifier' && node.name === name && references.some((one) => one.node === node);

/** @param {Node} node @param {Variable} variable @returns {boolean} */
const isTypeOf = (node, variable) =>
	node.type === 'UnaryExpression' &&
	node.operator === 'typeof' &&
	isName(unwrap(node.argument), variable);

/** @param {Node} node @returns {boolean} what a variable has that was given no value */
export const isNothing = ({ type, name, operator, value }) =>
	type === 'NullLiteral' ||
	(type === 'Identifier' && name === 'undefined') ||
	(type === 'UnaryExpression' && operator === 'void') ||
	(type === 'BooleanLiteral' && value === false);
