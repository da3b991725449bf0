/** @import { Context, StaticContext } from '../../define/context.js' */
import { refused } from '../refused.js';

/**
 * The transaction of a thread.
 *
 * @typedef {object} Transaction
 * @property {number} depth blocks that are open, one in the other
 * @property {'conflict' | 'retry' | null} doom why it begins again; nothing can be accessed from then on, whatever code catches
 * @property {number} number of the attempt: grows by 4 each time, so that marks of objects (access.js) from before are below it
 * @property {(Context | null)[]} contexts of the roots of the GEMs that take part, `joined` of them
 * @property {number} joined
 * @property {boolean} hasWritten
 * @property {'conflict' | 'retry' | null} outcome of the last attempt: null when it has ended well, or with an exception
 * @property {number} changes how often some GEM had been changed, when it decided to wait
 */

/** Thrown through the code of a block that begins again. It is no error: nobody but the transaction has a use for it. */
const DOOM = Object.freeze({
	name: 'Transaction',
	message: 'the block begins again; let this pass',
});

/** Threads: any. Blocks: never. @returns {Transaction} */
export const createTransaction = () => ({
	depth: 0,
	doom: null,
	number: 0,
	contexts: [],
	joined: 0,
	hasWritten: false,
	outcome: null,
	changes: 0,
});

/**
 * Give up what was done so far, and begin again.
 *
 * Threads: any. Blocks: never.
 *
 * @param {Transaction} transaction
 * @param {'conflict' | 'retry'} reason
 * @returns {never}
 */
export function doom(transaction, reason) {
	transaction.doom = reason;
	revokeAll(transaction); // what it was allowed to read it has to ask for again, and is told
	throw DOOM;
}

/**
 * Threads: any. Blocks: never.
 *
 * @param {Transaction} transaction that may read nothing any more without being asked
 */
export function revokeAll({ contexts, joined }) {
	for (let at = 0; at < joined; at++) contexts[at]?.revoke();
}

/**
 * Threads: any. Blocks: never.
 *
 * @param {Transaction} transaction
 * @throws what ends a block that is doomed, if it is
 */
export function checkDoom(transaction) {
	if (transaction.doom !== null) throw DOOM;
}

/**
 * Wait until something that the transaction may have read has changed, then begin it again: for code that has found nothing to do.
 *
 * Threads: any, within a block. Blocks: a worker, until some transaction has changed a GEM; the host refuses.
 *
 * @param {StaticContext} statics
 * @returns {never}
 * @throws {import('../../../errors/lapidary-error.js').LapidaryError} LP8101 outside of a block
 */
export function retry({ static: { shared, local } }) {
	const transaction = /** @type {Transaction} */ (local.transaction);
	if (transaction.depth === 0) throw outside('retry');
	// While everything that was read is locked: what changes afterwards is signalled afterwards.
	transaction.changes = shared.changes.count();
	return doom(transaction, 'retry');
}

/**
 * Run `first`; when that retries, take back what it did and run `second`. When both retry, the transaction does.
 * (Harris, Marlow, Peyton Jones, Herlihy, Composable Memory Transactions, PPoPP 2005)
 *
 * Threads: any, within a block. Blocks: never by itself.
 *
 * @param {StaticContext} statics
 * @param {() => unknown} first
 * @param {() => unknown} second
 * @returns {unknown} what the one that did not retry returns
 * @throws {import('../../../errors/lapidary-error.js').LapidaryError} LP8101 outside of a block
 */
export function orElse({ static: { local } }, first, second) {
	const transaction = /** @type {Transaction} */ (local.transaction);
	const [context] = transaction.contexts;
	if (transaction.depth === 0 || !context) throw outside('orElse');
	const savepoint = context.work.savepoint();
	try {
		const result = first();
		if (transaction.doom === null) return result;
	} catch (thrown) {
		if (transaction.doom === null) throw thrown;
	}
	if (transaction.doom !== 'retry') throw DOOM;
	transaction.doom = null;
	context.work.undoTo(savepoint);
	return second();
}

/** @param {string} name @returns {Error} LP8101 */
const outside = (name) =>
	refused('calling', name, 'there is no transaction', 'call it within `gem.atomic(() => …)`');
