// Content of many objects within one another: it is copied in, or refused with a code, and nothing stays behind.
import { AtomicLK, AtomicSTM, Owned, Partitioned, ReadOnly, usage } from '../../src/gem/index.js';

/** @param {number} levels @param {(inner: unknown) => object} wrap */
function nest(levels, wrap) {
	let value = wrap(1);
	for (let level = 1; level < levels; level++) value = wrap(value);
	return value;
}

const wraps = {
	arrays: (inner) => [inner],
	objects: (inner) => ({ inner }),
	'objects in arrays': (inner) => [0.5, { inner, text: 'x' }],
	'objects with toJSON': (inner) => ({ toJSON: () => [inner] }),
};

describe.each(Object.keys(wraps))('%s', (kind) => {
	const shallow = () => nest(400, wraps[kind]);
	const deep = (levels) => nest(levels, wraps[kind]);

	test('that fit are copied in', () => {
		for (const type of [ReadOnly, Owned, AtomicLK, AtomicSTM]) type.create(shallow());
		const gem = Owned.create({});
		gem.deep = shallow();
	});

	test.each([1100, 3000, 20_000])('%d levels are refused', (levels) => {
		const content = deep(levels);
		const gem = Owned.create({ list: [] });
		const before = usage(gem).bytes;
		const ways = [
			() => ReadOnly.create(content),
			() => AtomicSTM.create({ content }),
			() => Partitioned.create([content], { partitions: 1 }),
			() => (gem.content = content),
			() => gem.list.push(content),
			() => (gem.list[0] = content),
		];
		const refused = expect.objectContaining({
			code: 'LP8104',
			message: expect.stringContaining('more than 1000 objects within one another'),
		});
		for (const way of ways) expect(way).toThrow(refused);
		expect(gem).toEqual({ list: [] });
		expect(usage(gem).bytes).toBeLessThan(before + 4096);
	});
});

test('what is added level by level may be deeper', () => {
	const gem = Owned.create({});
	let at = gem;
	for (let level = 0; level < 5000; level++) {
		at.inner = {};
		at = at.inner;
	}
	at.end = 7;
	expect(at.end).toBe(7);
	delete gem.inner;
	expect(gem.inner).toBeUndefined();
});
