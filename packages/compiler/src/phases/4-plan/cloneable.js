/** @import { Node } from '../../types.js' */
/** @import { EffectAnalysis } from '../../ir/effect-analysis.js' */
/** @import { Variable } from '../../ast/scope.js' */
import { isBuiltin } from 'node:module';
import { walk } from '../../ast/babel.js';
import {
	chainRoot,
	dottedName,
	holdsFunction,
	isCall,
	isClass,
	isFunction,
	isMember,
	propertyName,
	unwrap,
} from '../../ast/shapes.js';
import { returnedBy } from '../../ir/callees.js';
import { givesMethods } from '../../ir/import-makers.js';
import { ownFunctionOf, whyNoCopy, whyNoInstanceHere } from '../../ir/instances.js';
import { classOf, constantValueOf, functionOf, importOf } from '../../ir/values.js';
import { takesCode } from './code-put.js';
import { isCode } from './contents.js';
import { holdsRequiredCode } from './required-values.js';

/** What the structured clone algorithm refuses, by what makes it. @type {Record<string, string>} */
const UNCLONEABLE = {
	Symbol: 'a symbol',
	WeakMap: 'a WeakMap',
	WeakSet: 'a WeakSet',
	WeakRef: 'a WeakRef',
	Promise: 'a promise',
	Proxy: 'a Proxy',
	import: 'a module',
	...Object.fromEntries(
		[
			...['URL', 'URLSearchParams', 'TextEncoder', 'TextDecoder', 'Headers', 'FormData'],
			...['AbortController', 'EventTarget', 'Event', 'FinalizationRegistry'],
			...['Collator', 'DateTimeFormat', 'DisplayNames', 'ListFormat', 'Locale', 'NumberFormat']
				.concat('PluralRules', 'RelativeTimeFormat', 'Segmenter')
				.map((name) => `Intl.${name}`),
		].map((name) => [name, `${/^[AEI]/.test(name) ? 'an' : 'a'} ${name}`]),
	),
};

/**
 * What a value is that cannot be cloned: `what` it is, or the class of which it is an instance and,
 * when the text shows that, the `reason` why its instances do not cross.
 *
 * @typedef {{ what: string } | { className: string, reason: string | null }} Obstacle
 */

/**
 * Why the value of a variable cannot be cloned for a worker, as far as the text shows.
 *
 * @param {Variable} variable
 * @param {EffectAnalysis} effects
 * @returns {Obstacle | null} null when it may well be cloneable
 */
export function whyUncloneable(variable, effects) {
	if (variable.kind === 'class') return { what: 'a class' };
	if (variable.kind === 'function') return { what: 'a function' };
	if (variable.kind === 'namespace') return { what: 'a namespace' };
	const value = constantValueOf(variable);
	if (isClass(value)) return { what: 'a class' };
	if (isCode(variable)) return { what: 'a function' };
	const found = value
		? (ofValue(value, effects) ?? filledObstacle(variable, effects))
		: (partObstacle(variable, effects) ?? assignedObstacle(variable, effects));
	if (found) return found;
	if (holdsRequiredCode(variable, effects)) return { what: 'a module with functions' };
	return takesCode(variable, effects) ? { what: 'an object that holds functions' } : null;
}

/**
 * Why the value of a variable, or of an expression, stays in its thread when another module asks for it there.
 *
 * @param {Variable | Node} of
 * @param {EffectAnalysis} effects
 * @returns {string | null} `a class`; null when it may well be cloneable
 */
export function obstacleTo(of, effects) {
	if ('type' in of) {
		const value = /** @type {Node} */ (unwrap(of));
		if (isFunction(value)) return 'a function';
		if (isClass(value)) return 'a class';
		const named = value.type === 'Identifier' ? effects.aliases.variableOf(value) : null;
		if (named) return obstacleTo(named, effects);
		return textOf(ofValue(value, effects)) ?? instanceIn(value, effects);
	}
	const value = constantValueOf(of);
	return textOf(whyUncloneable(of, effects)) ?? (value ? instanceIn(value, effects) : null);
}

/**
 * Why a result of a unit stays in the worker, as far as the text shows.
 *
 * @param {Node} result an expression
 * @param {EffectAnalysis} effects
 * @returns {string | null} `a function`; null when it may well be cloneable
 */
export function obstacleToResult(result, effects) {
	const value = /** @type {Node} */ (unwrap(result));
	if (isFunction(value)) return 'a function';
	if (isClass(value)) return 'a class';
	const named = value.type === 'Identifier' ? effects.aliases.variableOf(value) : null;
	const found = named ? whyUncloneable(named, effects) : ofValue(value, effects);
	if (!found) return null;
	if ('className' in found) return found.reason === null ? null : textOf(found);
	// It is waited for.
	return found.what === 'a promise' ? null : found.what;
}

/** @param {Obstacle | null} obstacle @returns {string | null} */
function textOf(obstacle) {
	if (!obstacle) return null;
	return 'what' in obstacle ? obstacle.what : `an instance of \`${obstacle.className}\``;
}

/** The threads would have to know the class by the same name. @param {Node} value @param {EffectAnalysis} effects @returns {string | null} */
function instanceIn(value, effects) {
	/** @type {string | null} */
	let found = null;
	walk(value, (node) => {
		if (isFunction(node) || isClass(node) || found !== null) return false;
		if (node.type === 'ObjectProperty' && node.value.type === 'Identifier') {
			const named = effects.aliases.variableOf(node.value);
			if (named && isClassLike(named)) found = 'an object that holds functions';
		}
		if (node.type !== 'NewExpression') return true;
		const root = chainRoot(node.callee);
		const isOwn = root.type === 'Identifier' && effects.aliases.variableOf(root);
		if (isOwn) found = `an instance of \`${dottedName(node.callee) ?? root.name}\``;
		else found = textOf(ofNew(node, effects));
		return true;
	});
	return found;
}

/** `const api = {}; api.parse = parse`. @param {Variable} variable @param {EffectAnalysis} effects @returns {Obstacle | null} */
function filledObstacle({ references }, { aliases, parents }) {
	const takesCode = references.some(({ node }) => {
		const member = parents.get(node);
		const write = isMember(member) && member?.object === node ? parents.get(member) : null;
		if (write?.type !== 'AssignmentExpression' || write.left !== member) return false;
		const right = unwrap(write.right);
		const named = right.type === 'Identifier' ? aliases.variableOf(right) : null;
		return isFunction(right) || isClass(right) || (named && isCode(named));
	});
	return takesCode ? { what: 'an object that holds functions' } : null;
}

/** `{ run: own }`, `[double, [double]]`. @param {Node} literal @param {EffectAnalysis} effects @returns {boolean} */
function namesCodeWithin(literal, effects) {
	const parts = literal.properties ?? literal.elements;
	return parts.some((/** @type {Node | null} */ part) => {
		const value = part && unwrap(part.type === 'ObjectProperty' ? part.value : part);
		if (value && /^(Object|Array)Expression$/.test(value.type))
			return namesCodeWithin(value, effects);
		const named = value?.type === 'Identifier' ? effects.aliases.variableOf(value) : null;
		return Boolean(named && isCode(named));
	});
}

/** @param {Node} value @param {EffectAnalysis} effects @returns {Obstacle | null} */
function ofValue(value, effects) {
	if (value.type === 'ObjectExpression' || value.type === 'ArrayExpression') {
		if (holdsFunction(value) || namesCodeWithin(value, effects))
			return { what: 'an object that holds functions' };
		if (holdsPromise(value, effects)) return { what: 'an object that holds promises' };
		return hasSymbolAsKey(value, effects) ? { what: 'an object with a symbol as key' } : null;
	}
	if (value.type === 'NewExpression') return ofNew(value, effects);
	if (value.type === 'ConditionalExpression') return ofBranches(value, effects);
	if (value.type === 'AwaitExpression' && effects.callees.functionsHeld(value).length > 0)
		return { what: 'an object that holds functions' };
	if (!isCall(value)) return null;
	if (givesMethods(value, effects)) return { what: 'an object that holds functions' };
	const path = dottedName(value.callee);
	const root = chainRoot(value.callee);
	const callee = root.type === 'Identifier' ? effects.aliases.variableOf(root) : null;
	const { callees } = effects;
	if (callees.functions(value).length > 0) return { what: 'a function' };
	if (callees.functionsHeld(value).length > 0) return { what: 'an object that holds functions' };
	const isPromise = isPromiseOfOwn(value, effects) || (!callee && /^Promise\./.test(path ?? ''));
	if (isPromise) return { what: 'a promise' };
	if (callees.ofCall(value).some(({ fn }) => fn.generator)) return { what: 'a generator' };
	if (isIteratorOfBuiltIn(value, effects)) return { what: 'an iterator' };
	const isMapped = isMember(value.callee) && propertyName(value.callee) === 'map';
	if (isMapped && value.arguments[0] && callees.functions(value.arguments[0]).some(isAsync))
		return { what: 'an array of promises' };
	const what = path && !callee && Object.hasOwn(UNCLONEABLE, path) ? UNCLONEABLE[path] : null;
	return what ? { what } : null;
}

/**
 * `lower ? (text) => text.toLowerCase() : (text) => text`; of `debug ? log : null`, a call may well clone what it has.
 *
 * @param {Node} conditional
 * @param {EffectAnalysis} effects
 * @returns {Obstacle | null} null unless neither branch can be cloned
 */
function ofBranches({ consequent, alternate }, effects) {
	const [first, second] = [consequent, alternate].map((branch) => {
		const value = /** @type {Node} */ (unwrap(branch));
		if (isFunction(value)) return { what: 'a function' };
		if (isClass(value)) return { what: 'a class' };
		const named = value.type === 'Identifier' ? effects.aliases.variableOf(value) : null;
		return named && isCode(named) ? { what: 'a function' } : ofValue(value, effects);
	});
	return first && second ? first : null;
}

/** `rows[Symbol.iterator]()`, `text.matchAll(pattern)`, `new Map().entries()`. @param {Node} call @param {EffectAnalysis} effects @returns {boolean} */
function isIteratorOfBuiltIn({ callee }, { aliases, callees }) {
	const member = /** @type {Node} */ (unwrap(callee));
	if (!isMember(member) || callees.functions(member).length > 0) return false;
	if (member.computed) return ITERATORS.test(dottedName(member.property) ?? '');
	const object = /** @type {Node} */ (unwrap(member.object));
	const named = object.type === 'Identifier' ? aliases.variableOf(object) : null;
	const value = named ? constantValueOf(named) : object;
	const isCollection =
		value?.type === 'ArrayExpression' ||
		(value?.type === 'NewExpression' && /^(Map|Set)$/.test(value.callee.name ?? ''));
	return isCollection && /^(entries|keys|values)$/.test(propertyName(member) ?? '');
}

const ITERATORS = /^Symbol\.(asyncI|i)terator$/;

/** @param {Node} fn */
const isAsync = (fn) => fn.async && !fn.generator;

/** @param {Node} value @param {EffectAnalysis} effects @returns {boolean} a call of an async function of the module, or of what such a promise gives another one */
function isPromiseOfOwn(value, effects) {
	const node = unwrap(value);
	if (!isCall(node)) return false;
	if (effects.callees.ofCall(node).some(({ fn }) => isAsync(fn))) return true;
	const callee = unwrap(node.callee);
	return (
		isMember(callee) &&
		/^(then|catch|finally)$/.test(propertyName(callee) ?? '') &&
		isPromiseOfOwn(callee.object, effects)
	);
}

/** @param {Node} literal @param {EffectAnalysis} effects @returns {boolean} `[f(1), f(2)]` */
const holdsPromise = ({ elements = [], properties = [] }, effects) =>
	[...elements, ...properties.map((/** @type {Node} */ one) => one.value)].some(
		(one) => one && isPromiseOfOwn(one, effects),
	);

/** `{ [Symbol.iterator]: … }`, `{ [key]: 1 }`: a clone is without it. @param {Node} literal @param {EffectAnalysis} effects @returns {boolean} */
function hasSymbolAsKey({ properties = [] }, { aliases }) {
	return properties.some((/** @type {Node} */ { computed, key }) => {
		if (!computed) return false;
		const named = key.type === 'Identifier' ? aliases.variableOf(key) : null;
		const made = named ? constantValueOf(named) : key;
		const path = made && dottedName(isCall(made) ? made.callee : made);
		return /^Symbol\b/.test(path ?? '');
	});
}

/** @param {Node} value @param {EffectAnalysis} effects @returns {Obstacle | null} */
function ofNew(value, effects) {
	const name = dottedName(value.callee);
	if (name === null) return null;
	const variable =
		value.callee.type === 'Identifier' ? effects.aliases.variableOf(value.callee) : null;
	if (!variable)
		return Object.hasOwn(UNCLONEABLE, name)
			? { what: /** @type {string} */ (UNCLONEABLE[name]) }
			: null;
	const from = importOf(variable, effects.parents);
	// Of a class of another file, the runtime sees whether its instances can cross.
	if (from) return isBuiltin(from.source) ? { className: name, reason: null } : null;
	if (!isClassLike(variable)) return null;
	const own = ownFunctionOf(variable);
	const reason =
		whyNoCopy(variable, effects.parents) ?? (own && `its \`${own}\` is a function of its own`);
	return reason ? { className: name, reason } : null;
}

/** `const { get, set } = box`. @param {Variable} variable @param {EffectAnalysis} effects @returns {Obstacle | null} */
function partObstacle(variable, { aliases, callees }) {
	const node = aliases.nodeOf(variable);
	if (!node) return null;
	if (callees.functions(node).length > 0) return { what: 'a function with variables of its own' };
	const isCodeHeld = callees.functionsHeld(node).length > 0;
	return isCodeHeld ? { what: 'an object that holds functions' } : null;
}

/** @param {Variable} variable @returns {boolean} */
const isClassLike = (variable) => classOf(variable) !== null || functionOf(variable) !== null;

/**
 * The classes of this module, and those that it imports, whose instances a variable's value is or holds, as far as its text shows:
 * the worker needs them to make instances of the copies.
 *
 * @param {Variable} variable
 * @param {EffectAnalysis} effects
 * @returns {Variable[]}
 */
export function classesHeld(variable, effects) {
	/** @type {Set<Variable>} */
	const found = new Set();
	const values = new Set(valuesGiven(variable, effects));
	// grows while it is walked
	for (const value of values) {
		walk(value, (node) => {
			const named = node.type === 'NewExpression' ? classNamed(node.callee, effects) : null;
			if (named) found.add(named);
			// `Config.load()` gives what stands in it.
			if (isCall(node))
				for (const { fn } of effects.callees.ofCall(node))
					for (const given of isFunction(fn) ? returnedBy(fn) : []) values.add(given);
			return !isFunction(node) && !isClass(node);
		});
	}
	return [...found];
}

/** `let plan = new Plan([]); plan = new Plan(rows)`. @param {Variable} variable @param {EffectAnalysis} effects @returns {Node[]} */
function valuesGiven({ declarations, references }, { parents }) {
	return [
		...declarations.flatMap(({ node, id }) =>
			node.type === 'VariableDeclarator' && node.id === id && node.init ? [node.init] : [],
		),
		...references.flatMap(({ node, role }) => {
			const write = role === 'write' ? parents.get(node) : null;
			return write?.type === 'AssignmentExpression' && write.left === node ? [write.right] : [];
		}),
	];
}

/** @param {Node} callee of `new` @param {EffectAnalysis} effects @returns {Variable | null} by which a worker has the class, where its instances cross */
function classNamed(callee, { aliases, parents }) {
	const root = /** @type {Node} */ (chainRoot(callee));
	const variable = root.type === 'Identifier' ? aliases.variableOf(root) : null;
	if (!variable) return null;
	const from = importOf(variable, parents);
	if (from) return variable.isTopLevel && !isBuiltin(from.source) ? variable : null;
	const isOwn = root === callee && isClassLike(variable);
	return isOwn && !whyNoInstanceHere(variable, parents) ? variable : null;
}

/**
 * `let handler = () => 1; handler = () => 2`, `let order; try { order = new Intl.Collator() } catch {}`.
 *
 * @param {Variable} variable
 * @param {EffectAnalysis} effects
 * @returns {Obstacle | null}
 */
function assignedObstacle(variable, effects) {
	for (const { node, id } of variable.declarations) {
		const isFunctionValue =
			(node.type === 'FunctionDeclaration' && node.id === id) ||
			(node.type === 'VariableDeclarator' && node.id === id && isFunction(node.init));
		if (isFunctionValue) return { what: 'a function' };
		// `let Users = class Users { … }; Users = __decorate([…], Users);`
		if (node.type === 'VariableDeclarator' && node.id === id && isClass(unwrap(node.init)))
			return { what: 'a class' };
	}
	for (const { node, role } of variable.references) {
		const write = role === 'write' ? effects.parents.get(node) : null;
		if (write?.type !== 'AssignmentExpression' || write.left !== node) continue;
		const { consequent, alternate } = write.right;
		for (const value of consequent ? [consequent, alternate] : [write.right]) {
			const found = ofValue(unwrap(value), effects);
			if (found && 'what' in found) return found;
		}
	}
	return null;
}
