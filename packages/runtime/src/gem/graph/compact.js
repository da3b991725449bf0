/** @import { Region } from '../memory/region.js' */
/** @import { Node } from './node.js' */
import { I32 } from '../memory/heap.js';
import { BLOCK_OWNERS } from '../memory/layout.js';
import { keyWord, usedOfTable, valueCell } from './dictionary-table.js';
import {
	BOXED,
	DETAIL_SHIFT,
	DICTIONARY,
	FIELD_ANY,
	FIELD_NODE,
	FIELD_STRING,
	FIXED,
	INTS,
	KIND_MASK,
	STRUCT,
	TAG_NODE,
	TAG_STRING,
	VALUES,
} from './layout.js';
import { cellOf, hasMoved } from './fixed-ints.js';
import { headerOf } from './node.js';
import { cellsOfSlots } from './release.js';
import { shapeById } from './shapes.js';
import { tagOf } from './slots.js';
import { FOR_EVER, addOwner, cellsOfString, ownersOf, releaseString } from './strings.js';

/** Smaller regions are not worth the work, in bytes. */
const LEAST_BYTES = 32 * 1024;
/** A region is sparse when it takes so many times what its blocks take. */
const SPARSE = 1.7;

/**
 * What a region took after this thread had compacted it: where headers are what keeps memory, doing it again would not help.
 *
 * @type {WeakMap<Region, { cells: number, bytes: number }>}
 */
const compacted = new WeakMap();

/**
 * Moves strings and slots together when a region has become sparse, so that memory in which little is left is given back:
 * after many blocks of one size have come and gone, almost each page still has some. Headers stay, and so do all Nodes.
 *
 * Costs time in proportion to the document when there is something to do, and next to nothing else.
 *
 * @param {Region} region without a log
 * @param {Node} root of all that is in the region
 * @returns {boolean} whether it was done
 * @throws {import('../../errors/lapidary-error.js').LapidaryError} LP8108, LP8103; the document says what it said
 *
 * Threads: who has the right to the whole document. Blocks: see `Region.allocate`.
 */
export function compactIfSparse(region, root) {
	if (region.log !== null || !isSparse(region)) return false;
	headerOf(root);
	move(region, root.address);
	compacted.set(region, region.usage());
	return true;
}

/**
 * Threads: any; another one may change it meanwhile. Blocks: never.
 *
 * @param {Region} region
 * @returns {boolean} whether there would be something to do
 */
export function isSparse(region) {
	const { cells, bytes } = region.usage();
	if (bytes < LEAST_BYTES || bytes < SPARSE * 8 * cells) return false;
	const last = compacted.get(region);
	return !(last && bytes < 1.25 * last.bytes && cells > 0.75 * last.cells);
}

/**
 * Where a pass is.
 *
 * @typedef {object} Pass
 * @property {Region} region
 * @property {number[]} waiting addresses of nodes
 * @property {Map<number, number>} moved strings that others own as well, by where they were
 */

/** @param {Region} region @param {number} root */
function move(region, root) {
	/** @type {Pass} */
	const pass = { region, waiting: [root], moved: new Map() };
	for (let next = pass.waiting.pop(); next !== undefined; next = pass.waiting.pop()) {
		const cells = cellsOfSlots(next);
		if (cells > 0 && (I32[2 * next] & FIXED) === 0) {
			const slots = I32[2 * next + 2];
			I32[2 * next + 2] = moveBlock(region, slots, cells);
			region.release(slots, cells);
		}
		moveSlots(pass, next);
	}
}

/** @param {Region} region @param {number} from @param {number} cells @returns {number} address of a copy */
function moveBlock(region, from, cells) {
	const to = region.allocate(cells);
	I32.copyWithin(2 * to, 2 * from, 2 * (from + cells));
	return to;
}

/** @param {Pass} pass @param {number} address of a header */
function moveSlots(pass, address) {
	const word = I32[2 * address];
	const slots = I32[2 * address + 2];
	switch (word & KIND_MASK) {
		case STRUCT:
			shapeById(word >>> DETAIL_SHIFT).types.forEach((type, field) => {
				if (type === FIELD_STRING) moveString(pass, 2 * (slots + field));
				else if (type === FIELD_NODE) pass.waiting.push(I32[2 * (slots + field)]);
				else if (type === FIELD_ANY) moveCell(pass, slots + field);
			});
			break;
		case DICTIONARY:
			for (let entry = 0; entry < usedOfTable(slots); entry++) {
				if (I32[keyWord(slots, entry)] === 0) continue;
				moveString(pass, keyWord(slots, entry));
				moveCell(pass, valueCell(slots, entry));
			}
			break;
		case INTS:
			if ((word & BOXED) === 0) break;
			for (let at = 0; at < I32[2 * address + 3]; at++) {
				if (hasMoved(address, at)) moveCell(pass, cellOf(address, at));
			}
			break;
		case VALUES:
			if ((word & BOXED) === 0) break;
			for (let at = 0; at < I32[2 * address + 3]; at++) moveCell(pass, slots + at);
	}
}

/** @param {Pass} pass @param {number} cell */
function moveCell(pass, cell) {
	const tag = tagOf(cell);
	if (tag === TAG_STRING) moveString(pass, 2 * cell);
	else if (tag === TAG_NODE) pass.waiting.push(I32[2 * cell]);
}

/** @param {Pass} pass @param {number} word that holds the address of a string */
function moveString({ region, moved }, word) {
	const from = I32[word];
	if (I32[2 * from + 1] === FOR_EVER) return;
	const known = moved.get(from);
	const to = known ?? copyString(region, from);
	if (known !== undefined) addOwner(region, to);
	if (ownersOf(from) > 1) moved.set(from, to);
	else moved.delete(from); // its memory may be another string's from here on
	I32[word] = to;
	releaseString(region, from);
}

/** @param {Region} region @param {number} from @returns {number} address of a string that has one owner */
function copyString(region, from) {
	const to = moveBlock(region, from, cellsOfString(from));
	I32[2 * to + 1] = region.stamp(); // what threads have decoded is known by address and stamp
	I32[2 * to + BLOCK_OWNERS] = 1;
	return to;
}
