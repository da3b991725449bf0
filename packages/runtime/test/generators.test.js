// Generator units: one step at a time in a thread, each clause of what a generator does.
import { close, configure, stats } from '@lapidary/runtime';
import { call, generate } from '@lapidary/runtime/internal/host';
import { changed, failure, reference, sharedWords } from './fixtures.js';
import { collect, onOneThread, ref, StepError, stub } from './generator-stubs.js';

const before = { calls: 0, completed: 0, failed: 0 };

/** @returns {Record<string, number>} what has happened in this test */
function counted() {
	const now = stats();
	const since = Object.entries(before).map(([key, count]) => [key, now[key] - count]);
	return { ...Object.fromEntries(since), running: now.running };
}

beforeEach(() => {
	configure({ threads: 2 });
	const { calls, completed, failed } = stats();
	Object.assign(before, { calls, completed, failed });
});
afterEach(() => close({ force: true }));

describe('values', () => {
	test.each(['count', 'countAsync'])(
		'%s: all that it yields, and what it returns',
		async (name) => {
			expect(await collect(stub(name)(2, 6))).toEqual([2, 3, 4, 5]);
			const counting = stub(name)(0, 1);
			expect(await counting.next()).toEqual({ value: 0, done: false });
			expect(await counting.next()).toEqual({ value: 'end', done: true });
			expect(await counting.next()).toEqual({ value: undefined, done: true });
		},
	);

	test('arguments and captures are those of the first pull', async () => {
		const captures = [10];
		const xs = [1, 2];
		const unit = ref('scaled');
		const scaled = (async function* () {
			return yield* generate(unit, [xs], captures);
		})();
		captures[0] = 100;
		xs.push(3);
		const first = scaled.next();
		captures[0] = 5;
		xs.length = 0;
		expect(await first).toEqual({ value: 100, done: false });
		expect(await collect(scaled)).toEqual([200, 300]);
	});

	test('a thunk of captures that throws rejects the first pull', async () => {
		const generator = generate(ref('count'), [0, 1], () => {
			throw new TypeError('not ready');
		});
		expect(await failure(generator.next())).toMatchObject({ message: 'not ready' });
		expect(stats().threads).toBe(0);
	});

	test('what next is given reaches the body, with its classes', async () => {
		const echo = stub('echo')('start');
		expect((await echo.next('ignored')).value).toBe('start');
		const date = new Date(5);
		expect((await echo.next({ date, list: [1] })).value).toEqual({ date, list: [1] });
		const back = (await echo.next(Buffer.from('b'))).value;
		expect(Buffer.isBuffer(back)).toBe(true);
		expect((await echo.next(undefined)).value).toBeUndefined();
		await echo.return();
	});

	test('promises that a sync body yields arrive as their values', async () => {
		const words = sharedWords(2);
		const promises = stub('promises')(words);
		expect(await promises.next()).toEqual({ value: 'one', done: false });
		const error = await failure(promises.next());
		expect(error).toBeInstanceOf(StepError);
		expect(words[1]).toBe(1);
	});

	test('pulls that do not wait for each other are answered in order', async () => {
		const counting = generate(ref('count'), [0, 5]);
		const pulls = Array.from({ length: 7 }, () => counting.next());
		expect((await Promise.all(pulls)).map(({ value }) => value)).toEqual([
			0,
			1,
			2,
			3,
			4,
			'end',
			undefined,
		]);
	});
});

describe('strict pull', () => {
	test('the body runs only while it is pulled', async () => {
		const words = sharedWords(3);
		const traced = stub('traced')(words);
		expect(stats().threads).toBe(0);
		for (let n = 1; n <= 3; n++) {
			expect((await traced.next()).value).toBe(n);
			await call(ref('thread'), []);
			expect(words[0]).toBe(n);
		}
		await traced.return();
		expect([...words]).toEqual([3, 1, 0]);
	});

	test('it stays in one thread, and does not occupy it', async () => {
		const threads = stub('threads')();
		const first = (await threads.next()).value;
		const ids = await Promise.all(Array.from({ length: 40 }, () => call(ref('thread'), [])));
		expect(new Set(ids).size).toBeGreaterThan(0);
		expect((await threads.next()).value).toBe(first);
		await threads.return();
	});

	test('more open generators than threads', async () => {
		await onOneThread();
		const generators = Array.from({ length: 5 }, (_, n) => stub('count')(n * 10, n * 10 + 3));
		const rows = [];
		for (;;) {
			const row = await Promise.all(generators.map((generator) => generator.next()));
			if (row.some(({ done }) => done)) break;
			rows.push(row.map(({ value }) => value));
		}
		expect(rows).toEqual([0, 1, 2].map((n) => [n, 10 + n, 20 + n, 30 + n, 40 + n]));
		expect(stats().threads).toBe(1);
	});

	test('calls go to threads without generators first', async () => {
		const holder = await call(ref('thread'), []);
		const other = sharedWords(2);
		const spinning = call(ref('spinOnce'), [other]);
		await changed(other, 0);
		const threads = stub('threads')();
		const home = (await threads.next()).value;
		Atomics.store(other, 1, 1);
		const elsewhere = await spinning;
		expect(home).not.toBe(elsewhere);
		expect(await call(ref('thread'), [])).toBe(elsewhere);
		expect([home, elsewhere]).toContain(holder);
		await threads.return();
	});
});

describe('ends', () => {
	test('break closes the body', async () => {
		const words = sharedWords(3);
		for await (const n of stub('traced')(words)) if (n === 2) break;
		expect([...words]).toEqual([2, 1, 0]);
		expect(counted()).toEqual({ calls: 1, completed: 1, failed: 0, running: 0 });
	});

	test('return before the first pull runs nothing', async () => {
		const words = sharedWords(3);
		for (const generator of [stub('traced')(words), generate(ref('traced'), [words])]) {
			expect(await generator.return(7)).toEqual({ value: 7, done: true });
			expect(await generator.next()).toEqual({ value: undefined, done: true });
			expect(await failure(generator.throw(new Error('mine')))).toMatchObject({ message: 'mine' });
		}
		expect([...words]).toEqual([0, 0, 0]);
		expect(counted().calls).toBe(0);
	});

	test('return with a value, and a body that yields then', async () => {
		const stubborn = generate(ref('stubborn'), []);
		await stubborn.next();
		expect(await stubborn.return(7)).toEqual({ value: 'not yet', done: false });
		expect(await stubborn.next()).toEqual({ value: 7, done: true });
	});

	test('throw may be caught inside', async () => {
		const echo = stub('echo')(1);
		await echo.next();
		const { value } = await echo.throw(Object.assign(new StepError('given'), { at: 3 }));
		expect(value).toMatchObject({ isStepError: true });
		expect(value.caught).toBeInstanceOf(StepError);
		expect(value.caught).toMatchObject({ message: 'given', at: 3 });
		expect((await echo.next('goes on')).value).toBe('goes on');
		await echo.return();
	});

	test('an error of the body has its class, properties, cause and both stacks', async () => {
		async function consumer() {
			for await (const value of stub('throws')({ row: 4 })) expect(value).toBe(1);
		}
		const error = await failure(consumer());
		expect(error).toBeInstanceOf(StepError);
		expect(error).toMatchObject({ message: 'in the body', at: { row: 4 } });
		expect(error.cause).toBeInstanceOf(TypeError);
		expect(error.stack).toMatch(/units\/generators\.js/);
		expect(error.stack).toMatch(/consumer/);
		expect(error.stack).not.toMatch(/runtime\/src/);
		expect(counted()).toMatchObject({ completed: 0, failed: 1, running: 0 });
		const early = await failure(stub('throwsAtOnce')().next());
		expect(early).toBeInstanceOf(StepError);
	});

	test('after an error it is over', async () => {
		const throwing = generate(ref('throws'), [1]);
		await throwing.next();
		await failure(throwing.next());
		expect(await throwing.next()).toEqual({ value: undefined, done: true });
	});

	test('what cannot cross ends it, and closes the body', async () => {
		const words = sharedWords(2);
		const uncloneable = stub('uncloneable')(words);
		await uncloneable.next();
		expect(await failure(uncloneable.next())).toMatchObject({
			code: 'LP8006',
			path: 'yielded.list[0]',
		});
		await call(ref('thread'), []);
		expect(words[1]).toBe(1);

		const unreadable = stub('unreadable')();
		await unreadable.next();
		expect(await failure(unreadable.next())).toMatchObject({
			code: 'LP8006',
			path: 'yielded[0]',
		});

		const traced = stub('traced')(sharedWords(3));
		await traced.next();
		const error = await failure(traced.next({ fn: () => 1 }));
		expect(error).toMatchObject({ code: 'LP8005', path: 'next.fn' });
		expect(counted()).toMatchObject({ failed: 3, running: expect.any(Number) });
	});

	test('arguments that cannot cross, and unknown units', async () => {
		expect(await failure(stub('count')(() => 1).next())).toMatchObject({
			code: 'LP8005',
			path: 'args[0]',
		});
		expect(await failure(stub('nothing')().next())).toMatchObject({ code: 'LP8001' });
		const broken = generate(reference('broken.js#any'), []);
		expect(await failure(broken.next())).toMatchObject({ code: 'LP8010' });
	});

	test('asyncDispose closes it, where there is such a thing', async () => {
		const words = sharedWords(3);
		const traced = generate(ref('traced'), [words]);
		await traced.next();
		if (Symbol.asyncDispose) await traced[Symbol.asyncDispose]();
		else await traced.return();
		expect(words[1]).toBe(1);
	});
});

describe('functions and signals of the host', () => {
	test('a function of the host that a unit awaits may pull, on one thread', async () => {
		await onOneThread();
		const counting = stub('count')(5, 8);
		const ask = async () => (await counting.next()).value;
		const seen = await call(ref('callsBack', { functions: [[0]] }), [ask]);
		expect(seen).toEqual([5, 6, 7]);
	});

	test('a body may call functions of the host, that call units', async () => {
		await onOneThread();
		const pull = async (n) => (await call(ref('thread'), [])) * 0 + n * 2;
		expect(await collect(stub('pulls', { functions: [[0]] })(pull))).toEqual([0, 2, 4]);
	});

	test('calls that the body drops are made before its consumer goes on', async () => {
		const log = [];
		const report = (n) => void log.push(`report ${n}`);
		for await (const n of stub('reports', { functions: [[0]] })(report)) log.push(`got ${n}`);
		expect(log).toEqual([0, 1, 2].flatMap((n) => [`report ${n}`, `got ${n}`]));
	});

	test('what a dropped call throws at once ends the step, as it ends the plain body', async () => {
		const reports = stub('reports', { functions: [[0]] })((n) => {
			if (n === 1) throw new StepError('no more');
		});
		expect((await reports.next()).value).toBe(0);
		const error = await failure(reports.next());
		expect(error).toBeInstanceOf(StepError);
		expect(await reports.next()).toEqual({ value: undefined, done: true });
	});

	test('a signal that a generator has among its arguments stays alive between steps', async () => {
		const controller = new AbortController();
		const loops = stub('loops')(controller.signal);
		expect((await loops.next()).value).toBe(0);
		expect((await loops.next()).value).toBe(1);
		controller.abort('enough');
		expect(await loops.next()).toEqual({ value: 'enough', done: true });
	});
});

test('yields that are nested too deeply end their generator, and nothing else', async () => {
	await onOneThread();
	for (const depths of [[1, 3500, 1], [3500]]) {
		const counting = generate(ref('count'), [0, 3]);
		await counting.next();
		const nests = generate(ref('nests'), [depths]);
		if (depths.length > 1) expect((await nests.next()).value).toEqual({ value: {} });
		const [deep, next] = await Promise.all([failure(nests.next()), counting.next()]);
		expect(deep).toMatchObject({ code: 'LP8006', path: 'yielded' });
		expect(deep.message).toMatch(/it is nested too deeply/);
		expect(next).toEqual({ value: 1, done: false });
		expect(await nests.next()).toEqual({ value: undefined, done: true });
		expect((await counting.next()).value).toBe(2);
	}
	expect(stats()).toMatchObject({ running: 0 });
});

test('a unit may go through the generators of another', async () => {
	expect(await call(ref('nested'), [])).toEqual([0, 1, 2]);
});
