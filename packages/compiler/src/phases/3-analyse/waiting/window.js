/** @import { Node } from '../../../types.js' */
/** @import { OwnCall } from '../../../ir/callees.js' */
/** @import { EffectAnalysis } from '../../../ir/effect-analysis.js' */
/** @import { Apart } from './apart.js' */
/** @import { Written } from './written.js' */
import { isBuiltin } from 'node:module';
import { childrenOf } from '../../../ast/babel.js';
import {
	dottedName,
	FUNCTIONS,
	isCall,
	isFunction,
	isMember,
	isTypeOnly,
	isWrapper,
	propertyName,
	unwrap,
} from '../../../ast/shapes.js';
import { isWithin, nodesOf } from '../../../ast/tree.js';
import { importOf } from '../../../ir/values.js';
import { callbacksOf, isMethodOfPlatform } from '../../../knowledge/methods.js';
import { MADE } from './apart.js';
import { isCopy } from './changed-objects.js';
import { DEFERRING, QUIET, STILL, STORING } from './quiet-steps.js';
import { isReflecting } from './reflecting.js';
import { Throws } from './throws.js';
import { isIndex } from './written.js';

/**
 * A call of a unit that changes what it is given. `apart`: what is certain not to be of these objects; `written`: which properties of them
 * may change; `isPooled`: calls of units, which wait for it where they get an object of these.
 *
 * @typedef {{ call: Node, apart: Apart, written: Written | null, effects: EffectAnalysis, isPooled: (call: Node) => boolean }} Looked
 */

/**
 * The code that runs between a call and the end of its promise: the objects that the call changes are there as they were before.
 *
 * Such code is quiet when it is made of steps that are known to look at none of them, to call no function that may, and to throw
 * nothing of their own: a `catch` would see them, too. A step of any other kind is not. Reading a property that the unit never writes
 * looks at nothing, whatever the object is.
 */
export class Window {
	#looked;
	#effects;
	#apart;
	#throws;
	/** whose bodies are being read, or have been @type {Set<Node>} */
	#seen = new Set();
	/** how many functions deep */
	#depth = 0;

	/** @param {Looked} looked @param {Node | null} [loop] around the call, all of whose iterations are in the window */
	constructor(looked, loop = null) {
		this.#looked = looked;
		this.#effects = looked.effects;
		this.#apart = looked.apart.within(loop);
		this.#throws = new Throws(looked.call, this.#apart, looked.effects);
	}

	/** @param {Node} root @param {number} from an offset in the source @param {number} to @returns {Node | null} what is not quiet of the code between them */
	between(root, from, to) {
		if (root.end <= from || root.start >= to) return null;
		if (root.start >= from && root.end <= to) return this.find(root);
		// What the call is an operand of runs behind it.
		const isAround = root.start < from && root.end <= to && isWithin(this.#looked.call, root);
		if (isAround && root !== this.#looked.call && isStep(root)) return this.find(root);
		return firstOf(childrenOf(root), (child) =>
			isFunction(child) && !isWithin(this.#looked.call, child)
				? null
				: this.between(child, from, to),
		);
	}

	/** @param {Node} node code that runs @returns {Node | null} what is not quiet of it */
	find(node) {
		const { type } = node;
		if (type === 'Identifier' && this.#isHidden(node)) return node;
		if (STILL.has(type) || isWrapper(node)) return this.#findInside(node);
		if (isFunction(node) || isTypeOnly(node) || type.startsWith('TS')) return null;
		if (isReflecting(this.#effects) && !/^(Variable|Return|Await)/.test(type)) return node;
		switch (type) {
			case 'MemberExpression':
			case 'OptionalMemberExpression':
				return this.#ofMember(node) ?? this.#findInside(node);
			case 'ObjectProperty':
				return this.#ofKey(node) ?? this.#findInside(node);
			case 'CallExpression':
			case 'OptionalCallExpression':
				return this.#ofCall(node);
			case 'NewExpression':
				return this.#ofNew(node);
			case 'AwaitExpression':
				return this.#ofAwait(node);
			case 'ReturnStatement':
				return this.#depth > 0 ? this.#findInside(node) : node;
			case 'VariableDeclarator':
				return this.#ofAssignment(node, node.id, node.init);
			case 'AssignmentExpression':
				return this.#ofAssignment(node, node.left, node.right);
			case 'ForOfStatement':
			case 'ForInStatement':
				return this.#ofIteration(node);
			case 'SpreadElement':
				return this.#ofSpread(node);
			case 'UpdateExpression':
				return this.#converts([node.argument], false) ? node : this.#findInside(node);
			case 'UnaryExpression':
				return !/^(typeof|!|void)$/.test(node.operator) && this.#converts([node.argument])
					? node
					: this.#findInside(node);
			case 'BinaryExpression':
				return this.#ofBinary(node) ? node : this.#findInside(node);
			case 'TemplateLiteral':
				return this.#converts(node.expressions) ? node : this.#findInside(node);
			default:
				return node;
		}
	}

	/** @param {Node} name @returns {boolean} of a global that may be an accessor of the program's */
	#isHidden(name) {
		const { aliases, parents } = this.#effects;
		if (!isReflecting(this.#effects) || aliases.variableOf(name) !== null) return false;
		return !isMember(parents.get(name)) && !(name.name in globalThis);
	}

	/** @param {Node} node @returns {Node | null} */
	#findInside(node) {
		return firstOf(childrenOf(node), (child) => this.find(child));
	}

	/** @param {Node} fn @returns {Node | null} of code that runs in a function of its own */
	#findWithin(fn) {
		this.#depth++;
		const parts = [...fn.params, fn.body];
		const found =
			fn.params.find(isTaken) ?? firstOf(parts, (/** @type {Node} */ node) => this.find(node));
		this.#depth--;
		return found;
	}

	/** @param {Node} member @returns {Node | null} */
	#ofMember(member) {
		const { accessorNames, conversionNames } = this.#effects.resolution;
		const name = propertyName(member);
		const isKey = name === null && !isIndex(member, this.#effects);
		const mayRun = isKey
			? accessorNames.size + conversionNames.size > 0 || this.#converts([member.property])
			: name !== null && accessorNames.has(name);
		if (mayRun || this.#mayThrow(member)) return member;
		return this.#isWritten(name, isKey) && !this.#apart.has(member.object) ? member : null;
	}

	/** @param {Node} member @returns {boolean} */
	#mayThrow({ type, object }) {
		return type === 'MemberExpression' && this.#throws.mayRead(object);
	}

	/** `{ [key]: 1 }`, and the same in a pattern. @param {Node} property @returns {Node | null} */
	#ofKey({ computed, key }) {
		return computed && this.#converts([key]) ? key : null;
	}

	/** @param {string | null} name of a property @param {boolean} isKey it may be any @returns {boolean} the call may write it */
	#isWritten(name, isKey) {
		const { written } = this.#looked;
		if (!written || isKey) return true;
		if (name === null || /^\d+$/.test(name)) return written.elements;
		if (name === 'length' || name === 'size') return written.elements || written.names.has(name);
		return written.names.has(name);
	}

	/** Which elements there are in lists. @returns {boolean} the call may write that */
	get #areElementsWritten() {
		return this.#looked.written?.elements !== false;
	}

	/**
	 * Lists join their elements, and other objects run a method, if the program has any.
	 *
	 * @param {readonly Node[]} operands that become primitive values
	 * @param {boolean} [isJoined] as text; nothing computes with the text of a list
	 * @returns {boolean} what changes may show in that
	 */
	#converts(operands, isJoined = true) {
		const isOpen =
			(isJoined && this.#areElementsWritten) || this.#effects.resolution.conversionNames.size > 0;
		return isOpen && operands.some((one) => !this.#apart.isScalar(one));
	}

	/** @param {Node} node @returns {boolean} what changes may show in its value */
	#ofBinary({ operator, left, right }) {
		if (/^[!=]==$/.test(operator)) return false;
		if (operator === 'instanceof') return !this.#apart.isGlobal(right);
		if (nodesOf(left, ['BigIntLiteral']).length + nodesOf(right, ['BigIntLiteral']).length > 0)
			return true;
		if (operator !== 'in') return this.#converts([left, right], /^[+=!]/.test(operator));
		const name = left.type === 'StringLiteral' ? left.value : null;
		if (name === null && this.#converts([left])) return true;
		return (
			this.#throws.mayRead(right) ||
			(this.#isWritten(name, name === null) && !this.#apart.has(right))
		);
	}

	/** @param {Node} list that is iterated over @returns {boolean} what changes may show in that */
	#iterates(list) {
		const { conversionNames, program } = this.#effects.resolution;
		if (this.#areElementsWritten && !this.#apart.has(list)) return true;
		const isLazy = nodesOf(program.node, FUNCTIONS).some(
			({ generator, async }) => generator && !async,
		);
		const isOwn = isLazy || conversionNames.has('@@iterator');
		return isOwn && !this.#apart.isArray(list);
	}

	/** @param {Node} spread @returns {Node | null} */
	#ofSpread(spread) {
		const isObject = this.#effects.parents.get(spread)?.type === 'ObjectExpression';
		const isRead = isObject ? this.#copies(spread.argument) : this.#iterates(spread.argument);
		return isRead ? spread : this.#findInside(spread);
	}

	/** `{ ...row }`, `const { n, ...rest } = row`. @param {Node} value @returns {boolean} what changes may show in its properties */
	#copies(value) {
		return (
			this.#effects.resolution.accessorNames.size > 0 ||
			!this.#apart.has(value) ||
			this.#throws.mayRead(value)
		);
	}

	/** @param {Node} node @param {Node} target @param {Node | null | undefined} value @returns {Node | null} */
	#ofAssignment(node, target, value) {
		const isRead =
			(target.type === 'ArrayPattern' &&
				value &&
				(this.#iterates(value) || !this.#apart.isArray(value))) ||
			(target.type === 'ObjectPattern' && value && this.#copies(value));
		const isConverted = node.operator && !/^(=|\?\?=|\|\|=|&&=)$/.test(node.operator);
		if (node.operator && this.#isRefused(target)) return node;
		if (isRead || (isConverted && this.#converts([target, node.right]))) return node;
		return this.#findInside(node);
	}

	/** A constant, or an object that may be frozen, or whose setters run. @param {Node} target of an assignment @returns {boolean} */
	#isRefused(target) {
		if (isMember(target)) return !this.#apart.has(target.object);
		const { aliases } = this.#effects;
		return target.type !== 'Identifier' || aliases.variableOf(target)?.kind === 'const';
	}

	/** @param {Node} loop @returns {Node | null} */
	#ofIteration(loop) {
		if (loop.await || loop.left.type !== 'VariableDeclaration') return loop;
		const [{ id }] = loop.left.declarations;
		const isList = loop.type === 'ForOfStatement';
		const isOwn = isList && this.#apart.isListOf(loop);
		if (!isOwn && (isList ? this.#iterates(loop.right) : this.#copies(loop.right)))
			return loop.right;
		if (isList && id.type !== 'Identifier') return loop.left;
		return this.#findInside(loop);
	}

	/** @param {Node} node @returns {Node | null} other code runs while it waits, and a rejection leaves */
	#ofAwait(node) {
		const awaited = this.#apart.valueOf(node.argument);
		const isUnit = awaited && isCall(awaited) && this.#looked.isPooled(awaited);
		return isUnit || this.#depth > 0 ? this.#findInside(node) : node;
	}

	/** @param {Node} node @returns {Node | null} */
	#ofCall(node) {
		const { arguments: args } = node;
		const findAll = () => firstOf(args, (one) => this.find(one));
		if (node === this.#looked.call) return findAll();
		if (this.#isCopied(node)) {
			const { object } = /** @type {Node} */ (unwrap(node.callee));
			return (object && this.find(object)) ?? findAll();
		}
		if (this.#looked.isPooled(node)) return findAll();
		const own = this.#effects.callees.ofCall(node);
		if (own.length > 0) return own.every((one) => this.#isQuietFunction(one)) ? findAll() : node;
		const callee = /** @type {Node} */ (unwrap(node.callee));
		if (this.#isBuiltin(callee)) return this.#ofArguments(args, node);
		return isMember(callee) && !this.#apart.isGlobal(callee)
			? this.#ofMethod(node, callee)
			: this.#ofPlatform(node, QUIET);
	}

	/** @param {Node} node @returns {boolean} a list of the same elements, a view of the same memory */
	#isCopied(node) {
		return isCopy(node) && !this.#apart.changed.isReadBy(node);
	}

	/** @param {OwnCall} called @returns {boolean} */
	#isQuietFunction({ fn }) {
		if (!isFunction(fn) || fn.generator) return false;
		if (this.#seen.has(fn)) return true;
		this.#seen.add(fn);
		return this.#findWithin(fn) === null;
	}

	/** `fs.readdir`, `sleep` of `node:timers/promises`. @param {Node} callee @returns {boolean} */
	#isBuiltin(callee) {
		const { aliases, parents } = this.#effects;
		const root = isMember(callee) ? unwrap(callee.object) : callee;
		const variable = root?.type === 'Identifier' ? aliases.variableOf(root) : null;
		const from = variable ? importOf(variable, parents) : null;
		return from !== null && isBuiltin(from.source);
	}

	/** @param {Node} node @returns {Node | null} */
	#ofNew(node) {
		if (this.#isCopied(node)) return firstOf(node.arguments, (one) => this.find(one));
		const [first] = node.arguments;
		// `new Promise((resolve) => setTimeout(resolve, 5))`
		if (dottedName(node.callee) === 'Promise' && this.#apart.isGlobal(node.callee))
			return isFunction(first) ? this.#findWithin(first) : node;
		return this.#ofPlatform(node, MADE);
	}

	/** @param {Node} node a call, or a `new` @param {RegExp} known names of functions @returns {Node | null} */
	#ofPlatform(node, known) {
		const callee = /** @type {Node} */ (unwrap(node.callee));
		const name = dottedName(callee) ?? '';
		const { arguments: args } = node;
		if (DEFERRING.test(name) && this.#apart.isGlobal(callee)) return this.#ofHandlers(args);
		if (name === 'resolve' || name === 'reject') return this.#ofSettling(node);
		const isKnown = this.#apart.isGlobal(callee) && known.test(name);
		return isKnown ? this.#ofArguments(args, node) : node;
	}

	/** @param {Node[]} args that a function of the platform looks at, or calls @param {Node} node its call @returns {Node | null} */
	#ofArguments(args, node) {
		return firstOf(args, (one) => {
			const fn = this.#apart.functionOf(one);
			if (fn) return this.#findWithin(fn);
			return this.#apart.isScalar(one) ? this.find(one) : node;
		});
	}

	/** @param {Node[]} args functions that run in a later turn, which may come before the call has ended @returns {Node | null} */
	#ofHandlers(args) {
		return firstOf(args, (one) => {
			const fn = this.#apart.functionOf(one);
			return fn ? this.#findWithin(fn) : this.find(one);
		});
	}

	/** `resolve(1)` in `new Promise((resolve) => …)`. @param {Node} node @returns {Node | null} */
	#ofSettling(node) {
		const variable = this.#effects.aliases.variableOf(node.callee);
		const maker =
			variable?.kind === 'param' ? this.#effects.parents.get(variable.scope.node) : null;
		const isExecutor = maker?.type === 'NewExpression' && maker.callee.name === 'Promise';
		return isExecutor ? firstOf(node.arguments, (one) => this.find(one)) : node;
	}

	/** @param {Node} node @param {Node} callee a member @returns {Node | null} */
	#ofMethod(node, callee) {
		const name = propertyName(callee) ?? '';
		const { object } = callee;
		const { arguments: args } = node;
		if (this.#apart.isImported(object) || !isMethodOfPlatform(name)) return node;
		if (this.#mayThrow(callee)) return node;
		// What it is given runs later, when its promise is settled.
		if (/^(then|catch|finally)$/.test(name)) return this.find(object) ?? this.#ofHandlers(args);
		if (this.#areElementsWritten && !this.#apart.has(object)) return node;
		if (STORING.test(name)) return firstOf([object, ...args], (one) => this.find(one));
		const isList = callbacksOf(name).length > 0;
		const isRead = !isList && !this.#apart.isScalar(object);
		return isRead ? node : (this.find(object) ?? this.#ofArguments(args, node));
	}
}

/** @param {Node[]} nodes @param {(node: Node) => Node | null} ask @returns {Node | null} */
function firstOf(nodes, ask) {
	for (const node of nodes) {
		const found = ask(node);
		if (found) return found;
	}
	return null;
}

/** @param {Node} node @returns {boolean} an expression that does something with the values of its parts */
const isStep = (node) =>
	/(Expression|Literal)$/.test(node.type) && !isFunction(node) && node.type !== 'AwaitExpression';

/** `({ n, ...rest }) => …`. @param {Node} param @returns {boolean} properties are read when the function is called */
const isTaken = ({ type, left, argument }) =>
	/^(Array|Object)Pattern$/.test(left?.type ?? argument?.type ?? type);
