// Generator units that are lost with their thread, or given up: what is ended, what lives on.
import { close, configure, stats, withOptions } from '@lapidary/runtime';
import { call, generate, unit } from '@lapidary/runtime/internal/host';
import { changed, failure, reference, sharedWords } from './fixtures.js';
import { onOneThread, open, ref, stub } from './generator-stubs.js';

beforeEach(() => configure({ threads: 2 }));
afterEach(() => close({ force: true }));

/**
 * Expect a thread to live on. On a machine that is very busy a round may outlast the grace; not each of several.
 *
 * @param {() => Promise<boolean>} round whether it did
 */
async function livesOn(round) {
	for (let tries = 0; tries < 6; tries++) if (await round()) return;
	throw new Error('the thread was ended in each of 6 rounds');
}

describe('the thread dies', () => {
	test('the pull that is pending and later ones reject', async () => {
		const exiting = generate(ref('second'), [sharedWords(2), 'exit']);
		await exiting.next();
		expect(await failure(exiting.next())).toMatchObject({ code: 'LP8002', exitCode: 5 });
		expect(await failure(exiting.next())).toMatchObject({ code: 'LP8002' });
		expect(await failure(exiting.return())).toMatchObject({ code: 'LP8002' });
		expect(await call(ref('thread'), [])).toEqual(expect.any(Number));
		expect(stats()).toMatchObject({ running: 0, threads: 1 });
	});

	test('in the first step', async () => {
		const words = sharedWords(2);
		const dying = generate(reference('faults.js#run'), [words, 0, 'exit']);
		expect(await failure(dying.next())).toMatchObject({ code: 'LP8002' });
		expect(await failure(dying.next())).toMatchObject({ code: 'LP8002' });
	});

	test('generators of it that nobody pulls just then are lost, too; those of others are not', async () => {
		await close();
		configure({ threads: 1, pools: { other: { threads: 1 } } });
		const lost = stub('threads')();
		await lost.next();
		const other = stub('threads', { pool: 'other' })();
		const home = (await other.next()).value;
		const exiting = stub('second')(sharedWords(2), 'exit');
		await exiting.next();
		expect(await failure(exiting.next())).toMatchObject({ code: 'LP8002' });
		const unit = 'test/generators.js#threads';
		expect(await failure(lost.next())).toMatchObject({ code: 'LP8002', unit });
		expect((await other.next()).value).toBe(home);
		expect((await stub('threads')().next()).value).toEqual(expect.any(Number));
	});

	test('with its pool', async () => {
		const counting = generate(ref('count'), [0, 2]);
		await counting.next();
		const spinning = generate(ref('second'), [sharedWords(2), 'blind']);
		await spinning.next();
		const pending = failure(spinning.next());
		await close({ force: true });
		for (const error of [await pending, await failure(counting.next())]) {
			expect(error).toMatchObject({ code: 'LP8008' });
		}
	});
});

describe('given up', () => {
	/**
	 * Open a generator and abort its second step.
	 *
	 * @param {string} name
	 * @param {string} [how]
	 */
	async function abortSecond(name, how) {
		const words = sharedWords(2);
		const controller = new AbortController();
		const generator = withOptions(stub(name), { signal: controller.signal })(words, how);
		await generator.next();
		const pending = failure(generator.next());
		await changed(words, 0);
		controller.abort('why');
		expect(await pending).toMatchObject({ name: 'AbortError', code: 'LP8004', cause: 'why' });
		return { words, generator };
	}

	const threadOf = async () => call(ref('thread'), []);

	test('at a yield: the body is closed', async () => {
		const words = sharedWords(3);
		const controller = new AbortController();
		const { signal } = controller;
		const traced = open('traced', [words], { signal });
		await traced.next();
		controller.abort();
		await changed(words, 1);
		expect(await failure(traced.next())).toMatchObject({ code: 'LP8004' });
		expect(await traced.return(3)).toEqual({ value: 3, done: true });
		expect(await traced.next()).toEqual({ value: undefined, done: true });
		expect([...words]).toEqual([1, 1, 0]);
	});

	test('before it has begun', async () => {
		const words = sharedWords(3);
		const traced = open('traced', [words], { signal: AbortSignal.abort() });
		expect(await failure(traced.next())).toMatchObject({ code: 'LP8004' });
		expect(words[0]).toBe(0);
	});

	test('while it waits in the queue: it never begins', async () => {
		await onOneThread();
		const words = sharedWords(2);
		const holding = call(ref('spinOnce'), [words]);
		await changed(words, 0);
		const controller = new AbortController();
		const begun = sharedWords(3);
		const pending = failure(open('traced', [begun], controller).next());
		controller.abort();
		expect(await pending).toMatchObject({ code: 'LP8004' });
		Atomics.store(words, 1, 1);
		await holding;
		await threadOf();
		expect(begun[0]).toBe(0);
	});

	test('a pull that waits behind a call is taken back, and the body is closed', async () => {
		await onOneThread();
		const traced = sharedWords(3);
		const controller = new AbortController();
		const generator = open('traced', [traced], controller);
		await generator.next();
		const words = sharedWords(2);
		const holding = call(ref('spinOnce'), [words]);
		await changed(words, 0);
		const pending = failure(generator.next());
		controller.abort();
		expect(await pending).toMatchObject({ code: 'LP8004' });
		Atomics.store(words, 1, 1);
		const home = await holding;
		await changed(traced, 1);
		expect([...traced]).toEqual([1, 1, 0]);
		expect(await threadOf()).toBe(home);
	});

	test('in a loop that looks: its finally blocks run, and the thread lives on', async () => {
		await onOneThread();
		await livesOn(async () => {
			const home = await threadOf();
			const { words, generator } = await abortSecond('second', 'spin');
			expect(await generator.next()).toEqual({ value: undefined, done: true });
			const after = await threadOf();
			if (after === home) expect(words[1]).toBe(1);
			return after === home;
		});
	});

	test.each([
		['second', 'blind'],
		['waits', ''],
	])('in what does not look, %s %s: the thread is ended', async (name, how) => {
		await onOneThread();
		const home = await threadOf();
		const { words } = await abortSecond(name, how);
		expect(await threadOf()).not.toBe(home);
		expect(words[1]).toBe(0);
		expect(stats()).toMatchObject({ threads: 1, running: 0 });
	});

	test.each(['spin', 'blind'])('in its first step: %s', async (how) => {
		await onOneThread();
		const words = sharedWords(2);
		const controller = new AbortController();
		const generator = open('first', [words, how], controller);
		const pending = failure(generator.next());
		await changed(words, 0);
		controller.abort();
		expect(await pending).toMatchObject({ code: 'LP8004' });
		expect(await generator.return()).toEqual({ value: undefined, done: true });
		expect(await threadOf()).toEqual(expect.any(Number));
		expect(stats()).toMatchObject({ threads: 1, running: 0 });
	});

	test('each step has the time of the unit', async () => {
		await onOneThread();
		await threadOf();
		const words = sharedWords(2);
		const generator = stub('second', { timeoutMs: 500 })(words, 'spin');
		await generator.next();
		expect(await failure(generator.next())).toMatchObject({ code: 'LP8003', timeoutMs: 500 });
		const slow = stub('first', { timeoutMs: 500 })(sharedWords(2), 'spin');
		expect(await failure(slow.next())).toMatchObject({ code: 'LP8003' });
		const many = stub('slow', { timeoutMs: 500 })(150_000);
		for (let n = 0; n < 4; n++) expect((await many.next()).value).toBe(150_000);
	});

	test('a module that hangs while it is loaded ends its thread', async () => {
		await onOneThread();
		const hangs = unit('test/hangs', 'data:text/javascript,for(;;);', { timeoutMs: 300 });
		expect(await failure(generate(hangs, []).next())).toMatchObject({ code: 'LP8003' });
		expect(await threadOf()).toEqual(expect.any(Number));
	});

	test.each(['spin', 'blind'])('a body that does not end when it is closed: %s', async (how) => {
		await onOneThread();
		const words = sharedWords(2);
		const controller = new AbortController();
		const generator = open('slowToClose', [words, how], controller);
		const home = (await generator.next()).value;
		controller.abort();
		await changed(words, 0);
		if (how === 'spin') await livesOn(async () => (await threadOf()) === home);
		else expect(await threadOf()).not.toBe(home);
		expect(stats()).toMatchObject({ threads: 1, running: 0 });
	});
});

describe('what shares a thread with something that was given up and does not end', () => {
	test('lives on while the event loop turns; others get another thread', async () => {
		await onOneThread();
		const threads = stub('threads')();
		const home = (await threads.next()).value;
		const words = sharedWords(2);
		const controller = new AbortController();
		const waits = open('waits', [words], controller);
		await waits.next();
		const pending = failure(waits.next());
		await changed(words, 0);
		controller.abort();
		await pending;
		const elsewhere = await call(ref('thread'), []);
		expect(elsewhere).not.toBe(home);
		expect((await threads.next()).value).toBe(home);
		expect(stats()).toMatchObject({ threads: 2 });
		await threads.return();
		// The thread has nobody else in it now, and is ended.
		while (stats().threads > 1) await call(ref('thread'), []);
		expect(await call(ref('thread'), [])).toBe(elsewhere);
	});

	test('lives on beside a call', async () => {
		await onOneThread();
		const threads = stub('threads')();
		const home = (await threads.next()).value;
		const controller = new AbortController();
		const words = sharedWords(1);
		const never = reference('stopping.js#run');
		const { signal } = controller;
		const pending = failure(
			withOptions(async () => call(never, [words, 0, 'never']), { signal })(),
		);
		await changed(words, 0);
		controller.abort();
		expect(await pending).toMatchObject({ code: 'LP8004' });
		expect(await call(ref('thread'), [])).not.toBe(home);
		expect((await threads.next()).value).toBe(home);
	});

	test('is lost when that blocks the thread', async () => {
		await onOneThread();
		const threads = stub('threads')();
		await threads.next();
		const words = sharedWords(2);
		const controller = new AbortController();
		const blind = open('second', [words, 'blind'], controller);
		await blind.next();
		const pending = failure(blind.next());
		await changed(words, 0);
		const waiting = failure(threads.next());
		controller.abort();
		expect(await pending).toMatchObject({ code: 'LP8004' });
		expect(await waiting).toMatchObject({ code: 'LP8002' });
		expect(await call(ref('thread'), [])).toEqual(expect.any(Number));
	});
});
