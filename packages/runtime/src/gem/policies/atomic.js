/** @import { Synchronous } from '../define/content-types.js' */
/** @import { Blocks } from './atomic-types.js' */
import { checkNotOfOthers } from '../define/other-copies.js';
import { AtomicLK } from './atomic-lk.js';
import { AtomicSTM } from './atomic-stm.js';

const { isArray } = Array;

/**
 * Run a block over several GEMs, of AtomicLK and AtomicSTM: locks are taken first, in the one order in which all threads take them,
 * then the transaction runs within.
 *
 * Threads: any. Blocks: while other threads are inside; the host for milliseconds at most.
 *
 * @template R
 * @param {readonly Blocks[]} gems
 * @param {() => Synchronous<R>} fn
 * @returns {R} what fn returns
 * @throws {Error} what fn throws; LP8106 on the host, LP8107, LP8111; a TypeError for what is no such GEM
 *
 * @example
 * atomic([checking, savings], () => {
 * 	checking.cents -= 500;
 * 	savings.cents += 500;
 * });
 */
export function atomic(gems, fn) {
	const { locks, transactions } = byType(gems);
	if (transactions.length === 0) return AtomicLK.atomic(locks, fn);
	if (locks.length === 0) return AtomicSTM.atomic(transactions, fn);
	return AtomicLK.atomic(
		locks,
		/** @type {typeof fn} */ (() => AtomicSTM.atomic(transactions, fn)),
	);
}

/**
 * The same without blocking the event loop.
 *
 * Threads: any. Blocks: never; with GEMs of both types, the host for milliseconds at most.
 *
 * @template R
 * @param {readonly Blocks[]} gems
 * @param {() => Synchronous<R>} fn
 * @returns {Promise<R>}
 */
export async function atomicAsync(gems, fn) {
	const { locks, transactions } = byType(gems);
	if (transactions.length === 0) return AtomicLK.atomicAsync(locks, fn);
	if (locks.length === 0) return AtomicSTM.atomicAsync(transactions, fn);
	return AtomicLK.atomicAsync(
		locks,
		/** @type {typeof fn} */ (() => AtomicSTM.atomic(transactions, fn)),
	);
}

/** @param {readonly Blocks[]} gems @returns {{ locks: any[], transactions: any[] }} */
function byType(gems) {
	if (!isArray(gems)) throw new TypeError('atomic() takes an array of GEMs');
	const locks = gems.filter((gem) => AtomicLK.has(gem));
	const transactions = gems.filter((gem) => AtomicSTM.has(gem));
	if (locks.length + transactions.length < gems.length) {
		for (const gem of gems) checkNotOfOthers(gem);
		throw new TypeError('atomic() takes GEMs of the types AtomicLK and AtomicSTM');
	}
	return { locks, transactions };
}

/** Within a transaction: wait until what it has read may have changed, and begin it again. See `AtomicSTM.retry`. */
export const { retry, orElse } = AtomicSTM;
