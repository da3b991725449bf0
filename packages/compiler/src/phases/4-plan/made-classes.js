/** @import { Node } from '../../types.js' */
/** @import { Variable } from '../../ast/scope.js' */
import {
	isCall,
	isClass,
	isFunction,
	isMember,
	isPrimitiveLiteral,
	propertyName,
	unwrap,
} from '../../ast/shapes.js';
import { constantValueOf } from '../../ir/values.js';

/**
 * Whether a variable holds a class as compilers write it for engines without classes:
 *
 * ```js
 * var Stack = (function (_super) {
 * 	__extends(Stack, _super);
 * 	function Stack() { … }
 * 	Stack.prototype.push = function (x) { … };
 * 	return Stack;
 * })(List);
 * ```
 * Its text shows that the closures share no variable that one of them could change, so code that has the class has no more than its
 * properties, as with any other class. A function that counts its calls in a variable of the wrapper is none.
 *
 * @param {Variable} variable
 * @returns {boolean}
 */
export function makesClass(variable) {
	const value = constantValueOf(variable);
	const wrapper = value && isCall(value) ? unwrap(value.callee) : null;
	if (!wrapper || !isFunction(wrapper) || wrapper.body.type !== 'BlockStatement') return false;
	if (wrapper.async || wrapper.generator) return false;
	const body = /** @type {Node[]} */ (wrapper.body.body);
	const names = new Set(
		body.flatMap((one) => (isFunction(one) || isClass(one) ? one.id.name : [])),
	);
	const last = body.at(-1);
	return (
		last?.type === 'ReturnStatement' &&
		names.has(nameOfClass(last.argument)) &&
		body.every((one) => one === last || isOfClass(one))
	);
}

/** @param {Node | null} returned @returns {string | undefined} `Stack`, `_createClass(Stack, […])` */
function nameOfClass(returned) {
	const value = unwrap(returned);
	if (value && isCall(value)) return nameOfClass(value.arguments[0] ?? null);
	return value?.type === 'Identifier' ? value.name : undefined;
}

/** @param {Node} statement @returns {boolean} it declares no state: `var _proto = Stack.prototype` */
function isOfClass(statement) {
	if (isFunction(statement) || isClass(statement)) return true;
	if (statement.type === 'ExpressionStatement') return true;
	if (statement.type !== 'VariableDeclaration') return false;
	return statement.declarations.every((/** @type {Node} */ { init }) => {
		const value = unwrap(init);
		if (!value) return false;
		if (isFunction(value) || isClass(value)) return true;
		if (isMember(value)) return propertyName(value) === 'prototype';
		return statement.kind === 'const' && isPrimitiveLiteral(value);
	});
}
