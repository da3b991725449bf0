// [GEM16 Fig. 6]: exclusive access for multiple workers to ranges of an array, as a type of GEM.
import { Gem, Sync } from '@lapidary/runtime/gem/define';

const range = 100;

const partitionedDynGem = {
	layout: { fixed: true },
	internal: {
		// an atomic counter
		idxCounter: Sync.newAtomicLong(0),
	},
	// index range for which the worker has exclusive access
	local: { from: -1, to: -1 },
	public: {
		getRange: function (lambda) {
			const idx = this.internal.idxCounter.atomicIncrement(range);
			this.local.from = idx;
			this.local.to = idx + range;
			lambda(idx, idx + range);
			this.local.to = -1;
			this.local.from = -1;
		},
	},
	meta: {
		onCreate: function (shared) {
			if (!Array.isArray(shared)) throw 'this gem supports only index-based arrays';
		},
		onGet: function (property) {
			if (parseInt(property) >= this.local.from && parseInt(property) < this.local.to) {
				return this.shared[property];
			} else throw 'Out-of-bound access';
		},
		onSet: function (property, value) {
			if (parseInt(property) >= this.local.from && parseInt(property) < this.local.to) {
				this.shared[property] = value;
			} else throw 'Out-of-bound access!';
		},
	},
};

export const gem = Gem.define(partitionedDynGem);
