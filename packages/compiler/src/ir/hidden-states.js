/** @import { Node } from '../types.js' */
/** @import { Variable } from '../ast/scope.js' */
/** @import { EffectAnalysis } from './effect-analysis.js' */
import { isConstruction, isRunLater } from '../ast/class-parts.js';
import {
	isCall,
	isClass,
	isFunction,
	isMember,
	membersOf,
	propertyName,
	unwrap,
} from '../ast/shapes.js';
import { isMutatorMethod, isReaderMethod } from '../knowledge/methods.js';
import { ChainMemo } from './call-chains.js';
import { isOfClosure } from './callees.js';
import { isMemo } from './memos.js';
import { showsPrimitive } from './objects.js';
import { sourcesOf } from './sources.js';

/**
 * State that no name of the module reaches: the variables of a call, which the closures made by that call share.
 *
 * ```js
 * const { increment, value } = (() => { let n = 0; return { increment() { n++; }, value: () => n }; })();
 * ```
 * A call of `increment` changes what `value` gives, though no effect names `value`. One for a module; it only reads the
 * tree.
 */
export class HiddenStates {
	/** @param {EffectAnalysis} analysis */
	constructor(analysis) {
		this.analysis = analysis;
		/** @type {Map<Variable, Set<Node>>} */
		this.known = new Map();
		/** @type {ChainMemo<Set<Node>>} */
		this.calls = new ChainMemo();
		/** How many sets of `known` are not complete yet. */
		this.unfinished = 0;
		/** @type {Map<Node, Variable[]> | undefined} */
		this.holders = undefined;
		/** @type {Map<Node, Set<Node>>} */
		this.called = new Map();
		/** @type {Map<Node, Set<Variable>>} */
		this.states = new Map();
		/** @type {Map<Node, Set<Variable>> | undefined} */
		this.changes = undefined;
	}

	/**
	 * The top-level variables whose functions use a variable of the call that has made a closure.
	 *
	 * @param {Node} closure an expression that holds it
	 * @param {Variable} state a variable of that call
	 * @returns {Variable[]}
	 */
	sharersOf(closure, state) {
		return this.holdersOf(this.originsOf(closure)).filter((one) => this.uses(one, state));
	}

	/**
	 * The same for a function that the text does not show: it may change each variable that the call has left to closures.
	 *
	 * @param {Node} callee
	 * @returns {Variable[]}
	 */
	sharersOfUnknown(callee) {
		const origins = this.originsOf(callee);
		const states = [...origins].flatMap((one) => [...this.statesOf(one)]);
		if (states.length === 0) return [];
		return this.holdersOf(origins).filter((one) => states.some((state) => this.uses(one, state)));
	}

	/** @param {Set<Node>} origins @returns {Variable[]} top-level variables whose value comes from one of them */
	holdersOf(origins) {
		this.holders ??= this.findHolders();
		const { holders } = this;
		return [...new Set([...origins].flatMap((one) => holders.get(one) ?? []))];
	}

	/** @returns {Map<Node, Variable[]>} */
	findHolders() {
		/** @type {Map<Node, Variable[]>} */
		const found = new Map();
		for (const variable of this.analysis.resolution.program.variables.values()) {
			for (const origin of this.originsOfVariable(variable))
				found.set(origin, [...(found.get(origin) ?? []), variable]);
		}
		return found;
	}

	/**
	 * What has made a value with closures in it: calls of the module's own functions, and the blocks around functions.
	 *
	 * @param {Node | null | undefined} expression
	 * @returns {Set<Node>}
	 */
	originsOf(expression) {
		const node = unwrap(expression);
		const union = (/** @type {(Node | null | undefined)[]} */ ...parts) =>
			new Set(parts.flatMap((one) => [...this.originsOf(one?.argument ?? one)]));
		switch (node?.type) {
			case 'Identifier': {
				const variable = this.analysis.aliases.variableOf(node);
				return variable ? this.originsOfVariable(variable) : new Set();
			}
			case 'MemberExpression':
			case 'OptionalMemberExpression':
				return this.originsOf(node.object);
			case 'ConditionalExpression':
				return union(node.consequent, node.alternate);
			case 'LogicalExpression':
			case 'AssignmentExpression':
				return union(node.left, node.right);
			case 'SequenceExpression':
				return this.originsOf(node.expressions.at(-1));
			case 'AwaitExpression':
				return this.originsOf(node.argument);
			case 'ArrayExpression':
				return union(...node.elements);
			case 'ObjectExpression':
				return union(...node.properties.map((/** @type {Node} */ one) => one.value ?? one));
			case 'NewExpression':
			case 'CallExpression':
			case 'OptionalCallExpression':
				return this.calls.find(node, '', {
					compute: (call) => this.originsOfCall(call),
					isSettled: () => this.unfinished === 0,
				});
			case 'ArrowFunctionExpression':
			case 'FunctionExpression':
			case 'ObjectMethod':
				return this.originsOfFunction(node);
			default:
				return new Set();
		}
	}

	/** `let get, set; { let v = 1; get = () => v; set = (x) => { v = x; }; }` @param {Node} fn @returns {Set<Node>} the blocks and functions around it */
	originsOfFunction(fn) {
		const { parents, scopes, program } = this.analysis.resolution;
		/** @type {Set<Node>} */
		const found = new Set();
		for (let at = parents.get(fn); at && at !== program.node; at = parents.get(at))
			if (scopes.has(at)) found.add(at);
		return found;
	}

	/** @param {Node} node @returns {Set<Node>} */
	originsOfCall(node) {
		const { callees } = this.analysis;
		const own = callees.ofCall(node);
		const callee = unwrap(node.callee);
		if (own.length === 0) {
			// `Object.freeze(box)`, `new Map([['get', get]])`, `box.set.bind(box)`
			const parts = [isMember(callee) ? callee.object : null, ...(node.arguments ?? [])];
			return new Set(parts.flatMap((one) => [...this.originsOf(one?.argument ?? one)]));
		}
		const found = new Set([node]);
		if (callees.functionsHeld(node).length > 0)
			for (const { holder } of own) for (const one of this.originsOf(holder)) found.add(one);
		return found;
	}

	/** @param {Variable} variable @returns {Set<Node>} */
	originsOfVariable(variable) {
		const before = this.known.get(variable);
		if (before) return before;
		/** @type {Set<Node>} */
		const found = new Set();
		this.known.set(variable, found); // also ends the recursion of `let a = b; b = a`
		this.unfinished++;
		for (const { value } of sourcesOf(variable, this.analysis.parents))
			for (const one of this.originsOf(value)) found.add(one);
		this.unfinished--;
		return found;
	}

	/** @param {Variable} holder @param {Variable} state @returns {boolean} true where the text does not show what it holds */
	uses(holder, state) {
		const { callees } = this.analysis;
		const node = this.analysis.aliases.nodeOf(holder);
		if (!node) return false;
		const functions = callees.functionsHeld(node);
		if (functions.length > 0) return functions.some((fn) => this.runs(fn, state));
		const part = callees.parts.of(node);
		const values = part && callees.parts.isPart(part) ? callees.valuesAt(part, (one) => [one]) : [];
		return values.length === 0 || !values.every(showsPrimitive);
	}

	/**
	 * What calls of the closures that a variable holds change.
	 *
	 * @param {Node | null} node an expression
	 * @param {string} own what stands for its value, beside the variables
	 * @returns {Record<string, string[]>} names of top-level variables, by the name of the method; '' for a call of the value
	 */
	changesBy(node, own) {
		/** @type {Record<string, string[]>} */
		const found = {};
		if (!node || this.originsOf(node).size === 0) return found;
		const { callees } = this.analysis;
		const add = (/** @type {string} */ name, /** @type {Node[]} */ functions) => {
			const states = functions.flatMap((fn) => this.changedBy(fn));
			if (states.length === 0) return;
			const sharers = states.flatMap((state) => this.sharersOf(node, state));
			const held = callees.functionsHeld(node);
			const isOwn = states.some((state) => held.some((fn) => this.runs(fn, state)));
			found[name] = [...new Set([...sharers.map((one) => one.name), ...(isOwn ? [own] : [])])];
		};
		add('', callees.functions(node));
		for (const { properties = [] } of callees.objects(node))
			for (const one of properties) {
				const name = propertyName(one);
				const value = isFunction(one) ? one : one.value;
				if (name !== null && value)
					add(name, isFunction(value) ? [value] : callees.functions(value));
			}
		return found;
	}

	/** @param {Node} fn a closure @returns {Variable[]} what it changes of the call that has made it */
	changedBy(fn) {
		return this.analysis
			.summarise(fn)
			.effects.filter(
				(effect) =>
					'variable' in effect &&
					isOfClosure(effect.variable, fn, this.analysis.resolution.program.node) &&
					!isMemo(effect.variable, effect.node, this.analysis),
			)
			.flatMap((effect) => ('variable' in effect ? [effect.variable] : []));
	}

	/** @param {Node} fn @param {Variable} state @returns {boolean} whether it, or a function that it calls, uses the variable */
	runs(fn, { references }) {
		for (const one of this.calledFrom(fn))
			if (references.some(({ node }) => one.start <= node.start && node.end <= one.end))
				return true;
		return false;
	}

	/** @param {Node} fn @returns {Set<Node>} with all functions that it calls */
	calledFrom(fn) {
		const known = this.called.get(fn);
		if (known) return known;
		const found = new Set([fn]);
		for (const one of found) for (const next of this.analysis.reads.calledBy(one)) found.add(next); // a Set grows while it is walked
		this.called.set(fn, found);
		return found;
	}

	/** @param {Node} origin a call, a function or a block @returns {Set<Variable>} the variables of it that closures may change after it */
	statesOf(origin) {
		const known = this.states.get(origin);
		if (known) return known;
		/** @type {Set<Variable>} */
		const found = new Set();
		this.states.set(origin, found);
		const { callees } = this.analysis;
		const own = isCall(origin) || origin.type === 'NewExpression' ? callees.ofCall(origin) : [];
		const made = own.flatMap(({ fn }) => [...this.calledFrom(fn)]);
		const makers = made.flatMap((fn) =>
			isClass(fn) ? membersOf(fn).filter(isConstruction) : [fn],
		);
		this.changes ??= this.findChanges();
		for (const maker of [origin, ...makers])
			for (const variable of this.changes.get(maker) ?? []) found.add(variable);
		return found;
	}

	/** @returns {Map<Node, Set<Variable>>} by the function or block that has the variables: those that closures may change after it */
	findChanges() {
		/** @type {Map<Node, Set<Variable>>} */
		const found = new Map();
		for (const { variable, node } of this.analysis.resolution.references) {
			if (!variable || variable.isTopLevel || !this.isChange(node)) continue;
			if (variable.initialisation) continue; // whoever initialises it gives it the same value
			const block = variable.scope.node;
			if (this.functionAround(node) === this.functionIn(block)) continue;
			const maker = isFunction(block) ? block : this.functionAround(block);
			for (const one of maker ? [block, maker] : [block])
				found.set(one, (found.get(one) ?? new Set()).add(variable));
		}
		return found;
	}

	/** @param {Node} block or a function @returns {Node | undefined} the function that is running in it */
	functionIn(block) {
		const isOwn = isFunction(block) && !this.analysis.isOverAtOnce(block);
		return isOwn ? block : this.functionAround(block);
	}

	/** @param {Node} node @returns {Node | undefined} the function, or field, that is running there: what is called at once is part of it */
	functionAround(node) {
		const { parents } = this.analysis;
		let child = node;
		let at = parents.get(node);
		while (at && !(isRunLater(at, child) && !this.analysis.isOverAtOnce(at))) {
			child = at;
			at = parents.get(at);
		}
		return at;
	}

	/** @param {Node} node a use of a variable @returns {boolean} it assigns to it, or may change the object that it holds */
	isChange(node) {
		return this.changeOf(node) !== null;
	}

	/** @param {Node} node a use of a variable @returns {Node | null} the expression that assigns to it, or may change the object that it holds */
	changeOf(node) {
		const { parents } = this.analysis;
		let child = node;
		let parent = /** @type {Node} */ (parents.get(child));
		/** @type {string | null} */
		let name = null;
		while (isMember(parent) && parent.object === child) {
			name = propertyName(parent);
			child = parent;
			parent = /** @type {Node} */ (parents.get(parent));
		}
		if (parent.type === 'AssignmentExpression') return parent.left === child ? parent : null;
		if (parent.type === 'UpdateExpression' || parent.operator === 'delete') return parent;
		if (!isCall(parent)) return null;
		if (parent.callee !== child) return parent;
		if (name === null || CALLS.test(name)) return null;
		return isMutatorMethod(name) || !isReaderMethod(name) ? parent : null;
	}
}

/** `_super.apply(this, arguments)` is a call of the variable, and no change of it. */
const CALLS = /^(call|apply|bind)$/;
