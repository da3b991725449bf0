/** @import { Context } from '../define/context.js' */
import { Sync } from '../define/index.js';
import { endedWith, NOBODY } from './holders.js';
import { refused } from './refused.js';

// Ranges of an array that are handed out: `internal.next`, `done`, `holders` (see partitioned-dynamic.js). The slot of a
// holder is that of its thread, which threads have one after the other.

const SLOTS = 256;

/**
 * Run a function with the right to the next range.
 *
 * @param {Context} context
 * @param {(from: number, to: number) => unknown} fn
 * @param {number} size
 * @returns {boolean} false when nothing is left
 * @throws {Error} LP8101, LP8102; what fn throws, and the range has come back
 *
 * Threads: any. Blocks: never.
 */
export function withRange(context, fn, size) {
	const { internal, local, root } = context;
	if (local.to !== -1)
		throw refused('taking', 'a range', 'this thread has one', 'end it before the next');
	if (!(size >= 1))
		throw refused('taking', 'a range', `its size is ${size}`, 'take at least one element');
	const { length } = root;
	const me = Sync.currentThread();
	const slot = me % SLOTS;
	const before = internal.holders.get(slot);
	// A thread that has had the slot before: nobody else would hear of its end once the slot tells of this one.
	if (before !== NOBODY && before !== me && !areAllBack(context))
		throw context.abandon(before, 'had a range of it');
	internal.holders.set(slot, me); // before it has one: who looks for the dead sees it
	const from = internal.next.fetchAndAdd(Math.trunc(size));
	if (from >= length) {
		internal.holders.set(slot, NOBODY);
		return false;
	}
	local.from = from;
	local.to = Math.min(length, from + Math.trunc(size));
	const right = rightOf(context);
	right.begin();
	try {
		fn(local.from, local.to);
	} finally {
		right.end();
		internal.done.fetchAndAdd(local.to - local.from); // publishes what was written; pairs with get in areAllBack
		internal.holders.set(slot, NOBODY);
		local.from = -1;
		local.to = -1;
	}
	return true;
}

/** @param {Context} context @returns {ReturnType<Context['createRight']>} that to the range that this thread has: the same as before when it had the same */
function rightOf(context) {
	const { local } = context;
	const { last, from, to } = local;
	if (last?.from !== from || last.to !== to)
		local.last = { from, to, right: context.createRight() };
	return local.last.right;
}

/** @param {Context} context @returns {boolean} whether all ranges have come back */
const areAllBack = ({ internal, root }) =>
	internal.done.get() >= root.length && internal.next.get() >= root.length;

/**
 * Whether the creator has all of it: it is not shared yet, or all ranges have come back.
 *
 * Threads: any. Blocks: never.
 *
 * @param {Context} context
 * @returns {boolean}
 */
export function ownsAll(context) {
	return context.isCreator && (context.internal.isShared.get() === 0 || areAllBack(context));
}

/**
 * A range whose holder has ended never comes back.
 *
 * @param {Context} context
 * @throws {Error} LP8102
 *
 * Threads: any. Blocks: never.
 */
export function checkDead(context) {
	const { holders } = context.internal;
	for (let slot = 0; slot < SLOTS; slot++) {
		const dead = endedWith(() => holders.get(slot));
		if (dead !== NOBODY) throw context.abandon(dead, 'had a range of it');
	}
}
