// Code of users that runs in the middle of a change: getters and `toJSON` of what is assigned, comparisons, `valueOf` of indexes. It may
// use the same GEM; it may not give up the right that the change needs.
import { MessageChannel } from 'node:worker_threads';
import {
	AtomicLK,
	AtomicSTM,
	Owned,
	Partitioned,
	receive,
	send,
	snapshot,
} from '../../src/gem/index.js';
import { Gem } from '../../src/gem/define/index.js';

const Homebound = Gem.define({
	name: 'Homebound',
	meta: {
		onSend() {
			throw new Error('it stays');
		},
	},
});

const codeOf = (fn) => {
	try {
		fn();
		return 'nothing';
	} catch (error) {
		return error.code ?? error.message;
	}
};

/** @type {[string, (content: object) => any, (gem: any, fn: () => unknown) => unknown][]} */
const policies = [
	['Owned', (content) => Owned.create(content), (_, fn) => fn()],
	['AtomicLK', (content) => AtomicLK.create(content), (gem, fn) => gem.atomic(fn)],
	['AtomicSTM', (content) => AtomicSTM.create(content), (gem, fn) => gem.atomic(fn)],
];

describe.each(policies)('%s', (name, create, block) => {
	const run = (content, fn) => {
		const gem = create(content);
		block(gem, () => fn(gem));
		return snapshot(gem);
	};

	test('a getter that changes the object to which the value goes', () => {
		const after = run({ x: { old: 1 }, list: [1] }, (gem) => {
			gem.x = {
				get y() {
					gem.x = 'text';
					for (let at = 0; at < 100; at++) gem[`k${at}`] = `v${at}`;
					delete gem.x;
					return gem.list;
				},
			};
		});
		expect(after.x).toEqual({ y: [1] });
		expect(Object.keys(after)).toHaveLength(102);
	});

	test('a toJSON that changes, grows and empties the array to which the value goes', () => {
		const long = new Array(100).fill(0);
		const after = run({ list: long }, ({ list }) => {
			list[5] = {
				toJSON() {
					list[6] = 'text';
					list.push(1.5);
					return 7;
				},
			};
		});
		expect(after.list).toEqual([0, 0, 0, 0, 0, 7, 'text', ...long.slice(7), 1.5]);
		const pushed = run({ list: [1, 2, 3] }, ({ list }) => {
			list.push({ toJSON: () => (list.push('a', 'b'), list.splice(0, 1), 9) });
		});
		expect(pushed.list.at(-1)).toBe(9);
		expect(
			run({ list: long }, ({ list }) => {
				list[2] = { toJSON: () => ((list.length = 0), 7) };
			}).list,
		).toEqual([, , 7]);
	});

	test('a comparison that throws, or changes the array', () => {
		const list = [3, 1, 2, { n: 0 }];
		const throws = (gem) =>
			expect(
				codeOf(() =>
					gem.list.sort(() => {
						throw new Error('stop');
					}),
				),
			).toBe('stop');
		expect(run({ list }, throws).list).toEqual(list);
		const shortens = ({ list: own }) =>
			own.sort((one, other) => {
				own.length = 2;
				return Number(one) - Number(other);
			});
		expect(run({ list: [3, 1, 2] }, shortens).list).toEqual([1, 2, 3]);
	});

	test('an index whose valueOf empties the array', () => {
		const index = (list) => ({ valueOf: () => ((list.length = 0), 1) });
		const { list } = run({ list: [1, 2, 3] }, (gem) => gem.list.splice(index(gem.list), 1, 'q'));
		expect(Object.entries(list)).toEqual([['1', 'q']]); // as of a plain array: it has the length from before
		expect(list).toHaveLength(3);
	});

	test('a getter that throws leaves what was before', () => {
		const gem = create({ x: { old: 1 }, text: 'a' });
		const fails = () => {
			gem.x = {
				a: 'text',
				get y() {
					throw new Error('stop');
				},
			};
		};
		expect(codeOf(() => block(gem, fails))).toBe('stop');
		expect(snapshot(gem)).toEqual({ x: { old: 1 }, text: 'a' });
	});

	test('structuredClone takes no part of a GEM; JSON.stringify does, where it may read', () => {
		const gem = create({ list: [1, { x: 'text' }] });
		block(gem, () => {
			expect(() => structuredClone(gem.list)).toThrow(/could not be cloned/);
			expect(JSON.stringify(gem)).toBe('{"list":[1,{"x":"text"}]}');
		});
	});
});

describe('a right is kept until the change is done', () => {
	const { port1, port2 } = new MessageChannel();
	receive(port2, () => undefined);
	afterAll(() => port1.close());

	/** Ways to give it up. */
	const ways = [
		['release', (gem) => gem.release()],
		['send', (gem) => send(port1, gem)],
	];

	test.each(ways)('Owned: %s', (_, giveUp) => {
		const gem = Owned.create({ list: [3, 1, 2], x: 0 });
		const value = { toJSON: () => giveUp(gem) };
		expect(codeOf(() => (gem.x = value))).toBe('LP8101');
		expect(codeOf(() => gem.list.push(value))).toBe('LP8101');
		expect(codeOf(() => gem.list.splice(0, 1, value))).toBe('LP8101');
		expect(codeOf(() => gem.list.sort(() => giveUp(gem)))).toBe('LP8101');
		expect(codeOf(() => (gem.list.length = { valueOf: () => giveUp(gem) }))).toBe('LP8101');
		expect(snapshot(gem)).toEqual({ list: [3, 1, 2], x: 0 });
		expect(codeOf(() => giveUp(gem))).toBe('nothing');
	});

	test.each(ways)('Partitioned: %s', (_, giveUp) => {
		const gem = Partitioned.create([1, 2], { partitions: 1 });
		gem.subset();
		expect(codeOf(() => (gem[0] = { toJSON: () => giveUp(gem) }))).toBe('LP8101');
		expect(gem[0]).toBe(1);
		expect(codeOf(() => giveUp(gem))).toBe('nothing');
	});
});

describe.each([
	['AtomicLK', AtomicLK],
	['AtomicSTM', AtomicSTM],
])('%s', (name, type) => {
	test('a GEM that is sent within a block arrives; one that was made in a block that fails is whole', async () => {
		const { port1, port2 } = new MessageChannel();
		const arrived = new Promise((resolve) => receive(port2, resolve));
		const gem = type.create({ n: 1, part: { a: 1 } });
		let made;
		gem.atomic(() => send(port1, { gem, part: gem.part }));
		const fails = () => {
			made = type.create({ z: 1 });
			throw new Error('stop');
		};
		expect(codeOf(() => gem.atomic(fails))).toBe('stop');
		expect(snapshot(made)).toEqual({ z: 1 });
		const { gem: same, part } = /** @type {any} */ (await arrived);
		expect(same).toBe(gem);
		expect(gem.atomic(() => part.a)).toBe(1);
		port1.close();
	});
});

test('a part that a transaction has made and taken back is no part any more', () => {
	const gem = AtomicSTM.create({});
	let part;
	const fails = () => {
		gem.fresh = { q: 1 };
		part = gem.fresh;
		throw new Error('stop');
	};
	expect(codeOf(() => gem.atomic(fails))).toBe('stop');
	expect(codeOf(() => gem.atomic(() => part.q))).toBe('LP8108');
});

test('an exception in onSend, or a value that cannot be cloned: nothing is sent, and rights can be taken again', () => {
	const { port1 } = new MessageChannel();
	const gem = Owned.create({ n: 1 });
	expect(codeOf(() => send(port1, [gem, Homebound.create({})]))).toBe('it stays');
	expect(gem.n).toBe(1);
	expect(() => send(port1, { gem, run: () => 0 })).toThrow(/could not be cloned/);
	expect(gem.n).toBe(1);
	port1.close();
});
