/** @import { Node } from '../../types.js' */
/** @import { Variable } from '../../ast/scope.js' */
/** @import { ResultFlow } from './index.js' */
/** @import { Levels } from './levels.js' */
import { CALLS, dottedName, isFunction, isMember, propertyName, unwrap } from '../../ast/shapes.js';
import { nodesOf } from '../../ast/tree.js';
import { givesPrimitive } from '../../knowledge/calls.js';
import {
	addsArgument,
	arrayMethod,
	callbacksOf,
	classifyAliasing,
	isMethodOfPlatform,
	isPrimitiveMethod,
	makesOther,
	resultOfCallback,
} from '../../knowledge/methods.js';
import { parametersOf } from '../parameters.js';
import { classOf, functionOf, importOf } from '../values.js';
import { anywhereIn, heldOf, holding, partOf } from './levels.js';

/** What a value has of a variable. @typedef {{ variable: Variable, levels: Levels }} Given */

/** Methods whose results have what they are given beside what their receiver has. */
const GIVING = /^(concat|with|toSpliced)$/;

/** Functions of the platform whose results have nothing of what they are given. */
const GIVING_NOTHING = /^(structuredClone|Object\.(keys|getOwnPropertyNames))$/;

/** Methods that take a callback's result for the value that they go on with. */
const FOLDS = /^reduce/;

/** How values go through calls. */
export class CallFlow {
	/** @param {ResultFlow} flow @param {Node[]} code that workers run */
	constructor(flow, code) {
		this.flow = flow;
		this.code = code;
		/** Calls by the functions of the module that they run. @type {Map<Node, Node[]> | undefined} */
		this.callers = undefined;
		/** @type {Node[] | undefined} */
		this.argumentsRead = undefined;
	}

	/** @param {Node} node @returns {import('../callees.js').OwnCall[]} */
	ownCalls(node) {
		return this.flow.effects.callees.ofCall(node);
	}

	/** @param {Node} fn @returns {Node[]} calls of it, as far as the text shows them */
	of(fn) {
		if (!this.callers) {
			this.callers = new Map();
			const types = [...CALLS, 'TaggedTemplateExpression'];
			for (const node of new Set(this.code.flatMap((one) => nodesOf(one, types))))
				for (const own of this.ownCalls(node)) {
					const list = this.callers.get(own.fn);
					if (list) list.push(node);
					else this.callers.set(own.fn, [node]);
				}
		}
		return this.callers.get(fn) ?? [];
	}

	/** The value itself is called, or its class instantiated. @param {Node} call @param {Variable} variable @param {Levels} levels */
	called(call, variable, levels) {
		const held = heldOf(levels);
		// What a class keeps, its instances have; they are none of it.
		if (call.type === 'NewExpression') return this.flow.give(call, variable, held);
		// Where the text shows which function runs, that one's results arrive by themselves.
		if (this.ownCalls(call).length === 0) this.flow.give(call, variable, partOf(held));
		return undefined;
	}

	/** A method of the value is called. @param {Node} call @param {Node} member @param {Given} given */
	onReceiver(call, member, { variable, levels }) {
		const { flow } = this;
		const name = propertyName(member) ?? '';
		if (call.type === 'NewExpression' || /^(call|apply)$/.test(name))
			return this.called(call, variable, levels);
		const own = this.ownCalls(call);
		if (own.length > 0) {
			for (const { fn, receiver } of own)
				if (receiver && isFunction(fn)) flow.giveThis(fn, variable, levels);
			return undefined;
		}
		const part = partOf(levels);
		// Methods of lists call with what these have; others, for all that is known, with anything.
		const called = { variable, levels: arrayMethod(name) ? part : levels | part };
		const isFold = FOLDS.test(name);
		this.giveCallbacks(call, called, isFold && call.arguments.length > 1 ? 1 : 0);
		if (isPrimitiveMethod(name)) return undefined;
		switch (classifyAliasing(name)) {
			case 'self':
				return flow.give(call, variable, levels);
			case 'part':
				return flow.give(call, variable, part);
			case 'copy':
			case 'iterated':
				return flow.give(call, variable, holding(part));
			case 'flat':
				return flow.give(call, variable, holding(part | partOf(part)));
			case 'mapped':
				return undefined;
		}
		if (isFold) return call.arguments.length > 1 ? undefined : flow.give(call, variable, part);
		if (makesOther(name)) return undefined;
		if (isMethodOfPlatform(name)) return flow.give(call, variable, levels | part | holding(part));
		// A function of its own may return anything in it; one of another file, the objects of that file.
		const held = heldOf(levels);
		const isImported = importOf(variable, flow.parents) !== null;
		return flow.give(call, variable, isImported ? held | partOf(held) : anywhereIn(levels));
	}

	/** @param {Node} call @param {Node} argument of it @param {Given} given */
	argument(call, argument, given) {
		const own = this.ownCalls(call);
		if (own.length === 0) return this.toOthers(call, argument, given);
		const { variable, levels } = given;
		for (const { fn, args, receiver } of own) {
			const index = args.findIndex((one) => one === argument || unwrap(one) === argument);
			if (index >= 0) this.toParameters(fn, index, argument.type === 'SpreadElement', given);
			else if (unwrap(receiver) === argument) this.flow.giveThis(fn, variable, levels);
			// `f.apply(this, list)`
			else this.toParameters(fn, 0, true, { variable, levels: partOf(levels) });
		}
		return undefined;
	}

	/** @param {Node} fn @param {number} index of the argument @param {boolean} isSpread @param {Given} given */
	toParameters(fn, index, isSpread, { variable, levels }) {
		const { flow } = this;
		const params = parametersOf(fn);
		for (const [at, param] of params.entries()) {
			if (param.type === 'RestElement') {
				if (at <= index || isSpread) flow.assign(param.argument, variable, holding(levels));
			} else if (at === index || (isSpread && at > index)) flow.assign(param, variable, levels);
		}
		if (this.readsArguments(fn)) flow.leave(fn, variable, levels);
	}

	/** @param {Node} fn @returns {boolean} */
	readsArguments(fn) {
		this.argumentsRead ??= this.findArguments();
		return this.argumentsRead.some((one) => fn.start <= one.start && one.end <= fn.end);
	}

	/** @returns {Node[]} where functions read all that they are given */
	findArguments() {
		const { effects, parents } = this.flow;
		return nodesOf(effects.resolution.program.node, ['Identifier']).filter((node) => {
			const parent = node.name === 'arguments' ? parents.get(node) : null;
			return parent && !(isMember(parent) && propertyName(parent) === 'length');
		});
	}

	/** To a function that is none of the module, or not known. @param {Node} call @param {Node} argument @param {Given} given */
	toOthers(call, argument, given) {
		const { flow } = this;
		const { variable } = given;
		const callee = unwrap(call.callee ?? call.tag);
		const root = rootOf(/** @type {Node} */ (callee));
		const held = root?.type === 'Identifier' ? flow.effects.aliases.variableOf(root) : null;
		const isGlobal = root?.type === 'Identifier' && !held;
		const path = isGlobal ? (dottedName(callee) ?? '') : '';
		if (call.type === 'NewExpression') return this.toConstructor(call, argument, given);
		if (isGlobal && (givesPrimitive(path) || GIVING_NOTHING.test(path))) return undefined;
		const name = isMember(callee) ? (propertyName(/** @type {Node} */ (callee)) ?? '') : '';
		const isCallback =
			isFunction(unwrap(argument)) ||
			flow.effects.callees.functions(argument).length > 0 ||
			(name !== '' && callbacksOf(name).includes(call.arguments?.indexOf(argument)));
		const use = isCallback && name !== '' ? resultOfCallback(name) : null;
		if (/^(dropped|truth|order)$/.test(use ?? '')) return undefined;
		// A function is called, and only what it returns is used: where it is handed back, no clone brings it, which is no silent loss.
		const isCode = use !== null || this.isCode(variable);
		const levels = isCode && !addsArgument(name) ? heldOf(given.levels) : given.levels;
		const isOfPlatform = isGlobal || (name !== '' && isMethodOfPlatform(name));
		const isUnknown = !isOfPlatform && !(held && importOf(held, flow.parents));
		// `on(found)`, `this.emit(found)`: a function of the host's, for all that is known.
		if (isUnknown) flow.leaveAny(argument, variable, levels);
		if (held?.kind === 'param' && this.isLent(held)) flow.leaveAny(argument, variable, levels);
		if (isMember(callee) && !isGlobal && (addsArgument(name) || isUnknown))
			flow.store(callee?.object, variable, levels);
		if (FOLDS.test(name) && isCallback)
			for (const fn of flow.effects.callees.functions(argument))
				if (isFunction(fn) && fn.params[0]) flow.assign(fn.params[0], variable, partOf(levels));
		if (isMember(callee) && !isGlobal && use === null && !givesArgument(name)) return undefined;
		if (path === 'Object.assign' || !isOfPlatform)
			for (const other of call.arguments ?? [])
				if (other !== argument && (path !== 'Object.assign' || other === call.arguments[0]))
					flow.store(other, variable, path === 'Object.assign' ? partOf(levels) : levels);
		this.giveCallbacks(call, { variable, levels: levels | partOf(levels) }, 0, argument);
		return flow.give(call, variable, levels | partOf(levels) | holding(levels | partOf(levels)));
	}

	/** @param {Variable} variable @returns {boolean} a function or a class */
	isCode(variable) {
		return functionOf(variable) !== null || classOf(variable) !== null;
	}

	/** @param {Variable} parameter of a unit, a function that the host lends @returns {boolean} */
	isLent({ scope }) {
		return this.flow.units.has(/** @type {Node} */ (scope.node));
	}

	/** @param {Node} call a `new` @param {Node} argument @param {Given} given */
	toConstructor(call, argument, { variable, levels }) {
		const { flow } = this;
		const kept = levels | partOf(levels);
		this.giveCallbacks(call, { variable, levels: kept }, 0, argument);
		flow.give(call, variable, holding(kept));
	}

	/** Callbacks among the arguments may get the value. @param {Node} call @param {Given} given @param {number} first of their parameters that does @param {Node} [argument] the value itself */
	giveCallbacks(call, { variable, levels }, first, argument) {
		const { flow } = this;
		for (const one of call.arguments ?? []) {
			if (one === argument || one.type === 'SpreadElement') continue;
			for (const fn of flow.effects.callees.functions(one))
				if (isFunction(fn))
					for (const param of fn.params.slice(first))
						if (param.type === 'RestElement')
							flow.assign(param.argument, variable, holding(levels));
						else flow.assign(param, variable, levels);
		}
	}
}

/** @param {string} name of a method that is no function of the module @returns {boolean} its result may have an argument that is not called */
const givesArgument = (name) =>
	GIVING.test(name) ||
	(!isPrimitiveMethod(name) && (classifyAliasing(name) === null || addsArgument(name)));

/** @param {Node} callee @returns {Node | null} what a chain of members begins with */
function rootOf(callee) {
	let at = /** @type {Node | null} */ (callee);
	while (at && isMember(at)) at = unwrap(at.object);
	return at;
}
