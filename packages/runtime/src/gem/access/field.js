/** @import { Right } from './place.js' */
import { toIndex } from '../graph/array.js';
import { cellOf, hasMoved } from '../graph/fixed-ints.js';
import {
	BOXED,
	DETAIL_SHIFT,
	FIELD_ANY,
	FIELD_DOUBLE,
	FIELD_INT,
	FIXED,
	INTS,
	KIND_MASK,
	STRUCT,
	VALUES,
} from '../graph/layout.js';
import { Node } from '../graph/node.js';
import { shapeById } from '../graph/shapes.js';
import { readField, tagOf } from '../graph/slots.js';
import { I32 } from '../memory/heap.js';
import { FieldFacts, NO_FIELD } from './facts.js';
import {
	getDouble,
	getInt,
	getKnown,
	getWord,
	putDouble,
	putInt,
	putNone,
	putWord,
} from './numbers.js';
import { Site } from './site.js';
import { hasLength } from './walk.js';

/**
 * A site that accesses the primitive value at a path.
 *
 * Threads: any. Blocks: never.
 *
 * @param {readonly string[]} path of one key or more
 * @returns {Site<FieldFacts>}
 */
export const field = (path) =>
	new Site(path, { nothing: NO_FIELD, steps: path.length - 1, derive });

/** @param {Site<FieldFacts>} site @param {Right} right @param {number} address @returns {FieldFacts} */
function derive({ path }, { isSettable }, address) {
	const key = path[path.length - 1];
	const word = I32[2 * address];
	const slots = I32[2 * address + 2];
	if ((word & KIND_MASK) === STRUCT) {
		const shape = shapeById(word >>> DETAIL_SHIFT);
		const at = shape.fields.get(key);
		return at === undefined ? NO_FIELD : known(shape.types[at], slots + at, isSettable);
	}
	if (!hasLength(address)) return NO_FIELD;
	if (key === 'length') return new FieldFacts([I32[2 * address + 3]], getKnown, putNone);
	const index = toIndex(key);
	if (index < 0 || index >= I32[2 * address + 3]) return NO_FIELD;
	switch (word & (KIND_MASK | BOXED)) {
		case INTS | BOXED:
			if (hasMoved(address, index)) return single(cellOf(address, index));
			return new FieldFacts(2 * slots + index, getWord, putNone);
		case INTS:
			return new FieldFacts(2 * slots + index, getWord, isSettable ? putWord : putNone);
		case VALUES:
			return known(FIELD_DOUBLE, slots + index, isSettable && (word & FIXED) === 0);
		case VALUES | BOXED:
			return single(slots + index);
		default:
			return NO_FIELD;
	}
}

/** A number may be written over by a loop over the elements. @param {number} cell @returns {FieldFacts} of an element that may be anything */
const single = (cell) => known(tagOf(cell) === 0 ? FIELD_DOUBLE : FIELD_ANY, cell, false);

/** @param {number} type FIELD_… @param {number} cell @param {boolean} isSettable @returns {FieldFacts} */
function known(type, cell, isSettable) {
	if (type === FIELD_INT) return new FieldFacts(cell, getInt, isSettable ? putInt : putNone);
	if (type === FIELD_DOUBLE) {
		return new FieldFacts(cell, getDouble, isSettable ? putDouble : putNone);
	}
	const value = readField(type, cell);
	if (value === undefined || value instanceof Node) return NO_FIELD;
	return new FieldFacts([value], getKnown, putNone);
}
