/** @import { Region } from '../memory/region.js' */
/** @import { Node } from './node.js' */
/** @import { Shape } from './shapes.js' */
import { F64, I32 } from '../memory/heap.js';
import { keyWord, usedOfTable, valueCell } from './dictionary-table.js';
import { cellOf, heldInFixed } from './fixed-ints.js';
import {
	BOXED,
	DETAIL_SHIFT,
	DICTIONARY,
	FIELD_ANY,
	FIELD_DOUBLE,
	FIELD_FLAG,
	FIELD_INT,
	FIELD_STRING,
	INTS,
	KIND_MASK,
	STRUCT,
	TAG_EMPTY,
	TAG_NODE,
	VALUES,
} from './layout.js';
import { readableHeaderOf } from './node.js';
import { shapeById } from './shapes.js';
import { readCell, tagOf } from './slots.js';
import { readString } from './strings.js';
import { copyTyped } from './typed.js';

/** Objects of a shape that are made key by key before a maker is generated for it. */
const BEFORE_MAKER = 8;

/** @param {number} word @returns {number} */
const i32 = (word) => I32[word];

/**
 * A plain copy of a node and all that is below it.
 *
 * @param {Region} region
 * @param {Node} node
 * @returns {object} of plain objects, arrays and typed arrays
 * @throws {import('../../errors/lapidary-error.js').LapidaryError} LP8108
 *
 * Threads: who may read the nodes. Blocks: never.
 */
export function materialise(region, node) {
	readableHeaderOf(region, node);
	return materialiseAt(node.address);
}

/**
 * @param {number} address of a header that is alive
 * @returns {object}
 *
 * Threads: who may read the nodes. Blocks: never.
 */
export function materialiseAt(address) {
	const word = i32(2 * address);
	switch (word & KIND_MASK) {
		case STRUCT:
			return makeStruct(shapeById(word >>> DETAIL_SHIFT), i32(2 * address + 2));
		case DICTIONARY:
			return makeDictionary(i32(2 * address + 2));
		case INTS:
			return word & BOXED
				? makeFixed(address, i32(2 * address + 3))
				: makeInts(2 * i32(2 * address + 2), i32(2 * address + 3));
		case VALUES:
			return word & BOXED
				? makeValues(i32(2 * address + 2), i32(2 * address + 3))
				: makeDoubles(i32(2 * address + 2), i32(2 * address + 3));
		default:
			return copyTyped(address);
	}
}

/**
 * @param {number} cell a double or a boxed value
 * @returns {unknown} undefined = a hole
 *
 * Threads: who may read the nodes. Blocks: never.
 */
export function plainCell(cell) {
	return tagOf(cell) === TAG_NODE ? materialiseAt(i32(2 * cell)) : readCell(cell);
}

/** @param {number} first word @param {number} length @returns {number[]} */
function makeInts(first, length) {
	const array = [];
	for (let at = 0; at < length; at++) array.push(i32(first + at));
	return array;
}

/** @param {number} address of an array of fixed integers @param {number} length @returns {unknown[]} */
function makeFixed(address, length) {
	/** @type {unknown[]} */
	const array = [];
	for (let at = 0; at < length; at++) {
		const { tag, number } = heldInFixed(address, at);
		if (tag === TAG_EMPTY) array.length++;
		else array.push(tag === 0 ? number : plainCell(cellOf(address, at)));
	}
	return array;
}

/** @param {number} slots @param {number} length @returns {number[]} */
function makeDoubles(slots, length) {
	const array = [];
	for (let at = 0; at < length; at++) array.push(F64[slots + at]);
	return array;
}

/** @param {number} slots @param {number} length @returns {unknown[]} */
function makeValues(slots, length) {
	/** @type {unknown[]} */
	const array = [];
	for (let at = 0; at < length; at++) {
		if (tagOf(slots + at) === TAG_EMPTY) array.length++;
		else array.push(plainCell(slots + at));
	}
	return array;
}

/** @param {number} table @returns {object} */
function makeDictionary(table) {
	/** @type {Record<string, unknown>} */
	const object = {};
	const used = usedOfTable(table);
	for (let entry = 0; entry < used; entry++) {
		const key = i32(keyWord(table, entry));
		if (key !== 0) define(object, readString(key), plainCell(valueCell(table, entry)));
	}
	return object;
}

/** @param {Record<string, unknown>} object @param {string} key @param {unknown} value */
function define(object, key, value) {
	if (key !== '__proto__') object[key] = value;
	else {
		Object.defineProperty(object, key, {
			value,
			writable: true,
			enumerable: true,
			configurable: true,
		});
	}
}

/** @param {Shape} shape @param {number} slots @returns {object} */
function makeStruct(shape, slots) {
	if (shape.maker !== null) return shape.maker(slots);
	if (++shape.wanted > BEFORE_MAKER) {
		shape.maker = generateMaker(shape);
		return shape.maker(slots);
	}
	return makeByKey(shape, slots);
}

/** @param {Shape} shape @param {number} slots @returns {object} */
function makeByKey(shape, slots) {
	/** @type {Record<string, unknown>} */
	const object = {};
	for (let field = 0; field < shape.keys.length; field++) {
		const type = shape.types[field];
		define(object, shape.keys[field], plainField(type, slots + field));
	}
	return object;
}

/** @param {number} type FIELD_… @param {number} cell @returns {unknown} */
function plainField(type, cell) {
	switch (type) {
		case FIELD_INT:
			return i32(2 * cell);
		case FIELD_DOUBLE:
			return F64[cell];
		case FIELD_STRING:
			return readString(i32(2 * cell));
		case FIELD_FLAG:
			return i32(2 * cell) === 2 ? null : i32(2 * cell) === 1;
		case FIELD_ANY:
			return plainCell(cell);
		default:
			return materialiseAt(i32(2 * cell));
	}
}

/** @param {number} type FIELD_… @param {string} cell an expression @returns {string} an expression */
function fieldCode(type, cell) {
	switch (type) {
		case FIELD_INT:
			return `I32[2 * (${cell})]`;
		case FIELD_DOUBLE:
			return `F64[${cell}]`;
		case FIELD_STRING:
			return `readString(I32[2 * (${cell})])`;
		case FIELD_FLAG:
			return `(I32[2 * (${cell})] === 2 ? null : I32[2 * (${cell})] === 1)`;
		case FIELD_ANY:
			return `plainCell(${cell})`;
		default:
			return `materialiseAt(I32[2 * (${cell})])`;
	}
}

/**
 * An object literal with all keys at once is several times as fast as an object that gets one key after the other:
 *
 *     { id: int, name: string }
 *
 * becomes
 *
 *     (slots) => ({ ["id"]: I32[2 * (slots + 0)], ["name"]: readString(I32[2 * (slots + 1)]) })
 *
 * @param {Shape} shape
 * @returns {(slots: number) => object}
 */
function generateMaker(shape) {
	const fields = shape.keys.map((key, field) => {
		const type = shape.types[field];
		// Computed, because a literal's plain `__proto__` is no key.
		const name = key === '__proto__' ? '["__proto__"]' : JSON.stringify(key);
		return `${name}: ${fieldCode(type, `slots + ${field}`)}`;
	});
	const names = ['I32', 'F64', 'readString', 'plainCell', 'materialiseAt'];
	const code = `return (slots) => ({ ${fields.join(', ')} });`;
	try {
		return new Function(...names, code)(I32, F64, readString, plainCell, materialiseAt);
	} catch {
		// The process forbids code from strings (--disallow-code-generation-from-strings).
		return (slots) => makeByKey(shape, slots);
	}
}
