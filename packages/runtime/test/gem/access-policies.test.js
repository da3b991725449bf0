// When facts hold: each policy grants what a thread has, and nothing that was found out by a right outlives it.
import {
	AtomicLK,
	AtomicSTM,
	Owned,
	Partitioned,
	PartitionedDynamic,
	ReadOnly,
	release,
	send,
} from '../../src/gem/index.js';
import { elements, keyed, rows } from '../../src/internal/gem.js';
import { field, readRow, writeElement, writeField } from './access/emitted.js';
import { Both, GetsOnly, Part, Plain, Throwing } from './access/types.js';
import { MessageChannel } from 'node:worker_threads';

/** @param {any} gem that leaves this thread, and is not read anywhere */
async function sendAway(gem) {
	const { port1, port2 } = new MessageChannel();
	await send(port1, gem);
	port1.close();
	port2.close();
}

/** Sites of each kind, for `create()`. */
const sites = () => ({
	elements: elements(['list']),
	rows: rows(['rows'], [['x'], ['name']]),
	field: field(['n']),
});
const content = () => ({ list: [1, 2], n: 3, rows: [{ x: 4, name: 'a' }] });

/** @param {ReturnType<typeof sites>} sites @param {unknown} root @returns {string} what is known: `r` may be read, `w` may be written, by kind */
function known({ elements: list, rows: table, field: one }, root) {
	const [e, r, f] = [list.enter(root), table.enter(root), one.enter(root)];
	return [
		e.v.length > 0 ? (e.w.length > 0 ? 'w' : 'r') : '-',
		r.r.length > 0 ? (r.p0(r.r[0] + r.k0, 4) ? 'w' : 'r') : '-',
		f.x !== undefined ? (f.x.p0(3) ? 'w' : 'r') : '-',
	].join('');
}

describe('ReadOnly', () => {
	test('may be filled until it is sent, and never changes again then', async () => {
		const gem = ReadOnly.create(content());
		const all = sites();
		expect(known(all, gem)).toBe('www');
		gem.list.push(0.5);
		expect([...all.elements.enter(gem).v]).toEqual([1, 2, 0.5]);
		const table = all.rows.enter(gem);
		await sendAway(gem);
		expect(known(all, gem)).toBe('rrr');
		expect(all.rows.enter(gem)).not.toBe(table);
		const later = all.rows.enter(gem);
		await sendAway(gem);
		expect(all.rows.enter(gem)).toBe(later); // constant: nothing is looked for again
	});

	test('values by key are remembered', async () => {
		const gem = ReadOnly.create({ a: 1, o: {}, length: 2 });
		const site = keyed([]);
		site.fill(site.enter(gem), 'a', gem.a);
		expect(site.enter(gem).m.get('a')).toBe(1);
		gem.a = 3;
		expect(site.enter(gem).m.get('a')).toBe(3);
		gem.a = 1;
		await sendAway(gem);
		const facts = site.enter(gem);
		for (const key of ['a', 'o', 'none', 'toString', 'length', 5]) site.fill(facts, key, gem[key]);
		const all = ['a', 'o', 'none', 'toString', 'length', 5, '__proto__'];
		expect(all.map((key) => site.enter(gem).m.get(key))).toEqual([
			...[1, undefined, undefined, undefined, 2, undefined, undefined],
		]);
		const list = ReadOnly.create([7]);
		await sendAway(list);
		site.fill(site.enter(list), '0', list[0]);
		site.fill(site.enter(list), 'length', list.length);
		expect(['0', 'length'].map((key) => site.enter(list).m.get(key))).toEqual([7, undefined]);
	});
});

describe('Owned', () => {
	test('is known until it is given up, and again when it is owned again', async () => {
		const gem = Owned.create(content());
		const all = sites();
		expect(known(all, gem)).toBe('www');
		const before = all.rows.enter(gem);
		gem.release();
		expect(known(all, gem)).toBe('---');
		expect(gem.n).toBe(3);
		expect(known(all, gem)).toBe('www');
		expect(all.rows.enter(gem)).not.toBe(before); // another thread may have had it meanwhile
		await sendAway(gem);
		expect(known(all, gem)).toBe('---');
	});

	test('what was released, or is no longer part of it, is not known', () => {
		const gem = Owned.create(content());
		const { rows: list } = gem;
		const site = rows([], [['x']]);
		expect(site.enter(list).n).toBe(1);
		gem.rows = [];
		expect(site.enter(list).n).toBe(-1);
		const all = sites();
		expect(known(all, gem)).toBe('w-w');
		release(gem);
		expect(known(all, gem)).toBe('---');
	});
});

describe('Partitioned', () => {
	const create = () => Partitioned.create([1, 2, 3, 4, 5, 6], { partitions: 3 });
	const range = (/** @type {any} */ { o, v, n }) => [o, o + v.length, n];

	test('grants the parts that this thread has', () => {
		const gem = create();
		const site = elements([]);
		expect(range(site.enter(gem))).toEqual([0, 0, -1]);
		expect(gem[0]).toBe(1); // the creator takes all
		expect(range(site.enter(gem))).toEqual([0, 6, 6]);
		gem.release();
		expect(range(site.enter(gem))).toEqual([0, 0, -1]);
		const first = gem.subset();
		expect(range(site.enter(gem))).toEqual([0, 2, 6]);
		const second = gem.subset();
		expect(range(site.enter(gem))).toEqual([0, 4, 6]);
		expect(range(site.enter(first))).toEqual([0, 2, 2]);
		expect(range(site.enter(second))).toEqual([2, 4, 2]);
		gem.release();
		expect(range(site.enter(second))).toEqual([0, 0, -1]);
	});

	test('what hangs below an element belongs to its part', () => {
		const gem = Partitioned.create([{ a: [1] }, { a: [2] }], { partitions: 2 });
		const [one, two] = [gem[0], gem[1]];
		const [site, deep] = [elements(['a']), elements(['1', 'a'])];
		expect([...site.enter(two).v]).toEqual([2]);
		gem.release();
		gem.subset();
		expect([...site.enter(one).v]).toEqual([1]);
		expect(site.enter(two).v.length).toBe(0);
		expect(deep.enter(gem).v.length).toBe(0);
		gem.subset();
		expect([...deep.enter(gem).v]).toEqual([2]);
	});

	test('of a part that has only numbers, nothing is written behind a copy of the whole', () => {
		const gem = Partitioned.create([1, 2, 'x', 4], { partitions: 2 });
		const [part, whole] = [elements([]), elements([])];
		const first = gem.subset();
		gem.subset();
		const copy = whole.enter(gem);
		expect([...copy.v]).toEqual([1, 2, 'x', 4]);
		expect([...part.enter(first).v]).toEqual([1, 2]);
		expect(part.enter(first).w).toHaveLength(0);
		gem[0] = 5; // the general way: all is looked at again
		const written = part.enter(first);
		written.w[1] = 6;
		expect([...written.v]).toEqual([5, 6]);
		expect(whole.enter(gem).v).toHaveLength(0);
		expect(elements([]).enter(gem).v).toHaveLength(0);
	});

	test('integers stay integers; the first double of a part has all of it become doubles', () => {
		const zeros = Partitioned.create([0, 0]);
		expect(zeros[0]).toBe(0);
		expect(elements([]).enter(zeros).v).toEqual(Float64Array.of(0, 0)); // which may become anything
		const gem = Partitioned.create([1, 2, 3, 4, 5, 6], { partitions: 3 });
		const [first, second] = [gem.subset(), gem.subset()];
		const [one, two, both] = [elements([]), elements([]), elements([])];
		for (const [site, subset] of [
			[one, first],
			[two, second],
		]) {
			const { v, w } = site.enter(subset);
			expect(v).toBeInstanceOf(Int32Array);
			expect(w).toEqual(v);
		}
		gem.release();
		const again = gem.subset();
		const facts = one.enter(again);
		expect(writeElement(facts, 0, 0.5)).toBe(false);
		again[0] = 0.5;
		expect(one.enter(again).v).toEqual(Float64Array.of(0.5, 2));
		expect(writeElement(one.enter(again), 1, 1.5)).toBe(true);
		const last = gem.subset();
		expect(two.enter(last).v).toEqual(Int32Array.of(3, 4));
		expect(both.enter(gem)).toMatchObject({ v: [], n: 6 }); // one is written to, and nothing is copied behind it
		gem.release();
		expect(gem[0]).toBe(0.5); // the creator takes all
		expect(both.enter(gem).v).toEqual([0.5, 1.5, 3, 4, 5, 6]);
		expect(both.enter(gem).w).toHaveLength(0);
		gem[5] = 'text';
		gem[2] = 2.5;
		expect(both.enter(gem).v).toEqual([0.5, 1.5, 2.5, 4, 5, 'text']);
		expect([...gem]).toEqual([0.5, 1.5, 2.5, 4, 5, 'text']);
		gem[5] = 6;
		expect(both.enter(gem).v).toEqual(Float64Array.of(0.5, 1.5, 2.5, 4, 5, 6));
		expect(both.enter(gem).w).toHaveLength(6);
	});

	test('a subset has no path, and none of the properties of arrays', () => {
		const gem = create();
		const subset = gem.subset();
		expect(field(['from']).enter(subset).x).toBe(undefined);
		expect(keyed([]).enter(subset).m.get('from')).toBe(undefined);
		expect(field(['subset']).enter(gem).x).toBe(undefined);
	});
});

describe('PartitionedDynamic', () => {
	test('grants the range that this thread has, and all to its creator', async () => {
		const gem = PartitionedDynamic.create([1, 2, 3, 4]);
		const site = elements([]);
		const seen = (/** @type {any} */ { o, v } = site.enter(gem)) => [o, o + v.length];
		expect(seen()).toEqual([0, 4]);
		await sendAway(gem);
		expect(seen()).toEqual([0, 0]);
		gem.getRange(() => expect(seen()).toEqual([0, 3]), 3);
		expect(seen()).toEqual([0, 0]);
		gem.getRange(() => expect(seen()).toEqual([3, 4]), 3);
		expect(seen()).toEqual([0, 4]); // all have come back
		gem.restart();
		expect(seen()).toEqual([0, 0]);
	});
});

describe('AtomicLK', () => {
	test('is read within a block; what is written goes through the log', () => {
		const gem = AtomicLK.create(content());
		const all = sites();
		expect(known(all, gem)).toBe('---');
		const inside = gem.atomic(() => [known(all, gem), all.rows.enter(gem)]);
		expect(inside[0]).toBe('rww');
		expect(known(all, gem)).toBe('---');
		gem.atomic(() => {
			const facts = all.rows.enter(gem);
			expect(facts).toBe(inside[1]); // nobody has edited it meanwhile
			gem.rows[0].x = 9;
			expect(all.rows.enter(gem)).toBe(facts); // a number over a number changes no place
			expect(facts.g0(facts.r[0] + facts.k0, 0)).toBe(9);
			gem.rows[0].name = 'b';
			expect(all.rows.enter(gem)).not.toBe(facts);
		});
	});

	test('what was found out holds in later blocks, until something is edited or taken back', () => {
		const gem = AtomicLK.create(content());
		const transactional = AtomicSTM.create({ n: 0 });
		const site = rows(['rows'], [['name']]);
		const enter = () => gem.atomic(() => site.enter(gem));
		const first = enter();
		expect(readRow(first, 0)).toEqual(['a']);
		expect(enter()).toBe(first);
		gem.atomic(() => (gem.rows[0].x = 10));
		expect(enter()).toBe(first); // a number over a number
		gem.atomic(() => (gem.rows[0].name = 'b'));
		const second = enter();
		expect(readRow(second, 0)).toEqual(['b']);
		expect(enter()).toBe(second);
		const failing = () =>
			transactional.atomic(() => {
				gem.atomic(() => (gem.rows[0].name = 'c'));
				const third = enter();
				expect(readRow(third, 0)).toEqual(['c']);
				expect(enter()).toBe(third);
				throw new RangeError('taken back');
			});
		expect(failing).toThrow(RangeError);
		expect(readRow(enter(), 0)).toEqual(['b']);
	});

	test('an inner block of another GEM that ends is over, though its lock is kept', () => {
		const [outer, inner] = [AtomicLK.create(content()), AtomicLK.create(content())];
		const all = sites();
		outer.atomic(() => {
			expect(inner.atomic(() => known(all, inner))).toBe('rww');
			expect(known(all, inner)).toBe('---');
		});
	});
});

test('AtomicSTM grants nothing, and locks what loops ask for, within a block', () => {
	const gem = AtomicSTM.create(content());
	const all = sites();
	expect(known(all, gem)).toBe('---');
	expect(gem.atomic(() => known(all, gem))).toBe('rrr');
	expect(known(all, gem)).toBe('---');
});

describe('types of experts', () => {
	test('without traps: all is granted', () => {
		expect(known(sites(), Plain.create(content()))).toBe('www');
	});
	test('with a trap for reading and without `grants`: nothing is', () => {
		expect(known(sites(), GetsOnly.create(content()))).toBe('---');
	});
	test('`grants` says it', () => {
		const gem = Both.create(content());
		const all = sites();
		expect(known(all, gem)).toBe('---');
		gem.allow('reading');
		expect(known(all, gem)).toBe('rrr');
		gem.allow('setting');
		expect(known(all, gem)).toBe('www');
		gem.allow('nothing');
		expect(known(all, gem)).toBe('---');
	});
	test('a grant of a part is cut to whole elements that there are', () => {
		const site = elements([]);
		const gem = Part.create([1, 2, 3, 4]);
		expect([...site.enter(gem).v]).toEqual([2, 3]);
		expect(site.enter(gem)).toMatchObject({ o: 1, n: 4, all: undefined });
		expect(elements(['list']).enter(Part.create({ list: [1] })).n).toBe(-1);
	});
	test('what `grants` throws is nothing granted', () => {
		expect(known(sites(), Throwing.create(content()))).toBe('---');
	});
	test('what is taken back leaves nothing behind', () => {
		const gem = Both.create(content());
		gem.allow('setting');
		const all = sites();
		expect(known(all, gem)).toBe('www');
		gem.undone(() => {
			expect(known(all, gem)).toBe('rww'); // what is written by the list goes through the log, as rows and objects do by themselves
			expect(writeField(all.field.enter(gem), 9)).toBe(true);
			expect(gem.n).toBe(9);
			gem.list = ['x'];
			gem.rows[0].x = 'text';
			expect([...all.elements.enter(gem).v]).toEqual(['x']);
		});
		expect([...all.elements.enter(gem).v]).toEqual([1, 2]);
		expect(gem.n).toBe(3);
		expect(known(all, gem)).toBe('www');
	});
});
