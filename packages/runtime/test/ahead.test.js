// A thread is sent its next call while it runs one. What it has not begun still waits for whoever is free first, and none is lost
// or run twice, whatever happens to the call before it. Units count their runs in shared memory that is not among their arguments.
import { setEnvironmentData } from 'node:worker_threads';
import { close, configure, stats, withOptions } from '@lapidary/runtime';
import { call } from '@lapidary/runtime/internal/host';
import { changed, failure, reference, sharedWords } from './fixtures.js';

const WORDS = 512;
const run = reference('ahead.js#run');
const meet = reference('ahead.js#meet');
const runWith = (options) => withOptions(async (...args) => call(run, args), options);

/** @type {Int32Array} */
let words;

beforeEach(() => {
	words = sharedWords(WORDS);
	setEnvironmentData('test/ahead.js', words);
	// Its threads have other words.
	run.figures.meanRunUs = -1;
});
afterEach(() => close({ force: true }));

/** @param {number} threads that are to be there and know the unit */
async function start(threads) {
	configure({ threads, resourceLimits: { maxOldGenerationSizeMb: 24 } });
	while ((stats().pools.default?.idle ?? 0) < threads || run.figures.meanRunUs < 0) {
		await Promise.all(Array.from({ length: threads }, () => call(run, [WORDS - 1, 'work'])));
	}
	words.fill(0);
	// Measured as work of some milliseconds, so that calls travel alone.
	run.figures.meanRunUs = 5000;
}

/** @param {number} word of a call that holds its thread until this is called */
function release(word) {
	Atomics.store(words, word, 1);
	Atomics.notify(words, word);
}

/** What was called in this turn has been sent ahead when this resolves. */
const turnOver = () => new Promise((resolve) => void setImmediate(resolve));

test('a thread goes on with the next call without the host', async () => {
	await start(1);
	const held = call(run, [0, 'hold', 10]);
	const next = call(run, [1, 'object']);
	await changed(words, 0);
	// From here on the host's event loop stands still.
	release(10);
	expect(Atomics.wait(words, 1, 0, 20_000)).not.toBe('timed-out');
	expect(await Promise.all([held, next])).toEqual([0, { index: 1 }]);
});

test('what was sent ahead runs where a thread gets free first', async () => {
	await start(2);
	const held = [call(run, [0, 'hold', 10]), call(run, [1, 'hold', 11])];
	const others = [call(run, [2, 'thread']), call(run, [3, 'thread'])];
	await Promise.all([changed(words, 0), changed(words, 1)]);
	release(11);
	await held[1];
	const [first, second] = await Promise.all(others);
	expect(first).toBe(second);
	expect(words[10]).toBe(0);
	release(10);
	await held[0];
	expect([...words.slice(0, 4)]).toEqual([1, 1, 1, 1]);
});

test('a call does not wait behind a long one while others go on', async () => {
	await start(2);
	const held = call(run, [0, 'hold', 100]);
	await changed(words, 0);
	// All threads have something to do from now on, as new calls come whenever one is done.
	const order = [];
	const lane = async (index) => {
		if (index >= 40) return;
		order.push(await call(run, [index, 'work']));
		await lane(index + 3);
	};
	await Promise.all([1, 2, 3].map(lane));
	release(100);
	await held;
	expect(order).toHaveLength(39);
	// None was overtaken by more than a few.
	order.forEach((index, place) => expect(Math.abs(place + 1 - index)).toBeLessThan(8));
});

test.each([
	['exit', { code: 'LP8002', exitCode: 7 }],
	['uncaught', { code: 'LP8002', cause: { message: 'nobody catches this' } }],
	['throw', { name: 'RangeError' }],
])('%s: the call behind it runs elsewhere, once', async (ending, expected) => {
	await start(1);
	const bad = failure(call(run, [0, ending]));
	const next = call(run, [1, 'return']);
	expect(await bad).toMatchObject(expected);
	expect(await next).toBe(1);
	expect([...words.slice(0, 2)]).toEqual([1, 1]);
});

test.each(['endless', 'never'])(
	'a timeout of %s takes what is behind it along to another thread',
	async (ending) => {
		await start(1);
		const bad = failure(runWith({ timeoutMs: 50 })(0, ending));
		const next = call(run, [1, 'object']);
		expect(await bad).toMatchObject({ code: 'LP8003' });
		expect(await next).toEqual({ index: 1 });
		expect([...words.slice(0, 2)]).toEqual([1, 1]);
	},
);

test('a call that is given up before it has begun never runs', async () => {
	await start(1);
	const controller = new AbortController();
	const held = call(run, [0, 'hold', 10]);
	const aborted = failure(runWith({ signal: controller.signal })(1, 'return'));
	const late = failure(runWith({ timeoutMs: 20 })(2, 'return'));
	await turnOver();
	controller.abort();
	expect(await aborted).toMatchObject({ code: 'LP8004' });
	const last = call(run, [3, 'return']);
	expect(await late).toMatchObject({ code: 'LP8003' });
	release(10);
	expect(await Promise.all([held, last])).toEqual([0, 3]);
	expect([...words.slice(0, 4)]).toEqual([1, 0, 0, 1]);
});

test('the call that is given up is the one that ends, also when its thread has just got to it', async () => {
	await start(1);
	const controller = new AbortController();
	const held = call(run, [0, 'hold', 10]);
	const endless = failure(runWith({ signal: controller.signal })(1, 'endless'));
	const last = call(run, [2, 'return']);
	await changed(words, 0);
	release(10);
	// The host has not heard that the first one is over.
	expect(Atomics.wait(words, 1, 0, 20_000)).not.toBe('timed-out');
	controller.abort();
	expect(await endless).toMatchObject({ code: 'LP8004' });
	expect(await Promise.all([held, last])).toEqual([0, 2]);
	expect([...words.slice(0, 3)]).toEqual([1, 1, 1]);
});

test('a more urgent call overtakes what was sent ahead', async () => {
	await start(1);
	const order = [];
	const note = (promise) => promise.then((index) => order.push(index));
	const held = call(run, [0, 'hold', 10]);
	const calls = [note(call(run, [1, 'return'])), note(call(run, [2, 'return']))];
	await turnOver();
	calls.push(note(runWith({ priority: 'high' })(3, 'return')));
	await turnOver();
	release(10);
	await Promise.all([held, ...calls]);
	expect(order).toEqual([3, 1, 2]);
});

test('between two calls the event loop of the thread turns', async () => {
	await start(1);
	const calls = [call(run, [0, 'leave', 10]), call(run, [1, 'look', 10])];
	for (let index = 2; index < 6; index++) calls.push(call(run, [index, 'look', 10]));
	const seen = await Promise.all(calls);
	expect(seen.slice(2)).toEqual([1, 1, 1, 1]);
});

test('an async call is over before the next one begins', async () => {
	await start(1);
	const calls = Array.from({ length: 8 }, (_, index) => call(run, [index, 'wait']));
	for (let index = 0; index < 8; index++) {
		expect(await calls[index]).toBe(index);
		// The one after the next has not begun when the host hears of this one.
		expect(words[index + 3]).toBe(0);
	}
});

test('what was sent ahead counts as waiting, for statistics and for the limit', async () => {
	await start(1);
	await close();
	configure({ threads: 1, queueLimit: 2 });
	await call(run, [WORDS - 1, 'work']);
	run.figures.meanRunUs = 5000;
	const held = call(run, [0, 'hold', 10]);
	const waiting = [call(run, [1, 'return']), call(run, [2, 'return'])];
	await turnOver();
	expect(stats()).toMatchObject({ queued: 2, running: 1 });
	expect(await failure(call(run, [3, 'return']))).toMatchObject({ code: 'LP8007' });
	release(10);
	expect(await Promise.all([held, ...waiting])).toEqual([0, 1, 2]);
	expect(stats()).toMatchObject({ queued: 0, running: 0 });
});

test('nothing is sent behind a call that may wait for others', async () => {
	await start(2);
	meet.figures.meanRunUs = 1000;
	const meeting = sharedWords(1);
	// One waits for the other, which must not be behind it; the other thread is free in a moment.
	const calls = [call(meet, [meeting, 0, 'one']), call(run, [1, 'hold', 10])];
	calls.push(call(meet, [meeting, 2, 'other']), call(run, [3, 'return']));
	await Promise.all([changed(words, 0), changed(words, 1)]);
	release(10);
	expect(await Promise.all(calls)).toEqual(['one', 1, 'other', 3]);
});

test('a pool that is closed rejects what was sent ahead', async () => {
	await start(1);
	const calls = [
		failure(call(run, [0, 'hold', 10])),
		failure(call(run, [1, 'return'])),
		failure(call(run, [2, 'return'])),
	];
	await changed(words, 0);
	await close({ force: true });
	for (const error of await Promise.all(calls)) expect(error).toMatchObject({ code: 'LP8008' });
	expect([...words.slice(0, 3)]).toEqual([1, 0, 0]);
});

test.each([1, 2, 3])('on %i threads: all faults mixed, each call runs once', async (threads) => {
	await start(threads);
	const endings = ['throw', 'exit', 'uncaught', 'endless', 'never'];
	const good = ['return', 'object', 'work', 'wait'];
	const endingOf = (index) =>
		index % 23 === 11 ? endings[((index - 11) / 23) % endings.length] : good[index % good.length];
	// The first ones that hang would else wait for each other's time to be over.
	const limited = runWith({ timeoutMs: 150 });
	const indices = Array.from({ length: 200 }, (_, index) => index);
	const outcomes = await Promise.all(
		indices.map((index) => {
			const ending = endingOf(index);
			if (good.includes(ending)) return call(run, [index, ending]);
			return failure(
				ending === 'endless' || ending === 'never'
					? limitedLater(index)
					: call(run, [index, ending]),
			);
		}),
	);
	/** @param {number} index of a call that gets its time only when it is made, so that it begins before that is over */
	async function limitedLater(index) {
		await call(run, [index + 200, 'return']);
		return limited(index, endingOf(index));
	}
	for (const index of indices) {
		const ending = endingOf(index);
		if (ending === 'object') expect(outcomes[index]).toEqual({ index });
		else if (good.includes(ending)) expect(outcomes[index]).toBe(index);
		else expect(outcomes[index]).toBeInstanceOf(Error);
		// A call whose time is over before its turn comes never begins.
		if (ending === 'endless' || ending === 'never') expect(words[index]).toBeLessThanOrEqual(1);
		else expect(words[index]).toBe(1);
	}
});
