import { add, compareExchange, exchange, load, store } from './atomics.js';
import { I32 as words } from './heap.js';
import {
	FLIGHT_ROWS,
	FLIGHTS,
	GEM_EXTENT,
	GEM_IN_FLIGHT,
	gemBase,
	MAX_GEMS,
	MAX_RECEIVERS,
	RECEIVER_WORDS,
	RECEIVERS,
} from './layout.js';
import { takeNoted } from './receipts.js';

/** A constant of this module: V8 would look up the import each time. */
const I32 = words;

// Messages that hold GEMs, by receiving thread: when it ends, its unread messages are never read, and what they hold is released.
//
//  RECEIVERS, two words a row:
//   word 0 OWNER  id of a thread with whose end the receiver has ended, too: itself, or one above it; 0 while the row is free. Written by the
//                 sender that claims the row, then by the thread that has found that end
//   word 1 NODE   `threadId` of the receiver + 1; 0 before the claim is complete. Written by the same
//  FLIGHTS, a word for each GEM and row:
//   messages with the GEM that the receiver has not read. Written by senders, before they post, and by the receiver; after its end, by the
//   thread that has found it
//
// A message says its row. Row 0 counts messages of which it is not known who reads them, in the control block of the GEM.
//
// One atomic operation adds a message, and one takes it away: a thread that ends beside them has sent it or not, has read it or not.
const OWNER = 0;
const NODE = 1;

/** The row of messages of which it is not known who reads them. */
export const UNKNOWN = 0;

/** @param {number} row @returns {number} index of its first word in RECEIVERS */
const receiverBase = (row) => RECEIVERS + row * RECEIVER_WORDS;

/** @param {number} row @param {number} gem index @returns {number} index of the word that counts */
const flightWord = (row, gem) =>
	row === UNKNOWN ? gemBase(gem) + GEM_IN_FLIGHT : FLIGHTS + row * MAX_GEMS + gem;

/** @returns {number} rows that may be in use, row 0 included */
const rowExtent = () => load(I32, FLIGHT_ROWS);

/**
 * The row of a receiver, which it has until it has ended.
 *
 * @param {number} nodeId `threadId` of a thread that has not ended
 * @param {number} owner id of that thread, or of one above it
 * @returns {number} UNKNOWN when all rows are in use
 *
 * Threads: any that can send to it. Blocks: never.
 */
export function rowOf(nodeId, owner) {
	const extent = rowExtent();
	for (let row = 1; row < extent; row++) {
		if (load(I32, receiverBase(row) + NODE) === nodeId + 1) return row;
	}
	// Two senders may each claim a row for one receiver, which does no harm.
	for (let row = 1; row < MAX_RECEIVERS; row++) {
		const base = receiverBase(row);
		if (load(I32, base + OWNER) !== 0) continue;
		raiseExtent(row + 1); // before the claim, so that it is found if this thread ends; pairs with load in isInFlight
		if (compareExchange(I32, base + OWNER, 0, owner) !== 0) continue;
		store(I32, base + NODE, nodeId + 1);
		return row;
	}
	return UNKNOWN;
}

/** @param {number} least */
function raiseExtent(least) {
	for (let old = rowExtent(); old < least; old = rowExtent()) {
		if (compareExchange(I32, FLIGHT_ROWS, old, least) === old) return;
	}
}

/**
 * Count a message.
 *
 * @param {number} row
 * @param {number} gem index
 *
 * Threads: those with a handle of the GEM. Blocks: never.
 */
export function addFlight(row, gem) {
	add(I32, flightWord(row, gem), 1);
}

/**
 * {@link takeFlight} of a message that is read, which its sender may ask about (receipts.js).
 *
 * @param {number} row that it says
 * @param {number} gem index
 *
 * Threads: the receiver. Blocks: never.
 */
export function takeReadFlight(row, gem) {
	takeNoted(I32, flightWord(row, gem), gem);
}

/**
 * Count a message no more.
 *
 * @param {number} row that it says
 * @param {number} gem index
 *
 * Threads: the receiver, and a sender whose message could not be posted. Blocks: never.
 */
export function takeFlight(row, gem) {
	const word = flightWord(row, gem);
	// Never below 0: a port that a thread has handed on could be read after that thread has ended, and its row belongs to another one by then.
	for (let count = load(I32, word); count > 0; count = load(I32, word)) {
		if (compareExchange(I32, word, count, count - 1) === count) return;
	}
}

/**
 * @param {number} gem index
 * @returns {boolean} whether a message holds it
 *
 * Threads: any. Blocks: never.
 */
export function isInFlight(gem) {
	const extent = Math.max(1, rowExtent());
	for (let row = 0; row < extent; row++) if (load(I32, flightWord(row, gem)) !== 0) return true;
	return false;
}

/**
 * Take away what messages to threads hold that have ended, and give their rows back.
 *
 * @param {{ nodeId: number, owner: number }} ended `threadId` of one, or -1; and id of one with which others have ended, or 0
 * @param {(gem: number) => void} onDropped called for each GEM that a message held, which holds it no more
 *
 * Threads: the one that started it, or one above that when that one has ended. Blocks: never.
 */
export function dropFlightsTo({ nodeId, owner }, onDropped) {
	const extent = rowExtent();
	for (let row = 1; row < extent; row++) {
		const base = receiverBase(row);
		const claimed = load(I32, base + OWNER);
		if (claimed === 0) continue;
		const isOf = claimed === owner || (nodeId >= 0 && load(I32, base + NODE) === nodeId + 1);
		if (isOf) empty(row, claimed, onDropped);
	}
}

/** @param {number} row of receivers that have ended @param {number} owner @param {(gem: number) => void} onDropped */
function empty(row, owner, onDropped) {
	const gems = load(I32, GEM_EXTENT);
	for (let gem = 1; gem < gems; gem++) {
		const word = flightWord(row, gem);
		if (load(I32, word) !== 0 && exchange(I32, word, 0) !== 0) onDropped(gem);
	}
	store(I32, receiverBase(row) + NODE, 0);
	compareExchange(I32, receiverBase(row) + OWNER, owner, 0); // from here on another thread may claim it
}
