import { AtomicLK, Owned, ReadOnly, isGem } from '../../src/gem/index.js';

export const $lp_units = {
	'test/gems.js#read': () => (gem) => gem.n,
	'test/gems.js#captured':
		([gem, list]) =>
		() => [gem.n, list.map((one) => one.n), list[0] === gem],
	'test/gems.js#pass': () => (gem) => ({ gem, again: [gem, new Map([['key', gem]])] }),
	'test/gems.js#make': () => (n) => ReadOnly.create({ n, made: true }),
	'test/gems.js#add': () => (gem, by) => gem.atomic(() => (gem.n += by)),
	'test/gems.js#own': () => (gem, isKept) => {
		gem.n++;
		return isKept ? gem.n : gem;
	},
	'test/gems.js#fail': () => (gem) => {
		throw Object.assign(new Error('with a GEM'), { gem });
	},
	'test/gems.js#uncloneable': () => (gem) => [gem, () => 1],
	'test/gems.js#spin':
		() =>
		(ms, ...rest) => {
			const end = performance.now() + ms;
			while (performance.now() < end);
			return rest.length;
		},
	'test/gems.js#each': () =>
		function* each(gem, count) {
			for (let index = 0; index < count; index++) yield { index, gem };
		},
	'test/gems.js#collect': () => () => globalThis.gc?.(),
	'test/gems.js#kinds': () => (value) => [isGem(value), AtomicLK.has(value), Owned.has(value)],
};
