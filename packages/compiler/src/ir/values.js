/** @import { Parents } from '../ast/parents.js' */
/** @import { Node } from '../types.js' */
/** @import { Scope, Variable } from '../ast/scope.js' */
/** @import { Names } from './specifiers.js' */
import {
	helperValue,
	isCall,
	isClass,
	isFunction,
	isMember,
	propertyName,
	unwrap,
} from '../ast/shapes.js';
import { builtinCall } from '../knowledge/calls.js';
import { INTEROP } from '../knowledge/compiler-helpers.js';
import { specifierOf } from './specifiers.js';

/**
 * Questions about the values that names stand for, answered from the text.
 */

/**
 * The function that a variable always is.
 *
 * @param {Variable} variable
 * @returns {Node | null} null when it may be anything else
 */
export function functionOf(variable) {
	const value = constantValueOf(variable);
	return value && isFunction(value) ? value : null;
}

/** @param {Variable} variable @returns {Node | null} the class that a variable always is */
export function classOf(variable) {
	const value = constantValueOf(variable);
	return value && isClass(value) ? value : null;
}

/** `F.prototype.m = …` of a function. @param {Variable} variable @param {Parents} parents @returns {boolean} */
export const hasPrototype = (variable, parents) =>
	functionOf(variable) !== null &&
	variable.references.some(({ node }) => {
		const parent = parents.get(node);
		return isMember(parent) && parent?.object === node && propertyName(parent) === 'prototype';
	});

/**
 * The one expression, function or class whose value a variable has from its declaration on.
 *
 * @param {Variable} variable
 * @returns {Node | null}
 */
export function constantValueOf(variable) {
	const [declaration] = variable.declarations;
	if (variable.declarations.length !== 1 || !declaration || variable.isReassigned) return null;
	const { node, id } = declaration;
	if (isFunction(node)) return variable.kind === 'param' ? null : node;
	if (isClass(node)) return node;
	return node.type === 'VariableDeclarator' && node.id === id
		? helperValue(assignedValue(node.init))
		: null;
}

/** `let Matrix = exports.Matrix = class Matrix {}`, as Babel writes what a module exports. @param {Node | null} init @returns {Node | null} */
function assignedValue(init) {
	let value = unwrap(init);
	while (value?.type === 'AssignmentExpression' && value.operator === '=' && isMember(value.left))
		value = unwrap(value.right);
	return value;
}

/**
 * Where an import comes from.
 *
 * @param {Variable} variable
 * @param {Parents} parents
 * @returns {{ source: string, name: string } | null} `name` is `*` for a namespace, a default, and what
 *   `require` returns; null for anything but an import or a `const` of `require`
 */
export function importOf(variable, parents) {
	const declaration = variable.declarations[0];
	if (!declaration) return null;
	const { node, id } = declaration;
	if (variable.kind === 'import') {
		if (node.type === 'TSImportEqualsDeclaration') {
			const source = node.moduleReference.expression?.value;
			return source === undefined ? null : { source, name: '*' };
		}
		const { source } = /** @type {Node} */ (parents.get(node));
		return {
			source: source.value,
			name: node.type === 'ImportSpecifier' ? (node.imported.name ?? node.imported.value) : '*',
		};
	}
	if (node.type !== 'VariableDeclarator' || variable.isReassigned) return null;
	// Of most variables nothing is required: they need no search for names.
	const required = requiredSpecifier(node.init);
	const source = required && specifierOf(required, namesIn(variable.scope, parents));
	if (source === null) return null;
	if (node.id === id) return { source, name: '*' };
	const property =
		node.id.type === 'ObjectPattern' &&
		node.id.properties.find((/** @type {Node} */ one) => one.value === id);
	return { source, name: (property && propertyName(property)) || '*' };
}

/** @param {Node} node @returns {boolean} `__importStar(x)`, `tslib_1.__importDefault(x)` */
export const isInteropCall = (node) =>
	isCall(node) &&
	INTEROP.test((isMember(node.callee) ? propertyName(node.callee) : node.callee.name) ?? '');

/** @param {Node} node @returns {boolean} `import(x)` */
export const isImportCall = (node) =>
	node.type === 'ImportExpression' || (isCall(node) && node.callee.type === 'Import');

/** Without a look at what names stand for. @type {Names} */
const NO_NAMES = { valueOf: () => null, importOf: () => null, isGlobal: () => false };

/** @param {Scope} scope @param {Parents} parents @returns {Names} */
function namesIn(scope, parents) {
	/** @template T @param {(variable: Variable) => T} ask @returns {(identifier: Node) => T | null} */
	const of = (ask) => (identifier) => {
		const variable = scope.lookup(identifier.name);
		return variable && ask(variable);
	};
	return {
		valueOf: of(constantValueOf),
		importOf: of((one) => importOf(one, parents)),
		isGlobal: ({ name }) => scope.lookup(name) === null,
	};
}

/**
 * @param {Node | null | undefined} init
 * @param {Names} [names] what those in the specifier stand for
 * @returns {string | null} the module of `require('x')` or `await import('x')`
 */
export function requiredSource(init, names = NO_NAMES) {
	const specifier = requiredSpecifier(init);
	return specifier && specifierOf(specifier, names);
}

/** @param {Node | null | undefined} init @returns {Node | null} what `require('x')` or `await import('x')` is given */
function requiredSpecifier(init) {
	let node = unwrap(init);
	if (node?.type === 'AwaitExpression') node = unwrap(node.argument);
	if (node && isInteropCall(node)) node = unwrap(node.arguments[0]);
	if (!node) return null;
	const isRequire =
		isCall(node) && node.callee.type === 'Identifier' && node.callee.name === 'require';
	if (!isImportCall(node) && !isRequire) return null;
	return node.source ?? node.arguments[0] ?? null;
}

/** @param {Variable} variable @param {Parents} parents @returns {boolean} what `createRequire(…)` returned */
export function isRequireFunction(variable, parents) {
	const value = constantValueOf(variable);
	if (!value || !isCall(value) || value.callee.type !== 'Identifier') return false;
	const maker = variable.scope.lookup(value.callee.name);
	const from = maker && importOf(maker, parents);
	return from?.name === 'createRequire' && builtinCall(from.source, [from.name])?.kind === 'pure';
}
