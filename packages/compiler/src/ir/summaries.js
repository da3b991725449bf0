/** @import { Node } from '../types.js' */
/** @import { Effect } from './module.js' */
/** @import { Summary } from './effect-analysis.js' */

/** @type {Summary} */
const NOTHING = { effects: [], mutatedParams: new Map(), mutated: new Map(), mutatesThis: false };

/** A round over functions that call each other. @typedef {{ active: Set<Node>, done: Map<Node, Summary>, isCyclic: boolean }} Round */

/**
 * Summaries of functions, of those that call each other too: what one of them is found to do counts for the others.
 *
 * A function that is asked for while it is being summarised has what the round before found, so that only a round
 * that finds what the one before did is the last. Rounds add and never take away, and there is only so much to find
 * in a module: they end.
 */
export class Summaries {
	/** @param {(fn: Node) => Summary} compute asks for the summaries of what `fn` calls */
	constructor(compute) {
		this.compute = compute;
		/** @type {Map<Node, Summary>} */
		this.known = new Map();
		/** @type {Map<Node, Summary>} */
		this.before = new Map();
		/** @type {Round | null} */
		this.round = null;
	}

	/** @param {Node} fn @returns {Summary} */
	of(fn) {
		const known = this.known.get(fn);
		if (known) return known;
		return this.round ? this.within(fn, this.round) : this.settle(fn);
	}

	/** @param {Node} fn @param {Round} round @returns {Summary} */
	within(fn, round) {
		const done = round.done.get(fn);
		if (done) return done;
		if (round.active.has(fn)) {
			round.isCyclic = true;
			return this.before.get(fn) ?? NOTHING;
		}
		round.active.add(fn);
		const summary = distinct(this.before.get(fn) ?? NOTHING, this.compute(fn));
		round.active.delete(fn);
		round.done.set(fn, summary);
		return summary;
	}

	/** @param {Node} fn @returns {Summary} */
	settle(fn) {
		this.before = new Map();
		for (;;) {
			/** @type {Round} */
			const round = { active: new Set(), done: new Map(), isCyclic: false };
			this.round = round;
			const summary = this.within(fn, round);
			this.round = null;
			if (!round.isCyclic || isSame(round.done, this.before)) {
				for (const [one, found] of round.done) this.known.set(one, found);
				return summary;
			}
			this.before = round.done;
		}
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
	/** @type {Map<Node, Effect[]>} */
	const byNode = new Map();
	const effects = [...before.effects, ...now.effects].filter((effect) => {
		const others = byNode.get(effect.node) ?? [];
		const isKnown = others.some(
			(one) =>
				one.kind === effect.kind && subject(one) === subject(effect) && isGivenSame(one, effect),
		);
		if (!isKnown) byNode.set(effect.node, [...others, effect]);
		return !isKnown;
	});
	return {
		effects,
		mutatedParams: new Map([...now.mutatedParams, ...before.mutatedParams]),
		mutated: new Map([...now.mutated, ...before.mutated]),
		mutatesThis: before.mutatesThis || now.mutatesThis,
	};
}

/** @param {Effect} effect */
const subject = (effect) => ('variable' in effect ? effect.variable : effect.text);

/** Two calls of one function may hand on two objects. @param {Effect} one @param {Effect} other @returns {boolean} */
function isGivenSame(one, other) {
	if (one.kind !== 'call' || other.kind !== 'call') return true;
	const known = new Set([...one.args, ...one.receivers]);
	return [...other.args, ...other.receivers].every((variable) => known.has(variable));
}

/** @param {Map<Node, Summary>} now @param {Map<Node, Summary>} before @returns {boolean} */
function isSame(now, before) {
	return [...now].every(([fn, one]) => {
		const other = before.get(fn);
		return (
			other !== undefined &&
			other.effects.length === one.effects.length &&
			other.mutatedParams.size === one.mutatedParams.size &&
			other.mutated.size === one.mutated.size &&
			other.mutatesThis === one.mutatesThis
		);
	});
}
