// What functions without loops find out: as often as it serves them, and seldom where it does not.
import { elements, object, rows } from '../../src/internal/gem.js';
import { AtomicSTM, Owned, ReadOnly } from '../../src/gem/index.js';
import { Site } from '../../src/gem/access/site.js';

const NOTHING = Object.freeze({ is: 'nothing' });

/** @returns {{ site: Site<any>, looks: () => number }} a site that counts how often it looks */
function counting() {
	let count = 0;
	const derive = (
		/** @type {unknown} */ _,
		/** @type {unknown} */ __,
		/** @type {number} */ address,
	) => {
		count++;
		return { address };
	};
	return { site: new Site([], { nothing: NOTHING, derive }), looks: () => count };
}

/** @param {number} count @returns {any[]} */
const gems = (count) => Array.from({ length: count }, (_, x) => Owned.create({ x }));

test('one GEM is looked at once, until something of it changes', () => {
	const { site, looks } = counting();
	const [gem] = gems(1);
	for (let i = 0; i < 50; i++) expect(site.glance(gem)).toBe(site.facts);
	expect(looks()).toBe(1);
	gem.more = 'text';
	for (let i = 0; i < 50; i++) expect(site.glance(gem)).not.toBe(NOTHING);
	expect(looks()).toBe(2);
});

test('one after the other, each for many calls, they are looked at once each', () => {
	const { site, looks } = counting();
	const all = gems(20);
	for (const gem of all) for (let i = 0; i < 50; i++) expect(site.glance(gem)).not.toBe(NOTHING);
	expect(looks()).toBe(20);
});

test('other ones in each call are hardly looked at, and one that stays is found again', () => {
	const { site, looks } = counting();
	const all = gems(10);
	for (let i = 0; i < 20_000; i++) site.glance(all[i % 10]);
	expect(looks()).toBeLessThan(40);
	const before = looks();
	for (let i = 0; i < 2000; i++) site.glance(all[3]);
	expect(site.glance(all[3])).not.toBe(NOTHING);
	expect(looks() - before).toBeLessThan(3);
});

test('of two in turn one is known, without a look each time', () => {
	const { site, looks } = counting();
	const [a, b] = gems(2);
	let known = 0;
	for (let i = 0; i < 10_000; i++) if (site.glance(i % 2 ? a : b) !== NOTHING) known++;
	expect(looks()).toBeLessThan(40);
	expect(known).toBeGreaterThan(4000);
});

test('what is no GEM is not looked into', () => {
	const { site, looks } = counting();
	for (const value of [{ x: 1 }, [1], 7, null, undefined, 'text', () => 1])
		for (let i = 0; i < 9; i++) expect(site.glance(value)).toBe(NOTHING);
	expect(looks()).toBe(0);
});

test('facts are those of `enter`', () => {
	const table = ReadOnly.create({ list: [1, 2, 3] });
	expect(elements(['list']).glance(table)).toBe(elements(['list']).enter(table));
	expect(object(['list'], ['1']).glance(table).x.g0()).toBe(2);
});

test('a table of many rows is built when calls have gone the general way for long', () => {
	const users = ReadOnly.create(Array.from({ length: 5000 }, (_, age) => ({ age })));
	const site = rows([], [['age']]);
	let calls = 0;
	while (site.glance(users).r.length === 0 && calls < 1000) calls++;
	expect(calls).toBeGreaterThan(10);
	expect(calls).toBeLessThan(100);
	expect(site.glance(users).r).toHaveLength(5000);
});

test('a transaction is not asked for objects that the function may not come to', () => {
	const gem = AtomicSTM.create({ x: 1 });
	const [entered, glanced] = [object([], ['x']), object([], ['x'])];
	const known = gem.atomic(() => [glanced.glance(gem).x, entered.enter(gem).x.g0()]);
	expect(known).toEqual([undefined, 1]);
});
