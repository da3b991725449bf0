import { Buffer } from 'node:buffer';
import { types } from 'node:util';
import { close, transfer, withOptions } from '@lapidary/runtime';
import { call } from '@lapidary/runtime/internal/host';
import { failure, reference } from './fixtures.js';

const add = reference('values.js#add');
const echo = reference('values.js#echo');
const kinds = reference('values.js#kinds');
const same = reference('values.js#same');

afterAll(() => close());

describe('what crosses', () => {
	test('arguments, an arguments object, and the result', async () => {
		expect(await call(add, [1, 2])).toBe(3);
		const listed = (function () {
			return call(reference('values.js#count'), arguments);
		})(1, undefined, 3);
		expect(await listed).toBe(3);
	});

	test.each([
		[undefined],
		[null],
		[-0],
		[NaN],
		[10n],
		['text'],
		[[1, , 3]],
		[new Map([[{ a: 1 }, new Set([1])]])],
		[new Date(5)],
		[{ a: { b: [1, 'x', null] } }],
	])('%p comes back as it went', async (value) => {
		expect(await call(echo, [value])).toEqual(value);
	});

	test.each([
		['a typed array', new Uint8Array(2)],
		['a typed array of a rarer kind', new Uint8ClampedArray(2)],
		['a Buffer', Buffer.from('ab')],
		['an ArrayBuffer', new ArrayBuffer(2)],
		['a Date', new Date(5)],
		['a Map', new Map()],
	])(
		'properties beside the content of %s are refused, which a clone leaves out',
		async (_, value) => {
			expect((await call(echo, [value])).byteLength).toBe(value.byteLength);
			const error = await failure(call(echo, [[Object.assign(value, { k: 1 })]]));
			expect(error).toMatchObject({ code: 'LP8015', path: 'args[0][0]' });
		},
	);

	test('identity and cycles between captures and arguments survive', async () => {
		const argument = { self: null };
		argument.self = argument;
		const expected = { shared: true, cyclic: true };
		expect(await call(same, [argument], [{ child: argument }])).toEqual(expected);
		const many = Array.from({ length: 20 }, () => call(same, [argument], [{ child: argument }]));
		expect(await Promise.all(many)).toEqual(many.map(() => expected));
	});

	test('captures may come from a thunk, which may throw', async () => {
		const scale = reference('values.js#scale');
		expect(await call(scale, [[1, 2]], () => [10])).toEqual([10, 20]);
		const error = new ReferenceError('not yet');
		const thunk = () => {
			throw error;
		};
		expect(await failure(call(scale, [[1]], thunk))).toBe(error);
	});

	test('values are those of the call, sent at once or queued', async () => {
		const value = { n: 1, list: [1] };
		const calls = Array.from({ length: 50 }, () => call(echo, [value]));
		value.n = 2;
		value.list.push(2);
		expect(await Promise.all(calls)).toEqual(calls.map(() => ({ n: 1, list: [1] })));
	});

	test('Buffers arrive as Buffers, in the worker and back', async () => {
		const bytes = Buffer.from('bytes');
		const expected = [true, true, true, true, 'bytes'];
		const once = () => call(kinds, [bytes, { list: [{ bytes }] }], [Buffer.from('captured')]);
		expect(await once()).toEqual(expected);
		const many = Array.from({ length: 20 }, once);
		expect(await Promise.all(many)).toEqual(many.map(() => expected));
		const back = await call(reference('values.js#bytes'), ['back']);
		expect(Buffer.isBuffer(back.bytes)).toBe(true);
		expect(back.bytes.toString()).toBe('back');
		expect(Buffer.isBuffer(back.plain)).toBe(false);
		expect(types.isUint8Array(back.plain)).toBe(true);
	});

	test('large values that wait, with Buffers, shared memory, cycles and a Blob in them', async () => {
		const words = new Int32Array(new SharedArrayBuffer(8));
		const rows = Array.from({ length: 200 }, (_, id) => ({ id, bytes: Buffer.from(`row ${id}`) }));
		const plain = { rows, self: null };
		plain.self = plain;
		const once = (value) => call(echo, [value]);
		const calls = Array.from({ length: 30 }, (_, index) =>
			once(
				index % 3 === 0
					? plain
					: index % 3 === 1
						? { rows, words }
						: { rows, blob: new Blob(['b']) },
			),
		);
		rows[7].id = 'changed';
		const results = await Promise.all(calls);
		for (const result of results) {
			expect(result.rows).toHaveLength(200);
			expect(result.rows[7].id).toBe(7);
			expect(Buffer.isBuffer(result.rows[150].bytes)).toBe(true);
			expect(result.rows[150].bytes.toString()).toBe('row 150');
		}
		expect(results[27].self).toBe(results[27]);
		words[1] = 9;
		expect(results[28].words[1]).toBe(9);
		expect(results[29].blob.size).toBe(1);
	});

	test('SharedArrayBuffers are shared', async () => {
		const words = new Int32Array(new SharedArrayBuffer(8));
		const [first] = await Promise.all([call(echo, [words]), call(echo, [words])]);
		words[0] = 5;
		expect(first[0]).toBe(5);
	});
});

describe('transfer', () => {
	const length = reference('values.js#length');

	test('a marked value moves, whole or nested, idle or queued', async () => {
		const values = Array.from({ length: 8 }, () => new Float64Array(100));
		const calls = values.map((value) => call(length, [transfer(value)]));
		expect(values.map((value) => value.byteLength)).toEqual(values.map(() => 0));
		expect(await Promise.all(calls)).toEqual(values.map(() => 800));
		const nested = { list: [transfer(new ArrayBuffer(16))] };
		const back = await call(echo, [nested]);
		expect(nested.list[0].byteLength).toBe(0);
		expect(back.list[0].byteLength).toBe(16);
	});

	test('withOptions names what moves', async () => {
		const value = new Uint8Array(10);
		const f = async (view) => call(length, [view]);
		expect(await withOptions(f, { transfer: [value] })(value)).toBe(10);
		expect(value.byteLength).toBe(0);
	});

	test('a slice of the Buffer pool is copied, its neighbours stay', async () => {
		const neighbour = Buffer.from('neighbour');
		const slice = Buffer.from('slice');
		expect(slice.buffer.byteLength).toBeGreaterThan(slice.length);
		expect(String(await call(echo, [transfer(slice)]))).toBe('slice');
		expect(neighbour.toString()).toBe('neighbour');
		expect(slice.toString()).toBe('slice');
	});

	test('a unit moves its result', async () => {
		const back = await call(reference('values.js#moveBack'), [1000]);
		expect(back).toHaveLength(1000);
		expect(back[999]).toBe(1);
	});
});

describe('what cannot be cloned', () => {
	const argument = { rows: [1, 2, 3, { cb: () => 1 }] };

	test.each([
		['args[0].rows[3].cb', [argument], undefined],
		['args[1]', [1, Symbol('x')], undefined],
		['captures[1]', [1], [1, () => 1]],
		['args[0].get("k").deep', [new Map([['k', { deep: new WeakMap() }]])], undefined],
		['args[0]["a b"]', [{ 'a b': Promise.resolve() }], undefined],
	])('%s is named', async (path, args, captures) => {
		const lone = await failure(call(echo, args, captures));
		expect(lone).toMatchObject({ code: 'LP8005', path });
		const queued = await Promise.all(
			Array.from({ length: 9 }, (_, index) =>
				index % 2 ? call(echo, [index]) : failure(call(echo, args, captures)),
			),
		);
		queued.forEach((outcome, index) => {
			if (index % 2) expect(outcome).toBe(index);
			else expect(outcome).toMatchObject({ code: 'LP8005', path });
		});
	});

	test('values that are nested too deeply end their call, and nothing else', async () => {
		const nest = (depth) => {
			let value = {};
			for (let count = 0; count < depth; count++) value = { value };
			return value;
		};
		const tooDeep = async (result, code) => {
			const error = await failure(result);
			expect(error.code).toBe(code);
			expect(error.message).toMatch(/it is nested too deeply/);
		};
		await tooDeep(call(echo, [nest(50_000)]), 'LP8005');
		const deepen = reference('values.js#nest');
		await tooDeep(call(deepen, [3500]), 'LP8006');
		const many = Array.from({ length: 20 }, (_, index) =>
			index % 2 ? call(deepen, [10]) : tooDeep(call(deepen, [3500]), 'LP8006'),
		);
		expect(await many.at(-1)).toEqual(nest(10));
		await Promise.all(many);
		expect(await call(add, [1, 2])).toBe(3);
	});

	test('a cyclic value is searched once', async () => {
		const value = { list: [] };
		value.list.push(value, { fn: () => 1 });
		expect(await failure(call(echo, [value]))).toMatchObject({ path: 'args[0].list[1].fn' });
	});

	test('an error of a getter is the error of the call', async () => {
		const value = {
			get bad() {
				throw new RangeError('getter');
			},
		};
		expect(await failure(call(echo, [value]))).toMatchObject({ message: 'getter' });
	});
});
