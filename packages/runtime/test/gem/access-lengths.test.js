import { expect, test } from '@jest/globals';
import { Owned, Partitioned, ReadOnly } from '../../src/gem/index.js';
import { elements } from '../../src/internal/gem.js';

/** @param {any} gem @param {number} from @returns {number[]} */
function lengths(gem, from) {
	const site = elements([]);
	return Array.from(site.lengths(site.enterFrom(gem, from).v)).slice(from);
}

test('texts have their lengths, which are found once', () => {
	const gem = ReadOnly.create(['a', '', 'bcd', '\u{1f48e}']);
	const site = elements([]);
	const { v } = site.enterFrom(gem, 0);
	expect([...site.lengths(v)]).toEqual([1, 0, 3, 2]);
	expect(site.lengths(v)).toBe(site.lengths(v));
});

test('what is before the elements of a part does not matter', () => {
	const gem = Partitioned.create(['a', 'bc', 'def', ''], { partitions: 2 });
	gem.subset();
	expect(lengths(gem.subset(), 2)).toEqual([3, 0]);
});

test('a list that has something else than texts has none', () => {
	expect(lengths(Owned.create(['a', 1]), 0)).toEqual([]);
	expect(lengths(Owned.create([null, 'a']), 0)).toEqual([]);
	expect(lengths(Owned.create([1, 2, 3]), 0)).toEqual([]);
	expect(lengths(Owned.create([]), 0)).toEqual([]);
	expect(lengths(['plain'], 0)).toEqual([]);
});

test('texts that were changed are measured again', () => {
	const gem = Owned.create(['a', 'bc']);
	expect(lengths(gem, 0)).toEqual([1, 2]);
	gem[0] = 'abcd';
	expect(lengths(gem, 0)).toEqual([4, 2]);
});
