// Types of GEM that grant rights as experts may write them.
import { Gem } from '../../../src/gem/define/index.js';

export const Plain = Gem.define({ name: 'Plain' });

export const Hiding = Gem.define({ name: 'Hiding', public: { a: () => 'function' } });

/** Users see none of its keys. */
export const Keyless = Gem.define({ name: 'Keyless', meta: { onEnumerate: () => [] } });

export const GetsOnly = Gem.define({
	name: 'GetsOnly',
	meta: {
		onGet(property) {
			return this.shared[property];
		},
	},
});

export const Both = Gem.define({
	name: 'Both',
	local: { allowed: 'nothing' },
	public: {
		allow(what) {
			this.local.allowed = what;
			this.revoke();
		},
		undone(fn) {
			const { work } = this;
			work.enter();
			work.join(() => {});
			try {
				fn();
			} finally {
				work.fail();
			}
		},
	},
	meta: {
		onAccess(access) {
			if (this.local.allowed === 'nothing') throw new Error(`no ${access}`);
		},
		grants(access) {
			const { allowed } = this.local;
			return allowed === access || allowed === 'setting' ? { from: 0, to: Infinity } : null;
		},
	},
});

/** Grants what is no whole number of elements. */
export const Part = Gem.define({
	name: 'Part',
	meta: {
		onAccess() {},
		grants: () => ({ from: 0.5, to: 3.5 }),
	},
});

export const Throwing = Gem.define({
	name: 'Throwing',
	meta: {
		onAccess() {},
		grants() {
			throw new Error('no idea');
		},
	},
});

/** Allows rows as loops come to them, and keeps what it was told. */
export const Below = Gem.define({
	name: 'Below',
	local: { most: 0, asked: null },
	public: {
		allow(most) {
			this.revoke();
			this.local.most = most;
			this.local.asked = [];
		},
		asked() {
			return JSON.stringify(this.local.asked);
		},
	},
	meta: {
		onAccess(access) {
			if (this.local.most === 0) throw new Error(`no ${access}`);
		},
		onLoop(access) {
			if (this.local.most > 0) this.allowReading();
			if (access === 'setting') this.allowSetting();
		},
		onLoopBelow(access, places) {
			this.local.asked?.push([access, places.length]);
			if (this.local.most === 13) throw new Error('no idea');
			return this.local.most;
		},
	},
});
