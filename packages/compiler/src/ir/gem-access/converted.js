/** @import { Node } from '../../types.js' */
import { isMember, unwrap } from '../../ast/shapes.js';

/** Operators that convert neither side to a primitive. */
const AS_THEY_ARE = /^(===|!==|instanceof|\|>)$/;
/** Assignments that convert nothing. */
const CHOOSING = /^(=|\?\?=|\|\|=|&&=)$/;

/** @param {Node} node @returns {(Node | null | undefined)[]} what evaluating the node itself converts to a primitive value, which may call `valueOf` or `toString` */
export function convertedBy(node) {
	if (isMember(node)) return node.computed ? [node.property] : [];
	switch (node.type) {
		case 'TemplateLiteral':
			return node.expressions;
		case 'BinaryExpression':
			if (node.operator === 'in') return [node.left];
			if (AS_THEY_ARE.test(node.operator) || isNullTest(node)) return [];
			return [node.left, node.right];
		case 'UnaryExpression':
			return /^[-+~]$/.test(node.operator) ? [node.argument] : [];
		case 'UpdateExpression':
			return [node.argument];
		case 'AssignmentExpression':
			return CHOOSING.test(node.operator) ? [] : [node.left, node.right];
		case 'ObjectProperty':
		case 'ObjectMethod':
			return node.computed ? [node.key] : [];
		default:
			return [];
	}
}

/** @param {Node} node @returns {boolean} `x == null`, which converts nothing */
const isNullTest = ({ operator, left, right }) =>
	/^[!=]=$/.test(operator) && [left, right].some((one) => unwrap(one)?.type === 'NullLiteral');
