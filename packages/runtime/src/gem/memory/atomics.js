/**
 * The one file of gem/ that names `Atomics`: the explorer of test/gem/interleave takes its place and tries every order
 * of these operations. They are sequentially consistent (ECMA-262, Memory Model).
 */

/** @typedef {Int32Array<SharedArrayBuffer>} Words */
/** @typedef {BigInt64Array<SharedArrayBuffer>} DoubleWords */
/** @typedef {'ok' | 'not-equal' | 'timed-out'} WaitResult */

/** How often to look at a word before sleeping on it. Longer spinning did not pay on two cores. */
export const SPINS = 200;

/** How often a thread may find a lock taken after it was woken, before the lock is kept for it. */
export const PATIENCE = 2;

export const { load, store, add, sub, or, and, exchange, compareExchange, wait, notify } = Atomics;

export const {
	load: load64,
	store: store64,
	add: add64,
	compareExchange: compareExchange64,
} = /** @type {Pick<typeof Atomics, 'load' | 'store' | 'add' | 'compareExchange'>} */ (Atomics);

/** Waits of this thread that have begun and go on by themselves, of which its event loop knows nothing. Per-thread state. */
export const asyncWaits = { count: 0 };

/**
 * Wait without blocking. Does not keep the process alive.
 *
 * @param {Words} words
 * @param {number} index
 * @param {number} value
 * @param {number} timeoutMs
 * @returns {WaitResult | Promise<WaitResult>} 'not-equal' or 'timed-out' at once, else a promise
 *
 * Threads: any. Blocks: never.
 */
export function waitAsync(words, index, value, timeoutMs) {
	/** @type {{ waitAsync: (...parameters: unknown[]) => { value: WaitResult | Promise<WaitResult> } }} */
	const { waitAsync: native } = /** @type {any} */ (Atomics);
	const outcome = native(words, index, value, timeoutMs).value;
	if (typeof outcome === 'string') return outcome;
	asyncWaits.count++;
	return outcome.finally(() => asyncWaits.count--);
}

/**
 * Not atomic: an atomic operation next to it, or a lock, has to order it.
 *
 * @param {Words} words
 * @param {number} index
 * @returns {number}
 *
 * Threads: any. Blocks: never.
 */
export const readPlain = (words, index) => words[index];

/**
 * Not atomic: an atomic operation next to it, or a lock, has to order it.
 *
 * @param {Words} words
 * @param {number} index
 * @param {number} value
 *
 * Threads: any. Blocks: never.
 */
export const writePlain = (words, index, value) => {
	words[index] = value;
};
