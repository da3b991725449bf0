// Ranges of PartitionedDynamic of any size: each element is handed out once, and a call that fails leaves nothing behind.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { PartitionedDynamic, receive, release, send, snapshot } from '../../src/gem/index.js';
import { codeOf } from './code-of.js';

const LENGTH = 10;
const make = (options) => PartitionedDynamic.create(new Array(LENGTH).fill(0), options);

/** Take ranges until nothing is left, but not for ever. @returns {[number, number][]} them */
function takeAll(gem, size) {
	const ranges = [];
	for (let round = 0; round < 5000; round++) {
		if (!gem.getRange((from, to) => ranges.push([from, to]), size)) return ranges;
	}
	throw new Error('it hands out ranges for ever');
}

describe('a size that is larger than the array', () => {
	const sizes = [
		...[LENGTH, LENGTH + 1, 2 ** 31, 2 ** 32, 2 ** 53 - 1, 2 ** 53, 2 ** 63, 2 ** 64],
		...[1e300, Number.MAX_VALUE, Infinity, 5n ** 30n, '1e300', [Infinity]],
	];
	test.each(sizes.map((size) => [size]))('%p is all that is left', (size) => {
		const gem = make({ range: 4 });
		gem.getRange(() => 0);
		expect(takeAll(gem, size)).toEqual([[4, LENGTH]]);
		gem.restart();
		expect(takeAll(gem, size)).toEqual([[0, LENGTH]]);
	});

	test.each(sizes.map((size) => [size]))('%p as the length of ranges', (range) => {
		const gem = make({ range });
		expect(takeAll(gem)).toEqual([[0, LENGTH]]);
	});

	test('thousands of requests do not begin anew', () => {
		for (const size of [Number.MAX_SAFE_INTEGER, 2 ** 62, 2 ** 63, Infinity]) {
			const gem = make({ range: 4 });
			expect(takeAll(gem, size)).toEqual([[0, LENGTH]]);
			for (let round = 0; round < 5000; round++) expect(gem.getRange(() => 0, size)).toBe(false);
			gem.restart();
			expect(takeAll(gem, 6)).toEqual([
				[0, 6],
				[6, LENGTH],
			]);
		}
	});

	test('two threads never have the same elements', async () => {
		const gem = make({ range: 4 });
		const worker = new Worker(new URL('partitions/sizes.js', import.meta.url));
		const answer = new Promise((resolve) => receive(worker, resolve));
		const seen = [];
		gem.getRange((from, to) => seen.push(from, to), Number.MAX_VALUE);
		send(worker, { gem, sizes: [Number.MAX_VALUE, 2 ** 63, 2 ** 64, Infinity] });
		expect(await answer).toEqual([]);
		expect(seen).toEqual([0, LENGTH]);
		const ended = once(worker, 'exit');
		await worker.terminate();
		await ended;
	});
});

describe('a size that is none', () => {
	const wrong = [0, -1, 0.5, NaN, -Infinity, 'x', {}, 0n, -5n, false].map((size) => [size]);

	test.each(wrong)('%p is refused when asked for', (size) => {
		const gem = make({ range: 4 });
		const fn = () => {
			throw new Error('it was called');
		};
		expect(codeOf(() => gem.getRange(fn, size))).toBe('LP8101');
		expect(takeAll(gem)).toEqual([
			[0, 4],
			[4, 8],
			[8, LENGTH],
		]);
	});

	test.each(wrong)('%p is refused at creation', (range) => {
		expect(codeOf(() => make({ range }))).toBe('LP8101');
	});

	test('whole elements are handed out', () => {
		expect(takeAll(make({ range: 4.9 }))[0]).toEqual([0, 4]);
		expect(takeAll(make({ range: 4 }), 7.5)[0]).toEqual([0, 7]);
	});

	test('an empty array has no ranges', () => {
		expect(takeAll(PartitionedDynamic.create([]))).toEqual([]);
		expect(takeAll(PartitionedDynamic.create([]), Infinity)).toEqual([]);
	});
});

describe('a call that fails takes nothing', () => {
	const isWhole = (gem) => expect(takeAll(gem, Infinity)).toEqual([[0, LENGTH]]);

	test('asynchronous functions and generators are refused before they run', () => {
		const gem = make({ range: 4 });
		let calls = 0;
		const fns = [
			async () => void calls++,
			async function* () {
				yield calls++;
			},
			function* () {
				yield calls++;
			},
			// What a function is does not depend on its prototype.
			Object.setPrototypeOf(function* () {
				yield calls++;
			}, Function.prototype),
			Object.setPrototypeOf(async () => void calls++, Function.prototype),
			undefined,
			null,
			{},
		];
		for (const fn of fns) expect(codeOf(() => gem.getRange(fn))).toBe('LP8101');
		expect(calls).toBe(0);
		isWhole(gem);
	});

	test('a function that gives a promise is refused, and its range has come back', () => {
		const gem = make({ range: 4 });
		expect(codeOf(() => gem.getRange(() => Promise.resolve()))).toBe('LP8101');
		expect(takeAll(gem, Infinity)).toEqual([[4, LENGTH]]);
		expect(snapshot(gem)).toHaveLength(LENGTH);
	});

	test('a size that throws', () => {
		const gem = make({ range: 4 });
		const fail = {
			valueOf() {
				throw new Error('stop');
			},
		};
		expect(codeOf(() => gem.getRange(() => 0, fail))).toBe('Error: stop');
		expect(codeOf(() => gem.getRange(() => 0, Symbol('size')))).toMatch(/TypeError/);
		isWhole(gem);
	});

	test('a size whose conversion takes a range itself', () => {
		const gem = make({ range: 4 });
		const size = {
			valueOf() {
				gem.getRange(() => 0);
				return 3;
			},
		};
		const ranges = [];
		gem.getRange((...range) => ranges.push(range), size);
		expect(ranges).toEqual([[4, 7]]);
	});

	test('a size whose conversion releases the GEM', () => {
		const gem = make({ range: 4 });
		const size = { valueOf: () => (release(gem), 3) };
		expect(codeOf(() => gem.getRange(() => 0, size))).toBe('LP8101');
		isWhole(gem);
	});

	test('a holder that has failed may end: the others go on', async () => {
		const gem = make({ range: 4 });
		const worker = new Worker(new URL('partitions/failing.js', import.meta.url));
		const answer = new Promise((resolve) => receive(worker, resolve));
		send(worker, gem);
		expect(await answer).toEqual(['LP8101', 'LP8101', 'LP8101', 'Error: stop']);
		const ended = once(worker, 'exit');
		await worker.terminate();
		await ended;
		// The one whose function threw has come back.
		expect(takeAll(gem, Infinity)).toEqual([[4, LENGTH]]);
		expect(snapshot(gem)).toHaveLength(LENGTH);
	});
});

describe('within a range', () => {
	test('the creator of a GEM that was never sent cannot begin anew', () => {
		const gem = make({ range: 4 });
		gem.getRange(() => expect(codeOf(() => gem.restart())).toBe('LP8101'));
		expect(takeAll(gem, Infinity)).toEqual([[4, LENGTH]]);
	});

	test('a stack overflow at any depth leaves all to be handed out', () => {
		const gem = make({ range: 1 });
		const deep = (depth) => {
			try {
				gem.getRange(() => 0);
			} catch {
				return depth;
			}
			return deep(depth + 1);
		};
		const dig = () => {
			try {
				dig();
			} catch {
				deep(0);
			}
		};
		dig();
		for (let round = 0; round < 20; round++) gem.getRange(() => 0);
		expect(gem.getRange(() => 0)).toBe(false);
		gem.restart();
		expect(takeAll(gem, Infinity)).toEqual([[0, LENGTH]]);
	});
});
