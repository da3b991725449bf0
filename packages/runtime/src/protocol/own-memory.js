// What memory of the state holds that was made to be shared; both sides.
import { types } from 'node:util';
import { map, Math, some, WeakSet } from '../primordials.js';
import { lengthOfShared } from './content-readers.js';

/** Bytes of a buffer that are looked at. */
const MOST_BYTES = 65_536;

/** In the place of a print, for memory that both sides have: others may change it at any time. */
const BOTH = '*';

/** Memory that has come to this thread; per thread. @type {WeakSet<object>} */
const received = new WeakSet();

/**
 * A thread that loads a module makes the memory that the module makes anew. What has come with a call is the host's.
 *
 * @param {readonly object[]} objects that have come
 */
export function noteReceived(objects) {
	for (let at = 0; at < objects.length; at++)
		if (types.isSharedArrayBuffer(objects[at])) received.add(objects[at]);
}

/**
 * @param {readonly SharedArrayBuffer[]} buffers of a value, in the order of a walk over it
 * @param {(value: unknown) => number} fingerprint
 * @returns {string} compared by `isSameMemory`
 */
export function printOfMemory(buffers, fingerprint) {
	if (some(buffers, (one) => received.has(one))) return BOTH;
	return String(fingerprint(map(buffers, bytesIn)));
}

/** @param {SharedArrayBuffer} buffer @returns {Uint8Array} a copy of how it begins */
const bytesIn = (buffer) =>
	new Uint8Array(new Uint8Array(buffer, 0, Math.min(lengthOfShared(buffer), MOST_BYTES)));

/** @param {string} one @param {string} other @returns {boolean} */
export const isSameMemory = (one, other) => one === other || one === BOTH || other === BOTH;
