import { once } from 'node:events';
import { close, configure } from '@lapidary/runtime';
import { call } from '@lapidary/runtime/internal/host';
import { changed, failure, reference, sharedWords } from './fixtures.js';

class Row {
	constructor(id) {
		this.id = id;
	}
}
class RowError extends Error {}

const lending = (name, functions) =>
	reference(`lending.js#${name}`, { functions, callback: 'node' }, () => ({ Row, RowError }));
const nothing = () => undefined;

beforeEach(() => configure({ threads: 1 }));
afterEach(() => close({ force: true }));

describe('signals', () => {
	const state = lending('state');
	const reason = () => Object.assign(new RowError('reason'), { row: new Row(1) });

	test('that have fired before arrive as such', async () => {
		expect(await call(state, [{ signal: new AbortController().signal }])).toEqual([
			true,
			false,
			false,
			false,
		]);
		const fired = { signal: AbortSignal.abort(reason()) };
		const all = [call(state, [fired]), call(state, [fired]), call(state, [fired])];
		for (const one of await Promise.all(all)) expect(one).toEqual([true, true, true, true]);
		expect(await call(lending('keep'), ['s', AbortSignal.abort(nothing)])).toBe(undefined);
	});

	test('that fire while their call waits have not fired at its start, and fire then', async () => {
		const words = sharedWords(2);
		const held = call(reference('values.js#holdThread'), [words]);
		await changed(words, 0);
		const controller = new AbortController();
		const { signal } = controller;
		const states = Array.from({ length: 3 }, () => call(state, [{ signal }]));
		const looks = Array.from({ length: 3 }, () => call(lending('looks'), [signal]));
		controller.abort(reason());
		Atomics.store(words, 1, 1);
		Atomics.notify(words, 1);
		await held;
		for (const one of await Promise.all(states)) expect(one).toEqual([true, false, false, false]);
		const seen = [false, 'fired', true, true];
		for (const one of await Promise.all(looks)) expect(one).toEqual(seen);
	});

	test('that fire before a unit has begun on the calling thread fire when it has', async () => {
		configure({ threads: 1, mode: 'inline' });
		const controller = new AbortController();
		const looks = Array.from({ length: 2 }, () => call(lending('looks'), [controller.signal]));
		controller.abort(reason());
		const seen = [false, 'fired', true, expect.any(Boolean)];
		for (const one of await Promise.all(looks)) expect(one).toEqual(seen);
		configure({ threads: 1, mode: 'pool' });
	});

	test('that fire at any moment after the call reach the listener that its start adds, once', async () => {
		const { setTimeout: sleep } = await import('node:timers/promises');
		for (let round = 0; round < 60; round++) {
			if (round % 20 === 0) {
				await close({ force: true });
				configure({ threads: 1 });
			}
			const controller = new AbortController();
			const looks = call(lending('looks'), [controller.signal]);
			// Before the thread is there, while the message is under way, and once the unit waits.
			if (round % 4 > 0) await sleep(round % 4 === 1 ? 0 : round % 20);
			controller.abort(reason());
			expect(await looks).toEqual([false, 'fired', true, true]);
		}
	});

	test('that have fired long ago end a loop that does not return to the event loop', async () => {
		const controller = new AbortController();
		const result = call(lending('spin'), [controller.signal, sharedWords(1)]);
		controller.abort();
		expect((await result)[0]).toBe(true);
	});

	test('are seen by a loop that does not return to the event loop', async () => {
		const words = sharedWords(1);
		const controller = new AbortController();
		const result = call(lending('spin'), [controller.signal, words]);
		await changed(words, 0);
		controller.abort();
		expect(await result).toEqual([true, 'AbortError', 'This operation was aborted']);
	});

	test('fire for listeners, for `any`, for functions of the platform', async () => {
		const abortLater = async (name, toArgument = (signal) => signal) => {
			const words = sharedWords(1);
			const controller = new AbortController();
			const result = call(lending(name), [toArgument(controller.signal), words]);
			await changed(words, 0);
			controller.abort('because');
			return result;
		};
		expect(await abortLater('listen')).toEqual(['abort', true, true, 'because']);
		expect(await abortLater('any', (signal) => [signal])).toBe('because');
		expect(await abortLater('fetch')).toEqual(['AbortError', 'because']);
	});

	test('fire after the call has ended, too', async () => {
		const words = sharedWords(1);
		const controller = new AbortController();
		expect(await call(lending('listeners'), [controller.signal, words])).toBe(1);
		await call(lending('drop and collect'), ['none']);
		controller.abort();
		await changed(words, 0);
	});

	test('do not cancel the call by themselves', async () => {
		const controller = new AbortController();
		const sum = call(lending('each', [[1]]), [[1], () => controller.abort()]);
		expect(await sum).toEqual([undefined]);
	});

	test('have one listener for all calls, and none once nobody needs them', async () => {
		const { getEventListeners } = await import('node:events');
		const { signal } = new AbortController();
		const warned = [];
		const onWarning = (warning) => warned.push(warning);
		process.on('warning', onWarning);
		const sums = Array.from({ length: 100 }, () => call(lending('sum'), [[1, 2], { signal }]));
		expect(getEventListeners(signal, 'abort')).toHaveLength(1);
		expect(await Promise.all(sums)).toEqual(sums.map(() => 3));
		await call(lending('drop and collect'), ['none']);
		await call(reference('values.js#echo'), [[]]);
		process.off('warning', onWarning);
		expect(warned).toEqual([]);
		const refused = call(lending('sum'), [[nothing], { signal: new AbortController().signal }]);
		expect(await failure(refused)).toMatchObject({ code: 'LP8005' });
		await close({ force: true });
		await once(setImmediateEmitter(), 'turn');
		expect(getEventListeners(signal, 'abort')).toHaveLength(0);
	});

	test('of the argument and of withOptions are two things', async () => {
		const { withOptions } = await import('@lapidary/runtime');
		const words = sharedWords(1);
		const outer = new AbortController();
		const inner = new AbortController();
		const spin = (...args) => call(lending('spin'), args);
		const first = withOptions(spin, { signal: outer.signal })(inner.signal, words);
		await changed(words, 0);
		inner.abort();
		expect((await first)[0]).toBe(true);
		const again = sharedWords(1);
		const second = failure(
			withOptions(spin, { signal: outer.signal })(new AbortController().signal, again),
		);
		await changed(again, 0);
		outer.abort();
		expect(await second).toMatchObject({ code: 'LP8004', name: 'AbortError' });
	});

	test('are refused in results', async () => {
		const error = await failure(call(reference('values.js#signal'), []));
		expect(error).toMatchObject({ code: 'LP8015', path: 'result.signal' });
	});
});

/** @returns {EventTarget} dispatches `turn` in a later turn */
function setImmediateEmitter() {
	const target = new EventTarget();
	setImmediate(() => setImmediate(() => target.dispatchEvent(new Event('turn'))));
	return target;
}
