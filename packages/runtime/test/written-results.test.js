// Results of a batch that need no message: the worker writes them to shared memory.
import { close, configure, stats, withOptions } from '@lapidary/runtime';
import { call } from '@lapidary/runtime/internal/host';
import { changed, failure, reference, sharedWords } from './fixtures.js';

const run = reference('faults.js#run');
const echo = reference('values.js#echo');

beforeEach(() => configure({ threads: 1 }));
afterEach(() => close({ force: true }));

test('numbers and constants arrive as they are, between results that are posted', async () => {
	const values = [0, -0, NaN, 1e300, -1, undefined, null, true, false, 'text', { a: 1 }, 2n];
	await Promise.all(Array.from({ length: 50 }, () => call(echo, [1])));
	const repeated = Array.from({ length: 20 }, () => values).flat();
	const before = stats().batches;
	const results = await Promise.all(repeated.map((value) => call(echo, [value])));
	expect(results).toEqual(repeated);
	expect(
		results.every((value, index) => Object.is(value, repeated[index]) || typeof value === 'object'),
	).toBe(true);
	expect(stats().batches).toBeGreaterThan(before);
});

test('what is done before a call that does not end is not held up by it, and nothing runs twice', async () => {
	await Promise.all(
		Array.from({ length: 200 }, (_, index) => call(run, [sharedWords(200), index, 'return'])),
	);
	const held = sharedWords(2);
	const holding = call(reference('values.js#holdThread'), [held]);
	await changed(held, 0);
	const words = sharedWords(20);
	const controller = new AbortController();
	const endless = withOptions(async (...args) => call(run, args), { signal: controller.signal });
	const calls = Array.from({ length: 20 }, (_, index) =>
		index === 5 ? failure(endless(words, index, 'spin')) : call(run, [words, index, 'return']),
	);
	Atomics.store(held, 1, 1);
	Atomics.notify(held, 1);
	await holding;
	// The thread is in the sixth call of a batch, and stays there.
	expect(await Promise.all(calls.slice(0, 5))).toEqual([0, 1, 2, 3, 4]);
	expect(words[6]).toBe(0);
	controller.abort();
	const all = await Promise.all(calls);
	expect(all[5].code).toBe('LP8004');
	expect(all.filter((_, index) => index !== 5)).toEqual(
		[...Array(20).keys()].filter((index) => index !== 5),
	);
	expect([...words]).toEqual(Array(20).fill(1));
});
