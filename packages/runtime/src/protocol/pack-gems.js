// The quick way of messages with GEMs: most of them are a few plain objects and arrays, and what has to be made again there are GEMs alone.
/** @import { Gems, Receiver } from './registry.js' */
/** @import { Notes } from './notes.js' */
/** @import { Path } from '../types.js' */
import { gemUnknownType } from '../errors/codes.js';
import { isArray, Object } from '../primordials.js';
import { hasHidden, hasHiddenOfArray, isOfTheRuntime } from './beside.js';
import { allGems } from './gem-copies.js';
import { registry } from './registry.js';

/** What is looked through here is small, and all of it is looked at. */
const NO_LOOKS = Object.freeze({ looks: 0 });

/**
 * Notes of a message in which nothing but GEMs has to be made again: `[heap, hold, …]`, then for each GEM `count, …keys, gem, generation, url`.
 * The keys lead to it from the root, `gem` is its index; the url is that of the module that defines its type, '' where
 * one before it has the same. Numbers, since each object in a message costs as much as all of this.
 *
 * @typedef {[heap: number, hold: number, ...(string | number)[]]} GemNotes
 *
 * @typedef {object} Walk
 * @property {Gems} gems
 * @property {Receiver} receiver of the message
 * @property {Path} path of the value that is looked at
 * @property {GemNotes | undefined} notes
 * @property {object[]} views of the GEMs that were found
 * @property {object[]} copied containers that hold one
 * @property {string} url of the type of the latest
 * @property {number} weight as that of a search
 * @property {number} left values that may still be looked at
 */

/** Values of a message that is small. */
const MOST = 64;
const DEPTH = 5;
/** What is left to the search (scan.js). */
const REFUSED = Symbol('not on the quick way');

const { getPrototypeOf, hasOwn, keys } = Object;
const PLAIN = Object.prototype;
const LIST = Array.prototype;

/**
 * Put numbers in the place of GEMs, where the value is small, plain, and holds nothing else that structured clone could not bring.
 *
 * @template {object} T
 * @param {T} root as for `pack`
 * @param {Receiver} receiver of the message
 * @returns {{ root: T, gems: object[] | undefined, notes: GemNotes | undefined, weight: number } | undefined} undefined where a search is needed
 * @throws {Error} LP8102, LP8112
 */
export function packGems(root, receiver) {
	const gems = allGems();
	if (!gems) return undefined;
	/** @type {Walk} */
	const walk = {
		gems,
		receiver,
		path: [],
		notes: undefined,
		views: [],
		copied: [],
		url: '',
		weight: 0,
		left: MOST,
	};
	const sent = visit(root, walk);
	if (sent === REFUSED) return undefined;
	return {
		root: /** @type {T} */ (sent),
		gems: walk.notes && walk.views,
		notes: walk.notes,
		weight: walk.weight,
	};
}

/** @param {object} container @param {Walk} walk @returns {object | typeof REFUSED} the same, or a copy in which numbers stand for GEMs */
function visit(container, walk) {
	if (registry.hasMarked && registry.marked.has(container)) return REFUSED;
	// It has to be one object on the other side, too.
	if (walk.copied.length > 0 && walk.copied.includes(container)) return REFUSED;
	const prototype = getPrototypeOf(container);
	const isList = prototype === LIST && isArray(container);
	if (!isList && prototype !== PLAIN) return REFUSED;
	const sent = isList
		? visitList(container, walk)
		: visitRecord(/** @type {any} */ (container), walk);
	// Naming the properties of a long list takes longer than all else: what is left here is short.
	if (sent === REFUSED || isOfTheRuntime(walk.path)) return sent;
	// Only the search describes what structured clone leaves out.
	return (isList ? hasHiddenOfArray(container) : hasHidden(container, NO_LOOKS)) ? REFUSED : sent;
}

/** @param {Record<string, unknown>} record @param {Walk} walk */
function visitRecord(record, walk) {
	walk.weight++;
	let copy = record;
	for (const key in record) {
		if (--walk.left < 0) return REFUSED;
		const child = record[key];
		if (isPlainValue(child)) continue;
		const sent = cross(child, key, walk);
		if (sent === REFUSED) return REFUSED;
		if (sent === child) continue;
		if (copy === record) {
			copy = { ...record };
			walk.copied.push(record);
		}
		// Assigning it would set the prototype; and what is inherited does not cross.
		if (key === '__proto__' || !hasOwn(record, key)) return REFUSED;
		copy[key] = sent;
	}
	return copy;
}

/** @param {unknown[]} list @param {Walk} walk */
function visitList(list, walk) {
	const { length } = list;
	walk.weight += length;
	walk.left -= length;
	if (walk.left < 0) return REFUSED;
	let copy = list;
	for (let index = 0; index < length; index++) {
		const child = list[index];
		if (child === undefined && !(index in list)) return REFUSED;
		if (isPlainValue(child)) continue;
		const sent = cross(child, index, walk);
		if (sent === REFUSED) return REFUSED;
		if (sent === child) continue;
		if (copy === list) {
			if (keys(list).length !== length) return REFUSED; // it has properties
			copy = list.slice();
			walk.copied.push(list);
		}
		copy[index] = sent;
	}
	return copy;
}

/** @param {unknown} child @returns {boolean} whether a clone brings it as it is */
function isPlainValue(child) {
	const type = typeof child;
	return type === 'object' ? child === null : type !== 'function' && type !== 'symbol';
}

/** @param {unknown} child no plain value @param {string | number} key @param {Walk} walk @returns {unknown} what crosses in its place, or it */
function cross(child, key, walk) {
	if (typeof child !== 'object' || child === null) return REFUSED;
	const { path, gems } = walk;
	if (path.length === DEPTH) return REFUSED;
	path.push(key);
	const view = gems.viewOf(child);
	const sent = view ? refer(view, walk) : visit(child, walk);
	path.pop();
	return sent;
}

/** @param {object} view @param {Walk} walk @returns {number | typeof REFUSED} */
function refer(view, walk) {
	const { gems, path, views } = walk;
	// A part has a way to it; what is there twice is one GEM, which is sent once.
	if (!gems.isWhole(view) || views.includes(view)) return REFUSED;
	const reference = gems.refer(view, walk.receiver);
	const notes = (walk.notes ??= [reference.heap, reference.hold]);
	if (notes[0] !== reference.heap) return REFUSED; // that of another version of this package
	notes.push(path.length);
	for (let at = 0; at < path.length; at++) notes.push(path[at]);
	notes.push(reference.gem, reference.generation, reference.url === walk.url ? '' : reference.url);
	walk.url = reference.url;
	views.push(view);
	return 0;
}

/**
 * Put the GEMs back.
 *
 * @param {any} root as it came; changed in place
 * @param {GemNotes} notes
 * @throws {Error} LP8109, LP8110, LP8112
 */
export function unpackGems(root, notes) {
	const gems = allGems();
	const [heap, hold] = notes;
	for (let at = 2, count = 0; at < notes.length; at += count + 4) {
		count = Number(notes[at]);
		let container = root;
		for (let step = at + 1; step < at + count; step++) container = container[notes[step]];
		const end = at + count;
		if (!gems) throw gemUnknownType({ url: String(notes[end + 3]) });
		const [gem, generation] = [Number(notes[end + 1]), Number(notes[end + 2])];
		const reference = { heap, gem, generation, hold };
		try {
			container[notes[end]] = gems.receive(reference);
		} catch (refusal) {
			gems.discard(reference);
			discardGems(notes, end + 4);
			throw refusal;
		}
	}
}

/**
 * Let go of the GEMs of a message that nobody reads.
 *
 * @param {GemNotes} notes
 * @param {number} [from] index in them, of the first GEM that has not been read
 */
export function discardGems(notes, from = 2) {
	const gems = allGems();
	const [heap, hold] = notes;
	for (let at = from; at < notes.length; at += Number(notes[at]) + 4) {
		const end = at + Number(notes[at]);
		const [gem, generation] = [Number(notes[end + 1]), Number(notes[end + 2])];
		gems?.discard({ heap, gem, generation, hold });
	}
}

/** @param {Notes} notes @returns {notes is GemNotes} */
export const isGemNotes = (notes) => typeof notes[0] === 'number';

/**
 * @param {GemNotes} notes
 * @returns {boolean} whether a type of theirs is not known here
 */
export function hasUnknownTypes(notes) {
	const gems = allGems();
	if (!gems) return true;
	for (let at = 2, count = 0; at < notes.length; at += count + 4) {
		count = Number(notes[at]);
		if (!gems.isTypeKnown(notes[0], Number(notes[at + count + 1]))) return true;
	}
	return false;
}

/**
 * @param {GemNotes} notes
 * @returns {string[]} urls of the modules that define their types
 */
export function modulesOf(notes) {
	const urls = [];
	for (let at = 2; at < notes.length; at += Number(notes[at]) + 4) {
		const url = String(notes[at + Number(notes[at]) + 3]);
		if (url !== '') urls.push(url);
	}
	return urls;
}
