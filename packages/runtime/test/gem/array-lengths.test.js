// Lengths and indexes that are none, and very large ones: an array of a GEM answers as a plain array does, or refuses them at once, and the
// memory of other GEMs stays as it is.
import {
	AtomicLK,
	AtomicSTM,
	Owned,
	Partitioned,
	ReadOnly,
	snapshot,
} from '../../src/gem/index.js';

const inBlock = (gem, fn) => gem.atomic(fn);
const atOnce = (_, fn) => fn();

/** Each with the right to the whole GEM. @type {[string, (content: object) => any, (gem: any, fn: () => unknown) => any][]} */
const policies = [
	['ReadOnly', (content) => ReadOnly.create(content), atOnce],
	['Owned', (content) => Owned.create(content), atOnce],
	['AtomicLK', (content) => AtomicLK.create(content), inBlock],
	['AtomicSTM', (content) => AtomicSTM.create(content), inBlock],
];

const contents = {
	empty: () => [],
	integers: () => Array.from({ length: 200 }, (_, at) => at),
	doubles: () => Array.from({ length: 200 }, (_, at) => at + 0.5),
	texts: () => Array.from({ length: 200 }, (_, at) => `text ${at}`),
	objects: () => Array.from({ length: 200 }, (_, at) => ({ at })),
};

/** What plain arrays take or refuse: a GEM's do the same. */
const LENGTHS = [
	...[-1, -120, -0.5, 1.5, 199.5, NaN, Infinity, -Infinity, 2 ** 32, 2 ** 32 + 5, 1e10, 2 ** 53],
	...['x', '-1', '1.5', '', '3', '0x10', null, undefined, true, [], [7], [1, 2], {}, -0, 5n],
	...[
		Symbol('length'),
		{ valueOf: () => -3 },
		{ valueOf: () => 12 },
		{ valueOf: () => 3n },
		0,
		1,
		150,
		199,
		200,
		201,
		260,
	],
];
/** What plain arrays take, and a GEM would need too much memory for. */
const HUGE = [2 ** 32 - 1, 2 ** 32 - 2, 2 ** 31, 2 ** 31 - 1, 2 ** 30, 1e9, 1e8, 2 ** 26];

const guards = Array.from({ length: 30 }, (_, at) =>
	Owned.create({
		list: Array.from({ length: 100 }, (__, each) => at + each + 0.5),
		text: `guard ${at}`,
	}),
);
const guarded = JSON.stringify(guards.map((guard) => snapshot(guard)));
const expectGuarded = () =>
	expect(JSON.stringify(guards.map((guard) => snapshot(guard)))).toBe(guarded);

/** @param {() => void} change @returns {string} name of the error that it throws, and its code if it has one */
function errorOf(change) {
	try {
		change();
		return '';
	} catch (thrown) {
		return thrown.code ?? thrown.name;
	}
}

const assign = (list, length) => void (list.length = length);
const define = (list, value) => void Object.defineProperty(list, 'length', { value });
const reflect = (list, value) => void Reflect.set(list, 'length', value);

describe.each(policies)('%s', (_, create, block) => {
	describe.each(Object.keys(contents))('%s', (kind) => {
		test.each([assign, define, reflect])('lengths, by %p', (set) => {
			for (const length of LENGTHS) {
				const plain = contents[kind]();
				const gem = create({ list: contents[kind](), after: 1 });
				// `Reflect.set` and the like answer with false where nothing but an assignment throws.
				const expected = errorOf(() => assign(plain, length));
				expect([String(length), errorOf(() => block(gem, () => set(gem.list, length)))]).toEqual([
					String(length),
					expected,
				]);
				expect(block(gem, () => snapshot(gem))).toEqual({ list: plain, after: 1 });
			}
			expectGuarded();
		});

		test.each(HUGE)('a length of %d', (length) => {
			const gem = create({ list: contents[kind](), after: 1 });
			const start = performance.now();
			expect(errorOf(() => block(gem, () => assign(gem.list, length)))).toBe('LP8104');
			expect(performance.now() - start).toBeLessThan(2000);
			expect(block(gem, () => snapshot(gem))).toEqual({ list: contents[kind](), after: 1 });
			expectGuarded();
		});

		test.each(HUGE)('an element before the length of %d', (length) => {
			const gem = create({ list: contents[kind](), after: 1 });
			for (const value of [7, 0.5, 'text', { n: 1 }, null]) {
				expect(errorOf(() => block(gem, () => void (gem.list[length - 1] = value)))).toBe('LP8104');
			}
			expect(block(gem, () => snapshot(gem))).toEqual({ list: contents[kind](), after: 1 });
			expectGuarded();
		});
	});

	test('keys that are no indexes are refused as properties', () => {
		const gem = create({ list: [1, 2, 3] });
		for (const key of [-1, 1.5, NaN, 2 ** 32 - 1, 2 ** 32, '01', '-0', 1e21]) {
			expect(errorOf(() => block(gem, () => void (gem.list[key] = 1)))).toBe('LP8104');
		}
		expect(block(gem, () => snapshot(gem))).toEqual({ list: [1, 2, 3] });
	});

	test('subtraction beyond the start is refused, and the list goes on', () => {
		const gem = create({ list: contents.doubles() });
		const cut = () => {
			for (;;) gem.list.length -= 60;
		};
		expect(errorOf(() => block(gem, cut))).toBe('RangeError');
		block(gem, () => gem.list.push(1));
		expectGuarded();
	});
});

test('holes that fit cost eight bytes each, and are given back', () => {
	const gem = Owned.create({ list: [1, 2, 3] });
	gem.list.length = 1_000_000;
	gem.list[999_999] = 'last';
	expect(Object.keys(gem.list)).toEqual(['0', '1', '2', '999999']);
	expect(gem.list[500_000]).toBeUndefined();
	gem.list.length = 3;
	expect(snapshot(gem)).toEqual({ list: [1, 2, 3] });
});

test('arrays with too many holes are refused when they are copied in', () => {
	const sparse = [1, 2];
	sparse[2 ** 32 - 2] = 3;
	const half = [];
	half[1e8] = 1;
	const gem = Owned.create({ list: [] });
	const ways = [
		(list) => AtomicLK.create({ list }),
		(list) => AtomicSTM.create(list),
		(list) => Partitioned.create(list, { partitions: 2 }),
		(list) => (gem.list = list),
		(list) => gem.list.push(list),
	];
	for (const list of [sparse, half, new Array(2 ** 30)]) {
		expect(ways.map((way) => errorOf(() => way(list)))).toEqual(ways.map(() => 'LP8104'));
	}
	expect(snapshot(gem)).toEqual({ list: [] });
	expectGuarded();
}, 60_000);

test('the length of a fixed array is refused, whatever it is', () => {
	const gem = Partitioned.create([1, 2, 3], { partitions: 1 });
	gem.subset();
	for (const length of [-1, 1.5, 'x', 0, 2, 4, 2 ** 32 - 1]) {
		expect(errorOf(() => (gem.length = length))).toMatch(/^LP810[14]$/);
	}
	expect(snapshot(gem)).toEqual([1, 2, 3]);
});

test('a transaction takes holes back, in memory that the array had and in memory that it got', () => {
	const content = { list: [1, 'two', { three: 3 }, 4.5], other: [1.5, 2.5, 3.5] };
	const gem = AtomicSTM.create(content);
	const change = () => {
		gem.list.length = 2;
		gem.list.length = 4;
		gem.list.length = 5000;
		gem.list[6000] = 'far';
		gem.list.length = 1;
		gem.list.length = 5001;
		gem.other.length = 2;
		gem.other.length = 3;
		gem.other[4] = 1;
		expect(snapshot(gem).other).toEqual([1.5, 2.5, , , 1]);
		throw new Error('taken back');
	};
	expect(() => gem.atomic(change)).toThrow('taken back');
	expect(gem.atomic(() => snapshot(gem))).toEqual(content);
});
