import { AtomicLK, Owned, ReadOnly, isGem } from '../../src/gem/index.js';

/** The GEM that came last, as long as something holds it. */
let last = new WeakRef({});

export const $lp_units = {
	'test/crossing.js#read': () => (gem) => gem.n,
	'test/crossing.js#captured':
		([gem, list]) =>
		() => [gem.n, list.map((one) => one.n), list[0] === gem],
	'test/crossing.js#pass': () => (gem) => ({ gem, again: [gem, new Map([['key', gem]])] }),
	'test/crossing.js#make': () => (n) => ReadOnly.create({ n, made: true }),
	'test/crossing.js#makeAfter': () => (ms, text) => {
		const end = performance.now() + ms;
		while (performance.now() < end);
		return ReadOnly.create({ text });
	},
	'test/crossing.js#add': () => (gem, by) => gem.atomic(() => (gem.n += by)),
	'test/crossing.js#end': () => (gem) => process.exit(gem.n),
	'test/crossing.js#own': () => (gem, isKept) => {
		gem.n++;
		return isKept ? gem.n : gem;
	},
	'test/crossing.js#fail': () => (gem) => {
		throw Object.assign(new Error('with a GEM'), { gem });
	},
	'test/crossing.js#uncloneable': () => (gem) => [gem, () => 1],
	'test/crossing.js#spin':
		() =>
		(ms, ...rest) => {
			const end = performance.now() + ms;
			while (performance.now() < end);
			return rest.length;
		},
	'test/crossing.js#each': () =>
		function* each(gem, count) {
			for (let index = 0; index < count; index++) yield { index, gem };
		},
	'test/crossing.js#isKnown': () => (gem) => {
		const isKnown = last.deref() === gem;
		last = new WeakRef(gem);
		return isKnown;
	},
	'test/crossing.js#collect': () => () => globalThis.gc?.(),
	'test/crossing.js#kinds': () => (value) => [isGem(value), AtomicLK.has(value), Owned.has(value)],
};
