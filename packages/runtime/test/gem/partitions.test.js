// Partitioned and PartitionedDynamic: who has what, when; nothing is handed out twice, or to nobody, without a word.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { Partitioned, PartitionedDynamic, receive, send, snapshot } from '../../src/gem/index.js';
import { codeOf } from './code-of.js';

describe('Partitioned', () => {
	const make = (partitions) => Partitioned.create([10, 20, 30, 40, 50], { partitions });

	test('parts are disjoint, and cover the array', () => {
		const gem = make(3);
		const parts = [gem.subset(), gem.subset(), gem.subset()];
		expect(parts.map(({ from, to, length }) => [from, to, length])).toEqual([
			[0, 2, 2],
			[2, 4, 2],
			[4, 5, 1],
		]);
		expect(parts.flatMap((part) => Object.keys(part))).toEqual(['0', '1', '2', '3', '4']);
		expect([...parts[1]]).toEqual([30, 40]);
		expect([...parts[1].entries()]).toEqual([
			[2, 30],
			[3, 40],
		]);
		expect(gem.subset()).toHaveLength(0);
	});

	test('a part may be asked for by its number', async () => {
		const gem = make(3);
		const part = gem.subset(1);
		expect([part.from, part.to, part[2]]).toEqual([2, 4, 30]);
		expect(gem.subset(1)).toHaveLength(2);
		expect(gem.subset().from).toBe(0);
		for (const wrong of [-1, 3, 0.5, '1', null])
			expect(codeOf(() => gem.subset(wrong))).toBe('LP8101');
		gem.release();
		const thread = startThread();
		expect(await thread.ask({ action: 'subset', gem })).toEqual([0, 2]);
		expect(codeOf(() => gem.subset(0))).toBe('LP8101');
		expect(gem.subset(2).from).toBe(4);
		gem.release();
		await thread.ask({ action: 'release' });
		expect(gem.subset(0).from).toBe(0);
		await thread.end();
	});

	test('a part writes through, and ends with the right to it', async () => {
		const gem = make(2);
		const part = gem.subset();
		part[1] = 21;
		expect([part[1], gem[1], 1 in part, 3 in part]).toEqual([21, 21, true, false]);
		expect(codeOf(() => gem[4])).toBe('LP8101');
		gem.release();
		const thread = startThread();
		expect(await thread.ask({ action: 'subset', gem })).toEqual([0, 3]);
		expect(codeOf(() => part[1])).toBe('LP8101');
		await thread.end();
	});

	test('the creator has all of it before anybody takes a part, and after', async () => {
		const gem = make(2);
		expect(Object.keys(gem)).toHaveLength(5);
		gem[4] = 51;
		const thread = startThread();
		expect(await thread.ask({ action: 'subset', gem })).toEqual([0, 3]);
		expect(codeOf(() => gem[4])).toBe('LP8101');
		expect(codeOf(() => snapshot(gem))).toBe('LP8101');
		await thread.ask({ action: 'release' });
		expect(snapshot(gem)).toEqual([10, 20, 30, 40, 51]);
		// A snapshot takes nothing.
		expect(await thread.ask({ action: 'subset', gem })).toEqual([0, 3]);
		await thread.ask({ action: 'release' });
		expect(gem[0]).toBe(10);
		await thread.end();
	});

	test('a thread that comes while the creator has taken all back is told', async () => {
		const gem = make(2);
		const thread = startThread();
		await thread.ask({ action: 'keep', gem });
		expect(gem[0]).toBe(10);
		expect(await thread.ask({ action: 'subset' })).toEqual('LP8101');
		gem.release();
		expect(await thread.ask({ action: 'subset' })).toEqual([0, 3]);
		await thread.end();
	});
});

describe('PartitionedDynamic', () => {
	const make = () => PartitionedDynamic.create(new Array(10).fill(0), { range: 4 });

	test('hands each range out once, until it is restarted', () => {
		const gem = make();
		const ranges = [];
		const take = () => gem.getRange((from, to) => ranges.push([from, to]));
		while (take());
		expect(ranges).toEqual([
			[0, 4],
			[4, 8],
			[8, 10],
		]);
		expect(take()).toBe(false);
		gem.restart();
		expect(gem.getRange((from, to) => ranges.push([from, to]), 7)).toBe(true);
		expect(ranges.at(-1)).toEqual([0, 7]);
		expect(codeOf(() => gem.getRange(() => 0, 0))).toBe('LP8101');
	});

	test('sending it again hands nothing out again', async () => {
		const gem = make();
		const thread = startThread();
		expect(await thread.ask({ action: 'all', gem })).toBe(10);
		expect(await thread.ask({ action: 'all', gem })).toBe(0);
		gem.restart();
		expect(await thread.ask({ action: 'all', gem })).toBe(10);
		expect(snapshot(gem)).toEqual(new Array(10).fill(2));
		await thread.end();
	});

	test('the creator has nothing of it while a range is out, and cannot restart it', async () => {
		const gem = make();
		const thread = startThread();
		await thread.ask({ action: 'keep', gem });
		gem.getRange(() => 0);
		expect(codeOf(() => gem[0])).toBe('LP8101');
		expect(codeOf(() => gem.restart())).toBe('LP8101');
		await thread.end();
	});

	test('a range whose function throws has come back', () => {
		const gem = make();
		const fail = () => {
			throw new Error('stop');
		};
		expect(codeOf(() => gem.getRange(fail))).toBe('Error: stop');
		while (gem.getRange(() => 0));
		expect(snapshot(gem)).toEqual(new Array(10).fill(0));
	});

	test('within a range there is no other', () => {
		const gem = make();
		gem.getRange((from, to) => {
			expect(codeOf(() => gem.getRange(() => 0))).toBe('LP8101');
			expect(codeOf(() => gem[to])).toBe('LP8101');
			gem[from] = 1;
		});
	});
});

/** @returns {{ ask: (message: any) => Promise<any>, end: () => Promise<unknown> }} */
function startThread() {
	const worker = new Worker(new URL('partitions/thread.js', import.meta.url));
	/** @type {((answer: any) => void)[]} */
	const waiting = [];
	receive(worker, (answer) => waiting.shift()?.(answer));
	return {
		ask: (message) =>
			new Promise((resolve) => {
				waiting.push(resolve);
				send(worker, message);
			}),
		async end() {
			const ended = once(worker, 'exit');
			await worker.terminate();
			await ended;
		},
	};
}
