/** @import { Node } from '../../../types.js' */
/** @import { Variable } from '../../../ast/scope.js' */
/** @import { OwnCall } from '../../../ir/callees.js' */
/** @import { EffectAnalysis } from '../../../ir/effect-analysis.js' */
/** @import { ChangedObjects } from './changed-objects.js' */
import { childrenOf } from '../../../ast/babel.js';
import { referencesWithin } from '../../../ast/references.js';
import {
	chainRoot,
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
import { conversionsOf } from '../../../ir/conversions.js';
import { constantValueOf, functionOf, importOf } from '../../../ir/values.js';
import { callbacksOf, isMethodOfPlatform } from '../../../knowledge/methods.js';
import { isCopy } from './changed-objects.js';
import { isElementOf } from './elements.js';

/**
 * A call of a unit that changes what it is given: `changed` has the objects, `given` the variables that lead to them; `isPooled`: calls of units, which wait
 * for it where they get an object of these.
 *
 * @typedef {{ call: Node, given: ReadonlySet<Variable>, changed: ChangedObjects, effects: EffectAnalysis, isPooled: (call: Node) => boolean }} Looked
 */

/**
 * The code that runs between a call and the end of its promise: the objects that the call changes are there as they were before.
 *
 * Such code is quiet when it is made of steps that are known to look at none of them, to call no function that may, and to throw
 * nothing: a `catch` would see them, too. A step of any other kind is not.
 */
export class Window {
	#looked;
	#effects;
	/** in which the call is made again @type {Node | null} */
	#loop;
	/** whose bodies are being read, or have been @type {Set<Node>} */
	#seen = new Set();
	/** how many functions deep */
	#depth = 0;

	/** @param {Looked} looked @param {Node | null} [loop] around the call, all of whose iterations are in the window */
	constructor(looked, loop = null) {
		this.#looked = looked;
		this.#effects = looked.effects;
		this.#loop = loop;
	}

	/** @param {Node} root @param {number} from an offset in the source @param {number} to @returns {Node | null} what is not quiet of the code between them */
	between(root, from, to) {
		if (root.end <= from || root.start >= to) return null;
		if (root.start >= from && root.end <= to) return this.find(root);
		return this.#firstOf(childrenOf(root), (child) =>
			isFunction(child) && !isWithin(this.#looked.call, child)
				? null
				: this.between(child, from, to),
		);
	}

	/** @param {Node} node code that runs @returns {Node | null} what is not quiet of it */
	find(node) {
		const { type } = node;
		if (STILL.has(type) || isWrapper(node)) return this.#findInside(node);
		if (isFunction(node) || isTypeOnly(node) || type.startsWith('TS')) return null;
		if (this.#isProxied && (isMember(node) || isCall(node))) return node;
		switch (type) {
			case 'MemberExpression':
			case 'OptionalMemberExpression':
				return this.#ofMember(node) ?? this.#findInside(node);
			case 'CallExpression':
			case 'OptionalCallExpression':
				return this.#ofCall(node);
			case 'NewExpression':
				return this.#isCopied(node) ? null : this.#ofPlatform(node, MADE);
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
				return this.#looksInto(node.argument) ? node : this.#ofConversion(node, [node.argument]);
			case 'UpdateExpression':
			case 'UnaryExpression':
				return this.#ofConversion(node, KEEPING.test(node.operator) ? [] : [node.argument]);
			case 'BinaryExpression':
				return this.#ofConversion(node, KEEPING.test(node.operator) ? [] : [node.left, node.right]);
			case 'TemplateLiteral':
				return this.#ofConversion(node, node.expressions);
			default:
				return node;
		}
	}

	/** @param {Node[]} nodes @param {(node: Node) => Node | null} [ask] @returns {Node | null} */
	#firstOf(nodes, ask = (node) => this.find(node)) {
		for (const node of nodes) {
			const found = ask(node);
			if (found) return found;
		}
		return null;
	}

	/** @param {Node} node @returns {Node | null} */
	#findInside(node) {
		return this.#firstOf(childrenOf(node));
	}

	/** Reading or writing any property may run code. @returns {boolean} */
	get #isProxied() {
		return this.#effects.resolution.globals.has('Proxy');
	}

	/** @param {Node} member @returns {Node | null} */
	#ofMember(member) {
		const { accessorNames } = this.#effects.resolution;
		const name = propertyName(member);
		const mayRun =
			name === null ? accessorNames.size > 0 && !this.#isIndex(member) : accessorNames.has(name);
		return mayRun || this.#looksInto(member.object) ? member : null;
	}

	/** `rows[0]`, `rows[at]` where `at` counts. @param {Node} member @returns {boolean} */
	#isIndex({ property }) {
		if (property.type !== 'Identifier') return INDEX.test(property.type);
		const declarations = this.#effects.aliases.variableOf(property)?.declarations ?? [];
		return (
			declarations.length > 0 && declarations.every(({ node }) => INDEX.test(node.init?.type ?? ''))
		);
	}

	/** @param {Node} object an expression @returns {boolean} a property of it may have changed */
	#looksInto(object) {
		return !this.#isFresh(object) && this.#looked.changed.hasInside(object);
	}

	/** @param {Node} expression @returns {boolean} who gets its value may look at what changes */
	#leads(expression) {
		const node = /** @type {Node} */ (unwrap(expression));
		const fn = isFunction(node) ? node : this.#functionNamed(node);
		if (fn) return this.#isClosedOver(fn);
		if (isPrimitive(node) || this.#isFresh(node)) return false;
		if (node === this.#looked.call || (isCall(node) && this.#looked.isPooled(node))) return false;
		const { given } = this.#looked;
		return DEPTHS.some((path) =>
			[...this.#effects.aliases.of(node, path)].some((one) => given.has(one)),
		);
	}

	/** @param {Node} node @returns {Node | null} */
	#functionNamed(node) {
		const variable = node.type === 'Identifier' ? this.#effects.aliases.variableOf(node) : null;
		return variable ? functionOf(variable) : null;
	}

	/** @param {Node} fn @returns {boolean} its code names something that leads to what changes */
	#isClosedOver(fn) {
		const { aliases, resolution } = this.#effects;
		const { given } = this.#looked;
		return referencesWithin(resolution.references, fn).some(({ node }) =>
			[...aliases.of(node)].some((one) => given.has(one)),
		);
	}

	/** Each iteration has another object, as long as its own call is not made. @param {Node} expression @returns {boolean} */
	#isFresh(expression) {
		const { aliases } = this.#effects;
		const root = this.#loop ? chainRoot(/** @type {Node} */ (unwrap(expression))) : null;
		if (!root || root.type !== 'Identifier' || root.end > this.#looked.call.end) return false;
		const variable = aliases.variableOf(root);
		return Boolean(variable && this.#loop && isElementOf(variable, this.#loop, this.#effects));
	}

	/** @param {Node} node @param {readonly (Node | null)[]} operands that are converted, or iterated over @returns {Node | null} */
	#ofConversion(node, operands) {
		if (conversionsOf(node, this.#effects).length > 0) return node;
		const isSpread = node.type === 'SpreadElement';
		if (!isSpread && operands.some((one) => one && this.#leads(one))) return node;
		if (isSpread && this.#mayGenerate(node.argument)) return node;
		return this.#findInside(node);
	}

	/** @param {Node} node @param {Node} target @param {Node | null | undefined} value @returns {Node | null} */
	#ofAssignment(node, target, value) {
		const isTaken = /Pattern$/.test(target.type);
		if (isTaken && value && (this.#leads(value) || this.#mayGenerate(value))) return node;
		return this.#ofConversion(node, []);
	}

	/** @param {Node} loop @returns {Node | null} */
	#ofIteration(loop) {
		if (loop.await || this.#looksInto(loop.right)) return loop.right;
		if (loop.type === 'ForOfStatement' && this.#mayGenerate(loop.right)) return loop.right;
		const isTaken = loop.left.declarations?.some((/** @type {Node} */ { id }) =>
			/Pattern$/.test(id.type),
		);
		if (isTaken && this.#leads(loop.right)) return loop.right;
		return this.#ofConversion(loop, []);
	}

	/** @param {Node} list that is iterated over @returns {boolean} it may be what a generator of the module gives, whose code runs then */
	#mayGenerate(list) {
		const { aliases, resolution } = this.#effects;
		const isLazy = nodesOf(resolution.program.node, FUNCTIONS).some(
			({ generator, async }) => generator && !async,
		);
		const node = /** @type {Node} */ (unwrap(list));
		const variable = node.type === 'Identifier' ? aliases.variableOf(node) : null;
		const value = variable ? constantValueOf(variable) : node;
		return (
			isLazy && !/^Array/.test(value?.type ?? '') && !(value && isCall(value) && isListed(value))
		);
	}

	/** @param {Node} node @returns {Node | null} other code runs while it waits, and a rejection leaves */
	#ofAwait(node) {
		const awaited = /** @type {Node} */ (unwrap(node.argument));
		const variable =
			awaited.type === 'Identifier' ? this.#effects.aliases.variableOf(awaited) : null;
		const value = variable ? unwrap(constantValueOf(variable)) : awaited;
		const isUnit = value && isCall(value) && this.#looked.isPooled(value);
		return isUnit || this.#depth > 0 ? this.#findInside(node) : node;
	}

	/** @param {Node} node @returns {Node | null} */
	#ofCall(node) {
		const { call, changed, isPooled } = this.#looked;
		const { arguments: args } = node;
		if (node === call) return this.#firstOf(args);
		if (this.#isCopied(node)) return null;
		if (isPooled(node)) {
			const isRead = (/** @type {Node} */ one) =>
				changed.isReadBy(one, (part) => this.#isFresh(part));
			return args.find(isRead) ?? this.#firstOf(args);
		}
		const own = this.#effects.callees.ofCall(node);
		if (own.length > 0)
			return own.every((one) => this.#isQuietFunction(one)) ? this.#firstOf(args) : node;
		const callee = /** @type {Node} */ (unwrap(node.callee));
		return isMember(callee) && !this.#isGlobal(callee)
			? this.#ofMethod(node, callee)
			: this.#ofPlatform(node, QUIET);
	}

	/** @param {Node} node @returns {boolean} a list of the same elements, a view of the same memory */
	#isCopied(node) {
		return isCopy(node) && !this.#looked.changed.isReadBy(node);
	}

	/** @param {OwnCall} called @returns {boolean} */
	#isQuietFunction({ fn, args }) {
		if (!isFunction(fn) || fn.generator || args.some((one) => this.#leads(one))) return false;
		if (this.#seen.has(fn)) return true;
		this.#seen.add(fn);
		this.#depth++;
		const found = this.#firstOf([...fn.params, fn.body]);
		this.#depth--;
		return found === null;
	}

	/** @param {Node} callee @returns {boolean} `console.log`, `Math.max` */
	#isGlobal(callee) {
		const root = chainRoot(callee);
		return root.type === 'Identifier' && !this.#effects.aliases.variableOf(root);
	}

	/** @param {Node} node a call, or a `new` @param {RegExp} known names of functions @returns {Node | null} */
	#ofPlatform(node, known) {
		const callee = /** @type {Node} */ (unwrap(node.callee));
		const isKnown = this.#isGlobal(callee) && known.test(dottedName(callee) ?? '');
		if (!isKnown || conversionsOf(node, this.#effects).length > 0) return node;
		return this.#ofArguments(node);
	}

	/** @param {Node} node @returns {Node | null} */
	#ofArguments({ arguments: args }) {
		return (
			args.find((/** @type {Node} */ one) => this.#leads(one.argument ?? one)) ??
			this.#firstOf(args)
		);
	}

	/** @param {Node} node @param {Node} callee a member @returns {Node | null} */
	#ofMethod(node, callee) {
		const name = propertyName(callee) ?? '';
		const { object } = callee;
		const { arguments: args } = node;
		if (this.#isImported(object) || !isMethodOfPlatform(name)) return node;
		// What it is given runs later, when its promise is settled.
		if (/^(then|catch|finally)$/.test(name)) return this.find(object) ?? this.#ofArguments(node);
		if (this.#looksInto(object) || conversionsOf(node, this.#effects).length > 0) return node;
		const isCalling = callbacksOf(name) !== null && args.some(isFunction);
		if (isCalling) {
			this.#depth++;
			const found = this.#firstOf(args, (one) =>
				isFunction(one) ? this.find(one.body) : this.find(one),
			);
			this.#depth--;
			return found ?? this.find(object);
		}
		if (
			!STORING.test(name) &&
			(this.#leads(object) || args.some((/** @type {Node} */ one) => this.#leads(one)))
		)
			return node;
		return this.find(object) ?? this.#firstOf(args);
	}

	/** @param {Node} object @returns {boolean} other modules may have made it: their code runs for any name */
	#isImported(object) {
		const { aliases, callees, parents } = this.#effects;
		const root = chainRoot(/** @type {Node} */ (unwrap(object)));
		const variable = root.type === 'Identifier' ? aliases.variableOf(root) : null;
		if (!variable) return root.type === 'ThisExpression' || root.type === 'Super';
		if (importOf(variable, parents)) return true;
		const value = unwrap(constantValueOf(variable));
		if (!value || !(isCall(value) || value.type === 'NewExpression')) return false;
		return (
			callees.ofCall(value).length > 0 ||
			!this.#isGlobal(/** @type {Node} */ (unwrap(value.callee)))
		);
	}
}

/** Steps that do nothing but what their parts do. */
const STILL = new Set([
	...['Identifier', 'ThisExpression', 'Super', 'MetaProperty', 'PrivateName', 'Import'],
	...['StringLiteral', 'NumericLiteral', 'BooleanLiteral', 'NullLiteral', 'BigIntLiteral'],
	...['RegExpLiteral', 'TemplateElement', 'Directive', 'DirectiveLiteral'],
	...['ArrayExpression', 'ObjectExpression', 'ObjectProperty', 'SequenceExpression'],
	...['ConditionalExpression', 'LogicalExpression', 'ExpressionStatement', 'BlockStatement'],
	...[
		'EmptyStatement',
		'IfStatement',
		'LabeledStatement',
		'VariableDeclaration',
		'SwitchStatement',
	],
	...['SwitchCase', 'BreakStatement', 'ContinueStatement', 'WhileStatement', 'DoWhileStatement'],
	...['ForStatement', 'ArrayPattern', 'ObjectPattern', 'AssignmentPattern', 'RestElement'],
]);

/** Functions of the platform that call none of the program's, keep nothing, and do not throw. */
const QUIET =
	/^(console\.\w+|Math\.\w+|Date\.now|performance\.now|process\.(hrtime|memoryUsage|uptime)|process\.stdout\.write|Promise\.(all|allSettled|any|race|resolve)|Object\.(keys|values|entries|is)|Array\.(isArray|of)|Number(\.is\w+)?|String|Boolean|Symbol|isNaN|isFinite|parseInt|parseFloat|queueMicrotask|setTimeout|setImmediate|setInterval|clear(Timeout|Interval|Immediate))$/;

/** Constructors like these. */
const MADE =
	/^(Array|Map|Set|WeakMap|WeakSet|Date|Error|RangeError|TypeError|AbortController|Object|[A-Z]\w+Array|ArrayBuffer)$/;

/** Operators that look into no operand. */
const KEEPING = /^(===|!==|typeof|!|void)$/;

/** Methods that keep or compare what they are given as it is. */
const STORING = /^(push|unshift|add|set|has|includes|indexOf|lastIndexOf|fill)$/;

/** Keys that are numbers. */
const INDEX = /^(NumericLiteral|BinaryExpression|UpdateExpression)$/;

/** Where an object may lie in another one. */
const DEPTHS = [[], [null], [null, null], [null, null, null]];

/** @param {Node} node @returns {boolean} its value is no object */
const isPrimitive = (node) =>
	/^(Unary|Update|Binary)Expression$|Literal$/.test(node.type) ||
	(isMember(node) && propertyName(node) === 'length');

/** @param {Node} call @returns {boolean} of a method that gives an array */
function isListed(call) {
	const callee = unwrap(call.callee);
	const name = isMember(callee) ? (propertyName(callee) ?? '') : '';
	return /^(map|filter|slice|concat|flat|keys|values|entries|split|sort|reverse|from|of)$/.test(
		name,
	);
}
