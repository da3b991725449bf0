import { findEntry, valueCell } from '../graph/dictionary-table.js';
import { DETAIL_SHIFT, FIELD_DOUBLE, FIELD_INT, KIND_MASK, STRUCT } from '../graph/layout.js';
import { Node } from '../graph/node.js';
import { shapeById } from '../graph/shapes.js';
import { readCell, readField, tagOf } from '../graph/slots.js';
import { F64 as doubles, I32 as words } from '../memory/heap.js';

/** Constants of this module, see numbers.js. */
const I32 = words;
const F64 = doubles;

/**
 * Primitive values by key of an object that may change: of numbers, where they are, since a number over a number is no change that anybody
 * hears of; other values as they are.
 *
 * Threads: one. Blocks: never.
 */
export class LiveValues {
	/** by key: twice the cell of a double, one more for an integer there; or the value @type {Record<string, number | { value: unknown }>} */
	#places = Object.create(null);
	size = 0;

	/**
	 * Threads: who may read the object. Blocks: never.
	 *
	 * @param {unknown} key
	 * @returns {unknown} undefined: not known
	 */
	get(key) {
		const place = typeof key === 'string' ? this.#places[key] : undefined;
		if (place === undefined) return undefined;
		if (typeof place !== 'number') return place.value;
		return (place & 1) === 0 ? F64[place >> 1] : I32[place - 1];
	}

	/**
	 * Threads: who may read the object. Blocks: never.
	 *
	 * @param {number} address of its header
	 * @param {string} key that is not known
	 */
	learn(address, key) {
		const place = placeOf(address, key);
		if (place === null) return;
		this.#places[key] = place;
		this.size++;
	}
}

/** @param {number} address of the header of an object @param {string} key @returns {number | { value: unknown } | null} null: it has no such key of its own, or an object */
function placeOf(address, key) {
	const word = I32[2 * address];
	const slots = I32[2 * address + 2];
	if ((word & KIND_MASK) === STRUCT) {
		const { fields, types } = shapeById(word >>> DETAIL_SHIFT);
		const field = fields.get(key);
		if (field === undefined) return null;
		const cell = slots + field;
		if (types[field] === FIELD_DOUBLE) return 2 * cell;
		return types[field] === FIELD_INT ? 2 * cell + 1 : known(readField(types[field], cell));
	}
	const entry = findEntry(slots, key);
	if (entry < 0) return null;
	const cell = valueCell(slots, entry);
	return tagOf(cell) === 0 ? 2 * cell : known(readCell(cell));
}

/** @param {unknown} value @returns {{ value: unknown } | null} */
const known = (value) => (value === undefined || value instanceof Node ? null : { value });
