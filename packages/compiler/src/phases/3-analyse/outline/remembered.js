/** @import { Node } from '../../../types.js' */
/** @import { EffectAnalysis } from '../../../ir/effect-analysis.js' */
/** @import { Variable } from '../../../ast/scope.js' */
import {
	chainRoot,
	isCall,
	isClass,
	isFunction,
	isMember,
	membersOf,
	propertyName,
	unwrap,
} from '../../../ast/shapes.js';
import { keyChanged } from '../../../ir/holders.js';
import { isMemo, roleOf } from '../../../ir/memos.js';
import { usesOfThis } from '../../../ir/receiver.js';
import { constantValueOf } from '../../../ir/values.js';

/**
 * Changes of a module's variables that make no difference, because each thread that makes them for itself computes the same: what is
 * remembered by its key, the last call that is remembered, and what is kept for objects.
 */

/**
 * @param {Variable} variable of the top level
 * @param {Node} change node of an effect
 * @param {EffectAnalysis} effects
 * @returns {boolean}
 */
export function isRemembered(variable, change, effects) {
	const value = constantValueOf(variable);
	return (
		isOfObject(value, change, effects) ||
		isMemo(variable, change, effects) ||
		isLastCall(variable, change, effects) ||
		(value !== null && isRememberedInside(value, change, effects))
	);
}

/**
 * `hidden.set(this, {})` where `hidden` is a `WeakMap`: the entry belongs to the object, which each thread has for itself, unless the
 * object is one of the module's own.
 *
 * @param {Node | null} value that a variable holds
 * @param {Node} change
 * @param {EffectAnalysis} effects
 * @returns {boolean}
 */
function isOfObject(value, change, { aliases }) {
	if (value?.type !== 'NewExpression' || !/^Weak(Map|Set)$/.test(value.callee.name ?? ''))
		return false;
	const key = isCall(change) && change.arguments[0];
	const root = key ? chainRoot(key) : null;
	if (root?.type === 'ThisExpression') return true;
	const named = root?.type === 'Identifier' ? aliases.variableOf(root) : null;
	return named ? !named.isTopLevel : false;
}

/**
 * The call before is remembered: all code that reads the variables compares one of them with its argument first.
 *
 * ```js
 * let lastKey, lastValue;
 * const find = (key) => {
 * 	if (key === lastKey) return lastValue;
 * 	lastKey = key;
 * 	return (lastValue = compute(key));
 * };
 * ```
 *
 * @param {Variable} variable
 * @param {Node} change
 * @param {EffectAnalysis} effects
 * @returns {boolean}
 */
function isLastCall(variable, change, effects) {
	const { hidden } = effects;
	const fn = hidden.functionAround(change);
	if (!fn || !isUsedIn(fn, variable, effects)) return false;
	if (isCompared(variable, fn, effects)) return true;
	const isValue = variable.references.every(
		(one) => hidden.functionAround(one.node) !== fn || isKeptValue(one, variable, effects),
	);
	return (
		isValue &&
		[...effects.resolution.program.variables.values()].some(
			(one) => one.isReassigned && isUsedIn(fn, one, effects) && isCompared(one, fn, effects),
		)
	);
}

/** @param {Node} fn @param {Variable} variable @param {EffectAnalysis} effects @returns {boolean} all others only forget it */
const isUsedIn = (fn, { references }, { hidden, parents }) =>
	references.every(
		({ node, role }) =>
			role !== 'export' &&
			(hidden.functionAround(node) === fn || isForgotten(/** @type {Node} */ (parents.get(node)))),
	);

/** `last = null` @param {Node} parent @returns {boolean} */
function isForgotten({ type, operator, right }) {
	if (type !== 'AssignmentExpression' || operator !== '=') return false;
	const value = unwrap(right);
	return value.type === 'NullLiteral' || value.name === 'undefined';
}

/** Whether it is only compared with a parameter, and gets the value of that. @param {Variable} variable @param {Node} fn @param {EffectAnalysis} effects @returns {boolean} */
function isCompared({ references }, fn, { aliases, hidden, parents }) {
	const own = references.filter(({ node }) => hidden.functionAround(node) === fn);
	/** @type {Set<Variable | null | undefined>} */
	const keys = new Set();
	for (const { node, role } of own) {
		const parent = /** @type {Node} */ (parents.get(node));
		const isWrite = role === 'write' && parent.type === 'AssignmentExpression';
		const isTest = parent.type === 'BinaryExpression' && /^[!=]==?$/.test(parent.operator);
		if (!(isWrite ? parent.operator === '=' : isTest)) return false;
		const other = unwrap(parent.left === node ? parent.right : parent.left);
		keys.add(other?.type === 'Identifier' ? aliases.variableOf(other) : null);
	}
	const [key] = keys;
	return keys.size === 1 && key?.kind === 'param' && own.length > 1;
}

/** @param {Variable['references'][number]} reference @param {Variable} variable @param {EffectAnalysis} effects @returns {boolean} it is read, or gets a value that is not made of the one before */
function isKeptValue({ node, role }, { references }, { parents }) {
	if (role === 'read') return !isMember(/** @type {Node} */ (parents.get(node)));
	const { type, operator, right } = /** @type {Node} */ (parents.get(node));
	if (role !== 'write' || type !== 'AssignmentExpression' || operator !== '=') return false;
	return !references.some((one) => right.start <= one.node.start && one.node.end <= right.end);
}

/**
 * `if (!this.known.has(key)) this.known.set(key, compute(key))`: what an instance remembers in a property of its own.
 *
 * @param {Node} definition a class or a literal
 * @param {Node} change node of an effect, in a method
 * @param {EffectAnalysis} effects
 * @returns {boolean}
 */
export function isRememberedInside(definition, change, effects) {
	const { parents } = effects;
	const name = keyChanged(change);
	if (name === null) return false;
	/** @type {Node[]} */
	const members = isClass(definition) ? membersOf(definition) : (definition.properties ?? []);
	const references = members
		.filter((one) => isFunction(one) && !one.static && one.kind !== 'constructor')
		.flatMap((one) => usesOfThis(one))
		.map((node) => /** @type {Node} */ (parents.get(node)))
		.filter((one) => isMember(one) && propertyName(one) === name)
		.map((node) => ({ node, role: roleOf(/** @type {Node} */ (parents.get(node)), node) }));
	return isMemo({ references }, change, effects);
}
