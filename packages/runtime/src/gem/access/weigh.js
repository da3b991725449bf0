import { keyWord, usedOfTable, valueCell } from '../graph/dictionary-table.js';
import { cellOf, heldInFixed } from '../graph/fixed-ints.js';
import {
	BOXED,
	DETAIL_SHIFT,
	DICTIONARY,
	FIELD_ANY,
	FIELD_NODE,
	INTS,
	KIND_MASK,
	STRUCT,
	TAG_NODE,
	VALUES,
} from '../graph/layout.js';
import { shapeById } from '../graph/shapes.js';
import { tagOf } from '../graph/slots.js';
import { I32 } from '../memory/heap.js';

/** Numbers in an array without anything else are copied that much faster than other values. */
const NUMBERS = 4;

/**
 * What a plain copy takes: about as many values as it has, its objects counted too.
 *
 * Threads: who may read the nodes. Blocks: never.
 *
 * @param {number} address of a header
 * @param {number} most the count ends soon behind it
 * @returns {number} Infinity when a typed array is among them, which no plain copy stands for
 */
export function weigh(address, most) {
	const word = I32[2 * address];
	const slots = I32[2 * address + 2];
	switch (word & KIND_MASK) {
		case STRUCT: {
			const { types } = shapeById(word >>> DETAIL_SHIFT);
			let sum = 1 + types.length;
			for (let field = 0; field < types.length && sum <= most; field++) {
				const type = types[field];
				if (type === FIELD_NODE) sum += weigh(I32[2 * (slots + field)], most - sum);
				else if (type === FIELD_ANY) sum += weighCell(slots + field, most - sum);
			}
			return sum;
		}
		case DICTIONARY: {
			const used = usedOfTable(slots);
			let sum = 1 + used;
			for (let entry = 0; entry < used && sum <= most; entry++)
				if (I32[keyWord(slots, entry)] !== 0) sum += weighCell(valueCell(slots, entry), most - sum);
			return sum;
		}
		case INTS:
		case VALUES:
			return weighList(address, most);
		default:
			return Infinity;
	}
}

/** @param {number} cell a double or a boxed value @param {number} most @returns {number} of what hangs below it */
const weighCell = (cell, most) => (tagOf(cell) === TAG_NODE ? weigh(I32[2 * cell], most) : 0);

/** @param {number} address of an array @param {number} most @returns {number} */
function weighList(address, most) {
	const word = I32[2 * address];
	const length = I32[2 * address + 3];
	if ((word & BOXED) === 0) return 1 + Math.ceil(length / NUMBERS);
	const isFixed = (word & KIND_MASK) === INTS;
	const slots = I32[2 * address + 2];
	let sum = 1 + length;
	for (let at = 0; at < length && sum <= most; at++) {
		const isNode = !isFixed || heldInFixed(address, at).tag === TAG_NODE;
		if (isNode) sum += weighCell(isFixed ? cellOf(address, at) : slots + at, most - sum);
	}
	return sum;
}
