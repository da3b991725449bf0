/** @import { Subset } from './subset.js' */
/** @import { PublicType } from '../define/define.js' */
/** @import { Context } from '../define/context.js' */
import { availableParallelism } from 'node:os';
import { gemWouldBlock } from '../../errors/codes.js';
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
 * takes all of it back, when nobody has a part, by accessing it; from then on until it gives it up, `subset()` is refused to others:
 * a thread that got nothing would leave its share undone without a word.
 *
 * @type {PublicType<{ subset(): Subset, release(): void }, { partitions?: number }>}
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
		subset() {
			return atGate(this, () => takeNext(this));
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
			if (this.isRoot && isFreeCreator(this)) gather(this, 'enumerating', '');
			return this.isRoot ? keys.filter((key) => has(this, Number(key))) : keys;
		},
		onSend() {
			releaseAll(this);
		},
		onSnapshot(read) {
			if (this.isRoot && !this.local.hasAll) return atGate(this, () => readFree(this, read));
			check(this, 'reading', this.isRoot ? '0' : '');
			return read();
		},
	},
});

/**
 * @template R
 * @param {Context} context
 * @param {() => R} fn
 * @returns {R}
 */
function atGate({ internal: { gate } }, fn) {
	if (gate.lock() === 'would-block')
		throw gemWouldBlock({ what: 'a snapshot', instead: 'a worker' });
	try {
		return fn();
	} finally {
		gate.unlock();
	}
}

/** @param {Context} context @returns {object} the elements of a part that nobody had; none when there is no such part */
function takeNext(context) {
	const { internal, local, shared } = context;
	const me = Sync.currentThread();
	const { partitions, size } = internal;
	if (local.hasAll) giveUpAll(context);
	const gatherer = internal.gatherer.get();
	if (gatherer !== NOBODY) {
		if (!Sync.isAlive(gatherer)) throw context.abandon(gatherer, 'had all of it');
		const reason = 'the thread that created it has taken it back by accessing it';
		throw refused(
			'taking',
			'a part',
			reason,
			'access it there before it is sent, or once all is done',
		);
	}
	for (let part = 0; part < partitions; part++) {
		if (!internal.owners.compareAndSet(part, NOBODY, me)) continue; // pairs with releaseAll
		local.parts.push(part);
		const from = Math.min(shared.length, part * size);
		return createSubset(context.gem, from, Math.min(shared.length, from + size));
	}
	return createSubset(context.gem, 0, 0);
}

/** @param {Context} context */
function releaseAll(context) {
	const { internal, local } = context;
	const me = Sync.currentThread();
	for (const part of local.parts) internal.owners.compareAndSet(part, me, NOBODY); // publishes what was written
	local.parts.length = 0;
	if (local.hasAll) giveUpAll(context);
}

/** @param {Context} context of the creator */
function giveUpAll({ internal, local }) {
	local.hasAll = false;
	internal.gatherer.set(NOBODY); // publishes what was written; pairs with takeNext
}

/** @param {Context} context @param {() => unknown} read @returns {unknown} all of it, while nobody can take a part */
function readFree(context, read) {
	checkOwners(context, 'reading', 'all elements');
	return read();
}

/** The creator takes all back. @param {Context} context @param {string} access @param {string} key */
function gather(context, access, key) {
	atGate(context, () => {
		checkOwners(context, access, key);
		context.internal.gatherer.set(Sync.currentThread());
		context.local.hasAll = true;
	});
}

/** @param {Context} context @param {string} access @param {string} key @throws {Error} LP8101, LP8102 when another thread has a part */
function checkOwners(context, access, key) {
	const { internal } = context;
	const me = Sync.currentThread();
	for (let part = 0; part < internal.partitions; part++) {
		const owner = internal.owners.get(part); // pairs with releaseAll
		if (owner === NOBODY || owner === me) continue;
		if (!Sync.isAlive(owner)) throw context.abandon(owner, 'had a part of it');
		const reason = 'another thread has a part of it';
		throw refused(access, key, reason, 'wait until each thread has released its part');
	}
}

/** What a creator has taken as one of the threads is what it has. @param {Context} context @returns {boolean} */
const isFreeCreator = ({ isCreator, local }) =>
	isCreator && !local.hasAll && local.parts.length === 0;

/** @param {Context} context @param {number} index @returns {boolean} */
const has = ({ internal, local }, index) =>
	local.hasAll || local.parts.includes(Math.trunc(index / internal.size));

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
	const owner = internal.owners.get(Math.trunc(index / internal.size));
	if (owner !== NOBODY && !Sync.isAlive(owner)) throw context.abandon(owner, 'had a part of it');
	const reason = 'it belongs to no part that this thread has';
	throw refused(access, key, reason, 'access elements of `gem.subset()`, and release it when done');
}
