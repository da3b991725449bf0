/** @import { Shape } from './shapes.js' */
import { shapeFor, unify } from './shapes.js';

/**
 * What this thread knows about objects with the same keys in the same order; found key by key.
 *
 * @typedef {object} KeyList
 * @property {string[]} keys
 * @property {Map<string, KeyList>} next by one more key
 * @property {Map<string, Shape | null>} shapes by the types of the fields
 * @property {number} document in which `shape` was used; another document begins anew, with types as narrow as its values
 * @property {Shape | null} shape the widest so far
 */

/** @param {string[]} keys @returns {KeyList} */
const createList = (keys) => ({
	keys,
	next: new Map(),
	shapes: new Map(),
	document: 0,
	shape: null,
});

// Forgotten when there are too many: objects whose keys are data could fill it.
const known = { root: createList([]), count: 0 };
const MOST_LISTS = 20_000;

/**
 * @param {readonly string[]} keys all different, at most MAX_FIELDS
 * @returns {KeyList}
 *
 * Threads: any. Blocks: never.
 */
export function keyListFor(keys) {
	if (known.count > MOST_LISTS) {
		known.root = createList([]);
		known.count = 0;
	}
	let list = known.root;
	for (let at = 0; at < keys.length; at++) {
		const key = keys[at];
		let next = list.next.get(key);
		if (next === undefined) {
			next = createList(keys.slice(0, at + 1));
			list.next.set(key, next);
			known.count++;
		}
		list = next;
	}
	return list;
}

/**
 * The shape for an object of the document that is being encoded: wide enough for those before it, too, so that objects of a
 * document with the same keys come to have the same shape.
 *
 * @param {KeyList} list
 * @param {number[]} types FIELD_… of its values; overwritten
 * @param {number} document
 * @returns {Shape | null} null: make it a dictionary
 * @throws {import('../../errors/lapidary-error.js').LapidaryError} LP8103
 *
 * Threads: any. Blocks: never.
 */
export function shapeInDocument(list, types, document) {
	if (list.document === document && list.shape !== null) {
		for (let field = 0; field < types.length; field++) {
			types[field] = unify(types[field], list.shape.types[field]);
		}
	}
	const name = types.join('');
	let shape = list.shapes.get(name);
	if (shape === undefined) {
		shape = shapeFor(list.keys, types);
		list.shapes.set(name, shape);
	}
	if (shape !== null) noteShape(list, shape, document);
	return shape;
}

/**
 * @param {KeyList} list
 * @param {Shape} shape that objects of the document with these keys have from now on
 * @param {number} document
 *
 * Threads: any. Blocks: never.
 */
export function noteShape(list, shape, document) {
	list.document = document;
	list.shape = shape;
	shape.list = list;
	shape.document = document;
}
