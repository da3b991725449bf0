/** @import { Region } from '../memory/region.js' */
/** @import { Node } from './node.js' */
/** @import { Held, Primitive } from './slots.js' */
import { F64, I32, I64 } from '../memory/heap.js';
import { pathOf, refuse } from './classify.js';
import {
	BOXED,
	DETAIL_SHIFT,
	FIXED,
	INTS,
	KIND_MASK,
	TAG_EMPTY,
	VALUES,
	capacityDetail,
	capacityOf,
	roundCapacity,
} from './layout.js';
import { changeFixed, heldInFixed, isFixedInts, readFixed } from './fixed-ints.js';
import { checkHoles } from './limits.js';
import { releaseHeld } from './release.js';
import { changeCell, changeNumber, heldInCell, isInt32, readCell, tagOf } from './slots.js';

// Arrays of both kinds. Addresses are those of headers that are alive, and of kind INTS or VALUES.

const FLAGS = (1 << DETAIL_SHIFT) - 1;
/** What a new element holds before anything is written to it. @type {Held} */
const NOTHING = Object.freeze({ tag: TAG_EMPTY, low: 0, number: 0 });
/** The cell of a hole. */
const EMPTY = BigInt.asIntN(64, BigInt(TAG_EMPTY) << 32n);
/** The largest array index, plus one. */
const MOST_ELEMENTS = 2 ** 32 - 1;

/**
 * @param {string | number} key
 * @returns {number} the array index that it is; -1 = none
 *
 * Threads: any. Blocks: never.
 */
export function toIndex(key) {
	if (typeof key === 'number') return key >>> 0 === key && key < MOST_ELEMENTS ? key : -1;
	const { length } = key;
	if (length === 0 || length > 10) return -1;
	let index = 0;
	for (let at = 0; at < length; at++) {
		const digit = key.charCodeAt(at) - 48;
		if (!(digit >= 0 && digit <= 9)) return -1;
		index = index * 10 + digit;
	}
	if (index >= MOST_ELEMENTS || (key.charCodeAt(0) === 48 && length > 1)) return -1;
	return index;
}

/**
 * @param {number} address
 * @param {number} index
 * @returns {Primitive | undefined | Node} undefined for a hole, and beyond the end
 *
 * Threads: who may read the element. Blocks: never.
 */
export function getIndex(address, index) {
	if (index < 0 || index >= I32[2 * address + 3]) return undefined;
	const slots = I32[2 * address + 2];
	const word = I32[2 * address];
	if ((word & KIND_MASK) === INTS) {
		return word & BOXED ? readFixed(address, index) : I32[2 * slots + index];
	}
	return word & BOXED ? readCell(slots + index) : F64[slots + index];
}

/**
 * @param {number} address
 * @param {number} index
 * @returns {boolean} false for a hole, and beyond the end
 *
 * Threads: who may read the element. Blocks: never.
 */
export function hasIndex(address, index) {
	if (index < 0 || index >= I32[2 * address + 3]) return false;
	const word = I32[2 * address];
	if ((word & BOXED) === 0) return true;
	if ((word & KIND_MASK) === INTS) return heldInFixed(address, index).tag !== TAG_EMPTY;
	return tagOf(I32[2 * address + 2] + index) !== TAG_EMPTY;
}

/**
 * @param {Region} region
 * @param {number} address
 * @param {number} index
 * @param {Held} held what the element gets, which is the document's from now on
 * @throws {import('../../errors/lapidary-error.js').LapidaryError} LP8104 for a new element of a fixed array and for too many holes, LP8103; nothing was changed
 *
 * Threads: who may write the node, or the element of a fixed one. Blocks: see `Region.allocate`.
 */
export function setIndex(region, address, index, held) {
	const length = I32[2 * address + 3];
	if (index < length) {
		changeIndex(region, address, index, held);
		return;
	}
	if (I32[2 * address] & FIXED) throw refuseLength(index);
	checkHoles(index - length, index);
	const isInts = index === length && isIntsHeld(address, held);
	const before = I32[2 * address + 2];
	prepare(region, address, index + 1, isInts);
	if (index > length) fillEmpty(region, address, { from: length, to: index, before });
	putNext(region, address, index, held);
}

/**
 * Appends to an array that `prepare` got ready for it.
 *
 * @param {Region} region
 * @param {number} address
 * @param {number} index where its elements end
 * @param {Held} held
 *
 * Threads: who may write the node. Blocks: never.
 */
export function putNext(region, address, index, held) {
	region.write32(2 * address + 3, index + 1);
	putAt(region, address, index, held);
}

/**
 * Writes over an element of an array that is not of fixed integers; what was there is not released.
 *
 * @param {Region} region
 * @param {number} address of an array whose kind can hold it
 * @param {number} index below the length
 * @param {Held} held
 *
 * Threads: who may write the element. Blocks: never.
 */
export function putAt(region, address, index, held) {
	const slots = I32[2 * address + 2];
	if ((I32[2 * address] & KIND_MASK) === INTS) {
		region.write32(2 * slots + index, held.number);
		return;
	}
	if (held.tag !== 0) markBoxed(region, address);
	changeCell(region, slots + index, held);
}

/** @param {string | number} key @returns {Error} */
export const refuseLength = (key) =>
	refuse(pathOf([key]), 'a new element of an array whose length is fixed');

/**
 * @param {number} address
 * @param {Held} held
 * @returns {boolean} whether the array holds int32 only, and this is one
 *
 * Threads: who may read the node. Blocks: never.
 */
export function isIntsHeld(address, held) {
	return (I32[2 * address] & KIND_MASK) === INTS && held.tag === 0 && isInt32(held.number);
}

/**
 * Gets an array ready for elements.
 *
 * @param {Region} region
 * @param {number} address
 * @param {number} length that is going to be written
 * @param {boolean} isInts whether it can stay or become an array of int32
 * @throws {import('../../errors/lapidary-error.js').LapidaryError} LP8103; nothing was changed
 *
 * Threads: who may write the node. Blocks: see `Region.allocate`.
 */
export function prepare(region, address, length, isInts) {
	const word = I32[2 * address];
	const isNow = (word & KIND_MASK) === INTS;
	const used = I32[2 * address + 3];
	if (isNow && !isInts) {
		const cells = length > used ? enlarged(length, used) : length;
		moveSlots(region, address, VALUES, roundCapacity(cells));
		return;
	}
	const had = capacityOf(word);
	const needed = isNow ? Math.ceil(length / 2) : length;
	if (needed > had) moveSlots(region, address, word & FLAGS, roundCapacity(enlarged(needed, had)));
}

/** @param {number} needed @param {number} had less than that @returns {number} with room for more, an even number */
const enlarged = (needed, had) => 2 * Math.ceil(Math.max(needed, had * 1.5) / 2);

/**
 * Gives an array another block of slots; maybe of 8 bytes an element in place of 4.
 *
 * @param {Region} region
 * @param {number} address
 * @param {number} flags kind and flags from now on
 * @param {number} cells enough for its elements; 0 for none
 */
function moveSlots(region, address, flags, cells) {
	const word = I32[2 * address];
	const length = I32[2 * address + 3];
	const old = I32[2 * address + 2];
	const had = capacityOf(word);
	const slots = cells === 0 ? 0 : region.allocate(cells);
	if ((flags & KIND_MASK) !== (word & KIND_MASK)) {
		for (let at = 0; at < length; at++) F64[slots + at] = I32[2 * old + at];
	} else {
		const words = (flags & KIND_MASK) === INTS ? length : 2 * length;
		I32.copyWithin(2 * slots, 2 * old, 2 * old + words);
	}
	region.write32(2 * address, flags | capacityDetail(cells));
	region.write32(2 * address + 2, slots);
	if (had > 0) region.release(old, had);
}

/**
 * Gives back what an array that has become shorter does not need.
 *
 * @param {Region} region
 * @param {number} address
 *
 * Threads: who may write the node. Blocks: see `Region.allocate`.
 */
export function shrink(region, address) {
	const word = I32[2 * address];
	const length = I32[2 * address + 3];
	const needed = (word & KIND_MASK) === INTS ? Math.ceil(length / 2) : length;
	if (word & FIXED || 2 * needed + 4 >= capacityOf(word)) return;
	// An array without elements may be of any kind again.
	const flags = length === 0 ? INTS : word & FLAGS;
	moveSlots(region, address, flags, length === 0 ? 0 : roundCapacity(needed + (needed >> 2)));
}

/**
 * @param {Region} region
 * @param {number} address of kind VALUES
 * @param {{ from: number, to: number, before: number }} holes and where the slots were before there was room for them
 */
function fillEmpty(region, address, { from, to, before }) {
	const slots = I32[2 * address + 2];
	// A block that this change has allocated goes away as a whole when the change is taken back. In an older one, the array may have been
	// longer when the log began.
	if (slots === before) region.logAll(slots + from, to - from);
	region.edit();
	I64.fill(EMPTY, slots + from, slots + to);
	markBoxed(region, address);
}

/**
 * Loops write any NaN into an array that holds only numbers: where it may hold something else, one that looks like a boxed value is one.
 *
 * @param {Region} region
 * @param {number} address of kind VALUES that is not BOXED
 */
function nameNaNs(region, address) {
	const slots = I32[2 * address + 2];
	for (let cell = slots; cell < slots + I32[2 * address + 3]; cell++) {
		const value = F64[cell];
		if (value !== value) changeNumber(region, cell, value);
	}
}

/**
 * @param {Region} region
 * @param {number} address of kind VALUES
 *
 * Threads: who may write an element. Several threads may do so at once, with the same word. Blocks: never.
 */
export function markBoxed(region, address) {
	const word = I32[2 * address];
	if ((word & BOXED) !== 0) return;
	// Of a fixed array each thread has seen to its own elements.
	if ((word & FIXED) === 0) nameNaNs(region, address);
	region.write32(2 * address, word | BOXED);
}

/** @param {Region} region @param {number} address @param {number} index below the length @param {Held} held */
function changeIndex(region, address, index, held) {
	if (isFixedInts(I32[2 * address])) {
		const old = heldInFixed(address, index);
		changeFixed(region, address, index, held);
		releaseHeld(region, old);
		return;
	}
	if ((I32[2 * address] & KIND_MASK) === INTS) {
		if (!isIntsHeld(address, held)) prepare(region, address, I32[2 * address + 3], false);
		putAt(region, address, index, held);
		return;
	}
	const isBoxed = (I32[2 * address] & BOXED) !== 0;
	const old = isBoxed ? heldInCell(I32[2 * address + 2] + index) : null;
	putAt(region, address, index, held);
	if (old !== null) releaseHeld(region, old);
}

/**
 * Makes a hole.
 *
 * @param {Region} region
 * @param {number} address
 * @param {number} index
 * @returns {boolean} whether there was an element
 *
 * Threads: who may write the element. Blocks: see `Region.release`.
 */
export function removeIndex(region, address, index) {
	if (!hasIndex(address, index)) return false;
	changeIndex(region, address, index, NOTHING);
	return true;
}

/**
 * @param {Region} region
 * @param {number} address
 * @param {number} length from `toLength`: elements beyond it are released, new ones are holes
 * @throws {import('../../errors/lapidary-error.js').LapidaryError} LP8104 for a fixed array and for too many holes, LP8103; nothing was changed
 *
 * Threads: who may write the node. Blocks: see `Region.allocate`.
 */
export function changeLength(region, address, length) {
	const before = I32[2 * address + 3];
	if (length === before) return;
	if (I32[2 * address] & FIXED) throw refuseLength('length');
	if (length > before) {
		checkHoles(length - before, 'length');
		const slots = I32[2 * address + 2];
		prepare(region, address, length, false);
		fillEmpty(region, address, { from: before, to: length, before: slots });
		region.write32(2 * address + 3, length);
		return;
	}
	const dropped = heldFrom(address, length, before);
	region.write32(2 * address + 3, length);
	for (const held of dropped) releaseHeld(region, held);
	shrink(region, address);
}

/**
 * @param {number} address
 * @param {number} from index
 * @param {number} to index
 * @returns {Held[]} what has to be released when the elements go
 *
 * Threads: who may read the elements. Blocks: never.
 */
export function heldFrom(address, from, to) {
	/** @type {Held[]} */
	const all = [];
	const word = I32[2 * address];
	if ((word & KIND_MASK) === INTS || (word & BOXED) === 0) return all;
	for (let at = from; at < to; at++) {
		const held = heldInCell(I32[2 * address + 2] + at);
		if (held.tag !== 0) all.push(held);
	}
	return all;
}

/**
 * @param {number} address
 * @returns {string[]} indexes of elements that are no holes
 *
 * Threads: who may read the elements. Blocks: never.
 */
export function keysOfArray(address) {
	const keys = [];
	const length = I32[2 * address + 3];
	for (let at = 0; at < length; at++) if (hasIndex(address, at)) keys.push(String(at));
	return keys;
}
