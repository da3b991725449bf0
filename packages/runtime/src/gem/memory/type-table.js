import { gemFull, gemWouldBlock } from '../../errors/codes.js';
import { compareExchange, load, notify, store, wait } from './atomics.js';
import { I32, U16 } from './heap.js';
import { MAX_TYPES, TYPE_WORDS, TYPES, UNIT_BYTES, UNIT_SHIFT } from './layout.js';
import { allocateSpan } from './spans.js';
import { hasEnded, isHost, me } from './threads.js';

// The types of GEMs that threads of this program have defined, by key. Types are never removed.
//
//  word 0  STATE    0: nobody has it; id of the thread that writes the key; PENDING | id of the thread that makes the static block, or 0 once it
//                   has given that up; DONE | 1
//  word 1  HASH     of the key
//  word 2  SPAN     first unit of a span: the static block, then the key in UTF-16; 0 before it is there
//  word 3  LENGTH   of the key, in UTF-16 units
//
// An entry is found by its position alone: entries are claimed in order, so two threads with the same key meet at the first
// free one, and the one that comes second looks at the key that is there now.
const STATE = 0;
const HASH = 1;
const SPAN = 2;
const LENGTH = 3;

/** Cells of the static block of a type. */
export const STATIC_CELLS = 64;

/** In STATE: the key is there, and the thread named in the word makes the static block. */
const PENDING = 2 ** 30;
const DONE = 1;

const SLICE_MS = 50;
const HOST_LIMIT_MS = 2000;

/** @param {number} index @returns {number} */
const typeBase = (index) => TYPES + index * TYPE_WORDS;

/** @param {number} unit of a type's span @returns {number} index in U16 where the key begins */
const keyPlace = (unit) => (unit * UNIT_BYTES + 8 * STATIC_CELLS) / 2;

/** @param {string} key @returns {number} int32 */
function hashOf(key) {
	let hash = 7;
	for (let at = 0; at < key.length; at++) hash = (Math.imul(hash, 31) + key.charCodeAt(at)) | 0;
	return hash;
}

/**
 * Find the type of a key, or add it. Exactly one thread is the first: it makes what all share and calls {@link finishType};
 * the others wait for that, or for the death of that thread, or until it gives that up ({@link giveUpType}); then one of them is the first.
 *
 * @param {string} key up to 400,000 characters
 * @returns {{ index: number, isFirst: boolean }}
 * @throws {LapidaryError} LP8106 on the host, when the first thread takes seconds; LP8103 when there are 4,096 types
 *
 * Threads: any. Blocks: until the first thread is done; on the host at most 2 s.
 */
export function claimType(key) {
	const hash = hashOf(key);
	for (let index = 0; index < MAX_TYPES; index++) {
		const base = typeBase(index);
		const isNew = claimEntry(base, key, hash);
		if (isNew) return { index, isFirst: true };
		if (I32[base + HASH] !== hash || !hasKey(base, key)) continue;
		return { index, isFirst: awaitType(base) };
	}
	const fix = 'define types once, and not for each use';
	throw gemFull({ what: 'more types of GEM', used: MAX_TYPES, limit: MAX_TYPES, fix });
}

/**
 * Take an entry that nobody has, or wait until it has a key.
 *
 * @param {number} base
 * @param {string} key
 * @param {number} hash
 * @returns {boolean} true when this thread has filled it in; it is PENDING then
 */
function claimEntry(base, key, hash) {
	for (;;) {
		const state = load(I32, base + STATE);
		if (state === DONE || state >= PENDING) return false;
		// Free, or its key is being written: for a few microseconds, by a thread that may die meanwhile. What this one has left itself is free.
		if (state !== 0 && state !== me() && !hasEnded(state)) {
			wait(I32, base + STATE, state, 1);
			continue;
		}
		if (compareExchange(I32, base + STATE, state, me()) !== state) continue;
		try {
			writeKey(base, key, hash);
		} catch (thrown) {
			// No memory: the others must not wait for the key for as long as this thread lives.
			store(I32, base + STATE, 0);
			notify(I32, base + STATE);
			throw thrown;
		}
		store(I32, base + STATE, PENDING | me()); // publishes the key; pairs with load above
		notify(I32, base + STATE);
		return true;
	}
}

/** @param {number} base @param {string} key @param {number} hash */
function writeKey(base, key, hash) {
	const unit = allocateSpan(Math.ceil((8 * STATIC_CELLS + 2 * key.length) / UNIT_BYTES));
	I32.fill(0, unit << 8, (unit << 8) + 2 * STATIC_CELLS);
	const at = keyPlace(unit);
	for (let index = 0; index < key.length; index++) U16[at + index] = key.charCodeAt(index);
	I32[base + HASH] = hash;
	I32[base + SPAN] = unit;
	I32[base + LENGTH] = key.length;
}

/** @param {number} base @param {string} key @returns {boolean} */
function hasKey(base, key) {
	if (I32[base + LENGTH] !== key.length) return false;
	const at = keyPlace(I32[base + SPAN]);
	for (let index = 0; index < key.length; index++) {
		if (U16[at + index] !== key.charCodeAt(index)) return false;
	}
	return true;
}

/** @param {number} base @returns {boolean} whether this thread is the first now, since the former one died */
function awaitType(base) {
	const end = isHost ? performance.now() + HOST_LIMIT_MS : Infinity;
	for (;;) {
		const state = load(I32, base + STATE); // pairs with store in finishType
		if (state === DONE) return false;
		const maker = state & ~PENDING;
		if (maker === me()) return true; // it has been interrupted, and comes again
		if (maker === 0 || hasEnded(maker)) {
			if (compareExchange(I32, base + STATE, state, PENDING | me()) === state) return true;
			continue;
		}
		if (performance.now() > end)
			throw gemWouldBlock({ what: keyOfTypeAt(base), instead: 'a worker' });
		wait(I32, base + STATE, state, SLICE_MS);
	}
}

/**
 * Say that what all threads share of a type is there.
 *
 * @param {number} index from a `claimType` with `isFirst`
 *
 * Threads: the first. Blocks: never.
 */
export function finishType(index) {
	const base = typeBase(index);
	store(I32, base + STATE, DONE); // publishes the static block; pairs with load in awaitType
	notify(I32, base + STATE);
}

/**
 * Say that what all threads share of a type will not be there by this thread, since an exception came in between: another one is the first
 * now, or this one when it comes again. Does nothing where the type is finished.
 *
 * @param {number} index from a `claimType` with `isFirst`
 *
 * Threads: the first. Blocks: never.
 */
export function giveUpType(index) {
	const base = typeBase(index);
	if (compareExchange(I32, base + STATE, PENDING | me(), PENDING) !== (PENDING | me())) return;
	notify(I32, base + STATE);
}

/**
 * Where the memory is that all GEMs of a type share: zeroes until its first thread writes to it.
 *
 * @param {number} index of the type
 * @returns {number} address of `STATIC_CELLS` cells
 *
 * Threads: any. Blocks: never.
 */
export const staticBlockOf = (index) => I32[typeBase(index) + SPAN] << UNIT_SHIFT;

/**
 * @param {number} index of a type that a thread has defined
 * @returns {string} its key
 *
 * Threads: any. Blocks: never.
 */
export const keyOfType = (index) => keyOfTypeAt(typeBase(index));

/** @param {number} base @returns {string} */
function keyOfTypeAt(base) {
	const at = keyPlace(I32[base + SPAN]);
	const codes = Array.from(U16.subarray(at, at + I32[base + LENGTH]));
	return codes.map((code) => String.fromCharCode(code)).join('');
}
