/** @import { Table } from './tlrw-layout.js' */
import { add, and, compareExchange, load, store } from '../memory/atomics.js';
import { I32 } from '../memory/heap.js';
import { hasEnded, isAlive, me } from '../memory/threads.js';
import { recover } from '../memory/undo-log.js';
import { HIGH, LOW, READER, RECOVERER, STRIPES, VERSION, WRITER } from './tlrw-layout.js';

// What threads have left in a table of read-write locks when they ended.

/**
 * Find the threads that have ended while they had a bit or a stripe, and take away what they had locked.
 *
 * @param {Table} table
 * @returns {number} how many
 *
 * Threads: any. Blocks: while another thread undoes the log of a dead one.
 */
export function recoverAll(table) {
	const { base, stripes, readers } = table;
	let count = 0;
	for (let bit = 0; bit < readers; bit++) {
		if (recoverIfDead(table, load(I32, base + 2 * bit + READER))) count++;
	}
	// Threads without a bit are known by what they write alone.
	for (let stripe = 0; stripe < stripes; stripe++) {
		if (recoverIfDead(table, load(I32, base + STRIPES + 4 * stripe + WRITER))) count++;
	}
	return count;
}

/** @param {Table} table @param {number} id or 0 @returns {boolean} whether it was dead */
function recoverIfDead(table, id) {
	if (id === 0 || !hasEnded(id)) return false;
	recoverFrom(table, id);
	return true;
}

/**
 * Take away what a dead thread had locked, after what it had logged was undone.
 *
 * @param {Table} table
 * @param {number} dead id of a thread for which `isAlive` is false
 *
 * Threads: any. Blocks: while another thread undoes the log.
 */
export function recoverFrom(table, dead) {
	const { base, stripes, readers } = table;
	recover(dead); // first: the next thread that gets a stripe finds it as it was before
	for (let stripe = 0; stripe < stripes; stripe++) {
		const at = base + STRIPES + 4 * stripe;
		// An id is never used twice, so several threads may do this at once.
		if (load(I32, at + WRITER) !== dead) continue;
		add(I32, at + VERSION, 1);
		compareExchange(I32, at + WRITER, dead, 0);
	}
	for (let bit = 0; bit < readers; bit++) {
		if (load(I32, base + 2 * bit + READER) === dead) clearBit(table, bit, dead);
	}
}

/**
 * A bit may be another thread's as soon as its entry is 0. So one thread clears it, and looks at the entry again once it is that one.
 *
 * @param {Table} table
 * @param {number} bit
 * @param {number} dead id
 */
function clearBit({ base, stripes }, bit, dead) {
	const entry = base + 2 * bit;
	const before = load(I32, entry + RECOVERER);
	if (before !== 0 && isAlive(before)) return; // it is at it
	if (compareExchange(I32, entry + RECOVERER, before, me()) !== before) return;
	if (load(I32, entry + READER) === dead) {
		const word = bit < 31 ? LOW : HIGH;
		const mask = bit < 31 ? 1 << bit : 1 << (bit - 31);
		for (let stripe = 0; stripe < stripes; stripe++) {
			const at = base + STRIPES + 4 * stripe + word;
			if ((load(I32, at) & mask) !== 0) and(I32, at, ~mask);
		}
		store(I32, entry + READER, 0); // the bit may be taken again; pairs with compareExchange in join
	}
	store(I32, entry + RECOVERER, 0);
}
