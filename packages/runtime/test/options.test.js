import { AsyncLocalStorage } from 'node:async_hooks';
import diagnostics from 'node:diagnostics_channel';
import { close, configure, drain, stats, transfer, withOptions } from '@lapidary/runtime';
import { call, callOrRun } from '@lapidary/runtime/internal/host';
import { failure, reference } from './fixtures.js';

const echo = reference('values.js#echo');

afterEach(async () => {
	await close({ force: true });
	configure({});
});

describe('configure', () => {
	test.each([
		['threads', { threads: 0 }],
		['threads', { threads: 1.5 }],
		['threads', { threads: '2' }],
		['thread', { thread: 2 }],
		['toString', { toString: 1 }],
		['queueLimit', { queueLimit: -1 }],
		['timeoutMs', { timeoutMs: 0 }],
		['timeoutMs', { timeoutMs: Infinity }],
		['mode', { mode: 'fast' }],
		['resourceLimits', { resourceLimits: 5 }],
		['resourceLimits.maxOldGenerationSizeMb', { resourceLimits: { maxOldGenerationSizeMb: '1' } }],
		['resourceLimits.filename', { resourceLimits: { filename: '/etc/passwd' } }],
		['execArgv', { execArgv: '--import' }],
		['pools', { pools: [] }],
		['pools.a', { pools: { a: 5 } }],
		['pools.a.filename', { pools: { a: { filename: 'x' } } }],
		['the argument', null],
	])('refuses %s in %j', (option, options) => {
		const refusal = (() => {
			try {
				return configure(options);
			} catch (error) {
				return error;
			}
		})();
		expect(refusal).toMatchObject({ code: 'LP8009', option });
		expect(refusal.message).toContain('accepts');
	});

	test('takes undefined for left out, and nothing from a prototype', async () => {
		configure({ threads: undefined, pools: { a: Object.create({ threads: 'many' }) } });
		const named = withOptions(async () => call(echo, [1]), { pool: 'a' });
		expect(await named()).toBe(1);
	});

	test('is refused once calls have been made, until close', async () => {
		configure({ threads: 1 });
		await call(echo, [1]);
		expect(() => configure({ threads: 2 })).toThrow(/after the first call/);
		await close();
		configure({ threads: 2 });
		expect(await call(echo, [2])).toBe(2);
	});
});

describe('withOptions', () => {
	test.each([
		['signal', { signal: {} }],
		['timeoutMs', { timeoutMs: -1 }],
		['priority', { priority: 'urgent' }],
		['pool', { pool: '' }],
		['transfer', { transfer: [1] }],
		['timeout', { timeout: 5 }],
	])('refuses %s in %j', (option, options) => {
		expect(() => withOptions(() => 1, options)).toThrow(expect.objectContaining({ option }));
	});

	test('keeps name, arity, receiver and result of a function that is not lowered', () => {
		const object = {
			factor: 3,
			f: withOptions(
				function times(a, b) {
					return this.factor * a * b;
				},
				{ timeoutMs: 5 },
			),
		};
		expect(object.f(2, 2)).toBe(12);
		expect([object.f.name, object.f.length]).toEqual(['times', 2]);
	});

	test('holds for the one synchronous call', async () => {
		const never = reference('faults.js#run');
		const words = new Int32Array(new SharedArrayBuffer(8));
		const f = withOptions(
			async () => {
				const first = call(never, [words, 0, 'never']);
				const second = call(echo, ['no limit']);
				return [await failure(first), await second];
			},
			{ timeoutMs: 50 },
		);
		const [error, value] = await f();
		expect(error.code).toBe('LP8003');
		expect(value).toBe('no limit');
		const plain = withOptions(() => undefined, { timeoutMs: 1 });
		plain();
		expect(await call(echo, [1])).toBe(1);
	});
});

test('transfer refuses what is no object', () => {
	expect(() => transfer(5)).toThrow(expect.objectContaining({ code: 'LP8009' }));
});

test('stats count calls, batches and units; drain waits for all of them', async () => {
	configure({ threads: 2 });
	const tiny = reference('values.js#add');
	await Promise.all(Array.from({ length: 10 }, (_, index) => call(tiny, [index, 1])));
	const calls = Array.from({ length: 500 }, (_, index) => call(tiny, [index, 1]));
	expect(stats().queued + stats().running).toBe(500);
	await drain();
	const report = stats();
	expect(report).toMatchObject({ queued: 0, running: 0 });
	expect(report.pools.default).toMatchObject({ threads: 2, queued: 0, running: 0 });
	const figures = report.units['test/values.js#add'];
	expect(figures).toMatchObject({ calls: 510, completed: 510, failed: 0 });
	expect(figures.batches).toBeGreaterThan(2);
	expect(figures.meanBatchSize).toBeGreaterThan(1);
	expect(figures.meanRunUs).toBeGreaterThan(0);
	expect(figures.largestBatch).toBeLessThanOrEqual(125);
	expect(await calls[499]).toBe(500);
});

test('units that run long go one at a time', async () => {
	configure({ threads: 2 });
	const spin = reference('values.js#spinUs');
	await Promise.all(Array.from({ length: 40 }, () => call(spin, [2000])));
	expect(stats().units['test/values.js#spinUs']).toMatchObject({ batches: 0, completed: 40 });
});

test('diagnostics channels tell about each call', async () => {
	const seen = [];
	const listeners = ['start', 'end', 'error'].map((kind) => {
		const listener = (event) => seen.push([kind, { ...event }]);
		diagnostics.subscribe(`lapidary:call:${kind}`, listener);
		return () => diagnostics.unsubscribe(`lapidary:call:${kind}`, listener);
	});
	await call(echo, [1]);
	const error = await failure(call(reference('faults.js#rejectLater'), []));
	for (const unsubscribe of listeners) unsubscribe();
	await call(echo, [2]);
	expect(seen.map(([kind]) => kind)).toEqual(['start', 'end', 'start', 'error']);
	expect(seen[1][1]).toMatchObject({ unit: 'test/values.js#echo' });
	expect(seen[1][1].durationMs).toBeGreaterThan(0);
	expect(seen[3][1].error).toBe(error);
});

test('a subscriber finds the context of the caller, whichever thread is free for the call', async () => {
	const context = new AsyncLocalStorage();
	const seen = [];
	const listener = () => seen.push(context.getStore());
	diagnostics.subscribe('lapidary:call:end', listener);
	configure({ threads: 2 });
	const numbers = Array.from({ length: 20 }, (_, number) => number);
	await Promise.all(numbers.map((number) => context.run(number, () => call(echo, [number]))));
	diagnostics.unsubscribe('lapidary:call:end', listener);
	expect(seen.sort((left, right) => left - right)).toEqual(numbers);
});

describe('try_cpu_bound', () => {
	test('short calls run here once measured, long ones on the pool', async () => {
		configure({ threads: 1 });
		const short = reference('values.js#add');
		short.figures.meanRunUs = -1;
		const inline = (a, b) => a + b;
		expect(await callOrRun(short, [1, 2], undefined, inline)).toBe(3);
		expect(short.figures.inlineRuns).toBe(0);
		for (let index = 0; index < 40; index++) await callOrRun(short, [index, 2], undefined, inline);
		expect(short.figures.inlineRuns).toBeGreaterThan(0);

		const long = reference('values.js#spinUs');
		for (let index = 0; index < 5; index++)
			await callOrRun(long, [30_000], undefined, () => 'here');
		expect(long.figures.inlineRuns).toBe(0);
	});

	test('a unit whose inline runs turn out long goes back to the pool', async () => {
		configure({ threads: 1 });
		await call(echo, [1]);
		const unit = reference('values.js#spinUs');
		unit.figures.meanRunUs = 1;
		const spin = (runUs) => {
			const endMs = performance.now() + runUs / 1000;
			while (performance.now() < endMs);
			return 'here';
		};
		expect(await callOrRun(unit, [60_000], undefined, spin)).toBe('here');
		expect(await callOrRun(unit, [60_000], undefined, spin)).toBe(60_000);
		expect(unit.figures.inlineRuns).toBe(1);
	});

	test('a burst of calls that are not very short goes to the pool', async () => {
		configure({ threads: 2 });
		const unit = reference('values.js#spinUs');
		await call(unit, [30]);
		unit.figures.meanRunUs = 30;
		unit.costs = { overheadUs: 60, sendUs: 5, inFlight: 1, hereUs: 0 };
		const before = unit.figures.inlineRuns;
		const spin = (runUs) => {
			const endMs = performance.now() + runUs / 1000;
			while (performance.now() < endMs);
			return runUs;
		};
		await Promise.all(Array.from({ length: 100 }, () => callOrRun(unit, [30], undefined, spin)));
		expect(unit.figures.inlineRuns - before).toBeLessThan(50);
	});

	test('errors of the inline run reject', async () => {
		const unit = reference('values.js#add');
		unit.figures.meanRunUs = 0.1;
		await call(echo, [1]);
		const error = new Error('inline');
		const inline = () => {
			throw error;
		};
		expect(await failure(callOrRun(unit, [], undefined, inline))).toBe(error);
	});

	describe('values that cannot cross', () => {
		const uncloneable = () => new Proxy([1], {});
		const inline = (/** @type {any} */ value) => ['here', value.length];
		/** @param {string} name @param {any} [options] of a unit that is worth sending */
		const longUnit = (name, options) => {
			const unit = reference(name, options);
			unit.figures.meanRunUs = 1_000_000;
			return unit;
		};

		test('a call whose arguments cannot be sent runs here, with what they are at the call', async () => {
			configure({ threads: 1 });
			const unit = longUnit('values.js#later');
			const list = uncloneable();
			const made = callOrRun(unit, [list], undefined, inline);
			list.push(2);
			expect(await made).toEqual(['here', 1]);
			expect(await callOrRun(unit, [[3]], undefined, inline)).toEqual([3]);
			expect(unit.figures).toMatchObject({ calls: 2, inlineRuns: 1, failed: 0 });
		});

		test('so do calls that wait, and those whose captures throw', async () => {
			configure({ threads: 1 });
			const unit = longUnit('values.js#later');
			const calls = [[1], uncloneable(), [2], uncloneable()].map((one) =>
				callOrRun(unit, [one], undefined, inline),
			);
			expect(await Promise.all(calls)).toEqual([[1], ['here', 1], [2], ['here', 1]]);
			const captures = () => {
				throw new TypeError('not yet');
			};
			expect(await callOrRun(unit, [[1]], captures, inline)).toEqual(['here', 1]);
		});

		test('what asks for a pool that there is not fails all the same', async () => {
			const unit = reference('values.js#later', { pool: 'none' });
			const error = await failure(callOrRun(unit, [uncloneable()], undefined, inline));
			expect(error).toMatchObject({ code: 'LP8012' });
		});

		test('a result that cannot be sent back is computed again here, if nothing has changed', async () => {
			configure({ threads: 1 });
			const again = longUnit('values.js#signal', { again: true });
			const run = (/** @type {any} */ value) => ({ here: value.x });
			const value = { x: 1 };
			expect(await callOrRun(again, [value], undefined, run)).toEqual({ here: 1 });
			// And at once from then on.
			expect(await callOrRun(again, [{ x: 2 }], undefined, run)).toEqual({ here: 2 });
			expect(again.figures).toMatchObject({ inlineRuns: 2 });
		});

		test('it rejects where an argument has changed, or the unit may not run twice, and runs here from then on', async () => {
			configure({ threads: 1 });
			const run = (/** @type {any} */ value) => ({ here: value.x });
			const again = longUnit('values.js#signal', { again: true });
			const value = { x: 1 };
			const made = callOrRun(again, [value], undefined, run);
			value.x = 2;
			expect(await failure(made)).toMatchObject({ code: 'LP8015' });
			const once = longUnit('values.js#signal');
			expect(await failure(callOrRun(once, [{ x: 1 }], undefined, run))).toMatchObject({
				code: 'LP8015',
			});
			expect(await callOrRun(once, [{ x: 3 }], undefined, run)).toEqual({ here: 3 });
		});
	});
});
