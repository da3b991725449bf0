/** @import { Node } from '../../types.js' */
/** @import { Discovered, Effect, FirstCall, Fragment } from '../../ir/module.js' */
/** @import { EffectAnalysis } from '../../ir/effect-analysis.js' */
/** @import { Reference, Variable } from '../../ast/scope.js' */
import { isFunction, unwrap } from '../../ast/shapes.js';
import { isWithin } from '../../ast/tree.js';
import { awaitsOf, mayFollow } from '../../ir/waits.js';

/** @typedef {{ fragments: Fragment[], effects: Map<Fragment, Effect[]>, deferred: Map<Fragment, Effect[]>, fills: Map<Variable, Fragment[]>, analysis: EffectAnalysis }} Loading */

/**
 * When units are called while the module loads, and when they may be.
 *
 * What a statement changes before the first call of a unit is there for every call, and a worker may repeat the statement.
 * What it changes later, some calls have not seen: the value has to cross with each call.
 */
export class Dispatches {
	/** @param {Discovered} discovered @param {Loading} loading */
	constructor(discovered, loading) {
		this.loading = loading;
		this.units = discovered.units.map(({ node }) => node);
		/** Calls that the text shows. @type {Map<Node, FirstCall>} */
		this.calls = new Map();
		for (const fragment of loading.fragments) {
			for (const effect of loading.effects.get(fragment) ?? []) {
				if (effect.kind !== 'dispatch' || this.calls.has(effect.unit)) continue;
				this.calls.set(effect.unit, { node: effect.node, index: fragment.index });
			}
		}
		/** @type {Map<Node, number> | undefined} */
		this.possible = undefined;
		/** @type {Map<Node, Set<Variable>>} */
		this.needs = new Map();
		/** @type {Map<Variable, Fragment[]> | undefined} */
		this.makers = undefined;
	}

	/**
	 * @param {Variable} variable of the top level
	 * @returns {number} the index of the first fragment that may call a unit which needs the variable
	 */
	firstCallNeeding(variable) {
		this.possible ??= this.findPossible();
		let first = Infinity;
		for (const [unit, index] of this.possible)
			if (index < first && this.neededBy(unit).has(variable)) first = index;
		return first;
	}

	/**
	 * A function that a statement hands on may be called by what gets it, at once; when it goes to a timer, to a promise or
	 * to an event, at the next `await` of the top level, or by the next call that cannot be seen.
	 *
	 * @returns {Map<Node, number>} for each unit the index of the first fragment that may call it
	 */
	findPossible() {
		const { fragments, effects, deferred } = this.loading;
		const possible = new Map([...this.calls].map(([unit, { index }]) => [unit, index]));
		/** @type {Set<Node>} */
		const pending = new Set();
		for (const fragment of fragments) {
			const found = effects.get(fragment) ?? [];
			const isUnseen = found.some(({ kind }) => kind === 'call');
			const isActing =
				isUnseen ||
				deferred.has(fragment) ||
				found.some(({ kind }) => kind === 'external' || kind === 'dispatch');
			if (isActing) for (const unit of this.unitsReachedBy(fragment)) pending.add(unit);
			if (pending.size === 0 || !(isUnseen || this.waits(fragment))) continue;
			for (const unit of pending)
				possible.set(unit, Math.min(possible.get(unit) ?? Infinity, fragment.index));
			pending.clear();
		}
		return possible;
	}

	/** @param {Fragment} fragment @returns {boolean} it has an `await` that runs while the module loads */
	waits({ node, kind }) {
		if (kind === 'function' || kind === 'import' || kind === 'type') return false;
		let found = false;
		this.loading.analysis.walkImmediate(node, ({ type, await: isAsync }) => {
			found ||= type === 'AwaitExpression' || (type === 'ForOfStatement' && isAsync);
		});
		return found;
	}

	/** @param {Fragment} fragment @returns {Set<Node>} the units that its functions, and what it names, may call */
	unitsReachedBy(fragment) {
		/** @type {Set<Node>} */
		const units = new Set();
		const reached = new Set([fragment]);
		for (const one of reached) {
			for (const unit of this.unitsIn(one)) units.add(unit);
			// What a unit calls in turn runs in a worker.
			for (const { variable, node } of one.references) {
				if (this.units.some((unit) => isWithin(node, unit))) continue;
				for (const maker of this.makersOf(variable)) reached.add(maker); // a Set grows while it is walked
			}
		}
		return units;
	}

	/** @param {Fragment} fragment @returns {Node[]} */
	unitsIn({ node }) {
		return this.units.filter((unit) => isWithin(unit, node));
	}

	/** @param {Variable | null} variable @returns {Fragment[]} what defines it */
	makersOf(variable) {
		if (!this.makers) {
			this.makers = new Map();
			for (const fragment of this.loading.fragments)
				for (const one of fragment.defines)
					this.makers.set(one, [...(this.makers.get(one) ?? []), fragment]);
		}
		return (variable && this.makers.get(variable)) ?? [];
	}

	/** @param {Node} unit @returns {Set<Variable>} of the top level: what it reads, and what that is made from */
	neededBy(unit) {
		const known = this.needs.get(unit);
		if (known) return known;
		/** @type {Set<Variable>} */
		const found = new Set();
		/** @param {Reference[]} references */
		const add = (references) => {
			for (const { variable } of references) if (variable) found.add(variable);
		};
		const home = this.loading.fragments.find(({ node }) => isWithin(unit, node));
		// What a nested unit captures of the functions around it may be made from all that they use.
		const isOwn = home && (home.node === unit || home.node.init === unit);
		if (home) {
			const references = isOwn
				? home.references.filter(({ node }) => isWithin(node, unit))
				: home.references;
			add(references);
			for (const variable of home.defines) found.add(variable);
		}
		for (const variable of found) {
			const fills = this.loading.fills.get(variable) ?? [];
			for (const fragment of [...this.makersOf(variable), ...fills])
				if (fragment !== home || !isOwn) add(fragment.references);
		}
		this.needs.set(unit, found);
		return found;
	}
}

/**
 * Whether a change that a statement makes may come after the statement: behind an `await` of an async function whose
 * call nobody awaits.
 *
 * @param {Effect} effect of the statement
 * @param {EffectAnalysis} analysis
 * @returns {boolean}
 */
export function isUnsettled({ node, via }, analysis) {
	const { parents } = analysis;
	const places = [...via, node];
	let hasWaited = false;
	// From the change outwards: a function that awaits what has waited has waited itself.
	for (let index = places.length - 1; index >= 0; index--) {
		const place = /** @type {Node} */ (places[index]);
		for (let at = parents.get(place); at; at = parents.get(at)) {
			if (!isFunction(at)) continue;
			const fn = at;
			const isInPlace = unwrap(parents.get(fn)?.callee) === fn;
			hasWaited ||=
				fn.async && awaitsOf(fn).some((wait) => mayFollow(place, wait, { fn, parents }));
			const call = isInPlace ? parents.get(fn) : places[index - 1];
			if (hasWaited && !(call && parents.get(call)?.type === 'AwaitExpression')) return true;
			if (!isInPlace && !analysis.runsAtOnce(fn)) break; // the function that the call before runs
		}
	}
	return false;
}
