import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { createRoot, keys, materialise, releaseTree } from '../../src/gem/graph/index.js';
import { SEED, arrays, expectSound, jsonCopy, objects, withRegion } from './graph-fixture.js';

const roots = fc.oneof(objects, arrays);

test('a document is what JSON makes of a value', () => {
	const isKept = fc.property(roots, fc.boolean(), (value, fixed) =>
		withRegion((region) => {
			const root = createRoot(region, value, { fixed });
			expectSound(region, root);
			const copy = materialise(region, root);
			const expected = jsonCopy(value);
			// Not `toStrictEqual`: it takes a key `constructor` for the class of an object.
			expect(isDeepStrictEqual(copy, expected)).toBe(true);
			expect(JSON.stringify(copy)).toBe(JSON.stringify(expected)); // the order of keys, too
			expect(keys(region, root)).toEqual(Object.keys(expected));
			releaseTree(region, root);
			expect(region.usage().cells).toBe(0);
		}),
	);
	fc.assert(isKept, { ...SEED, numRuns: 1500 });
});

class Point {
	constructor() {
		this.x = 1;
		this.y = [2];
	}
	get z() {
		return 3;
	}
}

const inherited = Object.create(
	{ inherited: 1 },
	{ own: { value: 2, enumerable: true }, hidden: { value: 3 } },
);
const named = Object.assign([1, 2], { name: 'lost' });
const sparse = [1, , 3];
const key = { toJSON: (/** @type {string} */ at) => `at ${at}` };
const twice = { shared: 'é' };
const many = Object.fromEntries(
	Array.from({ length: 200 }, (_, at) => [`key ${at}`, { at, sq: at * at }]),
);

test.each([
	['class instances', { point: new Point(), list: [new Point(), new Point()] }],
	['inherited and hidden properties', { inherited, list: [inherited, inherited] }],
	['dates', [new Date(0), { at: new Date(1e12) }]],
	['an object that is nowhere', Object.assign(Object.create(null), { a: 1 })],
	['boxed primitives', { a: Object(1), b: Object('text'), c: Object(false), d: [Object(NaN)] }],
	[
		'toJSON, with its key',
		{
			key,
			list: [key, { key }],
			none: { toJSON: () => undefined },
			fun: Object.assign(() => 1, key),
		},
	],
	['numbers that JSON does not have', [NaN, Infinity, -Infinity, -0, 1e300, 2 ** 31, -(2 ** 31)]],
	['holes and names of arrays', { sparse, named, fun: [() => 1, undefined] }],
	['one object at two places', { one: twice, two: twice, three: [twice, twice] }],
	[
		'integers that become doubles',
		{ list: [1, 2, 3, 4.5, 5], later: [...Array(50).fill(7), 'text'] },
	],
	[
		'rows that differ',
		[
			{ a: 1, b: 2 },
			{ a: 1.5, b: 2 },
			{ a: 'x', b: null },
			{ b: 1, a: 2 },
			{ a: undefined, b: 1 },
			{ a: 1 },
		],
	],
	[
		'rows with more and more types',
		Array.from({ length: 30 }, (_, at) => ({
			a: at > 9 ? at / 2 : at,
			b: at % 7 ? at : { at },
			c: at > 20 ? [] : 'c',
		})),
	],
	['dictionaries', { many, list: [many, { many }] }],
	['keys that are data', Array.from({ length: 1500 }, (_, at) => ({ [`k${at}`]: at }))],
	[
		'getters',
		{
			get a() {
				return 1;
			},
			list: [
				{
					get b() {
						return { c: 1 };
					},
				},
			],
		},
	],
	['a Proxy', new Proxy({ a: [1] }, {})],
	['a long text', { text: 'abc'.repeat(1e5), wide: '€'.repeat(1e5), same: 'abc'.repeat(1e5) }],
])('%s', (_, value) => {
	withRegion((region) => {
		const root = createRoot(region, value);
		expectSound(region, root);
		expect(JSON.stringify(materialise(region, root))).toBe(JSON.stringify(value));
		expect(materialise(region, root)).toStrictEqual(jsonCopy(value));
	});
});

test('a getter is read once, and one that changes the object does no harm', () => {
	let reads = 0;
	const row = () => ({
		a: 1,
		get b() {
			reads++;
			return 2;
		},
		c: 3,
	});
	/** @type {any} */
	const odd = {
		a: 1,
		get b() {
			delete odd.c;
			odd.d = 4;
			return 2;
		},
		c: 3,
	};
	const value = [row(), row(), odd, row()];
	withRegion((region) => {
		const root = createRoot(region, value);
		expect(materialise(region, root)).toEqual([
			{ a: 1, b: 2, c: 3 },
			{ a: 1, b: 2, c: 3 },
			{ a: 1, b: 2 },
			{ a: 1, b: 2, c: 3 },
		]);
		expect(reads).toBe(3);
		expectSound(region, root);
	});
});

test('typed arrays stay typed arrays', () => {
	const types = [
		Int8Array,
		Uint8Array,
		Uint8ClampedArray,
		Int16Array,
		Uint16Array,
		Int32Array,
		Uint32Array,
		Float32Array,
		Float64Array,
	];
	const value = {
		numbers: types.map((Type) => Type.from([1, 2, 3, 200, -1.5])),
		big: [BigInt64Array.of(1n, -1n), BigUint64Array.of(2n ** 64n - 1n)],
		part: new Uint8Array([1, 2, 3, 4]).subarray(1, 3),
		empty: new Float64Array(0),
	};
	withRegion((region) => {
		const root = createRoot(region, value);
		expectSound(region, root);
		expect(materialise(region, root)).toStrictEqual({ ...value, part: new Uint8Array([2, 3]) });
		const bytes = materialise(region, createRoot(region, Buffer.from('abc')));
		expect(bytes).toStrictEqual(new Uint8Array([97, 98, 99]));
	});
});

/** @type {any} */
const circular = { list: [{}] };
circular.list[0].up = circular;

test.each([
	['content', 1, 'a number'],
	['content', 'text', 'a string'],
	['content', null, 'null'],
	['content', undefined, 'undefined'],
	['content', new Date(0), 'a string'],
	['content', new Map(), 'a Map'],
	['content.rows[3].cb', { rows: [0, 1, 2, { cb: new Set() }] }, 'a Set'],
	['content["two words"]', { 'two words': Symbol('s') }, 'a symbol'],
	['content[1][""].n', [0, { '': { n: 1n } }], 'a bigint'],
	['content[1].a', [{ a: {} }, { a: new WeakMap() }], 'a WeakMap'],
	['content.a', { a: new WeakSet() }, 'a WeakSet'],
	['content.a', { a: Promise.resolve() }, 'a Promise'],
	['content.a', { a: /x/ }, 'a regular expression'],
	['content.a', { a: new TypeError('x') }, 'an error'],
	['content.a', { a: new ArrayBuffer(8) }, 'an ArrayBuffer'],
	['content.a', { a: new SharedArrayBuffer(8) }, 'an ArrayBuffer'],
	['content.a', { a: new DataView(new ArrayBuffer(8)) }, 'a DataView'],
	['content.a', { a: Object(1n) }, 'a bigint'],
	['content.list[0].up', circular, 'an object that contains itself'],
])('%s is refused', (path, value, what) => {
	withRegion((region) => {
		let thrown;
		try {
			createRoot(region, value);
		} catch (error) {
			thrown = error;
		}
		expect(thrown).toMatchObject({ code: 'LP8104' });
		expect(thrown.message).toContain(`\`${path}\` cannot be held by a GEM: it is ${what}`);
		expect(region.usage().cells).toBe(0);
	});
});

test('what toJSON throws arrives, and nothing stays allocated', () => {
	const value = {
		rows: [
			{ a: 'text' },
			{
				a: {
					toJSON() {
						throw new RangeError('mine');
					},
				},
			},
		],
	};
	withRegion((region) => {
		expect(() => createRoot(region, value)).toThrow('mine');
		expect(region.usage().cells).toBe(0);
	});
});

test('a document deeper than the stack is refused, and nothing stays allocated', () => {
	/** @type {unknown[]} */
	let deep = [];
	for (let level = 0; level < 50_000; level++) deep = [deep];
	withRegion((region) => {
		expect(() => createRoot(region, deep)).toThrow(expect.objectContaining({ code: 'LP8104' }));
		expect(region.usage().cells).toBe(0);
	});
});

test('equal strings of a document share their memory', () => {
	withRegion((region) => {
		const value = Array.from({ length: 1000 }, () => ({ kind: 'the same long text everywhere' }));
		const root = createRoot(region, value);
		expectSound(region, root);
		expect(region.usage().cells).toBeLessThan(1000 * 4 + 1000 + 20);
	});
});

test('strings of a field that hardly occur again are not looked for any more; those of other fields are', () => {
	withRegion((region) => {
		const texts = ['the same long text of some', 'and the same long text of others'];
		const value = Array.from({ length: 20_000 }, (_, at) => ({
			name: `number ${at}`,
			kind: texts[at % 2],
			list: at < 10 ? [] : ['the same long text of lists'],
		}));
		const root = createRoot(region, value);
		expectSound(region, root);
		expect(materialise(region, root)).toEqual(value);
		// A row: its header and three fields, its name, its list with one element.
		const cellsOfRow = 2 + 4 + 4 + 2 + 2;
		expect(region.usage().cells).toBeLessThan(20_000 * (cellsOfRow + 1) + 200);
		const again = createRoot(region, value.slice(0, 5));
		expect(materialise(region, again)).toEqual(value.slice(0, 5));
	});
});

test('strings of a long list that hardly occur again are not looked for any more', () => {
	withRegion((region) => {
		const value = Array.from({ length: 30_000 }, (_, at) => `number ${at % 29_000}`);
		const root = createRoot(region, value);
		expectSound(region, root);
		expect(materialise(region, root)).toEqual(value);
		const often = Array.from({ length: 30_000 }, (_, at) => `number ${at % 2000}`);
		const other = createRoot(region, often);
		expect(materialise(region, other)).toEqual(often);
	});
});
