import { expect, test } from '@jest/globals';
import { Owned, Partitioned, ReadOnly } from '../../src/gem/index.js';
import { elements } from '../../src/internal/gem.js';

/** @param {any} gem @param {unknown} value @param {number} from @param {number} to @returns {boolean[]} */
function same(gem, value, from, to) {
	const site = elements([]);
	const { v } = site.enterFrom(gem, from);
	const { e, k } = site.compared(v, value);
	expect(e).toHaveLength(v.length);
	return Array.from({ length: to - from }, (_, at) => e[from + at] === k);
}

test('texts are compared by numbers', () => {
	const gem = ReadOnly.create(['a', 'b', 'a', '']);
	expect(same(gem, 'a', 0, 4)).toEqual([true, false, true, false]);
	expect(same(gem, '', 0, 4)).toEqual([false, false, false, true]);
	for (const other of ['c', undefined, null, 0, -1, Symbol('a'), NaN, new String('a')])
		expect(same(gem, other, 0, 4)).toEqual([false, false, false, false]);
});

test('what is before the elements of a part is none of them', () => {
	const gem = Partitioned.create(['a', 'b', 'a', 'b'], { partitions: 2 });
	gem.subset();
	const part = gem.subset();
	expect(same(part, 'b', 2, 4)).toEqual([false, true]);
	expect(same(part, 'none', 2, 4)).toEqual([false, false]);
});

test('other lists are compared as they are', () => {
	expect(same(Owned.create([1, NaN, -0]), 0, 0, 3)).toEqual([false, false, true]);
	expect(same(Owned.create([1, NaN, -0]), NaN, 0, 3)).toEqual([false, false, false]);
	expect(same(Owned.create(['1', 1, null]), 1, 0, 3)).toEqual([false, true, false]);
	expect(same(Owned.create(['1', 1, null]), null, 0, 3)).toEqual([false, false, true]);
	expect(elements([]).compared([], 'a')).toEqual({ e: [], k: 'a' });
});
