/** @import { View } from './view.js' */
import { read, readElement } from './accesses.js';
import { viewOf } from './sides.js';

const { apply } = Reflect;

const { prototype: arrays } = Array;
/** As it was when this module was evaluated. */
const ofArrays = arrays[Symbol.iterator];
const IteratorPrototype = Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]()));

/**
 * Goes through the elements of an array or typed array as an iterator of an array does, without the way through its proxy: an index would
 * become a string there and be parsed again.
 *
 * Threads: one. Blocks: where the type's traps do.
 */
class ListIterator {
	/** null once it has come to the end @type {View | null} */
	#view;
	#index = 0;

	/** @param {View} view */
	constructor(view) {
		this.#view = view;
	}

	/** @returns {IteratorResult<unknown>} */
	next() {
		const view = this.#view;
		if (view === null) return { value: undefined, done: true };
		const index = this.#index;
		if (index >= Number(read(view, 'length'))) {
			this.#view = null;
			return { value: undefined, done: true };
		}
		this.#index = index + 1;
		return { value: readElement(view, index, String(index)), done: false };
	}
}
Object.setPrototypeOf(ListIterator.prototype, IteratorPrototype);
Object.defineProperty(ListIterator.prototype, 'next', { enumerable: true });
Object.defineProperty(ListIterator.prototype, Symbol.toStringTag, {
	value: 'Array Iterator',
	configurable: true,
});
delete (/** @type {any} */ (ListIterator.prototype).constructor);

/**
 * `[Symbol.iterator]` of arrays and typed arrays in a GEM, as users hold them.
 *
 * Threads: any. Blocks: never.
 *
 * @this {any}
 * @returns {Iterator<unknown>}
 */
export function values() {
	const view = viewOf(this);
	const isPlain = view?.isList && !(view.rootKey === null && view.handle.hasIndexedApi);
	return isPlain ? new ListIterator(/** @type {View} */ (view)) : apply(ofArrays, this, []);
}
