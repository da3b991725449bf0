/** @import { Node } from '../types.js' */
/** @import { CallEffect, Effect } from './module.js' */
/** @import { Summary } from './effect-analysis.js' */
/** @import { Variable } from '../ast/scope.js' */
import { extended } from '../ast/records.js';
import { componentsFrom } from './components.js';

/** @type {Summary} */
const NOTHING = {
	effects: [],
	mutatedParams: new Map(),
	mutated: new Map(),
	parts: new Map(),
	mutatesThis: false,
};

/**
 * Summaries of functions, those that call each other included: what one of them is found to do counts for the others.
 *
 * The functions that a function calls are summarised before it, one component of functions that call each other at a
 * time. Within a component each summary starts as nothing and is computed again until none changes: computing adds and never
 * takes away, and there is only so much to find in a module. Nothing recurses, so that a chain of calls may be as long as it
 * likes.
 */
export class Summaries {
	/**
	 * @param {(fn: Node) => Summary} compute asks for the summaries of what `fn` calls
	 * @param {(fn: Node) => Iterable<Node>} callsOf what it will ask for, as far as that shows before
	 */
	constructor(compute, callsOf) {
		this.compute = compute;
		this.callsOf = callsOf;
		/** @type {Map<Node, Summary>} */
		this.known = new Map();
		/** What was asked for though `callsOf` did not say so. @type {Map<Node, Set<Node>>} */
		this.unforeseen = new Map();
		/** The component that is being summarised, as far as it is. @type {Map<Node, Summary> | null} */
		this.component = null;
		/** @type {Set<Node>} what the function that is being summarised has asked for and is not known */
		this.asked = new Set();
		this.isCyclic = false;
		/** How many answers were given that are not final. */
		this.unsettledAnswers = 0;
	}

	/** @returns {boolean} a component is being summarised, and answers may not be final */
	isBusy() {
		return this.component !== null;
	}

	/** @param {Node} fn @returns {Summary} */
	of(fn) {
		const known = this.known.get(fn);
		if (known) return known;
		if (!this.component) return this.settle(fn);
		this.unsettledAnswers++;
		const found = this.component.get(fn);
		if (found) this.isCyclic = true;
		else this.asked.add(fn);
		return found ?? NOTHING;
	}

	/** @param {Node} fn @returns {Summary} */
	settle(fn) {
		/** @param {Node} one */
		const next = (one) =>
			[...this.callsOf(one), ...(this.unforeseen.get(one) ?? [])].filter(
				(called) => !this.known.has(called),
			);
		for (let known = this.known.get(fn); ; known = this.known.get(fn)) {
			if (known) return known;
			componentsFrom(fn, next).every((component) => this.summarise(component));
		}
	}

	/**
	 * @param {Node[]} component whose calls lead to it and to what is known
	 * @returns {boolean} false when one of them has asked for a function that comes later
	 */
	summarise(component) {
		const found = new Map(component.map((fn) => [fn, NOTHING]));
		this.component = found;
		this.isCyclic = false;
		let isComplete = true;
		for (let hasChanged = true; hasChanged && isComplete;) {
			hasChanged = false;
			for (const fn of component) {
				const before = /** @type {Summary} */ (found.get(fn));
				const now = distinct(before, this.compute(fn));
				found.set(fn, now);
				hasChanged ||= this.isCyclic && !isSame(now, before);
				isComplete &&= this.hasForeseen(fn);
			}
		}
		this.component = null;
		if (isComplete) for (const [fn, summary] of found) this.known.set(fn, summary);
		return isComplete;
	}

	/** @param {Node} fn that has been computed @returns {boolean} it has asked for nothing but what is known and its own component */
	hasForeseen(fn) {
		if (this.asked.size === 0) return true;
		this.unforeseen.set(fn, new Set([...(this.unforeseen.get(fn) ?? []), ...this.asked]));
		this.asked = new Set();
		return false;
	}
}

/**
 * What two rounds have found; an effect that is reached in several ways is one.
 *
 * @param {Summary} before
 * @param {Summary} now
 * @returns {Summary}
 */
function distinct(before, now) {
	/** @type {Effect[]} */
	const effects = [];
	const index = new EffectIndex();
	for (const effect of [...before.effects, ...now.effects]) {
		const others = index.listOf(effect);
		const at = others.find((one) => isSameEffect(/** @type {Effect} */ (effects[one]), effect));
		if (at === undefined) others.push(effects.push(effect) - 1);
		else if (effect.kind === 'call')
			effects[at] = withGiven(/** @type {CallEffect} */ (effects[at]), effect);
	}
	return {
		effects,
		mutatedParams: new Map([...now.mutatedParams, ...before.mutatedParams]),
		mutated: new Map([...now.mutated, ...before.mutated]),
		parts: bothParts(before.parts, now.parts),
		mutatesThis: before.mutatesThis || now.mutatesThis,
	};
}

/** Finds effects that may be the same: a call has all effects of what it runs at one node, which may be hundreds. */
class EffectIndex {
	constructor() {
		/** @type {Map<Node, Map<Variable | Node | string, number[]>>} */
		this.byNode = new Map();
	}

	/** @param {Effect} effect @returns {number[]} indexes of the effects with its node and subject */
	listOf(effect) {
		let bySubject = this.byNode.get(effect.node);
		if (!bySubject) this.byNode.set(effect.node, (bySubject = new Map()));
		const of = subject(effect);
		let list = bySubject.get(of);
		if (!list) bySubject.set(of, (list = []));
		return list;
	}
}

/** @param {Summary['parts']} one @param {Summary['parts']} other @returns {Summary['parts']} */
function bothParts(one, other) {
	if (one.size === 0) return other;
	const all = new Map(one);
	for (const [index, parts] of other)
		all.set(index, new Set([...(one.get(index) ?? []), ...parts]));
	return all;
}

/** @param {Summary['parts']} parts @returns {number} */
const sizeOf = (parts) => [...parts.values()].reduce((sum, { size }) => sum + size, 0);

/** An effect that a unit's body has, too, is not the same: the host has it by itself. @param {Effect} one @param {Effect} other @returns {boolean} */
const isSameEffect = (one, other) =>
	one.kind === other.kind &&
	subject(one) === subject(other) &&
	one.inUnit === other.inUnit &&
	one.isDeferred === other.isDeferred &&
	isSameTarget(one, other);

/** @param {Effect} effect */
function subject(effect) {
	if ('variable' in effect) return effect.variable;
	return effect.kind === 'dispatch' ? effect.unit : effect.text;
}

/** @param {Effect} one @param {Effect} other @returns {boolean} calls of the same parameter, or of none */
function isSameTarget(one, other) {
	if (one.kind !== 'call' || other.kind !== 'call') return true;
	if (!one.target || !other.target) return Boolean(one.target) === Boolean(other.target);
	const { variable, isElement, name } = one.target;
	return (
		variable === other.target.variable &&
		isElement === other.target.isElement &&
		name === other.target.name
	);
}

/**
 * A call that hands on what it does in one way and in another: two calls of a function may give it two objects. An effect for
 * each would be as many as there are combinations, in functions that call each other.
 *
 * @param {CallEffect} one
 * @param {CallEffect} other
 * @returns {CallEffect} `one` itself where the other adds nothing
 */
function withGiven(one, other) {
	const isCovered =
		one.given === undefined ||
		(other.given !== undefined &&
			other.given.every((list, at) => includesAll(one.given?.[at] ?? [], list)));
	if (isCovered && includesAll(one.args, other.args) && includesAll(one.receivers, other.receivers))
		return one;
	const places = Math.max(one.given?.length ?? 0, other.given?.length ?? 0);
	return extended(one, {
		args: union(one.args, other.args),
		receivers: union(one.receivers, other.receivers),
		given:
			one.given &&
			other.given &&
			Array.from({ length: places }, (_, at) =>
				union(one.given?.[at] ?? [], other.given?.[at] ?? []),
			),
	});
}

/** @param {Variable[]} all @param {Variable[]} some @returns {boolean} */
const includesAll = (all, some) => some.every((variable) => all.includes(variable));

/** @param {Variable[]} one @param {Variable[]} other @returns {Variable[]} */
const union = (one, other) => [...new Set([...one, ...other])];

/** @param {Summary} now @param {Summary} before @returns {boolean} */
const isSame = (now, before) =>
	now.effects.length === before.effects.length &&
	now.effects.every((effect, at) => effect === before.effects[at]) &&
	now.mutatedParams.size === before.mutatedParams.size &&
	now.mutated.size === before.mutated.size &&
	sizeOf(now.parts) === sizeOf(before.parts) &&
	now.mutatesThis === before.mutatesThis;
