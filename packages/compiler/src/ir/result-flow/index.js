/** @import { Node } from '../../types.js' */
/** @import { Variable } from '../../ast/scope.js' */
/** @import { EffectAnalysis } from '../effect-analysis.js' */
/** @import { Levels } from './levels.js' */
import {
	isCall,
	isClass,
	isFunction,
	isMember,
	isPrimitiveLiteral,
	isWrapper,
	unwrap,
} from '../../ast/shapes.js';
import { declaredBy } from '../../ast/declared.js';
import { nodesOf } from '../../ast/tree.js';
import { holderOfThis, ownerOfThis } from '../receiver.js';
import { mayBeThere } from '../may-be-there.js';
import { sourcesOf } from '../sources.js';
import { CallFlow } from './calls.js';
import { allOf, anywhereIn, heldOf, holding, ITSELF, ofObject, partOf } from './levels.js';

/** Where a value leaves for the host, and what it has of a variable. @typedef {{ node: Node, variable: Variable, levels: Levels }} Leaving */

/** What takes a value and gives nothing of it. */
export const CONSUMER =
	/^((Expression|If|While|DoWhile|For|ForIn|Switch)Statement|SwitchCase|(Binary|Unary|Update)Expression|Export\w+|CatchClause|JSX(Opening|Closing)Element|(Im|Ex)port\w*Specifier|LabeledStatement|Program)$/;

/**
 * Finds what code of workers may give to the host: returned, yielded, thrown or handed to functions of the host, be it by itself or
 * within anything else. It follows each of the variables' objects forward from where the code reads it, through variables, literals,
 * collections, closures, promises and calls, until its value is used up; what is not known to use it up, may give it to the host.
 *
 * That is why a new way for a value to travel needs no rule: without one, it is taken to arrive.
 */
export class ResultFlow {
	/**
	 * @param {EffectAnalysis} effects
	 * @param {{ code: Node[], units: ReadonlySet<Node>, variables: ReadonlySet<Variable>, isForNames?: boolean }} of `code`: all that runs in workers,
	 *   may overlap; `isForNames`: what leaves is asked for and not where, and what stands in the literal of another of the variables has a name by that one
	 */
	constructor(effects, { code, units, variables, isForNames = false }) {
		this.variables = variables;
		this.isForNames = isForNames;
		/** Levels of which it is known that they leave. @type {Map<Variable, Levels>} */
		this.left = new Map();
		this.effects = effects;
		this.parents = effects.parents;
		this.units = units;
		this.code = mergeRanges(code);
		/** @type {Leaving[]} */
		this.leaving = [];
		/** @type {Map<Node | Variable, Map<Variable, Levels>>} */
		this.known = new Map();
		/** @type {[Node | Variable, Variable, Levels][]} */
		this.steps = [];
		this.calls = new CallFlow(this, code);
		/** What each variable has at all: an object of numbers has no parts that are objects. @type {Map<Variable, Levels>} */
		this.possible = new Map();
		for (const variable of variables)
			this.possible.set(
				variable,
				allOf((level) => mayBeThere(variable, String(level), effects)),
			);
		for (const variable of variables)
			for (const node of this.readsOf(variable))
				if (!this.isInHolder(node)) this.give(node, variable, ITSELF);
		for (const [place, variable, levels] of this.steps) {
			if (this.isDone(variable)) continue;
			if ('references' in place) this.read(/** @type {Variable} */ (place), variable, levels);
			else this.follow(place, variable, levels);
		}
	}

	/**
	 * A place may have a value.
	 *
	 * @param {Node | Variable | null | undefined} place an expression, a variable, or a function or class for what it holds
	 * @param {Variable} variable
	 * @param {Levels} levels
	 */
	give(place, variable, levels) {
		const there = levels & (this.possible.get(variable) ?? 0);
		// A primitive among the arguments of an unknown call keeps nothing.
		if (!place || there === 0 || (!('references' in place) && isPrimitiveLiteral(place))) return;
		let known = this.known.get(place);
		if (!known) this.known.set(place, (known = new Map()));
		const before = known.get(variable) ?? 0;
		const added = there & ~before;
		if (added === 0) return;
		known.set(variable, before | added);
		this.steps.push([place, variable, added]);
	}

	/** @param {Node} node @param {Variable} variable @param {Levels} levels */
	leave(node, variable, levels) {
		if (levels === 0) return;
		this.leaving.push({ node, variable, levels });
		this.left.set(variable, (this.left.get(variable) ?? 0) | ofObject(levels));
	}

	/** @param {Variable} variable @returns {boolean} nothing more is to be found of it */
	isDone(variable) {
		if (!this.isForNames) return false;
		const left = this.left.get(variable);
		return left !== undefined && (ofObject(this.possible.get(variable) ?? 0) & ~left) === 0;
	}

	/** @param {Node} node @returns {boolean} workers run it */
	isInCode({ start }) {
		let low = 0;
		let high = this.code.length;
		while (low < high) {
			const middle = (low + high) >> 1;
			if (/** @type {{ end: number }} */ (this.code[middle]).end <= start) low = middle + 1;
			else high = middle;
		}
		return (
			low < this.code.length && /** @type {{ start: number }} */ (this.code[low]).start <= start
		);
	}

	/** @param {Variable} holder @param {Variable} variable @param {Levels} levels */
	read(holder, variable, levels) {
		for (const node of this.readsOf(holder)) this.give(node, variable, levels);
	}

	/** @param {Variable} variable @returns {Node[]} */
	readsOf({ allReferences }) {
		return allReferences.flatMap(({ node, role, implicit }) =>
			role !== 'write' && !implicit && this.isInCode(node) ? node : [],
		);
	}

	/** `const all = { none: NONE }`: a value that is read as a part of `all` has a name as that. @param {Node} node @returns {boolean} */
	isInHolder(node) {
		if (!this.isForNames) return false;
		let at = /** @type {Node | undefined} */ (this.parents.get(node));
		if (at?.type === 'ObjectProperty' && at.value !== node) return false;
		while (at && /^(ObjectProperty|(Object|Array)Expression)$/.test(at.type))
			at = this.parents.get(at);
		const id = at?.type === 'VariableDeclarator' && at.init !== node ? at.id : null;
		const holder = id?.type === 'Identifier' ? this.variableOf(id) : null;
		return !!holder && !holder.isReassigned && this.variables.has(holder);
	}

	/**
	 * Where the value of an expression goes.
	 *
	 * @param {Node} node @param {Variable} variable @param {Levels} levels
	 */
	follow(node, variable, levels) {
		const parent = this.parents.get(node);
		const give = (/** @type {Node | null | undefined} */ to, /** @type {Levels} */ what) =>
			this.give(to, variable, what);
		if (!parent) return;
		if (isFunction(node) || isClass(node)) {
			const name = /Declaration$/.test(node.type) && node.id && this.variableOf(node.id);
			if (name) give(name, levels);
			if (/^ExportDefault/.test(parent.type) || /^(Function|Class)Declaration$/.test(node.type))
				return;
			if (/Method$/.test(node.type)) return give(this.holderOf(node), holding(levels));
		}
		if (isWrapper(parent)) return give(parent, levels);
		switch (parent.type) {
			case 'MemberExpression':
			case 'OptionalMemberExpression':
				if (parent.object === node) this.readPart(parent, variable, levels);
				return;
			case 'ConditionalExpression':
				if (parent.test !== node) give(parent, levels);
				return;
			case 'LogicalExpression':
				// What is on the left of `&&` and an object is not the result.
				if (parent.left !== node || parent.operator !== '&&') give(parent, levels);
				return;
			case 'SequenceExpression':
				if (parent.expressions.at(-1) === node) give(parent, levels);
				return;
			case 'AssignmentExpression':
				if (!/^(\|\||&&|\?\?)?=$/.test(parent.operator)) return;
				if (parent.left !== node) this.assign(parent.left, variable, levels);
				if (parent.left !== node || parent.operator !== '=') give(parent, levels);
				return;
			case 'AssignmentPattern':
				if (parent.right === node) this.assign(parent.left, variable, levels);
				return;
			case 'VariableDeclarator':
				if (parent.init === node) this.assign(parent.id, variable, levels);
				return;
			case 'ForOfStatement':
				if (parent.right === node) this.assign(targetOf(parent.left), variable, partOf(levels));
				return;
			case 'AwaitExpression':
				return give(parent, levels | partOf(levels));
			case 'YieldExpression':
				return this.giveBack(node, variable, parent.delegate ? levels | partOf(levels) : levels);
			case 'ReturnStatement':
				return this.giveBack(node, variable, levels);
			case 'ArrowFunctionExpression':
				if (parent.body === node) this.giveBack(node, variable, levels);
				return;
			case 'ThrowStatement':
				return this.leave(node, variable, levels);
			default:
				return this.followIntoHolder(node, parent, { variable, levels });
		}
	}

	/**
	 * Where the value of an expression goes that becomes a part of something, or is given to a function.
	 *
	 * @param {Node} node @param {Node} parent @param {{ variable: Variable, levels: Levels }} given
	 */
	followIntoHolder(node, parent, { variable, levels }) {
		const give = (/** @type {Node | null | undefined} */ to, /** @type {Levels} */ what) =>
			this.give(to, variable, what);
		switch (parent.type) {
			case 'ArrayExpression':
				return give(parent, holding(levels));
			case 'ObjectProperty':
				if (parent.value === node) give(this.parents.get(parent), holding(levels));
				return;
			case 'SpreadElement': {
				const list = /** @type {Node} */ (this.parents.get(parent));
				if (list.arguments) this.calls.argument(list, parent, { variable, levels: partOf(levels) });
				else give(list, holding(partOf(levels)));
				return;
			}
			case 'ClassProperty':
			case 'ClassPrivateProperty':
			case 'ClassAccessorProperty':
				if (parent.value === node) give(this.holderOf(parent), holding(levels));
				return;
			case 'ClassDeclaration':
			case 'ClassExpression':
				// What the class that it extends keeps; that itself is not in an instance.
				return give(parent, heldOf(levels));
			case 'CallExpression':
			case 'OptionalCallExpression':
			case 'NewExpression':
				if (parent.callee === node) this.calls.called(parent, variable, levels);
				else this.calls.argument(parent, node, { variable, levels });
				return;
			case 'TaggedTemplateExpression':
				return this.calls.called(parent, variable, levels);
			case 'TemplateLiteral': {
				const tagged = this.parents.get(parent);
				if (tagged?.type === 'TaggedTemplateExpression')
					this.calls.argument(tagged, node, { variable, levels });
				return;
			}
			default:
				if (!CONSUMER.test(parent.type)) this.leave(node, variable, levels);
		}
	}

	/** @param {Node} member whose object is the value @param {Variable} variable @param {Levels} levels */
	readPart(member, variable, levels) {
		let child = member;
		let parent = /** @type {Node} */ (this.parents.get(member));
		while (isWrapper(parent)) {
			child = parent;
			parent = /** @type {Node} */ (this.parents.get(parent));
		}
		if ((isCall(parent) || parent.type === 'NewExpression') && parent.callee === child)
			return this.calls.onReceiver(parent, member, { variable, levels });
		const isWritten = parent.type === 'AssignmentExpression' && parent.left === child;
		if (isWritten && parent.operator === '=') return undefined;
		if (this.effects.shared.objects.may(member)) this.give(member, variable, partOf(levels));
		return undefined;
	}

	/**
	 * A function gives a value to its callers, or an accessor to who reads it.
	 *
	 * @param {Node} from @param {Variable} variable @param {Levels} levels
	 */
	giveBack(from, variable, levels) {
		let fn = this.parents.get(from);
		while (fn && !isFunction(fn)) fn = this.parents.get(fn);
		if (!fn) return;
		if (this.units.has(fn)) this.leave(from, variable, levels);
		const given = fn.async || fn.generator ? levels | holding(levels) : levels;
		for (const call of this.calls.of(fn)) this.give(call, variable, given);
		this.give(fn, variable, holding(given));
	}

	/**
	 * @param {Node} target an identifier, a pattern or a member
	 * @param {Variable} variable
	 * @param {Levels} levels
	 * @returns {void}
	 */
	assign(target, variable, levels) {
		const node = /** @type {Node} */ (unwrap(target));
		switch (node.type) {
			case 'Identifier':
				return this.give(this.variableOf(node), variable, levels);
			case 'AssignmentPattern':
				return this.assign(node.left, variable, levels);
			case 'TSParameterProperty':
				return this.assign(node.parameter, variable, levels);
			case 'RestElement':
				return this.assign(node.argument, variable, holding(partOf(levels)));
			case 'ArrayPattern':
				for (const one of node.elements)
					if (one) this.assign(one, variable, one.type === 'RestElement' ? levels : partOf(levels));
				return undefined;
			case 'ObjectPattern':
				for (const one of node.properties)
					if (one.type === 'RestElement') this.assign(one, variable, levels);
					else this.assign(one.value, variable, partOf(levels));
				return undefined;
			default:
				return isMember(node) ? this.store(node.object, variable, levels) : undefined;
		}
	}

	/** @param {Node} container gets a value as a part @param {Variable} variable @param {Levels} levels */
	store(container, variable, levels) {
		const holders = this.effects.aliases.of(container);
		for (const one of holders) {
			if (one.kind === 'this') this.keep(/** @type {Node} */ (one.scope.node), variable, levels);
			else this.give(one, variable, holding(levels));
			// Whose object that is, only the callers know.
			if (one.kind === 'param' && sourcesOf(one, this.parents).length === 0)
				this.leave(container, variable, levels);
		}
		if (holders.size === 0)
			this.give(/** @type {Node} */ (unwrap(container)), variable, holding(levels));
	}

	/** @param {Node} owner a function or field, whose `this` gets a value as a part @param {Variable} variable @param {Levels} levels */
	keep(owner, variable, levels) {
		const holder = holderOfThis(owner, this.parents);
		if (holder?.kind === 'prototype') this.leave(owner, variable, levels);
		const keeper = holder && 'node' in holder ? holder.node : owner;
		this.give(keeper, variable, holding(levels));
		for (const node of nodesOf(keeper, ['ThisExpression']))
			this.give(node, variable, holding(levels));
	}

	/** @param {Node} fn @param {Variable} variable @param {Levels} levels of what it is called on */
	giveThis(fn, variable, levels) {
		for (const node of nodesOf(fn, ['ThisExpression']))
			if (ownerOfThis(node, this.parents) === fn) this.give(node, variable, levels);
	}

	/** @param {Node} member a method or a field @returns {Node | undefined} the class or literal that has it */
	holderOf(member) {
		const parent = this.parents.get(member);
		return parent?.type === 'ClassBody' ? this.parents.get(parent) : parent;
	}

	/** @param {Node} id a use or a declaration @returns {Variable | null | undefined} */
	variableOf(id) {
		const { aliases, resolution } = this.effects;
		return aliases.variableOf(id) ?? declaredBy(id, resolution);
	}

	/** By what may take anything that is in the value. @param {Node} node @param {Variable} variable @param {Levels} levels */
	leaveAny(node, variable, levels) {
		this.leave(node, variable, anywhereIn(levels));
	}
}

/** @param {Node} left of a loop @returns {Node} */
const targetOf = (left) => (left.type === 'VariableDeclaration' ? left.declarations[0].id : left);

/** @param {Node[]} code @returns {{ start: number, end: number }[]} without overlaps, in order */
function mergeRanges(code) {
	/** @type {{ start: number, end: number }[]} */
	const merged = [];
	for (const { start, end } of [...code].sort((a, b) => a.start - b.start)) {
		const last = merged.at(-1);
		if (last && start < last.end) last.end = Math.max(last.end, end);
		else merged.push({ start, end });
	}
	return merged;
}
