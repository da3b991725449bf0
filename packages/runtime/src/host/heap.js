import { pop, push } from '../primordials.js';

/**
 * A binary min-heap: adding and taking an item compare it with O(log n) others.
 *
 * @template T
 */
export class Heap {
	/** the parent of the item at `at` is at `(at - 1) >> 1`, and not after it @type {T[]} */
	#items = [];
	#isBefore;

	/** @param {(left: T, right: T) => boolean} isBefore a strict order */
	constructor(isBefore) {
		this.#isBefore = isBefore;
	}

	/** @returns {number} items in it */
	get size() {
		return this.#items.length;
	}

	/** @returns {T | undefined} an item that no other is before; undefined when there is none */
	get first() {
		return this.#items[0];
	}

	/** @param {T} item */
	add(item) {
		const items = this.#items;
		let at = push(items, item) - 1;
		while (at > 0) {
			const parent = (at - 1) >> 1;
			if (!this.#isBefore(item, items[parent])) break;
			items[at] = items[parent];
			at = parent;
		}
		items[at] = item;
	}

	/** @returns {T | undefined} the first, which is not in it any more */
	take() {
		const items = this.#items;
		const first = items[0];
		const last = pop(items);
		if (items.length > 0) this.#sink(/** @type {T} */ (last));
		return first;
	}

	/** @param {T} item to be put where the first was, or below */
	#sink(item) {
		const items = this.#items;
		let at = 0;
		for (let child = 1; child < items.length; child = 2 * at + 1) {
			const other = child + 1;
			if (other < items.length && this.#isBefore(items[other], items[child])) child = other;
			if (!this.#isBefore(items[child], item)) break;
			items[at] = items[child];
			at = child;
		}
		items[at] = item;
	}
}
