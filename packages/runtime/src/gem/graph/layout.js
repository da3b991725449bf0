/**
 * The layout of a document in the heap. All addresses are cell indexes (8 bytes a cell).
 *
 * A *node* is an object, an array or a typed array. Its header stays where it is for as long as the node lives:
 *
 *     word 0   kind (bits 0..2), flags (3..7), detail (8..31): the shape's id, the capacity code, or the element type
 *     word 1   stamp: never 0; 0 once the node is released, so that a Node that was kept is found out
 *     word 2   address of the slots (0 = there are none)
 *     word 3   STRUCT: cells of the slots; DICTIONARY: number of keys; otherwise: length in elements
 *
 * Slots by kind: STRUCT one cell a field, encoded as its shape says; INTS 4 bytes an element; VALUES one cell an element:
 * a double, or a boxed value; TYPED the bytes of the elements; DICTIONARY see dictionary-table.js.
 * All words belong to whoever the GEM's policy gives the node to; nothing here is read or written without that right, but
 * the reference counts of strings (strings.js) and the tables of shapes (intern.js).
 */

/** Cells of a node's header. */
export const HEADER_CELLS = 2;

export const STRUCT = 1;
export const DICTIONARY = 2;
export const INTS = 3;
export const VALUES = 4;
export const TYPED = 5;
export const KIND_MASK = 7;

/** Neither the length, nor the kind, nor the slots of the node change: threads may write different elements at once. */
export const FIXED = 8;
/** An array of kind VALUES may hold something else than numbers. Never taken back while the slots stay. */
export const BOXED = 16;
/** A fixed array of kind INTS, which is BOXED when elements have moved to cells, holds something else than numbers there; see fixed-ints.js. */
export const MIXED = 32;

/** Where `detail` begins in word 0. */
export const DETAIL_SHIFT = 8;

/*
 * A boxed value is a NaN that no number has: the upper word of the cell is a tag, the lower one an address. Numbers that
 * are NaN are stored with CANONICAL_NAN above a zero. V8 itself makes either that or 0xfff80000 (below all tags),
 * and a compiled loop stores what V8 makes.
 */
export const TAG_BASE = 0xfff90000 | 0;
/** Lower word: the address of the string. */
export const TAG_STRING = TAG_BASE + 1;
/** Lower word: the address of the node. */
export const TAG_NODE = TAG_BASE + 2;
export const TAG_NULL = TAG_BASE + 3;
export const TAG_FALSE = TAG_BASE + 4;
export const TAG_TRUE = TAG_BASE + 5;
/** A hole of an array. */
export const TAG_EMPTY = TAG_BASE + 6;
export const CANONICAL_NAN = 0x7ff80000;

/* Types of the fields of a shape; each takes a cell. */
/** Lower word: the integer. The upper word means nothing. */
export const FIELD_INT = 0;
export const FIELD_DOUBLE = 1;
/** Lower word: the address of the string. */
export const FIELD_STRING = 2;
/** Lower word: 0 false, 1 true, 2 null. */
export const FIELD_FLAG = 3;
/** Lower word: the address of the node. */
export const FIELD_NODE = 4;
/** A double or a boxed value. */
export const FIELD_ANY = 5;

/** Objects with more keys are dictionaries. */
export const MAX_FIELDS = 64;
/** An object that grows key by key becomes a dictionary beyond this, so that keys that are data do not fill the table of shapes. */
export const MAX_ADDED_FIELDS = 16;

/**
 * All blocks are of an even number of cells, which is what memory is given out by: so what is carved out of a larger block can be
 * given back on its own.
 *
 * @param {number} cells
 * @returns {number}
 *
 * Threads: any. Blocks: never.
 */
export const evenCells = (cells) => 2 * Math.ceil(cells / 2);

const MANTISSA = 1 << 19;

/**
 * Rounds a capacity up to one that fits into the detail of word 0: 19 bits times a power of two.
 *
 * @param {number} cells >= 0
 * @returns {number} cells, the next even number up to half a million
 *
 * Threads: any. Blocks: never.
 */
export function roundCapacity(cells) {
	let unit = 2;
	while (cells / unit >= MANTISSA) unit *= 2;
	return Math.ceil(cells / unit) * unit;
}

/**
 * @param {number} cells as `roundCapacity` gives them
 * @returns {number} the code, already where the detail of word 0 is
 *
 * Threads: any. Blocks: never.
 */
export function capacityDetail(cells) {
	let exponent = 0;
	let mantissa = cells;
	while (mantissa >= MANTISSA) {
		mantissa /= 2;
		exponent++;
	}
	return ((mantissa << 5) | exponent) << DETAIL_SHIFT;
}

/**
 * @param {number} word0 of an array
 * @returns {number} cells of its slots
 *
 * Threads: any. Blocks: never.
 */
export function capacityOf(word0) {
	const code = word0 >>> DETAIL_SHIFT;
	return (code >>> 5) * 2 ** (code & 31);
}
