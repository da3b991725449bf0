import { compareExchange, load, store } from './atomics.js';

// What a thread notes while it reads a message, in words that the sender has, too: the thread may end in the middle, and the sender then
// takes back what the message holds still.
//
//  word 0     number of the message that is read, or was read last
//  word 1     how many of its holds have been taken; ALL once it has been read
//  word 2 …   the indexes of their GEMs, in the order in which they were taken
//
// A thread that is ended from outside ends where its code calls a function or goes back in a loop. So the word that says that a hold is
// taken and the operation that takes it stand next to each other: both are done, or neither is.
//
// The reader alone writes. The sender reads word 0 at any time, which only grows, and the others once the reader has ended.
const NUMBER = 0;
const COUNT = 1;
const FIRST = 2;

/** Holds of a message that are noted. Of those of a larger message, whose reader ends meanwhile, the others stay until the program ends. */
const MOST = 62;
const ALL = 0x7fffffff;

/** @typedef {Int32Array<SharedArrayBuffer>} Receipt */

/** Of the message that is read now; none between messages. Per-thread state. @type {{ receipt: Receipt | undefined }} */
const reading = { receipt: undefined };

/** @returns {Receipt} of a sender whose messages have not been read; a reader of an older version writes word 0 alone */
export function newReceipt() {
	const bytes = (FIRST + MOST) * Int32Array.BYTES_PER_ELEMENT;
	const receipt = new Int32Array(new SharedArrayBuffer(bytes));
	receipt[COUNT] = ALL;
	return receipt;
}

/**
 * Note that a message is read from here on, whose holds are taken by {@link takeNoted}.
 *
 * @param {Receipt | undefined} receipt undefined where no sender asks
 * @param {number} number of the message
 * @returns {Receipt | undefined} that of the message in the middle of which this one is read
 *
 * Threads: the reader. Blocks: never.
 */
export function beginReading(receipt, number) {
	const outer = reading.receipt;
	reading.receipt = receipt;
	// In this order: an end in between takes back nothing of the message, and else it would take back what the one before had.
	if (receipt) {
		store(receipt, NUMBER, number);
		store(receipt, COUNT, 0);
	}
	return outer;
}

/** The message has been read. @param {Receipt | undefined} outer what {@link beginReading} has given */
export function endReading(outer) {
	const { receipt } = reading;
	reading.receipt = outer;
	if (receipt) store(receipt, COUNT, ALL);
}

/**
 * Count a message no more, and note it.
 *
 * @param {Int32Array} words
 * @param {number} word that counts messages
 * @param {number} gem index
 *
 * Threads: the reader. Blocks: never.
 */
export function takeNoted(words, word, gem) {
	const { receipt } = reading;
	const taken = receipt ? load(receipt, COUNT) : 0;
	if (receipt && taken < MOST) store(receipt, FIRST + taken, gem);
	for (let count = load(words, word); count > 0; count = load(words, word)) {
		if (receipt) store(receipt, COUNT, taken + 1);
		if (compareExchange(words, word, count, count - 1) === count) return;
		if (receipt) store(receipt, COUNT, taken);
	}
}

/** @param {Receipt} receipt @returns {number} of the latest message that is read, or has been read */
export const latestRead = (receipt) => load(receipt, NUMBER);

/**
 * @template {{ gem: number }} Hold
 * @param {Receipt} receipt of a reader that has ended
 * @param {number} number of a message that is not older than the latest one that it began to read
 * @param {Hold[]} holds of that message
 * @returns {Hold[]} those that have not been taken
 *
 * Threads: the sender. Blocks: never.
 */
export function untakenOf(receipt, number, holds) {
	if (number !== latestRead(receipt)) return holds;
	const count = load(receipt, COUNT);
	if (count > MOST) return [];
	const taken = [...receipt.subarray(FIRST, FIRST + count)];
	return holds.filter(({ gem }) => {
		const at = taken.indexOf(gem);
		if (at >= 0) taken.splice(at, 1);
		return at < 0;
	});
}
