// What is overwritten or deleted while the program holds it can be read until the event loop turns, and is neither written nor kept longer.
import { setImmediate as turn } from 'node:timers/promises';
import { createRoot, get, materialise, set } from '../../src/gem/graph/index.js';
import { Detached } from '../../src/gem/graph/detached.js';
import { createGem, releaseHandle } from '../../src/gem/memory/directory.js';
import { Region } from '../../src/gem/memory/region.js';
import {
	AtomicLK,
	AtomicSTM,
	Owned,
	Partitioned,
	release,
	snapshot,
	usage,
} from '../../src/gem/index.js';
import { Gem } from '../../src/gem/define/index.js';
import { codeOf } from './code-of.js';

const LOCKED = Object.entries({ AtomicLK, AtomicSTM });
const two = () => ({ list: [{ n: 1, in: { x: 'one' } }, { n: 2 }] });

/** @param {any} list */
function exchange(list) {
	[list[0], list[1]] = [list[1], list[0]];
}

/** @param {any} gem */
const bytesOf = (gem) => usage(gem).bytes;

test('a part that was replaced is what it was, to those who read it', () => {
	const { list } = Owned.create(two());
	const [kept] = list;
	const inner = kept.in;
	list[0] = { n: 3 };
	expect(kept.in).toBe(inner);
	expect([kept.n, 'in' in kept, Object.keys(kept), inner.x]).toEqual([1, true, ['n', 'in'], 'one']);
	expect([snapshot(kept), JSON.stringify(inner)]).toEqual([
		{ n: 1, in: { x: 'one' } },
		'{"x":"one"}',
	]);
});

test('nothing is written to it, so that nothing is lost', () => {
	const { list } = Owned.create({ list: [{ n: 1, in: { x: 1 }, of: [1, { y: 2 }] }, 0] });
	const [kept] = list;
	const { in: inner, of } = kept;
	delete list[0];
	const writes = [
		() => (kept.n = 2),
		() => (kept.more = {}),
		() => delete kept.n,
		() => (inner.x = 2),
		() => of.push(1),
		() => of.sort(),
		() => (of.length = 0),
		() => (of[1].y = 3),
	];
	expect(writes.map(codeOf)).toEqual(writes.map(() => 'LP8108'));
	expect(snapshot(kept)).toEqual({ n: 1, in: { x: 1 }, of: [1, { y: 2 }] });
});

test('once the event loop has turned it is gone, and its memory is the GEM’s again', async () => {
	const gem = Owned.create({ list: [{ text: 'x'.repeat(5000) }] });
	const [kept] = gem.list;
	const before = bytesOf(gem);
	gem.list[0] = { n: 1 };
	expect(bytesOf(gem)).toBeGreaterThanOrEqual(before);
	await turn();
	await turn();
	expect(codeOf(() => kept.text)).toBe('LP8108');
	expect(bytesOf(gem)).toBeLessThan(before - 4000);
});

test('a loop that exchanges objects without end takes bounded memory', () => {
	const gem = Owned.create({ list: [{ text: 'x'.repeat(20_000) }, { text: 'y' }] });
	for (let at = 0; at < 5000; at++) exchange(gem.list);
	expect(gem.list[0].text).toHaveLength(20_000);
	expect(bytesOf(gem)).toBeLessThan(3 * 2 ** 20);
	release(gem);
});

test('large ones can be exchanged, and a list of them rotated', () => {
	const gem = Owned.create([1, 2, 3, 4].map((n) => ({ n, numbers: new Float64Array(300_000) })));
	[gem[0], gem[1], gem[2], gem[3]] = [gem[1], gem[2], gem[3], gem[0]];
	expect(gem.map(({ n }) => n)).toEqual([2, 3, 4, 1]);
	release(gem);
});

test('what has been kept longest is stale first', () => {
	const gem = Owned.create(Array.from({ length: 1500 }, (_, n) => ({ n })));
	const all = [...gem];
	for (let at = 0; at < 1500; at++) gem[at] = 0;
	const codes = all.map((one) => codeOf(() => one.n));
	expect(codes.indexOf('nothing')).toBe(1244);
	expect(new Set(codes.slice(1244))).toEqual(new Set(['nothing']));
	release(gem);
});

test.each(LOCKED)('a block of %s gives the memory back when it ends', (_, type) => {
	const gem = type.create({ list: [{ text: 'x'.repeat(5000) }, {}] });
	const before = bytesOf(gem);
	/** @type {any} */
	let kept;
	gem.atomic(() => {
		[kept] = gem.list;
		gem.list[0] = {};
		expect(kept.text).toHaveLength(5000);
	});
	expect(bytesOf(gem)).toBeLessThan(before - 4000);
	expect(gem.atomic(() => codeOf(() => kept.text))).toBe('LP8108');
});

test('what is taken back is part of the graph again, and what was detached before it is not', () => {
	const gem = AtomicSTM.create({ list: [{ n: 1 }, { n: 2 }, { n: 3 }] });
	gem.atomic(() => {
		const [first, second] = gem.list;
		gem.list[0] = { n: 10 };
		const inner = () =>
			gem.atomic(() => {
				exchange(gem.list);
				gem.list[2] = first;
				throw new Error('no');
			});
		expect(inner).toThrow('no');
		second.n = 20;
		expect(gem.list[1]).toBe(second);
		expect([first.n, codeOf(() => (first.n = 5))]).toEqual([1, 'LP8108']);
		gem.list[2] = first;
	});
	expect(snapshot(gem)).toEqual({ list: [{ n: 10 }, { n: 20 }, { n: 1 }] });
});

test('after a block that was taken back all parts can be written again', () => {
	const gem = AtomicSTM.create(two());
	/** @type {any} */
	let kept;
	const failing = () =>
		gem.atomic(() => {
			[kept] = gem.list;
			exchange(gem.list);
			throw new Error('no');
		});
	expect(failing).toThrow('no');
	gem.atomic(() => (kept.in.x = 'two'));
	expect(snapshot(gem)).toEqual({ list: [{ n: 1, in: { x: 'two' } }, { n: 2 }] });
});

test('what is detached after a block that was taken back is released in time', async () => {
	const gem = AtomicLK.create({ list: [{ text: 'x'.repeat(5000) }, {}] });
	const before = bytesOf(gem);
	const inner = AtomicSTM.create({ list: [{ n: 1 }] });
	gem.atomic(() => {
		const failing = () =>
			inner.atomic(() => {
				const [kept] = inner.list;
				inner.list[0] = {};
				throw new Error(String(kept.n));
			});
		expect(failing).toThrow('1');
		const [kept] = gem.list;
		gem.list[0] = {};
		expect(kept.text).toHaveLength(5000);
	});
	inner.atomic(() => {
		const [kept] = inner.list;
		inner.list[0] = { n: 2 };
		expect(kept.n).toBe(1);
	});
	expect(bytesOf(gem)).toBeLessThan(before - 4000);
});

test('what others hold of it is stale at once', () => {
	const gem = createGem(0);
	const [mine, other] = [new Region(gem), new Region(gem)];
	const root = createRoot(mine, { part: { in: { x: 1 } } });
	const part = /** @type {any} */ (get(mine, root, 'part'));
	const inner = /** @type {any} */ (get(mine, part, 'in'));
	mine.detached = new Detached(mine, { mayHold: () => true, forget() {}, settled() {} });
	set(mine, root, 'part', 0);
	expect(materialise(mine, part)).toEqual({ in: { x: 1 } });
	expect(get(mine, inner, 'x')).toBe(1);
	expect([part, inner].map((node) => codeOf(() => get(other, node, 'x')))).toEqual([
		'LP8108',
		'LP8108',
	]);
	mine.detached.settle();
	expect(codeOf(() => get(mine, part, 'in'))).toBe('LP8108');
	releaseHandle(gem);
});

const Decided = Gem.define({
	name: 'Decided',
	meta: {
		onSet(key, value) {
			this.shared[key] = value;
		},
	},
});

test.each(Object.entries({ Owned, AtomicLK, AtomicSTM, Decided }))(
	'setting a part to itself changes nothing in %s',
	(name, type) => {
		const gem = type.create({ o: { x: 1 }, list: [{ y: 1 }] });
		const act = () => {
			const { o, list } = gem;
			const [first] = list;
			Object.assign(gem, { o });
			Object.assign(list, [first]);
			o.x = 2;
			first.y = 2;
			expect([gem.o === o, list[0] === first]).toEqual([true, true]);
		};
		if (name.startsWith('Atomic')) gem.atomic(act);
		else act();
		expect(snapshot(gem)).toEqual({ o: { x: 2 }, list: [{ y: 2 }] });
	},
);

test('elements of a partitioned array are exchanged', () => {
	const gem = Partitioned.create([{ n: 1 }, { n: 2 }, 3]);
	exchange(gem);
	expect(snapshot(gem)).toEqual([{ n: 2 }, { n: 1 }, 3]);
});

test('parts are exchanged between GEMs', () => {
	const [one, other] = [Owned.create(two()), Owned.create({ part: { n: 9 } })];
	[one.list[0], other.part] = [other.part, one.list[0]];
	expect([one, other].map((gem) => snapshot(gem))).toEqual([
		{ list: [{ n: 9 }, { n: 2 }] },
		{ part: { n: 1, in: { x: 'one' } } },
	]);
});

test('many GEMs in one job, of which each has detached a part', async () => {
	const before = usage().bytesInUse;
	for (let at = 0; at < 500; at++) {
		const gem = Owned.create(two());
		exchange(gem.list);
		release(gem);
	}
	await turn();
	expect(usage().bytesInUse - before).toBeLessThan(2 ** 17);
});
