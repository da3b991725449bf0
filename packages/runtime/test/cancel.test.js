import { close, configure, stats, withOptions } from '@lapidary/runtime';
import { call } from '@lapidary/runtime/internal/host';
import { changed, failure, reference, sharedWords } from './fixtures.js';

const run = reference('faults.js#run');
const echo = reference('values.js#echo');
const runWith = (options) => withOptions(async (...args) => call(run, args), options);

beforeEach(() => configure({ threads: 2 }));
afterEach(() => close({ force: true }));

describe('abort', () => {
	test('a signal that has fired sends nothing', async () => {
		const words = sharedWords(1);
		const reason = new Error('why');
		const error = await failure(runWith({ signal: AbortSignal.abort(reason) })(words, 0, 'return'));
		expect(error).toMatchObject({ name: 'AbortError', code: 'LP8004' });
		expect(error.cause).toBe(reason);
		expect(stats().threads).toBe(0);
		expect(words[0]).toBe(0);
	});

	test('a running call is rejected at once, its thread replaced', async () => {
		const words = sharedWords(4);
		const controllers = [new AbortController(), new AbortController()];
		const spins = controllers.map(({ signal }, index) =>
			failure(runWith({ signal })(words, index, 'spin')),
		);
		await Promise.all([changed(words, 0), changed(words, 1)]);
		const waiting = call(run, [words, 2, 'return']);
		controllers.forEach((controller) => controller.abort());
		for (const error of await Promise.all(spins)) expect(error.code).toBe('LP8004');
		expect(await waiting).toBe(2);
		expect([...words]).toEqual([1, 1, 1, 0]);
	});

	test('a queued call is taken out without touching a thread', async () => {
		await close();
		configure({ threads: 1 });
		const words = sharedWords(2);
		const held = call(reference('values.js#holdThread'), [words]);
		await changed(words, 0);
		const counts = sharedWords(10);
		const controller = new AbortController();
		const calls = Array.from({ length: 10 }, (_, index) =>
			index % 2
				? call(run, [counts, index, 'return'])
				: failure(runWith({ signal: controller.signal })(counts, index, 'return')),
		);
		controller.abort();
		const aborted = await Promise.all(calls.filter((_, index) => index % 2 === 0));
		for (const error of aborted) expect(error.code).toBe('LP8004');
		expect(stats().queued).toBe(5);
		Atomics.store(words, 1, 1);
		Atomics.notify(words, 1);
		const heldOn = await held;
		await Promise.all(calls);
		expect([...counts]).toEqual([0, 1, 0, 1, 0, 1, 0, 1, 0, 1]);
		expect(await call(reference('values.js#thread'), [])).toBe(heldOn);
	});

	test('a call in the middle of a batch: its mates run, once each', async () => {
		await Promise.all(Array.from({ length: 200 }, (_, index) => call(echo, [index])));
		const words = sharedWords(300);
		await Promise.all(Array.from({ length: 64 }, () => call(run, [sharedWords(1), 0, 'return'])));
		for (let round = 0; round < 10; round++) {
			words.fill(0);
			const controller = new AbortController();
			const victim = 20 + 25 * round;
			const calls = Array.from({ length: 300 }, (_, index) =>
				index === victim
					? failure(runWith({ signal: controller.signal })(words, index, 'spin'))
					: call(run, [words, index, 'return']),
			);
			await changed(words, victim);
			controller.abort();
			const outcomes = await Promise.all(calls);
			outcomes.forEach((outcome, index) => {
				if (index === victim) expect(outcome.code).toBe('LP8004');
				else expect(outcome).toBe(index);
			});
			expect([...words].every((count) => count === 1)).toBe(true);
		}
	});

	test('racing with completion, any number of times', async () => {
		let aborted = 0;
		for (let round = 0; round < 60; round++) {
			const words = sharedWords(8);
			const controller = new AbortController();
			const calls = Array.from({ length: 8 }, (_, index) =>
				runWith({ signal: controller.signal })(words, index, 'return').catch((error) => error),
			);
			const innocent = Array.from({ length: 4 }, (_, index) => call(echo, [index]));
			calls[round % 8].finally(() => controller.abort());
			if (round % 3 === 0) setImmediate(() => controller.abort());
			const outcomes = await Promise.all(calls);
			outcomes.forEach((outcome, index) => {
				if (outcome !== index) {
					expect(outcome).toMatchObject({ code: 'LP8004' });
					aborted++;
				}
				expect(words[index]).toBeLessThanOrEqual(1);
			});
			expect(await Promise.all(innocent)).toEqual([0, 1, 2, 3]);
		}
		expect(aborted).toBeGreaterThan(0);
	});
});

describe('timeouts', () => {
	test('count from the call, waiting included', async () => {
		const words = sharedWords(4);
		const spins = [0, 1].map((index) => failure(runWith({ timeoutMs: 400 })(words, index, 'spin')));
		const queued = failure(runWith({ timeoutMs: 100 })(words, 2, 'return'));
		expect(await queued).toMatchObject({ code: 'LP8003', timeoutMs: 100 });
		expect(words[2]).toBe(0);
		for (const error of await Promise.all(spins)) expect(error.code).toBe('LP8003');
		expect(await call(run, [words, 3, 'return'])).toBe(3);
	});

	test('options of the call outrank the directive, the directive the pool', async () => {
		await close();
		configure({ threads: 2, timeoutMs: 60_000 });
		const directive = reference('faults.js#run', { timeoutMs: 30_000 });
		const f = withOptions(async (...args) => call(directive, args), { timeoutMs: 50 });
		expect(await failure(f(sharedWords(1), 0, 'never'))).toMatchObject({ timeoutMs: 50 });
		await close();
		configure({ threads: 2, timeoutMs: 70 });
		const error = await failure(call(run, [sharedWords(1), 0, 'never']));
		expect(error).toMatchObject({ timeoutMs: 70 });
	});
});

describe('limits', () => {
	test('a full queue refuses', async () => {
		await close();
		configure({ threads: 1, queueLimit: 3 });
		const outcomes = await Promise.allSettled(
			Array.from({ length: 10 }, (_, index) => call(echo, [index])),
		);
		const accepted = outcomes.filter(({ status }) => status === 'fulfilled');
		expect(accepted.map(({ value }) => value)).toEqual([0, 1, 2, 3]);
		for (const { reason } of outcomes.slice(4)) {
			expect(reason).toMatchObject({ code: 'LP8007', pool: 'default' });
		}
		expect(await call(echo, [1])).toBe(1);
	});

	test('close waits for what has been called, and refuses what comes after', async () => {
		const before = Array.from({ length: 50 }, (_, index) => call(echo, [index]));
		const closing = close();
		expect(await failure(call(echo, [1]))).toMatchObject({ code: 'LP8008' });
		expect(await Promise.all(before)).toEqual(before.map((_, index) => index));
		await closing;
		expect(stats().threads).toBe(0);
		expect(await failure(call(echo, [1]))).toMatchObject({ code: 'LP8008' });
		configure({ threads: 1 });
		expect(await call(echo, [1])).toBe(1);
	});

	test('close by force ends what runs and what waits', async () => {
		const words = sharedWords(3);
		const spins = [0, 1, 2].map((index) => failure(call(run, [words, index, 'spin'])));
		await Promise.all([changed(words, 0), changed(words, 1)]);
		await close({ force: true });
		for (const error of await Promise.all(spins)) expect(error.code).toBe('LP8008');
		expect(words[2]).toBe(0);
	});

	test('priorities: high before normal before low, in order within', async () => {
		await close();
		configure({ threads: 1 });
		const gate = sharedWords(2);
		const held = call(reference('values.js#holdThread'), [gate]);
		await changed(gate, 0);
		const log = sharedWords(100);
		const push = reference('values.js#push');
		const calls = ['low', 'normal', 'high', 'normal', 'low', 'high'].map((priority, index) =>
			withOptions(async () => call(push, [log, index]), { priority })(),
		);
		Atomics.store(gate, 1, 1);
		Atomics.notify(gate, 1);
		await Promise.all([held, ...calls]);
		expect([...log.slice(1, 7)]).toEqual([2, 5, 1, 3, 0, 4]);
	});

	test('pools have threads of their own', async () => {
		await close();
		configure({ threads: 1, pools: { other: { threads: 1 } } });
		const thread = reference('values.js#thread');
		const gate = sharedWords(2);
		const held = call(reference('values.js#holdThread'), [gate]);
		await changed(gate, 0);
		const other = await call(reference('values.js#thread', { pool: 'other' }), []);
		Atomics.store(gate, 1, 1);
		Atomics.notify(gate, 1);
		expect(await held).not.toBe(other);
		const elsewhere = withOptions(async () => call(thread, []), { pool: 'other' });
		expect(await elsewhere()).toBe(other);
		const unknown = withOptions(async () => call(thread, []), { pool: 'toString' });
		expect(await failure(unknown())).toMatchObject({ code: 'LP8012', pool: 'toString' });
		expect(Object.keys(stats().pools)).toEqual(['default', 'other']);
	});
});
