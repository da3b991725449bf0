/** @import { Copied } from './copied.js' */

// What copies of parts of GEMs take in a thread. They are dropped when the GEM goes, or changes; and those that were used least lately
// when there are too many. All of it is per-thread state.

/**
 * Values that a thread keeps in copies, of all GEMs together: objects count as one more each, numbers of an array of numbers as a quarter.
 * A value takes 8 to 40 bytes, so this is about 100 MB.
 */
export const MOST_COPIED = 2 ** 22;

/** What one copy takes. It does not keep the copy. */
export class Account {
	/** @param {Copied} copied */
	constructor(copied) {
		/** what was counted for it */
		this.weight = 0;
		this.copied = new WeakRef(copied);
		dropped.register(copied, this, this);
	}
}

/** @type {FinalizationRegistry<Account>} */
const dropped = new FinalizationRegistry((account) => close(account));

/** Those with something, the one that was used least lately first. @type {Set<Account>} */
const accounts = new Set();
const counted = { sum: 0 };

/** @param {Account} account whose copy is gone, or was dropped */
export function close(account) {
	if (accounts.delete(account)) counted.sum -= account.weight;
	account.weight = 0;
}

/**
 * Note that it is used.
 *
 * Threads: its own. Blocks: never.
 *
 * @param {Account} account
 */
export function use(account) {
	if (accounts.delete(account)) accounts.add(account);
}

/**
 * Count what is about to be copied; others go for it.
 *
 * Threads: its own. Blocks: never.
 *
 * @param {Account} account
 * @param {number} weight
 * @returns {boolean} whether there is room to keep it with what the account has; when not, that has been taken off
 */
export function makeRoom(account, weight) {
	const wanted = account.weight + weight;
	close(account);
	for (const other of accounts) {
		if (counted.sum + wanted <= MOST_COPIED) break;
		other.copied.deref()?.drop();
		close(other);
	}
	const hasRoom = counted.sum + wanted <= MOST_COPIED;
	account.weight = hasRoom ? wanted : weight <= MOST_COPIED ? weight : 0;
	counted.sum += account.weight;
	if (account.weight > 0) accounts.add(account);
	return hasRoom;
}

/** Values in copies that this thread keeps. Threads: its own. Blocks: never. @returns {number} */
export const weightOfCopies = () => counted.sum;
