import { Proxy, weakGet, weakSet } from './primordials.js';

/**
 * @typedef {Iterable<any> & { readonly from: number, readonly to: number, readonly length: number, entries(): Iterable<[number, any]>,
 *   [index: number]: any }} Subset
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
	const isInside = (/** @type {string | symbol} */ key) => {
		const index = typeof key === 'string' ? Number(key) : NaN;
		return Number.isInteger(index) && index >= from && index < to && String(index) === key;
	};
	const own = {
		from,
		to,
		length: to - from,
		*entries() {
			for (let index = from; index < to; index++) yield [index, gem[index]];
		},
		*[Symbol.iterator]() {
			for (let index = from; index < to; index++) yield gem[index];
		},
	};
	const subset = new Proxy(Object.create(null), {
		get: (_, key) => (isInside(key) ? gem[key] : Reflect.get(own, key)),
		set: (_, key, value) => Reflect.set(gem, key, value),
		has: (_, key) => isInside(key) || Reflect.has(own, key),
		ownKeys: () => Array.from({ length: to - from }, (_, index) => String(from + index)),
		getOwnPropertyDescriptor: (_, key) =>
			isInside(key)
				? { value: gem[key], writable: true, enumerable: true, configurable: true }
				: undefined,
	});
	weakSet(known, subset, { gem, from, to });
	return subset;
}
