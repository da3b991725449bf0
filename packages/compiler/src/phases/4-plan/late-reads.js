/** @import { Node } from '../../types.js' */
/** @import { EffectAnalysis } from '../../ir/effect-analysis.js' */
/** @import { Unit } from '../../ir/module.js' */
/** @import { Variable } from '../../ast/scope.js' */
import {
	FUNCTIONS,
	dottedName,
	isCall,
	isFunction,
	isMember,
	isWrapper,
	propertyName,
	unwrap,
} from '../../ast/shapes.js';
import { nodesOf } from '../../ast/tree.js';
import { awaitsOf, mayFollow } from '../../ir/waits.js';
import { defersCallback } from '../../knowledge/calls.js';

/** A read, and after what it comes: null for a function that other code calls later. @typedef {{ node: Node, wait: Node | null }} LateRead */

/**
 * What a function may run, found once for all units that run it.
 *
 * @typedef {object} Runs
 * @property {{ node: Node, called: Node }[]} calls functions that nodes of it may run
 * @property {{ inner: Node, isHandedOn: boolean }[]} inner functions in it that nothing runs on the spot
 */

/**
 * What is found of a module: plans of a module that differ in the classes that they bring along ask again.
 *
 * @typedef {object} Found
 * @property {Map<Unit, Map<Variable, LateRead>>} reads
 * @property {Map<Node, Runs>} runs
 * @property {boolean} waits some function waits for something by itself
 */

/** @type {WeakMap<EffectAnalysis, Found>} */
const known = new WeakMap();

/** @param {EffectAnalysis} effects @returns {Found} */
function foundOf(effects) {
	const before = known.get(effects);
	if (before) return before;
	const found = { reads: new Map(), runs: new Map(), waits: mayWait(effects) };
	known.set(effects, found);
	return found;
}

/**
 * The reads of a unit that may come after it has let other code of its thread run: what stands behind an `await` or `yield`, in a
 * function that a promise or a timer calls, and in the functions that such code calls. In the plain program the host may
 * have run in between.
 *
 * @param {Unit} unit
 * @param {EffectAnalysis} effects
 * @returns {Map<Variable, LateRead>} the first of each variable
 */
export function findLateReads(unit, effects) {
	const { reads } = foundOf(effects);
	const before = reads.get(unit);
	if (before) return before;
	// Whoever takes values of a plain generator runs it: other code comes in between only where the unit waits for something else.
	const withoutSteps = searchFrom(unit, effects, false);
	const { found } = withoutSteps.isPaused ? searchFrom(unit, effects, true) : withoutSteps;
	reads.set(unit, found);
	return found;
}

/**
 * @param {Unit} unit
 * @param {EffectAnalysis} effects
 * @param {boolean} countsSteps whether a `yield` of a plain generator that the unit calls counts
 * @returns {{ found: Map<Variable, LateRead>, isPaused: boolean }} `isPaused`: some code of it may run after other code of its thread
 */
function searchFrom(unit, effects, countsSteps) {
	/** @type {Map<Variable, LateRead>} */
	const found = new Map();
	let isPaused = false;
	/** Functions, and after what they may be called; undefined for those that have been called before anything waits. @type {Map<Node, Node | null | undefined>} */
	const visited = new Map();
	/** @type {{ fn: Node, wait: Node | null | undefined }[]} */
	const worklist = [{ fn: unit.node, wait: undefined }];
	/** @param {Node} fn @param {Node | null | undefined} wait */
	const enter = (fn, wait) => {
		const isKnown = visited.has(fn) && (wait === undefined || visited.get(fn) !== undefined);
		if (!isKnown) worklist.push({ fn, wait });
	};
	const { waits } = foundOf(effects);
	const counts = (/** @type {Node} */ fn) =>
		countsSteps || fn === unit.node || fn.async || !fn.generator;
	for (let next = worklist.pop(); next; next = worklist.pop()) {
		const { fn, wait } = next;
		visited.set(fn, wait);
		const waitAt = (/** @type {Node} */ node) =>
			wait === undefined && waits ? waitBefore(node, fn, { effects, counts }) : wait;
		// Before anything waits, no read is late.
		if (wait !== undefined || waits) {
			for (const node of nodesRunBy(fn, effects)) {
				const after = waitAt(node);
				isPaused ||= after !== undefined;
				const variable = after === undefined ? null : effects.aliases.variableOf(node);
				if (variable && after !== undefined && !found.has(variable))
					found.set(variable, { node, wait: after });
			}
		}
		const { calls, inner: within } = runsOf(fn, effects);
		for (const { node, called } of calls) {
			const after = waitAt(node);
			const isKept = after === undefined && defers(node);
			isPaused ||= isKept;
			enter(called, isKept ? null : after);
		}
		for (const { inner, isHandedOn } of within) {
			const after = waitAt(inner);
			if (after === undefined && !isHandedOn) continue;
			isPaused = true;
			enter(inner, after ?? null);
		}
	}
	return { found, isPaused };
}

/** @param {Node} fn @param {EffectAnalysis} effects @returns {Node[]} */
const nodesRunBy = (fn, effects) => effects.partsOf(fn).flatMap((part) => effects.actingIn(part));

/** @param {Node} fn @param {EffectAnalysis} effects @returns {Runs} */
function runsOf(fn, effects) {
	const { runs } = foundOf(effects);
	const before = runs.get(fn);
	if (before) return before;
	const calls = nodesRunBy(fn, effects).flatMap((node) =>
		effects.mayRun(node).map((called) => ({ node, called })),
	);
	const found = { calls, inner: functionsIn(fn, effects) };
	runs.set(fn, found);
	return found;
}

/** @param {EffectAnalysis} effects @returns {boolean} some function of the module waits for something by itself: of most, none */
const mayWait = ({ resolution }) =>
	nodesOf(resolution.program.node, WAITS).some(
		({ type, await: isAwaited }) => type !== 'ForOfStatement' || isAwaited,
	);

/** What `awaitsOf` looks for. */
const WAITS = /** @type {const} */ (['AwaitExpression', 'YieldExpression', 'ForOfStatement']);

/**
 * @param {Node} node
 * @param {Node} fn that runs it
 * @param {{ effects: EffectAnalysis, counts: (fn: Node) => boolean }} context `counts`: whether what a function waits for does
 * @returns {Node | undefined} what the function, or a callback that it runs at once, may have waited for by then
 */
function waitBefore(node, fn, { effects: { parents }, counts }) {
	for (let at = parents.get(node); at; at = parents.get(at)) {
		if (!isFunction(at)) continue;
		const around = { fn: at, parents };
		const wait = counts(at) ? awaitsOf(at).find((one) => mayFollow(node, one, around)) : undefined;
		if (wait) return wait;
		if (at === fn) return undefined;
	}
	return undefined;
}

/** @param {Node} node @returns {boolean} a call that keeps functions for later: `setTimeout`, `.then` */
function defers(node) {
	if (!isCall(node)) return false;
	const callee = unwrap(node.callee);
	return defersCallback(dottedName(callee), isMember(callee) ? propertyName(callee) : null);
}

/**
 * @param {Node} fn
 * @param {EffectAnalysis} effects
 * @returns {{ inner: Node, isHandedOn: boolean }[]} functions in it that nothing runs on the spot; those in them left out
 */
function functionsIn(fn, effects) {
	/** @type {{ inner: Node, isHandedOn: boolean }[]} */
	const found = [];
	/** Of the last that was found: those in it are left out. */
	let end = 0;
	for (const node of nodesOf(fn, FUNCTIONS)) {
		if (node === fn || node.start < end || effects.runsAtOnce(node)) continue;
		let parent = /** @type {Node} */ (effects.parents.get(node));
		while (isWrapper(parent)) parent = /** @type {Node} */ (effects.parents.get(parent));
		found.push({ inner: node, isHandedOn: isCall(parent) || parent.type === 'NewExpression' });
		end = node.end;
	}
	return found;
}
