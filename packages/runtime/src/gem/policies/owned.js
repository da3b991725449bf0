/** @import { PublicType } from '../define/define.js' */
import { Gem, Sync } from '../define/index.js';
import { NOBODY } from './holders.js';
import { giveUp, notOwner, own } from './ownership.js';

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
			this.checkUnchanged('releasing');
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
			else if (owner !== NOBODY) throw notOwner(this, 'sending', '');
		},
		grants() {
			return this.local.isMine ? { from: 0, to: Infinity } : null;
		},
		onSnapshot(read) {
			own(this, 'reading', '');
			return read();
		},
	},
});
