import { types } from 'node:util';
import { notScatterable } from '../errors/codes.js';
import { isArray, Math, Object } from '../primordials.js';
import { allGems } from '../protocol/gem-copies.js';

/**
 * Cut a value into parts that follow each other, whose sizes differ by one at most; some are empty when there is not enough for all.
 *
 * @param {unknown} value array, typed array, Map, Set or plain object, which is cut by its keys; a GEM, of which each part
 *   is the GEM itself
 * @param {number} count of parts
 * @returns {unknown[]} values of the same kind; parts of a typed array in shared memory are views of that memory
 * @throws {Error} LP8022 for anything else
 */
export function cutIntoParts(value, count) {
	const isGem = typeof value === 'object' && value !== null && allGems()?.viewOf(value);
	if (isGem) return Array(count).fill(value);
	const { size, take } = cutter(value);
	return Array.from({ length: count }, (_, index) =>
		take(Math.floor((index * size) / count), Math.floor(((index + 1) * size) / count)),
	);
}

/**
 * @param {any} value
 * @returns {{ size: number, take: (from: number, to: number) => unknown }} `to` is not included
 */
function cutter(value) {
	if (isArray(value)) return { size: value.length, take: (from, to) => value.slice(from, to) };
	if (types.isTypedArray(value)) {
		// A clone of a view brings all of its memory along, so each part gets its own.
		const isShared = types.isSharedArrayBuffer(value.buffer);
		const cut = isShared ? 'subarray' : 'slice';
		const method = Object.getPrototypeOf(Uint8Array.prototype)[cut];
		return { size: value.length, take: (from, to) => method.call(value, from, to) };
	}
	if (types.isMap(value)) {
		const entries = [...value];
		return { size: entries.length, take: (from, to) => new Map(entries.slice(from, to)) };
	}
	if (types.isSet(value)) {
		const members = [...value];
		return { size: members.length, take: (from, to) => new Set(members.slice(from, to)) };
	}
	if (isPlainObject(value)) {
		const entries = Object.entries(value);
		return {
			size: entries.length,
			take: (from, to) => Object.fromEntries(entries.slice(from, to)),
		};
	}
	throw notScatterable({ what: describe(value) });
}

/** @param {unknown} value */
function isPlainObject(value) {
	if (typeof value !== 'object' || value === null) return false;
	const prototype = Object.getPrototypeOf(value);
	// By its shape: an object of another realm is a plain one too.
	return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** @param {unknown} value */
function describe(value) {
	if (value === null || value === undefined) return String(value);
	if (typeof value !== 'object') return `a ${typeof value}`;
	const name = Object(value).constructor?.name;
	return name ? `an instance of \`${name}\`` : 'an object of this kind';
}
