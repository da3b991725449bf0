import { format } from 'node:util';
import { close, configure } from '@lapidary/runtime';
import { call } from '@lapidary/runtime/internal/host';
import { failure, reference } from './fixtures.js';

const NONE = Object.freeze({});
const MARK = Symbol('mark');
const rows = [{ id: 1 }, { id: 2 }, [3]];
const known = new Map([[{ key: 1 }, { value: 1 }]]);
const compare = (a, b) => a - b;
const changed = { n: 1 };
const failed = new Error('none');

const table = () => ({
	'object 0 NONE': NONE,
	'object 0 MARK': MARK,
	'object 01 rows': rows,
	'object k known': known,
	'object 0 compare': compare,
	'object 0 changed': changed,
	'object 0 failed': failed,
});
const unit = (name) => reference(`by-name.js#${name}`, {}, table);

afterAll(() => close());

/** Alone, and among so many that batches carry it. */
async function bothWays(made, args, captures) {
	const lone = await call(made, args, captures);
	const all = Array.from({ length: 9 }, () => call(made, args, captures));
	for (const each of await Promise.all(all)) expect(each).toEqual(lone);
	return lone;
}

describe.each(['pool', 'inline', 'serial'])('in mode %s', (mode) => {
	beforeAll(async () => {
		await close();
		configure({ mode });
	});

	describe('what both modules have made', () => {
		const isOwn = unit('isOwn');

		test.each([
			['NONE', NONE],
			['MARK', MARK],
			['rows', rows],
			['compare', compare],
		])('%s is itself among the arguments', async (name, value) => {
			expect(await bothWays(isOwn, [value, name])).toBe(true);
		});

		test('another object that looks the same is another one', async () => {
			expect(await call(isOwn, [{}, 'NONE'])).toBe(false);
			expect(await call(isOwn, [[...rows], 'rows'])).toBe(false);
		});

		test('elements and keys are found in what has them', async () => {
			const among = [rows[1], { id: 2 }, rows[2], rows[0]];
			expect(await bothWays(unit('indexOf'), [among])).toEqual([1, -1, 2, 0]);
			const [key] = known.keys();
			expect(await bothWays(unit('has'), [key])).toBe(true);
			expect(await call(unit('has'), [{ ...key }])).toBe(false);
		});

		test.each(['NONE', 'MARK', 'rows', 'compare'])('%s is itself in a result', async (name) => {
			const { found, among } = await call(unit('own'), [name]);
			expect(found).toBe({ NONE, MARK, rows, compare }[name]);
			expect(among[0]).toBe(rows[2]);
			expect(among[1]).toBe(rows[0]);
		});

		test('a thrown error is itself, with the stack that it has', async () => {
			const { stack } = failed;
			expect(await failure(call(unit('fail'), []))).toBe(failed);
			expect(failed.stack).toBe(stack);
		});
	});

	describe('what the platform has', () => {
		test.each([
			['Float64Array', Float64Array],
			['Math.max', Math.max],
			['Math', Math],
			['JSON', JSON],
			['Symbol.iterator', Symbol.iterator],
			['Array.prototype.push', Array.prototype.push],
			['Array.prototype', Array.prototype],
			['Intl.NumberFormat', Intl.NumberFormat],
		])('%s crosses both ways', async (path, value) => {
			const deep = { deep: { value } };
			expect(await bothWays(unit('isGlobal'), [value, path], [deep])).toEqual([true, true]);
			expect((await call(unit('global'), [path])).value).toBe(value);
		});

		test('functions of its modules and registered symbols do, too', async () => {
			expect(await call(unit('isFormat'), [format])).toBe(true);
			const list = [Symbol.for('lp test'), Symbol.asyncIterator];
			const expected = [['Symbol(lp test)', 'Symbol(Symbol.asyncIterator)'], true];
			expect(await call(unit('symbols'), [list])).toEqual(expected);
		});
	});
});

describe('what is refused', () => {
	beforeAll(async () => {
		await close();
		configure({ mode: 'pool' });
	});

	test('an object that has other content on the other side', async () => {
		const error = await failure(call(unit('isOwn'), [changed, 'NONE']));
		expect(error).toMatchObject({ code: 'LP8015', path: 'args[0]' });
		expect(error.message).toContain('`changed`');
	});

	test('an element that only one side has', async () => {
		rows.push({ id: 4 });
		const error = await failure(call(unit('indexOf'), [[rows[3]]]));
		rows.pop();
		expect(error.code).toBe('LP8015');
	});

	test('symbols and functions of one side alone', async () => {
		for (const value of [Symbol('own'), () => 1]) {
			const error = await failure(call(unit('isOwn'), [{ deep: [value] }, 'NONE']));
			expect(error).toMatchObject({ code: 'LP8005', path: 'args[0].deep[0]' });
		}
	});

	test('a function of the platform in whose place there is another one', async () => {
		const { max } = Math;
		try {
			Math.max = (...all) => max(...all);
			const error = await failure(call(unit('isOwn'), [Math.max, 'NONE']));
			expect(error.code).toMatch(/^LP80(05|15)$/);
		} finally {
			Math.max = max;
		}
	});
});
