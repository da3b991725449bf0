/** @import { Node } from '../types.js' */
/** @import { Resolution } from '../ast/resolve.js' */
import {
	isCall,
	isClass,
	isFunction,
	isMember,
	isWrapper,
	propertyName,
	unwrap,
} from '../ast/shapes.js';
import { Scope, Variable } from '../ast/scope.js';
import { ownerOfThis } from './receiver.js';
import { classifyBuiltinCall, returnsPartOfReceiver } from '../knowledge/calls.js';

/**
 * Questions about the values that names stand for, answered from the text.
 */

/**
 * The function that a variable always is.
 *
 * @param {Variable} variable
 * @returns {Node | null} null when it may be anything else
 */
export function functionOf(variable) {
	const value = constantValueOf(variable);
	return value && isFunction(value) ? value : null;
}

/** @param {Variable} variable @returns {Node | null} the class that a variable always is */
export function classOf(variable) {
	const value = constantValueOf(variable);
	return value && isClass(value) ? value : null;
}

/**
 * The one expression, function or class whose value a variable has from its declaration on.
 *
 * @param {Variable} variable
 * @returns {Node | null}
 */
export function constantValueOf(variable) {
	const [declaration] = variable.declarations;
	if (variable.declarations.length !== 1 || !declaration || variable.isReassigned) return null;
	const { node, id } = declaration;
	if (isFunction(node)) return variable.kind === 'param' ? null : node;
	if (isClass(node)) return node;
	return node.type === 'VariableDeclarator' && node.id === id ? ownValue(unwrap(node.init)) : null;
}

/** `(this && this.__helper) || function …`, as TypeScript emits its helpers, is the function. @param {Node | null} value @returns {Node | null} */
function ownValue(value) {
	const isHelper =
		value?.type === 'LogicalExpression' &&
		value.operator === '||' &&
		unwrap(value.left).type === 'LogicalExpression' &&
		unwrap(value.left).left.type === 'ThisExpression';
	return isHelper ? unwrap(/** @type {Node} */ (value).right) : value;
}

/**
 * Where an import comes from.
 *
 * @param {Variable} variable
 * @param {Map<Node, Node>} parents
 * @returns {{ source: string, name: string } | null} `name` is `*` for a namespace, a default, and what
 *   `require` returns; null for anything but an import or a `const` of `require`
 */
export function importOf(variable, parents) {
	const declaration = variable.declarations[0];
	if (!declaration) return null;
	const { node, id } = declaration;
	if (variable.kind === 'import') {
		if (node.type === 'TSImportEqualsDeclaration') {
			const source = node.moduleReference.expression?.value;
			return source === undefined ? null : { source, name: '*' };
		}
		const { source } = /** @type {Node} */ (parents.get(node));
		return {
			source: source.value,
			name: node.type === 'ImportSpecifier' ? (node.imported.name ?? node.imported.value) : '*',
		};
	}
	if (node.type !== 'VariableDeclarator' || variable.isReassigned) return null;
	const source = requiredSource(node.init);
	if (source === null) return null;
	if (node.id === id) return { source, name: '*' };
	const property =
		node.id.type === 'ObjectPattern' &&
		node.id.properties.find((/** @type {Node} */ one) => one.value === id);
	return { source, name: (property && propertyName(property)) || '*' };
}

/** What TypeScript, Babel and Rollup wrap around a `require`. */
const INTEROP =
	/^(__importDefault|__importStar|_interopRequire(Default|Wildcard)|_interop(Default|Namespace)(Compat|Legacy)?)$/;

/** @param {Node} node @returns {boolean} `__importStar(x)`, `tslib_1.__importDefault(x)` */
export const isInteropCall = (node) =>
	isCall(node) &&
	INTEROP.test((isMember(node.callee) ? propertyName(node.callee) : node.callee.name) ?? '');

/** @param {Node} node @returns {boolean} `import(x)` */
export const isImportCall = (node) =>
	node.type === 'ImportExpression' || (isCall(node) && node.callee.type === 'Import');

/** @param {Node | null | undefined} init @returns {string | null} the module of `require('x')` or `await import('x')` */
export function requiredSource(init) {
	let node = unwrap(init);
	if (node?.type === 'AwaitExpression') node = unwrap(node.argument);
	if (node && isInteropCall(node)) node = unwrap(node.arguments[0]);
	if (!node) return null;
	const isRequire =
		isCall(node) && node.callee.type === 'Identifier' && node.callee.name === 'require';
	if (!isImportCall(node) && !isRequire) return null;
	const source = unwrap(node.source ?? node.arguments[0]);
	return source?.type === 'StringLiteral' ? source.value : null;
}

/** Answers which variables' objects a value may be, or be part of. One for a module. */
export class Aliases {
	/** @param {Resolution} resolution */
	constructor({ parents, references }) {
		this.parents = parents;
		/** @type {Map<Node, Variable | null>} */
		this.variables = new Map(references.map((one) => [one.node, one.variable]));
		/** @type {Map<Variable, Set<Variable>>} */
		this.roots = new Map();
		/**
		 * What a call of the module's own functions returns; null for any other. Set by the effect
		 * analysis, which knows methods.
		 *
		 * @type {(call: Node) => Set<Variable> | null}
		 */
		this.ofReturned = () => null;
		/** @type {Map<Node, Variable>} what `this` stands for, by the function that is called on it */
		this.receivers = new Map();
	}

	/**
	 * A variable that no source has: the object that a function is called on.
	 *
	 * @param {Node} node a ThisExpression
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

	/** @param {Node} identifier @returns {Variable | null | undefined} undefined when it is no reference */
	variableOf(identifier) {
		return this.variables.get(identifier);
	}

	/**
	 * The variables whose object an expression's value may be, or lie in.
	 *
	 * Shallow copies count as new objects: `[...rows]` and `rows.map(f)` alias nothing.
	 *
	 * @param {Node | null | undefined} expression
	 * @returns {Set<Variable>}
	 */
	of(expression) {
		const node = unwrap(expression);
		/** @param {...(Node | null | undefined)} parts */
		const union = (...parts) => new Set(parts.flatMap((part) => [...this.of(part)]));
		switch (node?.type) {
			case 'Identifier': {
				const variable = this.variables.get(node);
				return variable ? this.ofVariable(variable) : new Set();
			}
			case 'ThisExpression': {
				const receiver = this.receiverOf(node);
				return new Set(receiver ? [receiver] : []);
			}
			case 'MemberExpression':
			case 'OptionalMemberExpression':
				return this.of(node.object);
			case 'ConditionalExpression':
				return union(node.consequent, node.alternate);
			case 'LogicalExpression':
				return union(node.left, node.right);
			case 'AssignmentExpression':
				return union(node.left, node.right);
			case 'SequenceExpression':
				return this.of(node.expressions.at(-1));
			case 'AwaitExpression':
				return this.of(node.argument);
			case 'CallExpression':
			case 'OptionalCallExpression':
				return this.ofCall(node);
			default:
				return new Set();
		}
	}

	/** @param {Node} node @returns {Set<Variable>} */
	ofCall(node) {
		const returned = this.ofReturned(node);
		if (returned) return returned;
		const callee = unwrap(node.callee);
		if (!isMember(callee)) return new Set();
		const name = propertyName(callee) ?? '';
		if (
			callee.object.type === 'Identifier' &&
			callee.object.name === 'Object' &&
			['values', 'entries', 'freeze', 'assign', 'seal'].includes(name)
		) {
			return this.of(node.arguments[0]);
		}
		return returnsPartOfReceiver(name) ? this.of(callee.object) : new Set();
	}

	/**
	 * A variable itself, and what it was made from: `const row = rows[0]` is `row` and `rows`.
	 *
	 * @param {Variable} variable
	 * @returns {Set<Variable>}
	 */
	ofVariable(variable) {
		const known = this.roots.get(variable);
		if (known) return known;
		const found = new Set([variable]);
		this.roots.set(variable, found); // also ends the recursion of `let a = b; b = a`
		for (const value of this.sourcesOf(variable))
			for (const root of this.of(value)) found.add(root);
		return found;
	}

	/** Expressions that a variable's value is taken from. @param {Variable} variable @returns {Node[]} */
	sourcesOf(variable) {
		/** @type {Node[]} */
		const sources = [];
		for (const { node, id } of variable.declarations) {
			if (node.type === 'VariableDeclarator') {
				const loop = this.loopOver(node);
				if (loop) sources.push(loop);
				else if (node.init) sources.push(node.init);
			} else if (isFunction(node) && variable.kind === 'param')
				sources.push(...this.argumentsFor(node, id));
		}
		for (const { node, role } of variable.references) {
			const parent = role === 'write' ? this.parents.get(node) : null;
			if (parent?.type === 'AssignmentExpression' && parent.left === node)
				sources.push(parent.right);
		}
		return sources;
	}

	/** @param {Node} declarator @returns {Node | null} `rows` of `for (const row of rows)` */
	loopOver(declarator) {
		const declaration = this.parents.get(declarator);
		const loop = declaration && this.parents.get(declaration);
		return loop?.type === 'ForOfStatement' && loop.left === declaration ? loop.right : null;
	}

	/**
	 * What a function written at its call is called with: the elements of the array whose method it is
	 * given to, or the arguments of an immediate call.
	 *
	 * @param {Node} fn
	 * @param {Node} id a name among its parameters
	 * @returns {Node[]}
	 */
	argumentsFor(fn, id) {
		let child = fn;
		let call = this.parents.get(fn);
		while (call && isWrapper(call)) {
			child = call;
			call = this.parents.get(call);
		}
		if (!call || !isCall(call)) return [];
		const index = fn.params.findIndex(
			(/** @type {Node} */ param) => param.start <= id.start && id.end <= param.end,
		);
		if (call.callee === child) return call.arguments[index] ? [call.arguments[index]] : [];
		const callee = unwrap(call.callee);
		if (!isMember(callee) || call.arguments[0] !== child) return [];
		const method = propertyName(callee);
		if (method === 'reduce' || method === 'reduceRight') {
			const seed = index === 0 ? call.arguments[1] : callee.object;
			return seed ? [seed] : [];
		}
		return index === 0 || index === 2 || method === 'sort' ? [callee.object] : [];
	}
}

/** @param {Variable} variable @param {Map<Node, Node>} parents @returns {boolean} what `createRequire(…)` returned */
export function isRequireFunction(variable, parents) {
	const value = constantValueOf(variable);
	if (!value || !isCall(value) || value.callee.type !== 'Identifier') return false;
	const maker = variable.scope.lookup(value.callee.name);
	const from = maker && importOf(maker, parents);
	return (
		from?.name === 'createRequire' && classifyBuiltinCall(from.source, 'createRequire') === 'pure'
	);
}
