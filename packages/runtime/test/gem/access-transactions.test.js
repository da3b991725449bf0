// Rows, paths and texts that transactions lock as a loop comes to them.
import { AtomicLK, AtomicSTM, snapshot } from '../../src/gem/index.js';
import { elements, object, rows } from '../../src/internal/gem.js';
import { readElement, readObject, readRow, writeObject, writeRow } from './access/emitted.js';
import { Below } from './access/types.js';

const row = (/** @type {number} */ n) => ({ n, half: n + 0.5, name: `n${n}`, at: { x: n } });
const content = (/** @type {number} */ count) => ({
	rows: Array.from({ length: count }, (_, n) => row(n)),
});

/** What a loop that counts up finds from one index on. @returns {number[]} indexes that it missed */
function missed(/** @type {any} */ site, /** @type {any} */ gem, /** @type {number} */ from) {
	const missing = [];
	let facts = site.enterFrom(gem, from);
	for (let at = from; at < gem.rows.length; at++) {
		const found = readRow(facts, at);
		if (found !== undefined) expect(found).toEqual([at, at + 0.5]);
		else {
			missing.push(at);
			expect(gem.rows[at].n).toBe(at);
			facts = site.enterFrom(gem, from);
		}
	}
	return missing;
}

describe('rows', () => {
	test('are locked by parts, of which there are more with each access that missed them', () => {
		const gem = AtomicSTM.create(content(200));
		const site = rows(['rows'], [['n'], ['half']]);
		const look = (/** @type {number} */ from) => gem.atomic(() => missed(site, gem, from));
		expect(look(0)).toEqual([8, 16, 32, 64, 128]);
		expect(look(0)).toEqual([]);
		expect(look(150)).toEqual([]);
		// A range that was too small for once is made smaller less often.
		const counts = Array.from({ length: 100 }, () => look(0).length);
		expect(counts.filter((count) => count > 0)).toHaveLength(2);
		expect(counts.indexOf(1)).toBeGreaterThan(10);
		expect(site.enterFrom(gem, 0).n).toBe(-1);
	});

	test('of small arrays, and any indexes', () => {
		const gem = AtomicSTM.create(content(40));
		const site = rows(['rows'], [['n'], ['name'], ['at', 'x']]);
		gem.atomic(() => {
			const facts = site.enter(gem);
			expect([facts.n, facts.r.length]).toEqual([40, 8]);
			expect(readRow(facts, 3)).toEqual([3, 'n3', 3]);
			expect(gem.rows[30].n).toBe(30);
			const others = site.enter(gem);
			expect([others.o, readRow(others, 30)]).toEqual([16, [30, 'n30', 30]]);
			expect(readRow(others, 39)).toBe(undefined);
		});
	});

	test('transactions over a few go the general way, until there are more', () => {
		const gem = AtomicSTM.create(content(40));
		const sites = [rows(['rows'], [['n'], ['half']]), elements(['rows', '3', 'list'])];
		gem.atomic(() => void (gem.rows[3].list = [1, 2, 3, 4, 5, 6, 7, 8, 9]));
		const look = (/** @type {number} */ count) =>
			gem.atomic(() => {
				const known = [0, 0];
				for (let at = 0; at < count; at++) {
					if (readRow(sites[0].enterFrom(gem, 0), at) !== undefined) known[0]++;
					else expect(gem.rows[at].n).toBe(at);
					if (readElement(sites[1].enterFrom(gem, 0), at) !== undefined) known[1]++;
					else expect(gem.rows[3].list[at]).toBe(at + 1);
				}
				return known;
			});
		expect(look(2)).toEqual([2, 2]);
		for (let time = 0; time < 40; time++) look(2);
		expect(look(2)).toEqual([0, 0]);
		expect(look(9)).toEqual([1, 5]);
		expect(look(9).every((count) => count > 7)).toBe(true);
	});

	test('of indexes in any order, where they go everywhere', () => {
		const gem = AtomicSTM.create(content(1000));
		const site = rows(['rows'], [['n']]);
		/** @returns {number} rows that were known */
		const look = (/** @type {number} */ count, /** @type {number} */ factor) =>
			gem.atomic(() => {
				let known = 0;
				for (let turn = 0; turn < count; turn++) {
					const at = (turn * factor) % 1000;
					const found = readRow(site.enter(gem), at);
					if (found) known++;
					expect(found?.[0] ?? gem.rows[at].n).toBe(at);
				}
				return known;
			});
		for (let time = 0; time < 10; time++) look(3, 377);
		expect(look(3, 377)).toBe(0);
		expect(look(500, 377)).toBeGreaterThan(100);
		expect(look(500, 1)).toBeGreaterThan(400);
		expect(look(500, 999)).toBeGreaterThan(400);
	});

	test('are the same ones in the next transaction, until something is edited', () => {
		const gem = AtomicSTM.create(content(10));
		const site = rows(['rows'], [['n'], ['name']]);
		const enter = () => gem.atomic(() => site.enterFrom(gem, 0));
		enter(); // what the creator has edited is told to the others
		const first = enter();
		expect(enter()).toBe(first);
		gem.atomic(() => void (gem.rows[2].n = 7));
		expect(enter()).toBe(first);
		expect(gem.atomic(() => readRow(site.enterFrom(gem, 0), 2))).toEqual([7, 'n2']);
		gem.atomic(() => void (gem.rows[2].name = 'other'));
		expect(enter()).not.toBe(first);
		expect(gem.atomic(() => readRow(site.enterFrom(gem, 0), 2))).toEqual([7, 'other']);
		gem.atomic(() => void (gem.rows[3] = row(33)));
		expect(gem.atomic(() => readRow(site.enterFrom(gem, 0), 3))).toEqual([33, 'n33']);
		gem.atomic(() => void gem.rows.pop());
		expect(gem.atomic(() => site.enterFrom(gem, 0).n)).toBe(9);
		gem.atomic(() => void (gem.rows[0].name = 5));
		expect(gem.atomic(() => site.enterFrom(gem, 0).n)).toBe(9);
	});

	test('what one transaction edits itself is seen, and taken back', () => {
		const gem = AtomicSTM.create(content(10));
		const site = rows(['rows'], [['n'], ['name']]);
		const read = () => readRow(site.enterFrom(gem, 0), 2) ?? [gem.rows[2].n, gem.rows[2].name];
		const failing = () =>
			gem.atomic(() => {
				expect(read()).toEqual([2, 'n2']);
				for (let turn = 0; turn < 100; turn++) {
					gem.rows[2].name = `turn ${turn}`;
					expect(read()).toEqual([2, `turn ${turn}`]);
				}
				gem.rows[2] = row(5);
				expect(read()).toEqual([5, 'n5']);
				throw new RangeError('taken back');
			});
		for (let time = 0; time < 3; time++) expect(failing).toThrow(RangeError);
		expect(gem.atomic(read)).toEqual([2, 'n2']);
	});

	test('that are set are on the log, and taken back', () => {
		const gem = AtomicSTM.create(content(100));
		const before = snapshot(gem);
		const site = rows(['rows'], [['n'], ['half'], ['at', 'x']]).writing();
		const write = (/** @type {number} */ value) => {
			const facts = site.enterFrom(gem, 0);
			for (let at = 0; at < 8; at++) {
				expect(writeRow(facts, [at, 0], value)).toBe(true);
				expect(writeRow(facts, [at, 0], 'text')).toBe(false);
				expect(writeRow(facts, [at, 1], value + 0.5)).toBe(true);
				// Not all lie at the same distance from their rows.
				if (!writeRow(facts, [at, 2], value + 1)) gem.rows[at].at.x = value + 1;
			}
			expect([gem.rows[3].n, gem.rows[3].half, gem.rows[3].at.x]).toEqual([
				value,
				value + 0.5,
				value + 1,
			]);
		};
		const failing = () =>
			gem.atomic(() => {
				write(7);
				throw new RangeError('taken back');
			});
		for (let time = 0; time < 3; time++) {
			expect(failing).toThrow(RangeError);
			expect(snapshot(gem)).toEqual(before);
		}
		gem.atomic(() => {
			write(8);
			expect(() => gem.atomic(failing)).toThrow(RangeError);
			expect(gem.rows[7].half).toBe(8.5);
			AtomicSTM.orElse(
				() => {
					write(9);
					return AtomicSTM.retry();
				},
				() => expect(gem.rows[4].at.x).toBe(9),
			);
		});
		expect(snapshot(gem).rows[0]).toEqual({ n: 8, half: 8.5, name: 'n0', at: { x: 9 } });
		expect(snapshot(gem).rows[8]).toEqual(before.rows[8]);
	});

	test.each([
		['dictionaries', () => Object.fromEntries(Array.from({ length: 70 }, (_, n) => [`k${n}`, n]))],
		['lists', () => [1, 2]],
		['numbers', () => 1],
		['objects and others', (/** @type {number} */ at) => (at === 5 ? null : row(at))],
		['objects with and without', (/** @type {number} */ at) => (at % 2 ? { x: 1 } : row(at))],
	])('that are %s go the general way', (_, make) => {
		const gem = AtomicSTM.create({ rows: Array.from({ length: 20 }, (_, at) => make(at)) });
		const site = rows(['rows'], [['n'], ['at', 'x']]);
		for (let time = 0; time < 3; time++)
			gem.atomic(() => {
				for (let at = 0; at < 20; at++) expect(readRow(site.enterFrom(gem, 0), at)).toBe(undefined);
			});
	});

	test('loops that go through all of an array: all or nothing', () => {
		const gem = AtomicSTM.create({ ...content(100), names: new Array(100).fill('a') });
		const [site, list] = [rows(['rows'], [['n']]).through(), elements(['names']).through()];
		const through = (/** @type {number} */ count) =>
			gem.atomic(() => {
				const sizes = [site.enter(gem).r.length, list.enter(gem).v.length];
				for (let at = 0; at < count; at++) expect(gem.rows[at].n).toBe(at);
				list.enter(gem);
				for (let at = 0; at < count; at++) expect(gem.names[at]).toBe('a');
				return sizes;
			});
		expect(through(10)).toEqual([0, 0]);
		expect(through(10)).toEqual([0, 0]);
		const sizes = Array.from({ length: 10 }, () => through(100));
		expect(sizes.at(-1)).toEqual([100, 100]);
		expect(gem.atomic(() => readElement(list.enter(gem), 99))).toBe('a');
	});
});

test('loops over all rows, one after the other', () => {
	const gem = AtomicSTM.create(content(100));
	const site = rows(['rows'], [['n']]).through();
	const sizes = Array.from({ length: 12 }, () =>
		gem.atomic(() => {
			const { r } = site.enter(gem);
			if (r.length === 0) for (const one of gem.rows) expect(one.n).toBeLessThan(100);
			return r.length;
		}),
	);
	expect(sizes.slice(0, 2)).toEqual([0, 100]);
	expect(new Set(sizes.slice(2))).toEqual(new Set([100]));
});

describe('texts', () => {
	test('of a list are decoded once', () => {
		const words = Array.from({ length: 100 }, (_, at) => (at % 3 ? `w${at}` : null));
		const gem = AtomicSTM.create({ words });
		const site = elements(['words']);
		const enter = () => gem.atomic(() => site.enterFrom(gem, 0));
		enter();
		const { v } = enter();
		expect(v).toEqual(words.slice(0, 64));
		expect(enter().v).toBe(v);
		gem.atomic(() => void (gem.words[5] = 'other'));
		expect(enter().v[5]).toBe('other');
		gem.atomic(() => void (gem.words[5] = 0.5));
		expect(enter().v[5]).toBe(0.5);
		gem.atomic(() => void (gem.words[5] = { x: 1 }));
		expect(enter().v).toHaveLength(0);
		expect(enter().n).toBe(100);
	});

	test('and of numbers that may become texts, memory is read', () => {
		const gem = AtomicSTM.create({ list: [1, 'a', 0.5] });
		const site = elements(['list']);
		gem.atomic(() => void (gem.list[1] = 3));
		const { v } = gem.atomic(() => site.enterFrom(gem, 0));
		expect([...v]).toEqual([1, 3, 0.5]);
		gem.atomic(() => {
			gem.list[0] = 8;
			expect(site.enterFrom(gem, 0).v[0]).toBe(8);
		});
	});
});

describe('objects', () => {
	test('that are set are locked for that before', () => {
		const gem = AtomicSTM.create({ a: { b: { n: 1, x: 0.5 } } });
		const site = object(['a', 'b'], ['n', 'x']).writing();
		const failing = () =>
			gem.atomic(() => {
				expect(writeObject(site.enter(gem), [5, 1.5])).toEqual([true, true]);
				expect(readObject(site.enter(gem))).toEqual([5, 1.5]);
				throw new RangeError('taken back');
			});
		for (let time = 0; time < 3; time++) expect(failing).toThrow(RangeError);
		expect(snapshot(gem)).toEqual({ a: { b: { n: 1, x: 0.5 } } });
	});
});

test('what is looked for in vain again and again is looked for less often', () => {
	const gem = AtomicSTM.create({ rows: Array.from({ length: 10 }, () => ({ n: 1 })) });
	const site = rows(['none'], [['n']]);
	gem.atomic(() => {
		for (let turn = 0; turn < 200; turn++) expect(site.enter(gem).n).toBe(-1);
		gem.none = [{ n: 5 }];
		const found = Array.from({ length: 64 }, () => readRow(site.enter(gem), 0));
		expect(found.filter((one) => one !== undefined).length).toBeGreaterThan(0);
	});
	const other = AtomicLK.create({ none: [{ n: 7 }] });
	other.atomic(() => expect(readRow(site.enter(other), 0)).toEqual([7]));
});

describe('a type of an expert', () => {
	const make = () => Below.create(content(20));
	const site = () => rows(['rows'], [['n'], ['at', 'x']]);

	test('is asked for rows and what is below them, in order', () => {
		const gem = make();
		gem.allow(20);
		expect(readRow(site().enterFrom(gem, 0), 7)).toEqual([7, 7]);
		expect(JSON.parse(gem.asked())).toEqual([
			['reading', 8],
			['reading', 8],
		]);
		gem.allow(20);
		expect(writeRow(site().writing().enterFrom(gem, 4), [4, 0], 9)).toBe(true);
		expect(JSON.parse(gem.asked())).toEqual([
			['setting', 8],
			['setting', 8],
		]);
	});

	test('allows some, or none', () => {
		const gem = make();
		gem.allow(5);
		const { r } = rows(['rows'], [['n']]).enterFrom(gem, 0);
		expect(r).toHaveLength(5);
		gem.allow(13); // throws
		expect(rows(['rows'], [['n']]).enterFrom(gem, 0).n).toBe(-1);
		gem.allow(0);
		expect(rows(['rows'], [['n']]).enterFrom(gem, 0).n).toBe(-1);
	});
});
