/** @import { Region } from '../memory/region.js' */
/** @import { Held } from './slots.js' */
import { I32 } from '../memory/heap.js';
import {
	addEntry,
	capacityOfTable,
	cellsForTable,
	keyWord,
	putEntry,
	putTable,
	usedOfTable,
	valueCell,
} from './dictionary-table.js';
import { releaseHeld } from './release.js';
import { orderKeys, rememberedKey } from './shapes.js';
import { changeCell, heldInCell } from './slots.js';
import { createString, hashText, readString, releaseString } from './strings.js';

// Objects whose keys are data: any number of them, with strings of their own.

/** Smaller tables are not worth being made smaller. */
const LEAST_CAPACITY = 8;

/**
 * @param {Region} region
 * @param {number} address of a header of kind DICTIONARY
 * @param {number} entry
 * @param {Held} held what it gets, which is the document's from now on
 *
 * Threads: who may write the entry. Blocks: see `Region.release`.
 */
export function changeEntry(region, address, entry, held) {
	const cell = valueCell(I32[2 * address + 2], entry);
	const old = heldInCell(cell);
	changeCell(region, cell, held);
	releaseHeld(region, old);
}

/**
 * @param {Region} region
 * @param {number} address of a header of kind DICTIONARY
 * @param {string} key that it does not have
 * @param {Held} held
 * @throws {import('../../errors/lapidary-error.js').LapidaryError} LP8103; nothing was changed
 *
 * Threads: who may write the node. Blocks: see `Region.allocate`.
 */
export function addToDictionary(region, address, key, held) {
	const table = I32[2 * address + 2];
	const count = I32[2 * address + 3];
	if (usedOfTable(table) === capacityOfTable(table))
		rebuild(region, address, count + (count >> 1) + 2);
	const name = rememberedKey(key) || createString(region, key);
	changeCell(region, addEntry(region, I32[2 * address + 2], name, hashText(key)), held);
	region.write32(2 * address + 3, count + 1);
}

/**
 * @param {Region} region
 * @param {number} address of a header of kind DICTIONARY
 * @param {number} entry of a key
 *
 * Threads: who may write the node. Blocks: see `Region.release`.
 */
export function removeEntry(region, address, entry) {
	const table = I32[2 * address + 2];
	const count = I32[2 * address + 3] - 1;
	const word = keyWord(table, entry);
	const key = I32[word];
	const old = heldInCell(valueCell(table, entry));
	region.write32(word, 0);
	region.write32(2 * address + 3, count);
	releaseString(region, key);
	releaseHeld(region, old);
	const capacity = capacityOfTable(table);
	if (capacity > LEAST_CAPACITY && 2 * count < capacity) {
		rebuild(region, address, Math.max(count + (count >> 2), LEAST_CAPACITY >> 1));
	}
}

/** @param {Region} region @param {number} address @param {number} capacity at least the number of keys */
function rebuild(region, address, capacity) {
	const table = I32[2 * address + 2];
	const next = region.allocate(cellsForTable(capacity));
	putTable(next, capacity);
	for (let entry = 0; entry < usedOfTable(table); entry++) {
		const word = keyWord(table, entry);
		if (I32[word] === 0) continue;
		const from = valueCell(table, entry);
		const to = putEntry(next, I32[word], I32[word + 1]);
		I32[2 * to] = I32[2 * from];
		I32[2 * to + 1] = I32[2 * from + 1];
	}
	region.write32(2 * address + 2, next);
	region.release(table, cellsForTable(capacityOfTable(table)));
}

/**
 * @param {number} address of a header of kind DICTIONARY
 * @returns {string[]} keys in JavaScript's order
 *
 * Threads: who may read the node. Blocks: never.
 */
export function keysOfDictionary(address) {
	const table = I32[2 * address + 2];
	const keys = [];
	for (let entry = 0; entry < usedOfTable(table); entry++) {
		const key = I32[keyWord(table, entry)];
		if (key !== 0) keys.push(readString(key));
	}
	return orderKeys(keys);
}
