// [GEM16 Fig. 5]: read-only access for multiple workers, as a type of GEM.
import { Gem } from '@lapidary/runtime/gem/define';

const readOnlyGem = {
	meta: {
		onGet: function (property) {
			// All reads are allowed
			return this.shared[property];
		},
		onSet: function (property, value) {
			throw 'Read-Only access violation';
		},
	},
};

export const gem = Gem.define(readOnlyGem);
