// Objects of top-level variables whose identity a file's text tells.
/** @import { Parents } from '../ast/parents.js' */
/** @import { Node } from '../types.js' */
/** @import { EffectAnalysis } from './effect-analysis.js' */
/** @import { Variable } from '../ast/scope.js' */
/** @import { Step } from './origins.js' */
import { walk } from '../ast/babel.js';
import { codeAround } from '../ast/class-parts.js';
import {
	CALLS,
	dottedName,
	isCall,
	isFunction,
	isMember,
	isPrimitiveLiteral,
	propertyName,
	unwrap,
} from '../ast/shapes.js';
import { constantValueOf } from './values.js';
import { showsPrimitive } from './objects.js';
import { exportValuesOf } from './export-values.js';
import { isMemoised } from './memos.js';
import { madeObjectsOf } from './made-objects.js';
import { KEYS, mayBeThere } from './may-be-there.js';
import { methodCall, Origins } from './origins.js';
import { holdsPrivateEntries } from './private-entries.js';

/** Methods that compare what they are given with what they have, or, of a map, with its keys. */
export const LOOKUPS = new Map([
	...['has', 'get', 'delete'].map((name) => /** @type {const} */ ([name, 'keys'])),
	...['includes', 'indexOf', 'lastIndexOf'].map((name) => /** @type {const} */ ([name, 'all'])),
]);

/** Nodes that compare objects, look them up or throw them. */
export const OBSERVING = /** @type {const} */ ([
	...['BinaryExpression', 'SwitchStatement', 'ThrowStatement'],
	...CALLS,
]);

/** Nodes by which functions give values to their callers, or put them into what they may give. */
export const RETURNING = /** @type {const} */ ([
	...['ReturnStatement', 'YieldExpression', 'ArrowFunctionExpression'],
	...['AssignmentExpression', 'ObjectProperty', 'ArrayExpression', 'CallExpression'],
]);

/** Methods that put their arguments into a collection. */
const PUTTING = /^(push|unshift|set|add|splice|fill|concat|assign)$/;

/** How deep objects of the module are looked for in a result. */
const DEPTHS = [0, 1, 2];

/** Where in top-level variables, and in those that are asked for, the objects lie whose identity the text tells. */
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
		this.origins = new Origins(effects, shared);
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
		this.exported = exportValuesOf(effects);
		/** Whether all that is compared is noted, for who goes back from it to what has no name in the module. */
		this.isAllTold = this.exported.length > 0;
		/** Collections: whether each thread has its own entries @type {Map<Variable, boolean>} */
		this.remembered = new Map();
		/** What is compared or looked up, and what that is compared with. @type {Step[]} */
		this.told = [];
		/** Levels at which the text shows what makes the objects. @type {Map<Variable, Set<string>>} */
		this.made = new Map();
		/** What functions give to their callers. @type {Step[]} */
		this.given = [];
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
		if (!this.isOfEachThread(call.object)) this.told.push([call.object, 1], [first, 0]);
		for (const { variable, level } of this.origins.of(call.object, 1)) {
			this.addOrigin(variable, level === 1 && kind === 'keys' ? KEYS : String(level));
			if (level === 1) this.addKeys(variable);
		}
		this.add(first);
	}

	/** What each thread remembers or keeps of its own objects, it finds again without names. @param {Node} collection @returns {boolean} */
	isOfEachThread(collection) {
		const node = /** @type {Node} */ (unwrap(collection));
		const variable = node.type === 'Identifier' ? this.effects.aliases.variableOf(node) : null;
		if (!variable) return false;
		let known = this.remembered.get(variable);
		if (known === undefined) {
			known =
				isMemoised(variable, this.effects) || holdsPrivateEntries(variable, this.effects.parents);
			this.remembered.set(variable, known);
		}
		return known;
	}

	/** `row[META]`, `{ [KEYS.meta]: 1 }`: both sides mean the same property. @param {Variable} variable that holds symbols */
	lookAtKeys(variable) {
		const { parents } = this.effects;
		for (const { node } of variable.references) {
			let level = 0;
			let key = node;
			let parent = parents.get(key);
			while (parent && isMember(parent) && parent.object === key) {
				level++;
				key = parent;
				parent = parents.get(key);
			}
			if (parent?.computed && (parent.property === key || parent.key === key))
				this.addOrigin(variable, String(level));
		}
	}

	/** What a weak collection is filled with, whose keys cannot be listed. @param {Variable} variable */
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

	/** @param {Node} node of a type that is `RETURNING`, of code that a unit may run: what comes of it may be a part of its result */
	lookAtReturn(node) {
		const given = givenBy(node);
		if (given.length === 0 || !(isFunction(node) || codeAround(node, this.effects.parents))) return;
		for (const one of given) this.addWhole(one, false);
	}

	/**
	 * An object of the module, alone or in a literal.
	 *
	 * @param {Node | null | undefined} expression
	 * @param {boolean} [isResult] of a unit, and not of code that it calls
	 */
	addWhole(expression, isResult = true) {
		const node = unwrap(expression);
		if (!node) return;
		const parts = partsOf(node);
		for (const one of parts) {
			if (one?.type === 'SpreadElement') this.addParts(one.argument);
			else this.addWhole(one?.type === 'ObjectProperty' ? one.value : one, isResult);
		}
		if (parts.length > 0) return;
		if (!this.isComparable(node)) return;
		for (const depth of DEPTHS) this.given.push([node, depth]);
		for (const { variable, level } of this.origins.of(node)) {
			if (!this.isSeenElsewhere(variable)) continue;
			// Of what is named, the text says which object it is; a lookup gets any one of many.
			const isNamed = propertyName(node) !== null || (level === 0 && node.type === 'Identifier');
			if (isNamed && isResult) this.addOrigin(variable, String(level));
			else this.addReturned(variable, level);
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
		// The values of all objects of a module take longest to analyse: most comparisons do without them.
		if (!left || !right || showsPrimitive(left) || showsPrimitive(right)) return;
		if (this.isAllTold || isCall(unwrap(left)) || isCall(unwrap(right)))
			this.told.push([left, 0], [right, 0]);
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

	/** What functions of the module make and put somewhere else as well, has the names of the variables that get it. @param {Iterable<Variable>} variables */
	followMade(variables) {
		const found = madeObjectsOf(this.effects);
		const add = (/** @type {Variable} */ variable, /** @type {string} */ level) =>
			this.made.set(variable, (this.made.get(variable) ?? new Set()).add(level));
		for (const [variable, level] of found.namesFor(this.told, variables)) {
			const areKeysNamed = level === '1' && this.levels.get(variable)?.has(KEYS);
			if (areKeysNamed && isCollection(variable)) continue;
			this.addOrigin(variable, level);
			add(variable, level);
		}
		// Members are told apart by their names alone: that says something only of imports of which nothing else is known.
		const isUnknown = (/** @type {Variable} */ one) =>
			this.shared.has(one) && !known.has(one) && !this.isCalledAlone(one);
		const known = new Set([...this.levels.keys(), ...this.returned.keys()]);
		for (const [variable, level] of found.importsFor(this.told))
			if (isUnknown(variable)) this.addOrigin(variable, String(level));
		if (this.given.length === 0) return;
		for (const [variable, level] of found.importsFor(this.given))
			if (isUnknown(variable)) this.addReturned(variable, level);
		const seen = [...variables].filter((one) => this.isSeenElsewhere(one));
		for (const [variable, level] of found.namesFor(this.given, seen)) {
			this.addReturned(variable, Number(level));
			add(variable, level);
		}
	}

	/** `parse(text)`, `lib.parse(text)` @param {Variable} variable an import @returns {boolean} nothing but calls of it, or of its methods, shows what it is */
	isCalledAlone({ references }) {
		const { parents } = this.effects;
		return references.every(({ node }) => {
			const parent = parents.get(node);
			const isMethod = isMember(parent) && parent?.object === node;
			const [callee, call] = isMethod ? [parent, parents.get(parent)] : [node, parent];
			return call !== undefined && isCall(call) && call.callee === callee;
		});
	}

	/** @param {Variable} variable @param {string} level @returns {boolean} */
	isThere(variable, level) {
		return (
			this.made.get(variable)?.has(level) === true || mayBeThere(variable, level, this.effects)
		);
	}

	/** @returns {{ name: string, levels: string[], returned: string[] }[]} the same of what a CommonJS module exports without a variable */
	followExports() {
		if (this.exported.length === 0) return [];
		const found = madeObjectsOf(this.effects);
		const told = found.namesFor(this.told, this.exported);
		const given = found.namesFor(this.given, this.exported);
		const of = (/** @type {typeof told} */ all, /** @type {string} */ name) =>
			all.flatMap(([one, level]) => (one.name === name ? level : []));
		return this.exported
			.map(({ name }) => ({ name, levels: of(told, name), returned: of(given, name) }))
			.filter(({ levels, returned }) => levels.length + returned.length > 0);
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

/** Whole: `module.exports = { NONE }`, `export const all = [NONE]`, `Table.none = NONE`, `() => NONE`. @param {Node} node @param {Parents} parents @returns {boolean} */
export function isHandedOn(node, parents) {
	const parent = parents.get(node);
	if (!parent) return true; // `export { A } from './a.js'`
	if (parent.type === 'AssignmentExpression') return parent.right === node && isMember(parent.left);
	if (parent.type === 'ArrowFunctionExpression') return parent.body === node;
	return /^(Object|Class)Property$|^ArrayExpression$|^ReturnStatement$/.test(parent.type);
}

/** @param {Node} node of a type that is `RETURNING` @returns {(Node | null)[]} what it gives or puts somewhere, without the literals that are nodes of their own */
function givenBy(node) {
	switch (node.type) {
		case 'ReturnStatement':
		case 'YieldExpression':
			return [node.argument];
		case 'ArrowFunctionExpression':
			return node.body.type === 'BlockStatement' ? [] : [node.body];
		case 'AssignmentExpression':
			return isMember(node.left) ? [node.right] : [];
		case 'ObjectProperty':
			return isLiteral(node.value) ? [] : [node.value];
		case 'ArrayExpression':
			return node.elements.filter((/** @type {Node | null} */ one) => one && !isLiteral(one));
		default:
			return PUTTING.test(methodCall(node)?.name ?? '') ? node.arguments : [];
	}
}

/** @param {Node} node @returns {boolean} */
const isLiteral = (node) =>
	isPrimitiveLiteral(node) || isFunction(node) || /^(Array|Object)Expression$/.test(node.type);

/** @param {Variable} variable @returns {boolean} it holds a list, a map or a set, as its text shows */
function isCollection(variable) {
	const value = constantValueOf(variable);
	return value?.type === 'NewExpression'
		? /^(Map|Set)$/.test(dottedName(value.callee) ?? '')
		: value?.type === 'ArrayExpression';
}
