import { close, configure, stats } from '@lapidary/runtime';
import { call, callWithCallback } from '@lapidary/runtime/internal/host';
import { failure, reference } from './fixtures.js';

class FileError extends Error {}

beforeEach(() => configure({ threads: 1 }));
afterEach(() => close({ force: true }));

const node = (name) =>
	reference(`callbacks.js#${name}`, { callback: 'node' }, () => ({ FileError }));
const plain = (name) => reference(`callbacks.js#${name}`, { callback: 'plain' });

/**
 * Call in callback form and wait for `count` calls back.
 *
 * @returns {Promise<{ receiver: unknown, args: unknown[] }[]>}
 */
function calledBack(unit, args, count = 1) {
	return new Promise((resolve) => {
		const calls = [];
		const returned = callWithCallback(unit, [
			...args,
			function (...given) {
				calls.push({ receiver: this, args: given });
				if (calls.length === count) resolve(calls);
			},
		]);
		if (returned !== undefined) throw new Error('the callback form returns undefined');
	});
}

test('the result comes back through the callback, later', async () => {
	let isLater = false;
	const calls = calledBack(node('sum'), [1, 2]);
	isLater = true;
	expect((await calls)[0].args).toEqual([null, 3]);
	expect(isLater).toBe(true);
});

test('without a function as the last argument it is the promise form', async () => {
	const unit = reference('values.js#add', { callback: 'node' });
	expect(await callWithCallback(unit, [1, 2])).toBe(3);
});

test('receiver and arguments, from a timer', async () => {
	const [{ receiver, args }] = await calledBack(node('later'), ['x']);
	expect(receiver).toEqual({ receiver: 'x' });
	expect(args).toEqual([null, 'x']);
});

test('each of several calls is delivered, in order, and the thread is free afterwards', async () => {
	const calls = await calledBack(node('thrice'), [], 3);
	expect(calls.map(({ args }) => args[1])).toEqual([1, 2, 3]);
	expect(await call(reference('values.js#add'), [1, 1])).toBe(2);
});

test('a body that throws gives the error to an (err, …) callback', async () => {
	const [{ args }] = await calledBack(node('throws'), []);
	expect(args[0]).toBeInstanceOf(FileError);
	expect(args[0]).toMatchObject({ message: 'before', code: 'E_BEFORE', callback: 'function' });
	const [given] = await calledBack(node('gives'), []);
	expect(given.args[0]).toBeInstanceOf(FileError);
});

test('a callback that is never called holds neither thread nor program', async () => {
	callWithCallback(node('never'), [() => undefined]);
	expect(await call(reference('values.js#add'), [1, 1])).toBe(2);
	expect(stats().running).toBe(0);
});

test('a thread that dies, a value that cannot cross, a call that is refused', async () => {
	expect((await calledBack(node('exits'), []))[0].args[0]).toMatchObject({ code: 'LP8002' });
	const [{ args }] = await calledBack(node('uncloneable'), []);
	expect(args[0]).toMatchObject({ code: 'LP8006', path: 'callback[1].fn' });
	const [bad] = await calledBack(node('sum'), [() => 1]);
	expect(bad.args[0]).toMatchObject({ code: 'LP8005', path: 'args[0]' });
});

test('many at a time', async () => {
	const all = Array.from({ length: 100 }, (_, index) => calledBack(plain('plain'), [index]));
	const results = (await Promise.all(all)).map(([{ args }]) => args[0]);
	expect(results).toEqual(all.map((_, index) => 2 * index));
	expect(await failure(call(reference('values.js#gone'), []))).toMatchObject({ code: 'LP8001' });
});

describe('a unit whose callback form gives a promise, too', () => {
	const both = () =>
		reference('callbacks.js#both', { callback: 'node', promise: true }, () => ({ FileError }));

	test.each(['pool', 'inline', 'serial'])(
		'%s: the callback is called, and the promise has the result',
		async (mode) => {
			await close({ force: true });
			configure({ threads: 1, mode });
			const given = new Promise((resolve) => {
				const result = callWithCallback(both(), [4, (...args) => resolve({ args, result })]);
			});
			const { args, result } = await given;
			expect(args).toEqual([null, 4]);
			expect(await result).toBe(8);
			expect(await callWithCallback(both(), [1, (error) => error])).toBe(2);
		},
	);

	test('what the body throws rejects the promise, and is not given to the callback', async () => {
		/** @type {unknown[]} */
		const calls = [];
		const error = await failure(callWithCallback(both(), [-1, (...args) => calls.push(args)]));
		expect(error).toBeInstanceOf(FileError);
		expect(error.stack).toContain('callback.test.js');
		expect(calls).toEqual([[null, -1]]);
	});

	test('a call back that cannot cross rejects it', async () => {
		const unit = reference('callbacks.js#uncloneable', { callback: 'node', promise: true });
		expect(await failure(callWithCallback(unit, [() => undefined]))).toMatchObject({
			code: 'LP8006',
		});
	});

	test('without a function it is the promise form', async () => {
		const unit = reference('values.js#add', { callback: 'node', promise: true });
		expect(await callWithCallback(unit, [1, 2])).toBe(3);
	});
});

describe.each(['pool', 'inline', 'serial'])(
	'%s: a unit with a plain callback and a promise',
	(mode) => {
		const unit = (name) => reference(`callbacks.js#${name}`, { callback: 'plain', promise: true });

		beforeEach(async () => {
			await close({ force: true });
			configure({ threads: 1, mode });
		});

		test('has called back when it ends', async () => {
			const seen = [];
			expect(await callWithCallback(unit('each'), [[1, 2, 3], (one) => seen.push(one)])).toBe(3);
			expect(seen).toEqual([1, 2, 3]);
		});

		test('ends with the error that the callback throws, and calls it no more', async () => {
			const seen = [];
			const error = new Error('mine');
			const thrown = await failure(
				callWithCallback(unit('each'), [
					[1, 2, 3],
					(one) => {
						seen.push(one);
						if (one === 2) throw error;
					},
				]),
			);
			expect(thrown).toBe(error);
			await new Promise((resolve) => setTimeout(resolve, 20));
			expect(seen).toEqual([1, 2]);
		});

		test('need not give what can be sent, unless its promise is awaited', async () => {
			const seen = [];
			// An unhandled rejection fails the test.
			callWithCallback(unit('timer'), [(one) => seen.push(one)]);
			const waited = callWithCallback(unit('timer'), [(one) => seen.push(one)]);
			// In serial mode nothing crosses.
			if (mode === 'serial') expect(typeof (await waited)).toBe('function');
			else expect(await failure(waited)).toMatchObject({ code: 'LP8006' });
			while (seen.length < 2) await new Promise((resolve) => setTimeout(resolve, 1));
		});
	},
);
