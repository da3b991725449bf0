import { types } from 'node:util';
import { close, isLapidaryError, LapidaryError } from '@lapidary/runtime';
import { call } from '@lapidary/runtime/internal/host';
import { failure, reference, unitUrl } from './fixtures.js';

class ScoreError extends RangeError {}
class DeepScoreError extends ScoreError {}

afterAll(() => close());

/** @param {string} name @param {() => Record<string, Function>} [classes] @param {unknown[]} [args] */
const thrown = (name, classes, args = []) =>
	failure(call(reference(`faults.js#${name}`, {}, classes), args));

/** Both ways a result travels: alone, and within a batch. */
async function bothWays(name, classes, args) {
	const lone = await thrown(name, classes, args);
	const many = await Promise.all(Array.from({ length: 30 }, () => thrown(name, classes, args)));
	return [lone, many[29]];
}

describe('errors of units', () => {
	test('what is no error comes back as the same value', async () => {
		expect(await bothWays('throwString')).toEqual(['just text', 'just text']);
		const object = { status: 404, list: [1] };
		expect(await bothWays('throwObject')).toEqual([object, object]);
		expect(await bothWays('throwUndefined')).toEqual([undefined, undefined]);
	});

	test('what cannot be cloned is a coded error', async () => {
		for (const error of await bothWays('throwFunction')) {
			expect(error).toMatchObject({ code: 'LP8006', path: 'thrown' });
		}
	});

	test('classes of the slice, subclasses too', async () => {
		const classes = () => ({ ScoreError, DeepScoreError });
		for (const error of await bothWays('throwScore', classes, [false])) {
			expect(error).toBeInstanceOf(ScoreError);
			expect(error).not.toBeInstanceOf(DeepScoreError);
			expect(types.isNativeError(error)).toBe(true);
			expect(error).toMatchObject({ message: 'low', score: 3, name: 'RangeError' });
		}
		const [deep] = await bothWays('throwScore', classes, [true]);
		expect(deep).toBeInstanceOf(DeepScoreError);
	});

	test('a class that the host does not know becomes the nearest built-in one', async () => {
		const [error] = await bothWays('throwScore', undefined, [true]);
		expect(Object.getPrototypeOf(error)).toBe(RangeError.prototype);
		expect(error.score).toBe(3);
	});

	test('a thunk that throws, as in a module still being evaluated', async () => {
		const early = () => {
			throw new ReferenceError('early');
		};
		expect(await thrown('throwScore', early)).toMatchObject({ message: 'low', score: 3 });
	});

	test('code, own properties, causes in a cycle, an own __proto__', async () => {
		for (const error of await bothWays('throwRich')) {
			expect(Object.getPrototypeOf(error)).toBe(TypeError.prototype);
			expect(error.code).toBe('E_RICH');
			expect(error.at.getTime()).toBe(5);
			expect(error.fn).toMatch(/Function/);
			expect(error.cause).toMatchObject({ message: 'inner' });
			expect(error.cause.cause).toBe(error);
			expect(Object.hasOwn(error, '__proto__')).toBe(true);
			expect(error.evil).toBeUndefined();
			expect(Object.keys(error)).not.toContain('cause');
		}
	});

	test('AggregateError, DOMException, errors of Node', async () => {
		const aggregate = await thrown('throwAggregate');
		expect(Object.getPrototypeOf(aggregate)).toBe(AggregateError.prototype);
		expect(aggregate.errors[0]).toMatchObject({ message: 'one' });
		expect(aggregate.errors[1]).toBe('two');
		const dom = await thrown('throwDom');
		expect(Object.prototype.toString.call(dom)).toBe('[object DOMException]');
		expect(dom).toMatchObject({ name: 'NotFoundError', message: 'gone', code: 8 });
		const node = await thrown('throwNode');
		expect(node).toMatchObject({ code: 'ERR_INVALID_ARG_TYPE', name: 'TypeError' });
	});

	test('rejections', async () => {
		for (const error of await bothWays('rejectLater')) {
			expect(Object.getPrototypeOf(error)).toBe(RangeError.prototype);
			expect(error.message).toBe('later');
		}
	});

	test("one stack: the unit's frames, then the caller's, none of the runtime's", async () => {
		async function someCaller() {
			return await call(reference('faults.js#throwDeep'), []);
		}
		for (let round = 0; round < 3; round++) {
			const { stack } = await failure(someCaller());
			const lines = stack.split('\n');
			expect(lines[0]).toBe('Error: deep');
			expect(lines[1]).toMatch(/at inner .*units\/faults\.js/);
			expect(stack).toMatch(/someCaller .*errors\.test\.js/);
			expect(stack.indexOf('units/faults.js')).toBeLessThan(stack.indexOf('someCaller'));
			expect(stack).not.toMatch(/runtime\/src|piscina/);
		}
		const burst = await Promise.all(Array.from({ length: 200 }, () => failure(someCaller())));
		for (const error of burst) {
			expect(error.stack).toMatch(/at inner .*\n[^]*someCaller/);
			expect(error.stack).not.toMatch(/runtime\/src|piscina/);
		}
	});

	test('calls whose frames are not captured have those of the functions that await them', async () => {
		const unit = reference('faults.js#throwIf');
		const someCaller = async (isWrong) => await call(unit, [isWrong]);
		for (let round = 0; round < 40; round++) expect(await someCaller(false)).toBe(false);
		const { stack } = await failure(someCaller(true));
		// Nothing of what runs the unit in its thread comes between.
		expect(stack).toMatch(
			/^Error: asked for\n +at throwIf .*faults\.js.*\n +at (async )?someCaller .*errors\.test\.js/,
		);
	});

	test('from the first failure on, frames are those of all callers', async () => {
		const unit = reference('faults.js#throwIf');
		const calls = (isWrong) => call(unit, [isWrong]);
		for (let round = 0; round < 40; round++) await calls(false);
		await failure(calls(true));
		await new Promise((resolve) => setTimeout(resolve, 5)); // at most once a millisecond
		const { stack } = await failure(calls(true));
		expect(stack).toMatch(/at throwIf .*\n +at calls .*errors\.test\.js/);
	});
});

describe("errors of the runtime's", () => {
	test('a unit that the worker module does not have', async () => {
		const missing = await failure(call(reference('values.js#gone'), []));
		expect(missing).toBeInstanceOf(LapidaryError);
		expect(missing).toMatchObject({
			code: 'LP8001',
			slug: 'unknown-unit',
			unit: 'test/values.js#gone',
		});
		expect(isLapidaryError(missing)).toBe(true);
		expect(isLapidaryError(new Error('other'))).toBe(false);
		const elsewhere = reference('values.js#echo', { pool: 'elsewhere' });
		const { code, stack } = await failure(call(elsewhere, []));
		expect(code).toBe('LP8012');
		expect(stack).toMatch(/errors\.test\.js/);
		expect(stack).not.toMatch(/runtime\/src/);
		expect(await failure(call(reference('values.js#toString'), []))).toMatchObject({
			code: 'LP8001',
		});
	});

	test('a name of Object.prototype is no unit', async () => {
		const { unit } = await import('@lapidary/runtime/internal/host');
		const error = await failure(call(unit('toString', unitUrl('values.js')), []));
		expect(error.code).toBe('LP8001');
	});

	test('a worker module that throws, is missing or has no units', async () => {
		const { unit } = await import('@lapidary/runtime/internal/host');
		const broken = reference('broken.js#any');
		const many = Array.from({ length: 40 }, () => failure(call(broken, [])));
		for (const error of await Promise.all(many)) {
			expect(error).toMatchObject({ code: 'LP8010', unit: 'test/broken.js#any' });
			expect(error.cause).toMatchObject({ message: 'this module cannot be evaluated' });
			expect(Object.getPrototypeOf(error.cause)).toBe(RangeError.prototype);
		}
		const missing = await failure(call(unit('x', unitUrl('missing.js')), []));
		expect(missing).toMatchObject({ code: 'LP8010', cause: { code: 'ERR_MODULE_NOT_FOUND' } });
		const empty = await failure(call(unit('x', 'data:text/javascript,export{}'), []));
		expect(empty.code).toBe('LP8001');
	});

	test('a CommonJS worker module', async () => {
		expect(await call(reference('common.cjs#base'), ['/a/b.txt'], ['!'])).toBe('b.txt!');
	});
});

test('a call inside a worker runs there, without a clone', async () => {
	expect(await call(reference('nested.js#outer'), [])).toEqual({ same: true, sameThread: true });
	expect(await call(reference('nested.js#outerCallback'), [])).toBe(true);
	const many = Array.from({ length: 50 }, () => call(reference('nested.js#outer'), []));
	expect(await Promise.all(many)).toEqual(many.map(() => ({ same: true, sameThread: true })));
});
