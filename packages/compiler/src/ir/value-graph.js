/** @import { Node } from '../types.js' */
/** @import { Step } from './origins.js' */
import { Variable } from '../ast/scope.js';
import { unwrap } from '../ast/shapes.js';
import { componentsFrom } from './components.js';

/**
 * A value, or a part of it: what lies at a depth in an expression or a variable.
 *
 * @typedef {{ place: Node | Variable, depth: number, next: Spot[] | null }} Spot `next`: where that comes from, once it is known
 */

/** @typedef {(place: Node | Variable, depth: number) => Step[]} Next the places from which a value comes, one step back */

/** What lies deeper counts as lying here: by its name, all of an object crosses that lies so deep (`4-plan/identities.js`). */
export const DEEPEST = 4;

/** Where values come from, as far as that has been asked for. */
export class ValueGraph {
	/** @param {Next} nextOf */
	constructor(nextOf) {
		this.nextOf = nextOf;
		/** By depth. @type {Map<Node | Variable, Spot[]>} */
		this.spots = new Map();
	}

	/** @param {Step} step @returns {Spot | null} null where there is no value */
	spotOf([at, deep]) {
		const place = at && !(at instanceof Variable) ? unwrap(at) : at;
		if (!place || deep < 0) return null;
		const depth = Math.min(deep, DEEPEST);
		let spots = this.spots.get(place);
		if (!spots) this.spots.set(place, (spots = []));
		return (spots[depth] ??= { place, depth, next: null });
	}

	/** @param {Spot} spot @returns {Spot[]} */
	next(spot) {
		return (spot.next ??= this.nextOf(spot.place, spot.depth).flatMap(
			(step) => this.spotOf(step) ?? [],
		));
	}
}

/** Of a value that leads to nothing that is looked for. */
const NONE = new Set();

/**
 * What is found on the way back from values, each answered once. Values that come from each other have one answer: most of the
 * members of a program with common names do.
 *
 * @template T
 */
export class Reached {
	/**
	 * @param {ValueGraph} graph
	 * @param {(place: Node | Variable, depth: number) => readonly T[]} findAt what is to be found at a place itself
	 */
	constructor(graph, findAt) {
		this.graph = graph;
		this.findAt = findAt;
		/** @type {Map<Spot, ReadonlySet<T>>} */
		this.known = new Map();
	}

	/** @param {readonly Step[]} steps @returns {ReadonlySet<T>} */
	from(steps) {
		return this.union(
			steps.flatMap((step) => {
				const spot = this.graph.spotOf(step);
				return spot ? this.of(spot) : [];
			}),
			[],
		);
	}

	/** @param {Spot} spot @returns {ReadonlySet<T>} */
	of(spot) {
		const known = this.known.get(spot);
		if (known) return known;
		/** @param {Spot} one */
		const unknownAfter = (one) => {
			const next = this.graph.next(one);
			return next.some((each) => this.known.has(each))
				? next.filter((each) => !this.known.has(each))
				: next;
		};
		for (const component of componentsFrom(spot, unknownAfter)) this.settle(component);
		return /** @type {ReadonlySet<T>} */ (this.known.get(spot));
	}

	/** @param {Spot[]} component spots that lead to each other; what else they lead to is known */
	settle(component) {
		const own = component.flatMap(({ place, depth }) => this.findAt(place, depth));
		/** @type {Set<ReadonlySet<T>>} */
		const after = new Set();
		for (const spot of component)
			for (const next of this.graph.next(spot)) {
				const known = this.known.get(next);
				if (known) after.add(known);
			}
		const all = this.union([...after], own);
		for (const spot of component) this.known.set(spot, all);
	}

	/** @param {ReadonlySet<T>[]} sets @param {readonly T[]} others @returns {ReadonlySet<T>} of all; a set that has all itself is not copied */
	union(sets, others) {
		const [first = NONE, ...more] = [...sets].sort((a, b) => b.size - a.size);
		/** @type {Set<T> | null} */
		let copy = null;
		const add = (/** @type {T} */ one) => {
			if (copy ? copy.has(one) : first.has(one)) return;
			copy ??= new Set(first);
			copy.add(one);
		};
		for (const set of more) for (const one of set) add(one);
		for (const one of others) add(one);
		return copy ?? first;
	}
}
