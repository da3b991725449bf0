import {
	AtomicLK,
	Owned,
	PartitionedDynamic,
	atomic,
	snapshot,
	usage,
} from '../../src/gem/index.js';

/** @param {any} gem @param {() => void} change run as the type allows it */
const within = (gem, change) => (AtomicLK.has(gem) ? gem.atomic(change) : change());

const TYPES = /** @type {const} */ ([
	['Owned', Owned],
	['AtomicLK', AtomicLK],
]);

describe.each(TYPES)('parts of a GEM of %s are copied as they are', (_, type) => {
	test('objects that change places keep NaN, infinities, -0 and holes', () => {
		const gem = type.create({ rows: [{ m: [0] }, { m: [0] }, { m: [0, 0, 0] }] });
		within(gem, () => {
			const { rows } = gem;
			rows[0].m[0] = NaN;
			rows[1].m[0] = -Infinity;
			rows[2].m[0] = -0;
			delete rows[2].m[1];
			[rows[0], rows[1], rows[2]] = [rows[1], rows[2], rows[0]];
			expect(snapshot(rows)).toEqual([{ m: [-Infinity] }, { m: [-0, , 0] }, { m: [NaN] }]);
			expect(1 in rows[1].m).toBe(false);
		});
	});

	test('a typed array stays a typed array in whatever it is copied with', () => {
		const gem = type.create({ o: null, t: new Float64Array([1, NaN]) });
		within(gem, () => {
			const { t } = gem;
			const copy = new Float64Array([1, NaN]);
			gem.o = { s: t };
			expect(snapshot(gem.o)).toEqual({ s: copy });
			gem.o = [[t], t];
			expect(snapshot(gem.o)).toEqual([[copy], copy]);
			expect(snapshot(Owned.create(gem))).toEqual({ o: [[copy], copy], t: copy });
			expect(snapshot(Owned.create(t))).toEqual(copy);
		});
	});

	test('a proxy of the program’s own is asked, not the part behind it', () => {
		const gem = type.create({ a: { n: 1 }, o: null });
		within(gem, () => {
			const traps = {
				get: (/** @type {any} */ o, /** @type {any} */ key) => (key === 'n' ? 2 : o[key]),
			};
			gem.o = { inner: new Proxy(gem.a, traps) };
			expect(snapshot(gem.o)).toEqual({ inner: { n: 2 } });
		});
	});

	test('what a refused splice or push has copied is given back, whatever has refused it', () => {
		const gem = type.create({ list: [1] });
		const big = { text: 'x'.repeat(10_000) };
		const fails = {
			get a() {
				throw new Error('no');
			},
		};
		const before = usage(gem).bytes;
		for (let round = 0; round < 20; round++) {
			for (const method of ['push', 'unshift', 'splice']) {
				const args = method === 'splice' ? [0, 1, big, fails] : [big, fails];
				expect(() => within(gem, () => gem.list[method](...args))).toThrow('no');
			}
		}
		expect(usage(gem).bytes - before).toBeLessThan(20_000);
	});

	test('fill takes its value once', () => {
		const gem = type.create({ list: [0, 0, 0, 0] });
		let count = 0;
		const value = {
			get n() {
				return count++;
			},
		};
		within(gem, () => {
			expect(snapshot(gem.list.fill(value, 1))).toEqual([0, { n: 0 }, { n: 0 }, { n: 0 }]);
			gem.list[1].n = 7;
			expect(snapshot(gem.list)).toEqual([0, { n: 7 }, { n: 0 }, { n: 0 }]);
			expect(snapshot(gem.list.fill('text'))).toEqual(['text', 'text', 'text', 'text']);
		});
	});
});

describe('a comparator that changes the array', () => {
	/** @type {[string, unknown[], (list: any) => (a: any, b: any) => any][]} */
	const CASES = [
		['sets an element', [5, 3, 9, 1], (list) => (a, b) => ((list[0] = 77), b - a)],
		[
			'adds one',
			['d', 'a', 'c'],
			(list) => (a, b) => (list.length < 4 && list.push('z'), a < b ? -1 : 1),
		],
		['removes some', [5, 3, 9, 1], (list) => (a, b) => (list.length > 2 && list.pop(), a - b)],
		['makes doubles of integers', [5, 3, 9], (list) => (a, b) => ((list[1] = 0.5), a - b)],
		['empties it, with holes', [5, , 3, 9], (list) => (a, b) => ((list.length = 0), a - b)],
		[
			'replaces objects',
			[{ n: 2 }, { n: 1 }],
			(list) => (a, b) => {
				const order = a.n - b.n;
				list[0] = { n: 9 };
				return order;
			},
		],
	];

	test.each(CASES)(
		'%s: the elements that there were are sorted, as in a plain array',
		(_, content, make) => {
			const plain = content.slice();
			const gem = Owned.create(plain);
			for (const [at] of content.entries()) if (!(at in content)) delete gem[at];
			plain.sort(make(plain));
			gem.sort(make(gem));
			expect(snapshot(gem)).toEqual(plain);
			expect(Object.keys(gem)).toEqual(Object.keys(plain));
		},
	);

	test('gives a number', () => {
		expect(() => Owned.create([3, 1]).sort(() => 1n)).toThrow(TypeError);
	});
});

describe('methods of typed arrays', () => {
	const VALUES = [undefined, null, '1', 1.9, NaN, -1, -Infinity, Infinity, 2, { valueOf: () => 1 }];

	test.each(VALUES)('set and fill with a position of %p are those of the platform', (position) => {
		for (const call of [
			(/** @type {any} */ list) => list.set([9], position),
			(/** @type {any} */ list) => list.set([9, 8, 7, 6, 5], position),
			(/** @type {any} */ list) => list.fill(9, position),
			(/** @type {any} */ list) => list.fill(9, 1, position),
			(/** @type {any} */ list) => list.fill(position),
		]) {
			const [plain, gem] = [
				new Float64Array([1, 2, 3, 4]),
				Owned.create(new Float64Array([1, 2, 3, 4])),
			];
			const [expected, actual] = [plain, gem].map((list) => {
				try {
					call(list);
					return [...list];
				} catch (error) {
					return [error.name, ...list];
				}
			});
			expect(actual).toEqual(expected);
		}
	});

	test('fill converts once, and to a bigint where elements are', () => {
		let count = 0;
		Owned.create(new Float64Array(4)).fill({ valueOf: () => count++ });
		expect(count).toBe(1);
		const big = Owned.create(new BigInt64Array(2)).fill('5');
		expect([...big]).toEqual([5n, 5n]);
		expect(() => big.fill(1)).toThrow(TypeError);
	});

	test('set copies what overlaps first', () => {
		const gem = Owned.create(new Int8Array([1, 2, 3, 4]));
		gem.set(gem, 0);
		gem.set(gem.slice(0, 3), 1);
		expect([...gem]).toEqual([1, 1, 2, 3]);
	});
});

test('a prototype is refused, and a property of that name is one', () => {
	const gem = Owned.create({ a: 1 });
	expect(gem.__proto__).toBe(Object.prototype);
	expect(Owned.create([1]).__proto__).toBe(Array.prototype);
	expect(() => (gem.__proto__ = { isAdmin: true })).toThrow(/LP8101|prototype/);
	expect(() => (gem.__proto__ = null)).toThrow(/prototype/);
	gem.__proto__ = 5;
	expect(Object.keys(gem)).toEqual(['a']);
	const own = Owned.create(JSON.parse('{ "__proto__": { "b": 1 } }'));
	own.__proto__ = { b: 2 };
	expect(own.__proto__.b).toBe(2);
	expect(Object.keys(own)).toEqual(['__proto__']);
});

test('within a range of its creator, a GEM of PartitionedDynamic has the keys of the range', () => {
	const gem = PartitionedDynamic.create([0, 1, 2, 3, 4, 5], { range: 3 });
	const seen = [];
	while (gem.getRange(() => seen.push([Object.keys(gem), Object.entries(gem)]))) continue;
	expect(seen).toEqual([
		[
			['0', '1', '2'],
			[
				['0', 0],
				['1', 1],
				['2', 2],
			],
		],
		[
			['3', '4', '5'],
			[
				['3', 3],
				['4', 4],
				['5', 5],
			],
		],
	]);
	expect(Object.keys(gem)).toHaveLength(6);
});

test('atomic says that it takes an array', () => {
	const gem = AtomicLK.create({});
	for (const gems of [new Set([gem]), gem, undefined, 5]) {
		expect(() => atomic(/** @type {any} */ (gems), () => 1)).toThrow(
			'atomic() takes an array of GEMs',
		);
	}
});
