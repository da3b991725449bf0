/** @import { Node } from '../../types.js' */
/** @import { Discovered } from '../../ir/module.js' */
/** @import { EffectAnalysis } from '../../ir/effect-analysis.js' */
/** @import { Variable } from '../../ast/scope.js' */
import { walk } from '../../ast/babel.js';
import { isConstruction } from '../../ast/class-parts.js';
import {
	isCall,
	isClass,
	isFunction,
	isMember,
	isWrapper,
	propertyName,
} from '../../ast/shapes.js';
import { LoadingMethods } from '../../ir/loading-methods.js';
import { classOf, constantValueOf, functionOf } from '../../ir/values.js';

/** `new this()`, `Reflect.construct(this, …)`, `new this.constructor()`. @param {Node} definition a class @returns {boolean} whether it may make instances of itself by another name than its own */
function makesUnnamed(definition) {
	let found = false;
	walk(definition.body, (node) => {
		found ||= node.type === 'NewExpression' && node.callee.type !== 'Identifier';
		found ||= isMember(node) && propertyName(node) === 'constructor';
		found ||= isMember(node) && propertyName(node) === 'construct';
		return !found;
	});
	return found;
}

/** Which functions run while the module loads, and which the host may call at all. */
export class FunctionRoles {
	/** @param {Discovered} discovered @param {EffectAnalysis} effects */
	constructor({ resolution, units, file }, effects) {
		this.parents = resolution.parents;
		this.program = file.program;
		this.effects = effects;
		this.units = new Set(units.map((unit) => unit.node));
		// The body of a `try_` unit stays on the host too, for short calls.
		this.gone = new Set(units.filter((unit) => !unit.isOptional).map((unit) => unit.node));
		/** @type {Map<Node, Variable>} */
		this.names = new Map();
		/** @type {Map<Node, Variable>} */
		this.classNames = new Map();
		for (const variable of resolution.program.variables.values()) {
			const fn = functionOf(variable);
			if (fn && !this.isAssigned(fn)) this.names.set(fn, variable);
			const definition = classOf(variable);
			if (definition && !this.isAssigned(definition)) this.classNames.set(definition, variable);
		}
		this.methods = new LoadingMethods(effects, (variable) => this.isExported(variable));
		/** @type {Map<Node, boolean>} */
		this.loadingOnly = new Map();
		/** @type {Map<Node, boolean>} */
		this.hostLive = new Map();
	}

	/** `const f = (module.exports = () => { … })`: who has it by the other name does not show. @param {Node} value @returns {boolean} */
	isAssigned(value) {
		let at = this.parents.get(value);
		while (at && isWrapper(at)) at = this.parents.get(at);
		return at?.type === 'AssignmentExpression';
	}

	/**
	 * @param {Node} node
	 * @returns {Node | null} null when the node only runs while the module loads
	 */
	runtimeFunctionAround(node) {
		const { hidden } = this.effects;
		let at = hidden.functionAround(node);
		while (at && this.runsWhileLoading(at)) at = hidden.functionAround(at);
		return at ?? null;
	}

	/** A private function of the module that only its top level calls. @param {Node} fn or a field @returns {boolean} */
	runsWhileLoading(fn) {
		const known = this.loadingOnly.get(fn);
		if (known !== undefined) return known;
		if (isConstruction(fn)) {
			const definition = this.parents.get(/** @type {Node} */ (this.parents.get(fn)));
			return definition !== undefined && this.isMadeWhileLoading(definition);
		}
		const variable = this.names.get(fn);
		this.loadingOnly.set(fn, true); // a recursive call decides nothing
		const answer = variable ? this.isNamedWhileLoading(fn, variable) : this.isMethodOfLoading(fn);
		this.loadingOnly.set(fn, answer);
		return answer;
	}

	/** @param {Node} fn @returns {boolean} a method of which the text shows all calls */
	isMethodOfLoading(fn) {
		if (this.units.has(fn)) return false;
		const calls = this.methods.callsOf(fn);
		return calls !== null && calls.every((one) => this.runtimeFunctionAround(one) === null);
	}

	/** @param {Node} fn @param {Variable} variable that names it @returns {boolean} */
	isNamedWhileLoading(fn, variable) {
		if (this.units.has(fn) || this.isExported(variable)) return false;
		const uses = variable.allReferences.map(({ node }) => this.useOf(node));
		// `const use = (f) => { stack.push(f); return use; }; use(trim)(lower);`
		const isChained = uses.some(({ type, by }) => type === 'returned' && by === fn);
		/** @param {ReturnType<FunctionRoles['useOf']>} use @returns {boolean} */
		const isHarmless = ({ type, by }) => {
			if (type !== 'called') return type === 'dropped' || (isChained && by === fn);
			if (this.runtimeFunctionAround(by) !== null) return false;
			return !isChained || isHarmless(this.useOf(by));
		};
		return uses.length > 0 && uses.every(isHarmless);
	}

	/**
	 * What becomes of a function, or of what a call gives.
	 *
	 * @param {Node} value an expression
	 * @returns {{ type: 'called' | 'returned' | 'dropped' | 'other', by: Node }} `by`: the call of it, the function that returns it
	 */
	useOf(value) {
		let child = value;
		let parent = /** @type {Node} */ (this.parents.get(child));
		while (
			parent &&
			(isWrapper(parent) ||
				(parent.type === 'SequenceExpression' && parent.expressions.at(-1) === child))
		) {
			child = parent;
			parent = /** @type {Node} */ (this.parents.get(child));
		}
		if (!parent) return { type: 'other', by: value };
		if (isCall(parent) && parent.callee === child) return { type: 'called', by: parent };
		if (/^(Expression|Empty)Statement$|^SequenceExpression$/.test(parent.type))
			return { type: 'dropped', by: parent };
		if (isFunction(parent) && parent.body === child) return { type: 'returned', by: parent };
		if (parent.type !== 'ReturnStatement') return { type: 'other', by: parent };
		let fn = parent;
		while (!isFunction(fn)) fn = /** @type {Node} */ (this.parents.get(fn));
		return { type: 'returned', by: fn };
	}

	/** `use` of `(f) => { stack.push(f); return use; }`, `app` of `app.use(trim).use(lower)`. @param {Node} place where it is returned @param {Variable} variable that holds it @returns {boolean} */
	isHandedBack(place, variable) {
		const { type, by: fn } = this.useOf(place);
		if (type !== 'returned') return false;
		const value = constantValueOf(variable) ?? functionOf(variable) ?? classOf(variable);
		const isOwn = value === fn || this.methods.placeOf(fn)?.object === value;
		return value != null && isOwn && this.runsWhileLoading(fn);
	}

	/** A private class of which only the top level makes instances. @param {Node} definition @returns {boolean} */
	isMadeWhileLoading(definition) {
		const known = this.loadingOnly.get(definition);
		if (known !== undefined) return known;
		const variable = this.classNames.get(definition);
		this.loadingOnly.set(definition, true);
		const answer =
			variable !== undefined &&
			!this.isExported(variable) &&
			(definition.decorators ?? []).length === 0 &&
			!makesUnnamed(definition) &&
			variable.allReferences.every(({ node }) => this.isHarmlessUse(node));
		this.loadingOnly.set(definition, answer);
		return answer;
	}

	/** @param {Node} node a use of a class @returns {boolean} it makes no instance once the module has loaded, and hands the class to no other code */
	isHarmlessUse(node) {
		const parent = /** @type {Node} */ (this.parents.get(node));
		if (!parent) return false;
		if (parent.type === 'NewExpression' && parent.callee === node)
			return this.runtimeFunctionAround(node) === null;
		if (isClass(parent)) return parent.superClass === node && this.isMadeWhileLoading(parent);
		if (parent.type === 'BinaryExpression')
			return parent.operator === 'instanceof' && parent.right === node;
		return isMember(parent) && parent.object === node && propertyName(parent) !== 'prototype';
	}

	/** @param {Variable} variable @returns {boolean} */
	isExported(variable) {
		if (variable.references.some(({ role }) => role === 'export')) return true;
		return variable.declarations.some(({ node }) => {
			for (
				let at = /** @type {Node | undefined} */ (node);
				at && at !== this.program;
				at = this.parents.get(at)
			) {
				if (at.type.startsWith('Export')) return true;
			}
			return false;
		});
	}

	/** @param {Node} node @returns {boolean} */
	isHostLive(node) {
		for (let at = /** @type {Node | undefined} */ (node); at; at = this.parents.get(at)) {
			if (this.gone.has(at)) return false;
			if (this.names.has(at) && !this.isFunctionHostLive(at)) return false;
		}
		return true;
	}

	/** @param {Node} fn @returns {boolean} */
	isFunctionHostLive(fn) {
		const known = this.hostLive.get(fn);
		if (known !== undefined) return known;
		this.hostLive.set(fn, false); // live only if something outside the cycle keeps it alive
		const variable = /** @type {Variable} */ (this.names.get(fn));
		const answer =
			this.isExported(variable) || variable.allReferences.some((one) => this.isHostLive(one.node));
		this.hostLive.set(fn, answer);
		return answer;
	}
}
