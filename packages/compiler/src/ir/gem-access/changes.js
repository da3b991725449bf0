/** @import { Node } from '../../types.js' */
/** @import { Variable } from '../../ast/scope.js' */
/** @import { EffectAnalysis } from '../effect-analysis.js' */
import { walk } from '../../ast/babel.js';
import {
	dottedName,
	isCall,
	isFunction,
	isMember,
	propertyName,
	unwrap,
} from '../../ast/shapes.js';
import {
	calledArguments,
	globalCall,
	globalNew,
	makesObject,
	runsHiddenCode,
} from '../../knowledge/calls.js';
import {
	callbacksOf,
	isCoreReader,
	isMutatorMethod,
	makesIterator,
	makesList,
} from '../../knowledge/methods.js';
import { constantValueOf } from '../values.js';

/**
 * Says which code may change a GEM, give up a right to it, or replace what a variable of a region holds. What does neither is:
 * reading, computing, calls of the platform that are known, and of the module's own functions that do nothing else.
 *
 * Code that no text calls, such as a getter, counts as a doubt (doubts.js): compiled code asks behind it whether anything has changed.
 */
export class Changes {
	/**
	 * @param {EffectAnalysis} analysis
	 * @param {(variable: Variable) => boolean} isRoot holds a GEM, as far as is known
	 * @param {Set<Node>} [stubs] functions whose calls send what they are given to another thread, and a right with it perhaps
	 */
	constructor(analysis, isRoot, stubs = new Set()) {
		this.analysis = analysis;
		this.isRoot = isRoot;
		this.stubs = stubs;
		/** @type {Map<Node, boolean>} by function or class */
		this.known = new Map();
	}

	/** @param {Node} root @returns {boolean} something in there may, nested functions included */
	within(root) {
		let found = false;
		walk(root, (node) => {
			found ||= this.isChange(node);
			return !found;
		});
		return found;
	}

	/** @param {Node} fn a function or a class of the module @returns {boolean} */
	ofFunction(fn) {
		if (this.stubs.has(fn)) return true;
		const known = this.known.get(fn);
		if (known !== undefined) return known;
		this.known.set(fn, false); // what a recursive call sees
		const found =
			this.within(fn.body) || (fn.params ?? []).some((/** @type {Node} */ one) => this.within(one));
		this.known.set(fn, found);
		return found;
	}

	/** @param {Node} node @returns {boolean} this node itself may, apart from what is in it */
	isChange(node) {
		switch (node.type) {
			case 'AssignmentExpression': {
				const isApart = node.left.type === 'ArrayPattern' && !this.isPlainIterable(node.right);
				return isApart || this.isChangedTarget(node.left);
			}
			case 'UpdateExpression':
				return this.isChangedTarget(node.argument);
			case 'UnaryExpression':
				return node.operator === 'delete' && this.isChangedTarget(node.argument);
			case 'ForOfStatement':
				return !this.isPlainIterable(node.right) || this.isForTarget(node);
			case 'ForInStatement':
				return this.isForTarget(node);
			case 'SpreadElement': {
				const isCopy = /^Object(Expression|Pattern)$/.test(
					this.analysis.parents.get(node)?.type ?? '',
				);
				return !isCopy && !this.isPlainIterable(node.argument);
			}
			case 'VariableDeclarator':
				return (
					node.id.type === 'ArrayPattern' && node.init != null && !this.isPlainIterable(node.init)
				);
			case 'CallExpression':
			case 'OptionalCallExpression':
			case 'NewExpression':
				return !this.isHarmlessCall(node);
			case 'TaggedTemplateExpression':
				return dottedName(node.tag) !== 'String.raw';
			default:
				return false;
		}
	}

	/** @param {Node} loop @returns {boolean} each turn assigns to what is there */
	isForTarget({ left }) {
		return left.type !== 'VariableDeclaration' && this.isChangedTarget(left);
	}

	/** @param {Node} target @returns {boolean} */
	isChangedTarget(target) {
		const node = /** @type {Node} */ (unwrap(target));
		if (node.type === 'Identifier') {
			const variable = this.analysis.aliases.variableOf(node);
			return variable != null && this.isRoot(variable);
		}
		if (isMember(node)) return !this.isFresh(node.object);
		return targetsOf(node).some((one) => this.isChangedTarget(one));
	}

	/** @param {Node} expression @returns {boolean} a plain object that was made here: no GEM, no part of one, and no setters */
	isFresh(expression) {
		const node = /** @type {Node} */ (unwrap(expression));
		if (node.type !== 'Identifier') return this.isMade(node);
		const variable = this.analysis.aliases.variableOf(node);
		if (!variable || !/^(const|let|var)$/.test(variable.kind)) return false;
		const { parents } = this.analysis;
		const isMadeHere = variable.declarations.every(
			({ node: declarator, id }) =>
				declarator.type === 'VariableDeclarator' &&
				declarator.id === id &&
				(declarator.init === null || this.isMade(declarator.init)) &&
				!/^For(In|Of)/.test(parents.get(/** @type {Node} */ (parents.get(declarator)))?.type ?? ''),
		);
		return (
			isMadeHere &&
			variable.references.every(({ node: one, role }) => {
				if (role !== 'write' && role !== 'update') return true;
				const parent = /** @type {Node} */ (parents.get(one));
				return (
					parent.type === 'AssignmentExpression' &&
					parent.left === one &&
					parent.operator === '=' &&
					this.isMade(parent.right)
				);
			})
		);
	}

	/** @param {Node} expression @returns {boolean} it makes a plain object, or its value is a primitive */
	isMade(expression) {
		const node = /** @type {Node} */ (unwrap(expression));
		if (node.type === 'ArrayExpression' || /^(String|Numeric|Boolean|Null)Literal$/.test(node.type))
			return true;
		if (node.type === 'ObjectExpression')
			return node.properties.every((/** @type {Node} */ one) => one.type === 'ObjectProperty');
		if (node.type === 'NewExpression') return this.isPlatformNew(node);
		if (!isCall(node)) return false;
		const callee = /** @type {Node} */ (unwrap(node.callee));
		if (this.isGlobal(callee)) return makesObject(dottedName(callee) ?? '');
		const name = isMember(callee) ? (propertyName(callee) ?? '') : '';
		return makesList(name) && !this.analysis.gems.isOwnMethod(name);
	}

	/** @param {Node} node a `new` @returns {boolean} of a class of the platform that only makes an object */
	isPlatformNew(node) {
		const name = this.isGlobal(node.callee) ? dottedName(node.callee) : null;
		return (
			name !== null &&
			name !== 'Proxy' &&
			/^(pure|fresh)$/.test(globalNew(name, node.arguments.length).kind)
		);
	}

	/** @param {Node} callee @returns {boolean} a name of the platform, or what lies in one: `Math.max` */
	isGlobal(callee) {
		let root = /** @type {Node} */ (unwrap(callee));
		while (isMember(root)) root = /** @type {Node} */ (unwrap(root.object));
		return root.type === 'Identifier' && this.analysis.aliases.variableOf(root) === null;
	}

	/** @param {Node} expression @returns {boolean} taking its values one by one runs no code of the program */
	isPlainIterable(expression) {
		const node = /** @type {Node} */ (unwrap(expression));
		if (/^(ArrayExpression|StringLiteral|TemplateLiteral)$/.test(node.type)) return true;
		if (this.analysis.gems.isGem(node)) return true;
		const variable = node.type === 'Identifier' ? this.analysis.aliases.variableOf(node) : null;
		if (variable) {
			const declaration = variable.declarations[0];
			const isRest =
				declaration !== undefined &&
				variable.kind === 'param' &&
				declaration.node.params?.at(-1)?.type === 'RestElement' &&
				declaration.node.params.at(-1).argument === declaration.id;
			if (isRest && !variable.isReassigned) return true;
			const value = constantValueOf(variable);
			return this.isFresh(node) || (value !== null && this.isPlainIterable(value));
		}
		if (node.type === 'NewExpression') return this.isPlatformNew(node);
		if (!isCall(node)) return false;
		const name = propertyName(/** @type {Node} */ (unwrap(node.callee))) ?? '';
		const isList = this.isMade(node) || makesIterator(name) || name === 'subset';
		return isList && !this.analysis.gems.isOwnMethod(name);
	}

	/** @param {Node} node a call or `new` @returns {boolean} */
	isHarmlessCall(node) {
		const callee = /** @type {Node} */ (unwrap(node.callee));
		if (callee.type === 'Import' || isFunction(callee)) return true; // its body is looked at in place
		if (this.isGlobal(callee)) return this.isHarmlessGlobal(node, callee);
		const own = this.analysis.callees.ofCall(node);
		if (own.length > 0) return own.every(({ fn }) => !this.ofFunction(fn));
		const library = this.analysis.gems.libraryCallee(callee);
		if (library !== null) return /^(snapshot|isGem|has)$/.test(library);
		if (!isMember(callee) || node.type === 'NewExpression') return false;
		const name = propertyName(callee) ?? '';
		if (this.analysis.gems.isOwnMethod(name)) return false;
		if (isMutatorMethod(name))
			return this.isFresh(callee.object) && this.hasHarmlessCallbacks(node, name);
		return isCoreReader(name) && this.hasHarmlessCallbacks(node, name);
	}

	/** @param {Node} node @param {Node} callee @returns {boolean} */
	isHarmlessGlobal(node, callee) {
		const name = (dottedName(callee) ?? '').replace(/^globalThis\./, '');
		if (/^console\.\w+$/.test(name)) return true;
		if (node.type === 'NewExpression')
			return this.isPlatformNew(node) && !/^(Promise|FinalizationRegistry)$/.test(name);
		if (runsHiddenCode(name)) return false;
		const { kind, changes } = globalCall(name, node.arguments.length);
		const isFresh = (/** @type {number} */ index) =>
			node.arguments[index] !== undefined && this.isFresh(node.arguments[index]);
		return (
			/^(pure|fresh)$/.test(kind) &&
			changes.every(isFresh) &&
			this.areHarmlessCallbacks(node, calledArguments(name))
		);
	}

	/** @param {Node} node @param {string} name of the method @returns {boolean} functions that it calls change nothing */
	hasHarmlessCallbacks(node, name) {
		return this.areHarmlessCallbacks(node, callbacksOf(name));
	}

	/** @param {Node} node @param {number[]} indexes of arguments that it calls @returns {boolean} */
	areHarmlessCallbacks(node, indexes) {
		return indexes.every((at) => this.isHarmlessCallback(node.arguments[at]));
	}

	/** @param {Node | undefined} given @returns {boolean} */
	isHarmlessCallback(given) {
		if (!given) return true;
		const argument = unwrap(given);
		// What is written there is looked at in place; no literal is a function.
		if (isFunction(argument) || /Literal$/.test(argument.type)) return true;
		const own = this.analysis.callees.functions(argument);
		if (own.length > 0) return own.every((fn) => !this.ofFunction(fn));
		return this.isMade(argument) || this.isGlobal(argument);
	}
}

/** @param {Node} pattern @returns {Node[]} what it assigns to */
function targetsOf(pattern) {
	switch (pattern.type) {
		case 'ArrayPattern':
			return pattern.elements.filter(Boolean);
		case 'ObjectPattern':
			return pattern.properties.map((/** @type {Node} */ one) => one.argument ?? one.value);
		case 'AssignmentPattern':
			return [pattern.left];
		default:
			return pattern.argument ? [pattern.argument] : [];
	}
}
