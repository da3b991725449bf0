/** @import { Node } from '../../../types.js' */
/** @import { ImportFact, ValueFact } from '../../../ir/summary.js' */
/** @import { Target, Tracker } from './tracker.js' */
import { isBuiltin } from 'node:module';
import {
	dottedName,
	isCall,
	isFunction,
	isMember,
	propertyName,
	unwrap,
} from '../../../ast/shapes.js';
import { functionAround } from '../call-context.js';
import { isExportPath } from '../callers.js';
import { functionOf } from '../../../ir/values.js';

/** What an expression has: an imported module itself, or a promise of it. @typedef {'value' | 'promise'} Gives */

/**
 * Follows imported modules that a module passes on within itself, so that each use of them is found:
 *
 * ```js
 * let kept;
 * async function late() {
 * 	kept ??= await import('./late.js');
 * 	return kept;
 * }
 * (await late()).set(9);
 * ```
 * A module goes on as the result of a function, as an argument, by a variable that is assigned to, or by a property. Properties
 * are followed by their name alone, and only those of modules that are loaded late: few files have any.
 */
export class PassedValues {
	/** @param {Tracker} tracker */
	constructor(tracker) {
		this.tracker = tracker;
		/** @type {Set<string>} where values have arrived, so that a cycle of functions is not followed for ever */
		this.arrivals = new Set();
		/** @type {Map<Node, Target>} by the function that gives it, or a promise of it */
		this.results = new Map();
		/** @type {Map<string, Node[]> | null} member expressions of the module, by the property that they name */
		this.members = null;
	}

	/**
	 * @param {Target} target
	 * @param {Node} node an expression that has the target
	 * @param {Gives} gives
	 * @returns {boolean} whether the value goes on from there, to places that are followed
	 */
	follow(target, node, gives) {
		if (!this.isModule(target)) return false;
		const { child, parent } = this.tracker.outermost(node);
		switch (parent.type) {
			case 'ReturnStatement':
				return this.result(target, functionAround(parent, this.tracker.parents).fn, gives);
			case 'ArrowFunctionExpression':
				return parent.body === child && this.result(target, parent, gives);
			case 'LogicalExpression':
				return this.arrive(target, parent, gives);
			case 'ConditionalExpression':
				return parent.test === child || this.arrive(target, parent, gives);
			// `if (!kept)`, `kept === undefined` look at nothing in the module
			case 'IfStatement':
			case 'UnaryExpression':
				return true;
			case 'BinaryExpression':
				return parent.operator !== 'in';
			case 'AwaitExpression':
				return this.arrive(target, parent, 'value');
			case 'AssignmentExpression':
				return parent.right === child && this.assignment(target, parent, gives);
			case 'VariableDeclarator':
				return parent.init === child && this.variable(target, parent.id, gives);
			case 'CallExpression':
				return this.argument(target, { call: parent, argument: child }, gives);
			case 'ObjectProperty':
			case 'ClassProperty':
				return parent.value === child && this.property(target, propertyName(parent), gives);
			default:
				return false;
		}
	}

	/** @param {Target} target @returns {boolean} all that a module of the program or of a package exports, or its default */
	isModule({ origin }) {
		if (origin.kind !== 'import') return false;
		const { name, specifier } = this.factOf(origin.import);
		if (name !== '*' || specifier === null || isBuiltin(specifier)) return false;
		return origin.path.every((one) => one === 'default');
	}

	/** @param {Target} target @returns {boolean} it is loaded by an expression, in a function mostly */
	isLate({ origin }) {
		return origin.kind === 'import' && this.factOf(origin.import).isLazy;
	}

	/** @param {number} index @returns {ImportFact} */
	factOf(index) {
		return /** @type {import('./imports.js').Root} */ (this.tracker.roots[index]).fact;
	}

	/** @param {Target} target @param {Node} node @param {Gives} gives @returns {true} */
	arrive(target, node, gives) {
		const key = `${gives} ${node.start} ${node.end} ${JSON.stringify(target.origin)}`;
		if (this.arrivals.has(key)) return true;
		this.arrivals.add(key);
		if (gives === 'promise') this.tracker.promise(target, node);
		else this.tracker.value(target, node);
		return true;
	}

	/** @param {Target} target @param {Node} assignment @param {Gives} gives @returns {boolean} */
	assignment(target, assignment, gives) {
		const { left, operator } = assignment;
		if (!/^(=|\?\?=|\|\|=|&&=)$/.test(operator) || isExportPath(left)) return false;
		const isFollowed = isMember(left)
			? this.property(target, propertyName(left), gives)
			: this.variable(target, left, gives);
		return isFollowed && this.arrive(target, assignment, gives);
	}

	/** @param {Target} target @param {Node} id @param {Gives} gives @returns {boolean} */
	variable(target, id, gives) {
		const { tracker } = this;
		const variable =
			id.type === 'Identifier'
				? (tracker.view.variableOf.get(id) ?? tracker.declaredBy(id))
				: undefined;
		// Compilers use `_a` again for other values, and declare it again.
		if (!variable || variable.declarations.length > 1) return false;
		if (gives === 'value') tracker.variable(target, variable);
		else
			for (const { node, role } of variable.references)
				if (role === 'read') this.arrive(target, node, gives);
		return true;
	}

	/** @param {Target} target @param {string | null} name @param {Gives} gives @returns {boolean} */
	property(target, name, gives) {
		if (name === null || !this.isLate(target)) return false;
		for (const member of this.membersCalled(name)) this.arrive(target, member, gives);
		return true;
	}

	/** `setUp(await import('./late.js'))` @param {Target} target @param {{ call: Node, argument: Node }} use @param {Gives} gives @returns {boolean} */
	argument(target, { call, argument }, gives) {
		const callee = unwrap(call.callee);
		const variable = callee.type === 'Identifier' ? this.tracker.view.variableOf.get(callee) : null;
		const fn = variable ? functionOf(variable) : null;
		const param = fn && isFunction(fn) ? fn.params[call.arguments.indexOf(argument)] : null;
		if (!param || !this.isLate(target)) return false;
		if (param.type === 'ObjectPattern' && gives === 'value') this.tracker.pattern(target, param);
		return param.type === 'Identifier' && this.variable(target, param, gives);
	}

	/** What calls of a function give, or reads of a getter. @param {Target} target @param {Node | null} fn @param {Gives} gives @returns {boolean} */
	result(target, fn, gives) {
		if (!fn || fn.generator) return false;
		this.results.set(fn, target);
		const given = fn.async ? 'promise' : gives;
		const { tracker } = this;
		const { child, parent } = tracker.outermost(fn);
		const isNamed = parent.type === 'VariableDeclarator' && parent.init === child;
		for (const id of [fn.id, isNamed ? parent.id : null]) {
			const variable = id?.type === 'Identifier' ? tracker.declaredBy(id) : undefined;
			for (const { node, role } of variable?.references ?? [])
				if (role === 'read') this.callOf(target, node, given);
		}
		if (isCall(parent)) this.callAround(target, { call: parent, fn: child }, given);
		if (this.isLate(target)) {
			const { name, isRead } = propertyOf(fn, tracker);
			for (const node of name === null ? [] : this.membersCalled(name)) {
				if (isRead) this.arrive(target, node, given);
				else this.callOf(target, node, given);
			}
		}
		return true;
	}

	/** @param {Node} fn @returns {ValueFact | null} the module that a call of it gives */
	givenBy(fn) {
		const origin = this.results.get(fn)?.origin;
		return origin?.kind === 'import'
			? { kind: 'import', import: origin.import, path: origin.path }
			: null;
	}

	/** @param {Target} target @param {Node} node that names a function @param {Gives} gives by a call of it */
	callOf(target, node, gives) {
		const { child, parent } = this.tracker.outermost(node);
		if (isCall(parent) && parent.callee === child) this.arrive(target, parent, gives);
	}

	/**
	 * A function that is called where it is written, by `then`, or by what another function makes of it: `once(() => import('./late.js'))`.
	 *
	 * @param {Target} target
	 * @param {{ call: Node, fn: Node }} use
	 * @param {Gives} gives
	 */
	callAround(target, { call, fn }, gives) {
		if (call.callee === fn) return void this.arrive(target, call, gives);
		if (isMember(call.callee) && propertyName(call.callee) === 'then')
			return void this.arrive(target, call, 'promise');
		const { child, parent } = this.tracker.outermost(call);
		const isHeld = parent.type === 'VariableDeclarator' && parent.init === child;
		const variable = isHeld ? this.tracker.declaredBy(parent.id) : undefined;
		for (const { node, role } of variable?.references ?? [])
			if (role === 'read') this.callOf(target, node, gives);
	}

	/** @param {string} name @returns {Node[]} */
	membersCalled(name) {
		if (!this.members) {
			this.members = new Map();
			for (const node of this.tracker.parents.keys()) {
				const key = isMember(node) ? propertyName(node) : null;
				if (key === null) continue;
				const known = this.members.get(key);
				if (known) known.push(node);
				else this.members.set(key, [node]);
			}
		}
		return this.members.get(name) ?? [];
	}
}

/**
 * The property that a function is a method of, or the accessor.
 *
 * @param {Node} fn
 * @param {Tracker} tracker
 * @returns {{ name: string | null, isRead: boolean }} `isRead`: what reads the property runs the function
 */
function propertyOf(fn, tracker) {
	if (/Method$/.test(fn.type)) {
		const name = propertyName(fn);
		const defined = name === 'get' ? definedAround(fn, tracker) : null;
		return { name: defined ?? name, isRead: fn.kind === 'get' || defined !== null };
	}
	const { child, parent } = tracker.outermost(fn);
	if (/^(Object|Class)Property$/.test(parent.type) && parent.value === child) {
		const name = propertyName(parent);
		const defined = name === 'get' ? definedAround(parent, tracker) : null;
		return { name: defined ?? name, isRead: defined !== null };
	}
	const isAssigned = parent.type === 'AssignmentExpression' && parent.right === child;
	return {
		name: isAssigned && isMember(parent.left) ? propertyName(parent.left) : null,
		isRead: false,
	};
}

/** @param {Node} member `get` of a descriptor @param {Tracker} tracker @returns {string | null} `lib` of `Object.defineProperty(lazy, 'lib', { get() { … } })` */
function definedAround(member, tracker) {
	const literal = tracker.parents.get(member);
	const { child, parent } = literal ? tracker.outermost(literal) : { child: null, parent: null };
	const isDefined =
		parent && isCall(parent) && parent.arguments[2] === child && dottedName(parent.callee);
	const key =
		isDefined && /^(Object|Reflect)\.defineProperty$/.test(isDefined) ? parent.arguments[1] : null;
	return key?.type === 'StringLiteral' ? key.value : null;
}
