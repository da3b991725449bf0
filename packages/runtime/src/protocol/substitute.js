/** @import { FunctionPlaces, Search } from './search.js' */
import { types } from 'node:util';
import { isArray, map, Object, push, Reflect, OwnMap, OwnSet, Map, Set } from '../primordials.js';
import { PLACED, PLACED_MARK } from './notes.js';
import { entriesOf, put, refill } from './places.js';
import { note } from './search.js';

/**
 * @typedef {object} Draft
 * @property {object} root
 * @property {Map<unknown, object>} substitutes
 * @property {Set<object>} changed containers that hold a substitute, themselves or further in
 * @property {Map<object, object>} copies of these
 * @property {FunctionPlaces | undefined} functions
 * @property {import('./origins.js').Origins | undefined} origins whose parts are left out, and listed
 * @property {unknown[]} placed gains these: their container, key and number
 */

/**
 * Put the substitutes of a search in the place of what they stand for.
 *
 * @param {Search} search that has ended
 * @returns {object} the root, or a copy of it, in which everything that holds no substitute is the same object; classes are left
 *   to the notes
 */
export function substituteAll(search) {
	const { root, substitutes = new OwnMap(), substituted = [], seen, functions } = search;
	const { hasPlaced, copies: origins } = search;
	if (substituted.length === 0 && !hasPlaced) return root;
	const changed = seen ?? containersOn(root, substituted, substitutes);
	/** @type {Draft} */
	const draft = {
		root,
		substitutes,
		changed,
		copies: new OwnMap(),
		functions,
		origins,
		placed: [],
	};
	const made = /** @type {Record<string, unknown>} */ (rebuild(root, draft));
	if (!hasPlaced) return made;
	made[PLACED] = draft.placed;
	search.path = [PLACED];
	note(search, PLACED_MARK);
	return made;
}

/**
 * @param {object} root
 * @param {import('../types.js').Path[]} paths of all substitutes
 * @param {Map<unknown, object>} substitutes
 * @returns {Set<object>}
 */
function containersOn(root, paths, substitutes) {
	const found = new OwnSet([root]);
	/** of maps and sets, which many paths may lead through @type {Map<object, unknown[] | undefined>} */
	const listed = new OwnMap();
	const entriesIn = (/** @type {object} */ container) => {
		if (!listed.has(container)) listed.set(container, entriesOf(container));
		return listed.get(container);
	};
	for (const path of paths) {
		let container = root;
		for (const key of path) {
			const child = Reflect.get(entriesIn(container) ?? container, key);
			found.add(container);
			container = substitutes.get(child) ?? child;
		}
	}
	for (const substitute of substitutes.values()) found.add(substitute);
	return found;
}

/**
 * @param {unknown} value
 * @param {Draft} draft
 * @returns {unknown}
 */
function rebuild(value, draft) {
	if (typeof value === 'function' || typeof value === 'symbol')
		return draft.substitutes.get(value) ?? value;
	if (typeof value !== 'object' || value === null) return value;
	const source = draft.substitutes.get(value) ?? value;
	if (!draft.changed.has(source)) return source;
	const known = draft.copies.get(source);
	if (known) return known;
	const entries = entriesOf(source);
	const copy = entries ? emptyLike(source) : isArray(source) ? listOf(source.length) : {};
	draft.copies.set(source, copy);
	if (entries) {
		refill(
			copy,
			map(entries, (entry) => rebuild(entry, draft)),
		);
	} else {
		const placed = draft.functions?.get(source);
		// What stands in a root itself is a part of the message, and noted.
		const origins = source === draft.root ? undefined : draft.origins;
		for (const key of Object.keys(source)) {
			const child = Reflect.get(source, key);
			const number = isObject(child) ? origins?.partNumber(child) : undefined;
			if (number !== undefined) {
				put(copy, key, null);
				push(draft.placed, copy, key, number);
			} else put(copy, key, placed?.get(key) ?? rebuild(child, draft));
		}
	}
	return copy;
}

/** @param {unknown} value @returns {value is object} */
const isObject = (value) => typeof value === 'object' && value !== null;

/** @param {number} length @returns {unknown[]} of holes */
function listOf(length) {
	/** @type {unknown[]} */
	const list = [];
	list.length = length;
	return list;
}

/** @param {object} source a map or a set @returns {object} */
const emptyLike = (source) => (types.isSet(source) ? new Set() : new Map());
