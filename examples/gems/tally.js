// A type of GEM: any thread adds and reads at any time, and each call is one step for all.
import { Gem, Sync } from '@lapidary/runtime/gem/define';

/** Run `fn` with the GEM's lock. If the thread ends in the middle, its changes are taken back. */
function locked({ work, internal: { lock } }, fn) {
	work.enter();
	try {
		if (!lock.isMine()) {
			if (lock.lock() === 'would-block') throw new Error('another thread adds for too long');
			work.join(() => lock.unlock()); // at the end of the outermost block
		}
		return fn();
	} finally {
		work.leave();
	}
}

export const Tally = Gem.define({
	name: 'Tally',
	internal: { lock: Sync.newLock(), additions: Sync.newAtomicLong(0) },
	local: { added: 0 },
	static: { shared: { created: Sync.newAtomicLong(0) } },
	public: {
		add(word, count = 1) {
			this.local.added += count;
			this.internal.additions.increment();
			return locked(this, () => {
				this.shared[word] = (this.shared[word] ?? 0) + count;
				return this.shared[word];
			});
		},
		/** Calls of `add` in all threads, and the sum of those of this one. */
		statistics() {
			return { additions: this.internal.additions.get(), added: this.local.added };
		},
	},
	publicStatic: {
		created() {
			return this.static.shared.created.get();
		},
	},
	meta: {
		onCreate(shared) {
			if (Array.isArray(shared)) throw new TypeError('create a Tally with an object');
			this.static.shared.created.increment();
		},
		onGet(property) {
			return locked(this, () => this.shared[property]);
		},
		onHas(property) {
			return locked(this, () => property in this.shared);
		},
		onEnumerate() {
			return locked(this, () => Object.keys(this.shared));
		},
		onSet(property) {
			throw new TypeError(`use add('${property}')`);
		},
		onSnapshot(read) {
			return locked(this, read);
		},
	},
});
