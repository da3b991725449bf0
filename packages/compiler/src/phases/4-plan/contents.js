/** @import { Node } from '../../types.js' */
/** @import { Site } from '../../ir/module.js' */
/** @import { Variable } from '../../ast/scope.js' */
import {
	chainRoot,
	dottedName,
	holdsFunction,
	isCall,
	isClass,
	isFunction,
	isPrimitiveLiteral,
	unwrap,
} from '../../ast/shapes.js';
import { hasState } from '../../ir/namespaces.js';
import { constantValueOf } from '../../ir/values.js';
import { classifyGlobal } from '../../knowledge/globals.js';

/**
 * What the text shows of the object that a variable holds.
 */

/** @param {Variable} variable @returns {boolean} false for functions, classes and literals, which unknown code does not change */
export function mayHoldObject(variable) {
	if (isCode(variable) || variable.kind === 'enum') return false;
	if (variable.kind === 'namespace')
		return variable.declarations.some(
			({ node }) => node.type === 'TSModuleDeclaration' && hasState(node),
		);
	const value = constantValueOf(variable);
	if (makesConstant(variable)) return false;
	return !value || !/Literal$|^(Unary|Binary)Expression$/.test(value.type);
}

/** Classes of the platform whose instances nobody can change. */
const CONSTANT_CLASSES = /^(TextEncoder|TextDecoder|Intl\.[A-Z]\w+)$/;

/** `new TextDecoder('latin1')`: made again, it is the same. @param {Variable} variable @returns {boolean} */
export function makesConstant(variable) {
	const value = constantValueOf(variable);
	if (!value || !(value.type === 'NewExpression' || isCall(value))) return false;
	const isPlatform = variable.scope.lookup(chainRoot(value.callee).name ?? '') === null;
	const name = dottedName(value.callee) ?? '';
	return isPlatform && CONSTANT_CLASSES.test(name) && value.arguments.every(isPlain);
}

/** @param {Node} node @returns {boolean} */
function isPlain(node) {
	if (node.type === 'ArrayExpression') return node.elements.every(isPlain);
	if (node.type !== 'ObjectExpression') return isPrimitiveLiteral(node);
	return node.properties.every(
		(/** @type {Node} */ one) =>
			one.type === 'ObjectProperty' && !one.computed && isPlain(one.value),
	);
}

/** `Object.freeze({ … })`. @param {Variable} variable @returns {boolean} */
export function isFrozen(variable) {
	const value = constantValueOf(variable);
	return value !== null && isCall(value) && dottedName(value.callee) === 'Object.freeze';
}

/** @param {Variable} variable @returns {boolean} its text shows a collection of plain data that anybody who has it can change */
export function holdsMutableData(variable) {
	const value = constantValueOf(variable);
	if (!value) return false;
	if (value.type === 'NewExpression') return COLLECTIONS.has(value.callee.name);
	return /^(Object|Array)Expression$/.test(value.type) && !holdsFunction(value);
}

/** Its text shows objects inside the object, which others may share. @param {Variable} variable @returns {boolean} */
export function holdsObjects(variable) {
	const value = constantValueOf(variable);
	const parts =
		value?.elements ?? value?.properties?.map((/** @type {Node} */ one) => one.value) ?? [];
	return parts.some((/** @type {Node | null} */ one) =>
		/^(Object|Array|New)Expression$/.test(one?.type ?? ''),
	);
}

/** Built-in classes whose instances can be cloned. */
const COLLECTIONS = new Set([
	'Map',
	'Set',
	'Array',
	'Date',
	'ArrayBuffer',
	'Float64Array',
	'Float32Array',
	'Int32Array',
	'Uint32Array',
	'Uint8Array',
]);

/** @param {Variable} variable @param {number} [depth] of names that lead to it @returns {boolean} */
export function isCode(variable, depth = 0) {
	if (variable.kind === 'function' || variable.kind === 'class') return true;
	const value = constantValueOf(variable);
	return (value !== null && (isFunction(value) || isClass(value))) || namesCode(variable, depth);
}

/** Globals that hold what the program has put into them, or what differs from thread to thread or call to call. */
const HOLDERS = new Set(
	'arguments globalThis global self process performance navigator module exports'.split(' '),
);

/**
 * `const Bytes = Uint8Array`, `const { floor } = Math`, `const twice = double`: another name of code that
 * the platform or the module has.
 *
 * @param {Variable} variable
 * @param {number} [depth]
 * @returns {boolean}
 */
export function namesCode(variable, depth = 0) {
	const [declaration] = variable.declarations;
	const isOne = variable.declarations.length === 1 && !variable.isReassigned;
	if (!isOne || declaration?.node.type !== 'VariableDeclarator') return false;
	const init = unwrap(declaration.node.init);
	const root = init && chainRoot(init);
	if (root?.type !== 'Identifier') return false;
	const of = variable.scope.lookup(root.name);
	if (of) return root === init && declaration.node.id === declaration.id && isNamed(of, depth);
	return classifyGlobal(root.name) === 'worker' && !HOLDERS.has(root.name);
}

// `let a = b; let b = a;` ends nowhere.
const LONGEST_CHAIN = 20;

/** @param {Variable} variable @param {number} depth @returns {boolean} */
const isNamed = (variable, depth) => depth < LONGEST_CHAIN && isCode(variable, depth + 1);

/** `new Int32Array(memory)` over a SharedArrayBuffer: writes to it reach every thread. @param {Variable} variable @returns {boolean} */
export function holdsSharedMemory(variable) {
	const value = constantValueOf(variable);
	if (value?.type !== 'NewExpression' || value.callee.type !== 'Identifier') return false;
	if (value.callee.name === 'SharedArrayBuffer') return true;
	const [buffer] = value.arguments;
	const source = buffer?.type === 'Identifier' ? variable.scope.lookup(buffer.name) : null;
	if (source) return source !== variable && holdsSharedMemory(source);
	return buffer?.type === 'NewExpression' && buffer.callee.name === 'SharedArrayBuffer';
}

/**
 * `C.prototype.isC = true` in its constructor: each copy of the class says the same of itself.
 *
 * @param {Variable} variable that names the class
 * @param {Site} site
 * @returns {boolean}
 */
export function setsConstant(variable, { node, fn }) {
	const isSet =
		node.type === 'AssignmentExpression' && node.operator === '=' && isPrimitiveLiteral(node.right);
	return isSet && fn !== null && (fn.kind === 'constructor' || constantValueOf(variable) === fn);
}
