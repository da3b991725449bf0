// Plain copies of parts of GEMs: what they are, how long they hold, and how parts come back.
import {
	AtomicLK,
	isGem,
	Owned,
	Partitioned,
	ReadOnly,
	release,
	send,
	snapshot,
} from '../../src/gem/index.js';
import {
	Account,
	makeRoom,
	MOST_COPIED,
	weightOfCopies,
} from '../../src/gem/access/copied-memory.js';
import { apart, copies, elements, original, originals } from '../../src/internal/gem.js';
import { writeElement } from './access/emitted.js';
import { Hiding, Keyless } from './access/types.js';

const row = (/** @type {number} */ id) => ({ id, tags: ['a', `t${id}`], place: { x: id, y: 0.5 } });
const content = (size = 4) => ({
	rows: Array.from({ length: size }, (_, id) => row(id)),
	meta: { a: 1, ['__proto__']: [1, , 3], toJSON: 'text', b: { c: [[1], [2.5, 'x']] } },
});

/** @param {any} data @returns {any} that never changes again */
function constant(data) {
	const gem = ReadOnly.create(data);
	const { port1, port2 } = new MessageChannel();
	send(port1, gem);
	port1.close();
	port2.close();
	return gem;
}

const nextJob = () => new Promise((resolve) => void setImmediate(resolve));

describe('a whole copy', () => {
	test('is what a snapshot is, and made once', async () => {
		const gem = constant(content());
		const site = copies([], true);
		const copy = site.whole(gem);
		expect(isGem(copy)).toBe(false);
		expect(copy).toEqual(snapshot(gem));
		expect(Object.keys(copy)).toEqual(Object.keys(gem));
		expect(site.whole(gem)).toBe(copy);
		await nextJob();
		expect(site.whole(gem)).toBe(copy);
		expect(copies([]).whole(gem)).toBe(copy);
		expect(copies(['meta']).whole(gem)).toEqual(snapshot(gem.meta));
	});

	test('stands for the parts', async () => {
		const gem = constant(content());
		const site = copies([]);
		for (let round = 0; round < 2; round++) {
			const copy = site.whole(gem);
			expect(original(copy)).toBe(gem);
			expect(original(copy.rows[2])).toBe(gem.rows[2]);
			expect(original(copy.meta.b.c[1])).toBe(gem.meta.b.c[1]);
			expect(original(copy.rows[0].id)).toBe(0);
			const list = copy.rows.slice(1);
			expect(originals(list)).toBe(list);
			expect(list[0]).toBe(gem.rows[1]);
			const [[, rows]] = originals(Object.entries(copy));
			expect(rows).toBe(gem.rows);
			await nextJob();
		}
		const mine = [{}];
		expect([original(mine), originals(mine), original(null), original(gem)]).toEqual([
			mine,
			mine,
			null,
			gem,
		]);
	});

	test('has the functions of the GEM, and none that hide content', () => {
		const gem = constant([row(1)]);
		const copy = copies([]).whole(gem);
		expect(Object.keys(copy)).toEqual(['0']);
		const lock = AtomicLK.create({ a: 1 });
		lock.atomic(() => {
			const { atomic } = copies([]).whole(lock);
			expect(atomic).toBe(lock.atomic);
			expect(Object.keys(copies([]).whole(lock))).toEqual(['a']);
		});
		expect(copies([]).whole(Hiding.create({ a: 1 }))).toBeUndefined();
		expect(copies(['b']).whole(Hiding.create({ a: 1, b: { c: 2 } }))).toEqual({ c: 2 });
	});

	test('there is none', () => {
		const site = copies([]);
		for (const value of [undefined, null, 7, 'text', {}, [1], new Proxy({}, {})])
			expect(site.whole(value)).toBeUndefined();
		expect(site.whole(AtomicLK.create({ a: 1 }))).toBeUndefined();
		expect(site.whole(constant({ a: { b: new Float64Array(3) } }))).toBeUndefined();
		expect(copies(['a']).whole(constant({ a: new Int32Array(3) }))).toBeUndefined();
		expect(copies(['a', 'b']).whole(constant({ a: 1 }))).toBeUndefined();
		expect(site.whole(Partitioned.create([row(1), row(2)], { partitions: 2 }))).toBeUndefined();
		expect(site.whole(Partitioned.create([row(1)], { partitions: 1 }).subset())).toBeUndefined();
		expect(site.whole(Keyless.create({ a: 1 }))).toBeUndefined();
		const gone = constant({ a: 1 });
		expect(site.whole(gone)).toEqual({ a: 1 });
		release(gone);
		expect(site.whole(gone)).toBeUndefined();
	});
});

describe('what is not constant', () => {
	const site = copies(['rows'], true);
	/** @type {[string, (gem: any) => void][]} */
	const changes = [
		['a number over a number', (gem) => void (gem.rows[1].id = 7)],
		['a text', (gem) => void (gem.rows[1].tags[0] = 'new')],
		['a method', (gem) => void gem.rows[0].tags.push('more')],
		['a property that goes', (gem) => void delete gem.rows[gem.rows[0].place.y ? 0 : 1].place.y],
	];
	test.each(changes)('is copied anew after %s', async (_, change) => {
		const gem = Owned.create(content());
		for (let round = 0; round < 2; round++) {
			const before = site.whole(gem);
			expect(site.whole(gem)).toBe(before);
			change(gem);
			expect(site.whole(gem)).not.toBe(before);
			expect(site.whole(gem)).toEqual(snapshot(gem.rows));
			await nextJob();
			expect(site.whole(gem)).toEqual(snapshot(gem.rows));
		}
	});

	test('is not copied in a job whose loops write to memory', async () => {
		const gem = Owned.create({ list: [1, 2, 3], rows: [[1], [2]] });
		const writing = elements(['list']).writing();
		const reading = elements(['list']);
		const part = copies(['list'], true);
		reading.enter(gem);
		expect(part.whole(gem)).toEqual([1, 2, 3]);
		const facts = writing.enter(gem);
		expect(part.whole(gem)).toBeUndefined();
		expect(writeElement(facts, 1, 9)).toBe(true);
		expect(part.whole(gem)).toBeUndefined();
		await nextJob();
		expect(part.whole(gem)).toEqual([1, 9, 3]);
	});

	test('is of one block', () => {
		const gem = AtomicLK.create({ rows: [{ x: 1 }] });
		expect(() =>
			gem.atomic(() => {
				gem.rows[0].x = 2;
				expect(site.whole(gem)).toEqual([{ x: 2 }]);
				throw new Error('no');
			}),
		).toThrow('no');
		expect(gem.atomic(() => site.whole(gem))).toEqual([{ x: 2 }]);
		gem.atomic(() => void (gem.rows[0].x = 3));
		expect(gem.atomic(() => site.whole(gem))).toEqual([{ x: 3 }]);
	});
});

describe('a list', () => {
	test('is copied by element', () => {
		const gem = constant(content(100));
		const site = copies(['rows'], true);
		const list = site.list(gem);
		expect(list).toHaveLength(100);
		expect(Object.keys(list)).toEqual([]);
		expect(site.fill(gem, 7)[7]).toEqual(row(7));
		expect(site.fill(gem, 9)).toBe(list);
		expect(Object.keys(list)).toEqual(['7', '9']);
		expect(original(list[7])).toBe(gem.rows[7]);
		for (const index of [-1, 100, 0.5, NaN, '7', undefined, {}]) site.fill(gem, index);
		expect(Object.keys(list)).toEqual(['7', '9']);
		const kept = list[9];
		expect(copies(['rows']).whole(gem)[9]).toBe(kept);
		expect(original(list)).toBe(gem.rows);
		expect(site.list(gem)).toEqual(snapshot(gem.rows));
	});

	test('that a loop goes through is copied as it comes to its elements', () => {
		const gem = constant([row(1), null, 'text', row(2)]);
		const site = copies([], true);
		for (const one of site.each(gem) ?? []) if (one === null) break;
		expect(Object.keys(site.list(gem))).toEqual(['0', '1']);
		expect([...(site.each(gem) ?? [])]).toEqual([row(1), null, 'text', row(2)]);
		expect(site.each(gem)).toBe(site.list(gem));
		expect(site.each({ rows: [1] })).toBeUndefined();
	});

	test('of which a thread has a part', () => {
		const gem = Partitioned.create([row(0), row(1), row(2), row(3)], { partitions: 2 });
		const site = copies([], true);
		const { from } = gem.subset();
		expect(site.fill(gem, from)[from]).toEqual(row(from));
		expect(site.fill(gem, 3 - from)[3 - from]).toBeUndefined();
		expect(site.each(gem)).toBeUndefined();
	});

	test('with a typed array in one element has that in its own form', () => {
		const gem = constant([{ a: [1] }, { a: new Int8Array(2) }]);
		const site = copies([], true);
		expect(site.fill(gem, 0)[0]).toEqual({ a: [1] });
		expect(site.fill(gem, 1)[1]).toBeUndefined();
		const [one, other] = site.each(gem) ?? [];
		expect([isGem(one), other]).toEqual([false, gem[1]]);
	});
});

test('what may need little of much pays for it', () => {
	const gem = constant(content(2000));
	const site = copies([]);
	let times = 0;
	while (site.whole(gem) === undefined && times < 5000) times++;
	expect(times).toBeGreaterThan(50);
	expect(times).toBeLessThan(5000);
	expect(copies(['meta']).whole(gem)).toEqual(snapshot(gem.meta));
});

test('a thread keeps so many values, those that it has used last', () => {
	const made = [1, 2, 3].map(() => {
		const copied = { isDropped: false, drop: () => void (copied.isDropped = true) };
		return { copied, account: new Account(/** @type {any} */ (copied)) };
	});
	const third = Math.floor(MOST_COPIED / 3) + 1;
	expect(made.map(({ account }) => makeRoom(account, third))).toEqual([true, true, true]);
	expect(weightOfCopies()).toBeLessThanOrEqual(MOST_COPIED);
	expect(made.map(({ copied }) => copied.isDropped)).toEqual([true, false, false]);
	expect(makeRoom(made[1].account, MOST_COPIED)).toBe(false);
	expect(weightOfCopies()).toBeLessThanOrEqual(MOST_COPIED);
});

test('what is changed beside a GEM', () => {
	const gem = Owned.create({ list: [1] });
	class Own extends Array {}
	for (const value of [[], new Map(), new Set(), new Float64Array(1), null, 1])
		expect(apart(value, true)).toBe(true);
	expect([apart({}), apart(Object.create(null)), apart(() => 0)]).toEqual([true, true, true]);
	const own = Object.assign([], { push: () => 0 });
	for (const value of [gem, gem.list, new Own(), {}, () => 0, own, new Proxy([], {})])
		expect(apart(value, true)).toBe(false);
	expect([apart(gem), apart(new Own())]).toEqual([false, false]);
});
