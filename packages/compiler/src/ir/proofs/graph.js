/** @import { Value } from './value.js' */

/**
 * What an expression, a variable or a property may hold: the objects among it. Numbers and other primitives are nothing that
 * can be changed, so that a cell without values holds primitives alone.
 */
export class Cell {
	constructor() {
		/** @type {Set<Value>} */
		this.values = new Set();
		/** How many of the values have been handed on. */
		this.done = 0;
		/** @type {Value[]} in the order in which they came */
		this.list = [];
		/** @type {Cell[]} what holds all that this holds */
		this.targets = [];
		/** @type {((value: Value) => void)[]} */
		this.watchers = [];
		this.isQueued = false;
	}
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
		/** @type {Map<Cell, Set<Cell>>} */
		this.edges = new Map();
	}

	/** @returns {boolean} the limit is reached */
	get hasGivenUp() {
		return this.steps > this.limit;
	}

	/** @param {Cell} cell @param {Value} value */
	add(cell, value) {
		this.steps++;
		if (cell.values.has(value)) return;
		cell.values.add(value);
		cell.list.push(value);
		this.enqueue(cell);
	}

	/** @param {Cell} cell */
	enqueue(cell) {
		if (cell.isQueued) return;
		cell.isQueued = true;
		this.queue.push(cell);
	}

	/** All that `from` holds, `to` holds as well. @param {Cell} from @param {Cell} to */
	flow(from, to) {
		if (from === to) return;
		const known = this.edges.get(from);
		if (known?.has(to)) return;
		if (known) known.add(to);
		else this.edges.set(from, new Set([to]));
		from.targets.push(to);
		this.steps++;
		for (let at = 0; at < from.done; at++) this.add(to, /** @type {Value} */ (from.list[at]));
	}

	/** Call a function for each value of a cell, those that come later too. @param {Cell} cell @param {(value: Value) => void} visit */
	watch(cell, visit) {
		cell.watchers.push(visit);
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
