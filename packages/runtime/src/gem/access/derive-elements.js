/** @import { Kept } from './kept.js' */
/** @import { Numbers } from './facts.js' */
/** @import { Right } from './place.js' */
/** @import { Site } from './site.js' */
import { cellOf, countMoved, readFixed } from '../graph/fixed-ints.js';
import {
	BOXED,
	FIXED,
	INTS,
	KIND_MASK,
	MIXED,
	TAG_STRING,
	TYPED,
	VALUES,
} from '../graph/layout.js';
import { Node } from '../graph/node.js';
import { readCell, tagOf } from '../graph/slots.js';
import { viewOf } from '../graph/typed.js';
import { F64, I32 } from '../memory/heap.js';
import { BLOCK, ByBlock } from './by-block.js';
import { ElementsFacts, EMPTY } from './facts.js';
import { keptOf } from './kept.js';
import { fitsCell, fitsDouble } from './numbers.js';
import { DECODING } from './site.js';
import { noteConstant } from './tame.js';
import { hasLength } from './walk.js';

/**
 * What a site knows of the elements of an array that it has a right to.
 *
 * Threads: who has the right. Blocks: never.
 *
 * @param {Site<ElementsFacts>} site
 * @param {Right} right
 * @param {number} address of its header
 * @returns {ElementsFacts | null} null: not now
 */
export function deriveElements(site, right, address) {
	if (!hasLength(address)) return site.nothing;
	const { handle, subset, from, isSettable } = right;
	const length = I32[2 * address + 3];
	const to = Math.min(right.to, length);
	const n = subset ? subset.to - subset.from : length;
	const kept = keptOf(handle, right.isConstant);
	const known = kept.elements.get(address);
	if (known?.from === from && known.to === to && known.n === n) {
		if (known.isSettable === isSettable) return known.facts;
	}
	const found = look(site, right, { address, from, to, kept });
	if (found === null) return null;
	if (right.isConstant) noteConstant(found.v);
	const facts = new ElementsFacts({
		v: found.v,
		w: isSettable && found.isMemory ? /** @type {Numbers} */ (found.v) : EMPTY,
		o: from,
		n,
		fits: isOnlyNumbers(I32[2 * address]) ? fitsDouble : fitsCell,
		all: from === 0 && to === length && !subset && found !== NOT_PLAIN ? found.v : undefined,
		rest: found.rest,
	});
	kept.elements.set(address, { facts, from, to, n, isSettable });
	return facts;
}

/**
 * Threads: any. Blocks: never.
 *
 * @param {number} word 0 of an array
 * @returns {boolean} whether its elements are doubles, until this thread makes it an array of something else
 */
export const isOnlyNumbers = (word) =>
	(word & (KIND_MASK | BOXED | FIXED)) === VALUES || (word & KIND_MASK) === TYPED;

/** Something else than primitive values is among the elements. @type {Found} */
const NOT_PLAIN = Object.freeze({ v: EMPTY, isMemory: false });

/** @typedef {{ address: number, from: number, to: number, kept: Kept }} Elements */
/** @typedef {{ v: ArrayLike<unknown>, isMemory: boolean, rest?: ByBlock }} Found */

/**
 * @param {Site<ElementsFacts>} site
 * @param {Right} right
 * @param {Elements} elements
 * @returns {Found | null} null: not now
 */
function look(site, right, { address, from, to, kept }) {
	const word = I32[2 * address];
	const slots = I32[2 * address + 2];
	switch (word & (KIND_MASK | BOXED)) {
		case INTS | BOXED:
			return lookAtFixed(site, right, { address, from, to, kept });
		case INTS:
			return { v: I32.subarray(2 * slots + from, 2 * slots + to), isMemory: true };
		case VALUES:
			return { v: F64.subarray(slots + from, slots + to), isMemory: true };
		case VALUES | BOXED:
			return lookAtEach(site, right, { address, from, to, kept, first: slots });
		default:
			return (word & KIND_MASK) === TYPED ? lookAtTyped(address, from, to) : NOT_PLAIN;
	}
}

/**
 * @param {Site<ElementsFacts>} site
 * @param {Right} right
 * @param {Elements} elements of fixed integers, some of which are elsewhere (graph/fixed-ints.js)
 * @returns {Found | null} null: not now
 */
function lookAtFixed(site, right, { address, from, to, kept }) {
	if (!site.affords((to - from) >>> 8)) return null;
	const moved = countMoved(address, from, to);
	if (moved === to - from && (I32[2 * address] & MIXED) !== 0) {
		return lookAtEach(site, right, { address, from, to, kept, first: cellOf(address) });
	}
	if (moved > 0 && moved < to - from) {
		if (!site.affordsCopy(right.handle.region, DECODING * (to - from))) return null;
		return copy(site, { address, from, to, kept }, (at) => readFixed(address, at));
	}
	const isMemory = right.isSettable && !kept.copied.has(address);
	if (isMemory) noteWritten(right, address, kept);
	const words = moved === 0 ? I32 : F64;
	const first = moved === 0 ? 2 * I32[2 * address + 2] : cellOf(address);
	return { v: words.subarray(first + from, first + to), isMemory };
}

/** @param {Right} right @param {number} address of an array with other values than numbers, in another part perhaps @param {Kept} kept */
function noteWritten({ handle: { region } }, address, kept) {
	kept.written.add(address);
	// Another thread may have a copy of a larger part, with other values in it.
	region.touch();
}

/** @param {number} address of a typed array @param {number} from @param {number} to */
function lookAtTyped(address, from, to) {
	const view = viewOf(address);
	const isMemory = view instanceof Int32Array || view instanceof Float64Array;
	return { v: view.subarray(from, to), isMemory };
}

/**
 * @param {Site<ElementsFacts>} site
 * @param {Right} right
 * @param {Elements & { first: number }} elements that may be something else than numbers; `first`: cell of the one with the index 0
 * @returns {Found | null}
 */
function lookAtEach(site, right, { address, from, to, kept, first }) {
	const isWhole = from === 0 && to === I32[2 * address + 3];
	if (right.isConstant && isWhole && to >= 2 * BLOCK && tagOf(first) === TAG_STRING) {
		if (!site.affords(to >>> 5)) return null;
		const rest = new ByBlock({ address, first, length: to });
		kept.copied.add(address);
		return { v: rest.values, isMemory: false, rest };
	}
	let at = from;
	// For all of it at once: what the look takes would be lost each time that the copy cannot be had.
	if (!site.affordsCopy(right.handle.region, DECODING * (to - from))) return null;
	while (at < to && tagOf(first + at) === 0) at++;
	if (at === to) {
		site.affords(((to - from) >>> 3) - DECODING * (to - from));
		const isMemory = right.isSettable && !kept.copied.has(address);
		if (isMemory) noteWritten(right, address, kept);
		return { v: F64.subarray(first + from, first + to), isMemory };
	}
	return copy(site, { address, from, to, kept }, (index) => readCell(first + index));
}

/**
 * @param {Site<ElementsFacts>} site
 * @param {Elements} elements
 * @param {(index: number) => unknown} read
 * @returns {Found}
 */
function copy(site, { address, from, to, kept }, read) {
	// What is written to memory, by the right to other elements of it, is not seen in a copy.
	if (kept.written.has(address)) return NOT_PLAIN;
	const values = [];
	for (let at = from; at < to; at++) {
		const value = read(at);
		if (value === undefined || value instanceof Node) return NOT_PLAIN;
		values.push(value);
	}
	kept.copied.add(address);
	site.noteCopied();
	return { v: values, isMemory: false };
}
