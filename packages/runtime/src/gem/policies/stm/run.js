/** @import { Context } from '../../define/context.js' */
/** @import { Transaction } from './transaction.js' */
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import { gemContended, gemWouldBlock } from '../../../errors/codes.js';
import { checkBlock, Sync } from '../../define/index.js';
import { refused } from '../refused.js';
import { checkDoom } from './transaction.js';

const COMMITTED = 0;
const CONFLICTS = 1;
const RETRIES = 2;

/** Each waits longer than the one before, at random, so that two that meet do not meet again. */
const MOST_ATTEMPTS = 4000;
/** A turn of the event loop takes next to no time, and the block that is in the way may take long: then attempts are made now and then. */
const MOST_TURNS = 32;
const MOST_SLEEP_MS = 8;
/** The host may not wait, but the other one may be about to end. */
const HOST_LIMIT_MS = 5;
/** A transaction that waits looks again now and then, should the thread that would have woken it have ended. */
const SLICE_MS = 1000;

/**
 * Run a transaction, or a block within the one that runs.
 *
 * Threads: any. Blocks: a worker, while other transactions are in the way or nothing changes that it waits for; the host for 5 ms.
 *
 * @param {Context[]} contexts of the roots of the GEMs that it is about
 * @param {() => unknown} fn
 * @returns {unknown} what fn returned
 * @throws {Error} what fn threw, after its changes were taken back; LP8106 on the host, LP8111
 */
export function runNow(contexts, fn) {
	if (contexts.length === 0) return checkBlock(fn());
	const transaction = transactionOf(contexts);
	if (transaction.depth > 0) return runNested(contexts, fn, transaction);
	const value = attempt(contexts, fn, transaction);
	return transaction.outcome === null ? value : runAgain(contexts, fn, transaction);
}

/** @param {Context[]} contexts @param {() => unknown} fn @param {Transaction} transaction whose first attempt has failed @returns {unknown} */
function runAgain(contexts, fn, transaction) {
	const start = Sync.isHost ? performance.now() : 0;
	let isLast = false;
	for (let attempts = 1; ; attempts++) {
		const isRetry = transaction.outcome === 'retry';
		if (isRetry) checkLocks(contexts);
		if (attempts >= MOST_ATTEMPTS) throw gemContended({ attempts });
		if (Sync.isHost && (isRetry || isLast)) {
			const what = isRetry ? 'a change of a GEM' : 'other transactions';
			throw gemWouldBlock({ what, instead: 'atomicAsync' });
		}
		isLast = Sync.isHost && performance.now() - start > HOST_LIMIT_MS;
		// What is in the way may be a thread that has ended, so that nobody has to be waited for.
		if (isLast) recover(contexts);
		if (isRetry) changesOf(contexts).wait(transaction.changes, SLICE_MS);
		else backOff(contexts, attempts);
		const value = attempt(contexts, fn, transaction);
		if (transaction.outcome === null) return value;
	}
}

/**
 * The same without blocking.
 *
 * Threads: any. Blocks: never.
 *
 * @param {Context[]} contexts
 * @param {() => unknown} fn
 * @returns {Promise<unknown>}
 */
export async function runAsync(contexts, fn) {
	if (contexts.length === 0) return checkBlock(fn());
	const transaction = transactionOf(contexts);
	// Called within a block, it is none of that one's: it runs once that is over.
	if (contexts[0].work.depth > 0) await undefined;
	for (let attempts = 1; ; attempts++) {
		// Released while this waited: the words of its locks may be of another GEM by now.
		for (const context of contexts) context.check();
		const value = attempt(contexts, fn, transaction);
		// Now: others of this thread may run meanwhile.
		const { outcome, changes } = transaction;
		if (outcome === null) return value;
		if (attempts >= MOST_ATTEMPTS) throw gemContended({ attempts });
		if (outcome === 'retry') await changesOf(contexts).waitAsync(changes, SLICE_MS);
		else {
			if (attempts % 16 === 0) recover(contexts);
			await (attempts < MOST_TURNS ? turn() : sleep(1 + Math.random() * MOST_SLEEP_MS));
		}
	}
}

/** @param {Context[]} contexts @returns {Transaction} */
const transactionOf = ([context]) => context.static.local.transaction;

/** @param {Context[]} contexts */
const changesOf = ([context]) => context.static.shared.changes;

/** Take away what dead threads have. @param {Context[]} contexts */
function recover(contexts) {
	for (const { internal } of contexts) internal.locks.recover();
}

/**
 * A transaction within a block of AtomicLK cannot wait for a change: whoever would make it may need the lock.
 *
 * @param {Context[]} contexts
 * @throws {import('../../../errors/lapidary-error.js').LapidaryError} LP8101
 */
function checkLocks([{ work }]) {
	if (work.depth === 0) return;
	const reason = 'the block around the transaction keeps its lock meanwhile';
	throw refused('calling', 'retry', reason, 'begin the transaction outside of blocks of AtomicLK');
}

/** @param {Context[]} contexts @param {number} attempts */
function backOff(contexts, attempts) {
	// What is in the way may be a thread that has ended.
	if (attempts % 16 === 0) recover(contexts);
	const most = 2 ** Math.min(attempts, 12);
	pauseAtRandom(most, attempts > 12 ? 1 : 0);
}

/** @param {number} spins @param {number} sleepMs at most */
const pauseAtRandom = (spins, sleepMs) =>
	Sync.pause(Math.random() * spins, Math.random() * sleepMs);

/**
 * @param {Context[]} contexts
 * @param {() => unknown} fn
 * @param {Transaction} transaction gets the `outcome`
 * @returns {unknown} what fn returned, when that is null
 */
function attempt(contexts, fn, transaction) {
	const { work } = contexts[0];
	// In a block of AtomicLK, only what is done from here on is taken back.
	const savepoint = work.depth > 0 ? work.savepoint() : null;
	let value;
	work.enter();
	transaction.depth = 1;
	transaction.number += 4;
	transaction.doom = null;
	transaction.hasWritten = false;
	try {
		open(contexts, transaction, savepoint === null);
		value = checkBlock(fn());
		checkDoom(transaction);
	} catch (thrown) {
		end(contexts, transaction);
		if (savepoint === null) work.fail();
		else {
			work.backTo(savepoint);
			work.leave();
		}
		transaction.outcome = transaction.doom;
		if (transaction.doom === null) throw thrown;
		count(contexts, transaction.doom === 'retry' ? RETRIES : CONFLICTS);
		return undefined;
	}
	end(contexts, transaction);
	work.leave();
	transaction.outcome = null;
	if (transaction.hasWritten) changesOf(contexts).signal();
	count(contexts, COMMITTED);
	return value;
}

/** @param {Context[]} contexts @param {() => unknown} fn @param {Transaction} transaction @returns {unknown} */
function runNested(contexts, fn, transaction) {
	checkDoom(transaction);
	const { work } = contexts[0];
	const savepoint = work.savepoint();
	transaction.depth++;
	open(contexts, transaction, false);
	try {
		return checkBlock(fn());
	} catch (thrown) {
		// What it has read stays locked: the block around goes on with what it knows of it.
		if (transaction.doom === null) work.undoTo(savepoint);
		throw thrown;
	} finally {
		transaction.depth--;
		for (const context of contexts) leave(context);
	}
}

/** @param {Context[]} contexts @param {Transaction} transaction @param {boolean} isOutermost of all blocks */
function open(contexts, transaction, isOutermost) {
	for (const context of contexts) {
		const { local, work } = context;
		local.depth++;
		if (local.joined === transaction.number) continue;
		local.joined = transaction.number;
		transaction.contexts[transaction.joined++] = context;
		work.join(isOutermost ? (local.giveBack ??= giverBack(context)) : giverBack(context));
	}
}

/** @param {Context} context @returns {() => void} */
function giverBack({ internal: { locks } }) {
	// What the thread has from a transaction before, in one block with this, it keeps when this one begins again.
	const had = locks.held();
	return () => locks.releaseTo(had);
}

/** @param {Context} context one block of which is over */
function leave(context) {
	const { local } = context;
	if (local.depth > 0 && --local.depth === 0) context.revoke();
}

/** @param {Context[]} contexts @param {Transaction} transaction */
function end(contexts, transaction) {
	transaction.depth = 0;
	for (const context of contexts) leave(context);
	while (transaction.joined > 0) transaction.contexts[--transaction.joined] = null;
}

/** @param {Context[]} contexts @param {number} which */
function count(contexts, which) {
	for (const { internal } of contexts) internal.counts.countOne(which);
}
