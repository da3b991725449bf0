// Arrays of a GEM are gone through as arrays are.
import { AtomicLK, Owned, ReadOnly } from '../../src/gem/index.js';
import { Gem } from '../../src/gem/define/index.js';

const Indexed = Gem.define({
	public: {
		0() {
			return 'a function';
		},
	},
});

test('all elements, by loops, spread, destructuring and functions that take iterables', () => {
	const content = { list: [1, 'two', null, [4], { five: 5 }], bytes: Uint8Array.of(1, 2, 3) };
	const { list, bytes } = ReadOnly.create(content);
	const found = [];
	for (const value of list) found.push(value);
	expect(found.every((value, index) => value === list[index])).toBe(true);
	const [one, two, ...rest] = list;
	expect([one, two, rest.length, [...list].length, new Set(list).size]).toEqual([
		1,
		'two',
		3,
		5,
		5,
	]);
	expect([[...bytes], Math.max(...bytes), Array.from(bytes, (n) => n + 1)]).toEqual([
		[1, 2, 3],
		3,
		[2, 3, 4],
	]);
});

test('what is added meanwhile is seen, holes are undefined, and an end stays one', () => {
	const { list } = Owned.create({ list: [1, 2] });
	const found = [];
	for (const value of list) {
		found.push(value);
		if (found.length < 3) list.push(value + 10);
	}
	expect(found).toEqual([1, 2, 11, 12]);
	delete list[1];
	const iterator = list[Symbol.iterator]();
	expect(Array.from(iterator, (value) => value)).toEqual([1, undefined, 11, 12]);
	list.push(7);
	expect(iterator.next()).toEqual({ value: undefined, done: true });
	list.length = 1;
	expect([...list]).toEqual([1]);
});

test('the iterator looks like that of an array', () => {
	const { list } = ReadOnly.create({ list: [1] });
	const [ours, theirs] = [list[Symbol.iterator](), [1][Symbol.iterator]()];
	expect(ours[Symbol.iterator]()).toBe(ours);
	expect(String(ours)).toBe(String(theirs));
	expect(Object.keys(ours)).toEqual([]);
	expect(ours.next()).toEqual(theirs.next());
	expect(ours.next()).toEqual(theirs.next());
	expect([...list[Symbol.iterator].call([3, 4])]).toEqual([3, 4]);
	expect('constructor' in ours && ours.constructor).toBe(theirs.constructor);
});

test('each element is an access of its own, which the policy may refuse', () => {
	const gem = AtomicLK.create([1, 2]);
	const iterator = gem.atomic(() => {
		const begun = gem[Symbol.iterator]();
		expect(begun.next().value).toBe(1);
		return begun;
	});
	const refused = expect.objectContaining({ code: 'LP8101' });
	expect(() => iterator.next()).toThrow(refused);
	expect(() => [...gem]).toThrow(refused);
	expect(gem.atomic(() => iterator.next().value)).toBe(2);
});

test('a function of the GEM that has an index for its name is found, as by that index', () => {
	const gem = Indexed.create([1, 2]);
	expect([gem[0](), gem[1]]).toEqual(['a function', 2]);
	const [first, second] = gem;
	expect([first, second]).toEqual([gem[0], 2]);
});
