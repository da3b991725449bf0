/** @import { Node } from '../types.js' */
/** @import { Variable } from '../ast/scope.js' */
import { walk } from '../ast/babel.js';
import { isCall, isFunction, isMember, membersOf, propertyName, unwrap } from '../ast/shapes.js';
import { classifyGlobal } from '../knowledge/globals.js';
import { privateEntryOf } from './private-entries.js';
import { classOf, functionOf } from './values.js';

/** Built-in classes whose content a structured clone keeps, so that a subclass needs its prototype, and what the runtime puts beside. */
const KEPT_BY_CLONE =
	/^(Object|Array|Map|Set|Date|(Uint8Clamped|(Int|Uint)(8|16|32)|Float(32|64)|Big(Int|Uint)64)Array|(Aggregate|Eval|Range|Reference|Syntax|Type|URI)?Error)$/;

/** @param {Node} member @returns {boolean} */
const isPrivate = (member) =>
	/^ClassPrivate/.test(member.type) || member.type === 'ClassAccessorProperty';

/**
 * Why instances of a class cannot cross to another thread as their own data, with the prototype put back there.
 *
 * @param {Variable} variable that names the class, or the constructor function
 * @returns {string | null} the end of a sentence about an instance; null when they can
 */
export function whyNoInstance(variable) {
	return whyNoInstanceOf(variable, new Set());
}

/**
 * Why a class is not the same in the worker module: what it inherits may change it.
 *
 * @param {Variable} variable
 * @returns {string | null} the end of a sentence about it; null when it is
 */
export function whyNoClass(variable) {
	/** @type {Set<Variable>} */
	const seen = new Set();
	for (let at = variable; !seen.has(at);) {
		seen.add(at);
		const { name, isTopLevel } = at;
		if (!isTopLevel) return `\`${name}\` is declared inside a function`;
		const parent = /** @type {Node | null | undefined} */ (unwrap(classOf(at)?.superClass));
		if (!parent) return null;
		const outer = superOf(at);
		const isShown = outer
			? classOf(outer) !== null || functionOf(outer) !== null
			: classifyGlobal(parent.name ?? '') === 'worker';
		if (!isShown) return `\`${name}\` extends a class that this file does not show`;
		if (!outer) return null;
		at = outer;
	}
	return null;
}

/** @param {Variable} variable that names a class @returns {Variable | null} that names the one it extends */
function superOf(variable) {
	const parent = /** @type {Node | null | undefined} */ (unwrap(classOf(variable)?.superClass));
	return parent?.type === 'Identifier' ? variable.scope.lookup(parent.name) : null;
}

/** @param {Variable} variable that names a class @returns {Variable[]} those that it extends, the nearest first */
export function superclassesOf(variable) {
	/** @type {Variable[]} */
	const found = [];
	for (let at = superOf(variable); at && found.length < 100; at = superOf(at)) found.push(at);
	return found;
}

/**
 * @param {Variable} variable that names a class
 * @param {Set<Variable>} others
 * @returns {boolean} whether it extends one of them, or one that does
 */
export const isSubclassOf = (variable, others) =>
	superclassesOf(variable).some((one) => others.has(one));

/** @param {Variable} variable @param {Set<Variable>} seen @returns {string | null} */
function whyNoInstanceOf(variable, seen) {
	if (seen.has(variable)) return null;
	seen.add(variable);
	const { name } = variable;
	if (!variable.isTopLevel) return `\`${name}\` is declared inside a function`;
	const definition = classOf(variable);
	if (!definition) {
		return functionOf(variable) ? null : `which class \`${name}\` is shows only at run time`;
	}
	const hidden = membersOf(definition).find(
		(/** @type {Node} */ one) => isPrivate(one) && !one.static,
	);
	if (hidden) {
		const what = propertyName(hidden) ?? 'a private member';
		return `its \`${what}\` is private: no copy of the object would have it`;
	}
	const entry = privateEntryOf(definition, variable.scope);
	if (entry !== null)
		return `its entry in \`${entry}\` is private: no copy of the object would have it`;
	return whyNoSuper(definition, { variable, seen });
}

/** @param {Node} definition @param {{ variable: Variable, seen: Set<Variable> }} from @returns {string | null} */
function whyNoSuper(definition, { variable, seen }) {
	const parent = /** @type {Node | null | undefined} */ (unwrap(definition.superClass));
	if (!parent) return null;
	const outer = superOf(variable);
	if (outer && (classOf(outer) || functionOf(outer))) return whyNoInstanceOf(outer, seen);
	if (!outer && parent.type === 'Identifier' && KEPT_BY_CLONE.test(parent.name)) return null;
	return `\`${variable.name}\` extends a class that this file does not show`;
}

/**
 * A property that is a function of each instance's own, which no clone can hold.
 *
 * @param {Variable} variable that names the class
 * @returns {string | null} its name
 */
export function ownFunctionOf(variable) {
	const definition = classOf(variable);
	for (const member of definition ? membersOf(definition) : []) {
		const isField = member.type === 'ClassProperty' && !member.static;
		if (isField && isFunction(unwrap(member.value))) return propertyName(member);
	}
	const body = definition
		? membersOf(definition).find((/** @type {Node} */ one) => one.kind === 'constructor')?.body
		: functionOf(variable)?.body;
	return body ? assignedFunction(body) : null;
}

/** `this.handle = () => …`, `this.handle = this.handle.bind(this)`. @param {Node} body @returns {string | null} */
function assignedFunction(body) {
	/** @type {string | null} */
	let found = null;
	walk(body, (node) => {
		const target = node.type === 'AssignmentExpression' ? unwrap(node.left) : null;
		if (isMember(target) && unwrap(target.object).type === 'ThisExpression') {
			const value = unwrap(node.right);
			const isBound =
				isCall(value) && isMember(value.callee) && propertyName(value.callee) === 'bind';
			if (isFunction(value) || isBound) found ??= propertyName(target);
		}
		return !isFunction(node) || node.type === 'ArrowFunctionExpression';
	});
	return found;
}
