/** @import { Region } from '../memory/region.js' */
/** @import { Node } from './node.js' */
/** @import { Held, Primitive } from './slots.js' */
import { I32 } from '../memory/heap.js';
import { pathOf, refuse } from './classify.js';
import { findEntry, valueCell } from './dictionary-table.js';
import { addToDictionary, changeEntry, keysOfDictionary, removeEntry } from './dictionary.js';
import { DETAIL_SHIFT, FIXED, KIND_MASK, STRUCT } from './layout.js';
import { shapeById } from './shapes.js';
import { readCell, readField } from './slots.js';
import { addStructField, changeStructField, makeDictionary, removeStructField } from './struct.js';

// Objects of both kinds. Addresses are those of headers that are alive, and of kind STRUCT or DICTIONARY.

/**
 * @param {number} address of a header of kind STRUCT
 * @param {number} word 0 of it
 * @param {string} key
 * @returns {Primitive | undefined | Node} undefined when it has no such key
 *
 * Threads: who may read the node. Blocks: never.
 */
export function getField(address, word, key) {
	const { fields, types } = shapeById(word >>> DETAIL_SHIFT);
	const field = fields.get(key);
	return field === undefined ? undefined : readField(types[field], I32[2 * address + 2] + field);
}

/**
 * @param {number} address of a header of kind DICTIONARY
 * @param {string} key
 * @returns {Primitive | undefined | Node} undefined when it has no such key
 *
 * Threads: who may read the node. Blocks: never.
 */
export function getEntry(address, key) {
	const slots = I32[2 * address + 2];
	const entry = findEntry(slots, key);
	return entry < 0 ? undefined : readCell(valueCell(slots, entry));
}

/**
 * @param {number} address
 * @param {string} key
 * @returns {boolean}
 *
 * Threads: who may read the node. Blocks: never.
 */
export function hasKey(address, key) {
	const word = I32[2 * address];
	if ((word & KIND_MASK) === STRUCT) return shapeById(word >>> DETAIL_SHIFT).fields.has(key);
	return findEntry(I32[2 * address + 2], key) >= 0;
}

/**
 * @param {Region} region
 * @param {number} address
 * @param {string} key
 * @param {Held} held what the key gets, which is the document's from now on
 * @throws {import('../../errors/lapidary-error.js').LapidaryError} LP8104 for a new key of a fixed object, LP8103; nothing was changed
 *
 * Threads: who may write the node, or the key of a fixed one. Blocks: see `Region.allocate`.
 */
export function setKey(region, address, key, held) {
	const word = I32[2 * address];
	if ((word & KIND_MASK) === STRUCT) {
		const shape = shapeById(word >>> DETAIL_SHIFT);
		const field = shape.fields.get(key);
		if (field !== undefined) {
			if (changeStructField(region, address, { shape, field, held })) return;
		} else {
			if (word & FIXED) throw refuseKey(key);
			if (addStructField(region, address, { shape, key, held })) return;
		}
		makeDictionary(region, address, shape);
	}
	const entry = findEntry(I32[2 * address + 2], key);
	if (entry >= 0) changeEntry(region, address, entry, held);
	else if (word & FIXED) throw refuseKey(key);
	else addToDictionary(region, address, key, held);
}

/** @param {string} key @returns {Error} */
const refuseKey = (key) =>
	refuse(pathOf([key]), 'a new property of an object whose properties are fixed');

/**
 * @param {Region} region
 * @param {number} address
 * @param {string} key
 * @returns {boolean} whether it had the key
 * @throws {import('../../errors/lapidary-error.js').LapidaryError} LP8104 for a fixed object
 *
 * Threads: who may write the node. Blocks: see `Region.allocate`.
 */
export function removeKey(region, address, key) {
	const word = I32[2 * address];
	if (!hasKey(address, key)) return false;
	if (word & FIXED)
		throw refuse(pathOf([key]), 'a property of an object whose properties are fixed');
	if ((word & KIND_MASK) === STRUCT) {
		const shape = shapeById(word >>> DETAIL_SHIFT);
		const field = /** @type {number} */ (shape.fields.get(key));
		if (removeStructField(region, address, { shape, field })) return true;
		makeDictionary(region, address, shape);
	}
	removeEntry(region, address, findEntry(I32[2 * address + 2], key));
	return true;
}

/**
 * @param {number} address
 * @returns {string[]} keys in JavaScript's order
 *
 * Threads: who may read the node. Blocks: never.
 */
export function keysOfObject(address) {
	const word = I32[2 * address];
	return (word & KIND_MASK) === STRUCT
		? shapeById(word >>> DETAIL_SHIFT).ordered.slice()
		: keysOfDictionary(address);
}

/**
 * @param {number} address
 * @returns {number} of keys
 *
 * Threads: who may read the node. Blocks: never.
 */
export function countKeys(address) {
	const word = I32[2 * address];
	return (word & KIND_MASK) === STRUCT
		? shapeById(word >>> DETAIL_SHIFT).keys.length
		: I32[2 * address + 3];
}
