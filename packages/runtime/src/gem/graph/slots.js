/** @import { Region } from '../memory/region.js' */
/** @import { Node } from './node.js' */
import { F64, I32 } from '../memory/heap.js';
import {
	CANONICAL_NAN,
	FIELD_DOUBLE,
	FIELD_FLAG,
	FIELD_INT,
	FIELD_NODE,
	FIELD_STRING,
	TAG_BASE,
	TAG_EMPTY,
	TAG_FALSE,
	TAG_NODE,
	TAG_NULL,
	TAG_STRING,
	TAG_TRUE,
} from './layout.js';
import { nodeAt } from './node.js';
import { readString } from './strings.js';

// One cell: what it says, and how a value gets into it. `put…` writes into memory that nobody else knows yet, `change…` into
// a document, through the region, which may have to be able to take the change back.

/** @typedef {string | number | boolean | null} Primitive */

/**
 * A value that is in the heap already, but in no slot; whoever has it puts it into one slot or releases it.
 *
 * @typedef {object} Held
 * @property {number} tag TAG_…; 0 = a number
 * @property {number} low lower word of a boxed value
 * @property {number} number when the tag is 0
 */

/** @param {number} word @returns {number} */
const i32 = (word) => I32[word];

/**
 * @param {number} value
 * @returns {boolean} whether four bytes hold it exactly, the sign of zero too
 *
 * Threads: any. Blocks: never.
 */
export const isInt32 = (value) => (value | 0) === value && (value !== 0 || 1 / value > 0);

/**
 * @param {number} cell
 * @returns {number} TAG_… of what is in it; 0 = a number
 *
 * Threads: who may read the slot. Blocks: never.
 */
export function tagOf(cell) {
	const high = i32(2 * cell + 1);
	return high > TAG_BASE && high <= TAG_EMPTY ? high : 0;
}

/**
 * @param {number} cell a double or a boxed value
 * @returns {Primitive | undefined | Node} undefined = a hole
 *
 * Threads: who may read the slot. Blocks: never.
 */
export function readCell(cell) {
	const high = i32(2 * cell + 1);
	if (high <= TAG_BASE || high > TAG_EMPTY) return F64[cell];
	switch (high) {
		case TAG_STRING:
			return readString(i32(2 * cell));
		case TAG_NODE:
			return nodeAt(i32(2 * cell));
		case TAG_NULL:
			return null;
		case TAG_EMPTY:
			return undefined;
		default:
			return high === TAG_TRUE;
	}
}

/**
 * @param {number} type FIELD_…
 * @param {number} cell
 * @returns {Primitive | undefined | Node}
 *
 * Threads: who may read the slot. Blocks: never.
 */
export function readField(type, cell) {
	switch (type) {
		case FIELD_INT:
			return i32(2 * cell);
		case FIELD_DOUBLE:
			return F64[cell];
		case FIELD_STRING:
			return readString(i32(2 * cell));
		case FIELD_FLAG:
			return readFlag(cell);
		case FIELD_NODE:
			return nodeAt(i32(2 * cell));
		default:
			return readCell(cell);
	}
}

/** @param {number} cell @returns {boolean | null} */
function readFlag(cell) {
	const word = i32(2 * cell);
	return word === 2 ? null : word === 1;
}

/**
 * @param {number} cell fresh
 * @param {number} tag
 * @param {number} low
 *
 * Threads: the one that allocated the cell. Blocks: never.
 */
export function putBoxed(cell, tag, low) {
	I32[2 * cell] = low;
	I32[2 * cell + 1] = tag;
}

/**
 * @param {number} cell fresh
 * @param {number} value any number
 *
 * Threads: the one that allocated the cell. Blocks: never.
 */
export function putNumber(cell, value) {
	if (value === value) F64[cell] = value;
	else putBoxed(cell, CANONICAL_NAN, 0);
}

/**
 * @param {number} cell fresh
 * @param {Held} held
 *
 * Threads: the one that allocated the cell. Blocks: never.
 */
export function putHeld(cell, held) {
	if (held.tag === 0) putNumber(cell, held.number);
	else putBoxed(cell, held.tag, held.low);
}

/**
 * @param {number} type FIELD_… that can hold it
 * @param {number} cell fresh
 * @param {Held} held
 *
 * Threads: the one that allocated the cell. Blocks: never.
 */
export function putField(type, cell, held) {
	switch (type) {
		case FIELD_INT:
			putBoxed(cell, 0, held.number);
			break;
		case FIELD_FLAG:
			putBoxed(cell, 0, flagOf(held.tag));
			break;
		case FIELD_STRING:
		case FIELD_NODE:
			putBoxed(cell, 0, held.low);
			break;
		default:
			putHeld(cell, held);
	}
}

/**
 * @param {Region} region
 * @param {number} cell
 * @param {number} tag
 * @param {number} low
 *
 * Threads: who may write the slot. Blocks: never.
 */
export function changeBoxed(region, cell, tag, low) {
	region.write32(2 * cell, low);
	region.write32(2 * cell + 1, tag);
}

/**
 * @param {Region} region
 * @param {number} cell
 * @param {number} value any number
 *
 * Threads: who may write the slot. Blocks: never.
 */
export function changeNumber(region, cell, value) {
	if (value === value) region.writeF64(cell, value);
	else changeBoxed(region, cell, CANONICAL_NAN, 0);
}

/**
 * @param {Region} region
 * @param {number} cell that holds a number, and nothing else for as long as it is where it is
 * @param {number} value any number
 *
 * Threads: who may write the slot. Blocks: never.
 */
export function replaceNumber(region, cell, value) {
	if (value === value) region.replaceF64(cell, value);
	else {
		region.replace32(2 * cell, 0);
		region.replace32(2 * cell + 1, CANONICAL_NAN);
	}
}

/**
 * Puts a value into a cell that holds a double or a boxed value; what was there is not released.
 *
 * @param {Region} region
 * @param {number} cell
 * @param {Held} held
 *
 * Threads: who may write the slot. Blocks: never.
 */
export function changeCell(region, cell, held) {
	if (held.tag === 0) changeNumber(region, cell, held.number);
	else changeBoxed(region, cell, held.tag, held.low);
}

/**
 * @param {Held} held no hole
 * @returns {number} FIELD_…: the narrowest type that holds it
 *
 * Threads: any. Blocks: never.
 */
export function fieldTypeOf(held) {
	switch (held.tag) {
		case 0:
			return isInt32(held.number) ? FIELD_INT : FIELD_DOUBLE;
		case TAG_STRING:
			return FIELD_STRING;
		case TAG_NODE:
			return FIELD_NODE;
		default:
			return FIELD_FLAG;
	}
}

/**
 * @param {number} tag of a boolean or null
 * @returns {number} the word of a field of type FIELD_FLAG
 *
 * Threads: any. Blocks: never.
 */
export const flagOf = (tag) => (tag === TAG_NULL ? 2 : tag === TAG_TRUE ? 1 : 0);

/**
 * Puts a value into a field that can hold it; what was there is not released.
 *
 * @param {Region} region
 * @param {number} type FIELD_… of the field
 * @param {number} cell
 * @param {Held} held
 *
 * Threads: who may write the slot. Blocks: never.
 */
export function changeField(region, type, cell, held) {
	switch (type) {
		case FIELD_INT:
			region.write32(2 * cell, held.number);
			break;
		case FIELD_FLAG:
			region.write32(2 * cell, flagOf(held.tag));
			break;
		case FIELD_STRING:
		case FIELD_NODE:
			region.write32(2 * cell, held.low);
			break;
		default:
			changeCell(region, cell, held);
	}
}

/**
 * @param {number} type FIELD_…
 * @param {number} cell
 * @returns {Held} what the field holds, which stays its own
 *
 * Threads: who may read the slot. Blocks: never.
 */
export function heldInField(type, cell) {
	const low = i32(2 * cell);
	switch (type) {
		case FIELD_INT:
			return { tag: 0, low: 0, number: low };
		case FIELD_DOUBLE:
			return { tag: 0, low: 0, number: F64[cell] };
		case FIELD_STRING:
			return { tag: TAG_STRING, low, number: 0 };
		case FIELD_NODE:
			return { tag: TAG_NODE, low, number: 0 };
		case FIELD_FLAG:
			return { tag: low === 2 ? TAG_NULL : low === 1 ? TAG_TRUE : TAG_FALSE, low: 0, number: 0 };
		default:
			return heldInCell(cell);
	}
}

/**
 * @param {number} cell a double or a boxed value
 * @returns {Held} what it holds, which stays its own
 *
 * Threads: who may read the slot. Blocks: never.
 */
export function heldInCell(cell) {
	const tag = tagOf(cell);
	return tag === 0 ? { tag, low: 0, number: F64[cell] } : { tag, low: i32(2 * cell), number: 0 };
}

/** @type {Held} */
export const HELD_HOLE = Object.freeze({ tag: TAG_EMPTY, low: 0, number: 0 });

/** Threads: any. Blocks: never. @param {boolean | null} value @returns {Held} */
export const heldFlag = (value) => ({
	tag: value === null ? TAG_NULL : value ? TAG_TRUE : TAG_FALSE,
	low: 0,
	number: 0,
});
