// Takes the place of src/gem/memory/heap.js: a heap whose thread ends before the write that the test says, or meets an exception there and goes on.
import * as heap from './heap.js';

export const { heapId, limitBytes, unitCount, U32, F64, U8, U16, I64 } = heap;

export const DEATH = Symbol('the thread has ended');

export const life = {
	/** Writes until the thread ends. */
	left: Infinity,
	isOver: false,
	/** Writes until one throws, once. */
	failsAt: Infinity,
	/** Planted bugs: whether a write is left out. @type {(index: number, value: number) => boolean} */
	isLost: () => false,
};

export const I32 = new Proxy(heap.I32, {
	// `target[key]` takes a third of what `Reflect.get` and `set` do.
	/** @param {any} target */
	get(target, key) {
		const value = target[key];
		return typeof value === 'function' ? value.bind(target) : value;
	},
	/** @param {any} target */
	set(target, key, value) {
		// `finally` blocks do not run in a thread that was terminated: what they write is not written.
		if (life.isOver || life.left-- <= 0) {
			life.isOver = true;
			throw DEATH;
		}
		if (life.failsAt-- === 0) throw new RangeError('Maximum call stack size exceeded');
		if (!life.isLost(Number(key), value)) target[key] = value;
		return true;
	},
});
