/** @import { PublicType } from '../define/define.js' */
/** @import { Context } from '../define/context.js' */
import { Gem, Sync } from '../define/index.js';
import { refused } from './refused.js';

const NOBODY = 0;
const CHANGES = new Set(['setting', 'deleting', 'calling']);

/**
 * One thread at a time reads and writes: the first that accesses it, until it sends the GEM on or releases it. [GEM16 §5.1, Fig. 7]
 *
 * `Owned.create(content)`; `gem.release()` lets another thread become the owner.
 *
 * @type {PublicType<{ release(): void }>}
 */
export const Owned = Gem.define({
	name: 'Owned',
	internal: {
		/** id of the thread that owns it, or NOBODY; by compare-and-set from NOBODY, and back by the owner */
		owner: Sync.newAtomicLong(NOBODY),
	},
	local: { isMine: false },
	public: {
		release() {
			giveUp(this);
		},
	},
	meta: {
		onCreate() {
			own(this, 'reading', '');
		},
		onAccess(access, property) {
			own(this, access, property);
			if (CHANGES.has(access)) this.tidy();
		},
		onSend() {
			const owner = this.internal.owner.get();
			if (owner === Sync.currentThread()) giveUp(this);
			else if (owner !== NOBODY) throw notOwner(this, owner, 'sending', '');
		},
		onSnapshot(read) {
			own(this, 'reading', '');
			return read();
		},
	},
});

/** @param {Context} context @param {string} access @param {string} key */
function own(context, access, key) {
	const { internal, local } = context;
	if (local.isMine) return;
	const me = Sync.currentThread();
	// Pairs with the set in giveUp: what the owner before wrote is seen.
	if (!internal.owner.compareAndSet(NOBODY, me)) {
		const owner = internal.owner.get();
		if (owner !== me) throw notOwner(context, owner, access, key);
	}
	local.isMine = true;
}

/** @param {Context} context */
function giveUp({ internal, local }) {
	local.isMine = false;
	internal.owner.compareAndSet(Sync.currentThread(), NOBODY); // publishes what was written; pairs with own
}

/** @param {Context} context @param {number} owner @param {string} access @param {string} key @returns {Error} LP8101, LP8102 */
function notOwner(context, owner, access, key) {
	if (owner !== NOBODY && !Sync.isAlive(owner)) return context.abandon(owner, 'owned it');
	const reason = 'another thread owns the GEM';
	return refused(access, key, reason, 'let the owner release it or send it back first');
}
