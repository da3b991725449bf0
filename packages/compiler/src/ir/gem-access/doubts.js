/** @import { Parents } from '../../ast/parents.js' */
/** @import { Node } from '../../types.js' */
/** @import { EffectAnalysis } from '../effect-analysis.js' */
/** @import { Primitives } from '../gem-copies/primitives.js' */
/** @import { Changes } from './changes.js' */
/** @import { Doubt } from './model.js' */
/** @import { Numbers } from './numbers.js' */
import { walk } from '../../ast/babel.js';
import {
	dottedName,
	isCall,
	isFunction,
	isMember,
	isWrapper,
	propertyName,
	unwrap,
} from '../../ast/shapes.js';
import { globalCall, valueRead } from '../../knowledge/calls.js';
import { constantValueOf } from '../values.js';
import { convertedBy } from './converted.js';

/** Methods of lists, maps and sets that call nothing of what is in them. */
const QUIET =
	/^(push|pop|shift|unshift|reverse|includes|indexOf|lastIndexOf|at|slice|add|set|get|has|delete|clear|keys|values|entries|fill)$/;

/**
 * Finds what may run code of the program that no text calls: getters, setters, traps of a `Proxy`, conversions of objects, iterators. That code
 * may do anything. So compiled code asks behind it whether what it knows still holds, unless the text shows that nothing is called.
 */
export class Doubts {
	/** @param {{ analysis: EffectAnalysis, numbers: Numbers, primitives: Primitives, changes: Changes, isRoot: (variable: import('../../ast/scope.js').Variable) => boolean }} finder */
	constructor({ analysis, numbers, primitives, changes, isRoot }) {
		this.analysis = analysis;
		this.numbers = numbers;
		this.changes = changes;
		this.isRoot = isRoot;
		this.primitives = primitives;
		/** @type {Map<Node, boolean>} by function */
		this.known = new Map();
	}

	/** @param {Node} root @returns {boolean} something in there may, nested functions included */
	within(root) {
		let found = false;
		walk(root, (node) => {
			found ||= this.of(node) !== null;
			return !found;
		});
		return found;
	}

	/** @param {Node} fn of the module @returns {boolean} */
	ofFunction(fn) {
		const known = this.known.get(fn);
		if (known !== undefined) return known;
		this.known.set(fn, false); // what a recursive call sees
		const found =
			this.within(fn.body) || (fn.params ?? []).some((/** @type {Node} */ one) => this.within(one));
		this.known.set(fn, found);
		return found;
	}

	/** @param {Node} node @returns {Doubt | null} of the node itself, apart from what is in it */
	of(node) {
		const operands = convertedBy(node)
			.filter((one) => one && !this.isShown(one))
			.map((one) => /** @type {Node} */ (unwrap(one)));
		const holder = this.holderOf(node);
		const isHard = holder === null && this.runsCode(node);
		if (!isHard && !holder && operands.length === 0) return null;
		const whole = wholeOf(node, this.analysis.parents);
		return { node, whole, at: this.momentOf(node), isHard, operands, holder };
	}

	/** @param {Node} node @returns {number} where in the text code may have run: of a template, behind the first of its values that may be an object */
	momentOf(node) {
		switch (node.type) {
			case 'TemplateLiteral':
				return (
					node.expressions.find((/** @type {Node} */ one) => !this.isShown(one))?.end ?? node.end
				);
			case 'ForInStatement':
			case 'ForOfStatement':
				return node.right.end;
			case 'ObjectProperty':
			case 'ObjectMethod':
				return node.key.end;
			default:
				return node.end;
		}
	}

	/** @param {Node} node @returns {Node | null} what a property is read of, or a method is called on: no code runs where that is a primitive value */
	holderOf(node) {
		if (isMember(node)) {
			const isRead = !this.isTarget(node) && !this.isHarmlessHolder(node);
			return isRead ? /** @type {Node} */ (unwrap(node.object)) : null;
		}
		if (/^For(In|Of)Statement$/.test(node.type))
			return targetOf(node.left).type === 'Identifier' && !this.isPlain(node.right)
				? /** @type {Node} */ (unwrap(node.right))
				: null;
		if (!isCall(node) || this.isQuietCall(node)) return null;
		const callee = /** @type {Node} */ (unwrap(node.callee));
		const isMethod = isMember(callee) && !this.changes.isGlobal(callee);
		const isAlone = node.arguments.every((/** @type {Node} */ one) => this.isArgument(one));
		return isMethod && isAlone && this.analysis.callees.ofCall(node).length === 0
			? /** @type {Node} */ (unwrap(callee.object))
			: null;
	}

	/** @param {Node} argument @returns {boolean} */
	isArgument(argument) {
		return argument.type !== 'SpreadElement' && this.isShown(argument);
	}

	/** @param {Node} node @returns {boolean} by something else than a conversion */
	runsCode(node) {
		switch (node.type) {
			case 'BinaryExpression':
				if (node.operator === 'in') return !this.isPlain(node.right);
				return node.operator === 'instanceof';
			case 'CallExpression':
			case 'OptionalCallExpression':
			case 'NewExpression':
				return !this.isQuietCall(node);
			case 'TaggedTemplateExpression':
				return true;
			case 'SpreadElement':
				return !this.isPlain(node.argument);
			case 'ForInStatement':
			case 'ForOfStatement':
				return /Pattern$/.test(targetOf(node.left).type) || !this.isPlain(node.right);
			case 'VariableDeclarator':
				return node.init != null && this.isReading(node.id, node.init);
			case 'AssignmentExpression':
				return this.isReading(node.left, node.right);
			case 'ObjectPattern':
			case 'ArrayPattern':
				return isFunction(this.analysis.parents.get(node));
			case 'Identifier':
				return this.isUnknownGlobal(node);
			default:
				return false;
		}
	}

	/** @param {Node} target @param {Node} value @returns {boolean} a pattern that takes a value apart, or values in it, which may have getters */
	isReading(target, value) {
		if (!/Pattern$/.test(target.type)) return false;
		const parts = target.elements ?? target.properties.map((/** @type {Node} */ one) => one.value);
		const isFlat = parts.every(
			(/** @type {Node | undefined} */ one) => !/Pattern$/.test(one?.type ?? ''),
		);
		return !isFlat || !this.isPlain(value);
	}

	/** @param {Node} expression @returns {boolean} converting its value runs no code of the program */
	isShown(expression) {
		return (
			this.numbers.orUndefined(expression) ||
			this.primitives.has(expression) ||
			this.isOfGem(expression)
		);
	}

	/** @param {Node} expression @returns {boolean} a list or an object that the text shows to have no code, or a primitive value */
	isPlain(expression) {
		return (
			this.changes.isFresh(expression) ||
			this.primitives.has(expression) ||
			this.isOfGem(expression)
		);
	}

	/** @param {Node} expression @returns {boolean} what lies in a GEM that the text shows to be one: its proxies run no code of users */
	isOfGem(expression) {
		let node = /** @type {Node} */ (unwrap(expression));
		while (isMember(node)) node = /** @type {Node} */ (unwrap(node.object));
		const variable = node.type === 'Identifier' ? this.analysis.aliases.variableOf(node) : null;
		return variable != null && this.isSurely(variable);
	}

	/** @param {import('../../ast/scope.js').Variable} variable @returns {boolean} it holds a GEM of the module's own making */
	isSurely(variable) {
		const value = constantValueOf(variable);
		return value !== null && isCall(value) && this.analysis.gems.makesGem(value);
	}

	/** @param {Node} member @returns {boolean} it is only written to: a setter counts as a change */
	isTarget(member) {
		const { parents } = this.analysis;
		let at = member;
		let parent = parents.get(at);
		while (parent && isWrapper(parent)) parent = parents.get((at = parent));
		if (!parent) return false;
		if (parent.type === 'AssignmentExpression')
			return parent.left === at && parent.operator === '=';
		return (
			/^(ArrayPattern|RestElement)$/.test(parent.type) ||
			(parent.type === 'UnaryExpression' && parent.operator === 'delete') ||
			(/^For(In|Of)Statement$/.test(parent.type) && parent.left === at)
		);
	}

	/** @param {Node} member @returns {boolean} what it is read of has no getters, and is no Proxy */
	isHarmlessHolder(member) {
		const { object } = member;
		if (this.isPlain(object)) return true;
		const name = dottedName(member);
		return name !== null && this.changes.isGlobal(member) && !name.startsWith('globalThis');
	}

	/** @param {Node} node a call or `new` @returns {boolean} nothing of the program is called, but what the text shows */
	isQuietCall(node) {
		const callee = /** @type {Node} */ (unwrap(node.callee));
		const areShown = node.arguments.every((/** @type {Node} */ one) => this.isArgument(one));
		if (isFunction(callee)) return !this.ofFunction(callee) && !node.arguments.length;
		if (this.changes.isGlobal(callee)) {
			const name = dottedName(callee) ?? '';
			if (node.type === 'NewExpression') return areShown && this.changes.isPlatformNew(node);
			return areShown && /^(pure|fresh)$/.test(globalCall(name, node.arguments.length).kind);
		}
		const own = this.analysis.callees.ofCall(node);
		if (own.length > 0) return own.every(({ fn }) => !this.ofFunction(fn));
		if (!isMember(callee)) return false;
		if (this.primitives.has(callee.object)) return areShown;
		return this.changes.isFresh(callee.object) && QUIET.test(propertyName(callee) ?? '');
	}

	/** @param {Node} node an identifier @returns {boolean} reading it may call a getter of the global object */
	isUnknownGlobal(node) {
		const { aliases, parents, resolution } = this.analysis;
		const { name } = node;
		if (name === 'arguments' || name in globalThis || valueRead(name) !== null) return false;
		if (aliases.variableOf(node) || parents.get(node)?.operator === 'typeof') return false;
		return (resolution.globals.get(name) ?? []).some(
			(one) => one.node === node && one.role === 'read',
		);
	}
}

/** @param {Node} left of a loop @returns {Node} */
const targetOf = (left) => (left.type === 'VariableDeclaration' ? left.declarations[0].id : left);

/**
 * What the facts can be asked for behind, with the node in it: of a method the call, since nothing can stand between the two.
 *
 * @param {Node} node
 * @param {Parents} parents
 * @returns {Node}
 */
function wholeOf(node, parents) {
	const isInList = /^(SpreadElement|VariableDeclarator|ObjectProperty|ObjectMethod)$/.test(
		node.type,
	);
	const first = isInList ? /** @type {Node} */ (parents.get(node)) : node;
	let whole = patternAround(first, parents) ?? first;
	if (/^(VariableDeclaration|For(In|Of)Statement)$/.test(whole.type)) return whole;
	for (let at = whole; ;) {
		const parent = parents.get(at);
		if (!parent) return whole;
		const isCallee = (isCall(parent) || parent.type === 'NewExpression') && parent.callee === at;
		const isInner = isCallee || (isMember(parent) && parent.object === at);
		const isTarget =
			(parent.type === 'AssignmentExpression' && parent.left === at) ||
			parent.type === 'UpdateExpression' ||
			(parent.type === 'UnaryExpression' && parent.operator === 'delete') ||
			(parent.type === 'TaggedTemplateExpression' && parent.tag === at);
		if (!isInner && !isTarget && !isWrapper(parent)) return whole;
		if ((isCallee && whole === at) || isTarget || /^Optional/.test(parent.type)) whole = parent;
		at = parent;
	}
}

/** @param {Node} node @param {Parents} parents @returns {Node | null} what assigns by the pattern that it is in, or a target of */
function patternAround(node, parents) {
	/** @type {Node | null} */
	let found = /Pattern$/.test(node.type) ? node : null;
	for (let at = node; ;) {
		const parent = parents.get(at);
		const isPart =
			/^(ArrayPattern|ObjectPattern|RestElement)$/.test(parent?.type ?? '') ||
			(parent?.type === 'AssignmentPattern' && parent.left === at) ||
			(parent?.type === 'ObjectProperty' &&
				parent.value === at &&
				parents.get(parent)?.type === 'ObjectPattern') ||
			(parent && isWrapper(parent));
		if (!parent || !isPart) {
			if (!found || !parent) return found;
			if (parent.type === 'VariableDeclarator') return parents.get(parent) ?? null;
			return /^(AssignmentExpression|For(In|Of)Statement)$/.test(parent.type) ? parent : null;
		}
		at = parent;
		if (!isWrapper(parent)) found = parent;
	}
}
