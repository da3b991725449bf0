/** @import { View } from './view.js' */
import { toIndex } from '../graph/index.js';
import { readElement, writeElement } from './accesses.js';
import { Proxy, weakGet, weakSet } from './primordials.js';
import { viewOf } from './sides.js';
import { plainOf } from './snapshot.js';

/**
 * @template [E=any] element
 * @typedef {{ readonly from: number, readonly to: number, readonly length: number, entries(): IterableIterator<[number, E]>,
 *   [Symbol.iterator](): IterableIterator<E>, [index: number]: E }} Subset
 */

/** What it is of, by Subset. Per-thread state. @type {WeakMap<object, { gem: any, from: number, to: number }>} */
const known = new WeakMap();

/**
 * Threads: any. Blocks: never.
 *
 * @param {object} value
 * @returns {{ gem: any, from: number, to: number } | undefined} what it is of, when it is a Subset
 */
export const subsetOf = (value) => weakGet(known, value);

/**
 * The elements of an array from one index to another, under the indices that they have there: `for (const index in subset)`,
 * `for (const value of subset)`, `subset[index]`, `subset.from`, `subset.to`, `subset.length`, `subset.entries()`. Each access is
 * one of the GEM's, so that it is refused once the right to the part is gone.
 *
 * Threads: the one that has the part. Blocks: never.
 *
 * @param {any} gem
 * @param {number} from index of the first element
 * @param {number} to index behind the last
 * @returns {Subset}
 */
export function createSubset(gem, from, to) {
	/** The index that a key is; -1: none of these elements. @type {(key: string | symbol) => number} */
	const indexOf = (key) => {
		const index = typeof key === 'string' ? toIndex(key) : -1;
		return index >= from && index < to ? index : -1;
	};
	const { read, write } = elementsOf(gem);
	const own = {
		from,
		to,
		length: to - from,
		*entries() {
			for (let index = from; index < to; index++) yield [index, read(index, String(index))];
		},
		*[Symbol.iterator]() {
			for (let index = from; index < to; index++) yield read(index, String(index));
		},
	};
	const subset = new Proxy(Object.create(null), {
		get(_, key) {
			const index = indexOf(key);
			return index < 0 ? Reflect.get(own, key) : read(index, /** @type {string} */ (key));
		},
		set(_, key, value) {
			const index = indexOf(key);
			if (index < 0) return Reflect.set(gem, key, value);
			write(index, /** @type {string} */ (key), value);
			return true;
		},
		has: (_, key) => indexOf(key) >= 0 || Reflect.has(own, key),
		ownKeys: () => Array.from({ length: to - from }, (_, index) => String(from + index)),
		getOwnPropertyDescriptor(_, key) {
			const index = indexOf(key);
			if (index < 0) return undefined;
			const value = read(index, /** @type {string} */ (key));
			return { value, writable: true, enumerable: true, configurable: true };
		},
	});
	weakSet(known, subset, { gem, from, to });
	return subset;
}

/**
 * The accesses of a GEM's elements, without the way through its proxy where that does nothing else.
 *
 * @param {any} gem
 * @returns {{ read: (index: number, key: string) => any, write: (index: number, key: string, value: unknown) => void }}
 */
function elementsOf(gem) {
	const view = /** @type {View | null} */ (viewOf(gem));
	if (!view?.isList || view.handle.hasIndexedApi) {
		return {
			read: (index) => gem[index],
			write: (index, key, value) => void (gem[key] = value),
		};
	}
	return {
		read: (index, key) => readElement(view, index, key),
		write: (index, key, value) => writeElement(view, index, key, plainOf(value)),
	};
}
