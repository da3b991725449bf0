// Positions and content that call code of users, which changes the array that they are for: what is read of it is read after them.
import {
	AtomicLK,
	AtomicSTM,
	Owned,
	ReadOnly,
	release,
	snapshot,
	usage,
} from '../../src/gem/index.js';

const LONG = 1200;
const ints = () => Array.from({ length: LONG }, (_, at) => at);
const doubles = () => Array.from({ length: LONG }, (_, at) => at + 0.5);
const mixed = () => Array.from({ length: LONG }, (_, at) => (at % 3 ? at : `t${at}`));
const guardContent = () => Array.from({ length: 90 }, (_, at) => 100_000 + at);

/** @type {[string, (content: object) => any, (gem: any, fn: () => unknown) => unknown][]} */
const policies = [
	['Owned', (content) => Owned.create(content), (_, fn) => fn()],
	['AtomicLK', (content) => AtomicLK.create(content), (gem, fn) => gem.atomic(fn)],
	['AtomicSTM', (content) => AtomicSTM.create(content), (gem, fn) => gem.atomic(fn)],
];

/** @type {[string, (list: any) => void][]} */
const changes = [
	['empties', (list) => void (list.length = 0)],
	['shortens', (list) => void (list.length = 3)],
	['cuts the middle', (list) => void list.splice(2, LONG - 9)],
	['lengthens', (list) => void list.push(...ints())],
	['mixes', (list) => void (list[1] = 'text')],
];

/** @type {[string, (list: any, position: (value: number) => any) => void][]} */
const calls = [
	['copyWithin, target', (list, position) => list.copyWithin(position(1), 0, LONG)],
	['copyWithin, start', (list, position) => list.copyWithin(2, position(500))],
	['copyWithin, end', (list, position) => list.copyWithin(900, 1, position(LONG))],
	['copyWithin back, end', (list, position) => list.copyWithin(0, 600, position(LONG))],
	['fill, start', (list, position) => list.fill(7, position(2), 20)],
	['fill, end', (list, position) => list.fill('x', 1, position(20))],
	['splice, start', (list, position) => list.splice(position(1), 2, 'q')],
	['splice, count', (list, position) => list.splice(2, position(3))],
	['splice, count, longer', (list, position) => list.splice(5, position(1), 'a', 'b', 'c')],
];

/** Holes show in it, which `toEqual` takes for undefined. */
const seen = (list) => `${list.length}: ${JSON.stringify(Object.entries(list))}`;

describe.each(policies)('%s', (_, create, block) => {
	describe.each([
		['integers', ints],
		['doubles', doubles],
		['values', mixed],
	])('%s', (__, content) => {
		test.each(changes)('a position that %s the array', (___, change) => {
			const plain = [];
			const inGem = [];
			for (const [, call] of calls) {
				const run = (list) => {
					let left = 1;
					call(list, (value) => ({ valueOf: () => (left-- > 0 && change(list), value) }));
				};
				const list = content();
				run(new Proxy(list, {})); // V8 takes short cuts for arrays, with other results than the specification
				plain.push(seen(list));
				const gem = create({ list: content() });
				const guards = Array.from({ length: 8 }, () => ReadOnly.create(guardContent()));
				block(gem, () => run(gem.list));
				inGem.push(seen(snapshot(gem).list));
				for (const guard of guards) {
					expect(snapshot(guard)).toEqual(guardContent());
					release(guard);
				}
				release(gem);
			}
			expect(inGem).toEqual(plain);
		});
	});
});

/** @param {number} length @param {() => void} grow @returns {any[]} whose first element is a getter */
function listThat(grow, length = 4) {
	const list = new Array(length).fill(1.5);
	Object.defineProperty(list, 1, { get: () => (grow(list), 'text'), enumerable: true });
	return list;
}

test('content whose length changes while it is read, or is no length', () => {
	const before = usage().bytesInUse;
	const guards = Array.from({ length: 8 }, () => ReadOnly.create(guardContent()));
	const grow = (list) => void (list.length = 5000);
	const fill = (list) => list.push(...doubles());
	for (const change of [grow, fill, (list) => void (list.length = 2)]) {
		const gem = Owned.create({ a: listThat(change), b: 1 });
		expect(snapshot(gem).a).toHaveLength(4);
		gem.b = listThat(change);
		gem.a.push(listThat(change));
		expect(snapshot(gem).b).toHaveLength(4);
		const late = new Array(40).fill(1);
		Object.defineProperty(late, 39, { get: () => (change(late), 1.5), enumerable: true });
		gem.b = late;
		expect(gem.b).toHaveLength(40);
		release(gem);
	}
	for (const length of [-5, 2.5, 'x', NaN, '2', { valueOf: () => 1 }]) {
		const proxy = new Proxy([1, 2, 3], {
			get: (target, key) => (key === 'length' ? length : Reflect.get(target, key)),
		});
		const gem = Owned.create({ a: proxy });
		expect(snapshot(gem).a).toEqual(JSON.parse(JSON.stringify({ a: proxy })).a);
		release(gem);
	}
	for (const length of [2 ** 32, 2 ** 53, Infinity]) {
		const proxy = new Proxy([1], {
			get: (target, key) => (key === 'length' ? length : Reflect.get(target, key)),
		});
		expect(() => Owned.create({ a: proxy })).toThrow(expect.objectContaining({ code: 'LP8104' }));
	}
	for (const length of [-3, 100_000, 0]) {
		const typed = Object.defineProperty(new Int32Array([1, 2]), 'length', { value: length });
		const gem = Owned.create({ typed });
		expect([...snapshot(gem).typed]).toEqual([1, 2]);
		release(gem);
	}
	for (const guard of guards) {
		expect(snapshot(guard)).toEqual(guardContent());
		release(guard);
	}
	// GEMs of tests before this may go, or their memory come back, meanwhile: a chunk is what the directory takes at a time.
	expect(usage().bytesInUse).toBeLessThanOrEqual(before + 8192);
});
