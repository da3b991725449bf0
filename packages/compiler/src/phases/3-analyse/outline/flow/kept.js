/** @import { Node } from '../../../../types.js' */
/** @import { Variable } from '../../../../ast/scope.js' */
/** @import { EffectAnalysis } from '../../../../ir/effect-analysis.js' */
/** @import { FlowVisitor } from './visitor.js' */
import { walk } from '../../../../ast/babel.js';
import {
	isCall,
	isClass,
	isFunction,
	isMember,
	propertyName,
	unwrap,
} from '../../../../ast/shapes.js';
import { isLookedUp, isMadeOfKey, isMemo, textOf } from '../../../../ir/memos.js';
import { sourcesOf } from '../../../../ir/sources.js';
import { constantValueOf } from '../../../../ir/values.js';
import { isRemembered, isRememberedInside } from '../remembered.js';

/**
 * Whether a write only remembers what any thread computes alike: an entry under its key, or a value that is made at its first use.
 *
 * @param {Node} target what is changed, or the receiver of a method
 * @param {Node} change the assignment, the update, the deletion or the call
 * @param {FlowVisitor} visitor
 * @returns {boolean}
 */
export function isKeptWrite(target, change, visitor) {
	if (visitor.fn < 0) return false;
	const { effects } = visitor;
	const isFill = isFillOf(target, change);
	if (isCall(change) && isGuardedFill(target, change, visitor)) return true;
	if (isCall(change) && !isFill) return false;
	if (isMadeOnce(change, effects)) return true;
	if (visitor.ownGlobals.isKept(target, change)) return true;
	const root = rootOf(target);
	if (root.type === 'ThisExpression') {
		const definition = isFill ? definitionAround(root, effects) : null;
		return definition !== null && isRememberedInside(definition, change, effects);
	}
	const variable = root.type === 'Identifier' ? visitor.variable(root) : null;
	if (!variable || variable.kind === 'import' || variable.references.length > MOST_REFERENCES)
		return false;
	if (variable.initialisation) return true;
	const at = target === root && !isCall(change) ? target : change;
	if (variable.isTopLevel) return isRemembered(variable, at, effects);
	// Other code has the object, too: `load().then((table) => table.set('a', 1))` looks nothing up.
	const isInside = target !== root || isCall(change);
	if (isInside && !isMadeFor(variable, effects) && !isLookedUp(variable, effects)) return false;
	return isMemo(variable, at, effects);
}

/** @param {Variable} variable @param {EffectAnalysis} effects @returns {boolean} what it holds has been made for it */
function isMadeFor(variable, { parents }) {
	const sources = sourcesOf(variable, parents);
	const isMade = (/** @type {Node} */ value) =>
		/^(New|Object|Array)Expression$|^NullLiteral$/.test(unwrap(value).type);
	return (
		sources.length > 0 && sources.every(({ value, steps }) => steps.length === 0 && isMade(value))
	);
}

/** A variable of more uses is no cache. */
const MOST_REFERENCES = 60;

/** @param {Node} target @param {Node} change @returns {boolean} it may put an entry under a key, or take one out */
function isFillOf(target, change) {
	if (isCall(change))
		return /^(set|add|delete|clear)$/.test(propertyName(unwrap(change.callee)) ?? '');
	return isMember(target) && (target.computed || change.type === 'UnaryExpression');
}

/**
 * `if (!cache.get(key)) cache.put(key, compute(key))`: the methods are those of a class of the program, and the same function looks
 * up what it fills. Of maps that a variable or a property of `this` holds, all uses are known, and are looked at.
 *
 * @param {Node} target
 * @param {Node} change a call
 * @param {FlowVisitor} visitor
 * @returns {boolean}
 */
function isGuardedFill(target, change, { effects }) {
	const [key, value, ...more] = change.arguments;
	if (!key || !value || more.length > 0 || rootOf(target).type === 'ThisExpression') return false;
	const name = propertyName(unwrap(change.callee));
	if (target.type === 'Identifier' && isPlatformMap(target, effects)) return false;
	const fn = effects.hidden.functionAround(change);
	if (!fn) return false;
	let isLookedUp = false;
	walk(fn, (node) => {
		const callee = isCall(node) ? unwrap(node.callee) : null;
		isLookedUp ||=
			callee !== null &&
			isMember(callee) &&
			node.arguments.length === 1 &&
			propertyName(callee) !== name &&
			textOf(callee.object) === textOf(target) &&
			textOf(node.arguments[0]) === textOf(key);
	});
	return isLookedUp && isMadeOfKey(key, value, effects);
}

/** @param {Node} target @param {EffectAnalysis} effects @returns {boolean} a variable that holds a map of the platform */
function isPlatformMap(target, { aliases }) {
	const variable = aliases.variableOf(target);
	const value = variable && constantValueOf(variable);
	return value?.type === 'NewExpression' && /^(Weak)?Map$/.test(value.callee.name ?? '');
}

/** @param {Node} node @returns {Node} */
function rootOf(node) {
	let at = /** @type {Node} */ (unwrap(node));
	while (isMember(at) || isCall(at)) at = unwrap(isCall(at) ? at.callee : at.object);
	return at;
}

/** @param {Node} node @param {EffectAnalysis} effects @returns {Node | null} the class or the literal whose method it stands in */
function definitionAround(node, { parents }) {
	for (let at = parents.get(node); at; at = parents.get(at)) {
		if (isClass(at) || at.type === 'ObjectExpression') return at;
		if (
			/^Function/.test(at.type) &&
			!/^(ObjectProperty|ClassBody)$/.test(parents.get(at)?.type ?? '')
		)
			return null;
	}
	return null;
}

/**
 * `instance ??= new Db()`, `if (!this.ready) this.ready = load()`: the value depends on nothing that a call brings along.
 *
 * @param {Node} change
 * @param {EffectAnalysis} effects
 * @param {{ isKeyKnown?: boolean }} [how] `isKeyKnown`: a computed name is always the same
 * @returns {boolean}
 */
export function isMadeOnce(change, effects, { isKeyKnown = false } = {}) {
	if (change.type !== 'AssignmentExpression') return false;
	const left = /** @type {Node} */ (unwrap(change.left));
	if (isMember(left) && left.computed && !isKeyKnown) return false;
	const isGuarded =
		/^(\?\?|\|\|)=$/.test(change.operator) ||
		(change.operator === '=' && isTested(change, nameOf(left), effects));
	return isGuarded && !dependsOnCall(change.right, effects);
}

/** @param {Node} node @returns {string | null} */
const nameOf = (node) =>
	node.type === 'Identifier' ? node.name : isMember(node) ? propertyName(node) : null;

/** @param {Node} change @param {string | null} name @param {EffectAnalysis} effects @returns {boolean} a test around it asks for what has the name */
function isTested(change, name, { parents }) {
	if (name === null) return false;
	let child = change;
	for (let at = parents.get(child); at && !isFunction(at); at = parents.get(at)) {
		const test = /^(If|Conditional)/.test(at.type)
			? at.test
			: at.type === 'LogicalExpression'
				? at.left
				: null;
		if (test && test !== child && mentions(test, name)) return true;
		child = at;
	}
	return false;
}

/** @param {Node} root @param {string} name @returns {boolean} */
function mentions(root, name) {
	let isFound = false;
	walk(root, (node) => {
		isFound ||= nameOf(node) === name;
	});
	return isFound;
}

/** @param {Node} value @param {EffectAnalysis} effects @returns {boolean} it is made of a parameter of the function around it */
function dependsOnCall(value, { aliases }) {
	let isFound = false;
	walk(value, (node) => {
		const variable = node.type === 'Identifier' ? aliases.variableOf(node) : null;
		const isOuter =
			variable?.kind === 'param' &&
			!(value.start <= variable.scope.node.start && variable.scope.node.end <= value.end);
		isFound ||= isOuter;
	});
	return isFound;
}
