/** @import { Copied } from './copied.js' */

// Copies stand for parts of GEMs only within the code that was compiled for them. Where one leaves it, the part takes its place.
// Nothing is noted when a copy is made, since most are never asked for: the first question about an object has all copies looked
// through that were used in this job.

/**
 * What a copy stands for: what `key` of another one leads to, or what a path from what a user holds does.
 *
 * @typedef {object} Origin
 * @property {Origin | null} parent
 * @property {string | number} key
 * @property {any} part once it was asked for; of an origin without a parent from the beginning
 */

/** @typedef {{ root: unknown, path: readonly string[], copied: Copied }} Used */

/** Per-thread state. @type {WeakMap<object, Origin>} */
const origins = new WeakMap();

/** In this job. Per-thread state. @type {Map<Copied, Used>} */
const used = new Map();
/** In this job, of which nobody keeps the copied ones: by copy. Per-thread state. @type {{ root: unknown, path: readonly string[], all: object }[]} */
const loose = [];

/**
 * Note that copies may be given out from now on.
 *
 * Threads: its own. Blocks: never.
 *
 * @param {Used} one
 */
export function noteUsed(one) {
	used.set(one.copied, one);
}

/** A copy that is kept nowhere. Threads: its own. Blocks: never. @param {{ root: unknown, path: readonly string[], all: object }} one */
export function noteLoose(one) {
	loose.push(one);
}

/** The job ends: copies are given out anew in the next one. Threads: its own. Blocks: never. */
export function forgetUsed() {
	used.clear();
	loose.length = 0;
}

/**
 * @template T
 * @param {T} value anything
 * @param {boolean} [isCopyEnough] a copy does as well
 * @returns {T} the part of a GEM that it is a copy of; itself when it is none
 *
 * Threads: its own. Blocks: where the type of the GEM does in an access.
 */
export const original = (value, isCopyEnough = false) =>
	typeof value !== 'object' || value === null || isCopyEnough ? value : find(value);

/** @template {object} T @param {T} value @returns {T} */
function find(value) {
	const known = origins.get(value);
	if (known) return partOf(known);
	for (const one of used.values()) lookThrough(one);
	for (const { root, path, all } of loose) note(all, placeOf(root, path));
	loose.length = 0;
	const found = origins.get(value);
	return found ? partOf(found) : value;
}

/**
 * @param {unknown} value a list that was made of copies, and nobody else has; or anything that `original` takes
 * @returns {any} the same list, with the originals
 *
 * Threads: its own. Blocks: where the type of the GEM does in an access.
 */
export function originals(value) {
	if (typeof value !== 'object' || value === null) return value;
	const known = original(value);
	if (known === value && Array.isArray(value)) putOriginals(value);
	return known;
}

/** @param {unknown[]} list */
function putOriginals(list) {
	for (let at = 0; at < list.length; at++) {
		const value = list[at];
		if (typeof value !== 'object' || value === null) continue;
		const known = original(value);
		// `Object.entries(row)`: pairs that were made of copies as well.
		if (known !== value) list[at] = known;
		else if (Array.isArray(value) && value.length === 2) putOriginals(value);
	}
}

/**
 * What it holds is about to be forgotten, and somebody may still have parts of it.
 *
 * Threads: its own. Blocks: never.
 *
 * @param {Copied} copied
 */
export function settle(copied) {
	const one = used.get(copied);
	if (one) lookThrough(one);
}

/** @param {Used} one */
function lookThrough({ root, path, copied }) {
	if (copied.unknown.length === 0) return;
	const place = placeOf(root, path);
	const { unknown, all, list } = copied;
	copied.unknown = [];
	if (unknown.includes(-1) && all !== undefined) note(all, place);
	else
		for (const at of unknown)
			if (at >= 0 && list[at] !== undefined)
				note(list[at], { parent: place, key: at, part: undefined });
}

/** @param {unknown} root @param {readonly string[]} path @returns {Origin} */
function placeOf(root, path) {
	/** @type {Origin} */
	let place = { parent: null, key: '', part: root };
	for (const key of path) place = { parent: place, key, part: undefined };
	return place;
}

/** @param {any} copy an object @param {Origin} origin */
function note(copy, origin) {
	if (origins.has(copy)) return;
	origins.set(copy, origin);
	for (const key of Object.keys(copy)) {
		const value = copy[key];
		if (typeof value === 'object' && value !== null)
			note(value, { parent: origin, key, part: undefined });
	}
}

/** @param {Origin} origin @returns {any} */
function partOf(origin) {
	if (origin.part === undefined && origin.parent) origin.part = partOf(origin.parent)[origin.key];
	return origin.part;
}
