import { compareExchange, load } from '../memory/atomics.js';
import { I32 } from '../memory/heap.js';
import { TABLE_WORDS, UNIT_CELLS, UNIT_SHIFT } from '../memory/layout.js';
import { allocateSpan } from '../memory/spans.js';

/*
 * Two tables of the heap, one for the keys of objects and one for their shapes: 65,536 words each, a word is 0 or the
 * address of a block. A block is complete before its address is put into the first free word on its path (from its hash on,
 * one after the other), by compare-and-swap, and neither ever changes again. So two threads that bring the same thing meet at
 * the same word: the second one sees the first one's block, and no thing is in a table twice.
 */
/** A table counts as full for what finds no place within this many words. */
const LONGEST_PATH = 64;

/**
 * Finds a block, or adds one.
 *
 * @param {number} table first word of the table
 * @param {number} hash int32 of what is looked for
 * @param {(address: number) => boolean} matches whether a block is what is looked for
 * @param {() => number} make writes the block, from `allocateForEver`; called at most once
 * @returns {number} index in the table, or -1 when there is no place
 *
 * Threads: any, at the same time. Blocks: never.
 */
export function intern(table, hash, matches, make) {
	let made = 0;
	for (let step = 0; step < LONGEST_PATH; step++) {
		const index = (hash + step) & (TABLE_WORDS - 1);
		// Pairs with the exchange below: who sees the address sees the block.
		let address = load(I32, table + index);
		if (address === 0) {
			made ||= make();
			address = compareExchange(I32, table + index, 0, made);
			if (address === 0) return index;
		}
		if (matches(address)) return index;
	}
	return -1;
}

/**
 * @param {number} table first word of the table
 * @param {number} index that `intern` gave to any thread
 * @returns {number} address of the block
 *
 * Threads: any. Blocks: never.
 */
export const internedAt = (table, index) => load(I32, table + index);

/** What is left of this thread's last span: address and cells. A thread that ends leaves less than a span unused. */
const rest = { address: 0, cells: 0 };

/**
 * @param {number} cells
 * @returns {number} address of memory that is never released
 * @throws {import('../../errors/lapidary-error.js').LapidaryError} LP8103
 *
 * Threads: any. Blocks: never.
 */
export function allocateForEver(cells) {
	if (cells > rest.cells) {
		const units = Math.ceil(cells / UNIT_CELLS);
		const address = allocateSpan(units) << UNIT_SHIFT;
		const left = units * UNIT_CELLS - cells;
		if (left > rest.cells) {
			rest.address = address + cells;
			rest.cells = left;
		}
		return address;
	}
	const { address } = rest;
	rest.address += cells;
	rest.cells -= cells;
	return address;
}
