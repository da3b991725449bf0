// What compiled loops find out about GEMs: facts say what the general way says, or nothing.
import { Owned, Partitioned, ReadOnly, snapshot } from '../../src/gem/index.js';
import { elements, field, keyed, rows } from '../../src/internal/gem.js';
import { readElement, readField, readRow, writeElement } from './access/emitted.js';

const content = () => ({
	ints: [1, -2, 3],
	doubles: [1.5, 2, -0],
	texts: ['a', 'b', 'a'],
	mixed: [1, null, 'x', true],
	holes: [1, [2], 3],
	typed: new Uint8Array([1, 255]),
	people: [
		{ age: 1, size: 1.5, name: 'one', at: { x: 4, y: { z: 'p' } } },
		{ age: 2, size: 2.5, name: 'two', at: { x: 5, y: { z: 'q' } } },
	],
	count: 7,
	ratio: 0.5,
	title: 'text',
	nothing: null,
	words: Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`w${at}`, at])),
});

describe('what is read', () => {
	test.each([
		['ints', Int32Array],
		['doubles', Float64Array],
		['texts', Array],
		['mixed', Array],
		['typed', Uint8Array],
	])('elements: %s', (key, kind) => {
		const gem = ReadOnly.create(content());
		const facts = elements([key]).enter(gem);
		expect(facts.v).toBeInstanceOf(kind);
		expect(facts).toMatchObject({ o: 0, n: gem[key].length, all: facts.v });
		const plain = snapshot(gem[key]);
		for (let at = -1; at <= plain.length; at++) expect(readElement(facts, at)).toBe(plain[at]);
		expect(readElement(facts, 0.5)).toBe(undefined);
	});

	test('rows: numbers, texts, and what lies deeper', () => {
		const gem = ReadOnly.create(content());
		const facts = rows(
			['people'],
			[['age'], ['size'], ['name'], ['at', 'x'], ['at', 'y', 'z']],
		).enter(gem);
		expect(facts).toMatchObject({ o: 0, n: 2 });
		expect(readRow(facts, 0)).toEqual([1, 1.5, 'one', 4, 'p']);
		expect(readRow(facts, 1)).toEqual([2, 2.5, 'two', 5, 'q']);
		expect(readRow(facts, 2)).toBe(undefined);
	});

	test('fields', () => {
		const gem = ReadOnly.create(content());
		const read = (...path) => readField(field(path).enter(gem));
		expect(read('count')).toBe(7);
		expect(read('ratio')).toBe(0.5);
		expect(read('title')).toBe('text');
		expect(read('nothing')).toBe(null);
		expect(read('people', '1', 'at', 'x')).toBe(5);
		expect(read('ints', '2')).toBe(3);
		expect(read('ints', 'length')).toBe(3);
		expect(read('mixed', '2')).toBe('x');
	});
});

test('what is written', () => {
	const gem = Owned.create(content());
	const facts = elements(['ints']).enter(gem);
	for (const value of [5, -7]) {
		expect(writeElement(facts, 1, value)).toBe(true);
		expect(gem.ints[1]).toBe(value);
	}
	for (const value of [0.5, -0, NaN, 2 ** 31, 'x', undefined, null, 5n]) {
		expect(writeElement(facts, 1, value)).toBe(false);
	}
	expect(writeElement(facts, 3, 1)).toBe(false);
	const people = rows(['people'], [['age'], ['size'], ['name']]).enter(gem);
	expect(people.p0(people.r[0] + people.k0, 8)).toBe(true);
	expect(people.p0(people.r[0] + people.k0, 8.5)).toBe(false);
	expect(people.p1(people.r[1] + people.k1, 8.5)).toBe(true);
	expect(people.p2(people.r[1] + people.k2, 8.5)).toBe(false);
	expect(snapshot(gem.people)).toMatchObject([
		{ age: 8, size: 1.5 },
		{ age: 2, size: 8.5 },
	]);
});

test('values by key are remembered when they never change', () => {
	const gem = Owned.create({ a: 1 });
	const site = keyed([]);
	const facts = site.enter(gem);
	expect(site.fill(facts, 'a', gem.a)).toBe(1);
	expect(facts.m.get('a')).toBe(undefined);
});

test('a Subset has the indices of its GEM', () => {
	const gem = Partitioned.create([1, 2, 3, 4, 5, 6], { partitions: 3 });
	gem.subset();
	const subset = gem.subset();
	const site = elements([]);
	const facts = site.enter(subset);
	expect(facts).toMatchObject({ o: 2, n: 2, all: undefined });
	expect([0, 1, 2, 3, 4].map((at) => readElement(facts, at))).toEqual([
		undefined,
		undefined,
		3,
		4,
		undefined,
	]);
	expect(site.enter(gem)).toMatchObject({ o: 0, n: 6 });
});
