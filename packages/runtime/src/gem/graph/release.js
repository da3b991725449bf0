/** @import { Region } from '../memory/region.js' */
/** @import { Held } from './slots.js' */
import { LapidaryError } from '../../errors/lapidary-error.js';
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
 * @param {(address: number) => void} [onNode] gets each of them
 *
 * Threads: who has the right to the whole subtree. Blocks: see `Region.release`.
 */
export function releaseNode(region, address, onNode) {
	// Not by recursion: a tree that was built step by step may be deeper than any stack.
	const waiting = [address];
	const onString = (/** @type {number} */ string) => releaseString(region, string);
	for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
		onNode?.(next);
		const cells = cellsOfSlots(next);
		visitSlots(next, waiting, onString);
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

/**
 * @param {number} address of a header
 * @param {number[]} waiting gets the nodes that are right below
 * @param {(address: number) => void} onString gets the strings that are, keys of dictionaries too
 *
 * Threads: who may read the node. Blocks: where `onString` does.
 */
export function visitSlots(address, waiting, onString) {
	const word = I32[2 * address];
	const slots = I32[2 * address + 2];
	switch (word & KIND_MASK) {
		case STRUCT:
			shapeById(word >>> DETAIL_SHIFT).types.forEach((type, field) => {
				if (type === FIELD_STRING) onString(I32[2 * (slots + field)]);
				else if (type === FIELD_NODE) waiting.push(I32[2 * (slots + field)]);
				else if (type === FIELD_ANY) visitCell(slots + field, waiting, onString);
			});
			break;
		case DICTIONARY:
			for (let entry = 0; entry < usedOfTable(slots); entry++) {
				const key = I32[keyWord(slots, entry)];
				if (key === 0) continue;
				onString(key);
				visitCell(valueCell(slots, entry), waiting, onString);
			}
			break;
		case INTS:
			if ((word & BOXED) === 0) break;
			for (let at = 0; at < I32[2 * address + 3]; at++) {
				if (hasMoved(address, at)) visitCell(cellOf(address, at), waiting, onString);
			}
			break;
		case VALUES:
			if ((word & BOXED) === 0) break;
			for (let at = 0; at < I32[2 * address + 3]; at++) visitCell(slots + at, waiting, onString);
	}
}

/** @param {number} cell @param {number[]} waiting @param {(address: number) => void} onString */
function visitCell(cell, waiting, onString) {
	const tag = tagOf(cell);
	if (tag === TAG_STRING) onString(I32[2 * cell]);
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
	else if (held.tag === TAG_NODE && !region.detached?.keep(held.low)) releaseNode(region, held.low);
}

/**
 * Releases what a change has brought in and not used, because it was refused. After an exception of the engine (a stack overflow between any two
 * steps) it may already have its slot: released, its memory would be handed out again, and be in two places. It is left alone, at worst
 * until the GEM is released.
 *
 * @param {Region} region
 * @param {readonly (Held | null)[]} all
 * @param {unknown} thrown by the change
 *
 * Threads: who has the right to the values. Blocks: see `Region.release`.
 */
export function releaseUnused(region, all, thrown) {
	if (!(thrown instanceof LapidaryError)) return;
	for (const held of all) if (held !== null) releaseHeld(region, held);
}
