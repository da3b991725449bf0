/** @import { Region } from '../memory/region.js' */
import { I32, U16, U8 } from '../memory/heap.js';
import { BLOCK_OWNERS } from '../memory/layout.js';

/*
 * A string in the heap never changes:
 *
 *     word 0   length in UTF-16 units, times two, plus one when the units take two bytes each (else Latin-1)
 *     word 1   stamp; with the address it is the string's name for ever, so that threads may keep what they decoded
 *     word 2   owners: slots and dictionary keys that point here; changed atomically, because parts of one document that
 *              belong to different threads may share a string
 *     from byte 12 on: the units
 */
const HEADER_BYTES = 12;
/** Stamp of strings that are never released, and whose owners are not counted: the keys of shapes. */
export const FOR_EVER = 1;

const bytes =
	/** @type {Buffer & { latin1Slice: Slice, ucs2Slice: Slice, latin1Write: Write, ucs2Write: Write }} */ (
		Buffer.from(U8.buffer)
	);
/** @typedef {(start: number, end: number) => string} Slice */
/** @typedef {(text: string, offset: number, length: number) => number} Write */

/**
 * @param {string} text
 * @returns {boolean} whether its units need two bytes each
 *
 * Threads: any. Blocks: never.
 */
export function isWide(text) {
	for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 0xff) return true;
	return false;
}

/**
 * @param {number} length in UTF-16 units
 * @param {boolean} wide
 * @returns {number} cells that such a string takes
 *
 * Threads: any. Blocks: never.
 */
export const cellsForString = (length, wide) =>
	2 * Math.ceil((HEADER_BYTES + (wide ? 2 * length : length)) / 16);

/**
 * @param {number} address of a string
 * @returns {number} cells that it takes
 *
 * Threads: who may read the string. Blocks: never.
 */
export function cellsOfString(address) {
	const word = I32[2 * address];
	return cellsForString(word >>> 1, (word & 1) === 1);
}

/**
 * Writes a string that has one owner into fresh memory.
 *
 * @param {number} address of `cellsForString(text.length, wide)` cells that nobody else knows
 * @param {string} text
 * @param {boolean} wide see `isWide`
 * @param {number} stamp
 *
 * Threads: the one that allocated the memory. Blocks: never.
 */
export function writeString(address, text, wide, stamp) {
	const { length } = text;
	I32[2 * address] = (length << 1) | (wide ? 1 : 0);
	I32[2 * address + 1] = stamp;
	I32[2 * address + BLOCK_OWNERS] = 1;
	const start = 8 * address + HEADER_BYTES;
	if (length > 64) {
		if (wide) bytes.ucs2Write(text, start, 2 * length);
		else bytes.latin1Write(text, start, length);
	} else if (wide) {
		const unit = start / 2;
		for (let at = 0; at < length; at++) U16[unit + at] = text.charCodeAt(at);
	} else {
		for (let at = 0; at < length; at++) U8[start + at] = text.charCodeAt(at);
	}
}

/**
 * @param {Region} region
 * @param {string} text
 * @returns {number} address of a new string with one owner
 *
 * Threads: who may allocate in the region. Blocks: see `Region.allocate`.
 */
export function createString(region, text) {
	const wide = isWide(text);
	const address = region.allocate(cellsForString(text.length, wide));
	writeString(address, text, wide, region.stamp());
	return address;
}

/**
 * @param {Region} region
 * @param {number} address of a string that has an owner
 *
 * @throws {import('../../errors/lapidary-error.js').LapidaryError} LP8103; it has no owner more then
 *
 * Threads: who may read the string. Blocks: never. Pairs with the subtraction in `releaseString`; see there.
 */
export function addOwner(region, address) {
	if (I32[2 * address + 1] !== FOR_EVER) region.own(address, cellsOfString(address));
}

/**
 * Takes an owner away, and releases the string with its last one.
 *
 * @param {Region} region
 * @param {number} address
 *
 * Threads: who has the right to the owner. Blocks: see `Region.release`. Threads that have the right to different parts of a
 * document may share a string, in transactions too: the count is none of what a transaction changes before it is committed.
 */
export function releaseString(region, address) {
	if (I32[2 * address + 1] !== FOR_EVER) region.disown(address, cellsOfString(address));
}

/**
 * @param {number} address of a string
 * @returns {number} how many slots and keys it is in
 *
 * Threads: who has the right to all of them. Blocks: never.
 */
export const ownersOf = (address) => I32[2 * address + BLOCK_OWNERS];

// What this thread decoded last: two places for each string of up to 128 units by its address, and a few for longer ones.
// At most about 3 MB; longer ones than that are decoded each time.
const SMALL_PLACES = 8192;
const SMALL_LENGTH = 128;
const LARGE_PLACES = 8;
const LARGE_LENGTH = 1 << 18;
/** A string that is short and that many slots have is one of few, and compared more often than others. */
const SHORT_LENGTH = 32;
const MANY_OWNERS = 4;
const PLACES = SMALL_PLACES + LARGE_PLACES;
const decodedAddress = new Int32Array(PLACES);
const decodedStamp = new Int32Array(PLACES);
/** @type {string[]} */
const decodedText = new Array(PLACES).fill('');

/**
 * @param {number} address of a string
 * @returns {string}
 *
 * Threads: who may read the string. Blocks: never.
 */
export function readString(address) {
	const length = I32[2 * address] >>> 1;
	const stamp = I32[2 * address + 1];
	// Blocks begin at even addresses.
	const mixed = (address >>> 1) ^ (address >>> 13);
	const place =
		length <= SMALL_LENGTH
			? mixed & (SMALL_PLACES - 1)
			: SMALL_PLACES + (mixed & (LARGE_PLACES - 1));
	if (decodedAddress[place] === address && decodedStamp[place] === stamp) {
		return decodedText[place];
	}
	const other = place ^ 1;
	if (decodedAddress[other] === address && decodedStamp[other] === stamp) {
		return decodedText[other];
	}
	const text = decodeAt(address);
	if (length <= LARGE_LENGTH) {
		decodedAddress[other] = decodedAddress[place];
		decodedStamp[other] = decodedStamp[place];
		decodedText[other] = decodedText[place];
		decodedAddress[place] = address;
		decodedStamp[place] = stamp;
		decodedText[place] = text;
	}
	return text;
}

/** @param {number} address of a string @returns {string} */
function decodeAt(address) {
	const word = I32[2 * address];
	const length = word >>> 1;
	const text = decode(8 * address + HEADER_BYTES, length, (word & 1) === 1);
	const isFrequent = length <= SHORT_LENGTH && I32[2 * address + BLOCK_OWNERS] >= MANY_OWNERS;
	return isFrequent ? internalized(text) : text;
}

/**
 * V8 keeps one string for each name of a property, and compares such strings, as literals are, by their addresses.
 *
 * @param {string} text
 * @returns {string} the same
 */
function internalized(text) {
	// An object without a prototype is a table, where V8 would make a hidden class for each name of another one.
	const names = Object.create(null);
	names[text] = 0;
	return Object.keys(names)[0] ?? text;
}

/**
 * @param {number} start first byte
 * @param {number} length in UTF-16 units
 * @param {boolean} wide
 * @returns {string}
 */
function decode(start, length, wide) {
	if (wide) return bytes.ucs2Slice(start, start + 2 * length);
	if (length > 10) return bytes.latin1Slice(start, start + length);
	let text = '';
	let at = start;
	const end = start + length;
	for (; at + 4 <= end; at += 4)
		text += String.fromCharCode(u8(at), u8(at + 1), u8(at + 2), u8(at + 3));
	for (; at < end; at++) text += String.fromCharCode(u8(at));
	return text;
}

/** @param {number} at @returns {number} */
const u8 = (at) => U8[at];

/**
 * @param {number} address of a string
 * @param {string} text
 * @returns {boolean} whether they have the same units; decodes nothing
 *
 * Threads: who may read the string. Blocks: never.
 */
export function stringEquals(address, text) {
	const word = I32[2 * address];
	const length = word >>> 1;
	if (length !== text.length) return false;
	const start = 8 * address + HEADER_BYTES;
	if ((word & 1) === 1) {
		const unit = start / 2;
		for (let at = 0; at < length; at++) if (U16[unit + at] !== text.charCodeAt(at)) return false;
	} else {
		for (let at = 0; at < length; at++) if (U8[start + at] !== text.charCodeAt(at)) return false;
	}
	return true;
}

/**
 * @param {number} one address of a string
 * @param {number} other address of a string
 * @returns {boolean} whether they have the same units
 *
 * Threads: who may read both. Blocks: never.
 */
export function equalStrings(one, other) {
	if (one === other) return true;
	if (I32[2 * one] !== I32[2 * other]) return false; // a string is never wide without need
	const size = cellsOfString(one) * 8 - HEADER_BYTES;
	const word = I32[2 * one];
	const used = word & 1 ? (word >>> 1) * 2 : word >>> 1;
	const from = 8 * one + HEADER_BYTES;
	const to = 8 * other + HEADER_BYTES;
	for (let at = 0; at < Math.min(size, used); at++) if (U8[from + at] !== U8[to + at]) return false;
	return true;
}

/**
 * @param {string} text
 * @returns {number} int32; the same in every thread
 *
 * Threads: any. Blocks: never.
 */
export function hashText(text) {
	let hash = 0x811c9dc5 | 0;
	for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
	hash ^= hash >>> 15;
	return Math.imul(hash, 0x2c1b3c6d) ^ (hash >>> 12);
}
