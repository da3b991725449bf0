import { randomInt } from 'node:crypto';
import { inspect } from 'node:util';
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';
import { badRuntimeOption } from '../../errors/codes.js';
import { BITMAP, FIRST_UNIT, MAX_HEAP_BYTES, UNIT_BYTES } from './layout.js';
import { VERSION } from './version.js';

// The one reserved range of memory of a program. The first thread that loads this file makes it and hands it on as
// environment data, which every thread started afterwards inherits. A thread that was started before has no way to it
// and makes one of its own: GEMs of the other are foreign to it (LP8109). Copies of this package of other versions have a heap of their own,
// since they may lay it out in another way.

const KEY = `@lapidary/runtime.gem-heap/${VERSION}`;
/** Windows counts what is reserved as used, other systems what is touched. */
const DEFAULT_BYTES = process.platform === 'win32' ? 2 ** 28 : 2 ** 31;
const LEAST_BYTES = 2 ** 20;
const UNITS_OF = { '': 1, K: 2 ** 10, M: 2 ** 20, G: 2 ** 30 };

/**
 * @typedef {object} Heap
 * @property {SharedArrayBuffer} memory the tables of layout.js, then `limitBytes` for spans
 * @property {number} id int32 > 0; tells heaps of one program apart, of all versions
 */

/**
 * Read a size as `LAPIDARY_GEM_MEMORY` has it.
 *
 * @param {string | undefined} text '512MB', '4GB', '65536'; as the other variables it may be empty
 * @returns {number} bytes: a multiple of 32 KB, from 1 MB to 4 GB less the tables; 2 GB when there is no text
 * @throws {import('../../errors/lapidary-error.js').LapidaryError} LP8009 for what is no size, or one of nothing: the program would
 *   run with another size than it was meant to have
 *
 * Threads: any. Blocks: never.
 */
export function parseSize(text) {
	const bytes = text === undefined || text === '' ? DEFAULT_BYTES : bytesOf(text);
	const most = MAX_HEAP_BYTES - FIRST_UNIT * UNIT_BYTES;
	const step = 32 * UNIT_BYTES;
	return step * Math.floor(Math.min(Math.max(bytes, LEAST_BYTES), most) / step);
}

/** @param {string} text @returns {number} */
function bytesOf(text) {
	const match = /^\s*(\d+(?:\.\d+)?)\s*([KMG]?)i?B?\s*$/i.exec(text);
	const unit = /** @type {keyof typeof UNITS_OF} */ (match?.[2].toUpperCase() ?? '');
	const bytes = match ? Number(match[1]) * UNITS_OF[unit] : 0;
	if (bytes > 0) return bytes;
	const accepted = 'a size above 0, such as `512MB`, `4GB`, or bytes in digits';
	throw badRuntimeOption({ option: 'LAPIDARY_GEM_MEMORY', value: inspect(text), accepted });
}

/** @returns {Heap} the one that was handed to this thread, or a new one */
function joinHeap() {
	const given = /** @type {Heap | undefined} */ (getEnvironmentData(KEY));
	if (given) return given;
	const heap = { memory: reserve(parseSize(process.env.LAPIDARY_GEM_MEMORY)), id: newId() };
	// Units of the tables are never free. No other thread has the heap yet.
	new Int32Array(heap.memory).fill(-1, BITMAP, BITMAP + FIRST_UNIT / 32);
	setEnvironmentData(KEY, /** @type {any} */ (heap));
	return heap;
}

/** @param {number} bytes @returns {SharedArrayBuffer} for half as much, or less, where there are not so many addresses */
function reserve(bytes) {
	for (let wanted = bytes; ; wanted = parseSize(String(wanted / 2))) {
		try {
			return new SharedArrayBuffer(FIRST_UNIT * UNIT_BYTES + wanted);
		} catch (thrown) {
			if (wanted <= LEAST_BYTES) throw thrown;
		}
	}
}

const newId = () => randomInt(1, 2 ** 31 - 1);

const { memory, id } = joinHeap();

/** Tells this thread's heap from one of threads that were started before it was made. */
export const heapId = id;
/** Bytes that spans can have altogether. */
export const limitBytes = memory.byteLength - FIRST_UNIT * UNIT_BYTES;
/** Units of the heap, those of the tables included. */
export const unitCount = memory.byteLength / UNIT_BYTES;

// Views over the whole heap. They are constants, so that V8 embeds their base and length.
export const I32 = new Int32Array(memory);
export const U32 = new Uint32Array(memory);
export const F64 = new Float64Array(memory);
export const U8 = new Uint8Array(memory);
export const U16 = new Uint16Array(memory);
export const I64 = new BigInt64Array(memory);
