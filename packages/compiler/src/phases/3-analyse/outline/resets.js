/** @import { Node } from '../../../types.js' */
/** @import { SiteFact } from '../../../ir/summary.js' */
/** @import { Variable } from '../../../ast/scope.js' */
import { isCall, isFunction, isMember, propertyName, unwrap } from '../../../ast/shapes.js';

/**
 * Scratch variables of a module: each call of a function sets them before anything reads them, and leaves nothing for the next one.
 *
 * ```js
 * let text, at;
 * export function parse(source) {
 * 	text = source;
 * 	at = 0;
 * 	return expression();
 * }
 * ```
 */

/**
 * @typedef {object} Names
 * @property {(variable: Variable) => number | undefined} stateOf its index; undefined for a variable that nothing changes
 * @property {(variable: Variable) => boolean} holdsCode whether it may hold functions
 * @property {(node: Node) => Variable[]} within the module's own variables that a piece of code names
 * @property {(node: Node) => Variable | null | undefined} variableOf
 */

/** Properties that stand for all that an object has of earlier calls: of an array, and of a regular expression. */
const WHOLE = /^(length|lastIndex)$/;

/** Methods that set all of an object. */
const SETS_ALL = /^(clear|fill)$/;

/**
 * What the first statements of a function set, before any code runs that could read it.
 *
 * @param {Node} fn
 * @param {Names} names
 * @returns {ReadonlySet<string>} keys of states, or of properties of them
 */
export function findResets(fn, names) {
	/** @type {Set<string>} */
	const found = new Set();
	// Other calls run while it waits.
	if (!isFunction(fn) || fn.async || fn.generator) return found;
	// `(a) => (b) => a + b`, `() => class {}`: what has a body of its own is no block.
	if (fn.body.type !== 'BlockStatement') return found;
	for (const statement of fn.body.body) {
		const parts = statement.type === 'ExpressionStatement' ? partsOf(statement.expression) : [];
		const reset = parts.map((one) => resetBy(one, names));
		const isSet = reset.length > 0 && reset.every((one) => one !== null);
		const rest = isSet ? reset.flatMap((one) => one.reads) : [statement];
		if (!rest.every((one) => isCalm(one, found, names))) return found;
		if (isSet) for (const one of reset) for (const key of one?.keys ?? []) found.add(key);
	}
	return found;
}

/** @param {ReadonlySet<string>} resets @param {SiteFact} read @returns {boolean} whether it reads what was set before */
export const isCovered = (resets, { state, path = [] }) =>
	resets.size > 0 && (resets.has(keyOf(state)) || resets.has(keyOf(state, path[0])));

/** @param {number} state @param {string | null} [name] @returns {string} */
const keyOf = (state, name) => (name == null ? `${state}` : `${state}.${name}`);

/** @param {Node} expression @returns {Node[]} */
const partsOf = (expression) =>
	expression.type === 'SequenceExpression' ? expression.expressions : [expression];

/**
 * @param {Node} expression
 * @param {Names} names
 * @returns {{ keys: string[], reads: Node[] } | null} what it sets, and what it evaluates for that; null for any other
 */
function resetBy(expression, names) {
	if (isCall(expression)) {
		const callee = unwrap(expression.callee);
		const state = isMember(callee) ? stateAt(callee.object, names) : undefined;
		const isSet = state !== undefined && SETS_ALL.test(propertyName(callee) ?? '');
		return isSet ? { keys: [keyOf(state)], reads: expression.arguments } : null;
	}
	/** @type {string[]} */
	const keys = [];
	let value = expression;
	for (; value.type === 'AssignmentExpression'; value = unwrap(value.right)) {
		const target = /** @type {Node} */ (unwrap(value.left));
		const state = stateAt(isMember(target) ? target.object : target, names);
		const name = isMember(target) ? propertyName(target) : null;
		if (value.operator !== '=' || state === undefined || (isMember(target) && name === null))
			return null;
		keys.push(keyOf(state, WHOLE.test(name ?? '') ? null : name));
	}
	return keys.length > 0 ? { keys, reads: [value] } : null;
}

/** @param {Node} node @param {Names} names @returns {number | undefined} the state that it names */
function stateAt(node, { stateOf, variableOf }) {
	const at = /** @type {Node} */ (unwrap(node));
	const variable = at.type === 'Identifier' ? variableOf(at) : null;
	return variable ? stateOf(variable) : undefined;
}

/** @param {Node} node @param {ReadonlySet<string>} resets @param {Names} names @returns {boolean} it reads no state that is not set yet, and calls nothing that might */
const isCalm = (node, resets, { within, stateOf, holdsCode }) =>
	within(node).every((one) => {
		const state = stateOf(one);
		return !holdsCode(one) && (state === undefined || resets.has(keyOf(state)));
	});
