/** @import { Subset } from '../define/subset.js' */
/** @import { Element, FixedArray } from '../define/content-types.js' */
/** @import { Context } from '../define/context.js' */
import { availableParallelism } from 'node:os';
import { createSubset, Gem, Sync } from '../define/index.js';
import { checkArray, indexOf } from './elements.js';
import { endedWith, NOBODY } from './holders.js';
import {
	gather,
	granted,
	has,
	isFreeCreator,
	readFree,
	releaseAll,
	takeNext,
	takePart,
} from './parts.js';
import { refused } from './refused.js';

const MAX_PARTITIONS = 256;

/**
 * Threads read and write disjoint parts of one array, cut when it is created. [GEM16 §3, Fig. 2 and Fig. 7]
 *
 * `Partitioned.create(array, { partitions })`, default: one for each core, at most 256. `gem.subset()` gives the calling thread the
 * next part that nobody has, `gem.subset(n)` the part with that number; `gem.release()`, or sending the GEM, gives all of its parts back. The thread that created the GEM
 * takes all of it back, when nobody has a part, by accessing it; from then on until it gives it up, `subset()` is refused to others:
 * a thread that got nothing would leave its share undone without a word.
 *
 * @type {{ create<E>(content: readonly E[], options?: { partitions?: number }): FixedArray<Element<E>> & { subset(part?: number): Subset<Element<E>>, release(): void },
 *   has(value: unknown): boolean }}
 */
export const Partitioned = Gem.define({
	name: 'Partitioned',
	layout: { fixed: true },
	internal: {
		/** by part: id of the thread that has it, or NOBODY; by compare-and-set from NOBODY, and back by who has it */
		owners: Sync.newAtomicLongs(MAX_PARTITIONS),
		/** whoever looks at several owners, or changes one, has it for that long */
		gate: Sync.newLock(),
		/** id of the creator while it has taken all back, or NOBODY */
		gatherer: Sync.newAtomicLong(NOBODY),
		/** elements of each part but the last */
		size: 1,
		partitions: 1,
	},
	/** `parts`: numbers of those that this thread has */
	local: { parts: [], hasAll: false },
	public: {
		subset(part) {
			return subsetOf(this, part === undefined ? takeNext(this) : takePart(this, part));
		},
		release() {
			this.checkUnchanged('releasing');
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
			if (this.isRoot && isFreeCreator(this)) gather(this, 'enumerating', '');
			return this.isRoot ? keys.filter((key) => has(this, Number(key))) : keys;
		},
		onSend() {
			releaseAll(this);
		},
		grants(access, wanted) {
			const range = granted(this, wanted);
			return range && { ...range, plain: true };
		},
		onSnapshot(read) {
			if (this.isRoot && !this.local.hasAll) return readFree(this, read);
			check(this, 'reading', this.isRoot ? '0' : '');
			return read();
		},
	},
});

/** @param {Context} context @param {number} part -1: none @returns {Subset} its elements */
function subsetOf({ gem, internal, shared }, part) {
	if (part === -1) return createSubset(gem, 0, 0);
	const from = Math.min(shared.length, part * internal.size);
	return createSubset(gem, from, Math.min(shared.length, from + internal.size));
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
	if (isFreeCreator(context)) {
		gather(context, access, key);
		return;
	}
	const dead = endedWith(() => internal.owners.get(Math.trunc(index / internal.size)));
	if (dead !== NOBODY) throw context.abandon(dead, 'had a part of it');
	const reason = 'it belongs to no part that this thread has';
	throw refused(access, key, reason, 'access elements of `gem.subset()`, and release it when done');
}
