import { I32 } from '../memory/heap.js';
import { KEY_TABLE, SHAPE_TABLE } from '../memory/layout.js';
import { allocateForEver, intern, internedAt } from './intern.js';
import { FIELD_ANY, FIELD_DOUBLE, MAX_FIELDS } from './layout.js';
import {
	FOR_EVER,
	cellsForString,
	hashText,
	isWide,
	readString,
	stringEquals,
	writeString,
} from './strings.js';

/*
 * A shape's block in the heap: word 0 number of fields, word 1 hash, then for each field a word with the address of its key (a
 * string of the table of keys, so the same key has the same address in all shapes) and a word with its type. The shape's id is
 * its index in the table of shapes.
 */
const FIRST_FIELD_WORD = 2;
/** Longer keys make an object a dictionary. */
const LONGEST_KEY = 128;
/** Keys as typed arrays and `length` have them would be read as indexes: the largest array index is below. */
const LARGEST_INDEX = 2 ** 32 - 2;

/**
 * What the objects of one make have in common: which keys in which order, and how each value is encoded. A thread has at most
 * one Shape for an id.
 *
 * Threads: each has its own for the same block. Blocks: never.
 */
export class Shape {
	/**
	 * @param {number} id
	 * @param {string[]} keys in the order in which they were added
	 * @param {number[]} types FIELD_…, as many
	 */
	constructor(id, keys, types) {
		this.id = id;
		this.keys = keys;
		this.types = types;
		/** Field by key. @type {Map<string, number>} */
		this.fields = new Map(keys.map((key, field) => [key, field]));
		/** Shapes that differ in one type, by `field * 8 + type`. @type {Map<number, Shape | null>} */
		this.wider = new Map();
		/** Shapes with one more field, by type and key. @type {Map<string, Shape | null>} */
		this.longer = new Map();
		/** Shapes without one of the fields. @type {(Shape | null | undefined)[]} */
		this.shorter = [];
		/** Keys in JavaScript's order. */
		this.ordered = keys.some(isIndexKey) ? orderKeys(keys) : keys;
		/** The encoding in which this shape was used last; see encoder.js. */
		this.document = 0;
		/** Shapes that the values of the fields had last. @type {(Shape | null)[]} */
		this.inner = keys.map(() => null);
		/** What is known of the strings of the fields. @type {(import('./shared-strings.js').Column | undefined)[]} */
		this.columns = [];
		/** @type {import('./key-lists.js').KeyList | null} */
		this.list = null;
		/** Makes plain objects, and how often it was wanted; see materialise.js. @type {((slots: number) => object) | null} */
		this.maker = null;
		this.wanted = 0;
	}
}

/** @param {string} key @returns {boolean} whether objects list it before other keys */
export function isIndexKey(key) {
	const first = key.charCodeAt(0);
	if (!(first >= 48 && first <= 57)) return false;
	const index = Number(key);
	return index <= LARGEST_INDEX && String(index >>> 0) === key;
}

/**
 * @param {string[]} keys in the order in which they were added
 * @returns {string[]} in the order in which JavaScript lists them
 *
 * Threads: any. Blocks: never.
 */
export function orderKeys(keys) {
	const indexes = keys.filter(isIndexKey).sort((one, other) => Number(one) - Number(other));
	return indexes.length === 0 ? keys : [...indexes, ...keys.filter((key) => !isIndexKey(key))];
}

/** Shapes that this thread has met, by id in two steps. @type {(Shape | undefined)[][]} */
const met = Array.from({ length: 256 }, () => []);

/**
 * @param {number} id
 * @returns {Shape}
 *
 * Threads: any. Blocks: never.
 */
export function shapeById(id) {
	return met[id >>> 8]?.[id & 255] ?? meet(id);
}

/** @param {number} id @returns {Shape} */
function meet(id) {
	const block = 2 * internedAt(SHAPE_TABLE, id);
	const count = I32[block];
	/** @type {string[]} */
	const keys = [];
	/** @type {number[]} */
	const types = [];
	for (let field = 0; field < count; field++) {
		const word = block + FIRST_FIELD_WORD + 2 * field;
		keys.push(readString(I32[word]));
		types.push(I32[word + 1]);
	}
	const shape = new Shape(id, keys, types);
	/** @type {(Shape | undefined)[]} */ (met[id >>> 8])[id & 255] = shape;
	return shape;
}

/**
 * @param {readonly string[]} keys all different
 * @param {readonly number[]} types FIELD_…, as many
 * @returns {Shape | null} null when it cannot be had: too many or too long keys, or full tables
 * @throws {import('../../errors/lapidary-error.js').LapidaryError} LP8103
 *
 * Threads: any, at the same time. Blocks: never.
 */
export function shapeFor(keys, types) {
	if (keys.length > MAX_FIELDS) return null;
	/** @type {number[]} */
	const words = [];
	let hash = keys.length;
	for (const [field, key] of keys.entries()) {
		const address = internKey(key);
		if (address === 0) return null;
		const type = types[field];
		words.push(address, type);
		hash = Math.imul(hash ^ address, 0x01000193) ^ Math.imul(type + 1, 0x9e3779b1);
		hash ^= hash >>> 15;
	}
	const id = intern(
		SHAPE_TABLE,
		hash,
		(address) => isShape(address, hash, words),
		() => writeShape(hash, words),
	);
	return id < 0 ? null : shapeById(id);
}

/** @param {number} address @param {number} hash @param {number[]} words @returns {boolean} */
function isShape(address, hash, words) {
	const block = 2 * address;
	if (I32[block] !== words.length / 2 || I32[block + 1] !== hash) return false;
	return words.every((word, at) => I32[block + FIRST_FIELD_WORD + at] === word);
}

/** @param {number} hash @param {number[]} words @returns {number} address */
function writeShape(hash, words) {
	const address = allocateForEver(1 + words.length / 2);
	I32[2 * address] = words.length / 2;
	I32[2 * address + 1] = hash;
	I32.set(words, 2 * address + FIRST_FIELD_WORD);
	return address;
}

/** Addresses of keys that this thread has met; forgotten when there are too many. @type {Map<string, number>} */
const keyAddresses = new Map();
const KEYS_REMEMBERED = 8192;

/** @param {string} key @returns {number} address of its string; 0 = it cannot be interned */
function internKey(key) {
	const known = keyAddresses.get(key);
	if (known !== undefined) return known;
	if (key.length > LONGEST_KEY) return 0;
	const index = intern(
		KEY_TABLE,
		hashText(key),
		(address) => stringEquals(address, key),
		() => writeKey(key),
	);
	if (index < 0) return 0;
	const address = internedAt(KEY_TABLE, index);
	if (keyAddresses.size >= KEYS_REMEMBERED) keyAddresses.clear();
	keyAddresses.set(key, address);
	return address;
}

/**
 * @param {string} key
 * @returns {number} address of its string in the table of keys, when this thread knows it; else 0
 *
 * Threads: any. Blocks: never.
 */
export const rememberedKey = (key) => keyAddresses.get(key) ?? 0;

/**
 * @param {string} key of a shape
 * @returns {number} address of its string in the table of keys, which is never released
 *
 * Threads: any. Blocks: never.
 */
export const keyString = (key) => internKey(key);

/** @param {string} key @returns {number} address */
function writeKey(key) {
	const wide = isWide(key);
	const address = allocateForEver(cellsForString(key.length, wide));
	writeString(address, key, wide, FOR_EVER);
	return address;
}

/**
 * @param {number} one FIELD_…
 * @param {number} other FIELD_…
 * @returns {number} the narrowest type that holds values of both
 *
 * Threads: any. Blocks: never.
 */
export function unify(one, other) {
	if (one === other) return one;
	return one <= FIELD_DOUBLE && other <= FIELD_DOUBLE ? FIELD_DOUBLE : FIELD_ANY;
}

/**
 * @param {Shape} shape
 * @param {number} field
 * @param {number} type of a value that the field is to hold
 * @returns {Shape | null} the shape of an object whose field has been widened, maybe the same; null: make it a dictionary
 *
 * Threads: any. Blocks: never.
 */
export function widened(shape, field, type) {
	const current = shape.types[field];
	const wide = unify(current, type);
	if (wide === current) return shape;
	const name = field * 8 + wide;
	let known = shape.wider.get(name);
	if (known === undefined) {
		known = shapeFor(shape.keys, shape.types.with(field, wide));
		shape.wider.set(name, known);
	}
	return known;
}

/**
 * @param {Shape} shape
 * @param {string} key that it does not have
 * @param {number} type
 * @returns {Shape | null} the shape with one more field; null: make it a dictionary
 *
 * Threads: any. Blocks: never.
 */
export function lengthened(shape, key, type) {
	const name = type + key;
	let known = shape.longer.get(name);
	if (known === undefined) {
		known = shapeFor([...shape.keys, key], [...shape.types, type]);
		if (shape.longer.size < KEYS_REMEMBERED) shape.longer.set(name, known);
	}
	return known;
}

/** Shapes that this thread has made by removing keys: after so many, keys that come and go are taken for data. */
const removals = { left: 1000 };

/**
 * @param {Shape} shape
 * @param {number} field
 * @returns {Shape | null} the shape without the field; null: make it a dictionary
 *
 * Threads: any. Blocks: never.
 */
export function shortened(shape, field) {
	let known = shape.shorter[field];
	if (known === undefined) {
		if (removals.left <= 0) return null;
		removals.left--;
		known = shapeFor(shape.keys.toSpliced(field, 1), shape.types.toSpliced(field, 1));
		shape.shorter[field] = known;
	}
	return known;
}
