import { AsyncLocalStorage } from 'node:async_hooks';
import { close, configure, stats, withOptions } from '@lapidary/runtime';
import { call, callWithCallback } from '@lapidary/runtime/internal/host';
import { changed, failure, reference, sharedWords } from './fixtures.js';

class Row {
	constructor(id) {
		this.id = id;
	}
}
class RowError extends Error {}

const lending = (name, functions) =>
	reference(`lending.js#${name}`, { functions, callback: 'node' }, () => ({ Row, RowError }));
const each = lending('each', [[1]]);
const keep = lending('keep', [[1]]);
const callKept = lending('callKept');
const nothing = () => undefined;

beforeEach(() => configure({ threads: 1 }));
afterEach(async () => {
	delete process.env.LAPIDARY_MODE;
	await close({ force: true });
});

describe('a unit that waits for a function that calls units, on one thread', () => {
	const sum = reference('values.js#add');

	test('gets its result, and the pool has one thread again', async () => {
		const f = async (x) => call(sum, [x, 1]);
		expect(await call(each, [[1, 2, 3], f])).toEqual([2, 3, 4]);
		while (stats().threads > 1) await call(sum, [0, 0]);
		expect(await call(each, [[4], f])).toEqual([5]);
	});

	test('however deep they call each other', async () => {
		const depth = async (n) => (n === 0 ? 0 : 1 + (await call(each, [[n - 1], depth]))[0]);
		expect(await depth(4)).toBe(4);
		expect(await Promise.all([depth(3), depth(2), depth(3)])).toEqual([3, 2, 3]);
		expect(await call(sum, [1, 2])).toBe(3);
		while (stats().threads > 1) await call(sum, [0, 0]);
	});

	test('and when other calls are in the queue before theirs', async () => {
		const f = async (x) => call(sum, [x, 1]);
		const rows = Array.from({ length: 12 }, (_, index) => index);
		const outcomes = await Promise.all(
			rows.map((x) => (x % 3 ? call(each, [[x], f]) : call(sum, [x, x]))),
		);
		expect(outcomes).toEqual(rows.map((x) => (x % 3 ? [x + 1] : 2 * x)));
	});

	test('also when the call is given up while it waits', async () => {
		const controller = new AbortController();
		const { signal } = controller;
		const waiting = failure(
			withOptions(async () => call(each, [[1], () => new Promise(() => undefined)]), { signal })(),
		);
		while (stats().running === 0) await new Promise((resolve) => setImmediate(resolve));
		expect(await call(each, [[1], async (x) => call(sum, [x, 1])])).toEqual([2]);
		controller.abort();
		expect(await waiting).toMatchObject({ code: 'LP8004' });
		expect(await call(sum, [1, 2])).toBe(3);
	});
});

describe('functions', () => {
	test('are called on the host, their results awaited in the worker', async () => {
		const seen = [];
		const f = async (x) => {
			seen.push(x);
			return 2 * x;
		};
		expect(await call(each, [[1, 2, 3], f])).toEqual([2, 4, 6]);
		expect(seen).toEqual([1, 2, 3]);
		expect(await call(each, [[1], (x) => x + 1])).toEqual([2]);
		expect(await call(each, [[1], () => ({ then: (resolve) => resolve('then') })])).toEqual([
			'then',
		]);
	});

	test('get this undefined, and the async context of the call', async () => {
		const storage = new AsyncLocalStorage();
		const f = function () {
			'use strict';
			return [this === undefined, storage.getStore()];
		};
		expect(await storage.run('context', () => call(each, [[1], f]))).toEqual([[true, 'context']]);
	});

	test('many at a time, in large values too', async () => {
		const rows = Array.from({ length: 100 }, (_, id) => ({ id }));
		const results = await Promise.all(
			Array.from({ length: 20 }, (_, base) =>
				call(lending('concurrent', [[1, 'f']]), [rows, { f: async ({ id }) => base + id }]),
			),
		);
		results.forEach((result, base) => expect(result).toEqual(rows.map(({ id }) => base + id)));
	});

	test('that are dropped have been called, in order, before the result arrives', async () => {
		for (let round = 0; round < 20; round++) {
			const seen = [];
			const on = { progress: (done) => seen.push(done), other: 1 };
			const drop = lending('drop', [[1, 'on', 'progress']]);
			const result = await call(drop, [50, { on }]);
			expect([result, ...seen]).toEqual([
				50,
				...Array.from({ length: 50 }, (_, index) => index + 1),
			]);
			expect(on.other).toBe(1);
		}
	});

	test('that are dropped and throw end the call, as they end the body in the plain program', async () => {
		const seen = [];
		const f = (x) => {
			seen.push(x);
			throw Object.assign(new RowError('mine'), { row: new Row(1) });
		};
		const words = sharedWords(1);
		const error = await failure(call(lending('dropOne', [[0]]), [f, words]));
		expect(error).toBeInstanceOf(RowError);
		expect(error.row).toBeInstanceOf(Row);
		expect(await failure(call(lending('dropThenThrow', [[0]]), [f]))).toBeInstanceOf(RowError);
		expect(await call(lending('dropThenCatch', [[0]]), [f])).toBe('mine');
		expect(seen).toEqual(['dropped', 'first', 'first', 'second']);
		const uncloneable = await failure(call(lending('dropOne', [[0]]), [() => nothing, words]));
		expect(uncloneable).toMatchObject({ code: 'LP8005', path: 'args[0]()' });
	});

	test('that are dropped and give a promise do not hold up the call', async () => {
		const words = sharedWords(1);
		const never = () => new Promise(() => undefined);
		expect(await call(lending('dropOne', [[0]]), [never, words])).toBe('returned');
	});

	test('arguments, results and errors keep classes, identity and what a clone loses', async () => {
		const f = (row, list, url) => {
			expect(row).toBeInstanceOf(Row);
			expect(list[0]).toBe(row);
			const made = new Row(2);
			return [made, made, new Map([[made, url]])];
		};
		expect(await call(lending('rows', [[0]]), [f])).toEqual([true, true, true]);
		const caught = lending('caught', [[0]]);
		const throws = () => {
			throw Object.assign(new RowError('mine'), { row: new Row(1), code: 'E' });
		};
		expect(await call(caught, [throws])).toEqual([true, 'mine', true, 'E', undefined]);
		expect(await call(caught, [async () => throws()])).toEqual([
			true,
			'mine',
			true,
			'E',
			undefined,
		]);
		const error = await failure(call(each, [[1], throws]));
		expect(error).toBeInstanceOf(RowError);
		expect(error.row).toBeInstanceOf(Row);
		expect(error.stack).toMatch(/lending\.test\.js/);
		expect(error.stack).not.toMatch(/runtime\/src/);
		expect(await failure(call(each, [[1], () => Promise.reject('text')]))).toBe('text');
	});

	test('what cannot cross ends the call of the function', async () => {
		const argument = await failure(call(lending('unit', [[0]]), [nothing]));
		expect(argument).toMatchObject({ code: 'LP8006', path: 'args[0].arguments[0].fn' });
		const released = await failure(call(lending('unreadable', [[0]]), [nothing]));
		expect(released).toMatchObject({ code: 'LP8006', path: 'args[0].arguments[0][0]' });
		const stranger = await failure(call(lending('stranger', [[0]]), [nothing]));
		expect(stranger).toMatchObject({ code: 'LP8015', path: 'args[0].arguments[0][0]' });
		const result = await failure(call(each, [[1], () => ({ deep: [nothing] })]));
		expect(result).toMatchObject({ code: 'LP8005', path: 'args[1]().deep[0]' });
		class Stranger {}
		const instance = await failure(call(each, [[1], () => [new Stranger()]]));
		expect(instance).toMatchObject({ code: 'LP8015', path: 'args[1]()[0]' });
		const thrown = await failure(call(each, [[1], () => Promise.reject(nothing)]));
		expect(thrown).toBe(nothing);
	});

	test('one is one, and only where the unit just calls it', async () => {
		const value = { self: null };
		value.self = value;
		const identity = lending('identity', [[0], [1, 'g']]);
		const other = () => 1;
		const known = ['function', 'Function'];
		const shared = { g: nothing };
		expect(await call(identity, [nothing, shared, value])).toEqual([true, false, true, ...known]);
		expect(await call(identity, [nothing, { g: other }, value])).toEqual([
			false,
			false,
			true,
			...known,
		]);
		const elsewhere = await failure(call(identity, [nothing, { g: other, again: other }, value]));
		expect(elsewhere).toMatchObject({ code: 'LP8005', path: 'args[1].again' });
		expect(elsewhere.help).toMatch(/itself calls it/);
		const listed = await failure(call(identity, [nothing, { g: [other] }, value]));
		expect(listed).toMatchObject({ code: 'LP8005', path: 'args[1].g[0]' });
		expect(await call(lending('keep', [[1], [5, 'a', 'b']]), ['none', 'no function'])).toBe(
			undefined,
		);
	});

	test('in an object that is there twice', async () => {
		const options = { g: nothing };
		const result = await call(lending('identity', [[0], [1, 'g']]), [
			nothing,
			options,
			{ options },
		]);
		expect(result[0]).toBe(true);
	});

	test('work after the unit has settled', async () => {
		const words = sharedWords(2);
		expect(await call(lending('later', [[0]]), [() => 42, words])).toBe('settled');
		await changed(words, 0);
		expect(words[1]).toBe(42);
		await call(keep, ['f', (x) => x + 1]);
		expect(await call(callKept, ['f', 1])).toBe(2);
		expect(await call(callKept, ['f', 2])).toBe(3);
	});

	test('are let go of when the worker has', async () => {
		let collected = false;
		const registry = new FinalizationRegistry(() => (collected = true));
		await call(keep, ['f', register(registry)]);
		expect(await call(callKept, ['f', 1])).toBe(2);
		await call(lending('drop and collect'), ['f']);
		const { setFlagsFromString } = await import('node:v8');
		const { runInNewContext } = await import('node:vm');
		setFlagsFromString('--expose-gc');
		const collect = runInNewContext('gc');
		while (!collected) {
			collect();
			await new Promise((resolve) => {
				setImmediate(resolve);
			});
		}
	});

	/** In a scope of its own, which does not keep the function. */
	function register(registry) {
		const f = (x) => x + 1;
		registry.register(f);
		return f;
	}

	test('may call units themselves, however few threads there are', async () => {
		const add = reference('values.js#add');
		const f = (x) => call(add, [x, 1]);
		expect(await call(each, [[1, 2, 3], f])).toEqual([2, 3, 4]);
		const deep = (x) => (x === 0 ? call(add, [0, 0]) : call(each, [[x - 1], deep]));
		expect(await call(each, [[3], deep])).toEqual([[[[0]]]]);
		const many = Array.from({ length: 10 }, () => call(each, [[1, 2], f]));
		expect(await Promise.all(many)).toEqual(many.map(() => [2, 3]));
		await call(add, [1, 2]);
		expect(stats().threads).toBe(1);
	});

	test('of a unit that calls another one in the worker', async () => {
		expect(await call(lending('nested', [[1]]), [[1, 2], (x) => x * 3])).toEqual([3, 6]);
	});

	test('next to a callback', async () => {
		const unit = lending('callback', [[0]]);
		const back = new Promise((resolve) => {
			callWithCallback(unit, [(x) => x + 1, (...args) => resolve(args)]);
		});
		expect(await back).toEqual([null, 2]);
	});

	test('a thread that dies: what was called has been called, what is pending ends the call', async () => {
		const seen = [];
		const f = (x) => void seen.push(x);
		const error = await failure(call(lending('exit', [[0]]), [f]));
		expect(error).toMatchObject({ code: 'LP8002', exitCode: 3 });
		expect(seen).toEqual(['before', 'pending', 'last']);
		let settle;
		const pending = new Promise((resolve) => (settle = resolve));
		expect(await failure(call(lending('dies', [[0]]), [() => pending]))).toMatchObject({
			code: 'LP8002',
		});
		settle(1);
		expect(await call(each, [[1], (x) => x])).toEqual([1]);
		expect(stats().threads).toBe(1);
	});

	test.each(['pool', 'inline', 'serial'])('what functions are called on: %s', async (mode) => {
		await close();
		process.env.LAPIDARY_MODE = mode;
		configure({ threads: 1 });
		function on(x) {
			return [this?.n ?? this?.id, x];
		}
		const box = {
			total: 1,
			async add(n) {
				this.total += n;
				return this === box;
			},
		};
		const receivers = lending('receivers', [[0], [1, 'add']]);
		expect(await call(receivers, [on, box])).toEqual([[1, 2], [3, 4], [undefined, 5], true, 3]);
		expect(box.total).toBe(3);
	});

	test.each(['inline', 'serial'])('on this thread: %s', async (mode) => {
		await close();
		process.env.LAPIDARY_MODE = mode;
		configure({});
		expect(await call(each, [[1, 2], async (x) => x + 1])).toEqual([2, 3]);
		const f = (row) => {
			expect(row).toBeInstanceOf(mode === 'inline' ? Row : Object);
			const made = new Row(2);
			return [made, made, new Map([[made, new URL('http://a/')]])];
		};
		const rows = await call(lending('rows', [[0]]), [f]);
		expect(rows.slice(1)).toEqual([true, true]);
		expect(rows[0]).toBe(mode === 'inline');
		const throws = () => {
			throw new RowError('mine');
		};
		expect(await failure(call(each, [[1], throws]))).toBeInstanceOf(RowError);
		const dropped = call(lending('dropOne', [[0]]), [throws, sharedWords(1)]);
		expect(await failure(dropped)).toBeInstanceOf(RowError);
		if (mode === 'serial') return;
		expect(await call(lending('dropThenCatch', [[0]]), [throws])).toBe('mine');
		const one = { signal: AbortSignal.abort() };
		expect((await call(lending('state'), [one])).slice(0, 2)).toEqual([true, true]);
	});
});

test('a unit reads what a function is called, its length and what the program has put there', async () => {
	const double = (x) => 2 * x;
	Object.assign(double, { label: 'L', unit: undefined, made: {} });
	for (const mode of ['pool', 'inline']) {
		await close();
		process.env.LAPIDARY_MODE = mode;
		configure({ threads: 1 });
		const described = await call(lending('described', [[0]]), [double]);
		expect(described).toEqual([['name', 'double'], ['length', 1], ['label', 'L'], 4]);
	}
});
