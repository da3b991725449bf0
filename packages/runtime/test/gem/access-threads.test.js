// What a thread finds out is what the thread before it has left.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import {
	AtomicLK,
	AtomicSTM,
	Owned,
	Partitioned,
	PartitionedDynamic,
	ReadOnly,
	receive,
	send,
	snapshot,
} from '../../src/gem/index.js';
import { copies, elements, object, rows } from '../../src/internal/gem.js';
import { readObject, readRow } from './access/emitted.js';

/** @returns {{ ask: (message: object) => Promise<any>, end: () => Promise<unknown> }} */
function startThread() {
	const worker = new Worker(new URL('access/thread.js', import.meta.url));
	/** @type {((value: any) => void)[]} */
	const waiting = [];
	receive(worker, (value) => waiting.shift()?.(value));
	return {
		ask(message) {
			send(worker, message);
			return new Promise((resolve) => void waiting.push(resolve));
		},
		end() {
			const ended = once(worker, 'exit');
			worker.terminate();
			return ended;
		},
	};
}

const content = () => ({ rows: Array.from({ length: 3 }, (_, x) => ({ x, name: `n${x}` })) });

test('rows of a GEM that goes to another thread and comes back', async () => {
	const thread = startThread();
	const constant = ReadOnly.create(content());
	expect(await thread.ask({ action: 'read', gem: constant })).toEqual([3, [0, 'n0'], false]);
	const owned = Owned.create(content());
	const site = rows(['rows'], [['x'], ['name']]);
	expect(readRow(site.enter(owned), 0)).toEqual([0, 'n0']);
	for (let x = 1; x < 4; x++) {
		expect(await thread.ask({ action: 'own', gem: owned })).toBe(x);
		expect(site.enter(owned).n).toBe(-1);
		expect(owned.rows[0].x).toBe(x);
		expect(readRow(site.enter(owned), 0)).toEqual([x, 'n0']);
	}
	await thread.end();
});

test('numbers that another thread writes over numbers between two blocks are in no copy', async () => {
	const thread = startThread();
	const gem = AtomicLK.create({ ...content(), list: [1, 'a', 2] });
	const site = copies(['rows'], true);
	const element = copies(['rows']);
	const look = () =>
		gem.atomic(() => [site.whole(gem)?.[0].x, element.fill(gem, 0)[0]?.x, gem.rows[0].x]);
	expect(look()).toEqual([0, 0, 0]);
	for (let value = 1; value < 6; value++) {
		expect(await thread.ask({ action: 'number', gem, value })).toMatch(/in memory|general/);
		expect(look()).toEqual([value, value, value]);
		expect(look()).toEqual([value, value, value]);
	}
	await thread.end();
});

test('what blocks have found out holds until another thread has edited it', async () => {
	const threads = [startThread(), startThread()];
	const gem = AtomicLK.create(content());
	const site = rows(['rows'], [['x'], ['name']]);
	const enter = () => gem.atomic(() => site.enter(gem));
	let name = 'n0';
	for (let round = 0; round < 3; round++) {
		for (const thread of threads) {
			const before = gem.atomic(() => [site.enter(gem), readRow(site.enter(gem), 0)]);
			expect(before[1]).toEqual([0, name]);
			expect(enter()).toBe(before[0]);
			name += '!';
			expect(await thread.ask({ action: 'edit', gem, value: 0 })).toEqual([0, name]);
			const [after, row] = gem.atomic(() => [site.enter(gem), readRow(site.enter(gem), 0)]);
			expect(after).not.toBe(before[0]);
			expect(row).toEqual([0, name]);
		}
	}
	await Promise.all(threads.map((one) => one.end()));
});

test('what transactions have found out holds until another thread has edited it', async () => {
	const threads = [startThread(), startThread()];
	const gem = AtomicSTM.create({ ...content(), names: ['n0', 'n1'] });
	/** Looks as loops do that come to more than what they look at. */
	const looking = () => {
		const site = rows(['rows'], [['x'], ['name']]);
		const list = elements(['names']);
		return () =>
			gem.atomic(() => [readRow(site.enter(gem), 0), list.enter(gem).v[0], site.enter(gem)]);
	};
	looking()();
	let name = 'n0';
	for (let round = 0; round < 3; round++) {
		for (const thread of threads) {
			const look = looking();
			const [row, text, facts] = look();
			expect([row, text]).toEqual([[0, name], name]);
			expect(look()[2]).toBe(facts);
			name += '!';
			expect(await thread.ask({ action: 'edit', gem, value: 0 })).toEqual([0, name]);
			await thread.ask({ action: 'rename', gem, value: name });
			expect(look().slice(0, 2)).toEqual([[0, name], name]);
			look();
		}
	}
	const look = looking();
	for (let value = 1; value < 6; value++) {
		const [, , facts] = look();
		expect(await threads[0].ask({ action: 'number', gem, value })).toMatch(/memory|general/);
		const [row, , after] = look();
		expect(row).toEqual([value, name]);
		expect(after).toBe(facts);
	}
	await Promise.all(threads.map((one) => one.end()));
});

test('transactions over rows in memory see what one after the other would leave', async () => {
	const threads = [startThread(), startThread(), startThread()];
	const rows = Array.from({ length: 80 }, (_, at) => ({ x: at, name: 'first' }));
	const gem = AtomicSTM.create({ rows, sum: rows.reduce((sum, { x }) => sum + x, 0) });
	const value = { times: process.env.STRESS ? 5000 : 150 };
	const seen = await Promise.all(
		threads.map((one, at) =>
			one.ask({ action: 'transfers', gem, value: { ...value, seed: at + 1 } }),
		),
	);
	expect(seen.map(({ wrong }) => wrong)).toEqual([0, 0, 0]);
	expect(seen.reduce((sum, { inMemory }) => sum + inMemory, 0)).toBeGreaterThan(100);
	const after = snapshot(gem);
	expect(
		after.rows.reduce((/** @type {number} */ sum, /** @type {any} */ { x }) => sum + x, 0),
	).toBe(gem.atomic(() => gem.sum));
	expect(new Set(after.rows.map((/** @type {any} */ { name }) => name)).size).toBe(1);
	await Promise.all(threads.map((one) => one.end()));
});

test('numbers among other values, which another thread sets between two blocks', async () => {
	const thread = startThread();
	const gem = AtomicLK.create({ list: [1, 'a', 2], rows: [{ v: 1 }, { v: 'x' }] });
	const numbers = AtomicLK.create({ list: [1, 2], rows: [{ v: 1 }, { v: 2 }] });
	const [list, table, one] = [elements(['list']), rows(['rows'], [['v']]), object(['list'], ['0'])];
	const look = (/** @type {any} */ shared) =>
		shared.atomic(() => [
			list.enter(shared).v[0] ?? shared.list[0],
			readRow(table.enter(shared), 0)?.[0] ?? shared.rows[0].v,
			readObject(one.enter(shared))?.[0] ?? shared.list[0],
		]);
	for (const value of [5, 6, 0.5, 7]) {
		for (const shared of [gem, numbers]) {
			look(shared);
			const before = look(shared);
			await thread.ask({ action: 'set', gem: shared, value });
			expect(before).not.toContain(value);
			expect(look(shared)).toEqual([value, value, value]);
		}
	}
	await thread.end();
});

test('numbers of a range that another thread writes in memory, of which this one had a copy with others', async () => {
	const threads = [startThread(), startThread()];
	for (const content of [
		[1, 'a', 2],
		[1, 0.5, 'a'],
	]) {
		const gem = PartitionedDynamic.create(content);
		const site = elements([]);
		const look = () => {
			let found;
			gem.getRange(() => (found = [...site.enter(gem).v]), 3);
			return found;
		};
		expect(look()).toEqual(content);
		gem.restart();
		const parts = [
			{ size: 1, value: 5 },
			{ size: 2, value: undefined },
		];
		const inMemory = [];
		for (const [at, value] of parts.entries())
			inMemory.push(await threads[at].ask({ action: 'setRange', gem, value }));
		expect(inMemory).toEqual([1, 0]);
		gem.restart();
		expect(look()).toEqual([5, ...content.slice(1)]);
	}
	await Promise.all(threads.map((one) => one.end()));
});

test('threads fill parts of one array of integers, with integers and with doubles', async () => {
	const threads = [startThread(), startThread()];
	const gem = Partitioned.create(
		Array.from({ length: 1000 }, (_, at) => at),
		{ partitions: 40 },
	);
	const facts = elements([]);
	for (const [round, value] of [1, 0.5, 3].entries()) {
		const before = snapshot(gem);
		gem.release();
		const inMemory = await Promise.all(
			threads.map((one) => one.ask({ action: 'fill', gem, value })),
		);
		// Not before: what is released is there to be taken once more.
		await Promise.all(threads.map((one) => one.ask({ action: 'release', gem })));
		expect(snapshot(gem)).toEqual(before.map((/** @type {number} */ each) => 2 * each + value));
		// The first double of each part moves it, and nothing else goes the general way.
		expect(inMemory[0] + inMemory[1]).toBe(round === 1 ? 960 : 1000);
		expect(gem[0]).toBe(snapshot(gem)[0]);
		expect([...facts.enter(gem).v]).toEqual(snapshot(gem));
	}
	await Promise.all(threads.map((one) => one.end()));
});
