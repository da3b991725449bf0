/** @import { Node } from '../../../types.js' */
/** @import { EffectAnalysis } from '../../../ir/effect-analysis.js' */
/** @import { Parents } from '../../../ast/parents.js' */
/** @import { Variable } from '../../../ast/scope.js' */
/** @import { Run } from './runs.js' */
/** @import { Looked } from './window.js' */
/** @import { Written } from './written.js' */
import { outermost } from '../../../ast/parents.js';
import { referencesWithin } from '../../../ast/references.js';
import {
	dottedName,
	isCall,
	isFunction,
	isMember,
	propertyName,
	unwrap,
} from '../../../ast/shapes.js';
import { isWithin, nodesOf } from '../../../ast/tree.js';
import { isMethodOfPlatform } from '../../../knowledge/methods.js';
import { functionAround } from '../call-context.js';
import { useAfter } from '../later-use.js';
import { Apart } from './apart.js';
import { callersIn, KEEPING } from './callers.js';
import { ChangedObjects } from './changed-objects.js';
import { notQuietToTheEnd, outermostLoop, waitNamed } from './later.js';
import { expressionsGiven, NAMED } from './given.js';
import { Pooled } from './pooled.js';
import { lookedAtBeside, lookedAtInRuns } from './runs.js';
import { isCertainBefore } from './throws.js';
import { Window } from './window.js';

/**
 * `indexes`: of the arguments that the unit changes, as the runtime has them; null: any; `withThis`: it changes what it is called on, too; `here`: calls of
 * units that run where they are made.
 *
 * @typedef {{ indexes: readonly number[] | null, withThis?: boolean, effects: EffectAnalysis, here?: { has(call: Node): boolean }, isOpen?: boolean, written?: Written | null }} Asked
 */

/**
 * Whether the caller waits for the promise of a call before any code looks at what the call changes: `await f(x)`, `return f(x)`,
 * `await Promise.all(xs.map((x) => f(x)))`.
 *
 * The proof follows the promise from the call to an `await`, through names, lists and the callers of the function around it. A
 * way of using a promise that has no rule here proves nothing.
 *
 * @param {Node} call of a unit
 * @param {Asked} asked
 * @param {boolean} [isAwaited] the compiler waits for it where it is
 * @returns {{ isProven: boolean } & Omit<Findings, 'failed'>}
 */
export function proveWait(call, asked, isAwaited = false) {
	const search = new Search(call, asked);
	const isProven = isAwaited
		? search.isAwaitedAround(call)
		: search.isAwaited(call, { isList: isMapping(call) });
	const { place, outside } = search.found;
	return { isProven, place: isProven ? null : place, outside };
}

/** `rows.map(sort)`. @param {Node} call @returns {boolean} */
function isMapping(call) {
	const callee = unwrap(call.callee);
	const name = isMember(callee) ? propertyName(callee) : null;
	return name === 'map' || (name === 'from' && call.arguments.length > 1);
}

/** @returns {Findings} */
const nothingFound = () => ({ place: null, outside: [], failed: new Set() });

class Search {
	#parents;
	#asked;
	#call;
	#seen;
	/** what the call may change, by the variables that lead to it @type {Set<Variable>} */
	#given;
	/** what windows are asked about @type {Looked} */
	#looked;
	#callers;
	/** expressions of what it changes */
	#expressions;
	/** whether it is no call of the unit itself, but of a function that makes one, and may keep what it is given */
	#isOfCaller;
	/** functions between the call of the unit and this one @type {readonly Run[]} */
	#runs;
	/**
	 * @param {Node} call
	 * @param {Asked} asked
	 * @param {{ seen: Set<Node>, found: Findings, others: readonly Variable[], runs: readonly Run[] }} [inner] of the call within a function that is called here:
	 *   functions whose callers have been asked for, and variables that have what that call changes
	 */
	constructor(call, asked, inner = undefined) {
		this.#isOfCaller = inner !== undefined || asked.isOpen === true;
		const { seen = new Set(), found = nothingFound(), others = [], runs = [] } = inner ?? {};
		this.#runs = runs;
		/** code that may look */
		this.found = found;
		this.#call = call;
		this.#asked = asked;
		this.#seen = seen;
		this.#callers = callersIn(asked.effects);
		const { aliases, parents } = asked.effects;
		this.#parents = parents;
		const expressions = expressionsGiven(call, asked);
		this.#expressions = expressions;
		const own = expressions.flatMap((one) => [...aliases.of(one)]);
		this.#given = new Set([...others, ...own]);
		const changed = new ChangedObjects(expressions, {
			others,
			given: this.#given,
			effects: asked.effects,
		});
		const { effects, here, written = null } = asked;
		const pooled = new Pooled(call, effects, here);
		const of = { call, effects, isPooled: (/** @type {Node} */ other) => pooled.has(other) };
		this.#looked = { ...of, apart: new Apart(changed, of), written };
	}

	/** @param {Node | null} place @returns {boolean} there is none */
	#isQuiet(place) {
		this.found.place ??= place;
		return place === null;
	}

	/** @param {Node | null} node code that runs before the call has ended @returns {boolean} */
	#isQuietCode(node) {
		return node === null || this.#isQuiet(new Window(this.#looked).find(node));
	}

	/** @param {Node} node that waits for the promise @returns {boolean} so do the callers of the function around it */
	isAwaitedAround(node) {
		const { fn, isClassBody } = functionAround(node, this.#parents);
		return !isClassBody && this.#isAwaitedByCallers(fn);
	}

	/**
	 * @param {Node} value a promise, or a list of promises
	 * @param {Passed} [passed]
	 * @returns {boolean}
	 */
	isAwaited(value, passed = {}) {
		const { child, parent } = outermost(value, this.#parents);
		const { isHandled = false, isList = false } = passed;
		switch (parent.type) {
			case 'AwaitExpression':
				return !isList && this.isAwaitedAround(parent);
			case 'ReturnStatement': {
				const { fn } = functionAround(parent, this.#parents);
				return !hasFinally(parent, this.#parents) && this.#isAwaitedByCallers(fn, passed);
			}
			case 'ArrowFunctionExpression':
				return parent.body === child && this.#isAwaitedByCallers(parent, passed);
			case 'ConditionalExpression':
				return parent.test !== child && this.isAwaited(parent, passed);
			case 'LogicalExpression':
				return parent.right === child && this.isAwaited(parent, passed);
			case 'SequenceExpression':
				return parent.expressions.at(-1) === child && this.isAwaited(parent, passed);
			case 'SpreadElement':
				return !isHandled && this.isAwaited(parent);
			case 'ArrayExpression': {
				const isQuiet = !isHandled && !this.#isReadBeside(child, parent);
				return isQuiet && this.isAwaited(parent, { isList: true });
			}
			case 'ForOfStatement':
				return parent.await && this.#isOfGenerator(child) && this.isAwaitedAround(parent);
			case 'YieldExpression':
				return this.#isOfAwaiter(parent);
			case 'VariableDeclarator':
				return this.#isAwaitedAs(parent.id, isList) || this.#isLeftAlone();
			case 'AssignmentExpression':
			case 'ExpressionStatement':
				return this.#isLeftAlone();
			case 'UnaryExpression':
				return parent.operator === 'void' && this.#isLeftAlone();
			default:
				return this.#isAwaitedThroughCall(child, parent, passed);
		}
	}

	/** `return __awaiter(this, void 0, void 0, function* () { … })`. @param {Node} yielded @returns {boolean} the body of an async function, as older code has it */
	#isOfAwaiter(yielded) {
		const { fn } = functionAround(yielded, this.#parents);
		if (!fn?.generator) return false;
		if (fn.async) return !yielded.delegate && this.#isAwaitedByCallers(fn);
		const parent = this.#parents.get(fn);
		return parent !== undefined && isCall(parent) && parent.callee !== fn;
	}

	/** `for await (const x of steps(list))`: the body runs when the generator has waited for the unit. @param {Node} call @returns {boolean} */
	#isOfGenerator(call) {
		const called = isCall(call) ? this.#asked.effects.callees.ofCall(call) : [];
		return called.length > 0 && called.every(({ fn }) => fn.generator);
	}

	/** `f(x).then(…)`, `Promise.all([f(x)])`. @param {Node} child @param {Node} parent @param {Passed} passed @returns {boolean} */
	#isAwaitedThroughCall(child, parent, passed) {
		const { isHandled = false, isList = false } = passed;
		if (isMember(parent) && parent.object === child) {
			const { parent: call } = outermost(parent, this.#parents);
			const isThen = /^(then|catch|finally)$/.test(propertyName(parent) ?? '');
			if (isList || !isThen || !isCall(call) || unwrap(call.callee) !== parent) return false;
			// Its arguments are evaluated before there is a result.
			const isPlain = call.arguments.every((/** @type {Node} */ one) => this.#isQuietCode(one));
			return isPlain && this.isAwaited(call, { isHandled: !this.#areQuietHandlers(call) });
		}
		if (!isCall(parent) || parent.arguments[0] !== child) return false;
		const callee = unwrap(parent.callee);
		if (isMember(callee) && propertyName(callee) === 'push')
			return !isHandled && !isList && this.#isAwaitedAs(unwrap(callee.object), true);
		const name = dottedName(parent.callee) ?? '';
		const [root = ''] = name.split('.');
		const isGlobal = this.#asked.effects.resolution.globals.has(root);
		if (!isGlobal || !/^Promise\.(all|allSettled|resolve)$/.test(name)) return false;
		const isWhole = isList !== (name === 'Promise.resolve');
		return isWhole && this.isAwaited(parent, { isHandled });
	}

	/** @param {Node} call of `then` @returns {boolean} what runs when one call of a list has ended looks at nothing that others change */
	#areQuietHandlers(call) {
		const loop = functionAround(call, this.#parents).fn;
		return call.arguments.every((/** @type {Node} */ one) => {
			const fn = unwrap(one);
			return isFunction(fn) && new Window(this.#looked, loop).find(fn.body) === null;
		});
	}

	/** `[add(list, 1), list.length]`: the plain program has added by then. @param {Node} element @param {Node} array @returns {boolean} */
	#isReadBeside(element, { elements }) {
		const behind = elements.slice(elements.indexOf(element) + 1);
		return !behind.every((/** @type {Node | null} */ one) => this.#isQuietCode(one));
	}

	/** @param {Node} expression @returns {boolean} something in it leads to what the call changes */
	#names(expression) {
		const { aliases, resolution } = this.#asked.effects;
		return referencesWithin(resolution.references, expression).some(({ node }) =>
			[...aliases.of(node)].some((one) => this.#given.has(one)),
		);
	}

	/** @param {Node} id of a promise, or of a list of them @param {boolean} isList @returns {boolean} */
	#isAwaitedAs(id, isList) {
		const { wait, place } = waitNamed(id, isList, this.#looked);
		if (wait === null || !this.#isQuiet(place)) return false;
		const loop = outermostLoop(this.#call, wait, this.#parents);
		return this.#areRunsApart(loop) && this.isAwaitedAround(wait);
	}

	/**
	 * @param {Node | null} fn that waits for the promise, or gives it to its caller
	 * @param {Passed} [passed] none where it waits
	 * @returns {boolean} true where the text does not show its callers: who is given a promise and does not wait for it has none of its results
	 */
	#isAwaitedByCallers(fn, passed = {}) {
		if (!fn || !this.#isKnownOutside(fn) || this.#isBehindWait(fn)) return true;
		return this.#askOnce(fn, () => this.#areWaiting(fn, passed));
	}

	/** @param {Node} fn @returns {boolean} it has waited for something else before the call, in each run: its callers have gone on by then, in the plain program as well */
	#isBehindWait(fn) {
		return nodesOf(fn.body, ['AwaitExpression']).some(
			(wait) =>
				wait.end <= this.#call.start && isCertainBefore(wait, this.#call, fn, this.#parents),
		);
	}

	/** What a function that calls itself sees is that all is well; an answer that was no stays no, whichever way it is asked for. @param {Node} fn @param {() => boolean} ask @returns {boolean} */
	#askOnce(fn, ask) {
		if (this.#seen.has(fn)) return !this.found.failed.has(fn);
		this.#seen.add(fn);
		this.found.outside.push(fn);
		const isWell = fn.kind !== 'get' && fn.kind !== 'set' && ask();
		if (!isWell) this.found.failed.add(fn);
		return isWell;
	}

	/** @param {Node} fn @param {Passed} passed @returns {boolean} */
	#areWaiting(fn, passed) {
		if (!this.#callers.byName(fn).every((one) => this.#outside(one, fn).#isLeftAlone()))
			return false;
		const { child, parent } = outermost(fn, this.#parents);
		if (parent.arguments?.includes(child))
			return isCall(parent)
				? this.#isAwaitedOfCallback(fn, parent, passed)
				: this.#outside(parent, fn).#isLeftAlone();
		return (
			this.#callers.areAll(fn) &&
			this.#callers.handing(fn).every((call) => this.#isAwaitedOfCallback(fn, call, passed)) &&
			this.#callers
				.of(fn)
				.every(
					(call) =>
						isCall(call) &&
						!(fn.async && passed.isList) &&
						this.#outside(call, fn).isAwaited(call, fn.async ? {} : passed),
				)
		);
	}

	/** @param {Node} fn around the call @returns {boolean} its callers may have what the call changes */
	#isKnownOutside(fn) {
		const byArguments = nodesOf(fn, ['Identifier']).some(({ name }) => name === 'arguments');
		if (byArguments) return true;
		return [...this.#given].some(
			({ kind, scope }) =>
				!isWithin(scope.node, fn) || kind === 'this' || isParameterOf(scope, kind, fn),
		);
	}

	/** @param {Node} call of a function that waits for the unit @param {Node} fn @returns {boolean} */
	#isCallAwaited(call, fn) {
		return this.#outside(call, fn).isAwaited(call);
	}

	/** @param {Node} call of a function, or that gets it @param {Node} fn @returns {Search} about what the call of the unit within changes outside of the function */
	#outside(call, fn) {
		const { effects, here, written } = this.#asked;
		const others = [...this.#given].filter((one) => !isWithin(one.scope.node, fn));
		const withThis = [...this.#given].some(({ kind }) => kind === 'this');
		const runs = [...this.#runs, { fn, call: this.#call, withThis }];
		const inner = { seen: this.#seen, found: this.found, others, runs };
		return new Search(call, { indexes: null, withThis, effects, here, written }, inner);
	}

	/** @param {Node} fn @param {Node} call that gets it @param {Passed} passed @returns {boolean} */
	#isAwaitedOfCallback(fn, call, passed) {
		const method = isMember(call.callee) ? propertyName(call.callee) : dottedName(call.callee);
		if (method === 'map' || (method === 'from' && call.arguments[1] === fn))
			return this.#isMapped(fn, call, passed);
		if (/^(then|catch|finally)$/.test(method ?? ''))
			return this.isAwaited(call, { isHandled: true });
		if (this.#isReadByOthers(fn, call)) return false;
		const { effects } = this.#asked;
		if (effects.callees.ofCall(call).length > 0)
			return (
				this.#isAwaitedByReceivers(fn, call) &&
				this.#callers.of(fn).every((one) => this.#isCallAwaited(one, fn))
			);
		if (this.#isKept(call) || this.#isLater(fn, call))
			return this.#callers.byEvents(fn).every((one) => this.#outside(one, fn).#isLeftAlone());
		const outside = this.#outside(call, fn);
		return outside.isAwaited(call) || outside.#isLeftAlone();
	}

	/** `rows.map((row) => bump(row))`: the next call comes before this one has ended, unless it waits before. @param {Node} fn @param {Node} call that gets it @param {Passed} passed @returns {boolean} */
	#isMapped(fn, call, { isHandled = false, isList = false }) {
		if (isHandled || isList) return false;
		const { effects } = this.#asked;
		const own = { fn, call: this.#call };
		if (lookedAtBeside(own, this.#given, { around: fn, effects })) return false;
		const waits = nodesOf(fn.body, ['AwaitExpression']).some(
			(one) => one.end <= this.#call.start && functionAround(one, this.#parents).fn === fn,
		);
		const end = this.#call.end;
		const place = waits ? null : new Window(this.#looked, fn).between(fn.body, fn.start, end);
		return (
			this.#isQuiet(place) &&
			this.#areRunsApart(fn) &&
			this.#outside(call, fn).isAwaited(call, { isList: true })
		);
	}

	/** @param {Node | null} around a function or loop that makes the call again before it has ended @returns {boolean} */
	#areRunsApart(around) {
		if (!around || this.#runs.length === 0) return true;
		const { effects } = this.#asked;
		const of = { call: this.#call, around, given: this.#given, effects };
		return this.#isQuiet(lookedAtInRuns(this.#runs, of));
	}

	/** `measure(() => add(list, 1), () => list.length)` @param {Node} fn @param {Node} call that gets it @returns {boolean} another function that the call gets leads to what the unit changes */
	#isReadByOthers(fn, call) {
		return call.arguments.some(
			(/** @type {Node} */ one) => one !== fn && isFunction(one) && this.#names(one),
		);
	}

	/** @param {Node} argument @returns {Node | null} */
	#functionOf(argument) {
		return this.#looked.apart.functionOf(argument);
	}

	/** `start(async () => { await add(list, 1); })`, where `start` is a function of the module that calls what it gets. @param {Node} fn @param {Node} call @returns {boolean} */
	#isAwaitedByReceivers(fn, call) {
		const { aliases, callees, resolution } = this.#asked.effects;
		return callees.ofCall(call).every(({ fn: receiver, args }) => {
			const given = receiver.params?.[args.findIndex((one) => this.#functionOf(one) === fn)];
			if (given?.type !== 'Identifier') return given === undefined;
			return resolution.references.every(({ node, variable }) => {
				if (!variable?.declarations.some(({ id }) => id === given)) return true;
				const { child, parent } = outermost(node, this.#parents);
				if (aliases.variableOf(node) !== variable) return true;
				if (!isCall(parent) || parent.callee !== child) return parent === receiver;
				return this.#outside(parent, fn).isAwaited(parent);
			});
		});
	}

	/** @returns {boolean} whatever becomes of the promise, no code looks at what the call changes in the rest of this turn */
	#isLeftAlone() {
		const { effects } = this.#asked;
		const { fn } = functionAround(this.#call, this.#parents);
		const root = fn ?? effects.resolution.program.node;
		const { apart } = this.#looked;
		if (!this.#asked.isOpen && this.#given.size + this.#expressions.length === 0) return true;
		const isOfCall = (/** @type {Node} */ node) => isWithin(node, this.#call);
		const isNamed = this.#expressions.every((one) => NAMED.test(unwrap(one)?.type ?? ''));
		const isLost =
			!this.#isOfCaller &&
			isNamed &&
			[...this.#given].every(
				(variable) =>
					isLocalTo(variable, root, effects) &&
					!isExported(variable, this.#parents) &&
					apart.isUnique(variable, isOfCall) &&
					useAfter(variable, this.#call, root, effects) === null,
			);
		return isLost || this.#isLastOfTurn(fn);
	}

	/** @param {Node | null} fn that makes the call @returns {boolean} nothing else runs before those wait who called it */
	#isLastOfTurn(fn) {
		if (!this.#isQuiet(notQuietToTheEnd(this.#looked))) return false;
		if (!this.#areRunsApart(outermostLoop(this.#call, null, this.#parents))) return false;
		if (!fn)
			return !this.#asked.isOpen && ![...this.#given].some((one) => isExported(one, this.#parents));
		return !this.#isKnownOutside(fn) || this.#askOnce(fn, () => this.#areLast(fn));
	}

	/** @param {Node} fn @returns {boolean} nothing runs behind its calls */
	#areLast(fn) {
		const { child, parent } = outermost(fn, this.#parents);
		if (parent.arguments?.includes(child)) return this.#isLastOfCallback(fn, parent);
		return (
			this.#callers.areAll(fn) &&
			this.#callers.handing(fn).every((call) => this.#isLastOfCallback(fn, call)) &&
			[...this.#callers.of(fn), ...this.#callers.byName(fn)].every((call) =>
				this.#outside(call, fn).#isLeftAlone(),
			)
		);
	}

	/** @param {Node} fn @param {Node} call that gets it @returns {boolean} */
	#isLastOfCallback(fn, call) {
		const { effects } = this.#asked;
		if (effects.callees.ofCall(call).length > 0) return false;
		if (!this.#isKept(call) && !this.#isLater(fn, call))
			return this.#outside(call, fn).#isLeftAlone();
		return this.#callers.byEvents(fn).every((one) => this.#outside(one, fn).#isLeftAlone());
	}

	/** @param {Node} fn @param {Node} call that gets it, there or by its name @returns {boolean} */
	#isLater(fn, call) {
		return isWithin(fn, call) && !this.#asked.effects.runsAtOnce(fn);
	}

	/** Code of others that keeps a function for later runs it when no code of this one runs, but for events that this one makes. @param {Node} call @returns {boolean} */
	#isKept(call) {
		const callee = unwrap(call.callee);
		const method = (isMember(callee) ? propertyName(callee) : dottedName(callee)) ?? '';
		if (!isCall(call) || this.#callers.isOfProgram(call)) return false;
		if (KEEPING.test(method)) return true;
		return this.#callers.isDropped(call) && !isMethodOfPlatform(method);
	}
}

/** `place`: code that may look at it before; `outside`: functions whose callers wait, those in other files as well; `failed`: those of which that is not certain. @typedef {{ place: Node | null, outside: Node[], failed: Set<Node> }} Findings */

/** Promises on their way: `isHandled`: what is done with the result runs before others of a list have ended; `isList`: in a list. @typedef {{ isHandled?: boolean, isList?: boolean }} Passed */

/** @param {Variable} variable @param {Parents} parents @returns {boolean} other modules may have its objects */
const isExported = ({ references, declarations }, parents) =>
	references.some(({ role }) => role === 'export') ||
	declarations.some(
		({ node }) =>
			/^Import/.test(node.type) || /^Export/.test(parents.get(parents.get(node))?.type ?? ''),
	);

/** @param {Variable['scope']} scope @param {string} kind of a variable @param {Node} fn @returns {boolean} */
const isParameterOf = (scope, kind, fn) => kind === 'param' && scope.node === fn;

/** @param {Node} node @param {Parents} parents @returns {boolean} a `finally` of the function runs when it is left here */
function hasFinally(node, parents) {
	const { fn } = functionAround(node, parents);
	for (let at = parents.get(node), child = node; at && at !== fn; child = at, at = parents.get(at))
		if (at.type === 'TryStatement' && at.finalizer && at.finalizer !== child) return true;
	return false;
}

/** @param {Variable} variable @param {Node} root a function, or the program @param {EffectAnalysis} effects @returns {boolean} no other function names it, but units, which get what they read at their calls */
function isLocalTo({ scope, references }, root, { parents, units }) {
	if (!isWithin(scope.node, root)) return false;
	return references.every(({ node, role }) => {
		const { fn } = functionAround(node, parents);
		const isOfRoot = fn === null ? root.type === 'Program' : fn === root;
		return role !== 'export' && (isOfRoot || [...units].some((one) => isWithin(node, one)));
	});
}
