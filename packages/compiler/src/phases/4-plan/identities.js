/** @import { Parents } from '../../ast/parents.js' */
/** @import { Node } from '../../types.js' */
/** @import { Planned, SharedClass } from '../../ir/module.js' */
/** @import { EffectAnalysis } from '../../ir/effect-analysis.js' */
/** @import { Variable } from '../../ast/scope.js' */
/** @import { Channels } from './channels.js' */
import { isBuiltin } from 'node:module';
import { ERROR_ONLY, LATE, NAMED, OBJECT_ITSELF } from '@lapidary/runtime/abi';
import { walk } from '../../ast/babel.js';
import { nodesOf } from '../../ast/tree.js';
import {
	CALLS,
	dottedName,
	holdsFunction,
	isCall,
	isFunction,
	isMember,
	isPrimitiveLiteral,
	propertyName,
	unwrap,
} from '../../ast/shapes.js';
import { classOf, constantValueOf, functionOf, importOf } from '../../ir/values.js';
import { showsPrimitive } from '../../ir/objects.js';
import { methodCall, Origins } from './origins.js';

/**
 * What host and worker module have both made and code can tell apart from a copy, with data from the other side:
 *
 * ```js
 * const NONE = Object.freeze({});
 * async function f(x) { 'use cpu_bound'; return x === NONE; }
 * ```
 *
 * Such an object crosses by its name: the runtime puts the other side's own in its place. Only what the text compares, looks up or
 * hands back is named, since every message of the module is then searched for it.
 *
 * @param {Pick<Planned, 'effects' | 'resolution' | 'plans'>} planned
 * @param {{ channels: Channels, needed: Set<Variable>, classes: SharedClass[] }} context `needed`: what the worker module has;
 *   `classes` have names already
 * @returns {SharedClass[]}
 */
export function findIdentities({ effects, resolution, plans }, { channels, needed, classes }) {
	const shared = new Set([...needed].filter((variable) => isOnBothSides(variable, channels)));
	if (shared.size === 0) return [];
	const observed = new Observed(effects, shared, (variable) => isSeenElsewhere(variable, channels));
	for (const node of nodesOf(resolution.program.node, OBSERVING)) observed.look(node);
	for (const { unit } of plans) observed.lookAtResults(unit.node);
	observed.followParameters();
	return [...new Set([...observed.levels.keys(), ...observed.returned.keys()])]
		.filter((variable) => shared.has(variable))
		.flatMap((variable) => {
			const isKnown = classes.some((one) => one.variable === variable && isClassFor(one));
			const isThere = (/** @type {string} */ level) =>
				!(isKnown && level === '0') && mayBeThere(variable, level, effects);
			const seen = [...(observed.levels.get(variable) ?? [])].filter(isThere);
			const returned = [...(observed.returned.get(variable) ?? [])].filter(isThere);
			const all = [...new Set([...seen, ...returned])];
			if (all.length === 0) return [];
			return [{ variable, key: keyOf(variable, all), hostKey: keyOf(variable, seen) }];
		});
}

/** Not for what is only named as classes are, and is an object if it is none (`NONE`). @param {SharedClass} known @returns {boolean} */
const isClassFor = ({ key }) => ![NAMED, ERROR_ONLY, LATE].some((prefix) => key.startsWith(prefix));

/** @param {Variable} variable @param {string[]} levels @returns {string} */
const keyOf = ({ name }, levels) => `${OBJECT_ITSELF}${levels.sort().join('')} ${name}`;

/** @param {Variable} variable @param {Channels} channels @returns {boolean} and it stays there what it was */
function isOnBothSides(variable, channels) {
	const { channel, problems } = channels.of(variable);
	if (channel !== 'slice' && channel !== 'import') return false;
	if (variable.isPerCall) return false;
	const from = importOf(variable, channels.analysed.resolution.parents);
	if (from && isBuiltin(from.source)) return false; // has a name of the platform's
	// Scratch space of each worker holds something else in each.
	const changes = channels.analysed.sites.later.get(variable) ?? [];
	if (changes.some(({ node }) => channels.isWorkerCode(node))) return false;
	return problems.every(({ kind }) => kind === 'exported');
}

/** A result that code of the host may compare, here or in other modules, or that no clone could bring. @param {Variable} variable @param {Channels} channels @returns {boolean} */
function isSeenElsewhere(variable, channels) {
	const { resolution, sites } = channels.analysed;
	if (channels.exportOf(variable) || functionOf(variable)) return true;
	if (importOf(variable, resolution.parents) || holdsSymbol(constantValueOf(variable))) return true;
	return variable.references.some(
		({ node }) => isHandedOn(node, resolution.parents) && sites.isHostLive(node),
	);
}

/** Whole: `module.exports = { NONE }`, `export const all = [NONE]`, `Table.none = NONE`, `() => NONE`. @param {Node} node @param {Parents} parents @returns {boolean} */
function isHandedOn(node, parents) {
	const parent = /** @type {Node} */ (parents.get(node));
	if (parent.type === 'AssignmentExpression') return parent.right === node && isMember(parent.left);
	if (parent.type === 'ArrowFunctionExpression') return parent.body === node;
	return /^(Object|Class)Property$|^ArrayExpression$|^ReturnStatement$/.test(parent.type);
}

/** @param {Variable} variable @param {string} level @param {EffectAnalysis} effects @returns {boolean} something that is no number or string */
function mayBeThere(variable, level, { shared, parents }) {
	if (variable.kind === 'enum' || variable.kind === 'namespace') return false;
	const value = constantValueOf(variable);
	const made = value?.type === 'NewExpression' ? (dottedName(value.callee) ?? '') : '';
	if (made === 'Proxy' || (level !== '0' && /^Weak/.test(made))) return false; // shows nothing
	if (functionOf(variable) || classOf(variable))
		return level === '0' || hasProperties(variable, parents);
	if (value && (holdsFunction(value) || holdsSymbol(value))) return true;
	const depth = level === KEYS ? 1 : Number(level);
	return shared.objects.ofVariable(variable, Array(depth).fill(null));
}

/** `static RED = new Colour('red')`, `Colour.RED = …`. @param {Variable} variable @param {Parents} parents @returns {boolean} */
function hasProperties(variable, parents) {
	const members = classOf(variable)?.body.body ?? [];
	const isStatic = (/** @type {Node} */ one) =>
		one.static && one.value && !/Method$/.test(one.type) && !isPrimitiveLiteral(one.value);
	if (members.some((/** @type {Node} */ one) => isStatic(one) || one.type === 'StaticBlock'))
		return true;
	return variable.references.some(({ node }) => {
		const member = parents.get(node);
		const write = isMember(member) && member?.object === node ? parents.get(member) : null;
		return write?.type === 'AssignmentExpression' && write.left === member;
	});
}

/** @param {Node | null} value @returns {boolean} */
const makesSymbol = (value) =>
	value?.type === 'CallExpression' && /^Symbol\b/.test(dottedName(value.callee) ?? '');

/** @param {Node | null} value @returns {boolean} `{ NONE: Symbol('none') }`, `Object.freeze([Symbol()])` */
function holdsSymbol(value) {
	let isFound = false;
	if (value)
		walk(value, (node) => {
			isFound ||= makesSymbol(node);
			return !isFound && !isFunction(node);
		});
	return isFound;
}

/** Methods that compare what they are given with what they have, or, of a map, with its keys. */
const LOOKUPS = new Map([
	...['has', 'get', 'delete'].map((name) => /** @type {const} */ ([name, 'keys'])),
	...['includes', 'indexOf', 'lastIndexOf'].map((name) => /** @type {const} */ ([name, 'all'])),
]);

/** Like level 1, but of a map only the keys. */
const KEYS = 'k';

/** Nodes that compare objects, look them up or throw them. */
export const OBSERVING = /** @type {const} */ ([
	...['BinaryExpression', 'SwitchStatement', 'ThrowStatement'],
	...CALLS,
]);

/** Where in top-level variables the objects lie whose identity the text tells. */
export class Observed {
	/**
	 * @param {EffectAnalysis} effects
	 * @param {Set<Variable>} shared those that are asked for
	 * @param {(variable: Variable) => boolean} isSeenElsewhere
	 */
	constructor(effects, shared, isSeenElsewhere) {
		this.effects = effects;
		this.shared = shared;
		this.isSeenElsewhere = isSeenElsewhere;
		this.origins = new Origins(effects);
		/** @type {Map<Variable, Set<string>>} */
		this.levels = new Map();
		/**
		 * Those whose identity only results tell. They cross to the host by their names, and as copies to workers: the host may add to
		 * an object that it has got (`route.hits++`), and what it passes on then is not what the worker has.
		 *
		 * @type {Map<Variable, Set<string>>}
		 */
		this.returned = new Map();
		/** parameters that are compared @type {Set<Variable>} */
		this.parameters = new Set();
		/** @type {Node[]} */
		this.calls = [];
	}

	/** @param {Node} node of a type that is `OBSERVING` */
	look(node) {
		if (node.type === 'BinaryExpression' && /^[!=]==?$/.test(node.operator))
			this.compare(node.left, node.right);
		else if (node.type === 'SwitchStatement')
			for (const { test } of node.cases) this.compare(node.discriminant, test);
		else if (node.type === 'ThrowStatement') this.add(node.argument);
		else if (node.type === 'CallExpression' || node.type === 'OptionalCallExpression') {
			if (node.type === 'CallExpression') this.calls.push(node);
			this.lookAtCall(node);
		}
	}

	/** @param {Node} node */
	lookAtCall(node) {
		const call = methodCall(node);
		if (!call) return;
		if (call.name === 'is' && dottedName(node.callee) === 'Object.is')
			this.compare(node.arguments[0], node.arguments[1]);
		const [first] = call.args;
		const kind = LOOKUPS.get(call.name);
		if (!kind || !first || !this.isComparable(first)) return;
		for (const { variable, level } of this.origins.of(call.object, 1)) {
			this.addOrigin(variable, level === 1 && kind === 'keys' ? KEYS : String(level));
			if (level === 1) this.addKeys(variable);
		}
		this.add(first);
	}

	/** What a collection is filled with: of a WeakMap, nobody can list the keys. @param {Variable} variable */
	addKeys(variable) {
		const value = constantValueOf(variable);
		if (value?.type !== 'NewExpression' || !/^Weak/.test(dottedName(value.callee) ?? '')) return;
		for (const { node } of variable.references) {
			const member = this.effects.parents.get(node);
			const call = member && this.effects.parents.get(member);
			const filling = call && methodCall(call);
			if (filling && unwrap(filling.object) === node && /^(add|set)$/.test(filling.name))
				this.add(filling.args[0]);
		}
	}

	/** @param {Node} unit whose results are the host's own where they are objects that it has, too */
	lookAtResults(unit) {
		if (unit.body.type !== 'BlockStatement') this.addWhole(unit.body);
		walk(unit.body, (node) => {
			if (node.type === 'ReturnStatement' || node.type === 'YieldExpression')
				this.addWhole(node.argument);
			else if (isFunction(node) && node.body.type !== 'BlockStatement') this.addWhole(node.body);
		});
	}

	/** An object of the module, alone or in a literal. @param {Node | null | undefined} expression */
	addWhole(expression) {
		const node = unwrap(expression);
		if (!node) return;
		const parts = partsOf(node);
		for (const one of parts) {
			if (one?.type === 'SpreadElement') this.addParts(one.argument);
			else this.addWhole(one?.value ?? one);
		}
		if (parts.length > 0 || !this.isComparable(node)) return;
		for (const { variable, level } of this.origins.of(node)) {
			if (!this.isSeenElsewhere(variable)) continue;
			// Of what is named, the text says which object it is; a lookup gets any one of many.
			const isNamed = propertyName(node) !== null || (level === 0 && node.type === 'Identifier');
			if (isNamed) this.addOrigin(variable, String(level));
			else if (level > 0) this.addReturned(variable, level);
		}
		if (isCall(node)) this.addParts(node);
	}

	/** What a list has that is made of objects of the module: `TABLE.filter(isLarge)`, `[...TABLE]`. @param {Node} list */
	addParts(list) {
		for (const { variable, level } of this.origins.of(list, 1))
			if (level > 0 && this.isSeenElsewhere(variable)) this.addReturned(variable, level);
	}

	/** @param {Variable} variable @param {number} level */
	addReturned(variable, level) {
		const levels = this.returned.get(variable) ?? new Set();
		this.returned.set(variable, levels.add(String(level)));
	}

	/** @param {Node | null | undefined} left @param {Node | null | undefined} right */
	compare(left, right) {
		// What the objects of a whole module may be takes longest to find out: most comparisons do without it.
		if (!left || !right || showsPrimitive(left) || showsPrimitive(right)) return;
		if (!this.concernsShared(left) && !this.concernsShared(right)) return;
		if (!this.isComparable(left) || !this.isComparable(right)) return;
		this.add(left);
		this.add(right);
	}

	/** @param {Node} expression @returns {boolean} `add` has something to note of it */
	concernsShared(expression) {
		const node = unwrap(expression);
		const variable = node?.type === 'Identifier' ? this.effects.aliases.variableOf(node) : null;
		return (
			variable?.kind === 'param' ||
			this.origins.of(node).some((one) => this.shared.has(one.variable))
		);
	}

	/** @param {Node} expression @returns {boolean} false for what the text shows to be a number, a string or the like */
	isComparable(expression) {
		const node = /** @type {Node} */ (unwrap(expression));
		if (node.type === 'Identifier' && node.name === 'undefined') return false;
		if (isMember(node) && /^(length|size)$/.test(propertyName(node) ?? '')) return false;
		if (this.effects.shared.objects.may(node)) return true;
		if (isFunction(node)) return true;
		return this.origins
			.of(node)
			.some(({ variable, level }) => mayBeThere(variable, String(level), this.effects));
	}

	/** @param {Node | null | undefined} expression */
	add(expression) {
		for (const { variable, level } of this.origins.of(expression))
			this.addOrigin(variable, String(level));
		const node = unwrap(expression);
		const variable = node?.type === 'Identifier' ? this.effects.aliases.variableOf(node) : null;
		if (variable?.kind === 'param') this.parameters.add(variable);
	}

	/** @param {Variable} variable @param {string} level */
	addOrigin(variable, level) {
		const levels = this.levels.get(variable) ?? new Set();
		this.levels.set(variable, levels.add(level));
	}

	/** `isNone(x, NONE)`, where `isNone` compares its parameters. */
	followParameters() {
		if (this.parameters.size === 0) return;
		const compared = new Set([...this.parameters].map((one) => one.declarations[0]?.id));
		for (const node of this.calls) {
			for (const { fn, args } of this.effects.callees.ofCall(node)) {
				if (!isFunction(fn)) continue;
				args.forEach((arg, index) => {
					const id = idOf(fn.params[index]);
					if (id && compared.has(id)) this.add(arg);
				});
			}
		}
	}
}

/** @param {Node} node @returns {(Node | null)[]} of a literal, its elements; of a choice, what it chooses from */
function partsOf(node) {
	if (node.type === 'ConditionalExpression') return [node.consequent, node.alternate];
	if (node.type === 'LogicalExpression') return [node.left, node.right];
	return node.elements ?? node.properties ?? [];
}

/** @param {Node | undefined} param @returns {Node | undefined} */
const idOf = (param) => (param?.type === 'AssignmentPattern' ? param.left : param);
