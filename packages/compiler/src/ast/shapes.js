/** @import { Node } from '../types.js' */

/** The types of nodes that `isFunction` knows. */
export const FUNCTIONS = /** @type {const} */ ([
	'FunctionDeclaration',
	'FunctionExpression',
	'ArrowFunctionExpression',
	'ObjectMethod',
	'ClassMethod',
	'ClassPrivateMethod',
]);

/** The types of nodes that are classes. */
export const CLASSES = /** @type {const} */ (['ClassDeclaration', 'ClassExpression']);

/** The types of nodes that are loops. */
export const LOOPS = /** @type {const} */ ([
	'ForStatement',
	'ForInStatement',
	'ForOfStatement',
	'WhileStatement',
	'DoWhileStatement',
]);

/** @type {ReadonlySet<string>} */
const LOOP_TYPES = new Set(LOOPS);

/** @param {Node} node @returns {boolean} */
export const isLoop = ({ type }) => LOOP_TYPES.has(type);

/** The types of nodes that `isCall` knows. */
export const CALLS = /** @type {const} */ (['CallExpression', 'OptionalCallExpression']);

/**
 * Asked of most nodes by most rules, as the others of its kind are: one read of the type, which is compared to strings alone, takes less
 * time than a search in a set or comparisons that may meet `undefined`.
 *
 * @param {Node | null | undefined} node
 * @returns {boolean} has parameters and a body of its own
 */
export function isFunction(node) {
	if (node == null) return false;
	switch (node.type) {
		case 'FunctionDeclaration':
		case 'FunctionExpression':
		case 'ArrowFunctionExpression':
		case 'ObjectMethod':
		case 'ClassMethod':
		case 'ClassPrivateMethod':
			return true;
		default:
			return false;
	}
}

/** @param {Node | null | undefined} node @returns {boolean} a class declaration or expression */
export function isClass(node) {
	if (node == null) return false;
	const { type } = node;
	return type === 'ClassDeclaration' || type === 'ClassExpression';
}

/**
 * The members that a class has at run time.
 *
 * TypeScript writes overloads, abstract members, `declare` fields and index signatures beside the others. An overload has
 * the name and kind of its implementation and no body, so that a search for `constructor` would find it first.
 *
 * @param {Node} definition a class
 * @returns {Node[]}
 */
export const membersOf = (definition) =>
	definition.body.body.filter((/** @type {Node} */ one) => !one.abstract && !isTypeOnly(one));

const VALUES_OF_TYPESCRIPT = new Set([
	'TSAsExpression',
	'TSSatisfiesExpression',
	'TSNonNullExpression',
	'TSTypeAssertion',
	'TSInstantiationExpression',
	'TSEnumDeclaration',
	'TSEnumBody',
	'TSEnumMember',
	'TSModuleDeclaration',
	'TSModuleBlock',
	'TSImportEqualsDeclaration',
	'TSExternalModuleReference',
	'TSExportAssignment',
	'TSParameterProperty',
]);

/**
 * Whether a node exists for the type checker alone and leaves nothing in the running program.
 *
 * @param {Node} node
 * @returns {boolean}
 */
export function isTypeOnly(node) {
	if (node.declare) return true;
	if (node.type === 'ImportDeclaration')
		return node.importKind === 'type' || node.importKind === 'typeof';
	if (node.type === 'ExportNamedDeclaration' && node.declaration)
		return isTypeOnly(node.declaration);
	if (node.type === 'ImportSpecifier')
		return node.importKind === 'type' || node.importKind === 'typeof';
	if (node.type === 'TSImportEqualsDeclaration') return node.importKind === 'type';
	if (node.type === 'TSModuleDeclaration')
		return node.kind === 'global' || node.id.type !== 'Identifier';
	return isTypeSyntax(node.type);
}

/** Whether all nodes of a type are, answered once for each type. @type {Map<string, boolean>} */
const TYPE_SYNTAX = new Map();

/** @param {string} type @returns {boolean} */
function isTypeSyntax(type) {
	let answer = TYPE_SYNTAX.get(type);
	if (answer === undefined) {
		answer = type.startsWith('TS')
			? !VALUES_OF_TYPESCRIPT.has(type)
			: /^(TypeAnnotation|TypeParameter.*|InterfaceDeclaration|TypeAlias|OpaqueType|Declare.*)$/.test(
					type,
				);
		TYPE_SYNTAX.set(type, answer);
	}
	return answer;
}

/**
 * The identifiers that a binding pattern declares.
 *
 * @param {Node} pattern
 * @returns {Node[]} in source order
 */
export function patternNames(pattern) {
	switch (pattern.type) {
		case 'Identifier':
			return [pattern];
		case 'AssignmentPattern':
			return patternNames(pattern.left);
		case 'RestElement':
			return patternNames(pattern.argument);
		case 'ArrayPattern':
			return pattern.elements.flatMap((/** @type {Node | null} */ element) =>
				element ? patternNames(element) : [],
			);
		case 'ObjectPattern':
			return pattern.properties.flatMap((/** @type {Node} */ property) =>
				patternNames(property.type === 'RestElement' ? property : property.value),
			);
		case 'TSParameterProperty':
			return patternNames(pattern.parameter);
		default:
			return [];
	}
}

/** @param {Node} node @returns {boolean} adds nothing at run time to the expression inside */
export function isWrapper({ type }) {
	switch (type) {
		case 'TSAsExpression':
		case 'TSSatisfiesExpression':
		case 'TSNonNullExpression':
		case 'TSTypeAssertion':
		case 'TSInstantiationExpression':
		case 'ParenthesizedExpression':
		case 'ChainExpression':
			return true;
		default:
			return false;
	}
}

/**
 * The expression inside parentheses and TypeScript's assertions.
 *
 * @template {Node | null | undefined} T
 * @param {T} node
 * @returns {T}
 */
export function unwrap(node) {
	let inner = node;
	while (inner && isWrapper(inner)) inner = inner.expression;
	return inner;
}

/**
 * `(this && this.__helper) || function …`, as TypeScript emits its helpers, is the function.
 *
 * @param {Node | null} value
 * @returns {Node | null}
 */
export function helperValue(value) {
	const isHelper =
		value?.type === 'LogicalExpression' &&
		value.operator === '||' &&
		unwrap(value.left).type === 'LogicalExpression' &&
		unwrap(value.left).left.type === 'ThisExpression';
	return isHelper ? unwrap(/** @type {Node} */ (value).right) : value;
}

/** @param {Node | null | undefined} node @returns {boolean} */
export function isMember(node) {
	if (node == null) return false;
	const { type } = node;
	return type === 'MemberExpression' || type === 'OptionalMemberExpression';
}

/** @param {Node | null | undefined} node @returns {boolean} */
export function isCall(node) {
	if (node == null) return false;
	const { type } = node;
	return type === 'CallExpression' || type === 'OptionalCallExpression';
}

/**
 * The name of a property that is known from the text alone.
 *
 * @param {Node} node a member expression, property, method or class member
 * @returns {string | null} null when computed from a value
 */
export function propertyName(node) {
	const key = isMember(node) ? node.property : node.key;
	if (!key) return null;
	if (key.type === 'PrivateName') return `#${key.id.name}`;
	if (key.type === 'StringLiteral') return key.value;
	if (key.type === 'NumericLiteral') return String(key.value);
	return !node.computed && key.type === 'Identifier' ? key.name : null;
}

/**
 * The same, with names for what the language calls by well-known symbols.
 *
 * @param {Node} node a member, property or method
 * @returns {string | null} `@@iterator` for `[Symbol.iterator]`; null for a name that the text does not show
 */
export function memberName(node) {
	const name = propertyName(node);
	if (name !== null || !node.computed) return name;
	const path = dottedName(isMember(node) ? node.property : node.key);
	return path?.startsWith('Symbol.') ? `@@${path.slice(7)}` : null;
}

/**
 * A dotted path of names, for tables and messages.
 *
 * @param {Node | null | undefined} node
 * @returns {string | null} `Math.random`, `process.env.HOME`; null for anything else
 */
export function dottedName(node) {
	const inner = unwrap(node);
	if (!inner) return null;
	if (inner.type === 'Identifier') return inner.name;
	if (inner.type === 'ThisExpression') return 'this';
	if (inner.type === 'MetaProperty') return `${inner.meta.name}.${inner.property.name}`;
	if (!isMember(inner)) return null;
	const object = dottedName(inner.object);
	const property = propertyName(inner);
	return object !== null && property !== null ? `${object}.${property}` : null;
}

/** @param {Node} node @returns {Node} the expression at the bottom of a chain of members and calls of methods */
export function chainRoot(node) {
	let root = /** @type {Node} */ (unwrap(node));
	while (isMember(root)) root = unwrap(root.object);
	return root;
}

/** @param {Node} node @returns {string} the method that an expression calls; empty: none, or its name is computed */
export function methodOf(node) {
	const inner = unwrap(node);
	const callee = isCall(inner) ? unwrap(inner.callee) : null;
	return callee && isMember(callee) ? (propertyName(callee) ?? '') : '';
}

/**
 * A value that is the same wherever it is written: a primitive literal.
 *
 * @param {Node | null | undefined} node
 * @returns {boolean}
 */
export function isPrimitiveLiteral(node) {
	const inner = unwrap(node);
	if (!inner) return false;
	switch (inner.type) {
		case 'StringLiteral':
		case 'NumericLiteral':
		case 'BooleanLiteral':
		case 'NullLiteral':
		case 'BigIntLiteral':
			return true;
		case 'TemplateLiteral':
			return inner.expressions.length === 0;
		case 'Identifier':
			return ['undefined', 'NaN', 'Infinity'].includes(inner.name);
		case 'UnaryExpression':
			return (
				['-', '+', '!', '~', 'void'].includes(inner.operator) && isPrimitiveLiteral(inner.argument)
			);
		default:
			return false;
	}
}

/**
 * Whether a literal holds a function at any depth.
 *
 * @param {Node} node
 * @returns {boolean}
 */
export function holdsFunction(node) {
	const value = /** @type {Node} */ (unwrap(node));
	if (isFunction(value)) return true;
	if (value.type === 'ArrayExpression')
		return value.elements.some((/** @type {Node | null} */ one) => one && holdsFunction(one));
	if (value.type !== 'ObjectExpression') return false;
	return value.properties.some(
		(/** @type {Node} */ one) => isFunction(one) || (one.value && holdsFunction(one.value)),
	);
}
