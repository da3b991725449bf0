/** @import { Subset } from './subset.js' */
/** @import { PublicType } from '../define/define.js' */
/** @import { Context } from '../define/context.js' */
import { availableParallelism } from 'node:os';
import { Gem, Sync } from '../define/index.js';
import { checkArray, indexOf } from './elements.js';
import { refused } from './refused.js';
import { createSubset } from './subset.js';

const MAX_PARTITIONS = 256;
const NOBODY = 0;

/**
 * Threads read and write disjoint parts of one array, cut when it is created. [GEM16 §3, Fig. 2 and Fig. 7]
 *
 * `Partitioned.create(array, { partitions })`, default: one for each core, at most 256. `gem.subset()` gives the calling thread the
 * next part that nobody has; `gem.release()`, or sending the GEM, gives all of its parts back. The thread that created the GEM
 * gets a part that nobody has by accessing it.
 *
 * @type {PublicType<{ subset(): Subset, release(): void }, { partitions?: number }>}
 */
export const Partitioned = Gem.define({
	name: 'Partitioned',
	layout: { fixed: true },
	internal: {
		/** by part: id of the thread that has it, or NOBODY; by compare-and-set from NOBODY, and back by who has it */
		owners: Sync.newAtomicLongs(MAX_PARTITIONS),
		/** elements of each part but the last */
		size: 1,
		partitions: 1,
	},
	/** `parts`: numbers of those that this thread has */
	local: { parts: [] },
	public: {
		subset() {
			return takeNext(this);
		},
		release() {
			releaseAll(this);
		},
	},
	meta: {
		onCreate(shared, { partitions = availableParallelism() }) {
			checkArray(shared, 'Partitioned');
			const count = Math.trunc(Number(partitions));
			if (!(count >= 1 && count <= MAX_PARTITIONS)) {
				const reason = `it cannot have ${partitions} parts`;
				throw refused('creating', 'Partitioned', reason, `ask for 1 to ${MAX_PARTITIONS} parts`);
			}
			this.internal.partitions = count;
			this.internal.size = Math.max(1, Math.ceil(shared.length / count));
		},
		onAccess(access, property) {
			if (!this.isRoot || access !== 'enumerating') check(this, access, property);
		},
		onEnumerate() {
			const keys = Object.keys(this.shared);
			return this.isRoot ? keys.filter((key) => has(this, Number(key))) : keys;
		},
		onSend() {
			releaseAll(this);
		},
		onSnapshot(read) {
			const { partitions, size } = this.internal;
			if (!this.isRoot) check(this, 'reading', '');
			else
				for (let part = 0; part < partitions; part++) check(this, 'reading', String(part * size));
			return read();
		},
	},
});

/** @param {Context} context @returns {object} the elements of a part that nobody had; none when there is no such part */
function takeNext(context) {
	const { internal, local, shared } = context;
	const me = Sync.currentThread();
	const { partitions, size } = internal;
	for (let part = 0; part < partitions; part++) {
		if (!internal.owners.compareAndSet(part, NOBODY, me)) continue; // pairs with releaseAll
		local.parts.push(part);
		const from = Math.min(shared.length, part * size);
		return createSubset(context.gem, from, Math.min(shared.length, from + size));
	}
	return createSubset(context.gem, 0, 0);
}

/** @param {Context} context */
function releaseAll({ internal, local }) {
	const me = Sync.currentThread();
	for (const part of local.parts) internal.owners.compareAndSet(part, me, NOBODY); // publishes what was written
	local.parts.length = 0;
}

/** @param {Context} context @param {number} index @returns {boolean} */
function has(context, index) {
	const { internal, local, isCreator } = context;
	const part = Math.trunc(index / internal.size);
	if (local.parts.includes(part)) return true;
	if (!isCreator || part >= internal.partitions) return false;
	if (!internal.owners.compareAndSet(part, NOBODY, Sync.currentThread())) return false;
	local.parts.push(part);
	return true;
}

/** @param {Context} context @param {string} access @param {string} key */
function check(context, access, key) {
	if (context.isRoot && access === 'calling') {
		throw refused(access, key, 'the array has a fixed length', 'set its elements');
	}
	const { internal, isRoot, rootKey, root } = context;
	if (isRoot && key === 'length' && access !== 'setting') return;
	const index = indexOf(isRoot ? key : String(rootKey));
	const isBeyond = Number.isNaN(index) || index >= root.length;
	if (isBeyond && (access === 'reading' || access === 'testing')) return; // there is nothing, for good
	if (isBeyond) {
		throw refused(access, key, 'the array has a fixed length', 'access elements below its length');
	}
	if (has(context, index)) return;
	const owner = internal.owners.get(Math.trunc(index / internal.size));
	if (owner !== NOBODY && !Sync.isAlive(owner)) throw context.abandon(owner, 'had a part of it');
	const reason = 'it belongs to no part that this thread has';
	throw refused(access, key, reason, 'access elements of `gem.subset()`, and release it when done');
}
