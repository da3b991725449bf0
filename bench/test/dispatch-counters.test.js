import { MessageChannel } from 'node:worker_threads';
import { describe, expect, test } from '@jest/globals';
import { countCalls, KINDS, merge, sumUp } from '../dispatch/counters/measure.js';
import { countersReport } from '../dispatch/counters/report.js';
import { startCounting, stopCounting } from '../dispatch/counters/src/probe.js';
import { markdownReport } from '../lib/report.js';

const NOTHING = {
	bytes: 0,
	messages: 0,
	waits: 0,
	notifies: 0,
	turns: 0,
	promises: 0,
	reactions: 0,
	functions: 0,
	distinct: 0,
};

/** @param {Partial<typeof NOTHING>} counts */
const counts = (counts) => ({ ...NOTHING, ...counts });

describe('what happens in a thread is counted', () => {
	test('promises and their reactions', async () => {
		startCounting('promises');
		await Promise.resolve(1);
		const first = stopCounting();
		startCounting('promises');
		for (let at = 0; at < 10; at++) await Promise.resolve(at);
		const more = stopCounting();
		// A test runner may do something of its own meanwhile.
		expect(first.reactions).toBeGreaterThanOrEqual(1);
		expect(more.reactions - first.reactions).toBeGreaterThanOrEqual(8);
		expect(more.reactions - first.reactions).toBeLessThan(13);
		expect(more.promises - first.promises).toBeGreaterThanOrEqual(8);
	});

	test('messages and notifications, and nothing afterwards', () => {
		const { port1, port2 } = new MessageChannel();
		const words = new Int32Array(new SharedArrayBuffer(4));
		startCounting('events');
		for (let at = 0; at < 3; at++) port1.postMessage(at);
		Atomics.notify(words, 0);
		Atomics.wait(words, 0, 1);
		const counted = stopCounting();
		port1.postMessage('not counted');
		port1.close();
		port2.close();
		expect(counted).toMatchObject({ notifies: 1, waits: 1 });
		// Jest has classes of its own; those of Node are counted where benchmarks run.
		expect([0, 3]).toContain(counted.messages);
	});

	test('functions by the number of calls', () => {
		const f = () => 1;
		const g = () => f() + f();
		startCounting('functions');
		const before = stopCounting();
		startCounting('functions');
		for (let at = 0; at < 20; at++) g();
		const counted = stopCounting();
		expect(counted.functions - before.functions).toBeGreaterThanOrEqual(60);
		expect(counted.functions - before.functions).toBeLessThan(80);
		expect(counted.distinct - before.distinct).toBeGreaterThanOrEqual(2);
	});

	test('bytes that are allocated', () => {
		startCounting('heap');
		const kept = Array.from({ length: 1000 }, (_, at) => ({ at, next: at + 1 }));
		const { bytes } = stopCounting();
		expect(kept).toHaveLength(1000);
		expect(bytes).toBeGreaterThan(10_000);
	});
});

test('counts are given per call, in the thread with the call that begins and ends it', async () => {
	/** @type {unknown[]} */
	const subjects = [];
	const contender = {
		echo: async (/** @type {unknown} */ value) => value,
		probe: async (/** @type {any} */ subject) => {
			subjects.push(subject);
			return subject ? undefined : counts({ messages: 22, distinct: 5 });
		},
		close: async () => undefined,
	};
	const { host, thread } = await countCalls(contender, {
		kind: 'nothing',
		subject: 'promises',
		count: 10,
	});
	expect(subjects).toEqual(['promises', undefined]);
	expect(thread).toEqual(counts({ messages: 2, distinct: 5 }));
	expect(host.reactions).toBeGreaterThanOrEqual(1);
	expect(host.reactions).toBeLessThan(2);
});

test('samples become medians, and of bytes the most', () => {
	const samples = [1, 9, 2].map((value) => ({
		host: counts({ messages: value, bytes: value }),
		thread: counts({ messages: 10 * value, bytes: -value }),
	}));
	expect(sumUp(samples)).toEqual({
		host: counts({ messages: 2, bytes: 9 }),
		thread: counts({ messages: 20, bytes: -1 }),
	});
});

test('parts that have counted different things become one', () => {
	const parts = [
		{ host: counts({ bytes: 100 }), thread: counts({ bytes: 50 }) },
		{ host: counts({ messages: 1 }), thread: counts({ messages: 2 }) },
	];
	expect(merge(parts)).toEqual({
		host: counts({ bytes: 100, messages: 1 }),
		thread: counts({ bytes: 50, messages: 2 }),
	});
});

test('the report has a row for each contender, and judges the path', () => {
	const both = { host: counts({ messages: 1, functions: 60 }), thread: counts({ messages: 1 }) };
	const raw = { host: counts({ messages: 1, functions: 20 }), thread: counts({ messages: 1 }) };
	const ofKinds = (/** @type {any} */ value) =>
		Object.fromEntries(Object.keys(KINDS).map((kind) => [kind, value]));
	const cost = { cpuUs: 40, latencyUs: 30, sleeps: 2 };
	const machine = /** @type {any} */ ({ date: '2026-01-01', commit: 'abc', flags: [], load: 0 });
	const report = countersReport({
		machine,
		plan: { calls: 1, rounds: 1 },
		figures: /** @type {any} */ ({
			counts: { lapidary: ofKinds(both), raw: ofKinds(raw) },
			costs: ofKinds([{ gapMs: 0, costs: { lapidary: cost, raw: cost } }]),
		}),
	});
	const text = markdownReport(report, 'quick');
	expect(text).toContain('| Lapidary | 60.0 / 0 |');
	expect(text).toContain('| message with a number | 20.0 / 0 |');
	expect(text).toContain('CPU µs, 0 ms apart');
	expect(report.goals.map(({ value }) => value)).toEqual([1, 3]);
});
