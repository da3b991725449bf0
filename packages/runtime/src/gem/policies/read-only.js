/** @import { Content, Frozen } from '../define/content-types.js' */
import { Gem, Sync } from '../define/index.js';
import { refused } from './refused.js';

const WRITES = new Set(['setting', 'deleting', 'calling']);

/**
 * All threads read, nobody writes. Until it is sent for the first time, the thread that creates it may fill it. [GEM16 §5.1,
 * Fig. 5 and Fig. 7]
 *
 * `ReadOnly.create(content)`
 *
 * @type {{ create<T extends object>(content?: T): Frozen<Content<T>>, has(value: unknown): boolean }}
 */
export const ReadOnly = Gem.define({
	name: 'ReadOnly',
	internal: {
		/** 1 once a reference has left its creator */
		isShared: Sync.newAtomicLong(0),
	},
	meta: {
		onAccess(access, property) {
			if (WRITES.has(access)) checkFilling(this, access, property);
		},
		onSend() {
			this.internal.isShared.set(1);
			this.revoke();
		},
		grants(access) {
			const isFilling = this.isCreator && this.internal.isShared.get() === 0;
			if (access === 'reading') return { from: 0, to: Infinity, constant: !isFilling };
			return isFilling ? { from: 0, to: Infinity } : null;
		},
		onSnapshot: (read) => read(),
	},
});

/** @param {import('../define/context.js').Context} context @param {string} access @param {string} key */
function checkFilling({ isCreator, internal }, access, key) {
	if (isCreator && internal.isShared.get() === 0) return;
	const reason = 'the GEM is read-only, and threads share it';
	throw refused(access, key, reason, 'change it before it is sent, or use another type of GEM');
}
