// Elements that loops write in blocks: on the log before they are written, and taken back with the rest.
import { AtomicLK, AtomicSTM, snapshot } from '../../src/gem/index.js';
import { elements, rows } from '../../src/internal/gem.js';
import { writeElement, writeRow } from './access/emitted.js';

/** A transaction around, so that what an AtomicLK has in it can be taken back. */
const around = AtomicSTM.create({});
const takenBack = (/** @type {() => void} */ run) =>
	expect(() =>
		around.atomic(() => {
			run();
			throw new RangeError('taken back');
		}),
	).toThrow(RangeError);

/** What a loop over `gem.list` does. @returns {number} how many it has written in memory */
function fill(
	/** @type {any} */ site,
	/** @type {any} */ gem,
	/** @type {any} */ { from = 0, to, value },
) {
	let inMemory = 0;
	let facts = site.enterFrom(gem, from);
	for (let at = from; at < to; at++) {
		if (writeElement(facts, at, value(at))) inMemory++;
		else {
			gem.list[at] = value(at);
			facts = site.enterFrom(gem, from);
		}
	}
	return inMemory;
}

const half = (/** @type {number} */ at) => at + 0.5;
const negative = (/** @type {number} */ at) => -at - 1;

describe.each([
	['integers', (/** @type {number} */ at) => at, negative],
	['doubles', half, (/** @type {number} */ at) => half(negative(at))],
])('%s', (_, old, value) => {
	test.each([
		[1, 0, 1, 1],
		[2, 1, 2, 1],
		[100, 0, 100, 100],
		[100, 33, 77, 44],
		[1500, 1, 1500, 1498],
		[9000, 0, 9000, 8996],
		[9000, 4000, 9000, 4996],
	])('%i of them, written from %i to %i', (length, from, to, atLeast) => {
		const list = Array.from({ length }, (_, at) => old(at));
		const gem = AtomicLK.create({ before: 7, list, after: 8 });
		for (const isThrough of [false, true]) {
			const site = elements(['list']).writing(isThrough ? 'all' : 'some');
			const run = () => gem.atomic(() => fill(site, gem, { from, to, value }));
			for (let time = 0; time < 2; time++) {
				takenBack(() => {
					expect(run()).toBeGreaterThanOrEqual(isThrough ? to - from : atLeast);
					expect(gem.atomic(() => gem.list[to - 1])).toBe(value(to - 1));
				});
				expect(snapshot(gem)).toEqual({ before: 7, list, after: 8 });
			}
			run();
			const written = list.map((each, at) => (at >= from && at < to ? value(at) : each));
			expect(snapshot(gem)).toEqual({ before: 7, list: written, after: 8 });
			gem.atomic(() => (gem.list = list));
		}
	});
});

test('what was logged before a savepoint is logged again behind it', () => {
	const gem = AtomicLK.create({ list: [1, 2, 3] });
	const site = elements(['list']).writing('some');
	const set = (/** @type {number} */ value) =>
		gem.atomic(() => writeElement(site.enterFrom(gem, 0), 1, value));
	around.atomic(() => {
		expect(set(20)).toBe(true);
		const failing = () =>
			around.atomic(() => {
				expect(set(30)).toBe(true);
				throw new RangeError('inner');
			});
		expect(failing).toThrow(RangeError);
		expect(gem.atomic(() => gem.list[1])).toBe(20);
		const either = AtomicSTM.orElse(
			() => {
				expect(set(40)).toBe(true);
				return AtomicSTM.retry();
			},
			() => set(50),
		);
		expect(either).toBe(true);
	});
	expect(snapshot(gem).list).toEqual([1, 50, 3]);
	takenBack(() => expect(set(60)).toBe(true));
	expect(snapshot(gem).list).toEqual([1, 50, 3]);
});

test('memory is not written by what was logged in a block before', () => {
	const gem = AtomicLK.create({ list: [1, 2, 3] });
	const [setting, reading] = [elements(['list']).writing('some'), elements(['list'])];
	expect(gem.atomic(() => writeElement(setting.enter(gem), 0, 5))).toBe(true);
	expect(writeElement(setting.enter(gem), 0, 6)).toBe(false);
	gem.atomic(() => {
		expect(writeElement(reading.enter(gem), 0, 6)).toBe(false);
		expect(writeElement(setting.enter(gem), 0, 0.5)).toBe(false);
	});
	expect(snapshot(gem).list).toEqual([5, 2, 3]);
});

test('indexes that do not count up: what is far away goes the general way until the window is large enough', () => {
	const gem = AtomicLK.create({ list: new Array(9000).fill(1) });
	const site = elements(['list']).writing('some');
	gem.atomic(() => {
		const missed = [8999, 0, 5000, 8000, 8998, 8999].filter((at) => {
			if (writeElement(site.enter(gem), at, at)) return false;
			gem.list[at] = at;
			return true;
		});
		expect(missed).toEqual([8999, 5000, 8000, 8998]);
	});
});

describe('fields of rows', () => {
	const row = (/** @type {number} */ n) => ({ n, half: n + 0.5, at: { x: n }, name: 'a' });
	const columns = [['n'], ['half'], ['at', 'x'], ['name']];

	/** What a loop over `gem.rows` does. @returns {number} rows that it has written in memory */
	function fillRows(
		/** @type {any} */ site,
		/** @type {any} */ gem,
		/** @type {{ from: number, to: number }} */ { from, to },
	) {
		let inMemory = 0;
		let facts = site.enterFrom(gem, from);
		for (let at = from; at < to; at++) {
			if ([0, 1].every((column) => writeRow(facts, [at, column], -at - 1))) inMemory++;
			else {
				Object.assign(gem.rows[at], { n: -at - 1, half: -at - 1 });
				facts = site.enterFrom(gem, from);
			}
		}
		return inMemory;
	}

	test.each([
		[1, 0, 1, 0],
		[700, 0, 700, 0],
		[700, 33, 650, 0],
		[5000, 0, 5000, 3],
		[5000, 900, 4000, 2],
	])('%i rows, written from %i to %i', (length, from, to, missed) => {
		const list = Array.from({ length }, (_, at) => row(at));
		const gem = AtomicLK.create({ rows: list });
		for (const extent of /** @type {const} */ (['some', 'all', 'list'])) {
			const site = rows(['rows'], columns.slice(0, 2)).writing(extent, [0, 1]);
			const run = () => gem.atomic(() => fillRows(site, gem, { from, to }));
			for (let time = 0; time < 2; time++) {
				takenBack(() => expect(run()).toBe(to - from - (extent === 'some' ? missed : 0)));
				expect(snapshot(gem).rows).toEqual(list);
			}
			run();
			const written = (/** @type {any} */ each, /** @type {number} */ at) =>
				at < from || at >= to ? each : { ...each, n: -at - 1, half: -at - 1 };
			expect(snapshot(gem).rows).toEqual(list.map(written));
			gem.atomic(() => (gem.rows = list));
		}
	});

	test('only columns that are said to be written are on the log, and others by themselves', () => {
		const gem = AtomicLK.create({ rows: [row(1)] });
		const site = rows(['rows'], columns).writing('all', [0, 3]);
		takenBack(() =>
			gem.atomic(() => {
				const facts = site.enterFrom(gem, 0);
				expect([0, 1, 2, 3].map((column) => writeRow(facts, [0, column], 9))).toEqual([
					true,
					true,
					true,
					false,
				]);
			}),
		);
		expect(snapshot(gem).rows).toEqual([row(1)]);
	});

	test('a row that is replaced, and memory that is given back, in the middle', () => {
		const gem = AtomicLK.create({ rows: [row(1), row(2), row(3)] });
		const site = rows(['rows'], columns).writing('list', [0]);
		takenBack(() =>
			gem.atomic(() => {
				expect(writeRow(site.enter(gem), [1, 0], 5)).toBe(true);
				gem.rows[1] = row(7);
				expect(writeRow(site.enter(gem), [1, 0], 6)).toBe(true);
				expect(gem.rows[1].n).toBe(6);
				gem.rows.pop();
				expect(site.enter(gem).n).toBe(2);
				expect(writeRow(site.enter(gem), [0, 0], 8)).toBe(true);
			}),
		);
		expect(snapshot(gem).rows).toEqual([row(1), row(2), row(3)]);
	});
});

test('values that are no numbers among them, typed arrays, rows', () => {
	const gem = AtomicLK.create({ list: [1, 'a', 3], rows: [{ x: 1, y: 0.5 }] });
	const site = elements(['list']).writing('some');
	const table = rows(['rows'], [['x'], ['y']]);
	takenBack(() =>
		gem.atomic(() => {
			expect(writeElement(site.enterFrom(gem, 0), 0, 2)).toBe(false);
			expect([0, 1].map((column) => writeRow(table.enter(gem), [0, column], 9))).toEqual([
				true,
				true,
			]);
			expect([gem.rows[0].x, gem.rows[0].y]).toEqual([9, 9]);
			expect(writeRow(table.enter(gem), [0, 0], 0.5)).toBe(false);
			expect(writeRow(table.enter(gem), [0, 1], 'a')).toBe(false);
		}),
	);
	expect(snapshot(gem).rows).toEqual([{ x: 1, y: 0.5 }]);
	const typed = AtomicLK.create({ list: new Float64Array([1, 2]) });
	takenBack(() =>
		typed.atomic(() => expect(writeElement(site.enterFrom(typed, 0), 1, 5)).toBe(true)),
	);
	expect([...snapshot(typed).list]).toEqual([1, 2]);
});
