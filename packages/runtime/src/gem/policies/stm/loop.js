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
	const { locks } = context.internal;
	let at = 0;
	if (access === 'reading') {
		while (at < places.length && locks.tryRead(structureOf(places[at]))) at++;
		return at;
	}
	while (at < places.length && locks.tryWrite(structureOf(places[at]))) at++;
	if (at > 0) transaction.hasWritten = true;
	return at;
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
	const { internal, place, size } = context;
	const first = wanted.from >>> GROUP_SHIFT;
	const end = groupsIn(Math.min(wanted.to, size));
	let group = first;
	while (group < end && internal.locks.tryRead(groupAt(place, group))) group++;
	if (group > first) context.allowReading(first << GROUP_SHIFT, group << GROUP_SHIFT);
}

/** @param {Context} context of a large object @param {{ from: number, to: number }} wanted @param {Transaction} transaction */
function lockToSet(context, wanted, transaction) {
	const { internal, place, size } = context;
	if (!context.isArray || !context.isInPlace(String(wanted.from), 0)) return;
	const first = wanted.from >>> GROUP_SHIFT;
	const end = groupsIn(Math.min(wanted.to, size));
	let group = first;
	while (group < end && internal.locks.tryWrite(groupAt(place, group))) group++;
	if (group === first) return;
	transaction.hasWritten = true;
	context.allowReading(first << GROUP_SHIFT, group << GROUP_SHIFT);
	context.allowSetting(first << GROUP_SHIFT, group << GROUP_SHIFT);
}

/** @param {number} elements @returns {number} */
const groupsIn = (elements) => (elements + (1 << GROUP_SHIFT) - 1) >>> GROUP_SHIFT;
