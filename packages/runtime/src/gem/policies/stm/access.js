/** @import { Context } from '../../define/context.js' */
/** @import { Transaction } from './transaction.js' */
import { checkDoom, doom } from './transaction.js';

// Which locks an access takes. Each object has one for its structure: its keys, its length, and, while it is small, all of its values.
// The values of a large one (many elements or keys) are locked by groups besides, so that transactions over different
// elements of a large array do not meet; whoever has a group has the structure for reading, so that who has that for writing has all.
//
// An object may be reached from a part that was kept from an earlier transaction: then those that it hangs below are locked first.
// Who takes an object away has the structure of what it hangs below, or its own, for writing, and so has all below it.

/** More elements or keys make an object a large one. */
export const SMALL = 64;
/** Elements of an array that share a lock: a cache line of them. */
export const GROUP_SHIFT = 3;

// Marks of objects, added to the number of the transaction. What it has taken it keeps, so a mark holds to its end.
/** Its structure is locked for reading. */
export const LARGE = 1;
/** And so are all of its values. */
export const WHOLE = 2;
/** Its structure is locked for writing, and so all of it. */
export const CHANGED = 3;
const MARKS = 3;

/**
 * @param {Context} context of the object
 * @param {string | null} key null: all of it
 *
 * Threads: any, within a block. Blocks: for instructions.
 */
export function lockForReading(context, key) {
	const transaction = transactionOf(context);
	enter(context, transaction);
	if (context.mark >= transaction.number + WHOLE) {
		context.allowReading(); // until the block ends, or is doomed
		return;
	}
	if (key === 'length' && context.isArray) return;
	const { locks } = context.internal;
	if (key !== null) {
		if (!locks.tryRead(groupOf(context.place, key))) doom(transaction, 'conflict');
		return;
	}
	for (const one of Object.keys(context.shared)) lockForReading(context, one);
}

/**
 * For reading the object and everything below it.
 *
 * @param {Context} context of the object
 *
 * Threads: any, within a block. Blocks: for instructions.
 */
export function lockAll(context) {
	const waiting = [context];
	for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
		lockForReading(next, null);
		for (const key of Object.keys(next.shared)) {
			const child = next.child(key);
			if (child) waiting.push(child);
		}
	}
}

/**
 * For any change of the object.
 *
 * @param {Context} context of the object
 *
 * Threads: any, within a block. Blocks: for instructions.
 */
export function lockForChanging(context) {
	const transaction = transactionOf(context);
	enter(context, transaction);
	lockStructure(context, transaction);
}

/**
 * @param {Context} context of the object
 * @param {string} key
 * @param {unknown} value that it gets
 *
 * Threads: any, within a block. Blocks: for instructions.
 */
export function lockForSetting(context, key, value) {
	const transaction = transactionOf(context);
	const { mark } = context;
	if (mark === transaction.number + CHANGED) {
		context.allowSetting(); // until the block ends, or is doomed
		return;
	}
	// It was a small one in the transaction before: most likely it is. Who has its structure for writing has all, should it not be.
	if (mark <= transaction.number && (mark & MARKS) >= WHOLE) enterParent(context, transaction);
	else enter(context, transaction);
	if (context.mark !== transaction.number + LARGE || !context.isInPlace(key, value)) {
		lockStructure(context, transaction);
		return;
	}
	transaction.hasWritten = true;
	takeForWriting(context, groupOf(context.place, key), transaction);
	const replaced = context.child(key);
	if (replaced) takeForWriting(context, structureOf(replaced.place), transaction);
}

/** @param {Context} context that was entered @param {Transaction} transaction */
function lockStructure(context, transaction) {
	const changed = transaction.number + CHANGED;
	if (context.mark === changed) return;
	transaction.hasWritten = true;
	takeForWriting(context, structureOf(context.place), transaction);
	context.mark = changed;
	context.allowSetting();
}

/** @param {Context} context @param {number} stripe @param {Transaction} transaction */
function takeForWriting(context, stripe, transaction) {
	if (!context.internal.locks.tryWrite(stripe)) doom(transaction, 'conflict');
}

/** @param {Context} context @returns {Transaction} */
function transactionOf(context) {
	const transaction = /** @type {Transaction} */ (context.static.local.transaction);
	checkDoom(transaction);
	return transaction;
}

/** Lock the structure of an object, after those that it hangs below. @param {Context} context @param {Transaction} transaction */
function enter(context, transaction) {
	if (context.mark > transaction.number) return;
	enterParent(context, transaction);
	enterOne(context, transaction);
}

/** @param {Context} context @param {Transaction} transaction */
function enterParent({ parent }, transaction) {
	if (parent !== null && parent.mark <= transaction.number) enterAbove(parent, transaction);
}

/** @param {Context} context @param {Transaction} transaction */
function enterAbove(context, transaction) {
	const path = [context];
	for (let at = context.parent; at !== null && at.mark <= transaction.number; at = at.parent) {
		path.push(at);
	}
	for (let next = path.pop(); next !== undefined; next = path.pop()) enterOne(next, transaction);
}

/** @param {Context} context below what was entered @param {Transaction} transaction */
function enterOne(context, transaction) {
	if (!context.internal.locks.tryRead(structureOf(context.place))) doom(transaction, 'conflict');
	context.mark = transaction.number + (context.size <= SMALL ? WHOLE : LARGE);
}

/**
 * @param {number} place of an object
 * @returns {number} hash of the lock of its structure
 *
 * Threads: any. Blocks: never.
 */
export const structureOf = (place) => Math.imul(place, 0x9e3779b1);

/**
 * @param {number} place of an array
 * @param {number} group of its elements
 * @returns {number} hash of the lock
 *
 * Threads: any. Blocks: never.
 */
export const groupAt = (place, group) =>
	Math.imul(place ^ Math.imul(1 + group, 0x85ebca6b), 0x9e3779b1);

/** @param {number} place @param {string} key @returns {number} */
function groupOf(place, key) {
	const index = Number(key);
	return groupAt(place, index >= 0 ? index >>> GROUP_SHIFT : hash(key));
}

/** @param {string} key @returns {number} int32 (FNV-1a) */
function hash(key) {
	let value = 0x811c9dc5;
	for (let at = 0; at < key.length; at++) value = Math.imul(value ^ key.charCodeAt(at), 0x01000193);
	return value;
}
