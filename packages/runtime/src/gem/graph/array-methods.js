/** @import { Region } from '../memory/region.js' */
/** @import { Node } from './node.js' */
/** @import { Held } from './slots.js' */
import { F64, I32 } from '../memory/heap.js';
import {
	changeLength,
	hasIndex,
	heldFrom,
	isIntsHeld,
	prepare,
	putAt,
	refuseLength,
	removeIndex,
	setIndex,
	shrink,
} from './array.js';
import { holdValue } from './encode.js';
import { cellOf, heldInFixed, isFixedInts, moveAllToCells } from './fixed-ints.js';
import { BOXED, FIXED, INTS, KIND_MASK, TAG_NODE, TAG_STRING, VALUES } from './layout.js';
import { plainCell } from './materialise.js';
import { headerOf, nodeAt } from './node.js';
import { releaseHeld, releaseUnused } from './release.js';
import { heldInCell } from './slots.js';
import { addOwner } from './strings.js';

// What the methods of Array.prototype that change an array do, with the parameters that these are called with. Elements that
// move stay the nodes that they are; elements that are removed are returned as plain copies. All throw LP8108 for a node that
// was released, LP8104 for what the array cannot hold or when its length is fixed, LP8103; nothing has been changed then.

/**
 * @param {Region} region
 * @param {Node} node an array
 * @param {readonly unknown[]} values
 * @returns {number} the new length
 *
 * Threads: who may write the node. Blocks: see `Region.allocate`.
 */
export function push(region, node, values) {
	headerOf(node);
	insert(region, node, { start: Infinity, removed: 0, values });
	return lengthAt(node);
}

/**
 * @param {Region} region
 * @param {Node} node an array
 * @returns {unknown} a plain copy of the last element; undefined when there is none
 *
 * Threads: who may write the node. Blocks: see `Region.allocate`.
 */
export function pop(region, node) {
	const word = headerOf(node);
	const length = lengthAt(node);
	if (length === 0) return undefined;
	if (word & FIXED) throw refuseLength('length');
	const last = plainAt(node.address, length - 1);
	changeLength(region, node.address, length - 1);
	return last;
}

/**
 * @param {Region} region
 * @param {Node} node an array
 * @returns {unknown} a plain copy of the first element; undefined when there is none
 *
 * Threads: who may write the node. Blocks: see `Region.allocate`.
 */
export function shift(region, node) {
	return splice(region, node, [0, 1])[0];
}

/**
 * @param {Region} region
 * @param {Node} node an array
 * @param {readonly unknown[]} values
 * @returns {number} the new length
 *
 * Threads: who may write the node. Blocks: see `Region.allocate`.
 */
export function unshift(region, node, values) {
	headerOf(node);
	insert(region, node, { start: 0, removed: 0, values });
	return lengthAt(node);
}

/**
 * @param {Region} region
 * @param {Node} node an array
 * @param {readonly unknown[]} parameters start, number of elements to be removed, values
 * @returns {unknown[]} plain copies of the elements that were removed
 *
 * Threads: who may write the node. Blocks: see `Region.allocate`.
 */
export function splice(region, node, parameters) {
	headerOf(node);
	const length = lengthAt(node);
	const [first, count, ...values] = parameters;
	const start = toPosition(first, length, 0);
	const most = parameters.length === 0 ? 0 : length - start;
	const removed = parameters.length < 2 ? most : Math.min(Math.max(toInteger(count), 0), most);
	// The positions may have called code that has changed the array; of a plain one, the length from before counts.
	headerOf(node);
	if (lengthAt(node) !== length) changeLength(region, node.address, length);
	return insert(region, node, { start, removed, values });
}

/**
 * @param {Region} region
 * @param {Node} node an array
 * @param {readonly unknown[]} parameters value, start, end
 *
 * Threads: who may write the elements. Blocks: see `Region.allocate`.
 */
export function fill(region, node, parameters) {
	headerOf(node);
	const [value, start, end] = parameters;
	const length = lengthAt(node);
	const first = toPosition(start, length, 0);
	const last = toPosition(end, length, length);
	if (first >= last) return;
	// Once, as plain arrays take the value: its getters may count, or change the array.
	put(region, node, first, holdValue(region, value, first));
	for (let at = first + 1; at < last; at++) {
		put(region, node, at, copyElement(region, node.address, first));
	}
}

/** @param {Region} region @param {Node} node @param {number} index @param {Held} held its own from now on */
function put(region, node, index, held) {
	try {
		headerOf(node);
		setIndex(region, node.address, index, held);
	} catch (thrown) {
		releaseUnused(region, [held], thrown);
		throw thrown;
	}
}

/**
 * @param {Region} region
 * @param {Node} node an array
 * @param {readonly unknown[]} parameters target, start, end
 *
 * Threads: who may write the elements. Blocks: see `Region.allocate`.
 */
export function copyWithin(region, node, parameters) {
	headerOf(node);
	const [target, start, end] = parameters;
	const length = lengthAt(node);
	const to = toPosition(target, length, 0);
	const from = toPosition(start, length, 0);
	const count = Math.min(toPosition(end, length, length) - from, length - to);
	// Now: the positions may have called code that has changed the array.
	const word = headerOf(node);
	const has = lengthAt(node);
	if (count <= 0) return;
	if (isOfWords(region, word) && from + count <= has && to + count <= has) {
		const slots = I32[2 * node.address + 2];
		moveWords(region, 2 * slots + to, 2 * slots + from, count);
		return;
	}
	copyElements(region, node, { to, from, count });
}

/** @param {Region} region @param {Node} node @param {{ to: number, from: number, count: number }} places where elements may be missing */
function copyElements(region, node, { to, from, count }) {
	const { address } = node;
	/** @type {(Held | null)[]} */
	const copies = [];
	try {
		for (let at = from; at < from + count; at++) {
			copies.push(hasIndex(address, at) ? copyElement(region, address, at) : null);
		}
		for (; copies.length > 0; copies.pop()) {
			const held = copies[copies.length - 1];
			const index = to + copies.length - 1;
			if (held === null) removeIndex(region, address, index);
			else setIndex(region, address, index, held);
		}
	} catch (thrown) {
		releaseUnused(region, copies, thrown);
		throw thrown;
	}
}

/** @param {number} address of an array @param {number} index below its length @returns {Held} what it holds, which stays its own */
function heldAt(address, index) {
	const word = I32[2 * address];
	const slots = I32[2 * address + 2];
	if ((word & (KIND_MASK | BOXED)) === INTS) {
		return { tag: 0, low: 0, number: I32[2 * slots + index] };
	}
	if (isFixedInts(word)) return heldInFixed(address, index);
	return word & BOXED ? heldInCell(slots + index) : { tag: 0, low: 0, number: F64[slots + index] };
}

/** @param {Region} region @param {number} address @param {number} index @returns {Held} of its own */
function copyElement(region, address, index) {
	const held = heldAt(address, index);
	if (held.tag === TAG_STRING) addOwner(region, held.low);
	return held.tag === TAG_NODE ? holdValue(region, nodeAt(held.low), '') : held;
}

/**
 * @param {Region} region
 * @param {Node} node an array
 *
 * Threads: who may write the elements. Blocks: never.
 */
export function reverse(region, node) {
	headerOf(node);
	const { first, width } = wordsOf(region, node.address);
	let high = first + width * (lengthAt(node) - 1);
	for (let low = first; low < high; low += width, high -= width) {
		for (let word = 0; word < width; word++) {
			const kept = I32[low + word];
			region.write32(low + word, I32[high + word]);
			region.write32(high + word, kept);
		}
	}
}

/**
 * @param {Region} region
 * @param {number} address of an array, all of which is going to be moved around
 * @returns {{ first: number, width: number }} its first word, and words an element
 *
 * Threads: who may write the elements. Blocks: never.
 */
export function wordsOf(region, address) {
	const word = I32[2 * address];
	const first = 2 * I32[2 * address + 2];
	if (isOfWords(region, word)) return { first, width: 1 };
	if (!isFixedInts(word)) return { first, width: 2 };
	moveAllToCells(region, address);
	return { first: 2 * cellOf(address), width: 2 };
}

/**
 * Integers of a fixed array that a log could take back may be in their cells by then.
 *
 * @param {Region} region
 * @param {number} word 0 of an array
 * @returns {boolean} whether its elements are integers that can be moved around
 */
const isOfWords = (region, word) =>
	(word & (KIND_MASK | BOXED)) === INTS && ((word & FIXED) === 0 || region.log === null);

/** @param {Node} node @returns {number} */
const lengthAt = (node) => I32[2 * node.address + 3];

/** @param {number} address of an array @param {number} index below its length @returns {unknown} a plain copy */
function plainAt(address, index) {
	const slots = I32[2 * address + 2];
	const word = I32[2 * address];
	if ((word & BOXED) === 0 && (word & KIND_MASK) === VALUES) return F64[slots + index];
	if ((word & KIND_MASK) !== INTS) return plainCell(slots + index);
	const { tag, number } = heldAt(address, index);
	return tag === 0 ? number : plainCell(cellOf(address, index));
}

/**
 * Threads: any. Blocks: never.
 *
 * @param {unknown} value
 * @returns {number} an integer or an infinity
 */
export function toInteger(value) {
	const number = Math.trunc(Number(value));
	return Number.isNaN(number) ? 0 : number;
}

/**
 * Threads: any. Blocks: never.
 *
 * @param {unknown} value
 * @param {number} length
 * @param {number} otherwise for undefined
 * @returns {number} from 0 to length
 */
export function toPosition(value, length, otherwise) {
	if (value === undefined) return otherwise;
	const number = toInteger(value);
	return number < 0 ? Math.max(length + number, 0) : Math.min(number, length);
}

/**
 * @param {Region} region
 * @param {Node} node
 * @param {{ start: number, removed: number, values: readonly unknown[] }} change
 * @returns {unknown[]} plain copies of the elements that were removed
 */
function insert(region, node, { start, removed, values }) {
	if (headerOf(node) & FIXED && removed !== values.length) throw refuseLength('length');
	const held = holdAll(region, values, Math.min(start, lengthAt(node)));
	try {
		// What a `toJSON` has done to the array in the meantime is taken as done before.
		headerOf(node);
		const length = lengthAt(node);
		const from = Math.min(start, length);
		return replace(region, node.address, {
			start: from,
			end: Math.min(from + removed, length),
			held,
		});
	} catch (thrown) {
		releaseUnused(region, held, thrown);
		throw thrown;
	}
}

/** @param {Region} region @param {readonly unknown[]} values @param {number} first index of the first of them @returns {Held[]} */
function holdAll(region, values, first) {
	/** @type {Held[]} */
	const held = [];
	try {
		for (const value of values) held.push(holdValue(region, value, first + held.length));
		return held;
	} catch (thrown) {
		// Whatever has ended it, none of them is in a slot.
		for (const each of held) releaseHeld(region, each);
		throw thrown;
	}
}

/**
 * @param {Region} region
 * @param {number} address
 * @param {{ start: number, end: number, held: Held[] }} change elements to be replaced, and by what
 * @returns {unknown[]} plain copies of those elements
 */
function replace(region, address, { start, end, held }) {
	const length = I32[2 * address + 3];
	const next = length - (end - start) + held.length;
	/** @type {unknown[]} */
	const plain = [];
	for (let at = start; at < end; at++) {
		if (hasIndex(address, at)) plain.push(plainAt(address, at));
		else plain.length++;
	}
	if (isFixedInts(I32[2 * address])) {
		for (; held.length > 0; held.pop()) {
			setIndex(region, address, start + held.length - 1, /** @type {Held} */ (held.at(-1)));
		}
		return plain;
	}
	const isInts = held.every((each) => isIntsHeld(address, each));
	if (held.length > 0) prepare(region, address, Math.max(length, next), isInts);
	const old = heldFrom(address, start, end);
	const width = (I32[2 * address] & KIND_MASK) === INTS ? 1 : 2;
	const first = 2 * I32[2 * address + 2];
	const to = first + width * (start + held.length);
	moveWords(region, to, first + width * end, width * (length - end));
	region.write32(2 * address + 3, next);
	for (let at = 0; at < held.length; at++) putAt(region, address, start + at, held[at]);
	held.length = 0;
	for (const each of old) releaseHeld(region, each);
	if (next < length) shrink(region, address);
	return plain;
}

/** @param {Region} region @param {number} to first word @param {number} from first word @param {number} count words */
function moveWords(region, to, from, count) {
	if (to === from) return;
	if (region.log === null) {
		I32.copyWithin(to, from, from + count);
	} else if (to < from) {
		for (let at = 0; at < count; at++) region.write32(to + at, I32[from + at]);
	} else {
		for (let at = count - 1; at >= 0; at--) region.write32(to + at, I32[from + at]);
	}
}
