/** @import { Value } from './value.js' */

/** @type {readonly never[]} */
const EMPTY = Object.freeze([]);
/** From so many members on a set finds one faster than a list does. */
const MANY = 12;

/**
 * What an expression, a variable or a property may hold: the objects among it. Numbers and other primitives are nothing that
 * can be changed, so that a cell without values holds primitives alone.
 *
 * Most cells stay empty, and there is one for each expression: so each list is made when something comes into it.
 */
export class Cell {
	constructor() {
		/** @type {readonly Value[]} in the order in which they came */
		this.list = EMPTY;
		/** @type {Set<Value> | null} the same, when there are many */
		this.known = null;
		/** How many of the values have been handed on. */
		this.done = 0;
		/** @type {readonly Cell[]} what holds all that this holds */
		this.targets = EMPTY;
		/** @type {Set<Cell> | null} the same, when there are many */
		this.knownTargets = null;
		/** @type {readonly ((value: Value) => void)[]} */
		this.watchers = EMPTY;
		this.isQueued = false;
	}

	/** @returns {Iterable<Value>} */
	get values() {
		return this.list;
	}

	/** @param {Value} value @returns {boolean} */
	has(value) {
		return this.known ? this.known.has(value) : this.list.includes(value);
	}
}

/** What only holds primitives, whatever happens. */
export const NOTHING = Object.freeze(new Cell());

/**
 * @template T
 * @param {readonly T[]} list
 * @param {T} item
 * @returns {readonly T[]} the same list where it has a place for the item
 */
function pushed(list, item) {
	if (list === EMPTY) return [item];
	/** @type {T[]} */ (list).push(item);
	return list;
}

/**
 * Hands values on along the edges between cells until nothing changes.
 *
 * A subset-based analysis is cubic at worst. Beyond a number of steps that is proportional to the program it gives up, and
 * nothing is proven: that is a check at run time, and no wrong answer.
 */
export class Graph {
	/** @param {number} limit of steps */
	constructor(limit) {
		this.limit = limit;
		this.steps = 0;
		/** @type {Cell[]} */
		this.queue = [];
	}

	/** @returns {boolean} the limit is reached */
	get hasGivenUp() {
		return this.steps > this.limit;
	}

	/** @param {Cell} cell @param {Value} value */
	add(cell, value) {
		this.steps++;
		if (cell.has(value)) return;
		cell.list = pushed(cell.list, value);
		if (cell.known) cell.known.add(value);
		else if (cell.list.length > MANY) cell.known = new Set(cell.list);
		if (cell.isQueued) return;
		cell.isQueued = true;
		this.queue.push(cell);
	}

	/** All that `from` holds, `to` holds as well. @param {Cell} from @param {Cell} to */
	flow(from, to) {
		if (from === to || from === NOTHING || to === NOTHING) return;
		const { knownTargets } = from;
		if (knownTargets ? knownTargets.has(to) : from.targets.includes(to)) return;
		from.targets = pushed(from.targets, to);
		if (knownTargets) knownTargets.add(to);
		else if (from.targets.length > MANY) from.knownTargets = new Set(from.targets);
		this.steps++;
		for (let at = 0; at < from.done; at++) this.add(to, /** @type {Value} */ (from.list[at]));
	}

	/** Call a function for each value of a cell, those that come later too. @param {Cell} cell @param {(value: Value) => void} visit */
	watch(cell, visit) {
		if (cell === NOTHING) return;
		cell.watchers = pushed(cell.watchers, visit);
		const { done } = cell;
		for (let at = 0; at < done; at++) visit(/** @type {Value} */ (cell.list[at]));
	}

	/** Hand on what has come since the last time. */
	settle() {
		for (let cell = this.queue.pop(); cell; cell = this.queue.pop()) {
			cell.isQueued = false;
			while (cell.done < cell.list.length) {
				if (this.hasGivenUp) return;
				const value = /** @type {Value} */ (cell.list[cell.done++]);
				// A watcher that is added meanwhile has been called for this value by `watch`.
				const { length } = cell.watchers;
				const targets = cell.targets.length;
				for (let at = 0; at < targets; at++)
					this.add(/** @type {Cell} */ (cell.targets[at]), value);
				for (let at = 0; at < length; at++) {
					this.steps++;
					/** @type {(value: Value) => void} */ (cell.watchers[at])(value);
				}
			}
		}
	}
}
