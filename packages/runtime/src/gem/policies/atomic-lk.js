/** @import { Synchronous } from '../define/content-types.js' */
/** @import { PublicType } from '../define/define.js' */
/** @import { Blocks, LockedGem } from './atomic-types.js' */
/** @import { Context, StaticContext } from '../define/context.js' */
/** @import { RepeatedRight } from '../define/repeated-right.js' */
import { gemDeadlock, gemWouldBlock } from '../../errors/codes.js';
import { checkBlock, Gem, Sync } from '../define/index.js';
import { contextsOf, outsideOfBlock } from './blocks.js';

/** How a thread has a lock: not, */
const NOT = 0;
/** since it began a block while it had none, */
const ALONE = 1;
/** or beside others. */
const TOGETHER = 2;

/**
 * All threads read and write, one at a time: within `atomic`, which holds the GEM's lock. [GEM16 §5.3, Fig. 7]
 *
 * `AtomicLK.create(content)`; `gem.atomic(fn)` gives what `fn` returns, `gem.atomicAsync(fn)` a promise of it without blocking the event
 * loop; `AtomicLK.atomic([a, b], fn)` and `AtomicLK.atomicAsync([a, b], fn)` take several in one order. What throws within a block
 * releases the lock and leaves what was written. If the thread ends within a block, its changes are taken back.
 *
 * @type {PublicType<Blocks> & {
 *   atomic<R, G extends Blocks = Blocks>(gems: readonly LockedGem<G>[], fn: () => Synchronous<R>): R,
 *   atomicAsync<R, G extends Blocks = Blocks>(gems: readonly LockedGem<G>[], fn: () => Synchronous<R>): Promise<R> }}
 */
export const AtomicLK = Gem.define({
	name: 'AtomicLK',
	internal: { lock: Sync.newLock() },
	/**
	 * `depth`: blocks of this thread that are open, one in the other, but for one that is alone (`right.isAlone`); `held`: how it has the lock; `giveBack`: what is called when it no longer needs
	 * that, and `right`: that of the blocks, both made once
	 */
	local: { depth: 0, held: NOT, giveBack: null, right: null },
	/** `held`: ids of the GEMs whose locks this thread has, but for one that it has ALONE */
	static: { local: { held: [] } },
	blocks: {
		atomic: { begin, end, lock: 'lock' },
	},
	public: {
		atomicAsync(fn) {
			return withinAsync([this], fn);
		},
	},
	publicStatic: {
		atomic(gems, fn) {
			return within(inOrder(this, gems), fn);
		},
		atomicAsync(gems, fn) {
			return withinAsync(inOrder(this, gems), fn);
		},
	},
	meta: {
		onAccess(access, property) {
			if (!isWithin(this)) throw outsideOfBlock(access, property);
		},
		grants() {
			return isWithin(this) ? { from: 0, to: Infinity } : null;
		},
		onSnapshot(read) {
			return withinOne(this, read);
		},
	},
});

/** @param {StaticContext} statics @param {object[]} gems @returns {Context[]} in the one order in which all threads take them */
const inOrder = (statics, gems) =>
	contextsOf(statics, gems, 'AtomicLK').sort((a, b) => a.id - b.id);

/** @param {Context} context @returns {RepeatedRight} that of the blocks */
const rightOf = (context) => (context.local.right ??= context.createRight(context.internal.lock));

/** @param {Context} context @returns {boolean} whether a block of this thread is open */
const isWithin = (context) => context.local.depth > 0 || rightOf(context).isAlone;

/** A block that is not alone, or has to wait. @this {Context} */
function begin() {
	const { work } = this;
	work.enter();
	try {
		enter(this, this.local);
	} catch (refusal) {
		work.leave();
		throw refusal;
	}
}

/** @this {Context} */
function end() {
	const { local, work } = this;
	settle(this, local);
	const isLast = local.held === ALONE && local.depth === 1;
	leave(local);
	work.leave();
	if (!isLast) return;
	// Blocks of other GEMs have been in this one: what they have taken is given back first.
	local.held = NOT;
	this.tidy();
	this.internal.lock.unlock();
}

/** @param {Context} context @param {() => unknown} fn @returns {unknown} */
function withinOne(context, fn) {
	begin.call(context);
	try {
		return checkBlock(fn());
	} finally {
		end.call(context);
	}
}

/** @param {Context[]} contexts in order @param {() => unknown} fn @returns {unknown} */
function within(contexts, fn) {
	const { work } = contexts[0] ?? {};
	if (!work) return checkBlock(fn());
	work.enter();
	let taken = 0;
	try {
		for (; taken < contexts.length; taken++) enter(contexts[taken], contexts[taken].local);
		return checkBlock(fn());
	} finally {
		while (taken-- > 0) leave(contexts[taken].local);
		work.leave();
	}
}

/** @param {Context[]} contexts in order @param {() => unknown} fn @returns {Promise<unknown>} */
async function withinAsync(contexts, fn) {
	// Called within a block, it is none of that one's: it runs once that is over.
	if (contexts[0]?.work.depth > 0) await undefined;
	for (;;) {
		// Released while this waited: the words of its lock may be of another GEM by now.
		for (const context of contexts) context.check();
		// All at once or none: a lock that is held while the event loop turns would be every block's on this thread.
		const busy = contexts.find(({ internal }) => internal.lock.isTaken());
		if (busy) await busy.internal.lock.whenFree();
		else {
			try {
				return within(contexts, fn);
			} catch (refusal) {
				if (!isFaster(refusal)) throw refusal;
			}
		}
	}
}

/** Refusals of `enter`, not of code in the block. Per-thread state. @type {WeakSet<object>} */
const faster = new WeakSet();

/** @param {unknown} refusal @returns {boolean} whether another thread was faster */
const isFaster = (refusal) =>
	typeof refusal === 'object' && refusal !== null && faster.has(refusal);

/** @param {Context} context @param {Context['local']} local its */
function enter(context, local) {
	settle(context, local);
	// What is taken is kept until the outermost block ends (define/work.js), so the thread may have it already.
	if (local.held === NOT) take(context, local);
	if (local.depth++ > 0) return;
	if (local.right.begin()) return;
	context.allowReading();
	context.allowSetting();
}

/** Count a block that was alone, now that it is not. @param {Context} context @param {Context['local']} local its */
function settle(context, local) {
	if (!rightOf(context).handOver()) return;
	local.depth = 1;
	local.held = ALONE;
}

/** @param {Context['local']} local of a context */
function leave(local) {
	if (--local.depth === 0) local.right.end();
	else if (local.depth === 1 && local.held === ALONE) {
		local.depth = 0;
		local.held = NOT;
		local.right.takeBack();
	}
}

/** @param {Context} context @param {Context['local']} local its */
function take(context, local) {
	const { internal, work, id } = context;
	const { held } = context.static.local;
	if (!internal.lock.tryLock()) {
		if (work.alone > id || held.some((/** @type {number} */ other) => other > id))
			throw gemDeadlock();
		const outcome = internal.lock.lock();
		if (outcome === 'would-block') throw wouldBlock();
		// No block of this thread is open: an exception has come out of the end of the one that took it.
		if (outcome === 'held') {
			const refusal = context.abandon(Sync.forsaken, 'changed it');
			internal.lock.unlock(); // those who wait for it are told
			throw refusal;
		}
	}
	held.push(id);
	local.held = TOGETHER;
	work.join((local.giveBack ??= giverBack(context, local)));
}

/** @param {Context} context @param {Context['local']} local its @returns {() => void} */
function giverBack(context, local) {
	const { lock } = context.internal;
	const { held } = context.static.local;
	return () => {
		held.pop(); // what was taken last is given back first
		local.held = NOT;
		context.tidy();
		lock.unlock();
	};
}

/** @returns {Error} LP8106 */
function wouldBlock() {
	const refusal = gemWouldBlock({ what: 'a lock', instead: 'atomicAsync' });
	faster.add(refusal);
	return refusal;
}
