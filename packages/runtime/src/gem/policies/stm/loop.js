/** @import { Context } from '../../define/context.js' */
/** @import { Transaction } from './transaction.js' */
import { CHANGED, GROUP_SHIFT, groupAt, LARGE, SMALL, structureOf, WHOLE } from './access.js';

// Locks for loops that were compiled: before they come to an element, a range of groups at once. What another transaction has is left out,
// and the block goes on: should the loop come to it, the access itself meets the other.

/**
 * @param {Context} context of the object
 * @param {'reading' | 'setting'} access
 * @param {{ from: number, to: number }} wanted elements of an array
 *
 * Threads: any, within a block. Blocks: for instructions.
 */
export function lockForLoop(context, access, wanted) {
	const transaction = /** @type {Transaction} */ (context.static.local.transaction);
	if (transaction.doom !== null || !tryEnter(context, transaction)) return;
	const isLarge = context.mark === transaction.number + LARGE;
	if (!isLarge) context.allowReading();
	if (access === 'setting') {
		if (isLarge) lockToSet(context, wanted, transaction);
		else lockSmall(context, transaction);
	} else if (isLarge && context.isArray) lockToRead(context, wanted);
}

/**
 * For objects below an array, which a loop goes through: of a small one, the lock of its structure is that of all of it.
 *
 * @param {Context} context of the array
 * @param {'reading' | 'setting'} access
 * @param {Int32Array} places of small objects; what they hang below is locked
 * @returns {number} how many of the first ones are locked now
 *
 * Threads: any, within a block. Blocks: for instructions.
 */
export function lockBelow(context, access, places) {
	const transaction = /** @type {Transaction} */ (context.static.local.transaction);
	if (transaction.doom !== null || context.mark <= transaction.number) return 0;
	const count = places.length;
	const hashes = hashesFor(count);
	for (let at = 0; at < count; at++) hashes[at] = structureOf(places[at]);
	const { locks } = context.internal;
	if (access === 'reading') return locks.tryReadAll(hashes, count);
	const locked = locks.tryWriteAll(hashes, count);
	if (locked > 0) transaction.hasWritten = true;
	return locked;
}

/** @param {Context} context @param {Transaction} transaction @returns {boolean} whether its structure is locked for reading, and of those that it hangs below */
function tryEnter(context, transaction) {
	if (context.mark > transaction.number) return true;
	const { parent } = context;
	if (parent !== null && !tryEnter(parent, transaction)) return false;
	if (!context.internal.locks.tryRead(structureOf(context.place))) return false;
	context.mark = transaction.number + (context.size <= SMALL ? WHOLE : LARGE);
	return true;
}

/** @param {Context} context of a small object @param {Transaction} transaction */
function lockSmall(context, transaction) {
	if (context.mark < transaction.number + CHANGED) {
		if (!context.internal.locks.tryWrite(structureOf(context.place))) return;
		transaction.hasWritten = true;
		context.mark = transaction.number + CHANGED;
	}
	context.allowSetting();
}

/** @param {Context} context of a large array @param {{ from: number, to: number }} wanted */
function lockToRead(context, wanted) {
	const { first, count, hashes } = groupsOf(context, wanted);
	const end = first + context.internal.locks.tryReadAll(hashes, count);
	if (end > first) context.allowReading(first << GROUP_SHIFT, end << GROUP_SHIFT);
}

/** @param {Context} context of a large object @param {{ from: number, to: number }} wanted @param {Transaction} transaction */
function lockToSet(context, wanted, transaction) {
	if (!context.isArray || !context.isInPlace(String(wanted.from), 0)) return;
	const { first, count, hashes } = groupsOf(context, wanted);
	const end = first + context.internal.locks.tryWriteAll(hashes, count);
	if (end === first) return;
	transaction.hasWritten = true;
	context.allowReading(first << GROUP_SHIFT, end << GROUP_SHIFT);
	context.allowSetting(first << GROUP_SHIFT, end << GROUP_SHIFT);
}

/** Hashes of locks that are taken at once: valid until the next call. Per-thread state. */
const scratch = { hashes: new Int32Array(64) };

/** @param {number} count @returns {Int32Array} with room for so many */
function hashesFor(count) {
	if (scratch.hashes.length < count) scratch.hashes = new Int32Array(2 * count);
	return scratch.hashes;
}

/**
 * @param {Context} context of a large array
 * @param {{ from: number, to: number }} wanted elements
 * @returns {{ first: number, count: number, hashes: Int32Array }} the groups that they are in
 */
function groupsOf({ place, size }, { from, to }) {
	const first = from >>> GROUP_SHIFT;
	const count = Math.max(0, groupsIn(Math.min(to, size)) - first);
	const hashes = hashesFor(count);
	for (let at = 0; at < count; at++) hashes[at] = groupAt(place, first + at);
	return { first, count, hashes };
}

/** @param {number} elements @returns {number} */
const groupsIn = (elements) => (elements + (1 << GROUP_SHIFT) - 1) >>> GROUP_SHIFT;
