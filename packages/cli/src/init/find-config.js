/** @import { Node } from './syntax.js' */
import { walk } from './syntax.js';

/** Functions that give back what they are given. */
const IDENTITIES = new Set(['defineConfig', 'defineProject']);
const WRAPPERS = new Set([
	'TSAsExpression',
	'TSSatisfiesExpression',
	'TSNonNullExpression',
	'ParenthesizedExpression',
]);

/** @typedef {{ object: Node } | { reason: string }} Found */

const FUNCTIONS = /^(?:ArrowFunctionExpression|FunctionExpression|FunctionDeclaration)$/;

/**
 * Find the object literal that a configuration file exports.
 *
 * @param {Node} program
 * @returns {Found} the reason when it is not certain that there is one, and which
 */
export function findExportedObject(program) {
	const found = findExported(program);
	return 'reason' in found ? found : resolve(found.exported, program.body, program);
}

/**
 * @param {Node} program
 * @returns {{ exported: Node } | { reason: string }} what it exports as the module's value
 */
export function findExported(program) {
	const exported = program.body.flatMap(exportsOf);
	return exported.length === 1
		? { exported: exported[0] }
		: { reason: 'it does not export one configuration' };
}

/**
 * Find the options of the call that starts a build of esbuild.
 *
 * @param {Node} program
 * @returns {Found}
 */
export function findBuildOptions(program) {
	const calls = [...walk(program)].filter(
		({ type, callee }) =>
			type === 'CallExpression' &&
			/^(?:build|context)$/.test(callee.property?.name ?? callee.name ?? ''),
	);
	if (calls.length !== 1) return { reason: `it has ${calls.length} calls that build` };
	return resolve(calls[0].arguments[0], program.body, program);
}

/**
 * @param {Node} statement at the top level
 * @returns {Node[]} what it exports as the module's value
 */
function exportsOf({ type, declaration, expression }) {
	if (type === 'ExportDefaultDeclaration') return [declaration];
	if (type === 'TSExportAssignment') return [expression];
	if (type !== 'ExpressionStatement' || expression.type !== 'AssignmentExpression') return [];
	const { left, right } = expression;
	const isModuleExports = left.object?.name === 'module' && left.property?.name === 'exports';
	return isModuleExports ? [right] : [];
}

/**
 * @param {Node | undefined} value
 * @param {Node[]} statements among which variables are declared
 * @param {Node} program
 * @returns {Found}
 */
function resolve(value, statements, program) {
	const { type } = value ?? {};
	if (type === 'ObjectExpression') return { object: value };
	if (WRAPPERS.has(type)) return resolve(value.expression, statements, program);
	if (type === 'CallExpression' && IDENTITIES.has(value.callee.name))
		return resolve(value.arguments[0], statements, program);
	if (type === 'ArrayExpression' && value.elements.length === 1)
		return resolve(value.elements[0], statements, program);
	if (FUNCTIONS.test(type)) return resolveFunction(value, statements, program);
	if (type === 'Identifier') return resolveVariable(value.name, statements, program);
	return { reason: 'what it exports is computed' };
}

/**
 * @param {string} name
 * @param {Node[]} statements
 * @param {Node} program
 * @returns {Found}
 */
function resolveVariable(name, statements, program) {
	const declared = statements
		.filter(({ type }) => type === 'VariableDeclaration')
		.flatMap(({ declarations }) => declarations)
		.filter(({ id }) => id.name === name);
	const isChanged = [...walk(program)].some(
		({ type, left }) =>
			type === 'AssignmentExpression' && (left.name === name || left.object?.name === name),
	);
	if (declared.length !== 1 || isChanged)
		return { reason: `\`${name}\` is changed, or declared elsewhere` };
	return resolve(declared[0].init, statements, program);
}

/**
 * @param {Node} callable
 * @param {Node[]} statements around it
 * @param {Node} program
 * @returns {Found}
 */
function resolveFunction({ body }, statements, program) {
	if (body.type !== 'BlockStatement') return resolve(body, statements, program);
	const isLeft = (/** @type {Node} */ { type }) => FUNCTIONS.test(type) || type === 'ObjectMethod';
	const returns = [...walk(body, isLeft)].filter(({ type }) => type === 'ReturnStatement');
	if (returns.length !== 1) return { reason: 'it returns more than one configuration' };
	return resolve(returns[0].argument, [...statements, ...body.body], program);
}
