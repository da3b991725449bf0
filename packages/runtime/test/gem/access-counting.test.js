// Facts for loops whose indexes count up: without an offset, and without a way to what is before.
import { Owned, Partitioned } from '../../src/gem/index.js';
import { elements, rows } from '../../src/internal/gem.js';
import { readElement, readRow, writeElement, writeRow } from './access/emitted.js';

describe.each([
	['integers', [5, 6, 7, 8]],
	['doubles', [0.5, 1.5, 2.5, 3.5]],
	['texts', ['a', 'b', 'c', 'd']],
])('%s', (name, content) => {
	test('of a whole array there is no offset to leave out', () => {
		const gem = Owned.create(content);
		gem[0];
		const site = elements([]);
		expect(site.enterFrom(gem, 0)).toBe(site.enter(gem));
		for (const first of ['0', undefined, null, {}, 0n]) {
			expect(site.enterFrom(gem, first).v).toHaveLength(0);
		}
	});

	test('of a Subset its elements are where they are in the array', () => {
		const parts = Partitioned.create(content, { partitions: 2 });
		parts.subset();
		const part = parts.subset();
		const site = elements([]);
		const facts = site.enterFrom(part, 2);
		expect(facts.o).toBe(0);
		expect([2, 3, 4].map((at) => readElement(facts, at))).toEqual([
			content[2],
			content[3],
			undefined,
		]);
		expect(site.enterFrom(part, 2)).toBe(facts);
		for (const first of [0, 1, 1.5, NaN]) {
			expect(site.enterFrom(part, first).v).toHaveLength(0);
			expect(site.enterFrom(part, first).w).toHaveLength(0);
		}
		if (name !== 'texts') {
			expect(writeElement(facts, 3, 9)).toBe(true);
			expect(parts[3]).toBe(9);
			expect(writeElement(facts, 4, 9)).toBe(false);
		}
	});
});

test('rows of a Subset', () => {
	const content = [1, 2, 3, 4].map((n) => ({ n, ratio: n / 2, text: `t${n}`, at: { x: n } }));
	const parts = Partitioned.create(content, { partitions: 2 });
	parts.subset();
	const part = parts.subset();
	const site = rows([], [['n'], ['ratio'], ['text'], ['at', 'x']]);
	const facts = site.enterFrom(part, 2);
	expect(facts.o).toBe(0);
	expect([2, 3, 4].map((at) => readRow(facts, at))).toEqual([
		[3, 1.5, 't3', 3],
		[4, 2, 't4', 4],
		undefined,
	]);
	expect(site.enterFrom(part, 2)).toBe(facts);
	expect(writeRow(facts, [3, 0], 7)).toBe(true);
	expect(parts[3].n).toBe(7);
	for (const first of [0, 1, '2', undefined]) {
		expect(site.enterFrom(part, first).r).toHaveLength(0);
	}
});
