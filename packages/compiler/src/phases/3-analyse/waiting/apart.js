/** @import { Node } from '../../../types.js' */
/** @import { Variable } from '../../../ast/scope.js' */
/** @import { EffectAnalysis } from '../../../ir/effect-analysis.js' */
/** @import { ChangedObjects } from './changed-objects.js' */
import { outermost } from '../../../ast/parents.js';
import {
	chainRoot,
	dottedName,
	isCall,
	isFunction,
	isLoop,
	isMember,
	propertyName,
	unwrap,
} from '../../../ast/shapes.js';
import { isWithin } from '../../../ast/tree.js';
import { constantValueOf, functionOf, importOf } from '../../../ir/values.js';
import { givesPrimitive } from '../../../knowledge/calls.js';
import { isPrimitiveByType } from '../../../ir/primitive-types.js';
import { callbacksOf, givesReceiver, isMethodOfPlatform } from '../../../knowledge/methods.js';
import { functionAround } from '../call-context.js';
import { isElementOf } from './elements.js';

/** What is certain not to be an object that a call changes: an expression of which nothing is certain may be any. */
export class Apart {
	#effects;
	#call;
	#isPooled;
	/** @type {Node | null} */
	#loop;

	/** @param {ChangedObjects} changed @param {{ call: Node, effects: EffectAnalysis, isPooled: (call: Node) => boolean }} of @param {Node | null} [loop] around the call, of which each iteration makes it again */
	constructor(changed, { call, effects, isPooled }, loop = null) {
		this.changed = changed;
		this.#call = call;
		this.#effects = effects;
		this.#isPooled = isPooled;
		this.#loop = loop;
	}

	/** @param {Node | null} loop @returns {Apart} */
	within(loop) {
		const of = { call: this.#call, effects: this.#effects, isPooled: this.#isPooled };
		return new Apart(this.changed, of, loop);
	}

	/** @param {Node} object an expression @returns {boolean} its properties are not those of an object that changes */
	has(object) {
		const node = /** @type {Node} */ (unwrap(object));
		if (this.isFresh(node) || this.changed.isBeside(node)) return true;
		if (node.type === 'ArrayExpression' || node.type === 'ObjectExpression') return true;
		if (isPrimitive(node) || (isCall(node) && this.makesList(node))) return true;
		if (node.type !== 'Identifier') return false;
		const variable = this.#effects.aliases.variableOf(node);
		if (!variable) return !OPEN.test(node.name);
		return Boolean(variable && this.isUnique(variable));
	}

	/** `rows.map(sum)`, `Object.keys(row)`. @param {Node} call @returns {boolean} it gives a new list */
	makesList(call) {
		const callee = /** @type {Node} */ (unwrap(call.callee));
		if (this.isGlobal(callee)) return LISTS.test(dottedName(callee) ?? '');
		const name = isMember(callee) ? (propertyName(callee) ?? '') : '';
		if (!LISTING.test(name) || this.isImported(callee.object)) return false;
		return this.#effects.callees.ofCall(call).length === 0;
	}

	/** Each iteration has another object, as long as its own call is not made. @param {Node} node @returns {boolean} */
	isFresh(node) {
		if (!this.#loop || node.type !== 'Identifier' || node.end > this.#call.end) return false;
		const variable = this.#effects.aliases.variableOf(node);
		const isElement = variable && isElementOf(variable, this.#loop, this.#effects);
		return Boolean(isElement) && this.changed.isWhole(/** @type {Variable} */ (variable));
	}

	/** `for (const row of rows) all.push(bump(row));`: no element leads to its list. @param {Node} loop @returns {boolean} the call changes its elements alone */
	isListOf(loop) {
		return loop === this.#loop && this.changed.areElementsOf(loop);
	}

	/** `const found = [];`, which is only asked for its parts, and gets elements: nothing else has it. @param {Variable} variable @param {(node: Node) => boolean} [isOwn] references that count as none @returns {boolean} */
	isUnique(variable, isOwn = () => false) {
		const value = unwrap(constantValueOf(variable));
		const isMade = value && (/^(Array|Object)Expression$/.test(value.type) || this.#isMade(value));
		const { parents } = this.#effects;
		const { fn } = functionAround(this.#call, parents);
		const { node: scope } = variable.scope;
		const isOfFunction = scope === fn || functionAround(scope, parents).fn === fn;
		return (
			Boolean(isMade) &&
			variable.references.every(
				(one) =>
					isOwn(one.node) || this.#isPartial(one) || (isOfFunction && this.#isLater(one.node, fn)),
			)
		);
	}

	/** @param {Node} node @param {Node | null} fn that makes the call @returns {boolean} it runs once the call has been made, and not before it is made again */
	#isLater(node, fn) {
		const { parents } = this.#effects;
		if (node.start < this.#call.end || functionAround(node, parents).fn !== fn) return false;
		for (let at = parents.get(this.#call); at && at !== fn; at = parents.get(at))
			if (isLoop(at) && isWithin(node, at)) return false;
		return true;
	}

	/** @param {{ node: Node, role: string }} reference @returns {boolean} no other name gets the object by it */
	#isPartial({ node, role }) {
		const { parents } = this.#effects;
		if (role === 'write') return /^Variable/.test(parents.get(node)?.type ?? '');
		const { child, parent } = outermost(node, parents);
		if (parent.type === 'SpreadElement') return true;
		if (/^For(Of|In)/.test(parent.type)) return parent.right === child;
		if (isCall(parent) && /^Promise\.(all|allSettled)$/.test(dottedName(parent.callee) ?? ''))
			return true;
		if (!isMember(parent) || parent.object !== child) return false;
		const { child: part, parent: user } = outermost(parent, parents);
		const name = propertyName(parent) ?? '';
		if (!isCall(user) || user.callee !== part) return name !== 'buffer';
		return isMethodOfPlatform(name) && !LEADING.test(name) && !givesReceiver(name);
	}

	/** @param {Node} value @returns {boolean} `new Map()`, `new Float64Array(8)` */
	#isMade(value) {
		return (
			value.type === 'NewExpression' &&
			this.isGlobal(value.callee) &&
			MADE.test(dottedName(value.callee) ?? '') &&
			value.arguments.every((/** @type {Node} */ one) => this.isScalar(one))
		);
	}

	/** @param {Node} expression @returns {boolean} who gets its value cannot look at what changes: it is no object, a new one, or a promise of a unit */
	isScalar(expression) {
		const node = /** @type {Node} */ (
			unwrap(expression.type === 'SpreadElement' ? expression.argument : expression)
		);
		if (isPrimitive(node)) return true;
		if (node === this.#call || (isCall(node) && this.#isPooled(node))) return true;
		switch (node.type) {
			case 'ConditionalExpression':
				return this.isScalar(node.consequent) && this.isScalar(node.alternate);
			case 'ArrayExpression':
				return node.elements.every((/** @type {Node | null} */ one) => !one || this.isScalar(one));
			case 'ObjectExpression':
				return node.properties.every(
					(/** @type {Node} */ { value, computed }) => value && !computed && this.isScalar(value),
				);
			case 'CallExpression':
				return this.isGlobal(node.callee) && givesPrimitive(dottedName(node.callee) ?? '');
			case 'Identifier':
				return this.#isScalarVariable(node);
			default:
				return false;
		}
	}

	/** @param {Node} name @returns {boolean} */
	#isScalarVariable(name) {
		const variable = this.#effects.aliases.variableOf(name);
		if (!variable) return name.name === 'undefined' || name.name === 'Boolean';
		if (isPrimitiveByType(variable, []) || this.#isCounter(variable)) return true;
		const value = unwrap(constantValueOf(variable));
		if (value) return isPrimitive(value) || (isCall(value) && this.isScalar(value));
		return (
			variable.declarations.length > 0 &&
			variable.declarations.every(({ node }) => node.init && isPrimitive(node.init)) &&
			variable.references.every(({ node, role }) => role !== 'write' || this.#isCounted(node))
		);
	}

	/** `at` of `rows.map((row, at) => …)`. @param {Variable} variable @returns {boolean} */
	#isCounter({ kind, scope, declarations, isReassigned }) {
		const call = kind === 'param' && !isReassigned ? this.#effects.parents.get(scope.node) : null;
		const callee = call && isCall(call) ? unwrap(call.callee) : null;
		const isOfList = isMember(callee) && callbacksOf(propertyName(callee) ?? '').length > 0;
		return isOfList && declarations.every(({ id }) => id === scope.node.params?.[1]);
	}

	/** `at++`, `sum += 1`. @param {Node} name that is written @returns {boolean} it stays a primitive value */
	#isCounted(name) {
		const user = this.#effects.parents.get(name);
		return (
			user?.type === 'UpdateExpression' ||
			/^Variable/.test(user?.type ?? '') ||
			(user?.type === 'AssignmentExpression' &&
				user.left === name &&
				(isPrimitive(/** @type {Node} */ (unwrap(user.right))) ||
					/^[^&|?=]+=$/.test(user.operator)))
		);
	}

	/** @param {Node} list @returns {boolean} it is an array, and no iterator of the program's */
	isArray(list) {
		const node = /** @type {Node} */ (this.valueOf(list) ?? list);
		return node.type === 'ArrayExpression' || (isCall(node) && this.makesList(node));
	}

	/** @param {Node} callee @returns {boolean} `console.log`, `Math.max` */
	isGlobal(callee) {
		const root = chainRoot(/** @type {Node} */ (unwrap(callee)));
		return root.type === 'Identifier' && !this.#effects.aliases.variableOf(root);
	}

	/** @param {Node} object @returns {boolean} other modules may have made it: their code runs for any name */
	isImported(object) {
		const { aliases, callees, parents } = this.#effects;
		const root = chainRoot(/** @type {Node} */ (unwrap(object)));
		const variable = root.type === 'Identifier' ? aliases.variableOf(root) : null;
		if (!variable) return root.type === 'ThisExpression' || root.type === 'Super';
		if (importOf(variable, parents)) return true;
		const value = unwrap(constantValueOf(variable));
		if (!value || !(isCall(value) || value.type === 'NewExpression')) return false;
		return callees.ofCall(value).length > 0 || !this.isGlobal(value.callee);
	}

	/** @param {Node} expression @returns {Node | null} the function that it gives, where that is written in the module */
	functionOf(expression) {
		const node = /** @type {Node} */ (unwrap(expression));
		if (isFunction(node)) return node;
		const variable = node.type === 'Identifier' ? this.#effects.aliases.variableOf(node) : null;
		return variable ? functionOf(variable) : null;
	}

	/** @param {Node} expression @returns {Node | null} what a constant has, or the expression itself */
	valueOf(expression) {
		const node = /** @type {Node} */ (unwrap(expression));
		const variable = node.type === 'Identifier' ? this.#effects.aliases.variableOf(node) : null;
		return variable ? (unwrap(constantValueOf(variable)) ?? null) : node;
	}
}

/** Methods that give what has the object. */
const LEADING = /^(values|keys|entries|bind|subarray|then|valueOf|next)$/;

const LISTS = /^(Object\.(keys|values|entries)|Array\.(from|of))$/;
const LISTING = /^(map|filter|slice|concat|flat|flatMap|split|toSorted|toReversed|toSpliced|with)$/;

/** Globals through which any object may be read. */
const OPEN = /^(globalThis|global|window|self|arguments|exports|module|require)$/;

/** Constructors of the platform that look at no object they are given but those. */
export const MADE =
	/^(Array|Map|Set|WeakMap|WeakSet|Date|Error|RangeError|TypeError|AbortController|Object|[A-Z]\w+Array|ArrayBuffer)$/;

/** @param {Node} node @returns {boolean} its value is no object */
export const isPrimitive = (node) =>
	/^(Unary|Update|Binary)Expression$|Literal$/.test(node.type) ||
	(isMember(node) && propertyName(node) === 'length');
