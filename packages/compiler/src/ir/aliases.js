/** @import { Node } from '../types.js' */
/** @import { Resolution } from '../ast/resolve.js' */
/** @import { ExportBinding } from './export-bindings.js' */
/** @import { Path } from './sources.js' */
import { variantOf } from '../ast/parents.js';
import { dottedName, isFunction, isMember, propertyName, unwrap } from '../ast/shapes.js';
import { Scope, Variable } from '../ast/scope.js';
import { isWithin } from '../ast/tree.js';
import { givesArgument } from '../knowledge/calls.js';
import { classifyAliasing } from '../knowledge/methods.js';
import { ChainMemo } from './call-chains.js';
import { findExportBindings, isOnPath } from './export-bindings.js';
import { variableHolding } from './holders.js';
import { isPrimitiveByType } from './primitive-types.js';
import { ownerOfThis } from './receiver.js';
import { keyOfPath, putInto, replacementOf, sourcesOf } from './sources.js';
import { returnedBy } from './callees.js';
import { constantValueOf } from './values.js';

/** A path that is longer is cut: what lies deeper is taken for new. */
const LONGEST_PATH = 4;

/** Of a value itself, and nothing in it. @type {Path} */
const WHOLE = Object.freeze([]);

/** Answers which variables' objects a value may be, or be part of. One for a module. */
export class Aliases {
	/** @param {Resolution} resolution */
	constructor(resolution) {
		const { parents, references } = resolution;
		this.resolution = resolution;
		this.parents = parents;
		/** @type {Map<Node, Variable | null>} */
		this.variables = new Map();
		for (const { node, variable } of references) this.variables.set(node, variable);
		/** @type {Map<Variable, Node>} */
		this.names = new Map();
		/** @type {Map<Variable, Map<string, Set<Variable>>>} */
		this.roots = new Map();
		/** How many answers are being computed that others may ask for before they are complete. */
		this.pending = { count: 0 };
		/** @type {ChainMemo<Set<Variable>>} */
		this.calls = new ChainMemo();
		/**
		 * What a call of the module's own functions returns; null for any other. Set by the effect
		 * analysis, which knows methods.
		 *
		 * @type {(call: Node, path: Path) => Set<Variable> | null}
		 */
		this.ofReturned = () => null;
		/**
		 * What lies in a new instance of the module's own classes. Set by the effect analysis.
		 *
		 * @type {(made: Node, path: Path) => Set<Variable>}
		 */
		this.ofMade = () => new Set();
		/** @type {Map<Node, Variable>} what `this` stands for, by the function that is called on it */
		this.receivers = new Map();
		/** @type {ExportBinding[] | undefined} */
		this.knownBindings = undefined;
		/** @type {Map<string | null | undefined, ExportBinding[]> | undefined} */
		this.bindingsByName = undefined;
	}

	/** @param {string | null | undefined} name of an export; undefined for the exports themselves @returns {ExportBinding[]} those that may begin with it: a module has thousands of exports */
	bindingsOf(name) {
		if (name === null) return this.exportBindings;
		if (!this.bindingsByName) {
			this.bindingsByName = new Map();
			for (const one of this.exportBindings) {
				const list = this.bindingsByName.get(one.path[0]) ?? [];
				this.bindingsByName.set(one.path[0], list);
				list.push(one);
			}
		}
		const names = name === undefined ? [undefined] : [undefined, null, name];
		return names.flatMap((one) => this.bindingsByName?.get(one) ?? []);
	}

	/** @returns {ExportBinding[]} what holds the exports of a CommonJS module, or a part of them */
	get exportBindings() {
		this.knownBindings ??= findExportBindings(this.resolution, this.variables);
		return this.knownBindings;
	}

	/**
	 * A variable that no source has: the object that a function is called on.
	 *
	 * @param {Node} node a ThisExpression, or the `super` of a member
	 * @returns {Variable | null} null at the top level
	 */
	receiverOf(node) {
		const owner = ownerOfThis(node, this.parents);
		if (!owner) return null;
		const known = this.receivers.get(owner);
		if (known) return known;
		const made = new Variable('this', 'this', new Scope('function', owner, null));
		this.receivers.set(owner, made);
		return made;
	}

	/** `new.target` of a constructor is its class, or a subclass. @param {Node} node @returns {Set<Variable>} */
	ofNewTarget(node) {
		const owner = node.meta.name === 'new' ? ownerOfThis(node, this.parents) : null;
		const body = owner?.kind === 'constructor' ? this.parents.get(owner) : null;
		const definition = body && this.parents.get(body);
		const variable = definition && variableHolding(definition, this.resolution);
		return new Set(variable ? [variable] : []);
	}

	/** @param {Variable} variable @returns {Node | null} an expression that names it, which no source need have; null for one without a declaration */
	nodeOf(variable) {
		const named = variable.references[0]?.node ?? this.names.get(variable);
		const id = variable.declarations[0]?.id;
		if (named || !id) return named ?? null;
		const made = variantOf(id, { type: 'Identifier' });
		this.names.set(variable, made);
		this.variables.set(made, variable);
		return made;
	}

	/** @param {Node} identifier @returns {Variable | null | undefined} undefined when it is no reference */
	variableOf(identifier) {
		return this.variables.get(identifier);
	}

	/**
	 * The variables whose object an expression's value may be, or lie in; with a path, the same of what lies there in the
	 * value.
	 *
	 * Copies are new objects whose parts are not: `[...rows]` is nobody's, `[...rows][0]` lies in `rows`.
	 *
	 * @param {Node | null | undefined} expression
	 * @param {Path} [path]
	 * @returns {Set<Variable>}
	 */
	of(expression, path = WHOLE) {
		const node = unwrap(expression);
		switch (node?.type) {
			case 'Identifier':
				return this.ofIdentifier(node, path);
			case 'MetaProperty':
				return this.ofNewTarget(node);
			case 'Super':
			case 'ThisExpression': {
				const receiver = this.receiverOf(node);
				return new Set(receiver ? [receiver] : []);
			}
			case 'MemberExpression':
			case 'OptionalMemberExpression':
				return this.of(node.object, [propertyName(node), ...path]);
			case 'ConditionalExpression':
				return unionOf([this.of(node.consequent, path), this.of(node.alternate, path)]);
			case 'LogicalExpression':
			case 'AssignmentExpression':
				return unionOf([this.of(node.left, path), this.of(node.right, path)]);
			case 'SequenceExpression':
				return this.of(node.expressions.at(-1), path);
			case 'AwaitExpression':
				return this.of(node.argument, path);
			case 'ArrayExpression':
				return this.ofList(node.elements, path);
			case 'ObjectExpression':
				return this.ofObject(node.properties, path);
			case 'NewExpression':
				return this.ofNew(node, path);
			case 'CallExpression':
			case 'OptionalCallExpression':
				return this.calls.find(node, keyOfPath(path), {
					compute: (call) => this.ofReturned(call, path) ?? this.ofCall(call, path),
					isSettled: () => this.pending.count === 0,
				});
			default:
				return new Set();
		}
	}

	/** @param {Node} node @param {Path} path @returns {Set<Variable>} */
	ofIdentifier(node, path) {
		const variable = this.variables.get(node);
		if (!variable && node.name === 'arguments') return this.ofArguments(node, path);
		if (!variable) return variable === null ? this.ofExports(node, path) : new Set();
		if (isPrimitiveByType(variable, path)) return new Set();
		if (path.length === 0) return this.ofVariable(variable, path);
		const [name] = path;
		// `next.list = next.list.slice()` before it: what `next` was made from has no part in it.
		const value = name ? replacementOf(node, variable, name, this.parents) : null;
		if (!value) return this.ofVariable(variable, path);
		return unionOf([new Set([variable]), this.of(value, path.slice(1))]);
	}

	/** `arguments[0]` is what the first parameter has. @param {Node} node @param {Path} path @returns {Set<Variable>} */
	ofArguments(node, [key, ...rest]) {
		const owner = key === undefined ? null : ownerOfThis(node, this.parents);
		const scope = owner && this.resolution.scopes.get(owner);
		if (!owner || !scope || !isFunction(owner)) return new Set();
		const named = [...scope.variables.values()].filter(({ kind, declarations }) => {
			if (kind !== 'param') return false;
			const at = owner.params.findIndex((/** @type {Node} */ one) =>
				declarations.some(({ id }) => isWithin(id, one)),
			);
			return (
				!/^\d+$/.test(key ?? '') || at === Number(key) || owner.params[at]?.type === 'RestElement'
			);
		});
		return unionOf(named.map((one) => this.ofVariable(one, rest)));
	}

	/** What `exports.a` and `module.exports` are called besides. @param {Node} global @param {Path} path @returns {Set<Variable>} */
	ofExports({ name }, path) {
		const isModule = name === 'module' && path[0] === 'exports';
		if (!isModule && name !== 'exports') return new Set();
		const inExports = isModule ? path.slice(1) : path;
		const held = this.bindingsOf(inExports[0]).filter((one) => isOnPath(one.path, inExports));
		return unionOf(
			held.map((one) => this.ofVariable(one.variable, inExports.slice(one.path.length))),
		);
	}

	/** @param {(Node | null)[]} elements of a new array @param {Path} path @returns {Set<Variable>} */
	ofList(elements, path) {
		if (path.length === 0) return new Set();
		return unionOf(
			elements.map((one) =>
				one?.type === 'SpreadElement' ? this.of(one.argument, path) : this.of(one, path.slice(1)),
			),
		);
	}

	/** @param {Node[]} properties of a new object @param {Path} path @returns {Set<Variable>} */
	ofObject(properties, [name, ...rest]) {
		/** @type {Set<Variable>[]} */
		const found = [];
		if (name === undefined) return new Set();
		for (const property of [...properties].reverse()) {
			const key = property.type === 'SpreadElement' ? null : propertyName(property);
			if (property.type === 'SpreadElement')
				found.push(this.of(property.argument, [name, ...rest]));
			else if (key === name || key === null || name === null)
				found.push(this.of(property.value, rest));
			if (key !== null && key === name) break; // what stands before it is replaced
		}
		return unionOf(found);
	}

	/** @param {Node} node @param {Path} path @returns {Set<Variable>} */
	ofNew(node, path) {
		const name = dottedName(node.callee) ?? '';
		const [first] = node.arguments;
		if (this.variables.get(node.callee)) return this.ofMade(node, path);
		if (!first) return new Set();
		if (name === 'DataView' || (/Array$/.test(name) && this.isBuffer(first)))
			return this.of(first, []);
		if (path.length === 0) return new Set();
		if (name === 'Set') return this.of(first, path);
		return name === 'Map' ? this.of(first, [null, ...path]) : new Set();
	}

	/** @param {Node} expression @returns {boolean} `bytes.buffer`, or a name of an ArrayBuffer */
	isBuffer(expression) {
		const node = /** @type {Node} */ (unwrap(expression));
		if (isMember(node)) return propertyName(node) === 'buffer';
		const variable = node.type === 'Identifier' ? this.variables.get(node) : null;
		const value = variable && constantValueOf(variable);
		if (value?.type === 'NewExpression') return value.callee.name === 'ArrayBuffer';
		return isMember(value) && this.isBuffer(/** @type {Node} */ (value));
	}

	/** @param {Node} node a call of something that is no function of the module @param {Path} path @returns {Set<Variable>} */
	ofCall(node, path) {
		const callee = unwrap(node.callee);
		if (!isMember(callee)) return new Set();
		const name = propertyName(callee) ?? '';
		const [first, second] = node.arguments;
		const isGlobal = callee.object.type === 'Identifier' && !this.variables.get(callee.object);
		if (isGlobal && callee.object.name === 'Object') {
			if (name === 'assign')
				return unionOf([
					this.of(first, path),
					this.ofObject(node.arguments.slice(1).map(spreadOf), path),
				]);
			if (name === 'values' || name === 'entries') return this.ofIterated(name, first, path);
			if (!givesArgument(`Object.${name}`)) return new Set();
		}
		// `Object.freeze(rows)` is `rows`.
		if (isGlobal && givesArgument(dottedName(callee) ?? '')) return this.of(first, path);
		if (isGlobal && path.length > 0 && dottedName(callee) === 'Array.from')
			return second ? this.ofMapped(second, path.slice(1)) : this.of(first, path);
		return this.ofMethod(node, name, path);
	}

	/** @param {Node} node a call of a built-in method @param {string} name @param {Path} path @returns {Set<Variable>} */
	ofMethod(node, name, path) {
		const { object } = /** @type {Node} */ (unwrap(node.callee));
		switch (classifyAliasing(name)) {
			case 'self':
				return this.of(object, path);
			case 'part':
				return this.of(object, [null, ...path]);
			case 'iterated':
				return this.ofIterated(name, object, path);
			case 'mapped':
				if (path.length === 0) return new Set();
				return this.ofMapped(node.arguments[0], name === 'map' ? path.slice(1) : path);
			case 'flat':
				if (path.length === 0) return new Set();
				return unionOf([this.of(object, path), this.of(object, [null, ...path])]);
			case 'copy':
				if (path.length === 0) return new Set();
				return unionOf(
					[object, ...node.arguments].map((one) => this.of(one.argument ?? one, path)),
				);
			default:
				return new Set();
		}
	}

	/** @param {string} name `values`, `keys` or `entries` @param {Node | undefined} object @param {Path} path @returns {Set<Variable>} */
	ofIterated(name, object, path) {
		if (name === 'entries') return path.length > 1 ? this.of(object, path.slice(1)) : new Set();
		return path.length > 0 ? this.of(object, path) : new Set();
	}

	/** @param {Node | undefined} fn a callback that is written on the spot @param {Path} path @returns {Set<Variable>} of what it returns */
	ofMapped(fn, path) {
		const made = fn && unwrap(fn);
		return made && isFunction(made) && !made.async && !made.generator
			? unionOf(returnedBy(made).map((value) => this.of(value, path)))
			: new Set();
	}

	/**
	 * A variable itself, and what it was made from: `const row = rows[0]` is `row` and `rows`.
	 *
	 * @param {Variable} variable
	 * @param {Path} whole
	 * @returns {Set<Variable>}
	 */
	ofVariable(variable, whole) {
		const path = whole.length > LONGEST_PATH ? whole.slice(0, LONGEST_PATH) : whole;
		let known = this.roots.get(variable);
		if (!known) this.roots.set(variable, (known = new Map()));
		const key = keyOfPath(path);
		const before = known.get(key);
		if (before) return before;
		const found = new Set([variable]);
		known.set(key, found); // also ends the recursion of `let a = b; b = a`
		this.pending.count++;
		for (const { value, steps, isRest } of sourcesOf(variable, this.parents)) {
			if (isRest && path.length === 0) continue; // an object of its own
			for (const root of this.of(value, [...steps, ...path])) found.add(root);
		}
		for (const { value, name } of path.length > 0 ? putInto(variable, this.parents) : []) {
			if (name !== null && path[0] !== null && name !== path[0]) continue;
			for (const root of this.of(value, path.slice(1))) found.add(root);
		}
		this.pending.count--;
		return found;
	}
}

/** @param {Set<Variable>[]} sets @returns {Set<Variable>} */
function unionOf(sets) {
	/** @type {Set<Variable>} */
	const all = new Set();
	for (const set of sets) for (const one of set) all.add(one);
	return all;
}

/** @param {Node} argument @returns {Node} */
const spreadOf = (argument) => variantOf(argument, { type: 'SpreadElement', argument });
