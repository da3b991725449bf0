/** @import { Parents } from '../ast/parents.js' */
/** @import { Node } from '../types.js' */
/** @import { Variable } from '../ast/scope.js' */
/** @import { EffectAnalysis } from './effect-analysis.js' */
/** @import { VariableEffect } from './module.js' */
/** @import { Path } from './sources.js' */
import { walk } from '../ast/babel.js';
import {
	chainRoot,
	dottedName,
	isClass,
	isFunction,
	isMember,
	isPrimitiveLiteral,
	propertyName,
	unwrap,
} from '../ast/shapes.js';
import { givesPrimitive, holdsPrimitives, isPrimitiveValue } from '../knowledge/calls.js';
import { classifyAliasing, isMutatorMethod, isPrimitiveMethod } from '../knowledge/methods.js';
import { givesPrimitiveOfPlatform } from './built-in-class.js';
import { returnedBy } from './callees.js';
import { platformPath } from './platform-path.js';
import { keyOfPath, sourcesOf } from './sources.js';

/** A path that is longer is cut: what lies above it answers for what lies deeper. */
const LONGEST_PATH = 4;

const PRIMITIVE = /^(Binary|Unary|Update)Expression$|^TemplateLiteral$/;
const TYPED_ARRAY = /^((Big)?(Int|Uint)(8|16|32|64)(Clamped)?|Float(16|32|64))Array(\.from|\.of)?$/;

/** Functions that return what the next one returns, and methods of what a call gives; what the last of them gives is taken for an object. */
const LONGEST_CHAIN = 100;

/** Answers whether values may be objects, as far as the text shows it. One for a module. */
export class Objects {
	/** @param {EffectAnalysis} analysis */
	constructor(analysis) {
		this.analysis = analysis;
		/** @type {Map<Variable, Map<string, boolean>>} */
		this.known = new Map();
		/** @type {Map<Node, Map<string, boolean>>} of calls of the module's own functions */
		this.returned = new Map();
		/** @type {Map<Variable, VariableEffect[]> | undefined} */
		this.changes = undefined;
		this.depth = 0;
	}

	/**
	 * Whether an expression's value may be an object; with a path, what lies there in the value.
	 *
	 * Functions do not count.
	 *
	 * @param {Node | null | undefined} expression
	 * @param {Path} [path]
	 * @returns {boolean} true when the text does not tell
	 */
	may(expression, path = []) {
		const node = unwrap(expression);
		if (!node || showsPrimitive(node)) return false;
		if (isFunction(node) || isClass(node)) return false;
		const either = (/** @type {Node[]} */ ...nodes) => nodes.some((one) => this.may(one, path));
		switch (node.type) {
			case 'Identifier': {
				const variable = this.analysis.aliases.variableOf(node);
				return variable ? this.ofVariable(variable, path) : !isPrimitiveOf(node.name, path);
			}
			case 'MemberExpression':
			case 'OptionalMemberExpression': {
				const name = propertyName(node);
				if (name === 'length' || name === 'byteLength') return false;
				return this.may(node.object, [name, ...path]);
			}
			case 'ConditionalExpression':
				return either(node.consequent, node.alternate);
			case 'LogicalExpression':
				return either(node.left, node.right);
			case 'AssignmentExpression':
				if (node.operator === '=') return this.may(node.right, path);
				return /^(\|\||&&|\?\?)=$/.test(node.operator) && either(node.left, node.right);
			case 'SequenceExpression':
				return this.may(node.expressions.at(-1), path);
			case 'ArrayExpression':
				return path.length === 0 || this.inList(node.elements, path);
			case 'ObjectExpression':
				return path.length === 0 || this.inObject(node.properties, path);
			case 'RegExpLiteral':
				return path.length === 0;
			case 'NewExpression':
				return this.ofNew(node, path);
			case 'CallExpression':
			case 'OptionalCallExpression':
				return this.ofCall(node, path);
			default:
				return true;
		}
	}

	/** @param {(Node | null)[]} elements @param {Path} path @returns {boolean} */
	inList(elements, path) {
		return elements.some((one) =>
			one?.type === 'SpreadElement' ? this.may(one.argument, path) : this.may(one, path.slice(1)),
		);
	}

	/** @param {Node[]} properties @param {Path} path @returns {boolean} */
	inObject(properties, path) {
		const [name, ...rest] = path;
		for (const one of [...properties].reverse()) {
			const key = one.type === 'SpreadElement' ? null : propertyName(one);
			const isIt = key !== null && key === name;
			if (one.type === 'SpreadElement' ? this.may(one.argument, path) : false) return true;
			if (one.kind === 'get' && (isIt || name === null)) return true;
			if (one.type === 'ObjectProperty' && (isIt || key === null || name === null))
				if (this.may(one.value, rest)) return true;
			if (isIt) return false; // what stands before it is replaced
		}
		return false;
	}

	/** @param {Node} node @param {Path} path @returns {boolean} */
	ofNew(node, path) {
		if (path.length === 0) return true;
		// `const u8 = Uint8Array`, as minifiers write it
		const name = platformPath(node.callee, this.analysis.aliases);
		const [first] = node.arguments;
		if (name === null) return true;
		if (TYPED_ARRAY.test(name) || name === 'Date') return false;
		if (name === 'Array') return node.arguments.length > 1 && this.inList(node.arguments, path);
		if (name === 'Set') return this.may(first, path);
		return name === 'Map' ? this.may(first, [null, ...path]) : true;
	}

	/** @param {Node} node @param {Path} path @returns {boolean} */
	ofCall(node, path) {
		const called = this.analysis.callees.ofCall(node);
		if (called.length > 0)
			return called.some(({ fn }) => isFunction(fn) && this.ofReturned(fn, path));
		const callee = /** @type {Node} */ (unwrap(node.callee));
		if (givesPrimitiveOfPlatform(node, this.analysis.aliases)) return false;
		const root = isMember(callee) ? unwrap(callee.object) : callee;
		const isGlobal = root.type === 'Identifier' && !this.variableOf(root);
		return isGlobal
			? this.ofGlobalCall(node, dottedName(callee) ?? '', path)
			: !isMember(callee) || this.ofMethod(node, propertyName(callee) ?? '', path);
	}

	/** A chain of calls may be longer than the stack is deep. @param {() => boolean} ask @returns {boolean} */
	nested(ask) {
		if (this.depth >= LONGEST_CHAIN) return true;
		this.depth++;
		const mayBe = ask();
		this.depth--;
		return mayBe;
	}

	/** @param {Node} fn of the module @param {Path} whole @returns {boolean} */
	ofReturned(fn, whole) {
		if (fn.async || fn.generator) return true;
		const path = whole.slice(0, LONGEST_PATH);
		return onceFor(this.returned, fn, path, () => {
			return this.nested(() => returnedBy(fn).some((value) => this.may(value, path)));
		});
	}

	/** @param {Node} node @param {string} name `Object.keys` @param {Path} path @returns {boolean} */
	ofGlobalCall({ arguments: args }, name, path) {
		const [first, second] = args;
		if (givesPrimitive(name)) return false;
		switch (name) {
			case 'Object.keys':
			case 'Object.getOwnPropertyNames':
				return path.length === 0;
			case 'Object.values':
				return path.length === 0 || this.may(first, path);
			case 'Object.entries':
				return path.length < 2 || this.may(first, [null, ...path.slice(2)]);
			case 'Object.freeze':
			case 'Object.seal':
			case 'structuredClone':
				return this.may(first, path);
			case 'Object.assign':
				return path.length === 0 || args.some((/** @type {Node} */ one) => this.may(one, path));
			case 'Array':
				return path.length === 0 || (args.length > 1 && this.inList(args, path));
			case 'Array.of':
				return path.length === 0 || this.inList(args, path);
			case 'Array.from':
				if (path.length === 0) return true;
				return second ? this.ofMapped(second, path.slice(1)) : this.may(first, path);
			default:
				return path.length === 0 || !TYPED_ARRAY.test(name);
		}
	}

	/** @param {Node} node a call of a built-in method @param {string} name @param {Path} path @returns {boolean} */
	ofMethod(node, name, path) {
		const { object } = /** @type {Node} */ (unwrap(node.callee));
		const inside = () => this.nested(() => this.may(object, path));
		const inArguments = () => this.inList(node.arguments, path);
		if (isPrimitiveMethod(name)) return false;
		if (name === 'split') return path.length === 0;
		switch (classifyAliasing(name)) {
			case 'self':
				if (name === 'fill' && path.length > 0)
					return inside() || this.may(node.arguments[0], path.slice(1));
				return inside();
			case 'part':
				return this.may(object, [null, ...path]);
			case 'iterated':
				if (path.length === 0 || (name === 'entries' && path.length === 1)) return true;
				return name === 'entries' ? this.may(object, path.slice(1)) : inside();
			case 'mapped':
				if (path.length === 0) return true;
				return this.ofMapped(node.arguments[0], name === 'map' ? path.slice(1) : path);
			case 'flat':
				return path.length === 0 || inside() || this.may(object, [null, ...path]);
			case 'copy':
				if (path.length === 0) return true;
				return (
					inside() ||
					inArguments() ||
					node.arguments.some((/** @type {Node} */ one) => this.may(one, path))
				);
			default:
				return true;
		}
	}

	/** @param {Node | undefined} fn a callback @param {Path} path @returns {boolean} */
	ofMapped(fn, path) {
		const [made] = fn ? this.analysis.callees.functions(fn) : [];
		return made ? this.ofReturned(made, path) : !(fn && givesPrimitive(dottedName(fn) ?? ''));
	}

	/** @param {Variable} variable @param {Path} whole @returns {boolean} */
	ofVariable(variable, whole) {
		if (variable.kind === 'function' || variable.kind === 'class' || variable.kind === 'enum')
			return false;
		const path = whole.slice(0, LONGEST_PATH);
		return onceFor(this.known, variable, path, () => {
			if (!this.showsAllSources(variable)) return true;
			const sources = sourcesOf(variable, this.analysis.parents);
			return (
				sources.some(({ value, steps, isRest }) =>
					isRest && path.length === 0 ? true : this.may(value, [...steps, ...path]),
				) ||
				(path.length > 0 && this.isFilledWithObjects(variable, path))
			);
		});
	}

	/**
	 * A number or a string, as each expression shows by itself that the variable gets its value from: unlike `may`, this takes
	 * nothing of the platform for granted.
	 *
	 * @param {Variable} variable
	 * @returns {boolean}
	 */
	isPrimitive(variable) {
		const sources = sourcesOf(variable, this.analysis.parents);
		return (
			sources.length > 0 &&
			this.showsAllSources(variable) &&
			sources.every(({ value, steps }) => steps.length === 0 && showsPrimitive(value))
		);
	}

	/** @param {Variable} variable @returns {boolean} no value reaches it in a way that `sourcesOf` does not know */
	showsAllSources(variable) {
		const { parents } = this.analysis;
		const { declarations, kind } = variable;
		const isKnown =
			kind === 'param' // `var` may declare it again
				? declarations.length === 1 &&
					sourcesOf(variable, parents).length > 0 &&
					declarations.every(({ node, id }) => isGiven(node, id, parents))
				: declarations.every(({ node }) => node.type === 'VariableDeclarator');
		return (
			isKnown &&
			variable.references.every(({ node, role }) => {
				const parent = parents.get(node);
				return (
					role !== 'write' || (parent?.type === 'AssignmentExpression' && parent.left === node)
				);
			})
		);
	}

	/** @param {Variable} variable @param {Path} path @returns {boolean} something is put into it that may be an object */
	isFilledWithObjects(variable, path) {
		this.changes ??= this.findChanges();
		return (this.changes.get(variable) ?? []).some(({ node, via }) => {
			// What a function changes by the variable's own name is a change of its own.
			if (via.length > 0 && this.changedRoot(node) !== variable) return true;
			if (node.type === 'UpdateExpression' || node.type === 'UnaryExpression') return false;
			if (node.type === 'AssignmentExpression') {
				const { left } = node;
				const isDirect = isMember(left) && this.variableOf(unwrap(left.object)) === variable;
				const name = isDirect ? propertyName(left) : null;
				if (isDirect && name !== null && path[0] !== null && path[0] !== name) return false;
				return this.may(node.right, isDirect ? path.slice(1) : []);
			}
			const callee = unwrap(node.callee);
			const isKnown = isMember(callee) && isMutatorMethod(propertyName(callee) ?? '');
			return !isKnown || this.inList(node.arguments, [null]);
		});
	}

	/** @param {Node} change @returns {Variable | null | undefined} what the changed object is found by, where that is a name with properties */
	changedRoot({ left, argument, callee }) {
		const target = unwrap(left ?? argument ?? callee);
		const root = target && isMember(target) ? chainRoot(target) : null;
		return root?.type === 'Identifier' ? this.variableOf(root) : null;
	}

	/** @returns {Map<Variable, VariableEffect[]>} what changes objects of variables, anywhere in the module */
	findChanges() {
		const { analysis } = this;
		/** @type {Map<Variable, VariableEffect[]>} */
		const found = new Map();
		for (const effect of analysis.anywhere(analysis.resolution.program.node)) {
			if (effect.kind !== 'mutate') continue;
			const list = found.get(effect.variable) ?? [];
			found.set(effect.variable, list);
			list.push(effect);
		}
		return found;
	}

	/** @param {Node} identifier */
	variableOf(identifier) {
		return this.analysis.aliases.variableOf(identifier);
	}
}

/** @param {string} global @param {Path} path @returns {boolean} `process.pid`, `process.env.HOME`, `process.argv[2]` */
function isPrimitiveOf(global, path) {
	const holder = [global, ...path.slice(0, -1)].join('.');
	const last = path.at(-1);
	if (last === undefined || path.slice(0, -1).includes(null)) return false;
	return holdsPrimitives(holder) || (last !== null && isPrimitiveValue(`${holder}.${last}`));
}

/** @param {Node} expression @returns {boolean} its value is a number, a string or the like, whatever the names in it stand for */
export function showsPrimitive(expression) {
	const node = /** @type {Node} */ (unwrap(expression));
	return isPrimitiveLiteral(node) || PRIMITIVE.test(node.type);
}

/**
 * @param {Node} fn
 * @param {Node} id a name among its parameters
 * @param {Parents} parents
 * @returns {boolean} it has what `sourcesOf` says, and nothing else
 */
function isGiven(fn, id, parents) {
	const index = fn.params.findIndex(
		(/** @type {Node} */ one) => one.start <= id.start && id.end <= one.end,
	);
	let hasDefault = false;
	walk(fn.params[index], ({ type }) => {
		hasDefault ||= type === 'AssignmentPattern';
	});
	const callee = unwrap(parents.get(fn)?.callee);
	const isResult = index === 0 && isMember(callee) && /^reduce/.test(propertyName(callee) ?? '');
	return !hasDefault && !isResult;
}

/**
 * @template Key
 * @param {Map<Key, Map<string, boolean>>} known
 * @param {Key} key
 * @param {Path} path
 * @param {() => boolean} decide
 * @returns {boolean} true while it is being decided: a value that leads to itself
 */
function onceFor(known, key, path, decide) {
	const answers = known.get(key) ?? new Map();
	known.set(key, answers);
	const at = keyOfPath(path);
	if (!answers.has(at)) {
		answers.set(at, true);
		answers.set(at, decide());
	}
	return /** @type {boolean} */ (answers.get(at));
}
