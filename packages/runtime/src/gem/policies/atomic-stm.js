/** @import { Context } from '../define/context.js' */
/** @import { Synchronous } from '../define/content-types.js' */
/** @import { PublicType } from '../define/define.js' */
/** @import { Blocks, Counted } from './atomic-types.js' */
import { Gem, Sync } from '../define/index.js';
import { contextsOf, outsideOfBlock } from './blocks.js';
import { lockAll, lockForChanging, lockForReading, lockForSetting } from './stm/access.js';
import { lockBelow, lockForLoop } from './stm/loop.js';
import { createTransaction, orElse, retry } from './stm/transaction.js';
import { runAsync, runNow } from './stm/run.js';

/** Stripes of locks of each GEM; more make it rarer that two objects share one. */
const STRIPES = 1024;

/**
 * All threads read and write: within `atomic`, as if one after the other, and only those wait for one another that touch the same
 * objects. [GEM16 §5.3, Fig. 7]; the locks are TLRW's (Dice and Shavit, SPAA 2010), visible readers with an undo log.
 *
 * `AtomicSTM.create(content)`; `gem.atomic(fn)` runs `fn` as a transaction, again when it meets another one, and gives what it
 * returns; what it throws takes its changes back. So `fn` should do nothing else than read and write GEMs. `gem.atomicAsync(fn)`
 * does not block the event loop. `AtomicSTM.atomic([a, b], fn)` and `AtomicSTM.atomicAsync([a, b], fn)` are transactions over several GEMs.
 * Within one, `AtomicSTM.retry()` waits until something has changed and begins again; `AtomicSTM.orElse(first, second)` runs `second`
 * when `first` retries. `gem.conflicts()` counts.
 *
 * @type {PublicType<Blocks & Counted> & {
 *   atomic<R>(gems: readonly (Blocks & Counted)[], fn: () => Synchronous<R>): R,
 *   atomicAsync<R>(gems: readonly (Blocks & Counted)[], fn: () => Synchronous<R>): Promise<R>,
 *   retry(): never, orElse<R>(first: () => R, second: () => R): R }}
 */
export const AtomicSTM = Gem.define({
	name: 'AtomicSTM',
	internal: {
		locks: Sync.newReaderWriterLocks(STRIPES),
		/** transactions that ended well, that met another one, that retried */
		counts: Sync.newAtomicLongs(3),
	},
	/**
	 * `depth`: blocks of this thread over the GEM that are open, one in the other; `joined`: number of the transaction that it has taken
	 * part in last; `giveBack`: what gives back all locks, and `alone`: the GEM as a list, made once
	 */
	local: { depth: 0, joined: 0, giveBack: null, alone: null },
	static: {
		/** a transaction has changed some GEM */
		shared: { changes: Sync.newEvent() },
		local: { transaction: createTransaction() },
	},
	public: {
		atomic(fn) {
			return runNow(alone(this), fn);
		},
		atomicAsync(fn) {
			return runAsync(alone(this), fn);
		},
		conflicts() {
			const [committed, conflicts, retries] = [0, 1, 2].map((at) => this.internal.counts.get(at));
			return { committed, conflicts, retries };
		},
	},
	publicStatic: {
		atomic(gems, fn) {
			return runNow(contextsOf(this, gems, 'AtomicSTM'), fn);
		},
		atomicAsync(gems, fn) {
			return runAsync(contextsOf(this, gems, 'AtomicSTM'), fn);
		},
		retry() {
			return retry(this);
		},
		orElse(first, second) {
			return orElse(this, first, second);
		},
	},
	meta: {
		onAccess(access, property) {
			if (this.local.depth === 0) throw outsideOfBlock(access, property);
			if (access === 'reading' || access === 'testing') lockForReading(this, property);
			else if (access === 'enumerating') lockForReading(this, 'length');
			else if (access !== 'setting') lockForChanging(this);
		},
		onSet(key, value) {
			lockForSetting(this, key, value);
			this.set(key, value);
		},
		onLoop(access, wanted) {
			if (this.local.depth > 0) lockForLoop(this, access, wanted);
		},
		onLoopBelow(access, places) {
			return this.local.depth > 0 ? lockBelow(this, access, places) : 0;
		},
		onSnapshot(read) {
			return runNow(alone(this), () => {
				lockAll(this);
				return read();
			});
		},
	},
});

/** @param {Context} context @returns {Context[]} it alone */
const alone = (context) => (context.local.alone ??= [context]);
