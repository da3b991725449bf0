// What compiled loops find out by the right to single objects, which a transaction has.
import { AtomicLK, AtomicSTM, Owned, snapshot } from '../../src/gem/index.js';
import { elements, object } from '../../src/internal/gem.js';
import { field, readElement, readField, readObject, writeElement } from './access/emitted.js';

const content = () => ({
	n: 1,
	at: { x: 2, list: [3, 4] },
	rows: [{ a: 5 }],
	many: Array.from({ length: 200 }, (_, index) => index),
});

describe('in a transaction', () => {
	test('an object is read in memory, and what it hangs below is locked with it', () => {
		const gem = AtomicSTM.create(content());
		const site = object([], ['n']);
		const inner = object(['at'], ['x']);
		gem.atomic(() => {
			expect(readObject(site.enter(gem))).toEqual([1]);
			expect(gem.n).toBe(1);
			expect(readObject(inner.enter(gem))).toEqual([2]);
			expect(gem.at.x).toBe(2);
			expect(readObject(object([], ['x']).enter(gem.at))).toEqual([2]);
			expect(readField(field(['at', 'x']).enter(gem))).toBe(2);
			expect(gem.at.list[1]).toBe(4);
			expect(readElement(elements(['at', 'list']).enter(gem), 1)).toBe(4);
		});
		expect(site.enter(gem).x).toBe(undefined);
		expect(inner.enter(gem).x).toBe(undefined);
		gem.atomic(() => expect(readObject(site.enter(gem))).toEqual([1]));
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

	test('large arrays are locked by parts, of which there are more with each access that missed them', () => {
		const gem = AtomicSTM.create({ many: Array.from({ length: 1000 }, (_, at) => at) });
		const site = elements(['many']);
		/** What a loop finds from one index on. @returns {number[]} indexes that it missed */
		const missed = (/** @type {number} */ from) =>
			gem.atomic(() => {
				const missing = [];
				let facts = site.enterFrom(gem, from);
				for (let at = from; at < 1000; at++) {
					const value = readElement(facts, at);
					expect(value === undefined || value === at).toBe(true);
					if (value !== undefined) continue;
					missing.push(at);
					expect(gem.many[at]).toBe(at);
					facts = site.enterFrom(gem, from);
				}
				return missing;
			});
		expect(missed(0)).toEqual([64, 128, 256, 512]);
		expect(missed(0)).toEqual([]);
		expect(missed(500)).toEqual([]);
		for (let time = 0; time < 20; time++) missed(990); // the range becomes smaller when it could be
		expect(missed(0)).toEqual([512]);
	});

	test('indexes in any order: the part around the one that was missed', () => {
		const gem = AtomicSTM.create({ many: Array.from({ length: 1000 }, (_, at) => at) });
		const site = elements(['many']);
		gem.atomic(() => {
			expect(site.enter(gem).v).toHaveLength(64);
			expect(gem.many[700]).toBe(700);
			const facts = site.enter(gem);
			expect([facts.o, facts.v.length, readElement(facts, 700)]).toEqual([640, 128, 700]);
			expect(readElement(facts, 5)).toBe(undefined);
		});
	});

	test('elements that are set are locked for that, on the log, and taken back', () => {
		const gem = AtomicSTM.create({
			small: [1, 2, 3],
			many: new Array(200).fill(1.5),
			text: ['a', 'b'],
		});
		const before = snapshot(gem);
		const [small, many, text] = ['small', 'many', 'text'].map((key) =>
			elements([key]).writing('some'),
		);
		const run = () => {
			expect(writeElement(small.enterFrom(gem, 0), 1, 20)).toBe(true);
			expect(writeElement(many.enterFrom(gem, 100), 130, 3)).toBe(true);
			expect(writeElement(many.enterFrom(gem, 0), 3, 4)).toBe(true);
			expect(writeElement(text.enterFrom(gem, 0), 0, 4)).toBe(false);
			expect([gem.small[1], gem.many[130], gem.many[3]]).toEqual([20, 3, 4]);
		};
		const failing = () =>
			gem.atomic(() => {
				run();
				throw new RangeError('taken back');
			});
		for (let time = 0; time < 2; time++) {
			expect(failing).toThrow(RangeError);
			expect(snapshot(gem)).toEqual(before);
		}
		gem.atomic(() => {
			expect(writeElement(small.enterFrom(gem, 0), 0, 7)).toBe(true);
			expect(() => gem.atomic(failing)).toThrow(RangeError);
			expect(writeElement(small.enterFrom(gem, 0), 2, 9)).toBe(true);
		});
		expect(snapshot(gem)).toEqual({ ...before, small: [7, 2, 9] });
		const others = gem.conflicts();
		expect(others.committed).toBeGreaterThan(0);
	});

	test('a block in which one fails, and which goes on, has what was set before', () => {
		const gem = AtomicSTM.create({ many: new Array(200).fill(1) });
		const site = elements(['many']).writing('some');
		const set = (/** @type {number} */ value) => writeElement(site.enterFrom(gem, 0), 5, value);
		gem.atomic(() => {
			expect(set(2)).toBe(true);
			AtomicSTM.orElse(
				() => {
					expect(set(3)).toBe(true);
					return AtomicSTM.retry();
				},
				() => expect(gem.many[5]).toBe(2),
			);
			expect(set(4)).toBe(true);
		});
		expect(snapshot(gem).many[5]).toBe(4);
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
