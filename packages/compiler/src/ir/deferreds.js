/** @import { Resolution } from '../ast/resolve.js' */
/** @import { Node } from '../types.js' */
/** @import { Variable } from '../ast/scope.js' */
import { isFunction, isMember, patternNames, unwrap } from '../ast/shapes.js';
import { nodesOf } from '../ast/tree.js';
import { sourcesOf } from './sources.js';

/**
 * Promises that code beside their executor settles, at some later time:
 *
 * ```js
 * let open;
 * export const ready = new Promise((resolve) => { open = resolve; });
 * ```
 * A worker that makes the promise again has one that nothing settles: the host calls its own `open`.
 *
 * @param {Variable} variable
 * @param {Resolution} resolution
 * @returns {boolean}
 */
export const holdsDeferred = (variable, { globals, parents }) =>
	globals.has('Promise') &&
	sourcesOf(variable, parents).some(({ value }) => isDeferred(unwrap(value)));

/** @param {Node | null} value @returns {boolean} */
function isDeferred(value) {
	if (value?.type !== 'NewExpression') {
		const callee = unwrap(value?.callee ?? null);
		return (
			isMember(callee) &&
			callee.object.name === 'Promise' &&
			callee.property.name === 'withResolvers'
		);
	}
	const executor = unwrap(value.arguments[0] ?? null);
	if (value.callee.name !== 'Promise' || !isFunction(executor)) return false;
	const settlers = new Set(
		executor.params.flatMap(patternNames).map((/** @type {Node} */ { name }) => name),
	);
	return nodesOf(executor.body, ['AssignmentExpression']).some(({ left, right }) => {
		if (!mentions(right, settlers)) return false;
		const root = isMember(left) ? null : left.name;
		return root === null || !isDeclaredIn(root, executor);
	});
}

/** `open = resolve`, `open = (value) => resolve(value)`, `gate = { resolve, reject }`. @param {Node} value @param {Set<string>} names @returns {boolean} */
const mentions = (value, names) =>
	nodesOf(value, ['Identifier']).some(({ name }) => names.has(name));

/** @param {string} name @param {Node} executor @returns {boolean} it is a variable of the executor itself */
const isDeclaredIn = (name, executor) =>
	nodesOf(executor.body, ['VariableDeclarator']).some((one) => one.id.name === name);
