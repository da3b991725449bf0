/** @import { Context } from '../define/context.js' */
import { types } from 'node:util';
import { checkBlock, Sync } from '../define/index.js';
import { endedWith, NOBODY } from './holders.js';
import { refused } from './refused.js';

// Ranges of an array that are handed out: `internal.next`, `done`, `holders` (see partitioned-dynamic.js). The slot of a
// holder is that of its thread, which threads have one after the other.

const SLOTS = 256;

const { isAsyncFunction, isGeneratorFunction } = types;

/**
 * Read how many elements a range may have. It may call code of users (`valueOf`), so it comes before anything is read or taken.
 *
 * Threads: any. Blocks: never.
 *
 * @param {unknown} size
 * @returns {number} at least 1, perhaps Infinity; whole
 * @throws {Error} LP8101 when it is less than 1, or no number
 */
export function readSize(size) {
	const elements = Math.trunc(Number(size));
	if (elements >= 1) return elements;
	const reason = `its size is ${typeof size === 'object' ? elements : String(size)}`;
	throw refused('taking', 'a range', reason, 'take at least one element');
}

/**
 * Run a function with the right to the next range.
 *
 * @param {Context} context
 * @param {(from: number, to: number) => unknown} fn
 * @param {unknown} size larger than what is left: all that is left
 * @returns {boolean} false when nothing is left
 * @throws {Error} LP8101, LP8102, LP8112; what fn throws, and the range has come back
 *
 * Threads: any. Blocks: never.
 */
export function withRange(context, fn, size) {
	const { internal, local } = context;
	checkFunction(fn);
	const most = readSize(size);
	context.check(); // the conversion may have run code that released it
	if (local.isInside)
		throw refused('taking', 'a range', 'this thread has one', 'end it before the next');
	if (local.isHolder) giveBack(context);
	const me = Sync.currentThread();
	const before = internal.holders.get(me % SLOTS);
	// A thread that has had the slot before: nobody else would hear of its end once the slot tells of this one.
	if (before !== NOBODY && before !== me && !areAllBack(context))
		throw context.abandon(before, 'had a range of it');
	try {
		local.isHolder = true;
		internal.holders.set(me % SLOTS, me); // before it has one: who looks for the dead sees it
		if (!takeNext(context, most)) return false;
		runInside(context, fn);
	} finally {
		giveBack(context);
	}
	return true;
}

/** @param {unknown} fn @throws {Error} LP8101 for one that would use the range after it has come back, or cannot be called */
function checkFunction(fn) {
	const isFunction = typeof fn === 'function';
	if (isFunction && !isAsyncFunction(fn) && !isGeneratorFunction(fn)) return;
	const reason = isFunction
		? 'the rest of an asynchronous function or a generator runs after the range has come back'
		: 'there is no function that uses it';
	const fix = 'give `getRange` a function that is done when it returns';
	throw refused('taking', 'a range', reason, fix);
}

/**
 * Take elements from the front of what is left. `next` goes from one value below the length to a larger one that is not beyond it, by
 * compare-and-set: it never wraps, whatever is asked for and however often.
 *
 * @param {Context} context
 * @param {number} most
 * @returns {boolean} false when nothing is left
 */
function takeNext(context, most) {
	const { internal, local } = context;
	const length = lengthOf(context);
	for (;;) {
		const from = internal.next.get();
		if (from >= length) return false;
		const to = Math.min(length, from + most);
		if (!internal.next.compareAndSet(from, to)) continue; // another thread has taken it
		local.from = from;
		local.to = to;
		return true;
	}
}

/** @param {Context} context that has a range @param {(from: number, to: number) => unknown} fn */
function runInside(context, fn) {
	const { local } = context;
	const { from, to } = local;
	const right = rightOf(context);
	right.begin();
	local.isInside = true;
	try {
		checkBlock(
			context.hold(() => fn(from, to)),
			'getRange',
		);
	} finally {
		local.isInside = false;
		right.end();
	}
}

/**
 * Give back what this thread has. It may throw where no stack is left: then its next call goes on with it.
 *
 * @param {Context} context of a holder
 */
function giveBack({ internal, local }) {
	if (local.to !== -1) {
		internal.done.fetchAndAdd(local.to - local.from); // publishes what was written; pairs with get in areAllBack
		local.from = -1;
		local.to = -1;
	}
	internal.holders.set(Sync.currentThread() % SLOTS, NOBODY);
	local.isHolder = false;
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
function areAllBack(context) {
	const { done, next } = context.internal;
	const length = lengthOf(context);
	return done.get() >= length && next.get() >= length;
}

/** @param {Context} context @returns {number} elements of its array, which always has as many: to read it from the GEM costs more than an atomic operation */
function lengthOf(context) {
	const { local } = context;
	if (local.length === -1) local.length = context.root.length;
	return local.length;
}

/**
 * Threads: any. Blocks: never.
 *
 * @param {Context} context
 * @returns {number} elements of a range where its thread does not say how many; the same for good
 */
export function usualSize({ internal, local }) {
	if (local.range === -1) local.range = internal.range;
	return local.range;
}

/**
 * Whether the creator has all of it: it is not shared yet, or all ranges have come back.
 *
 * Threads: any. Blocks: never.
 *
 * @param {Context} context
 * @returns {boolean}
 */
export function ownsAll(context) {
	if (!context.isCreator) return false;
	const { isHolder, isInside } = context.local;
	if (isHolder && !isInside) giveBack(context); // what a call without stack has left
	return context.internal.isShared.get() === 0 || areAllBack(context);
}

/**
 * Let all elements be handed out anew. A thread that has ended between telling of itself and taking a range had nothing: what tells of
 * it goes, since once other ranges are out it would be taken for the holder of one of them.
 *
 * @param {Pick<Context, 'internal'>} context of the creator, which has all of it
 *
 * Threads: the creator. Blocks: never.
 */
export function beginAnew({ internal: { next, done, holders, isShared } }) {
	// Only threads that have it can have told of themselves. To look at all slots takes as long as a loop over thousands of elements.
	const slots = isShared.get() === 0 ? 0 : SLOTS;
	for (let slot = 0; slot < slots; slot++) {
		const dead = endedWith(() => holders.get(slot));
		if (dead !== NOBODY) holders.compareAndSet(slot, dead, NOBODY); // a later thread may have the slot
	}
	done.set(0); // before any range can be taken, and come back
	next.set(0);
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
