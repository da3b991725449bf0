/** @import { Region } from '../memory/region.js' */
import { I32 } from '../memory/heap.js';
import { evenCells } from './layout.js';
import { hashText, stringEquals } from './strings.js';

/*
 * The slots of an object of kind DICTIONARY: entries in the order in which keys were added, and an index of them.
 *
 *     word 0   capacity in entries
 *     word 1   entries used, those of removed keys too
 *     word 2   words of the index, a power of two
 *     word 3   0
 *     then capacity entries of two cells each: the value (a double or a boxed value); the address of the key's string
 *              (0 = removed), and the key's hash
 *     then the index: 0 = free, else number of an entry, plus one; open addressing, one after the other from the hash on.
 *              A table of up to SMALL entries has none: its entries are looked through
 *
 * A removed entry keeps its place in the index until a new one takes it, or the table is rebuilt.
 */
const CAPACITY = 0;
const USED = 1;
const INDEX_WORDS = 2;
const TABLE_HEADER_CELLS = 2;
const ENTRY_CELLS = 2;
const SMALL = 8;

/** @param {number} word @returns {number} */
const i32 = (word) => I32[word];

/** @param {number} capacity in entries @returns {number} words, of which at most three quarters are used; 0 = no index */
function indexWordsFor(capacity) {
	if (capacity <= SMALL) return 0;
	let words = 16;
	while (words * 3 < capacity * 4) words *= 2;
	return words;
}

/**
 * @param {number} capacity in entries
 * @returns {number} cells
 *
 * Threads: any. Blocks: never.
 */
export const cellsForTable = (capacity) =>
	evenCells(TABLE_HEADER_CELLS + ENTRY_CELLS * capacity + indexWordsFor(capacity) / 2);

/**
 * @param {number} table its address
 * @returns {number} capacity in entries
 *
 * Threads: who may read the object. Blocks: never.
 */
export const capacityOfTable = (table) => i32(2 * table + CAPACITY);

/**
 * @param {number} table
 * @returns {number} entries, those of removed keys too
 *
 * Threads: who may read the object. Blocks: never.
 */
export const usedOfTable = (table) => i32(2 * table + USED);

/**
 * @param {number} table
 * @param {number} entry
 * @returns {number} the cell of its value
 *
 * Threads: any. Blocks: never.
 */
export const valueCell = (table, entry) => table + TABLE_HEADER_CELLS + ENTRY_CELLS * entry;

/**
 * @param {number} table
 * @param {number} entry
 * @returns {number} word with the address of its key; 0 there = removed
 *
 * Threads: any. Blocks: never.
 */
export const keyWord = (table, entry) => 2 * valueCell(table, entry) + 2;

/** @param {number} table @returns {number} first word of the index */
const indexOf = (table) => 2 * valueCell(table, i32(2 * table + CAPACITY));

/**
 * Makes a table without entries.
 *
 * @param {number} table address of `cellsForTable(capacity)` fresh cells
 * @param {number} capacity
 *
 * Threads: the one that allocated the memory. Blocks: never.
 */
export function putTable(table, capacity) {
	const words = indexWordsFor(capacity);
	I32[2 * table + CAPACITY] = capacity;
	I32[2 * table + USED] = 0;
	I32[2 * table + INDEX_WORDS] = words;
	I32[2 * table + 3] = 0;
	const index = indexOf(table);
	I32.fill(0, index, index + words);
}

/**
 * @param {number} table fresh, with room for an entry
 * @param {number} key address of a string that the table does not have; one owner of it becomes the table's
 * @param {number} hash of the key
 * @returns {number} the cell of the value, to be written by the caller
 *
 * Threads: the one that allocated the memory. Blocks: never.
 */
export function putEntry(table, key, hash) {
	const entry = i32(2 * table + USED);
	I32[2 * table + USED] = entry + 1;
	I32[keyWord(table, entry)] = key;
	I32[keyWord(table, entry) + 1] = hash;
	if (I32[2 * table + INDEX_WORDS] > 0) I32[freeWord(table, hash)] = entry + 1;
	return valueCell(table, entry);
}

/**
 * The same in a document.
 *
 * @param {Region} region
 * @param {number} table with room for an entry
 * @param {number} key see `putEntry`
 * @param {number} hash
 * @returns {number} the cell of the value
 *
 * Threads: who may write the object. Blocks: never.
 */
export function addEntry(region, table, key, hash) {
	const entry = i32(2 * table + USED);
	region.write32(2 * table + USED, entry + 1);
	region.write32(keyWord(table, entry), key);
	region.write32(keyWord(table, entry) + 1, hash);
	if (I32[2 * table + INDEX_WORDS] > 0) region.write32(freeWord(table, hash), entry + 1);
	return valueCell(table, entry);
}

/** @param {number} table @param {number} hash @returns {number} word of the index that a new key takes */
function freeWord(table, hash) {
	const index = indexOf(table);
	const mask = i32(2 * table + INDEX_WORDS) - 1;
	let at = hash & mask;
	for (let taken = i32(index + at); taken !== 0; taken = i32(index + at)) {
		// The place of a removed entry will do: else a key that comes and goes would make its own path longer each time.
		if (I32[keyWord(table, taken - 1)] === 0) break;
		at = (at + 1) & mask;
	}
	return index + at;
}

/**
 * @param {number} table
 * @param {string} key
 * @returns {number} its entry; -1 = it has none
 *
 * Threads: who may read the object. Blocks: never.
 */
export function findEntry(table, key) {
	const hash = hashText(key);
	const words = I32[2 * table + INDEX_WORDS];
	if (words === 0) {
		const used = usedOfTable(table);
		for (let entry = 0; entry < used; entry++) if (isKey(table, entry, hash, key)) return entry;
		return -1;
	}
	const index = indexOf(table);
	for (let at = hash & (words - 1); ; at = (at + 1) & (words - 1)) {
		const entry = i32(index + at) - 1;
		if (entry < 0 || isKey(table, entry, hash, key)) return entry;
	}
}

/** @param {number} table @param {number} entry @param {number} hash @param {string} key @returns {boolean} */
function isKey(table, entry, hash, key) {
	const word = keyWord(table, entry);
	return I32[word + 1] === hash && I32[word] !== 0 && stringEquals(i32(word), key);
}
