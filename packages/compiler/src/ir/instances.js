/** @import { Parents } from '../ast/parents.js' */
/** @import { Node } from '../types.js' */
/** @import { Scope, Variable } from '../ast/scope.js' */
import { isBuiltin } from 'node:module';
import { walk } from '../ast/babel.js';
import {
	chainRoot,
	dottedName,
	isCall,
	isClass,
	isFunction,
	isMember,
	membersOf,
	propertyName,
	unwrap,
} from '../ast/shapes.js';
import { classifyGlobal } from '../knowledge/globals.js';
import { makesClass } from './made-classes.js';
import { privateEntryOf } from './private-entries.js';
import { classOf, constantValueOf, functionOf, importOf } from './values.js';

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
	return whyNoInstanceOf({ variable, seen: new Set() });
}

/**
 * The same, where a class of another file that this one extends does not speak against it: the runtime looks at that class, and an
 * instance with private members is an error there (LP8015).
 *
 * @param {Variable} variable that names the class, or the constructor function
 * @param {Parents} parents
 * @returns {string | null} null when they can, as far as the file shows
 */
export function whyNoInstanceHere(variable, parents) {
	return whyNoInstanceOf({ variable, seen: new Set(), parents });
}

/**
 * The same, with what a copy would lose of each instance, so that the runtime refuses to copy it, though both sides have the class.
 *
 * @param {Variable} variable that names the class, or the constructor function
 * @param {Parents} parents
 * @returns {string | null} null when nothing shows against it
 */
export function whyNoCopy(variable, parents) {
	const all = [variable, ...superclassesOf(variable)];
	return whyNoInstanceHere(variable, parents) ?? all.map(symbolKeyOf).find(Boolean) ?? null;
}

/** `this[KIND] = kind`, `[KIND] = 'leaf'`. @param {Variable} variable that names a class @returns {string | null} the end of a sentence about an instance */
function symbolKeyOf(variable) {
	const definition = classOf(variable);
	/** @type {Node[]} */
	const keys = [];
	for (const member of definition ? membersOf(definition) : []) {
		if (member.static) continue;
		if (member.type === 'ClassProperty' && member.computed) keys.push(member.key);
		if (member.kind === 'constructor') keys.push(...keysSet(member.body));
	}
	const key = keys.find((one) => isSymbol(one, variable.scope));
	return key ? `its \`[${dottedName(key)}]\` has a symbol as key, which no copy has` : null;
}

/** @param {Node} body of a constructor @returns {Node[]} what stands in the brackets of `this[KIND] = kind` */
function keysSet(body) {
	/** @type {Node[]} */
	const found = [];
	walk(body, (node) => {
		const target = node.type === 'AssignmentExpression' ? unwrap(node.left) : null;
		if (target && isMember(target) && target.computed)
			if (unwrap(target.object).type === 'ThisExpression') found.push(target.property);
		return !isFunction(node) || node.type === 'ArrowFunctionExpression';
	});
	return found;
}

/** @param {Node} key @param {Scope} scope @returns {boolean} `Symbol.iterator`, or a name of what `Symbol('kind')` gives */
function isSymbol(key, scope) {
	const named = key.type === 'Identifier' ? scope.lookup(key.name) : null;
	const value = named ? constantValueOf(named) : unwrap(key);
	const path = value && dottedName(isCall(value) ? value.callee : value);
	return /^Symbol\b/.test(path ?? '') && scope.lookup('Symbol') === null;
}

/** @param {Node} parent what a class extends @param {Scope} scope @param {Parents} parents @returns {boolean} `Base`, `lib.Base` of another file, which is no module of the platform */
function isOfOtherFile(parent, scope, parents) {
	const root = chainRoot(parent);
	const outer =
		root.type === 'Identifier' && dottedName(parent) !== null ? scope.lookup(root.name) : null;
	const from = outer && importOf(outer, parents);
	return from ? !isBuiltin(from.source) : false;
}

/**
 * Why a class is not the same in the worker module: what it inherits may change it.
 *
 * @param {Variable} variable
 * @param {Parents} [parents] where a class of another file that it extends does not speak against it
 * @returns {string | null} the end of a sentence about it; null when it is
 */
export function whyNoClass(variable, parents) {
	/** @type {Set<Variable>} */
	const seen = new Set();
	for (let at = variable; !seen.has(at);) {
		seen.add(at);
		const { name, isTopLevel } = at;
		if (!isTopLevel) return `\`${name}\` is declared inside a function`;
		const parent = /** @type {Node | null | undefined} */ (unwrap(classOf(at)?.superClass));
		if (!parent) return null;
		const outer = superOf(at);
		if (parents && isOfOtherFile(parent, at.scope, parents)) return null;
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

/** @param {Variable} variable that names a class @param {Set<Variable>} [seen] @returns {boolean} its instances are errors, as far as names tell */
export function extendsError(variable, seen = new Set()) {
	if (seen.has(variable)) return false;
	seen.add(variable);
	const parent = unwrap(classOf(variable)?.superClass);
	if (parent?.type !== 'Identifier') return false;
	const outer = variable.scope.lookup(parent.name);
	return (outer !== null && extendsError(outer, seen)) || /(Error|Exception)$/.test(parent.name);
}

/** @param {From} from @returns {string | null} */
function whyNoInstanceOf(from) {
	const { variable, seen } = from;
	if (seen.has(variable)) return null;
	seen.add(variable);
	const { name } = variable;
	if (!variable.isTopLevel) return `\`${name}\` is declared inside a function`;
	const definition = classOf(variable);
	if (!definition) {
		const isKnown = functionOf(variable) !== null || makesClass(variable);
		return isKnown ? null : `which class \`${name}\` is shows only at run time`;
	}
	return whyNoneOf(definition, from) ?? whyNoSuper(unwrap(definition.superClass), from);
}

/** @typedef {{ variable: Variable, seen: Set<Variable>, parents?: Parents }} From `variable`: of the class in question; `parents`: where classes of other files are not judged */

/** @param {Node} definition without what it extends @param {From} from @returns {string | null} */
function whyNoneOf(definition, { variable }) {
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
	return null;
}

/** @param {Node | null | undefined} parent what a class extends @param {From} from @returns {string | null} */
function whyNoSuper(parent, from) {
	if (!parent) return null;
	const { variable, seen, parents } = from;
	if (parents && isOfOtherFile(parent, variable.scope, parents)) return null;
	if (parent.type === 'Identifier') {
		const outer = variable.scope.lookup(parent.name);
		if (!outer && KEPT_BY_CLONE.test(parent.name)) return null;
		if (outer && (classOf(outer) || functionOf(outer) || makesClass(outer)))
			return whyNoInstanceOf({ ...from, variable: outer });
		const made = outer?.isTopLevel && !seen.has(outer) ? constantValueOf(outer) : null;
		if (outer && made && isCall(made)) return whyNoSuper(made, { ...from, seen: seen.add(outer) });
	}
	const mixed = isCall(parent) ? mixedBy(parent, variable.scope) : null;
	if (mixed) return whyNoneOf(mixed.definition, from) ?? whyNoSuper(mixed.parent, from);
	return `\`${variable.name}\` extends a class that this file does not show`;
}

/**
 * `Serial(Task)`, where `const Serial = (Base) => class extends Base { … }`.
 *
 * @param {Node} call
 * @param {Scope} scope the module's
 * @returns {{ definition: Node, parent: Node | null | undefined } | null} the class without what it extends, and that
 */
function mixedBy(call, scope) {
	const callee = unwrap(call.callee);
	const maker = callee?.type === 'Identifier' ? scope.lookup(callee.name) : null;
	const fn = maker?.isTopLevel ? functionOf(maker) : null;
	if (!fn || fn.async || fn.generator) return null;
	const made = classMadeBy(fn);
	const base = unwrap(made?.superClass);
	if (!made || base?.type !== 'Identifier') return null;
	const index = fn.params.findIndex((/** @type {Node} */ one) => isNamed(one, base.name));
	const given = call.arguments.slice(0, index + 1);
	const isSpread = given.some((/** @type {Node} */ one) => one.type === 'SpreadElement');
	if (index === -1 || isSpread || given.length <= index) return null;
	return { definition: made, parent: unwrap(given[index]) };
}

/** @param {Node} fn @returns {Node | null} the class that is all that a function does: `return class extends Base { … }` */
function classMadeBy({ body }) {
	if (body.type !== 'BlockStatement') return asClass(unwrap(body));
	const [first, last, ...more] = /** @type {Node[]} */ (body.body);
	if (first?.type === 'ReturnStatement' && !last) return asClass(unwrap(first.argument));
	// `class Mixed extends Base { … } return Mixed;`
	const isReturned =
		last?.type === 'ReturnStatement' && isNamed(unwrap(last.argument), first?.id?.name);
	return isReturned && more.length === 0 ? asClass(first) : null;
}

/** @param {Node | null | undefined} node @returns {Node | null} */
const asClass = (node) => (node && isClass(node) ? node : null);

/** @param {Node | null | undefined} node @param {string | undefined} name @returns {boolean} */
const isNamed = (node, name) => node?.type === 'Identifier' && node.name === name;

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
