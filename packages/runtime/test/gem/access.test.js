// What compiled loops find out about GEMs: facts say what the general way says, or nothing.
import { Owned, Partitioned, ReadOnly, release, snapshot } from '../../src/gem/index.js';
import { elements, keyed, rows } from '../../src/internal/gem.js';
import {
	field,
	readElement,
	readField,
	readRow,
	writeElement,
	writeRow,
	writeField,
} from './access/emitted.js';

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

	test('rows in which a number is an integer, and a double in others', () => {
		const gem = Owned.create({ rows: [{ a: 1, b: 2 }] });
		gem.rows.push({ b: 4, a: 1.5 });
		gem.rows.push({ a: 2, b: 1.5 });
		const site = rows(['rows'], [['a'], ['b']]);
		const seen = () => [0, 1, 2].map((at) => readRow(site.enter(gem), at));
		expect(seen()).toEqual([
			[1, 2],
			[1.5, 4],
			[2, 1.5],
		]);
		expect(writeField(field(['rows', '1', 'a']).enter(gem), 7)).toBe(true);
		expect(seen()[1]).toEqual([7, 4]);
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

test('a NaN that looks like a boxed value stays a NaN', () => {
	const [forged] = new Float64Array(BigUint64Array.of(0xfff9_0003_0000_0000n).buffer); // null
	const gem = Owned.create({ list: [0.5, 1.5], rows: [{ x: 0.5 }], holes: [0.5] });
	expect(writeElement(elements(['list']).enter(gem), 0, forged)).toBe(true);
	expect(writeElement(elements(['holes']).enter(gem), 0, forged)).toBe(true);
	expect(writeRow(rows(['rows'], [['x']]).enter(gem), [0, 0], forged)).toBe(true);
	const expected = { list: [NaN, 1.5], rows: [{ x: NaN }], holes: [NaN] };
	expect(snapshot(gem)).toEqual(expected);
	expect('0' in gem.list).toBe(true);
	gem.list[1] = 'text';
	gem.holes.length = 2;
	gem.rows[0].y = 1;
	gem.rows[0].x = 'text';
	expect([...gem.list, gem.holes[0], gem.rows[0].x]).toEqual([NaN, 'text', NaN, 'text']);
	gem.list[0] = 1; // what was there is nothing that has to be released
	expect([...gem.list]).toEqual([1, 'text']);

	const fixed = Partitioned.create([0.5, 1.5]);
	expect(fixed[0]).toBe(0.5);
	expect(writeElement(elements([]).enter(fixed), 0, forged)).toBe(false);
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

describe('what is not known', () => {
	test('paths that lead elsewhere', () => {
		const gem = Owned.create(content());
		expect(elements(['words']).enter(gem)).toMatchObject({ n: -1 });
		for (const path of [
			['holes'],
			['people'],
			['none'],
			['toString'],
			['release'],
			['title'],
			['people', '7'],
			['people', 'x'],
			['words', 'w1'],
		]) {
			expect(elements(path).enter(gem).v).toHaveLength(0);
			expect(field(path).enter(gem).x === undefined).toBe(path[0] !== 'title');
			expect(keyed(path).enter(gem).m.size).toBe(0);
		}
		for (const path of [['people'], ['people', '0', 'at', 'y'], ['none', 'x']]) {
			expect(field(path).enter(gem).x).toBe(undefined);
		}
	});

	test('rows of which not all have the value', () => {
		const mixed = Owned.create({
			rows: [
				{ a: 1, b: 'x', c: 1, n: [] },
				{ a: 1.5, b: 2, c: 2 },
			],
			more: [{ a: 1 }, 7],
			nested: [[1], [2]],
		});
		for (const [path, column] of [
			[['rows'], ['n']],
			[['rows'], ['none']],
			[['more'], ['a']],
			[['nested'], ['0']],
			[['rows'], ['a', 'b']],
		]) {
			const facts = rows(path, [column]).enter(mixed);
			expect(facts.r).toHaveLength(0);
			expect(facts.n).toBe(2);
		}
		expect(rows(['rows', '0'], [['a']]).enter(mixed).n).toBe(-1);
	});

	test('another roots than GEMs', () => {
		const traps = [];
		const foreign = new Proxy([1], {
			get(_, key) {
				traps.push(key);
				throw new Error('a trap');
			},
		});
		for (const root of [undefined, null, 1, 'text', [1, 2], { 0: 1 }, () => {}, foreign]) {
			const site = elements([]);
			expect(site.enter(root)).toMatchObject({ n: -1, o: 0, all: undefined });
			expect(site.enter(root)).toBe(site.enter(root));
			expect(rows([], [['a']]).enter(root).r).toHaveLength(0);
		}
		expect(traps).toEqual([]);
	});
});

describe('what it costs', () => {
	const many = () => ({ list: Array.from({ length: 20_000 }, (_, x) => ({ x, t: 't' })) });

	test('what is entered again is the same', async () => {
		const gem = Owned.create(content());
		const all = [
			elements(['ints']),
			elements(['mixed']),
			rows(['people'], [['name'], ['at', 'x']]),
		];
		const before = all.map((site) => site.enter(gem));
		expect(all.map((site) => site.enter(gem))).toEqual(before);
		for (const site of all) site.enter(Owned.create(content()));
		all.forEach((site, at) => expect(site.enter(gem)).toBe(before[at]));
		await undefined; // sites forget, so that they keep nothing alive
		all.forEach((site, at) => expect(site.enter(gem)).toBe(before[at]));
	});

	test('a long table is made once accesses have gone the general way', () => {
		const gem = Owned.create(many());
		const site = rows(['list'], [['x']]);
		let turns = 0;
		while (site.enter(gem).n === -1) turns++;
		expect(turns).toBeGreaterThan(5);
		expect(turns).toBeLessThan(50);
		expect(readRow(site.enter(gem), 19_999)).toEqual([19_999]);
	});

	test('tables that are never long good do not cost more than what they are for', () => {
		const gem = Owned.create(many());
		const site = rows(['list'], [['x']]);
		let made = 0;
		for (let turn = 0; turn < 1000; turn++) {
			gem.list[turn].t = String(turn);
			if (site.enter(gem).n !== -1) made++;
		}
		expect(made).toBeGreaterThan(5);
		expect(made).toBeLessThan(20);
	});
});

test('many texts are decoded once enough of them have been read the general way', () => {
	const texts = Array.from({ length: 20_000 }, (_, index) => `text ${index % 7}`);
	const gem = Owned.create(texts);
	const site = elements([]);
	let reads = 0;
	while (site.enter(gem).v.length === 0 && reads < 2000) reads++;
	expect(reads).toBeGreaterThan(0);
	expect(reads).toBeLessThan(1000);
	expect(site.enter(gem).v).toEqual(texts);
	release(gem);
});

test('a number that is written over where some integers of a fixed array have moved is seen', () => {
	const gem = Partitioned.create([1, 2, 3, 4], { partitions: 2 });
	gem.subset();
	gem[1] = 2 ** 31;
	/** @type {any} */ (gem).release();
	expect(gem[3]).toBe(4); // the creator has all of it again
	const site = elements([]);
	const seen = () => Array.from(/** @type {ArrayLike<unknown>} */ (site.enter(gem).v));
	const before = seen();
	gem[1] = 2 ** 32;
	const between = seen();
	gem[2] = 7;
	expect([before, between, seen()].map((each) => each.slice(1))).toEqual([
		[2 ** 31, 3, 4],
		[2 ** 32, 3, 4],
		[2 ** 32, 7, 4],
	]);
	release(gem);
});
