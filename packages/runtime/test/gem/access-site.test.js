// What a site of compiled loops keeps from one job to the next.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Site } from '../../src/gem/access/site.js';
import { Region } from '../../src/gem/memory/region.js';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');

const makeSite = () => new Site([], { nothing: {}, derive: () => null });

test('a site that has forgotten what it copied keeps nothing of it alive', async () => {
	const site = makeSite();
	const kept = (() => {
		const region = new Region(1);
		site.affordsCopy(region, 1);
		site.noteCopied();
		return new WeakRef(region);
	})();
	site.forget();
	await new Promise((resolve) => setImmediate(resolve)); // a WeakRef holds its target until the job ends
	collect();
	expect(kept.deref()).toBe(undefined);
});

test('a change of one list does not make copies of another one dear', () => {
	const site = makeSite();
	const [first, second] = [new Region(1), new Region(1)];
	const most = 16_384;
	expect(site.affordsCopy(first, 1)).toBe(true);
	site.noteCopied();
	expect(site.affordsCopy(second, most - 1)).toBe(true);
	site.noteCopied();
	expect(site.affordsCopy(second, 512)).toBe(false);
	expect(site.affordsCopy(second, 512)).toBe(false);
	expect(site.affordsCopy(second, 512)).toBe(true); // 256 for each look in vain
	second.change();
	expect(site.affordsCopy(second, 512)).toBe(false);
	for (let turn = 0; turn < 7; turn++) expect(site.affordsCopy(second, 512)).toBe(false); // 64 for each
	expect(site.affordsCopy(second, 512)).toBe(true);
	expect(site.affordsCopy(first, 512)).toBe(false);
});
