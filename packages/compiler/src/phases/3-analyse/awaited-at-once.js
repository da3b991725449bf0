/** @import { Node } from '../../types.js' */
/** @import { EffectAnalysis } from '../../ir/effect-analysis.js' */
/** @import { Parents } from '../../ast/parents.js' */
/** @import { Variable } from '../../ast/scope.js' */
import { outermost } from '../../ast/parents.js';
import { referencesWithin } from '../../ast/references.js';
import {
	chainRoot,
	dottedName,
	isCall,
	isFunction,
	isMember,
	propertyName,
	unwrap,
} from '../../ast/shapes.js';
import { hasNodeOf, isWithin } from '../../ast/tree.js';
import { constantValueOf, functionOf, importOf } from '../../ir/values.js';
import { isOfRuntime } from '../../knowledge/packages.js';
import { isAwaitedAs, runsCode } from './awaited-later.js';
import { functionAround } from './call-context.js';
import { ACTS, ChangedObjects, isCopy, MEMBERS } from './changed-objects.js';
import { useAfter } from './later-use.js';

/**
 * `indexes`: of the arguments that the unit changes, as the runtime has them; null: any; `withThis`: it changes what it is called on, too.
 *
 * @typedef {{ indexes: readonly number[] | null, withThis?: boolean, effects: EffectAnalysis }} Asked
 */

/**
 * Whether the caller waits for the promise of a call before it goes on: `await f(x)`, `return f(x)`, `await Promise.all(xs.map((x) => f(x)))`;
 * or does not look again at what the call changes.
 *
 * @param {Node} call of a unit
 * @param {Asked} asked
 * @returns {boolean}
 */
export function isAwaitedAtOnce(call, asked) {
	return new Search(call, asked).isAwaited(call);
}

class Search {
	#parents;
	#asked;
	#call;
	#seen;
	/** what the call may change, by the variables that lead to it @type {Set<Variable>} */
	#given;
	/** expressions of it, and names that have it whatever the expression @type {ChangedObjects} */
	#changed;
	/** functions of which it has been asked whether they do nothing but call a unit @type {Set<Node>} */
	#wrappers = new Set();
	/** whether the call is one of a function that waits for the unit: what other functions look at meanwhile, its author knows */
	#isOfCaller;

	/**
	 * @param {Node} call
	 * @param {Asked} asked
	 * @param {Set<Node>} [seen] functions whose callers have been asked for
	 * @param {readonly Variable[]} [others] of a call of a function that waits for it, that have what a call within changes
	 */
	constructor(call, asked, seen = new Set(), others = undefined) {
		this.#isOfCaller = others !== undefined;
		this.#call = call;
		this.#asked = asked;
		this.#seen = seen;
		const { aliases, parents } = asked.effects;
		this.#parents = parents;
		const expressions = expressionsGiven(call, asked);
		const own = expressions.flatMap((one) => [...aliases.of(one)]);
		this.#given = new Set([...(others ?? []), ...own]);
		this.#changed = new ChangedObjects(expressions, {
			others: others ?? [],
			given: this.#given,
			effects: asked.effects,
		});
	}

	/** @param {Node} value a promise, or a list of promises @param {boolean} [isHandled] what is done with its result runs before the others of a list have ended @returns {boolean} */
	isAwaited(value, isHandled = false) {
		const { child, parent } = outermost(value, this.#parents);
		switch (parent.type) {
			case 'AwaitExpression':
				return this.#isAwaitedByCallers(functionAround(parent, this.#parents).fn);
			case 'ReturnStatement': {
				const { fn } = functionAround(parent, this.#parents);
				return !hasFinally(parent, this.#parents) && this.#isAwaitedByCallers(fn, isHandled);
			}
			case 'ArrowFunctionExpression':
				return parent.body === child && this.#isAwaitedByCallers(parent, isHandled);
			case 'ConditionalExpression':
				return parent.test !== child && this.isAwaited(parent, isHandled);
			case 'LogicalExpression':
				return parent.right === child && this.isAwaited(parent, isHandled);
			case 'SequenceExpression':
				return parent.expressions.at(-1) === child && this.isAwaited(parent, isHandled);
			case 'SpreadElement':
				return !isHandled && this.isAwaited(parent);
			case 'ArrayExpression':
				return !isHandled && !this.#isReadBeside(child, parent) && this.isAwaited(parent);
			case 'ForOfStatement':
				return parent.await && this.#isOfGenerator(child);
			case 'YieldExpression':
				return this.#isOfAwaiter(parent);
			case 'VariableDeclarator':
				if (this.#isAwaitedAs(parent.id)) return true;
				return !this.#isReadAfter() && !(this.#isOfCaller && this.#runsCode());
			case 'ExpressionStatement':
			case 'AssignmentExpression':
				return !this.#isReadAfter();
			default:
				return this.#isAwaitedThroughCall(child, parent, isHandled);
		}
	}

	/** `return __awaiter(this, void 0, void 0, function* () { … })`. @param {Node} yielded @returns {boolean} the body of an async function, as older code has it */
	#isOfAwaiter(yielded) {
		const { fn } = functionAround(yielded, this.#parents);
		if (!fn?.generator || fn.async) return fn?.async === true;
		const parent = this.#parents.get(fn);
		return parent !== undefined && isCall(parent) && parent.callee !== fn;
	}

	/** `for await (const x of steps(list))`: the body runs when the generator has waited for the unit. @param {Node} call @returns {boolean} */
	#isOfGenerator(call) {
		const called = isCall(call) ? this.#asked.effects.callees.ofCall(call) : [];
		return called.length > 0 && called.every(({ fn }) => fn.generator);
	}

	/** `f(x).then(…)`, `Promise.all([f(x)])`. @param {Node} child @param {Node} parent @param {boolean} isHandled @returns {boolean} */
	#isAwaitedThroughCall(child, parent, isHandled) {
		if (isMember(parent) && parent.object === child) {
			const { parent: call } = outermost(parent, this.#parents);
			const isThen = /^(then|catch|finally)$/.test(propertyName(parent) ?? '');
			if (!isThen || !isCall(call) || unwrap(call.callee) !== parent) return false;
			// Its arguments are evaluated before there is a result.
			const isPlain = call.arguments.every(
				(/** @type {Node} */ one) => isFunction(one) || !hasNodeOf(one, [...ACTS, ...MEMBERS]),
			);
			return isPlain && this.isAwaited(call, true);
		}
		if (!isCall(parent) || parent.arguments[0] !== child) return false;
		const callee = unwrap(parent.callee);
		if (isMember(callee) && propertyName(callee) === 'push')
			return !isHandled && this.#isAwaitedAs(unwrap(callee.object));
		const isAll = /^Promise\.(all|allSettled|resolve)$/.test(dottedName(parent.callee) ?? '');
		return isAll && this.isAwaited(parent, isHandled);
	}

	/** `[add(list, 1), list.length]`: the plain program has added by then. @param {Node} element @param {Node} array @returns {boolean} */
	#isReadBeside(element, { elements }) {
		const behind = elements.slice(elements.indexOf(element) + 1);
		return behind.some((/** @type {Node | null} */ one) => one !== null && this.#mayRead(one));
	}

	/** @param {Node} expression that runs before the call has ended @returns {boolean} */
	#mayRead(expression) {
		const value = /** @type {Node} */ (unwrap(expression.argument ?? expression));
		const mapped = mappedCall(value);
		// A unit waits for the call before; its arguments do not.
		const unit = [value, mapped].find((one) => one && this.#isUnitCall(one));
		if (!unit) return hasNodeOf(value, [...ACTS, ...MEMBERS]) || this.#names(value);
		if (unit === mapped && this.#changed.hasInside(value.callee.object)) return true;
		return unit.arguments.some(
			(/** @type {Node} */ one) =>
				(hasNodeOf(one, ACTS) && !isCopy(one)) || this.#changed.isReadBy(one),
		);
	}

	/** @param {Node} call @returns {boolean} */
	#isUnitCall(call) {
		if (!isCall(call)) return false;
		const { callees, units } = this.#asked.effects;
		const own = callees.ofCall(call);
		if (own.length > 0) return own.every(({ fn }) => units.has(fn) || this.#isWrapperOfUnit(fn));
		const callee = unwrap(call.callee);
		const called = this.#configuredBy(callee);
		if (called && (called === this.#configuredBy(this.#call.callee) || isOneOf(called, units)))
			return true;
		const name = isMember(callee) ? propertyName(callee) : null;
		return name !== null && [...units].some((one) => propertyName(one) === name);
	}

	/** `slow(list)`, where `slow` is `withOptions(grow, …)`: that is `grow`. @param {Node} callee @returns {Variable | null} */
	#configuredBy(callee) {
		const { aliases, parents } = this.#asked.effects;
		const variable = callee.type === 'Identifier' ? aliases.variableOf(callee) : null;
		const value = unwrap(variable && constantValueOf(variable));
		if (!variable || !value || !isCall(value) || value.callee.type !== 'Identifier')
			return variable ?? null;
		const maker = aliases.variableOf(value.callee);
		const from = maker ? importOf(maker, parents) : null;
		const isRuntime = from !== null && isOfRuntime(from.source) && from.name === 'withOptions';
		const [unit] = value.arguments;
		return isRuntime && unit?.type === 'Identifier' ? (aliases.variableOf(unit) ?? null) : variable;
	}

	/** `const step = (row) => bump(row, 1)`. @param {Node} fn @returns {boolean} */
	#isWrapperOfUnit(fn) {
		const body = fn.type === 'ArrowFunctionExpression' ? unwrap(fn.body) : null;
		if (!body || !isCall(body) || this.#wrappers.has(fn)) return false;
		this.#wrappers.add(fn);
		const isPlain = body.arguments.every((/** @type {Node} */ one) => PLAIN.test(one.type));
		return isPlain && this.#isUnitCall(body);
	}

	/** @param {Node} expression @returns {boolean} something in it leads to what the call changes */
	#names(expression) {
		const { aliases, resolution } = this.#asked.effects;
		return referencesWithin(resolution.references, expression).some(({ node }) =>
			[...aliases.of(node)].some((one) => this.#given.has(one)),
		);
	}

	/** @param {Node} id of a promise, or of a list of them @returns {boolean} */
	#isAwaitedAs(id) {
		const { effects } = this.#asked;
		return isAwaitedAs(id, {
			...{ call: this.#call, given: this.#given, changed: this.#changed, effects },
			isUnitCall: (call) => this.#isUnitCall(call),
		});
	}

	/**
	 * @param {Node | null} fn that waits for the promise, or gives it to its caller
	 * @param {boolean} [isHandled]
	 * @returns {boolean} true where the text does not show its callers: who is given a promise and does not wait for it has none of its results
	 */
	#isAwaitedByCallers(fn, isHandled = false) {
		if (!fn || this.#seen.has(fn)) return true;
		this.#seen.add(fn);
		const { child, parent } = outermost(fn, this.#parents);
		if (isCall(parent) && unwrap(parent.callee) === fn) return this.#isCallAwaited(parent, fn);
		if (isCall(parent)) return this.#isAwaitedOfCallback(fn, parent, isHandled);
		const id =
			fn.id ?? (parent.type === 'VariableDeclarator' && parent.init === child ? parent.id : null);
		if (!id) return true;
		return this.#asked.effects.resolution.references.every(({ node, variable, role }) => {
			if (role !== 'read' || !variable?.declarations.some((one) => one.id === id)) return true;
			const { child: name, parent: call } = outermost(node, this.#parents);
			return !isCall(call) || call.callee !== name || this.#isCallAwaited(call, fn);
		});
	}

	/** @param {Node} call of a function that waits for the unit @param {Node} fn @returns {boolean} */
	#isCallAwaited(call, fn) {
		return this.#outside(call, fn).isAwaited(call);
	}

	/** @param {Node} call of a function, or that gets it @param {Node} fn @returns {Search} about what the call of the unit within changes outside of the function */
	#outside(call, fn) {
		const { effects } = this.#asked;
		const others = [...this.#given].filter((one) => !isWithin(one.scope.node, fn));
		return new Search(call, { indexes: null, effects }, this.#seen, others);
	}

	/** @param {Node} fn @param {Node} call that gets it @param {boolean} isHandled @returns {boolean} */
	#isAwaitedOfCallback(fn, call, isHandled) {
		const method = isMember(call.callee) ? propertyName(call.callee) : dottedName(call.callee);
		const isMapped = method === 'map' || (method === 'from' && call.arguments[1] === fn);
		if (isMapped && (isHandled || this.#isReadAround(fn) || this.#isReadByNext(fn))) return false;
		if (isMapped) return this.#isCallAwaited(call, fn);
		if (/^(then|catch|finally)$/.test(method ?? '')) return this.isAwaited(call, true);
		if (!this.#isAwaitedByReceivers(fn, call) || this.#isReadByOthers(fn, call)) return false;
		// Who keeps a function for later, runs it when no code of this one runs.
		if (!this.#asked.effects.runsAtOnce(fn)) return true;
		const outside = this.#outside(call, fn);
		return outside.isAwaited(call) || !outside.#isReadAfter();
	}

	/** `measure(() => add(list, 1), () => list.length)` @param {Node} fn @param {Node} call that gets it @returns {boolean} another function that the call gets leads to what the unit changes */
	#isReadByOthers(fn, call) {
		return call.arguments.some(
			(/** @type {Node} */ one) => one !== fn && isFunction(one) && this.#names(one),
		);
	}

	/** `start(async () => { await add(list, 1); })`, where `start` is a function of the module that calls what it gets. @param {Node} fn @param {Node} call @returns {boolean} */
	#isAwaitedByReceivers(fn, call) {
		const { aliases, callees, resolution } = this.#asked.effects;
		return callees.ofCall(call).every(({ fn: receiver, args }) => {
			const given = receiver.params?.[args.indexOf(fn)];
			if (given?.type !== 'Identifier') return true;
			return resolution.references.every(({ node, variable }) => {
				if (!variable?.declarations.some(({ id }) => id === given)) return true;
				const { child, parent } = outermost(node, this.#parents);
				if (!isCall(parent) || parent.callee !== child || aliases.variableOf(node) !== variable)
					return true;
				return this.#outside(parent, fn).isAwaited(parent);
			});
		});
	}

	/** `xs.map((x) => { list.push(x); return add(list, x); })`: the second one comes before the first call has ended. @param {Node} fn @returns {boolean} */
	#isReadAround(fn) {
		const { aliases, resolution } = this.#asked.effects;
		const shared = [...this.#given].filter((one) => !isWithin(one.scope.node, fn));
		return referencesWithin(resolution.references, fn.body).some(
			({ node, variable }) =>
				!isWithin(node, this.#call) &&
				!(variable && this.#isOfElement(variable, fn)) &&
				[...aliases.of(node)].some((one) => shared.includes(one)),
		);
	}

	/** Each call of the function has another one. @param {Variable} variable @param {Node} fn that a list gives its elements @returns {boolean} it has the element, or a part of it */
	#isOfElement(variable, fn) {
		if (variable.scope.node === fn && variable.kind === 'param')
			return variable.declarations.every(({ id }) => isWithin(id, fn.params[0]));
		return (
			isWithin(variable.scope.node, fn) &&
			variable.kind === 'const' &&
			variable.declarations.every(({ node }) => {
				const root = node.init && chainRoot(node.init);
				const from =
					root?.type === 'Identifier' ? this.#asked.effects.aliases.variableOf(root) : null;
				return Boolean(from) && this.#isOfElement(/** @type {Variable} */ (from), fn);
			})
		);
	}

	/** `xs.map((x, i) => add(xs[i], xs[i - 1].sum))`: the plain program has changed that by then. @param {Node} fn @returns {boolean} */
	#isReadByNext(fn) {
		if (!isWithin(this.#call, fn)) return false;
		const { aliases } = this.#asked.effects;
		/** @param {Node} one @returns {boolean} each call of the function has another one */
		const isFresh = (one) => {
			const variable = aliases.variableOf(chainRoot(one));
			return variable ? isWithin(variable.scope.node, fn) : false;
		};
		return this.#call.arguments.some((/** @type {Node} */ one) =>
			this.#changed.isReadBy(one, isFresh),
		);
	}

	/** @returns {boolean} whether what the call changes is looked at afterwards, in code that does not wait for it */
	#isReadAfter() {
		const { effects } = this.#asked;
		const { fn } = functionAround(this.#call, this.#parents);
		const root = fn ?? effects.resolution.program.node;
		return [...this.#given].some((variable) => {
			if (!this.#isOfCaller && !isLocalTo(variable, root, this.#asked.effects)) return true;
			if (variable.kind === 'param' && this.#runsCode()) return true;
			const use = useAfter(variable, this.#call, root, effects);
			// What functions do that run later, they do once they have waited, or as they would in the plain program.
			return use !== null && (!this.#isOfCaller || this.#isReadHere(variable, fn));
		});
	}

	/** @returns {boolean} behind the call, the function around it calls others, which may know what it was given */
	#runsCode() {
		const { effects } = this.#asked;
		const isUnitCall = (/** @type {Node} */ call) => this.#isUnitCall(call);
		return runsCode(null, { call: this.#call, given: this.#given, effects, isUnitCall });
	}

	/** @param {Variable} variable @param {Node | null} fn @returns {boolean} behind the call, in the same function */
	#isReadHere(variable, fn) {
		const { aliases, resolution } = this.#asked.effects;
		return resolution.references.some(
			({ node }) =>
				node.start >= this.#call.end &&
				functionAround(node, this.#parents).fn === fn &&
				aliases.of(node).has(variable),
		);
	}
}

/** @param {Variable} variable @param {ReadonlySet<Node>} units @returns {boolean} it has one of them */
function isOneOf(variable, units) {
	const fn = functionOf(variable);
	return fn !== null && units.has(fn);
}

/** Evaluating it looks into no object. */
const PLAIN = /^Identifier$|^ThisExpression$|Literal$/;

/** `xs.map((x) => f(x))`. @param {Node} value @returns {Node | null} the call of the function that it is given */
function mappedCall(value) {
	const callee = isCall(value) ? unwrap(value.callee) : null;
	const fn = isMember(callee) && propertyName(callee) === 'map' ? value.arguments[0] : null;
	return fn?.type === 'ArrowFunctionExpression' ? (unwrap(fn.body) ?? null) : null;
}

/** `[row].map(bump)`, `bump.apply(null, [row])`: what is called gets other things than the arguments. */
const HANDING = /^(map|flatMap|forEach|from|apply|call)$/;

/** @param {Node} call @param {Asked} asked @returns {Node[]} expressions of what it may change */
function expressionsGiven(call, { indexes, withThis }) {
	/** @type {Node[]} */
	const list = call.arguments ?? [];
	const callee = unwrap(call.callee);
	const isHanded = isMember(callee) && HANDING.test(propertyName(callee) ?? '');
	if (isHanded)
		return [callee.object, ...list]
			.flatMap((one) => one.elements ?? [one.argument ?? one])
			.filter(Boolean);
	const receiver = withThis && isMember(callee) ? [callee.object] : [];
	const spread = list.findIndex(({ type }) => type === 'SpreadElement');
	const isGiven = (/** @type {number} */ at) =>
		indexes === null ||
		(spread >= 0 && at >= spread) ||
		indexes.some((index) => (index < 0 ? at >= -1 - index : index === at));
	return [...receiver, ...list.filter((_, at) => isGiven(at)).map((one) => one.argument ?? one)];
}

/** @param {Node} node @param {Parents} parents @returns {boolean} a `finally` of the function runs when it is left here */
function hasFinally(node, parents) {
	const { fn } = functionAround(node, parents);
	for (let at = parents.get(node), child = node; at && at !== fn; child = at, at = parents.get(at))
		if (at.type === 'TryStatement' && at.finalizer && at.finalizer !== child) return true;
	return false;
}

/**
 * @param {Variable} variable
 * @param {Node} root a function, or the program
 * @param {EffectAnalysis} effects
 * @returns {boolean} no other function may look at it
 */
function isLocalTo({ scope, references, declarations }, root, { parents, units }) {
	if (!isWithin(scope.node, root)) return false;
	if (isFunction(root)) return references.every(({ node }) => isWithin(node, root));
	// What units read of the module crosses with each call.
	return (
		declarations.every(({ node }) => !/^Import/.test(node.type)) &&
		references.every(({ node, role }) => {
			const { fn } = functionAround(node, parents);
			return role !== 'export' && (fn === null || [...units].some((one) => isWithin(node, one)));
		})
	);
}
