/** @import { Node } from '../types.js' */
/** @import { Variable } from '../ast/scope.js' */
import { walk } from '../ast/babel.js';
import {
	dottedName,
	isCall,
	isClass,
	isFunction,
	isMember,
	isPrimitiveLiteral,
	propertyName,
	unwrap,
} from '../ast/shapes.js';
import { constantValueOf } from './values.js';

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
export const makesClass = (variable) => wrapperOf(variable) !== null;

/** @param {Variable} variable @returns {Node | null} the function in which a compiler has put a class */
function wrapperOf(variable) {
	const value = constantValueOf(variable);
	const wrapper = value && isCall(value) ? unwrap(value.callee) : null;
	if (!wrapper || !isFunction(wrapper) || wrapper.body.type !== 'BlockStatement') return null;
	if (wrapper.async || wrapper.generator) return null;
	const body = /** @type {Node[]} */ (wrapper.body.body);
	const names = new Set(body.flatMap(namesOfCode));
	const last = body.at(-1);
	const isClassWrapper =
		last?.type === 'ReturnStatement' &&
		names.has(nameOfClass(last.argument) ?? '') &&
		body.every((one) => one === last || isOfClass(one));
	return isClassWrapper ? wrapper : null;
}

/** `function Stack() {}`, `var Stack = function () {}`. @param {Node} statement @returns {string[]} */
function namesOfCode(statement) {
	if (isFunction(statement) || isClass(statement)) return [statement.id.name];
	if (statement.type !== 'VariableDeclaration') return [];
	return statement.declarations.flatMap((/** @type {Node} */ { id, init }) => {
		const value = unwrap(init);
		const isCode = value && (isFunction(value) || isClass(value));
		return isCode && id.type === 'Identifier' ? [id.name] : [];
	});
}

/**
 * @param {Variable} variable
 * @returns {string[]} names of methods and accessors that a class has which a compiler has written so: `Stack.prototype.push = …`,
 *   `_createClass(Stack, [{ key: 'push', … }])`, `Object.defineProperty(Stack.prototype, 'size', …)`
 */
export function methodsMade(variable) {
	const wrapper = wrapperOf(variable);
	/** @type {string[]} */
	const found = [];
	if (!wrapper) return found;
	walk(wrapper.body, (node) => {
		const target = node.type === 'AssignmentExpression' ? unwrap(node.left) : null;
		const isMethod = target && isMember(target) && isFunction(unwrap(node.right));
		const isKey = node.type === 'ObjectProperty' && propertyName(node) === 'key';
		const named = isKey ? node.value : isDefinition(node) ? node.arguments[1] : null;
		const name = isMethod ? propertyName(target) : (unwrap(named)?.value ?? null);
		if (typeof name === 'string') found.push(name);
	});
	return found;
}

/** @param {Node} node @returns {boolean} */
const isDefinition = (node) => isCall(node) && dottedName(node.callee) === 'Object.defineProperty';

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
		// `var _super = _createSuper(Stack)`
		if (isCall(value) && /^_create_?super/i.test(value.callee.name ?? '')) return true;
		if (isMember(value)) return propertyName(value) === 'prototype';
		return statement.kind === 'const' && isPrimitiveLiteral(value);
	});
}
