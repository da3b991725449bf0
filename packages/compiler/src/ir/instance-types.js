/** @import { Node } from '../types.js' */
/** @import { Variable } from '../ast/scope.js' */
/** @import { EffectAnalysis } from './effect-analysis.js' */
import { walk } from '../ast/babel.js';
import {
	isCall,
	isClass,
	isFunction,
	isMember,
	isPrimitiveLiteral,
	membersOf,
	memberName,
	propertyName,
	unwrap,
} from '../ast/shapes.js';
import { nodesOf } from '../ast/tree.js';
import { returnedBy } from './callees.js';
import { methodsOfClass } from './methods.js';
import { platformPath } from './platform-path.js';
import { holderOfThis, ownerOfThis } from './receiver.js';

/** Classes, and constructor functions. @typedef {ReadonlySet<Node>} Types */

/** @type {Types} */
const NONE = new Set();

/**
 * Of which of the module's own classes a value is an instance, where the text shows that it can be nothing else.
 *
 * ```js
 * const sum = points.reduce((total, point) => total.add(point), Vec.ZERO);
 * ```
 * `total` is what `Vec.ZERO` is, or what `add` gives, so the call is no `add` of a set.
 *
 * Each variable and each result of a function has the least set of classes that agrees with the text: all start as nothing and are
 * computed again until none changes. Primitives are of no class, since they have no methods of the module.
 */
export class InstanceTypes {
	/** @param {EffectAnalysis} analysis */
	constructor(analysis) {
		this.analysis = analysis;
		/** What variables and results of functions are; null: more than the text shows. @type {Map<Variable | Node, Types | null>} */
		this.known = new Map();
		/** Those of the round. @type {Set<Variable | Node>} */
		this.visited = new Set();
		this.isSolving = false;
		this.hasChanged = false;
		/** @type {Set<string> | undefined} */
		this.names = undefined;
		/** @type {Map<string, Node[]> | undefined} */
		this.assigned = undefined;
		/** Classes with those that extend them. @type {Map<Node, Types>} */
		this.families = new Map();
	}

	/**
	 * @param {Node} member `total.add`
	 * @param {string} name
	 * @returns {Node[]} the methods that it may be; empty when it may be anything else
	 */
	methods(member, name) {
		if (this.isSolving || !this.methodNames().has(name)) return [];
		const types = this.solve(member.object);
		const found = [...(types ?? [])].map((one) => this.methodsOf(one, name));
		return found.every((one) => one.length > 0) ? found.flat() : [];
	}

	/** @param {Node} expression @returns {Types | null} */
	solve(expression) {
		this.isSolving = true;
		/** @type {Types | null} */
		let answer;
		do {
			this.hasChanged = false;
			this.visited.clear();
			answer = this.of(expression);
		} while (this.hasChanged);
		this.isSolving = false;
		return answer;
	}

	/** @returns {Set<string>} names of methods, and of what is assigned to a property */
	methodNames() {
		if (this.names) return this.names;
		const names = this.analysis.classes.all().flatMap((one) => membersOf(one).map(memberName));
		this.names = new Set([...names.filter((one) => one !== null), ...this.assignments().keys()]);
		return this.names;
	}

	/** @returns {Map<string, Node[]>} what the program assigns to properties, by their names */
	assignments() {
		if (this.assigned) return this.assigned;
		/** @type {Map<string, Node[]>} */
		const assigned = new Map();
		for (const node of nodesOf(this.analysis.resolution.program.node, ['AssignmentExpression'])) {
			const target = unwrap(node.left);
			const name = isMember(target) ? memberName(target) : null;
			const known = name === null ? undefined : assigned.get(name);
			if (known) known.push(node);
			else if (name !== null) assigned.set(name, [node]);
		}
		this.assigned = assigned;
		return assigned;
	}

	/** @param {Variable | Node} key @param {() => Types | null} find @returns {Types | null} */
	remember(key, find) {
		const before = this.known.get(key);
		if (before === null) return null;
		const known = before ?? NONE;
		if (this.visited.has(key)) return known;
		this.visited.add(key);
		const now = find();
		this.hasChanged ||= now === null || now.size > known.size;
		this.known.set(key, now);
		return now;
	}

	/** @param {(Node | null | undefined)[]} values @returns {Types | null} */
	union(values) {
		/** @type {Set<Node>} */
		const all = new Set();
		for (const value of values) {
			const types = this.of(value);
			if (types === null) return null;
			for (const one of types) all.add(one);
		}
		return all;
	}

	/** @param {Node | null | undefined} expression @returns {Types | null} */
	of(expression) {
		const node = unwrap(expression);
		if (!node || isPrimitiveLiteral(node)) return NONE;
		switch (node.type) {
			case 'NewExpression':
				return this.ofNew(node);
			case 'Identifier':
				return this.ofVariable(node);
			case 'ThisExpression':
				return this.ofThis(node);
			case 'MemberExpression':
			case 'OptionalMemberExpression':
				return this.ofStatic(node);
			case 'ConditionalExpression':
				return this.union([node.consequent, node.alternate]);
			case 'LogicalExpression':
				return this.union([node.left, node.right]);
			case 'AssignmentExpression':
				return node.operator === '=' ? this.of(node.right) : null;
			case 'CallExpression':
			case 'OptionalCallExpression':
				return this.ofCall(node);
			default:
				return null;
		}
	}

	/** @param {Node} node `new Vec(0, 0)` @returns {Types | null} */
	ofNew({ callee }) {
		const definition = this.analysis.callees.definition(/** @type {Node} */ (unwrap(callee)));
		if (!definition) return null;
		// A constructor may give another object.
		const body = isClass(definition)
			? membersOf(definition).find((/** @type {Node} */ one) => one.kind === 'constructor')
			: definition;
		if (isClass(definition) && !this.isOwn(definition)) return null;
		const given = body ? this.given(body) : NONE;
		return given && new Set([definition, ...given]);
	}

	/** @param {Node} definition a class @returns {boolean} it extends nothing but classes of the module */
	isOwn(definition) {
		/** @type {Set<Node>} */
		const seen = new Set();
		for (let at = definition; at.superClass && !seen.has(at);) {
			seen.add(at);
			const parent = unwrap(at.superClass);
			const next = parent.type === 'Identifier' ? this.analysis.callees.definition(parent) : null;
			if (!isClass(next)) return false;
			at = /** @type {Node} */ (next);
		}
		return true;
	}

	/** @param {Node} identifier @returns {Types | null} */
	ofVariable(identifier) {
		const variable = this.analysis.aliases.variableOf(identifier);
		if (!variable) return null;
		return this.remember(variable, () => {
			const values = this.valuesOf(variable);
			return values && this.union(values);
		});
	}

	/** @param {Variable} variable @returns {(Node | null)[] | null} all that it is ever given; null when the text does not show that */
	valuesOf(variable) {
		const [declaration, ...others] = variable.declarations;
		if (!declaration || others.length > 0) return null;
		const written = variable.references.filter(({ role }) => role === 'write' || role === 'update');
		const rights = written.map(({ node }) => {
			const parent = this.analysis.parents.get(node);
			const isSet = parent?.type === 'AssignmentExpression' && parent.left === node;
			return isSet && parent.operator === '=' ? parent.right : undefined;
		});
		if (rights.includes(undefined)) return null;
		const { node, id } = declaration;
		if (variable.kind === 'param') {
			const given = this.accumulated(variable);
			return given && [...given, ...rights];
		}
		return node.type === 'VariableDeclarator' && node.id === id && !this.isOfLoop(node)
			? [node.init, ...rights]
			: null;
	}

	/** @param {Node} declarator @returns {boolean} `for (const row of rows)` */
	isOfLoop(declarator) {
		const declaration = this.analysis.parents.get(declarator);
		const around = declaration && this.analysis.parents.get(declaration);
		return /^For(In|Of)Statement$/.test(around?.type ?? '') && around?.left === declaration;
	}

	/** @param {Variable} param @returns {Node[] | null} `total` of `rows.reduce((total, row) => …, seed)` */
	accumulated(param) {
		const fn = param.scope.node;
		const call = isFunction(fn) ? this.analysis.parents.get(fn) : null;
		if (!call || !isCall(call) || call.arguments[0] !== fn || call.arguments.length < 2)
			return null;
		const name = isMember(call.callee) ? (propertyName(call.callee) ?? '') : '';
		const isFirst = fn.params[0]?.type === 'Identifier' && fn.params[0].name === param.name;
		if (!isFirst || !/^reduce(Right)?$/.test(name) || this.methodNames().has(name)) return null;
		return fn.async || fn.generator ? null : [call.arguments[1], ...returnedBy(fn)];
	}

	/** @param {Node} node @returns {Types | null} the class around it and those that extend it */
	ofThis(node) {
		const { parents } = this.analysis;
		const owner = ownerOfThis(node, parents);
		const holder = owner && holderOfThis(owner, parents);
		if (holder?.kind !== 'instance') return null;
		const known = this.families.get(holder.node);
		if (known) return known;
		const family = new Set([holder.node]);
		for (const one of family)
			for (const other of this.analysis.classes.all()) {
				const parent = unwrap(other.superClass);
				if (parent?.type === 'Identifier' && this.analysis.callees.definition(parent) === one)
					family.add(other); // a Set grows while it is walked
			}
		// What is being followed already is nothing that the text shows.
		if (this.analysis.callees.following === 0) this.families.set(holder.node, family);
		return family;
	}

	/** @param {Node} member `Vec.ZERO` @returns {Types | null} */
	ofStatic(member) {
		const name = propertyName(member);
		const object = /** @type {Node} */ (unwrap(member.object));
		const definition =
			name !== null && object.type === 'Identifier'
				? this.analysis.callees.definition(object)
				: null;
		if (!definition || name === null) return null;
		const field = isClass(definition)
			? membersOf(definition).find(
					(/** @type {Node} */ one) =>
						one.static && /Property$/.test(one.type) && propertyName(one) === name,
				)
			: null;
		const writes = this.assignments().get(name) ?? [];
		if (writes.some(({ operator }) => operator !== '=')) return null;
		const values = [...(field ? [field.value] : []), ...writes.map(({ right }) => right)];
		const key = field ?? writes[0];
		// `Init.prototype = Stat.prototype` is one of its own values.
		return key ? this.remember(key, () => this.union(values)) : null;
	}

	/** @param {Node} call @returns {Types | null} */
	ofCall(call) {
		const callee = /** @type {Node} */ (unwrap(call.callee));
		// `Object.freeze(new Vec(0, 0))` gives what it gets.
		const path = isMember(callee) ? platformPath(callee, this.analysis.aliases) : null;
		if (path !== null && /^Object\.(freeze|seal|preventExtensions)$/.test(path))
			return this.of(call.arguments[0]);
		const called = this.methodsCalled(callee) ?? this.functionsCalled(call);
		/** @type {Set<Node>} */
		const all = new Set();
		for (const fn of called ?? []) {
			const given = isClass(fn) || fn.async || fn.generator ? null : this.given(fn);
			if (!given) return null;
			for (const one of given) all.add(one);
		}
		return called && all;
	}

	/** @param {Node} callee @returns {Node[] | null} */
	methodsCalled(callee) {
		const name = isMember(callee) ? propertyName(callee) : null;
		const types = name === null ? null : this.of(callee.object);
		if (!types || name === null) return null;
		const found = [...types].map((one) => this.methodsOf(one, name));
		return found.every((one) => one.length > 0) ? found.flat() : null;
	}

	/** @param {Node} call @returns {Node[] | null} */
	functionsCalled(call) {
		const found = this.analysis.callees.ofCall(call).map(({ fn }) => fn);
		return found.length > 0 ? found : null;
	}

	/** @param {Node} fn @returns {Types | null} */
	given(fn) {
		return this.remember(fn, () => (mayEnd(fn) ? this.union(returnedBy(fn)) : NONE));
	}

	/** @param {Node} definition @param {string} name @returns {Node[]} */
	methodsOf(definition, name) {
		const { analysis } = this;
		if (isClass(definition))
			return methodsOfClass(definition, { name, isStatic: false }, analysis).filter(
				() => !this.assignments().has(name),
			);
		const puts = (this.assignments().get(name) ?? []).filter(({ left }) => {
			const prototype = unwrap(/** @type {Node} */ (unwrap(left)).object);
			return isMember(prototype) && propertyName(prototype) === 'prototype';
		});
		const isAll = puts.length === (this.assignments().get(name) ?? []).length;
		const own = puts.filter(({ left }) => {
			const named = unwrap(unwrap(unwrap(left).object).object);
			return named.type === 'Identifier' && analysis.callees.definition(named) === definition;
		});
		const functions = own.map(({ right }) => unwrap(right));
		return isAll && functions.every(isFunction) ? functions : [];
	}
}

/** @param {Node} fn @returns {boolean} */
function mayEnd(fn) {
	let found = fn.body.type !== 'BlockStatement';
	walk(fn.body, (node) => {
		found ||= node.type === 'ReturnStatement';
		return !isFunction(node) && !found;
	});
	return found;
}
