/** @import { Region } from '../memory/region.js' */
/** @import { Held } from './slots.js' */
import { I32 } from '../memory/heap.js';
import {
	capacityOfTable,
	cellsForTable,
	keyWord,
	usedOfTable,
	valueCell,
} from './dictionary-table.js';
import { cellOf, hasMoved } from './fixed-ints.js';
import {
	BOXED,
	DETAIL_SHIFT,
	DICTIONARY,
	FIELD_ANY,
	FIELD_NODE,
	FIELD_STRING,
	HEADER_CELLS,
	INTS,
	KIND_MASK,
	STRUCT,
	TAG_NODE,
	TAG_STRING,
	VALUES,
	capacityOf,
} from './layout.js';
import { shapeById } from './shapes.js';
import { tagOf } from './slots.js';
import { releaseString } from './strings.js';
import { cellsForTyped } from './typed.js';

/**
 * Releases a node and all that is below it. Whoever still has a Node of it gets LP8108.
 *
 * @param {Region} region
 * @param {number} address of its header
 *
 * Threads: who has the right to the whole subtree. Blocks: see `Region.release`.
 */
export function releaseNode(region, address) {
	// Not by recursion: a tree that was built step by step may be deeper than any stack.
	const waiting = [address];
	for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
		const cells = cellsOfSlots(next);
		releaseSlots(region, next, waiting);
		if (cells > 0) region.release(I32[2 * next + 2], cells);
		region.release(next, HEADER_CELLS); // clears the stamp
	}
}

/**
 * @param {number} address of a header
 * @returns {number} cells of the block of its slots; 0 = it has none
 *
 * Threads: who may read the node. Blocks: never.
 */
export function cellsOfSlots(address) {
	const word = I32[2 * address];
	switch (word & KIND_MASK) {
		case STRUCT:
			return I32[2 * address + 3];
		case DICTIONARY:
			return cellsForTable(capacityOfTable(I32[2 * address + 2]));
		case INTS:
		case VALUES:
			return capacityOf(word);
		default:
			return cellsForTyped(word >>> DETAIL_SHIFT, I32[2 * address + 3]);
	}
}

/** @param {Region} region @param {number} address @param {number[]} waiting gets the nodes below */
function releaseSlots(region, address, waiting) {
	const word = I32[2 * address];
	const slots = I32[2 * address + 2];
	switch (word & KIND_MASK) {
		case STRUCT:
			shapeById(word >>> DETAIL_SHIFT).types.forEach((type, field) => {
				if (type === FIELD_STRING) releaseString(region, I32[2 * (slots + field)]);
				else if (type === FIELD_NODE) waiting.push(I32[2 * (slots + field)]);
				else if (type === FIELD_ANY) releaseCell(region, slots + field, waiting);
			});
			break;
		case DICTIONARY:
			for (let entry = 0; entry < usedOfTable(slots); entry++) {
				const key = I32[keyWord(slots, entry)];
				if (key === 0) continue;
				releaseString(region, key);
				releaseCell(region, valueCell(slots, entry), waiting);
			}
			break;
		case INTS:
			if ((word & BOXED) === 0) break;
			for (let at = 0; at < I32[2 * address + 3]; at++) {
				if (hasMoved(address, at)) releaseCell(region, cellOf(address, at), waiting);
			}
			break;
		case VALUES:
			if ((word & BOXED) === 0) break;
			for (let at = 0; at < I32[2 * address + 3]; at++) releaseCell(region, slots + at, waiting);
	}
}

/** @param {Region} region @param {number} cell @param {number[]} waiting */
function releaseCell(region, cell, waiting) {
	const tag = tagOf(cell);
	if (tag === TAG_STRING) releaseString(region, I32[2 * cell]);
	else if (tag === TAG_NODE) waiting.push(I32[2 * cell]);
}

/**
 * @param {Region} region
 * @param {Held} held in no slot, or in none any more
 *
 * Threads: who has the right to the value. Blocks: see `Region.release`.
 */
export function releaseHeld(region, held) {
	if (held.tag === TAG_STRING) releaseString(region, held.low);
	else if (held.tag === TAG_NODE) releaseNode(region, held.low);
}
