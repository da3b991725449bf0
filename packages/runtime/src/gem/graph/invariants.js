/** @import { Region } from '../memory/region.js' */
/** @import { Node } from './node.js' */
import { F64, I32 } from '../memory/heap.js';
import { capacityOfTable, findEntry, keyWord, usedOfTable, valueCell } from './dictionary-table.js';
import { cellOf, cellsForFixedInts, hasMoved } from './fixed-ints.js';
import {
	BOXED,
	CANONICAL_NAN,
	DETAIL_SHIFT,
	DICTIONARY,
	FIELD_ANY,
	FIELD_NODE,
	FIELD_STRING,
	FIXED,
	HEADER_CELLS,
	INTS,
	KIND_MASK,
	MIXED,
	STRUCT,
	TAG_NODE,
	TAG_STRING,
	VALUES,
	capacityOf,
} from './layout.js';
import { cellsOfSlots } from './release.js';
import { shapeById } from './shapes.js';
import { tagOf } from './slots.js';
import { FOR_EVER, cellsOfString, ownersOf, readString } from './strings.js';

/**
 * What is found on the way through a document.
 *
 * @typedef {object} Found
 * @property {Map<number, number>} blocks cells by address
 * @property {Map<number, number>} owners slots that a string is in, by its address
 * @property {number[]} waiting addresses of nodes
 */

/**
 * Looks through a document for what must never be; for tests.
 *
 * @param {Region} _region
 * @param {Node} root
 * @param {{ mayLeak?: boolean }} [options] `mayLeak`: an exception of the engine has ended a change, so that strings may count more slots than they
 *   are in, and never are given back
 * @returns {number} cells of all blocks of the document
 * @throws {Error} what is wrong
 *
 * Threads: who may read all of it. Blocks: never.
 */
export function checkInvariants(_region, root, { mayLeak = false } = {}) {
	/** @type {Found} */
	const found = { blocks: new Map(), owners: new Map(), waiting: [root.address] };
	for (let next = found.waiting.pop(); next !== undefined; next = found.waiting.pop()) {
		addBlock(found, next, HEADER_CELLS);
		assert(I32[2 * next + 1] !== 0, () => `the node at ${next} is released`);
		const cells = cellsOfSlots(next);
		if (cells > 0) addBlock(found, I32[2 * next + 2], cells);
		checkSlots(found, next);
	}
	for (const [address, owners] of found.owners) {
		addBlock(found, address, cellsOfString(address));
		const counted = ownersOf(address);
		const isRight = mayLeak ? counted >= owners : counted === owners;
		assert(isRight, () => `string ${address} has ${owners} owners, not ${counted}`);
	}
	return checkOverlap(found.blocks);
}

/** @param {boolean} condition @param {() => string} problem */
function assert(condition, problem) {
	if (!condition) throw new Error(problem());
}

/** @param {Found} found @param {number} address @param {number} cells */
function addBlock(found, address, cells) {
	assert(!found.blocks.has(address), () => `the block at ${address} is used twice`);
	found.blocks.set(address, cells);
}

/** @param {Map<number, number>} blocks @returns {number} sum of their cells */
function checkOverlap(blocks) {
	let end = 0;
	let sum = 0;
	for (const [address, cells] of [...blocks].sort(([one], [other]) => one - other)) {
		assert(address >= end, () => `the block at ${address} overlaps one that ends at ${end}`);
		end = address + cells;
		sum += cells;
	}
	return sum;
}

/** @param {Found} found @param {number} address */
function checkSlots(found, address) {
	const word = I32[2 * address];
	switch (word & KIND_MASK) {
		case STRUCT:
			checkStruct(found, address);
			break;
		case DICTIONARY:
			checkDictionary(found, address);
			break;
		case INTS:
			if (word & FIXED) checkFixed(found, address);
			else assert(I32[2 * address + 3] <= 2 * capacityOf(word), () => `${address} is too long`);
			break;
		case VALUES:
			assert(I32[2 * address + 3] <= capacityOf(word), () => `${address} is too long`);
			if ((word & (BOXED | FIXED)) === 0) break; // any NaN is one there
			for (let at = 0; at < I32[2 * address + 3]; at++) {
				const isBoxed = checkCell(found, I32[2 * address + 2] + at);
				assert(!isBoxed || (word & BOXED) !== 0, () => `${address} is not marked as boxed`);
			}
	}
}

/** @param {Found} found @param {number} address of an array of fixed integers */
function checkFixed(found, address) {
	const word = I32[2 * address];
	const length = I32[2 * address + 3];
	const { cells, cell } = { cells: cellsForFixedInts(length), cell: cellOf(address) };
	assert(cells <= capacityOf(word), () => `${address} is too long`);
	assert(
		cell + length === I32[2 * address + 2] + cells,
		() => `${address} has its cells elsewhere`,
	);
	for (let at = 0; at < length; at++) {
		const isOther = hasMoved(address, at) && checkCell(found, cell + at);
		assert(!isOther || (word & MIXED) !== 0, () => `${address} is not marked as mixed`);
	}
}

/** @param {Found} found @param {number} address */
function checkStruct(found, address) {
	const { keys, types } = shapeById(I32[2 * address] >>> DETAIL_SHIFT);
	const slots = I32[2 * address + 2];
	assert(keys.length <= I32[2 * address + 3], () => `${address} has no room for its fields`);
	for (const [field, type] of types.entries()) {
		if (type === FIELD_STRING) addOwnerOf(found, I32[2 * (slots + field)]);
		else if (type === FIELD_NODE) found.waiting.push(I32[2 * (slots + field)]);
		else if (type === FIELD_ANY) checkCell(found, slots + field);
	}
}

/** @param {Found} found @param {number} address */
function checkDictionary(found, address) {
	const table = I32[2 * address + 2];
	let count = 0;
	assert(usedOfTable(table) <= capacityOfTable(table), () => `${address} is too full`);
	for (let entry = 0; entry < usedOfTable(table); entry++) {
		const key = I32[keyWord(table, entry)];
		if (key === 0) continue;
		count++;
		addOwnerOf(found, key);
		checkCell(found, valueCell(table, entry));
		const where = findEntry(table, readString(key));
		assert(where === entry, () => `${address} finds ${readString(key)} at ${where}, not ${entry}`);
	}
	assert(count === I32[2 * address + 3], () => `${address} has ${count} keys`);
}

/** @param {Found} found @param {number} string */
function addOwnerOf(found, string) {
	if (I32[2 * string + 1] === FOR_EVER) return;
	found.owners.set(string, (found.owners.get(string) ?? 0) + 1);
}

/** @param {Found} found @param {number} cell @returns {boolean} whether it holds a boxed value */
function checkCell(found, cell) {
	const tag = tagOf(cell);
	const value = F64[cell];
	const high = I32[2 * cell + 1];
	assert(
		tag !== 0 || value === value || high === CANONICAL_NAN || high === (0xfff80000 | 0),
		() => `the NaN at ${cell} is neither of those that arithmetic makes`,
	);
	if (tag === TAG_STRING) addOwnerOf(found, I32[2 * cell]);
	if (tag === TAG_NODE) found.waiting.push(I32[2 * cell]);
	return tag !== 0;
}
