/** @import { Node } from '../types.js' */
/** @import { Variable } from '../ast/scope.js' */
/** @import { EffectAnalysis } from './effect-analysis.js' */
import { walk } from '../ast/babel.js';
import {
	dottedName,
	isCall,
	isFunction,
	isMember,
	isPrimitiveLiteral,
	propertyName,
	unwrap,
} from '../ast/shapes.js';
import { sourcesOf } from './sources.js';

/**
 * State that makes no difference: what is computed once and remembered, under a key or for good.
 *
 * ```js
 * const memoize = (fn) => {
 * 	const cache = new Map();
 * 	return (x) => {
 * 		if (!cache.has(x)) cache.set(x, fn(x));
 * 		return cache.get(x);
 * 	};
 * };
 * ```
 * Each thread that remembers by itself computes the same, provided that what is remembered depends on the key alone, and that
 * whoever looks it up also fills it: a function that only looks would see what others have filled.
 */

const LOOK_UPS = /^(has|get|hasOwnProperty)$/;
const REMOVALS = /^(delete|clear)$/;

/**
 * A variable, or a property of `this`. `isOfThis`: each instance remembers what it has computed of its own members, of which no
 * other code can have the value.
 *
 * @typedef {{ references: Pick<Variable['references'][number], 'node' | 'role'>[], isOfThis?: boolean }} State
 */

/**
 * @param {State} state
 * @param {Node} change an effect's node
 * @param {EffectAnalysis} analysis
 * @returns {boolean}
 */
export function isMemo(state, change, analysis) {
	const uses = usesOf(state, analysis);
	return uses.some(({ at }) => at === change) && areOfMemo(uses, state, analysis);
}

/** @param {State} state @param {EffectAnalysis} analysis @returns {boolean} the same of all that changes it */
export const isMemoised = (state, analysis) => areOfMemo(usesOf(state, analysis), state, analysis);

/**
 * Where a memo changes, if one function alone fills and asks it. What several functions put there may be different values under one key,
 * and what stands outside of functions is there before any of them asks. What others do with an object that the function has given them
 * (`config().level = 6`) is no use of the memo, but a change of its value.
 *
 * @param {State} state
 * @param {EffectAnalysis} analysis
 * @returns {Set<Node>} nodes of effects; empty for anything else
 */
export function changesOfMemo(state, analysis) {
	const uses = usesOf(state, analysis);
	const fills = uses.filter(({ kind }) => kind === 'fill');
	const [filling, ...others] = new Set(fills.map(({ fn }) => fn));
	const isIt = filling !== undefined && others.length === 0 && areOfMemo(uses, state, analysis);
	return new Set(isIt ? uses.map(({ at }) => at) : []);
}

/** @param {State} state @param {EffectAnalysis} analysis @returns {boolean} some code asks whether an entry is there */
export const isLookedUp = (state, analysis) =>
	usesOf(state, analysis).some(({ kind }) => kind === 'look-up');

/** @param {State} state @param {EffectAnalysis} analysis @returns {Use[]} */
const usesOf = ({ references }, analysis) =>
	references.map(({ node, role }) => useOf(node, role, analysis));

/** @param {Node} parent @param {Node} node @returns {'read' | 'write' | 'update'} what an expression does with the property that it names */
export function roleOf(parent, node) {
	if (parent.type === 'UpdateExpression') return 'update';
	return parent.type === 'AssignmentExpression' && parent.left === node ? 'write' : 'read';
}

/** @param {Use[]} uses @param {State} state @param {EffectAnalysis} analysis @returns {boolean} */
function areOfMemo(uses, state, analysis) {
	if (uses.some(({ kind }) => kind === 'other')) return false;
	const fills = uses.filter(({ kind }) => kind === 'fill');
	if (!fills.every((one) => dependsOnKey(one, state, analysis))) return false;
	const filling = new Set(fills.map(({ fn }) => fn));
	return uses.every(({ kind, fn }) => kind === 'removal' || filling.has(fn));
}

/**
 * One use of the state: `at` is the node of its effect, `fn` the function that runs it.
 *
 * @typedef {{ kind: 'fill' | 'look-up' | 'removal' | 'other', at: Node, fn: Node | undefined, key: Node | null, value: Node | null }} Use
 */

/** @param {Node} node @param {string} role @param {EffectAnalysis} analysis @returns {Use} */
function useOf(node, role, analysis) {
	const { parents } = analysis;
	const parent = /** @type {Node} */ (parents.get(node));
	const outer = /** @type {Node} */ (parents.get(parent));
	const fn = analysis.hidden.functionAround(node);
	/** @param {Use['kind']} kind @param {Node} at @param {Node | null} [key] @param {Node | null} [value] @returns {Use} */
	const use = (kind, at, key = null, value = null) => ({ kind, at, fn, key, value });
	// The name in `export { cache as table }` has no place in the code: any file may do anything with it.
	if (!parent) return use('other', node);
	if (role === 'write' || role === 'update') {
		if (parent.type === 'AssignmentExpression' && parent.left === node && isEmpty(parent))
			return use('removal', node);
		const isFill =
			parent.type === 'AssignmentExpression' &&
			parent.left === node &&
			(/^(\?\?|\|\|)=$/.test(parent.operator) ||
				(parent.operator === '=' && isGuarded(parent, analysis)));
		return isFill ? use('fill', node, null, parent.right) : use('other', node);
	}
	if (parent.type === 'BinaryExpression' && parent.operator === 'in')
		return use(parent.right === node ? 'look-up' : 'other', node);
	if (isCall(parent)) {
		const isQuestion = /^Object\.(hasOwn|prototype\.hasOwnProperty\.call)$/.test(
			dottedName(parent.callee) ?? '',
		);
		return use(isQuestion && parent.arguments[0] === node ? 'look-up' : 'other', node);
	}
	if (!isMember(parent) || parent.object !== node)
		return use(isPlainValue(parent, node) ? 'look-up' : 'other', node);
	const name = propertyName(parent);
	if (isCall(outer) && outer.callee === parent) {
		const [key, value] = outer.arguments;
		if (name === 'set' && value) return use('fill', outer, key, value);
		if (REMOVALS.test(name ?? '')) return use('removal', outer);
		// A look-up in a cache of the program's own may count how often.
		return LOOK_UPS.test(name ?? '') ? use('look-up', outer) : use('other', node);
	}
	if (name === 'size') return use(isLimit(outer) ? 'look-up' : 'other', node);
	if (outer.type === 'AssignmentExpression' && outer.left === parent)
		return parent.computed && /^(\?\?|\|\|)?=$/.test(outer.operator)
			? use('fill', outer, parent.property, outer.right)
			: use('other', node);
	if (outer.type === 'UnaryExpression' && outer.operator === 'delete') return use('removal', outer);
	const isTarget = outer.type === 'UpdateExpression' || /Pattern$/.test(outer.type);
	return use(parent.computed && !isTarget ? 'look-up' : 'other', node);
}

/** `cache = new Map()`, `cache = {}`, `cache = null`. @param {Node} assignment @returns {boolean} */
function isEmpty({ operator, right }) {
	if (operator !== '=') return false;
	const { type, name, arguments: given, properties, elements } = unwrap(right);
	if (type === 'NullLiteral' || name === 'undefined') return true;
	const parts = type === 'NewExpression' ? given : (properties ?? elements);
	return Array.isArray(parts) && parts.length === 0;
}

/** `if (done)`, `value ?? other`, `return value`: nothing that keeps an object that may change. @param {Node} parent @param {Node} node @returns {boolean} */
const isPlainValue = (parent, node) =>
	/^(Unary|Logical|Conditional|Binary)Expression$|^(If|Return)Statement$/.test(parent.type) ||
	(parent.type === 'ArrowFunctionExpression' && parent.body === node);

/** `cache.size > 100`. @param {Node} node @returns {boolean} */
const isLimit = (node) => node.type === 'BinaryExpression' && /^[<>]=?$/.test(node.operator);

/** `if (!done) done = true`. @param {Node} write @param {EffectAnalysis} analysis @returns {boolean} a test around it, or before it, asks for a variable that closures share, or for a private member */
function isGuarded(write, { parents, aliases, hidden }) {
	const fn = hidden.functionAround(write);
	for (let at = write; at !== fn;) {
		const parent = parents.get(at);
		if (!parent) return false;
		const test = /^(If|Conditional)/.test(parent.type)
			? parent.test
			: parent.type === 'LogicalExpression'
				? parent.left
				: null;
		const tests = test && test !== at ? [test] : testsBefore(at, parent);
		if (tests.some(isOfShared)) return true;
		at = parent;
	}
	return false;

	/** @param {Node} test @returns {boolean} */
	function isOfShared(test) {
		let isShared = false;
		walk(test, (node) => {
			const variable = node.type === 'Identifier' ? aliases.variableOf(node) : null;
			isShared ||= Boolean(variable && !variable.isTopLevel && !isLocalTo(variable, fn));
			isShared ||= isMember(node) && node.property.type === 'PrivateName';
		});
		return isShared;
	}
}

/** `if (done) return value;` @param {Node} statement @param {Node} block @returns {Node[]} tests of the block after which the statement does not run */
function testsBefore(statement, { type, body }) {
	if (type !== 'BlockStatement') return [];
	const before = /** @type {Node[]} */ (body.slice(0, body.indexOf(statement)));
	return before.flatMap((one) =>
		one.type === 'IfStatement' && leaves(one.consequent) ? one.test : [],
	);
}

/** @param {Node} statement @returns {boolean} */
const leaves = ({ type, body }) =>
	type === 'ReturnStatement' ||
	(type === 'BlockStatement' && body.at(-1)?.type === 'ReturnStatement');

/**
 * Whether a value depends on a key alone, and on nothing that changes.
 *
 * @param {Node} key
 * @param {Node} value
 * @param {EffectAnalysis} analysis
 * @returns {boolean}
 */
export function isMadeOfKey(key, value, analysis) {
	const fn = analysis.hidden.functionAround(value);
	return dependsOnKey({ kind: 'fill', at: value, fn, key, value }, { references: [] }, analysis);
}

/** @param {Use} fill @param {State} state @param {EffectAnalysis} analysis @returns {boolean} */
function dependsOnKey({ key, value, fn }, state, analysis) {
	const lookUps = key ? lookUpsOf(key, state, analysis) : new Set();
	const made = partsMade(/** @type {Node} */ (value), fn, { lookUps, analysis });
	if (!made) return false;
	const ofKey = key ? namesIn(key, fn, { lookUps: new Set(), analysis }) : new Set();
	if (!ofKey) return false;
	return made.every((part) => {
		if (analysis.immediate(part).some(({ kind }) => kind === 'fresh')) return false;
		const ofValue = namesIn(part, fn, { lookUps, analysis });
		const isGiven = (/** @type {Variable | string} */ one) =>
			one === /** @type {unknown} */ (state) ||
			ofKey.has(one) ||
			(one === 'this' && state.isOfThis);
		return ofValue !== null && [...ofValue].every(isGiven);
	});
}

/** `cache.get(key)`, `cache[key]`: what the entry was. @param {Node} key @param {{ references: { node: Node }[] }} state @param {EffectAnalysis} analysis @returns {Set<Node>} */
function lookUpsOf(key, { references }, { parents }) {
	/** @type {Set<Node>} */
	const found = new Set();
	for (const { node } of references) {
		const member = parents.get(node);
		if (!member || !isMember(member) || member.object !== node) continue;
		const call = /** @type {Node} */ (parents.get(member));
		const isGot = isCall(call) && call.callee === member && propertyName(member) === 'get';
		const read = isGot ? call.arguments[0] : member.computed ? member.property : null;
		if (read && textOf(read) === textOf(key)) found.add(isGot ? call : member);
	}
	return found;
}

/**
 * What a value is that gets under a key, without what the entry was: `cache[k] = cache[k] || f(k)` keeps what it has, and
 * `let v = cache.get(k); if (!v) v = f(k);` does so through a variable, as does `cache.set(k, (v = f(k)))`.
 *
 * @param {Node} value
 * @param {Node | undefined} fn around it
 * @param {{ lookUps: Set<Node>, analysis: EffectAnalysis }} context
 * @returns {Node[] | null} null where a variable with the entry is counted up
 */
function partsMade(value, fn, { lookUps, analysis: { aliases, parents } }) {
	/** @type {Node[]} */
	const made = [];
	/** @type {Set<Variable>} */
	const seen = new Set();
	const stack = [value];
	for (let at = stack.pop(); at; at = stack.pop()) {
		const node = unwrap(at);
		if (lookUps.has(node)) continue;
		const variable = node.type === 'Identifier' ? aliases.variableOf(node) : null;
		const sources = variable && isLocalTo(variable, fn) ? sourcesOf(variable, parents) : [];
		if (node.type === 'LogicalExpression') stack.push(node.left, node.right);
		else if (node.type === 'ConditionalExpression') stack.push(node.consequent, node.alternate);
		else if (node.type === 'AssignmentExpression' && node.operator === '=') stack.push(node.right);
		else if (!variable || variable.kind === 'param' || sources.length === 0) made.push(node);
		else if (!seen.has(variable)) {
			seen.add(variable);
			const isCountedUp = variable.references.some(({ role }) => role === 'update');
			const values = sources.map((one) => one.value);
			if (isCountedUp && values.some((one) => holds(one, lookUps))) return null;
			if (sources.some(({ steps }) => steps.length > 0)) made.push(node);
			else stack.push(...values);
		}
	}
	return made;
}

/** @param {Node} root @param {Set<Node>} nodes @returns {boolean} one of them is in it */
const holds = (root, nodes) =>
	[...nodes].some((one) => root.start <= one.start && one.end <= root.end);

/** @param {Node} node a key @returns {string} the same for the same key */
export function textOf(node) {
	const at = unwrap(node);
	if (at.type === 'Identifier') return at.name;
	if (at.type === 'ThisExpression') return 'this';
	if (isPrimitiveLiteral(at)) return `${at.type} ${at.value}`;
	if (isMember(at)) return `${textOf(at.object)}.${propertyName(at)}`;
	return `${at.type} ${at.start}`;
}

/**
 * @param {Node} expression
 * @param {Node | undefined} fn around it
 * @param {{ lookUps: Set<Node>, analysis: EffectAnalysis }} context
 * @returns {Set<Variable | string> | null} the parameters that its value is made of; null where it depends on state, or counts
 *   what the entry was: `counts.set(word, (counts.get(word) ?? 0) + 1)`
 */
function namesIn(expression, fn, { lookUps, analysis }) {
	const { aliases, parents } = analysis;
	/** @type {Set<Variable | string>} */
	const found = new Set();
	/** @type {Set<Variable>} */
	const seen = new Set();
	let isState = false;
	const parts = new Set([expression]);
	for (const part of parts) {
		walk(part, (node) => {
			isState ||= lookUps.has(node);
			if (node.type === 'ThisExpression') found.add('this');
			const variable = node.type === 'Identifier' ? aliases.variableOf(node) : undefined;
			if (variable === null && node.name === 'arguments') found.add('arguments');
			if (!variable || seen.has(variable)) return;
			seen.add(variable);
			if (!isLocalTo(variable, fn)) isState ||= variable.isReassigned;
			else if (variable.kind === 'param' && !isInnerParameter(variable, part)) found.add(variable);
			else for (const { value } of sourcesOf(variable, parents)) parts.add(value);
		});
	}
	return isState ? null : found;
}

/** @param {Variable} variable @param {Node | undefined} fn @returns {boolean} */
const isLocalTo = ({ scope, isTopLevel }, fn) =>
	!isTopLevel && fn !== undefined && fn.start <= scope.node.start && scope.node.end <= fn.end;

/** `x` of `fn((x) => x + 1)`. @param {Variable} variable @param {Node} part @returns {boolean} */
const isInnerParameter = ({ scope }, part) =>
	part.start <= scope.node.start && scope.node.end <= part.end && isFunction(unwrap(scope.node));
