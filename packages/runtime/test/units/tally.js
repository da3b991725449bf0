import { Gem } from '@lapidary/runtime/gem/define';

export const Tally = Gem.define({
	public: {
		read() {
			return this.shared.n;
		},
	},
});
