/** @import { Element, FixedArray, Synchronous } from '../define/content-types.js' */
/** @import { Context } from '../define/context.js' */
import { availableParallelism } from 'node:os';
import { Gem, Sync } from '../define/index.js';
import { checkArray, indexOf } from './elements.js';
import { beginAnew, checkDead, ownsAll, readSize, usualSize, withRange } from './ranges.js';
import { refused } from './refused.js';

/** @typedef {{ getRange<R>(fn: (from: number, to: number) => Synchronous<R>, size?: number): boolean, restart(): void }} Ranges */

/**
 * Threads read and write ranges of one array that it hands out one after the other. [GEM16 §4.2, Fig. 5 to 7]
 *
 * `PartitionedDynamic.create(array, { range })`: `range` is the length of those that `getRange(fn)` gives when it is not told
 * another; default: an equal part for each core. `gem.getRange((from, to) => …, size)` calls the function with the right to
 * `from <= index < to` and returns true; false when nothing is left. The thread that created the GEM has all of it before it is
 * sent, and again once every range has come back; `gem.restart()` lets it be handed out anew.
 *
 * @type {{ create<E>(content: readonly E[], options?: { range?: number }): FixedArray<Element<E>> & Ranges, has(value: unknown): boolean }}
 */
export const PartitionedDynamic = Gem.define({
	name: 'PartitionedDynamic',
	layout: { fixed: true },
	internal: {
		/** index of the first element that has not been handed out; only grows, but for a new round */
		next: Sync.newAtomicLong(0),
		/** elements of ranges that have come back */
		done: Sync.newAtomicLong(0),
		/** by slot of a thread: its id while it has a range */
		holders: Sync.newAtomicLongs(256),
		/** 1 once a reference has left its creator */
		isShared: Sync.newAtomicLong(0),
		range: 0,
	},
	/**
	 * The range that this thread has. `isHolder`: `holders` may name this thread; `isInside`: the range's function runs; `last`: what it had,
	 * and the right to it; `length`, `range`: of the array, and as `internal` has it, once they were read
	 */
	local: { from: -1, to: -1, isHolder: false, isInside: false, last: null, length: -1, range: -1 },
	public: {
		getRange(fn, size) {
			return withRange(this, fn, size ?? usualSize(this));
		},
		restart() {
			if (this.local.isInside) {
				const fix = 'restart it once `getRange` has returned';
				throw refused('restarting', 'all elements', 'this thread has a range', fix);
			}
			if (!ownsAll(this)) throw notAll(this, 'restarting');
			this.checkUnchanged('restarting');
			beginAnew(this);
			this.revoke();
		},
	},
	meta: {
		onCreate(shared, { range }) {
			checkArray(shared, 'PartitionedDynamic');
			// Not more than there are, so that it is a number that the GEM can keep.
			const most = Math.max(1, shared.length);
			const elements = range ?? Math.max(1, Math.ceil(most / availableParallelism()));
			this.internal.range = Math.min(most, readSize(elements));
		},
		onAccess(access, property) {
			if (!this.isRoot || access !== 'enumerating') check(this, access, property);
		},
		onEnumerate() {
			const { from, to } = this.local;
			if (!this.isRoot || (to === -1 && ownsAll(this))) return Object.keys(this.shared);
			return Array.from({ length: to - from }, (_, index) => String(from + index));
		},
		onSend() {
			if (this.isCreator) this.internal.isShared.set(1);
			this.revoke();
		},
		grants() {
			const { from, to } = this.local;
			if (to !== -1) return { from, to, plain: true };
			return ownsAll(this) ? { from: 0, to: Infinity, plain: true } : null;
		},
		onSnapshot(read) {
			if (this.isRoot) checkAll(this);
			else check(this, 'reading', '');
			return read();
		},
	},
});

/** @param {Context} context @param {string} access @param {string} key */
function check(context, access, key) {
	if (context.isRoot && access === 'calling') {
		throw refused(access, key, 'the array has a fixed length', 'set its elements');
	}
	const { local, isRoot, rootKey } = context;
	if (isRoot && key === 'length' && access !== 'setting') return;
	const index = indexOf(isRoot ? key : String(rootKey));
	if (index >= local.from && index < local.to) return;
	const isBeyond = Number.isNaN(index) || index >= context.root.length;
	if (isBeyond && (access === 'reading' || access === 'testing')) return; // there is nothing, for good
	if (local.to === -1 && ownsAll(context)) return;
	checkDead(context);
	const reason =
		local.to === -1 ? 'this thread has no range' : `it has ${local.from} to ${local.to}`;
	throw refused(access, key, reason, 'access elements within `getRange`');
}

/** @param {Context} context */
function checkAll(context) {
	const { local, root } = context;
	if (ownsAll(context) || (local.from === 0 && local.to === root.length)) return;
	throw notAll(context, 'reading');
}

/** @param {Context} context @param {string} access @returns {Error} LP8101; throws LP8102 when it will never be otherwise */
function notAll(context, access) {
	checkDead(context);
	const reason = context.isCreator
		? 'not all of its ranges have come back'
		: 'this thread has not created it';
	return refused(access, 'all elements', reason, 'wait until every range has come back');
}
