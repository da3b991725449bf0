// What has to be known about a value before it crosses; both sides.
/** @import { Path, ValueScan } from '../types.js' */
import { Buffer } from 'node:buffer';
import { types } from 'node:util';
import { registry } from './registry.js';

// Deeper places are not looked at: it bounds the stack, and who nests a Buffer deeper gets a Uint8Array.
const MAX_DEPTH = 64;
// Most values are trees and shallower than this; only deeper ones, as a cycle is, pay for remembering what was seen.
const TREE_DEPTH = 8;

/**
 * @typedef {object} Search
 * @property {Path} path of the value that is looked at
 * @property {Set<object> | undefined} seen containers whose content has been looked at; undefined while the value is
 *   taken for a tree
 * @property {boolean} isDeep it is none, or a deep one
 * @property {ValueScan} found
 */

/**
 * Find the Buffers in a value, and what `transfer()` has marked.
 *
 * Structured clone turns a Buffer into a Uint8Array; with the paths the other side turns it back. Looks into
 * plain objects and arrays, not into maps, sets and class instances. Costs about a fifth of the clone itself.
 *
 * @param {object} root `{ args, captures }` or `{ result }`
 * @returns {ValueScan}
 */
export function scanValues(root) {
	const search = createSearch(undefined);
	visit(root, search);
	if (!search.isDeep) return search.found;
	const careful = createSearch(new Set());
	visit(root, careful);
	return careful.found;
}

/**
 * @param {Set<object> | undefined} seen
 * @returns {Search}
 */
function createSearch(seen) {
	const found = { buffers: undefined, transferList: undefined, weight: 0 };
	return { path: [], seen, isDeep: false, found };
}

/**
 * @param {object} value
 * @param {Search} search
 */
function visit(value, search) {
	if (registry.hasMarked && registry.marked.has(value)) addTransfer(search.found, value);
	if (ArrayBuffer.isView(value)) {
		if (Buffer.isBuffer(value)) (search.found.buffers ??= []).push([...search.path]);
		return;
	}
	const { seen } = search;
	const limit = seen ? MAX_DEPTH : TREE_DEPTH;
	if (search.path.length >= limit) {
		search.isDeep = true;
		return;
	}
	if (search.isDeep && !seen) return; // all of it is looked at again
	if (seen?.has(value)) return;
	if (Array.isArray(value)) {
		seen?.add(value);
		search.found.weight += value.length;
		visitElements(value, search);
	} else if (isPlain(value)) {
		seen?.add(value);
		search.found.weight++;
		const record = /** @type {Record<string, unknown>} */ (value);
		for (const key in record) visitChild(record[key], key, search);
	}
}

/**
 * @param {unknown[]} array
 * @param {Search} search
 */
function visitElements(array, search) {
	for (let index = 0; index < array.length; index++) {
		const element = array[index];
		if (element === undefined && !(index in array)) {
			// A sparse array may be billions long.
			for (const key of Object.keys(array)) visitChild(Reflect.get(array, key), key, search);
			return;
		}
		if (typeof element === 'object') visitChild(element, index, search);
	}
}

/**
 * @param {unknown} child
 * @param {string | number} key
 * @param {Search} search
 */
function visitChild(child, key, search) {
	if (typeof child !== 'object' || child === null) return;
	search.path.push(key);
	visit(child, search);
	search.path.pop();
}

/**
 * @param {object} value
 * @returns {boolean} whether its prototype is null or an `Object.prototype`, of whatever realm
 */
export function isPlain(value) {
	const prototype = Object.getPrototypeOf(value);
	return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/**
 * Add what has to be in the transfer list for a value to move.
 *
 * @param {ValueScan} scan
 * @param {object} value an ArrayBuffer, a view of one, or a transferable object of the platform
 */
export function addTransfer(scan, value) {
	const list = (scan.transferList ??= []);
	const moved = ArrayBuffer.isView(value) ? value.buffer : value;
	// Small Buffers are slices of one pool: moving it would empty unrelated Buffers. Copied instead.
	const isSlice = Buffer.isBuffer(value) && value.length !== value.buffer.byteLength;
	if (isSlice || types.isSharedArrayBuffer(moved) || list.includes(moved)) return;
	list.push(moved);
}

/**
 * Turn the Uint8Arrays at the given paths back into Buffers, over the same memory.
 *
 * @param {object} root the received value; changed in place
 * @param {Path[]} paths from `scanValues` on the other side; each at least one key long
 */
export function reviveBuffers(root, paths) {
	/** @type {Map<Uint8Array, Buffer>} */
	const revived = new Map();
	for (const path of paths) {
		/** @type {any} */
		let parent = root;
		for (const key of path.slice(0, -1)) parent = parent[key];
		const key = path[path.length - 1];
		const bytes = /** @type {Uint8Array} */ (parent[key]);
		if (Buffer.isBuffer(bytes)) continue;
		let buffer = revived.get(bytes);
		if (!buffer) {
			buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
			revived.set(bytes, buffer);
		}
		// An own `__proto__` key survives the clone; assignment would call the setter.
		const flags = { writable: true, enumerable: true, configurable: true };
		Object.defineProperty(parent, key, { value: buffer, ...flags });
	}
}
