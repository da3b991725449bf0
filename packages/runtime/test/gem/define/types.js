// Types of GEM for tests, each defined as users do: at the top level of a module that threads import.
import { Gem, Sync } from '../../../src/gem/define/index.js';

/** What each trap was called with. @type {[string, ...unknown[]][]} */
export const calls = [];

/** Has one thread at a time in blocks, and counts them. */
export const Guarded = Gem.define({
	name: 'Guarded',
	internal: { lock: Sync.newLock() },
	local: { right: null, blocks: 0 },
	blocks: {
		within: {
			begin() {
				this.local.right ??= this.createRight(this.internal.lock);
				if (!this.local.right.beginAlone()) throw new Error('it is busy');
				this.local.blocks++;
			},
			end() {
				this.local.right.endAlone();
				this.local.blocks += 10;
			},
		},
	},
	public: {
		blocks() {
			return this.local.blocks;
		},
	},
	meta: {
		onAccess() {
			if (!this.internal.lock.isMine()) throw new Error('outside');
		},
		grants() {
			return this.internal.lock.isMine() ? { from: 0, to: Infinity } : null;
		},
	},
});

/** The same, and the library does what there is to do for a block that is alone: `counted` are the others. */
export const Locked = Gem.define({
	name: 'Locked',
	internal: { lock: Sync.newLock() },
	local: { right: null, depth: 0, counted: 0 },
	blocks: {
		within: {
			begin() {
				const { local } = this;
				local.right ??= this.createRight(this.internal.lock);
				if (local.right.handOver()) local.depth = 1;
				if (local.depth === 0) throw new Error('it is busy');
				this.work.enter();
				local.depth++;
				local.counted++;
			},
			end() {
				const { local } = this;
				this.work.leave();
				if (--local.depth > 1) return;
				local.depth = 0;
				local.right.takeBack();
			},
			lock: 'lock',
		},
	},
	public: {
		state() {
			const { right, counted } = this.local;
			return [this.internal.lock.isMine(), right === null ? null : right.isAlone, counted];
		},
	},
	meta: {
		onAccess() {
			if (!this.internal.lock.isMine()) throw new Error('outside');
		},
		grants() {
			return this.internal.lock.isMine() ? { from: 0, to: Infinity } : null;
		},
	},
});

export const Watched = Gem.define({
	name: 'Watched',
	internal: { created: Sync.newAtomicLong(5), label: 'none', list: [1, 2] },
	local: { reads: 0 },
	public: {
		touch(by) {
			return [this.internal.created.increment(by), this.isCreator, this.local.reads];
		},
		relabel(label) {
			this.internal.label = label;
			this.internal.list.push(3);
			return [this.internal.label, this.internal.list.length];
		},
		raw() {
			return this.shared;
		},
		give(fn) {
			return fn(this.shared);
		},
	},
	publicStatic: {
		both(one, other) {
			return [this.contextOf(one)?.shared.n, this.contextOf(other)?.shared.n];
		},
		imported() {
			return this.static.shared.imported.get();
		},
	},
	static: { shared: { imported: Sync.newAtomicLong(0) }, local: { seen: [] } },
	meta: {
		onGet(property) {
			this.local.reads++;
			calls.push(['onGet', property, this.rootKey]);
			return this.shared[property];
		},
		onSet(property, value) {
			calls.push(['onSet', property, value]);
			this.shared[property] = value;
		},
		onDelete(property) {
			calls.push(['onDelete', property]);
			delete this.shared[property];
		},
		onHas(property) {
			calls.push(['onHas', property]);
			return Object.hasOwn(this.shared, property);
		},
		onEnumerate() {
			calls.push(['onEnumerate']);
			return Object.keys(this.shared).filter((key) => !key.startsWith('_'));
		},
		onCreate(shared, options) {
			calls.push(['onCreate', Object.keys(shared), options]);
		},
		onSend() {
			calls.push(['onSend']);
		},
		onReceive() {
			calls.push(['onReceive']);
		},
		onFirstImport() {
			this.static.shared.imported.increment();
		},
	},
});

export const Plain = Gem.define({});

/** Lets nobody at anything, by one trap. */
export const Closed = Gem.define({
	name: 'Closed',
	meta: {
		onAccess(access) {
			throw new Error(`no ${access}`);
		},
	},
});

/** Decides on writes by one trap, and says nothing of others. */
export const Careful = Gem.define({
	meta: {
		onSet(property, value) {
			if (typeof value !== 'number') throw new TypeError(`${property} is no number`);
			this.shared[property] = value;
		},
	},
});

/** Uses what `Sync` has beside locks and counters. */
export const Synchronised = Gem.define({
	name: 'Synchronised',
	internal: { gate: Sync.newLatch(2), longs: Sync.newAtomicLongs(3), lock: Sync.newLock() },
	local: { own: Sync.newThreadLocal('first') },
	public: {
		store(key, value) {
			Sync.store(this.shared, key, value);
			return [Sync.has(this.shared, key), Sync.load(this.shared, key)];
		},
		has(key) {
			return Sync.has(this.shared, key);
		},
		own(value) {
			const before = this.local.own.get();
			this.local.own.set(value);
			return before;
		},
		pass() {
			return [this.internal.gate.countDown(), this.internal.gate.await(0)];
		},
		opened() {
			return this.internal.gate.awaitAsync();
		},
		add(at, by) {
			const { longs } = this.internal;
			const before = longs.fetchAndAdd(at, by);
			return [before, longs.get(at), longs.compareAndSet(at, before, 0), longs.get(at)];
		},
		locked() {
			const { lock } = this.internal;
			const seen = [lock.isTaken(), lock.tryLock(), lock.isMine(), lock.isTaken()];
			lock.unlock();
			return [...seen, lock.isMine()];
		},
	},
});
