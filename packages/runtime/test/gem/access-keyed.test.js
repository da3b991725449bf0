import { expect, test } from '@jest/globals';
import { AtomicLK, Owned } from '../../src/gem/index.js';
import { keyed, object } from '../../src/internal/gem.js';

/** More keys than a struct has. */
const many = () => Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`key-${at}`, at]));

/** @param {any} site @param {any} gem @param {unknown[]} keys @returns {unknown[]} what is known, once all has been asked for */
function knownOf(site, gem, keys) {
	const facts = site.enter(gem);
	for (const key of keys) site.fill(facts, key, gem[/** @type {any} */ (key)]);
	return keys.map((key) => site.enter(gem).m.get(key));
}

test('values by key of what may change are where they are', () => {
	for (const content of [
		{ a: 1, b: 0.5, c: 'text', d: null, o: {} },
		{ ...many(), a: 1, b: 0.5, c: 'text', d: null, o: {} },
	]) {
		const gem = Owned.create(/** @type {any} */ (content));
		const site = keyed([]);
		const keys = ['a', 'b', 'c', 'd', 'o', 'none', 'toString', '__proto__', 5];
		const nothing = [undefined, undefined, undefined, undefined, undefined];
		expect(knownOf(site, gem, keys)).toEqual([1, 0.5, 'text', null, ...nothing]);
		const { m } = site.enter(gem);
		gem.a = 2;
		gem.b = 1.5;
		const isStruct = !('key-1' in content);
		expect(site.enter(gem).m === m).toBe(isStruct); // numbers over numbers
		if (isStruct) expect([m.get('a'), m.get('b')]).toEqual([2, 1.5]);
		expect(knownOf(site, gem, ['a', 'b', 'c'])).toEqual([2, 1.5, 'text']);
		gem.c = 'other';
		expect(site.enter(gem).m.get('c')).toBe(undefined);
		expect(knownOf(site, gem, ['a', 'c'])).toEqual([2, 'other']);
		gem.a = 'now a text';
		expect(knownOf(site, gem, ['a', 'b'])).toEqual(['now a text', 1.5]);
		delete gem.b;
		expect(knownOf(site, gem, ['a', 'b'])).toEqual(['now a text', undefined]);
	}
});

test('values by key are those that a loop writes by name', () => {
	const gem = Owned.create({ a: 1, b: 0.5 });
	const site = keyed([]);
	knownOf(site, gem, ['a', 'b']);
	const { x } = object([], ['a', 'b']).enter(gem);
	expect([x.p0(7), x.p1(2.5)]).toEqual([true, true]);
	expect(['a', 'b'].map((key) => site.enter(gem).m.get(key))).toEqual([7, 2.5]);
});

test('values by key in blocks', () => {
	const gem = AtomicLK.create({ a: 1, b: 2 });
	const site = keyed([]);
	/** @type {unknown[]} */
	const seen = [];
	const run = () =>
		gem.atomic(() => {
			seen.push(...knownOf(site, gem, ['a']));
			gem.a += 1;
			seen.push(site.enter(gem).m.get('a'));
		});
	run();
	run();
	expect(seen).toEqual([1, 2, 2, 3]);
	expect(site.enter(gem).m.get('a')).toBe(undefined); // there is no right to it outside
});

test('elements by keys are not remembered while they may change', () => {
	const gem = Owned.create([1, 2]);
	expect(knownOf(keyed([]), gem, ['0', 'length'])).toEqual([undefined, undefined]);
});
