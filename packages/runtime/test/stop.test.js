// Calls that are given up while they run: loops that look end by an exception and the thread lives on; what does not look, or
// goes on, costs the thread.
import { close, configure, stats, withOptions } from '@lapidary/runtime';
import { call } from '@lapidary/runtime/internal/host';
import { changed, failure, reference, sharedWords } from './fixtures.js';

const run = reference('stopping.js#run');
const runWith = (options) => withOptions(async (...args) => call(run, args), options);

/** The id of the only thread; its worker module is loaded afterwards. */
const thread = () => call(run, [sharedWords(1), 0, 'return']);

beforeEach(() => configure({ threads: 1 }));
afterEach(() => close({ force: true }));

/**
 * Abort a call once it runs.
 *
 * @param {string} ending
 * @returns {Promise<{ error: any, words: Int32Array, idle: number, before: number, after: number }>} idle threads when it was
 *   rejected; thread ids
 */
async function abortRunning(ending) {
	const before = await thread();
	const words = sharedWords(1);
	const controller = new AbortController();
	const aborted = failure(runWith({ signal: controller.signal })(words, 0, ending));
	await changed(words, 0);
	controller.abort();
	const error = await aborted;
	return { error, words, idle: stats().pools.default.idle, before, after: await thread() };
}

/**
 * Expect a thread to live on. On a machine that is very busy a round may outlast the grace; not each of several.
 *
 * @param {() => Promise<boolean>} round whether it did
 */
async function livesOn(round) {
	for (let tries = 0; tries < 6; tries++) if (await round()) return;
	throw new Error('the thread was ended in each of 6 rounds');
}

describe('the thread lives on', () => {
	test.each(['spin', 'finally', 'later'])('%s', async (ending) => {
		await livesOn(async () => {
			const { error, words, before, after } = await abortRunning(ending);
			expect(error).toMatchObject({
				name: 'AbortError',
				code: 'LP8004',
				unit: 'test/stopping.js#run',
			});
			if (after === before) expect(words[0]).toBe(ending === 'finally' ? 11 : 1);
			expect(stats()).toMatchObject({ threads: 1, running: 0, queued: 0 });
			return after === before;
		});
	});

	test('after a timeout', async () => {
		await livesOn(async () => {
			const before = await thread();
			const spinning = failure(runWith({ timeoutMs: 30 })(sharedWords(1), 0, 'spin'));
			expect(await spinning).toMatchObject({ code: 'LP8003', timeoutMs: 30 });
			return (await thread()) === before;
		});
	});

	test('in a CommonJS worker module', async () => {
		const unitThread = reference('stopping.cjs#thread');
		const spin = reference('stopping.cjs#spin');
		await livesOn(async () => {
			const before = await call(unitThread, []);
			const words = sharedWords(1);
			const controller = new AbortController();
			const { signal } = controller;
			const spinning = failure(withOptions(async () => call(spin, [words]), { signal })());
			await changed(words, 0);
			controller.abort();
			expect(await spinning).toMatchObject({ code: 'LP8004' });
			return (await call(unitThread, [])) === before;
		});
	});

	test('for the other calls of the batch, which run once each', async () => {
		const warm = sharedWords(64);
		await Promise.all(Array.from({ length: 64 }, (_, index) => call(run, [warm, index, 'return'])));
		let victim = 0;
		await livesOn(async () => {
			const before = await thread();
			const words = sharedWords(300);
			const controller = new AbortController();
			victim += 25;
			const calls = Array.from({ length: 300 }, (_, index) =>
				index === victim
					? failure(runWith({ signal: controller.signal })(words, index, 'spin'))
					: call(run, [words, index, 'return']),
			);
			await changed(words, victim);
			controller.abort();
			const outcomes = await Promise.all(calls);
			const [error] = outcomes.splice(victim, 1);
			expect(error.code).toBe('LP8004');
			expect([...words].every((count) => count === 1)).toBe(true);
			return outcomes.every((id) => id === before);
		});
		expect(stats().units['test/stopping.js#run'].largestBatch).toBeGreaterThan(10);
	});
});

describe('the thread is ended after the grace', () => {
	test.each(['swallow', 'blind', 'never'])('%s', async (ending) => {
		const { error, words, idle, before, after } = await abortRunning(ending);
		expect(error).toMatchObject({ name: 'AbortError', code: 'LP8004' });
		expect(idle).toBe(0); // rejected at once, not when the thread had ended
		expect(after).not.toBe(before);
		expect(words[0]).toBe(ending === 'swallow' ? 50 : 1);
		expect(stats()).toMatchObject({ threads: 1, running: 0 });
	});

	test('after a timeout', async () => {
		const before = await thread();
		expect(await failure(runWith({ timeoutMs: 30 })(sharedWords(1), 0, 'blind'))).toMatchObject({
			code: 'LP8003',
		});
		expect(await thread()).not.toBe(before);
	});
});

test('any number of calls of one signal, racing with completion', async () => {
	let aborted = 0;
	for (let round = 0; round < 60; round++) {
		const words = sharedWords(8);
		const controller = new AbortController();
		const calls = Array.from({ length: 8 }, (_, index) =>
			runWith({ signal: controller.signal })(
				words,
				index,
				index === round % 11 ? 'spin' : 'return',
			).catch((error) => error),
		);
		const innocent = Array.from({ length: 4 }, (_, index) =>
			call(run, [sharedWords(1), 0, 'return']).then(() => index),
		);
		await changed(words, Math.min(round % 11, 7));
		controller.abort();
		for (const outcome of await Promise.all(calls)) {
			if (typeof outcome === 'number') continue;
			expect(outcome).toMatchObject({ code: 'LP8004' });
			aborted++;
		}
		expect(await Promise.all(innocent)).toEqual([0, 1, 2, 3]);
	}
	expect(aborted).toBeGreaterThan(0);
});

test('closing while a call is being stopped', async () => {
	const words = sharedWords(1);
	const controller = new AbortController();
	const aborted = failure(runWith({ signal: controller.signal })(words, 0, 'blind'));
	await changed(words, 0);
	controller.abort();
	expect(await aborted).toMatchObject({ code: 'LP8004' });
	await close();
	expect(stats().threads).toBe(0);
});
