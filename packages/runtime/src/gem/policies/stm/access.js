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
const SMALL = 64;
/** Elements of an array that share a lock: a cache line of them. */
const GROUP_SHIFT = 3;

/**
 * @param {Context} context of the object
 * @param {string | null} key null: all of it
 *
 * Threads: any, within a block. Blocks: for instructions.
 */
export function lockForReading(context, key) {
	const transaction = transactionOf(context);
	enter(context, transaction);
	if (context.size <= SMALL) return;
	if (key === 'length' && Array.isArray(context.shared)) return;
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
	transaction.hasWritten = true;
	takeForWriting(context, structureOf(context.place), transaction);
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
	enter(context, transaction);
	if (context.size <= SMALL || !context.isInPlace(key, value)) {
		lockForChanging(context);
		return;
	}
	transaction.hasWritten = true;
	takeForWriting(context, groupOf(context.place, key), transaction);
	const replaced = context.child(key);
	if (replaced) takeForWriting(context, structureOf(replaced.place), transaction);
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
	const { entered } = transaction;
	if (entered.has(context)) return;
	const path = [context];
	for (let at = context.parent; at !== null && !entered.has(at); at = at.parent) path.push(at);
	for (let next = path.pop(); next !== undefined; next = path.pop()) {
		if (!next.internal.locks.tryRead(structureOf(next.place))) doom(transaction, 'conflict');
		entered.add(next);
	}
}

/** @param {number} place @returns {number} */
const structureOf = (place) => Math.imul(place, 0x9e3779b1);

/** @param {number} place @param {string} key @returns {number} */
function groupOf(place, key) {
	const index = Number(key);
	return Math.imul(
		place ^ Math.imul(1 + (index >= 0 ? index >>> GROUP_SHIFT : hash(key)), 0x85ebca6b),
		0x9e3779b1,
	);
}

/** @param {string} key @returns {number} int32 (FNV-1a) */
function hash(key) {
	let value = 0x811c9dc5;
	for (let at = 0; at < key.length; at++) value = Math.imul(value ^ key.charCodeAt(at), 0x01000193);
	return value;
}
