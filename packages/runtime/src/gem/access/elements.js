/** @import { Right } from './place.js' */
/** @import { Numbers } from './facts.js' */
import { BOXED, INTS, KIND_MASK, TYPED, VALUES } from '../graph/layout.js';
import { Node } from '../graph/node.js';
import { readCell, tagOf } from '../graph/slots.js';
import { viewOf } from '../graph/typed.js';
import { F64, I32 } from '../memory/heap.js';
import { ElementsFacts, EMPTY, NO_ELEMENTS } from './facts.js';
import { keptOf } from './kept.js';
import { Site } from './site.js';

/** What decoding a value costs, in rows. */
const DECODING = 4;

/**
 * A site that accesses elements, which are primitive values, of the array at a path.
 *
 * Threads: any. Blocks: never.
 *
 * @param {readonly string[]} path
 * @returns {Site<ElementsFacts>}
 */
export const elements = (path) => new Site(path, { nothing: NO_ELEMENTS, derive });

/**
 * @param {Site<ElementsFacts>} site
 * @param {Right} right
 * @param {number} address
 * @returns {ElementsFacts | null}
 */
function derive(site, right, address) {
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
	const facts =
		found === NOT_PLAIN
			? NO_ELEMENTS
			: new ElementsFacts({
					v: found.v,
					w: isSettable && found.isMemory ? /** @type {Numbers} */ (found.v) : EMPTY,
					o: from,
					n,
					all: from === 0 && to === length && !subset ? found.v : undefined,
				});
	kept.elements.set(address, { facts, from, to, n, isSettable });
	return facts;
}

/** Something else than primitive values is among the elements. */
const NOT_PLAIN = Object.freeze({ v: EMPTY, isMemory: false });

/** @typedef {{ address: number, from: number, to: number, kept: ReturnType<typeof keptOf> }} Elements */

/**
 * @param {Site<ElementsFacts>} site
 * @param {Right} right
 * @param {Elements} elements
 * @returns {{ v: ArrayLike<unknown>, isMemory: boolean } | null} null: not now
 */
function look(site, right, { address, from, to, kept }) {
	const word = I32[2 * address];
	const slots = I32[2 * address + 2];
	switch (word & (KIND_MASK | BOXED)) {
		case INTS:
			return { v: I32.subarray(2 * slots + from, 2 * slots + to), isMemory: true };
		case VALUES:
			return { v: F64.subarray(slots + from, slots + to), isMemory: true };
		case VALUES | BOXED:
			return lookAtEach(site, right, { address, from, to, kept });
		default:
			return (word & KIND_MASK) === TYPED ? lookAtTyped(address, from, to) : NOT_PLAIN;
	}
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
 * @param {Elements} elements that may be something else than numbers
 * @returns {{ v: ArrayLike<unknown>, isMemory: boolean } | null}
 */
function lookAtEach(site, { isSettable }, { address, from, to, kept }) {
	const first = I32[2 * address + 2];
	let at = from;
	if (!site.affords(to - from)) return null;
	while (at < to && tagOf(first + at) === 0) at++;
	if (at === to) {
		const isMemory = isSettable && !kept.copied.has(address);
		if (isMemory) kept.written.add(address);
		return { v: F64.subarray(first + from, first + to), isMemory };
	}
	// What is written to memory, by the right to other elements of it, is not seen in a copy.
	if (kept.written.has(address)) return NOT_PLAIN;
	if (!site.affords(DECODING * (to - from))) return null;
	const copy = [];
	for (at = from; at < to; at++) {
		const value = readCell(first + at);
		if (value === undefined || value instanceof Node) return NOT_PLAIN;
		copy.push(value);
	}
	kept.copied.add(address);
	return { v: copy, isMemory: false };
}
