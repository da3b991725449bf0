// Callers whose calls have been given up are told a few at a time, in order; the event loop turns in between.
import { setEnvironmentData } from 'node:worker_threads';
import { close, configure, drain, stats, withOptions } from '@lapidary/runtime';
import { call } from '@lapidary/runtime/internal/host';
import { Rejections } from '../src/host/rejections.js';
import { changed, failure, reference, sharedWords } from './fixtures.js';

const turn = () => new Promise((resolve) => void setImmediate(resolve));

/** Spend so much time of this thread as the code of a caller may. @param {number} ms */
function spend(ms) {
	const untilMs = performance.now() + ms;
	while (performance.now() < untilMs);
}

describe('callers', () => {
	test('are told in order and once, in later turns where that takes long', async () => {
		const told = [];
		const rejections = new Rejections((each) => {
			told.push(each);
			spend(1);
		});
		const calls = Array.from({ length: 200 }, (_, index) => ({ index }));
		for (const each of calls) rejections.add(each);
		expect(told).toEqual([]);
		const counts = [];
		while (rejections.size > 0) {
			await turn();
			counts.push(told.length);
		}
		expect(told).toEqual(calls);
		// 8 calls, or a few more when the clock stands, are told in one turn.
		expect(counts.length).toBeGreaterThan(10);
	});

	test('are told in this turn when there are few', async () => {
		const told = [];
		const rejections = new Rejections((each) => told.push(each));
		rejections.add(1);
		rejections.add(2);
		await Promise.resolve();
		await Promise.resolve();
		expect(told).toEqual([1, 2]);
		rejections.add(3);
		await Promise.resolve();
		expect(told).toEqual([1, 2, 3]);
	});

	test('of whom more are added meanwhile', async () => {
		const told = [];
		const rejections = new Rejections((each) => {
			told.push(each);
			if (each < 100) rejections.add(each + 100);
		});
		for (let each = 0; each < 100; each++) rejections.add(each);
		while (rejections.size > 0) await turn();
		expect(told).toEqual(Array.from({ length: 200 }, (_, each) => each));
	});
});

describe('one signal for many calls', () => {
	const WAITING = 20_000;
	const run = reference('ahead.js#run');
	const words = sharedWords(16);

	beforeAll(() => setEnvironmentData('test/ahead.js', words));
	beforeEach(() => words.fill(0));
	afterEach(() => close({ force: true }));

	/** @param {AbortSignal} signal @param {number} count of calls, which count themselves in word 5 */
	function waitWith(signal, count) {
		const runWith = withOptions(async (...args) => call(run, args), { signal });
		return Array.from({ length: count }, () => failure(runWith(5, 'return')));
	}

	/** @param {number} word of a call that holds its thread */
	function release(word) {
		Atomics.store(words, word, 1);
		Atomics.notify(words, word);
	}

	test('ends all of them, runs none, and lets the event loop turn', async () => {
		configure({ threads: 1 });
		const held = call(run, [0, 'hold', 10]);
		await changed(words, 0);
		const controller = new AbortController();
		const failures = waitWith(controller.signal, WAITING);
		let told = 0;
		for (const each of failures) void each.then(() => told++);
		await turn();
		controller.abort(new Error('enough'));
		// Its thread is free from now on, and what has come since does not wait behind what is over.
		release(10);
		const late = call(run, [1, 'return']);
		const counts = [];
		while (told < WAITING) {
			await turn();
			if (told !== counts[counts.length - 1]) counts.push(told);
		}
		expect(counts.length).toBeGreaterThan(20);
		expect(await late).toBe(1);
		expect(await held).toBe(0);
		expect(words[5]).toBe(0);
		for (const error of await Promise.all(failures)) {
			if (error.code !== 'LP8004' || error.cause?.message !== 'enough') throw error;
		}
		expect(stats()).toMatchObject({ queued: 0, running: 0 });
	});

	test('what is about to be told of its end does not count as waiting', async () => {
		configure({ threads: 1, queueLimit: WAITING });
		await call(run, [0, 'return']);
		const held = call(run, [0, 'hold', 10]);
		const controller = new AbortController();
		const failures = waitWith(controller.signal, WAITING);
		controller.abort();
		const late = [];
		for (let index = 0; index < 100; index++) late.push(call(run, [1, 'return']));
		release(10);
		expect(new Set(await Promise.all(late))).toEqual(new Set([1]));
		expect(new Set((await Promise.all(failures)).map(({ code }) => code))).toEqual(
			new Set(['LP8004']),
		);
		expect(await held).toBe(0);
	});

	test('a pool is drained when all callers have been told', async () => {
		configure({ threads: 1 });
		const held = call(run, [0, 'hold', 10]);
		await changed(words, 0);
		const controller = new AbortController();
		const failures = waitWith(controller.signal, 2000);
		let told = 0;
		for (const each of failures) void each.then(() => told++);
		controller.abort();
		release(10);
		await drain();
		expect(await held).toBe(0);
		await turn();
		expect(told).toBe(2000);
	});
});
