/** @import { Region } from '../memory/region.js' */
/** @import { Held } from './slots.js' */
import { pathOf, refuse } from './classify.js';
import { Encoder } from './encoder.js';
import { cellsForFixedInts, intsOf, putFixedInts } from './fixed-ints.js';
import {
	capacityDetail,
	FIXED,
	HEADER_CELLS,
	INTS,
	roundCapacity,
	TAG_FALSE,
	TAG_NODE,
	TAG_NULL,
	TAG_STRING,
	TAG_TRUE,
} from './layout.js';
import { lengthToRead } from './limits.js';
import { Node } from './node.js';
import { createString } from './strings.js';
import { isExact, toData } from './to-data.js';

/**
 * Copies plain data into a region, as JSON.parse(JSON.stringify(value)) would copy it, but that typed arrays are kept and that
 * what JSON would lose is refused: Map, Set, Promise, errors, memory, symbols, cycles and so on.
 *
 * @param {Region} region
 * @param {unknown} value an object, an array or a typed array, maybe by its `toJSON`
 * @param {{ fixed?: boolean }} [options] fixed: the root neither changes its length or keys nor its kind or slots, so that
 *   threads may write different elements at once
 * @returns {Node} the root
 * @throws {import('../../errors/lapidary-error.js').LapidaryError} LP8104 with the path from `content` on, LP8103; what getters and `toJSON` throw. Nothing
 *   stays allocated then.
 *
 * Threads: who may allocate in the region. Blocks: see `Region.allocate`.
 */
export function createRoot(region, value, { fixed = false } = {}) {
	const data = typeof value === 'object' && value !== null ? toData(value, '') : value;
	if (typeof data !== 'object' || data === null) {
		throw refuse('content', `${describe(data)}, and neither an object nor an array`);
	}
	const encoder = new Encoder(region, 'content', true);
	if (isExact(data)) encoder.keepExactly();
	try {
		const address = fixed ? encodeFixed(encoder, data) : encoder.node(data, null);
		encoder.blocks.keep();
		return new Node(address, encoder.stamp);
	} catch (thrown) {
		encoder.blocks.discard();
		throw thrown;
	}
}

/**
 * @param {Encoder} encoder
 * @param {object} data see `toData`
 * @returns {number} address of a node whose slots stay where they are
 */
function encodeFixed(encoder, data) {
	if (!Array.isArray(data)) {
		encoder.flags = FIXED;
		return encoder.node(data, null);
	}
	encoder.refuseSparse(data);
	encoder.ancestors.push(data);
	const address = encoder.blocks.take(HEADER_CELLS);
	const length = lengthToRead(data, encoder.steps);
	const ints = intsOf(data, length);
	if (ints === null) {
		const slots = encoder.blocks.take(roundCapacity(length));
		encoder.values(address, data, { length, slots, from: 0, guess: null, flags: FIXED });
		return address;
	}
	const cells = roundCapacity(cellsForFixedInts(ints.length));
	const slots = encoder.blocks.take(cells);
	putFixedInts(slots, ints);
	return encoder.putHeader(address, INTS | FIXED | capacityDetail(cells), slots, ints.length);
}

/** @param {unknown} value @returns {string} */
function describe(value) {
	if (value === null || value === undefined) return String(value);
	return `a ${typeof value}`;
}

/**
 * Brings a value that is assigned into a region. Numbers are kept exactly; objects are copied as `createRoot` copies them.
 *
 * @param {Region} region
 * @param {unknown} value
 * @param {string | number} key where it will be
 * @returns {Held} to be put into a slot, or to be released
 * @throws {import('../../errors/lapidary-error.js').LapidaryError} LP8104 with the path from the key on, LP8103; what getters and `toJSON` throw
 *
 * Threads: who may allocate in the region. Blocks: see `Region.allocate`.
 */
export function holdValue(region, value, key) {
	if (typeof value === 'object' && value !== null) {
		const data = toData(value, key);
		if (typeof data === 'object' && data !== null) return holdObject(region, data, key);
		const number = typeof data === 'number' && Number.isFinite(data) ? data + 0 : null;
		return holdPrimitive(region, typeof data === 'number' ? number : data, key);
	}
	return holdPrimitive(region, value, key);
}

/** @param {Region} region @param {object} data @param {string | number} key @returns {Held} */
function holdObject(region, data, key) {
	const encoder = new Encoder(region, '', false);
	encoder.steps.push(key);
	try {
		return {
			tag: TAG_NODE,
			low: data instanceof Node ? encoder.copy(data) : encoder.object(data, null),
			number: 0,
		};
	} catch (thrown) {
		encoder.blocks.discard();
		throw thrown;
	}
}

/** @param {Region} region @param {unknown} value @param {string | number} key @returns {Held} */
function holdPrimitive(region, value, key) {
	switch (typeof value) {
		case 'number':
			return { tag: 0, low: 0, number: value };
		case 'string':
			return { tag: TAG_STRING, low: createString(region, value), number: 0 };
		case 'boolean':
			return { tag: value ? TAG_TRUE : TAG_FALSE, low: 0, number: 0 };
		default:
			if (value === null) return { tag: TAG_NULL, low: 0, number: 0 };
			throw refuse(pathOf([key]), describe(value));
	}
}
