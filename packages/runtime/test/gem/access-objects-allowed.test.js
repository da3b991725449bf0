// What compiled loops find out by the right to single objects, which a transaction has.
import { AtomicLK, AtomicSTM, Owned } from '../../src/gem/index.js';
import { elements, object, rows } from '../../src/internal/gem.js';
import { field, readElement, readField, readObject } from './access/emitted.js';

const content = () => ({
	n: 1,
	at: { x: 2, list: [3, 4] },
	rows: [{ a: 5 }],
	many: Array.from({ length: 200 }, (_, index) => index),
});

describe('in a transaction', () => {
	test('an object is read in memory once the transaction has it', () => {
		const gem = AtomicSTM.create(content());
		const site = object([], ['n']);
		const inner = object(['at'], ['x']);
		gem.atomic(() => {
			expect(site.enter(gem).x).toBe(undefined);
			expect(gem.n).toBe(1);
			expect(readObject(site.enter(gem))).toEqual([1]);
			expect(inner.enter(gem).x).toBe(undefined);
			expect(gem.at.x).toBe(2);
			expect(readObject(inner.enter(gem))).toEqual([2]);
			expect(readObject(object([], ['x']).enter(gem.at))).toEqual([2]);
			expect(readField(field(['at', 'x']).enter(gem))).toBe(2);
			expect(gem.at.list[1]).toBe(4);
			expect(readElement(elements(['at', 'list']).enter(gem), 1)).toBe(4);
		});
		expect(site.enter(gem).x).toBe(undefined);
		expect(inner.enter(gem).x).toBe(undefined);
		gem.atomic(() => expect(site.enter(gem).x).toBe(undefined));
	});

	test('what is written there goes the general way, and is seen', () => {
		const gem = AtomicSTM.create(content());
		const site = object([], ['n']);
		gem.atomic(() => {
			expect(gem.n).toBe(1);
			const { x } = site.enter(gem);
			expect(x.p0(7)).toBe(false);
			gem.n = 8;
			expect(readObject(site.enter(gem))).toEqual([8]);
			gem.n = 'text';
			expect(readObject(site.enter(gem))).toEqual(['text']);
		});
		expect(() => gem.n).toThrow(expect.objectContaining({ code: 'LP8101' }));
	});

	test('nothing is known of large arrays, which are locked by parts, and of what lies deeper', () => {
		const gem = AtomicSTM.create(content());
		gem.atomic(() => {
			expect([gem.many[5], gem.rows[0].a]).toEqual([5, 5]);
			expect(elements(['many']).enter(gem).v).toHaveLength(0);
			expect(rows(['rows'], [['a']]).enter(gem).r).toHaveLength(0);
		});
	});

	test('nor of a transaction that begins again', () => {
		const gem = AtomicSTM.create(content());
		const site = object([], ['n']);
		let seen;
		gem.atomic(() =>
			AtomicSTM.orElse(
				() => {
					expect(gem.n).toBe(1);
					gem.n = 2;
					seen = site.enter(gem);
					AtomicSTM.retry();
				},
				() => {
					expect(site.enter(gem)).not.toBe(seen);
					expect(gem.n).toBe(1);
					expect(readObject(site.enter(gem))).toEqual([1]);
				},
			),
		);
	});
});

test('an object that has been taken away is not known by those that held it', () => {
	const gem = Owned.create(content());
	const { at } = gem;
	const site = object([], ['x']);
	expect(readObject(site.enter(at))).toEqual([2]);
	gem.at = { x: 9, list: [] };
	expect(site.enter(at).x).toBe(undefined);
	expect(readObject(object(['at'], ['x']).enter(gem))).toEqual([9]);
});

describe('what is set in a block goes through its log', () => {
	test.each([
		['AtomicLK', AtomicLK],
		['AtomicSTM', AtomicSTM],
	])('%s: and is taken back with it', (_, type) => {
		const gem = type.create({ n: 1, ratio: 0.5, title: 'a', list: [1, 2] });
		const site = object([], ['n', 'ratio', 'title']);
		const list = object(['list'], ['1']);
		const write = () => {
			// A transaction has what it has read and written.
			gem.n++;
			gem.list[1]++;
			const { x } = site.enter(gem);
			expect([x.p0(5), x.p0('5'), x.p1(1.5), x.p2('b')]).toEqual([true, false, true, false]);
			expect(list.enter(gem).x.p0(7)).toBe(true);
			expect([gem.n, gem.ratio, gem.list[1]]).toEqual([5, 1.5, 7]);
		};
		gem.atomic(write);
		gem.atomic(() => expect([gem.n, gem.ratio, gem.list[1]]).toEqual([5, 1.5, 7]));
		if (type === AtomicLK) return;
		const fail = () => {
			write();
			throw new RangeError('taken back');
		};
		gem.atomic(() => {
			gem.n = 1;
			gem.ratio = 0.5;
			gem.list[1] = 2;
		});
		expect(() => gem.atomic(fail)).toThrow('taken back');
		gem.atomic(() => expect([gem.n, gem.ratio, gem.list[1]]).toEqual([1, 0.5, 2]));
	});
});
