/** @import { Region } from '../memory/region.js' */
/** @import { Held, Primitive } from './slots.js' */
/** @import { Node } from './node.js' */
import { or } from '../memory/atomics.js';
import { F64, I32 } from '../memory/heap.js';
import { BOXED, FIXED, INTS, KIND_MASK, MIXED, evenCells } from './layout.js';
import { headerOf } from './node.js';
import { changeCell, heldInCell, isInt32, readCell } from './slots.js';

/*
 * The slots of an array of kind INTS that is FIXED: threads write different elements of it at once, so that it cannot become one of kind
 * VALUES when somebody writes something else than an int32.
 *
 *     ┌───────────────┬──────────────┬───────────────┐
 *     │ 4 bytes each  │ a mark each  │ a cell each   │
 *     └───────────────┴──────────────┴───────────────┘
 *
 * An element whose mark is set is in its cell, as in VALUES, for good: it has moved. The header is BOXED once an element has, and MIXED once
 * something else than a number has been put into a cell. The cells
 * are not touched until then: so they cost addresses, and no memory of the system. Words and cells are of who may write the element; marks are
 * 32 in a word, and set atomically; BOXED is set by several threads at once, atomically. A mark is written before the right to the
 * element is given on, and seen by who gets it.
 */

/** @param {number} length @returns {number} cells before the marks */
const cellsOfInts = (length) => evenCells(Math.ceil(length / 2));

/** @param {number} length @returns {number} cells before those of the elements */
const cellsBefore = (length) => cellsOfInts(length) + evenCells(Math.ceil(length / 64));

/**
 * @param {number} length
 * @returns {number} cells of the slots
 *
 * Threads: any. Blocks: never.
 */
export const cellsForFixedInts = (length) => cellsBefore(length) + length;

/**
 * Nothing but zeros says nothing about what is going to be written: doubles take both, and a loop that once meets integers and then doubles
 * is slower than one over either.
 *
 * @param {unknown[]} value
 * @param {number} length its
 * @returns {Int32Array | null} its elements, when all are integers and not all are 0
 *
 * Threads: any. Blocks: never.
 */
export function intsOf(value, length) {
	if (length === 0 || typeof value[0] !== 'number' || !isInt32(value[0])) return null;
	const ints = new Int32Array(length);
	let bits = 0;
	for (let at = 0; at < length; at++) {
		const item = value[at];
		if (typeof item !== 'number' || !isInt32(item)) return null;
		ints[at] = item;
		bits |= item;
	}
	return bits === 0 ? null : ints;
}

/**
 * @param {number} slots fresh
 * @param {Int32Array} ints
 *
 * Threads: the one that allocated them. Blocks: never.
 */
export function putFixedInts(slots, ints) {
	I32.set(ints, 2 * slots);
	I32.fill(0, 2 * (slots + cellsOfInts(ints.length)), 2 * (slots + cellsBefore(ints.length)));
}

/**
 * @param {number} word 0 of a header
 * @returns {boolean}
 *
 * Threads: any. Blocks: never.
 */
export const isFixedInts = (word) => (word & (KIND_MASK | FIXED)) === (INTS | FIXED);

/**
 * @param {number} address of an array of fixed integers
 * @param {number} [index] below the length
 * @returns {number} the cell of the element, of the first one
 *
 * Threads: any. Blocks: never.
 */
export const cellOf = (address, index = 0) =>
	I32[2 * address + 2] + cellsBefore(I32[2 * address + 3]) + index;

/** @param {number} address @param {number} index @returns {number} index of the word that has its mark */
const markWord = (address, index) =>
	2 * (I32[2 * address + 2] + cellsOfInts(I32[2 * address + 3])) + (index >>> 5);

/**
 * @param {number} address of an array of fixed integers
 * @param {number} index below the length
 * @returns {boolean} whether the element is in its cell
 *
 * Threads: who may read the element. Blocks: never.
 */
export const hasMoved = (address, index) =>
	(I32[2 * address] & BOXED) !== 0 && ((I32[markWord(address, index)] >>> (index & 31)) & 1) === 1;

/**
 * @param {number} address of an array of fixed integers
 * @param {number} from index
 * @param {number} to index
 * @returns {number} how many of these elements are in their cells
 *
 * Threads: who may read them. Blocks: never.
 */
export function countMoved(address, from, to) {
	if ((I32[2 * address] & BOXED) === 0) return 0;
	let count = 0;
	for (let at = from; at < to;) {
		const isWord = (at & 31) === 0 && at + 32 <= to;
		const marks = isWord ? I32[markWord(address, at)] : 1;
		if (isWord && (marks === 0 || marks === -1)) {
			count -= 32 * marks;
			at += 32;
		} else if (hasMoved(address, at++)) count++;
	}
	return count;
}

/**
 * @param {number} address of an array of fixed integers
 * @param {number} index below the length
 * @returns {Primitive | undefined | Node}
 *
 * Threads: who may read the element. Blocks: never.
 */
export const readFixed = (address, index) =>
	hasMoved(address, index)
		? readCell(cellOf(address, index))
		: I32[2 * I32[2 * address + 2] + index];

/**
 * @param {number} address of an array of fixed integers
 * @param {number} index below the length
 * @returns {Held} what it holds, which stays its own
 *
 * Threads: who may read the element. Blocks: never.
 */
export const heldInFixed = (address, index) =>
	hasMoved(address, index)
		? heldInCell(cellOf(address, index))
		: { tag: 0, low: 0, number: I32[2 * I32[2 * address + 2] + index] };

/**
 * Move an element to its cell: it is what it was.
 *
 * @param {Region} region
 * @param {number} address of an array of fixed integers
 * @param {number} index below the length
 *
 * Threads: who may write the element; others may write other ones. Blocks: never.
 */
export function moveToCell(region, address, index) {
	if (hasMoved(address, index)) return;
	region.edit();
	// In no log: it is the same afterwards, and the marks of other elements are in the same cell.
	F64[cellOf(address, index)] = I32[2 * I32[2 * address + 2] + index];
	or(I32, markWord(address, index), 1 << (index & 31));
	or(I32, 2 * address, BOXED);
}

/**
 * Write over an element; what was there is not released.
 *
 * @param {Region} region
 * @param {number} address of an array of fixed integers
 * @param {number} index below the length
 * @param {Held} held
 *
 * Threads: who may write the element; others may write other ones. Blocks: never.
 */
export function changeFixed(region, address, index, held) {
	if (held.tag === 0 && setFixedInt(region, address, index, held.number)) return;
	moveToCell(region, address, index);
	if (held.tag !== 0 && (I32[2 * address] & MIXED) === 0) or(I32, 2 * address, MIXED);
	changeCell(region, cellOf(address, index), held);
}

/**
 * @param {Region} region
 * @param {number} address of an array of fixed integers
 * @param {number} index below the length
 * @param {number} value
 * @returns {boolean} whether it is in place now; false when it needs the cell
 *
 * Threads: as `changeFixed`. Blocks: never.
 */
export function setFixedInt(region, address, index, value) {
	// A log takes back whole cells, which have two of these elements: with one, they are written in cells of their own.
	if (!isInt32(value) || region.log !== null || hasMoved(address, index)) return false;
	// Of an array that has elements in both places, sites have copies.
	if ((I32[2 * address] & BOXED) !== 0) region.edit();
	if (region.isCopied) region.forgetCopies();
	I32[2 * I32[2 * address + 2] + index] = value;
	return true;
}

/**
 * Move all elements to their cells, for what changes the whole array.
 *
 * @param {Region} region
 * @param {number} address of an array of fixed integers
 * @param {number} [from] index
 * @param {number} [to] index
 *
 * Threads: who may write them. Blocks: never.
 */
export function moveAllToCells(region, address, from = 0, to = I32[2 * address + 3]) {
	for (let at = from; at < to;) {
		const marks = (at & 31) === 0 && at + 32 <= to ? I32[markWord(address, at)] : 1;
		if (marks === 0) moveWordToCells(region, address, at);
		if (marks === 0 || marks === -1) at += 32;
		else moveToCell(region, address, at++);
	}
}

/** The elements of one word of marks, none of which has moved. @param {Region} region @param {number} address @param {number} first index */
function moveWordToCells(region, address, first) {
	const cell = cellOf(address, first);
	const word = 2 * I32[2 * address + 2] + first;
	region.edit();
	for (let at = 0; at < 32; at++) F64[cell + at] = I32[word + at];
	or(I32, markWord(address, first), -1);
	or(I32, 2 * address, BOXED);
}

/**
 * @param {Region} region
 * @param {Node} node
 * @param {number} index
 * @param {number} value that is going to be set
 * @returns {boolean} whether it is the first of an array of fixed integers, or of a part of one, that is none: others will follow
 * @throws {import('../../errors/lapidary-error.js').LapidaryError} LP8108
 *
 * Threads: who may write the element. Blocks: never.
 */
export function isFirstDouble(region, node, index, value) {
	if (!isFixedInts(headerOf(node)) || isInt32(value) || region.log !== null) return false;
	return index < I32[2 * node.address + 3] && !hasMoved(node.address, index);
}

/**
 * Have elements of an array of fixed integers where doubles are: they are what they were.
 *
 * @param {Region} region
 * @param {Node} node that is alive
 * @param {{ from: number, to: number }} range of elements
 *
 * Threads: who may write them. Blocks: never.
 */
export function makeRoomForDoubles(region, node, { from, to }) {
	const last = Math.min(Math.floor(to), I32[2 * node.address + 3]);
	moveAllToCells(region, node.address, Math.max(0, Math.ceil(from)), last);
}

/**
 * @param {unknown[]} value not empty
 * @param {number} length its
 * @returns {boolean} whether a few elements are integers
 *
 * Threads: any. Blocks: never.
 */
export function seemsInts(value, length) {
	const step = Math.max(1, length >>> 5);
	for (let at = 0; at < length; at += at < 32 ? 1 : step) {
		const item = value[at];
		if (typeof item !== 'number' || !isInt32(item)) return false;
	}
	return true;
}
