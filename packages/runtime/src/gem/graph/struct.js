/** @import { Region } from '../memory/region.js' */
/** @import { Shape } from './shapes.js' */
/** @import { Held } from './slots.js' */
import { I32 } from '../memory/heap.js';
import { cellsForTable, putEntry, putTable } from './dictionary-table.js';
import { DETAIL_SHIFT, DICTIONARY, FIXED, MAX_ADDED_FIELDS, STRUCT } from './layout.js';
import { releaseHeld } from './release.js';
import { keyString, lengthened, shortened, widened } from './shapes.js';
import { changeField, fieldTypeOf, heldInField, putHeld } from './slots.js';
import { hashText } from './strings.js';

// Objects whose keys and types are in a shape.

/**
 * @param {Region} region
 * @param {number} address of a header of kind STRUCT
 * @param {{ shape: Shape, field: number, held: Held }} change what the field gets, which is the document's from now on
 * @returns {boolean} false when there is no shape for it: nothing was changed
 *
 * Threads: who may write the node. Blocks: see `Region.release`.
 */
export function changeStructField(region, address, { shape, field, held }) {
	const next = widened(shape, field, fieldTypeOf(held));
	if (next === null) return false;
	const cell = I32[2 * address + 2] + field;
	const old = heldInField(shape.types[field], cell);
	if (next !== shape) setShape(region, address, next);
	changeField(region, next.types[field], cell, held);
	releaseHeld(region, old);
	return true;
}

/**
 * @param {Region} region
 * @param {number} address of a header of kind STRUCT, not fixed
 * @param {{ shape: Shape, key: string, held: Held }} change a key that it does not have, and its value
 * @returns {boolean} false when there is no shape for it: nothing was changed
 *
 * Threads: who may write the node. Blocks: see `Region.allocate`.
 */
export function addStructField(region, address, { shape, key, held }) {
	const count = shape.keys.length;
	if (count >= MAX_ADDED_FIELDS) return false;
	const type = fieldTypeOf(held);
	const next = lengthened(shape, key, type);
	if (next === null) return false;
	if (count === I32[2 * address + 3])
		resize(region, address, count, (count + (count >> 1) + 2) & ~1);
	changeField(region, type, I32[2 * address + 2] + count, held);
	setShape(region, address, next);
	return true;
}

/**
 * @param {Region} region
 * @param {number} address of a header of kind STRUCT, not fixed
 * @param {{ shape: Shape, field: number }} place
 * @returns {boolean} false when there is no shape for it: nothing was changed
 *
 * Threads: who may write the node. Blocks: see `Region.release`.
 */
export function removeStructField(region, address, { shape, field }) {
	const next = shortened(shape, field);
	if (next === null) return false;
	const slots = I32[2 * address + 2];
	const old = heldInField(shape.types[field], slots + field);
	for (let word = 2 * (slots + field); word < 2 * (slots + next.keys.length); word++) {
		region.write32(word, I32[word + 2]);
	}
	setShape(region, address, next);
	releaseHeld(region, old);
	return true;
}

/** @param {Region} region @param {number} address @param {Shape} shape */
function setShape(region, address, shape) {
	region.write32(2 * address, STRUCT | (I32[2 * address] & FIXED) | (shape.id << DETAIL_SHIFT));
}

/** @param {Region} region @param {number} address @param {number} count of fields @param {number} cells more than that */
function resize(region, address, count, cells) {
	const slots = region.allocate(cells);
	const old = I32[2 * address + 2];
	const oldCells = I32[2 * address + 3];
	I32.copyWithin(2 * slots, 2 * old, 2 * (old + count));
	region.write32(2 * address + 2, slots);
	region.write32(2 * address + 3, cells);
	if (oldCells > 0) region.release(old, oldCells);
}

/**
 * Makes a dictionary of an object, which stays the same node.
 *
 * @param {Region} region
 * @param {number} address of a header of kind STRUCT
 * @param {Shape} shape its
 * @throws {import('../../errors/lapidary-error.js').LapidaryError} LP8103; nothing was changed
 *
 * Threads: who may write the node. Blocks: see `Region.allocate`.
 */
export function makeDictionary(region, address, shape) {
	const count = shape.keys.length;
	const capacity = count + (count >> 1) + 1;
	const table = region.allocate(cellsForTable(capacity));
	const slots = I32[2 * address + 2];
	const cells = I32[2 * address + 3];
	putTable(table, capacity);
	for (let field = 0; field < count; field++) {
		const key = shape.keys[field];
		const cell = putEntry(table, keyString(key), hashText(key));
		putHeld(cell, heldInField(shape.types[field], slots + field));
	}
	region.write32(2 * address, DICTIONARY | (I32[2 * address] & FIXED));
	region.write32(2 * address + 2, table);
	region.write32(2 * address + 3, count);
	if (cells > 0) region.release(slots, cells);
}
