import { toIndex } from '../graph/array.js';
import {
	BOXED,
	DETAIL_SHIFT,
	FIELD_ANY,
	FIELD_NODE,
	INTS,
	KIND_MASK,
	STRUCT,
	TAG_NODE,
	VALUES,
} from '../graph/layout.js';
import { shapeById } from '../graph/shapes.js';
import { I32 } from '../memory/heap.js';

/** No node. */
export const NOWHERE = -1;

/**
 * Follow keys in memory.
 *
 * Threads: who may read all of it. Blocks: never.
 *
 * @param {number} address of the header of the first node
 * @param {readonly string[]} keys
 * @returns {number} address of the header of the last one; NOWHERE when a key leads to something else, or into a dictionary
 */
export function walk(address, keys) {
	let at = address;
	for (let step = 0; step < keys.length && at !== NOWHERE; step++) at = below(at, keys[step]);
	return at;
}

/**
 * Threads: who may read it. Blocks: never.
 *
 * @param {number} address of a header
 * @param {string} key
 * @returns {number} address of the header of the node that is there; NOWHERE
 */
export function below(address, key) {
	const word = I32[2 * address];
	const slots = I32[2 * address + 2];
	if ((word & KIND_MASK) === STRUCT) {
		const shape = shapeById(word >>> DETAIL_SHIFT);
		const field = shape.fields.get(key);
		if (field === undefined) return NOWHERE;
		return nodeIn(shape.types[field], slots + field);
	}
	if ((word & (KIND_MASK | BOXED)) !== (VALUES | BOXED)) return NOWHERE;
	const index = toIndex(key);
	if (index < 0 || index >= I32[2 * address + 3]) return NOWHERE;
	return nodeIn(FIELD_ANY, slots + index);
}

/**
 * Threads: who may read it. Blocks: never.
 *
 * @param {number} type FIELD_…
 * @param {number} cell
 * @returns {number} address of the header of the node that is in the field; NOWHERE
 */
export function nodeIn(type, cell) {
	if (type === FIELD_NODE) return I32[2 * cell];
	return type === FIELD_ANY && I32[2 * cell + 1] === TAG_NODE ? I32[2 * cell] : NOWHERE;
}

/**
 * Threads: who may read it. Blocks: never.
 *
 * @param {number} address of a header
 * @returns {boolean} whether it is that of an array, typed or not
 */
export const hasLength = (address) => (I32[2 * address] & KIND_MASK) >= INTS;
