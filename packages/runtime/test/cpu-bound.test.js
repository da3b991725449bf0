import { readFileSync } from 'node:fs';
import { cpuBound } from '@lapidary/runtime/cpu-bound';
import * as runtime from '@lapidary/runtime';
import { failure } from './fixtures.js';

afterAll(() => runtime.close());

test('the entry loads nothing else, and the main one has the same function', () => {
	const source = readFileSync(new URL('../src/cpu-bound.js', import.meta.url), 'utf8');
	expect(source).not.toMatch(/^\s*(import|export\b.*\bfrom)\b/m);
	expect(runtime.cpuBound).toBe(cpuBound);
});

describe('in a plain run', () => {
	test('the body runs at once, and a call gives a promise of what it returns', async () => {
		const steps = [];
		const f = cpuBound((x) => {
			steps.push('body');
			return x + 1;
		});
		const result = f(1);
		steps.push('called');
		expect(result).toBeInstanceOf(Promise);
		expect(await result).toBe(2);
		expect(steps).toEqual(['body', 'called']);
	});

	test('what it throws rejects the promise', async () => {
		const error = new RangeError('too far');
		const f = cpuBound(() => {
			throw error;
		});
		expect(await failure(f())).toBe(error);
	});

	test('a promise that it returns is followed', async () => {
		expect(await cpuBound((x) => Promise.resolve(x))(3)).toBe(3);
	});

	test('name, length, arguments and receiver are those of the function', async () => {
		const f = cpuBound({ pool: 'render' }, function total(a, _b) {
			return [this.k + a, arguments.length];
		});
		expect([f.name, f.length]).toEqual(['total', 2]);
		expect(await f.call({ k: 1 }, 2, 3, 4)).toEqual([3, 3]);
		expect(cpuBound((x) => x).name).toBe('');
	});

	test('a callback is called, and there is a promise all the same', async () => {
		const calls = [];
		const f = cpuBound((x, done) => {
			done(null, x);
			return 2 * x;
		});
		expect(await f(4, (...args) => calls.push(args))).toBe(8);
		expect(calls).toEqual([[null, 4]]);
	});

	test('a generator becomes an async one, which passes values in both directions', async () => {
		const log = [];
		const count = cpuBound(function* count(n) {
			try {
				for (let i = 0; i < n; i++) log.push(yield i);
				return 'done';
			} finally {
				log.push('closed');
			}
		});
		const steps = count(2);
		expect(typeof steps[Symbol.asyncIterator]).toBe('function');
		expect([count.name, count.length]).toEqual(['count', 1]);
		expect(await steps.next()).toEqual({ value: 0, done: false });
		expect(await steps.next('a')).toEqual({ value: 1, done: false });
		expect(await steps.next('b')).toEqual({ value: 'done', done: true });
		for await (const i of count(9)) if (i === 0) break;
		expect(log).toEqual(['a', 'b', 'closed', 'closed']);
	});

	test('what gives promises already stays as it is', () => {
		const asynchronous = async () => 1;
		const iterating = async function* () {};
		expect(cpuBound(asynchronous)).toBe(asynchronous);
		expect(cpuBound(iterating)).toBe(iterating);
	});

	test.each([[[]], [[undefined]], [[{ pool: 'render' }]], [[{}, 'text']]])(
		'%j is refused',
		(args) => {
			expect(() => cpuBound(...args)).toThrow(TypeError);
		},
	);
});
