// Results that alias arguments are the caller's own objects.
import { close, configure, transfer } from '@lapidary/runtime';
import { call, receiver } from '@lapidary/runtime/internal/host';
import { failure, reference } from './fixtures.js';

beforeEach(() => configure({ threads: 1 }));
afterEach(close);

const proven = { aliased: 'kept' };
const pick = reference('aliased.js#pick', proven);
const mixed = reference('aliased.js#mixed', proven);
const filter = reference('aliased.js#filter', proven);
const fail = reference('aliased.js#fail', proven);
const self = reference('aliased.js#self', proven);
const touch = reference('aliased.js#touch', { aliased: 'watched' });

const rowsOf = (length) => Array.from({ length }, (_, n) => ({ n, tags: [n] }));

test('a part of an argument comes back as itself, in a call by itself and in batches', async () => {
	const rows = rowsOf(5);
	for (let round = 0; round < 10; round++) expect(await call(pick, [rows, 3])).toBe(rows[3]);
	const all = await Promise.all(rowsOf(200).map((_, at) => call(pick, [rows, at % 5])));
	all.forEach((one, at) => expect(one).toBe(rows[at % 5]));
	expect(pick.figures.batches).toBeGreaterThan(0);
});

test('a list that the unit makes holds the objects themselves', async () => {
	const rows = rowsOf(10);
	const even = await call(filter, [rows]);
	expect(even).not.toBe(rows);
	expect(even.map((one) => rows.indexOf(one))).toEqual([0, 2, 4, 6, 8]);
});

test('properties, elements, keys and members of what a unit makes are the objects themselves', async () => {
	const rows = rowsOf(3);
	const { best, ranked, groups, members, none } = await call(mixed, [rows]);
	expect(best).toBe(rows[1]);
	ranked.forEach(({ n, row, tags, deep }, at) => {
		expect(n).toBe(at);
		expect(row).toBe(rows[at]);
		expect(tags).toBe(rows[at].tags);
		expect(deep.row).toBe(row);
	});
	expect(groups.get(rows[0])[0]).toBe(rows[1]);
	expect(groups.get(rows[0])[1]).toBe(2);
	expect([...members]).toEqual(rows);
	expect(members.has(rows[2])).toBe(true);
	expect(none).toBeNull();
});

test('maps, dates and memory come back as themselves', async () => {
	const named = Object.assign([1], { name: 'named' });
	const hidden = Object.defineProperty({ n: 1 }, 'hidden', { value: 2 });
	const all = [
		...[
			new Map(),
			new Date(0),
			new Uint8Array(3),
			/x/g,
			Object.create(null),
			[[]],
			Buffer.from('a'),
		],
		...[new URL('file:///a'), new URLSearchParams('a=1'), named, hidden, { inside: hidden }],
		...[
			{ error: new RangeError('x') },
			{ signal: AbortSignal.abort() },
			/** @type {any} */ ({ [Symbol.iterator]: 1 }),
		],
	];
	for (const at of all.keys()) expect(await call(pick, [all, at])).toBe(all[at]);
});

test('what is moved to the thread comes back as what has arrived there', async () => {
	const bytes = new Uint8Array([1, 2, 3]);
	const came = await call(pick, [[transfer(bytes)], 0]);
	expect(came).not.toBe(bytes);
	expect([...came]).toEqual([1, 2, 3]);
	expect(bytes).toHaveLength(0);
});

test('an error leads to the objects themselves', async () => {
	const [row] = rowsOf(1);
	const error = await failure(call(fail, [row]));
	expect(error).toBeInstanceOf(RangeError);
	expect(error.row).toBe(row);
});

test('a receiver comes back as what the method was called on', async () => {
	const counter = { items: [{}], other: () => undefined };
	const came = await call(self, [], [receiver(counter, { items: counter.items })]);
	expect(came.self).toBe(counter);
	expect(came.items).toBe(counter.items);
});

test('where a unit is not proven to leave its arguments alone, what it has changed comes back as a copy', async () => {
	const rows = rowsOf(3);
	expect(await call(touch, [rows, false])).toBe(rows);
	const changed = await call(touch, [rows, true]);
	expect(changed).not.toBe(rows);
	expect(changed.map(({ n }) => n)).toEqual([0, 9, 2]);
	expect(rows.map(({ n }) => n)).toEqual([0, 1, 2]);
});
