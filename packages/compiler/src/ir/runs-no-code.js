/** @import { Node } from '../types.js' */
import { partsEvaluated } from '../ast/class-parts.js';
import {
	chainRoot,
	dottedName,
	isClass,
	isFunction,
	isMember,
	isPrimitiveLiteral,
	isTypeOnly,
	unwrap,
} from '../ast/shapes.js';
import { globalCall, globalNew } from '../knowledge/calls.js';

/** What a statement may call all the same. @typedef {(call: Node) => boolean} IsKnown */
/** @typedef {{ isKnown: IsKnown, isGlobal: (name: string) => boolean }} Names */

/**
 * Whether a statement of the top level only defines: no function of the program runs by it, neither by a call, nor by a getter, a
 * conversion or an iterator.
 *
 * @param {Node} statement
 * @param {Names} names
 * @returns {boolean}
 */
export function runsNoCode(statement, names) {
	const { type } = statement;
	if (isTypeOnly(statement) || isFunction(statement)) return true;
	if (isClass(statement)) return isStill(statement, names);
	switch (type) {
		case 'ImportDeclaration':
		case 'ExportAllDeclaration':
		case 'EmptyStatement':
			return true;
		case 'ExportNamedDeclaration':
		case 'ExportDefaultDeclaration': {
			const { declaration } = statement;
			if (!declaration) return true;
			const isStatement = /(Declaration|Statement)$/.test(declaration.type);
			return isStatement ? runsNoCode(declaration, names) : isStill(declaration, names);
		}
		case 'VariableDeclaration':
			return statement.declarations.every(
				(/** @type {Node} */ { id, init }) =>
					(id.type === 'Identifier' || isRequired(init)) && (!init || isStill(init, names)),
			);
		case 'ExpressionStatement':
			return isStill(statement.expression, names);
		default:
			return false;
	}
}

/** @param {Node | null} value @returns {boolean} the exports of another file, of which a pattern reads parts */
function isRequired(value) {
	const inner = unwrap(value);
	return inner?.type === 'CallExpression' && dottedName(inner.callee) === 'require';
}

/** @param {Node} expression @param {Names} names @returns {boolean} */
function isStill(expression, names) {
	const value = /** @type {Node} */ (unwrap(expression));
	const { isKnown, isGlobal } = names;
	const areStill = (/** @type {(Node | null)[]} */ all) =>
		all.every((one) => one === null || isStill(one, names));
	if (isFunction(value) || isPrimitiveLiteral(value)) return true;
	if (isClass(value)) return !value.decorators?.length && areStill(partsEvaluated(value));
	if (isMember(value)) return isOfGlobal(value, isGlobal);
	switch (value.type) {
		case 'Identifier':
		case 'RegExpLiteral':
		case 'ThisExpression':
			return true;
		case 'ArrayExpression':
			return areStill(value.elements);
		case 'ObjectExpression':
			return value.properties.every(
				(/** @type {Node} */ one) =>
					!one.computed && (isFunction(one) || (one.value && isStill(one.value, names))),
			);
		case 'LogicalExpression':
			return areStill([value.left, value.right]);
		case 'ConditionalExpression':
			return areStill([value.test, value.consequent, value.alternate]);
		case 'CallExpression':
			if (isKnown(value)) return areStill(value.arguments);
			if (isRequired(value)) return true;
			return (
				isOfGlobal(value.callee, isGlobal) &&
				globalCall(dottedName(value.callee) ?? '').kind === 'pure' &&
				value.arguments.every(isData)
			);
		case 'NewExpression':
			if (isKnown(value)) return areStill(value.arguments);
			return (
				isOfGlobal(value.callee, isGlobal) &&
				globalNew(dottedName(value.callee) ?? '', value.arguments.length).kind === 'pure' &&
				value.arguments.every(isData)
			);
		default:
			return false;
	}
}

/** @param {Node} node @param {Names['isGlobal']} isGlobal @returns {boolean} */
function isOfGlobal(node, isGlobal) {
	const root = chainRoot(unwrap(node));
	return root.type === 'Identifier' && isGlobal(root.name) && dottedName(unwrap(node)) !== null;
}

/** @param {Node} node @returns {boolean} a literal of which no part is a function, nor has a name that may stand for one */
function isData(node) {
	const value = /** @type {Node} */ (unwrap(node));
	if (isPrimitiveLiteral(value)) return true;
	if (value.type === 'ArrayExpression')
		return value.elements.every((/** @type {Node | null} */ one) => one === null || isData(one));
	return (
		value.type === 'ObjectExpression' &&
		value.properties.every(
			(/** @type {Node} */ one) => !one.computed && one.value && isData(one.value),
		)
	);
}
