// A thread that ends before each write that it does while it allocates and releases, and the next that ends before each write of
// the repair: the GEM goes on, no block is given out twice, its memory comes back but for a few units, and no unit of another
// GEM does. The same where a write throws, and its thread goes on.
import { jest } from '@jest/globals';
import { current, reset } from './interleave/atomics.js';
import * as heap from './interleave/mortal-heap.js';
import * as threads from './interleave/threads.js';

const MEMORY = '../../src/gem/memory';
jest.unstable_mockModule(`${MEMORY}/atomics.js`, () => import('./interleave/atomics.js'));
jest.unstable_mockModule(`${MEMORY}/heap.js`, () => heap);
jest.unstable_mockModule(`${MEMORY}/threads.js`, () => threads);

const layout = await import(`${MEMORY}/layout.js`);
const { releaseAll } = await import(`${MEMORY}/pages.js`);
const { Region } = await import(`${MEMORY}/region.js`);
const { DEATH, life, I32 } = heap;

/** More than any run needs. */
const MOST_WRITES = 5000;
const ENDLESS = 'the lists have no end';
const BITS = layout.BITMAP + layout.FIRST_UNIT / 32;

function clearHeap() {
	reset();
	current.thread = 0;
	Object.assign(life, { left: Infinity, isOver: false });
	const clear = (from, words) => I32.fill(0, from, from + words);
	clear(0, 8192);
	clear(BITS, 2);
	// What is there from before must not matter.
	I32.fill(77, layout.UNITS + 4 * layout.FIRST_UNIT, layout.UNITS + 4 * (layout.FIRST_UNIT + 64));
	clear(layout.gemBase(1), 2 * layout.GEM_WORDS);
}

/**
 * Blocks of all sizes that come and go, in GEM 1.
 *
 * @param {InstanceType<typeof Region>} region
 * @param {Map<number, number>} [live] gets the cells of each block that is surely there, by its address
 */
function work(region, live = new Map()) {
	const take = (/** @type {number} */ cells) => {
		const address = region.allocate(cells);
		if (live.has(address)) throw new Error(`${address} is given out twice`);
		live.set(address, cells);
		return address;
	};
	const give = (/** @type {number} */ address) => {
		const cells = live.get(address);
		live.delete(address);
		region.release(address, cells);
	};
	const blocks = [3, 200, 3, 60, 100, 1, 128, 129, 300].map(take);
	for (const at of [0, 3, 1, 6, 8]) give(blocks[at]);
	region.reserve(400);
	for (const cells of [90, 90, 2]) take(cells);
	region.reserve(0);
	for (const at of [2, 4, 5, 7]) give(blocks[at]);
}

/** @param {Map<number, number>[]} maps cells by address @returns {string | undefined} two blocks that have a cell in common */
function findOverlap(maps) {
	const blocks = maps.flatMap((live) => [...live]).sort(([a], [b]) => a - b);
	const at = blocks.findIndex(([address], index) => {
		const [before, cells] = blocks[index - 1] ?? [0, 0];
		return before + cells > address;
	});
	return at < 0 ? undefined : `${blocks[at - 1]} overlaps ${blocks[at]}`;
}

/** What follows from the lists: each page is in the bin that it names, behind the page that it names. @returns {string | undefined} */
function findBrokenList(base) {
	for (let bin = 0; bin < 25; bin++) {
		let previous = 0;
		for (let page = I32[base + layout.GEM_PAGES + bin]; page !== 0;) {
			const at = layout.UNITS + layout.UNIT_WORDS * page;
			if (I32[at + 3] !== (previous | (bin << 22))) return `page ${page} of bin ${bin}`;
			previous = page;
			page = I32[at + 2];
		}
		const isNamed = ((I32[base + layout.GEM_BINS] >>> bin) & 1) === 1;
		if (isNamed !== (previous !== 0)) return `bin ${bin}`;
	}
	return undefined;
}

/** Units that are set in the bitmap. */
const unitsInUse = () =>
	Array.from({ length: 64 }, (_, unit) => layout.FIRST_UNIT + unit).filter(
		(unit) => (I32[layout.BITMAP + (unit >>> 5)] >>> (unit & 31)) & 1,
	);

/** @returns {boolean} whether it died */
function dieBefore(at, body) {
	life.left = at;
	try {
		body();
		return false;
	} catch (thrown) {
		if (thrown !== DEATH) throw thrown;
		return true;
	} finally {
		Object.assign(life, { left: Infinity, isOver: false });
	}
}

test('wherever it ends', () => {
	let most = 0;
	let at = 0;
	for (; ; at++) {
		clearHeap();
		const other = new Region(2);
		const kept = [3, 129, 600].map((cells) => other.allocate(cells));
		const before = unitsInUse();
		const region = new Region(1);
		const isDead = dieBefore(at, () => work(region));
		// Another GEM takes what is free, before the memory of the first one is released.
		const later = [2, 140].map((cells) => other.allocate(cells));
		const all = [...kept, ...later].map((address) => address >>> layout.UNIT_SHIFT);
		releaseAll(layout.gemBase(1));
		const after = unitsInUse();
		expect(after).toEqual(expect.arrayContaining([...before, ...all]));
		most = Math.max(most, after.length - before.length - 3);
		if (!isDead) break;
	}
	expect(at).toBeGreaterThan(200);
	// Units that a dead thread had in its hands.
	expect(most).toBeLessThan(10);
});

/**
 * One dies before its write number `at`, the next before number `second` of the repair and the work behind it, and the last one goes on.
 *
 * @param {number} at
 * @param {number} [second]
 * @returns {{ hasEnded: boolean, problem?: string, unitsLost: number }}
 */
function goOnAfter(at, second = Infinity) {
	clearHeap();
	const [region, other] = [new Region(1), new Region(2)];
	const base = layout.gemBase(1);
	/** @type {Map<number, number>[]} of each thread, and of the other GEM */
	const lives = [new Map(), new Map(), new Map(), new Map()];
	const keep = (/** @type {number} */ cells) => void lives[3].set(other.allocate(cells), cells);
	[3, 129].forEach(keep);
	const hasEnded = !dieBefore(at, () => work(region, lives[0]));
	if (!hasEnded) current.dead.add(0);
	current.thread = 1;
	if (second < Infinity && dieBefore(second, () => work(region, lives[1]))) current.dead.add(1);
	current.thread = 2;
	const isEndless = dieBefore(MOST_WRITES, () => {
		// What the first has left free it may get, unlike what the other GEM has taken by then.
		keep(2);
		work(region, lives[2]);
		keep(140);
	});
	const found = findOverlap(lives) ?? (isEndless ? ENDLESS : findBrokenList(base));
	if (found) return { hasEnded, problem: found, unitsLost: 0 };
	// What logs and graphs name of the dead ones' blocks is released, too.
	const isStillEndless = dieBefore(MOST_WRITES, () => {
		for (const live of lives.slice(0, 3))
			for (const [address, cells] of live) region.release(address, cells);
		releaseAll(base);
	});
	if (isStillEndless) return { hasEnded, problem: ENDLESS, unitsLost: 0 };
	const ofOther = new Set(
		[...lives[3]].flatMap(([address, cells]) => {
			const first = address >>> layout.UNIT_SHIFT;
			const last = (address + cells - 1) >>> layout.UNIT_SHIFT;
			return [first, last];
		}),
	);
	const after = unitsInUse();
	const taken = [...ofOther].find((unit) => !after.includes(unit));
	const problem = taken && `unit ${taken} of the other GEM was given back`;
	return { hasEnded, problem, unitsLost: after.length - ofOther.size };
}

test('the next thread goes on with the GEM, wherever the one before has ended', () => {
	let mostLost = 0;
	let at = 0;
	for (; ; at++) {
		const { hasEnded, problem, unitsLost } = goOnAfter(at);
		expect([at, problem]).toEqual([at, undefined]);
		mostLost = Math.max(mostLost, unitsLost);
		if (hasEnded) break;
	}
	expect(at).toBeGreaterThan(250);
	// Units that the dead thread had taken and not yet put into a list.
	expect(mostLost).toBeLessThan(6);
});

test('and so does a third, wherever the second has ended while it repaired', () => {
	let deaths = 0;
	for (let at = 0; !goOnAfter(at).hasEnded; at += 5) {
		for (let second = at % 3; second < 60; second += 3) {
			const { problem, unitsLost } = goOnAfter(at, second);
			expect([at, second, problem]).toEqual([at, second, undefined]);
			expect(unitsLost).toBeLessThan(12);
			deaths++;
		}
	}
	expect(deaths).toBeGreaterThan(1000);
});

/**
 * A write throws, and the thread goes on with the GEM, as does another one.
 *
 * @param {number} at number of the write
 * @returns {{ hasFailed: boolean, isAbandoned: boolean, problem?: string }}
 */
function goOnAfterException(at) {
	clearHeap();
	const region = new Region(1);
	const base = layout.gemBase(1);
	/** @type {Map<number, number>[]} */
	const lives = [new Map(), new Map(), new Map()];
	let hasFailed = false;
	life.failsAt = at;
	try {
		work(region, lives[0]);
	} catch (thrown) {
		if (!(thrown instanceof RangeError)) throw thrown;
		hasFailed = true;
	} finally {
		life.failsAt = Infinity;
	}
	const isAbandoned = I32[base + layout.GEM_ABANDONED_BY] !== 0;
	// Its lock is another thread's to take, and who takes it does not wait.
	for (const self of [1, 0]) {
		current.thread = self;
		if (dieBefore(MOST_WRITES, () => work(region, lives[1 + self])))
			return { hasFailed, isAbandoned, problem: ENDLESS };
	}
	const isTaken = I32[base + layout.GEM_LOCK] !== 0;
	const problem = findOverlap(lives) ?? findBrokenList(base) ?? (isTaken ? 'its lock' : undefined);
	return { hasFailed, isAbandoned, problem };
}

test('an exception at any write: the lock is free, the lists are whole, and a GEM that is half changed is abandoned', () => {
	let abandoned = 0;
	let at = 0;
	for (; ; at++) {
		const { hasFailed, isAbandoned, problem } = goOnAfterException(at);
		expect([at, problem]).toEqual([at, undefined]);
		if (isAbandoned) abandoned++;
		if (!hasFailed) break;
	}
	expect(at).toBeGreaterThan(200);
	// The others have failed before they had the lock.
	expect(abandoned).toBeGreaterThan(at / 2);
});

test('a planted bug is found: an exception that does not say that the GEM is half changed', () => {
	const word = layout.gemBase(1) + layout.GEM_ABANDONED_BY;
	life.isLost = (index) => index === word;
	const found = [40, 60, 80, 100].map((at) => goOnAfterException(at));
	life.isLost = () => false;
	expect(found.map(({ hasFailed, isAbandoned }) => [hasFailed, isAbandoned])).toEqual(
		new Array(4).fill([true, false]),
	);
});

describe('planted: what is in no list', () => {
	const word = layout.gemBase(1) + layout.GEM_MOVING;
	afterEach(() => void (life.isLost = () => false));

	/** @returns {{ problems: number, lost: number }} over many deaths */
	function explore() {
		let problems = 0;
		let lost = 0;
		for (let at = 0; at < 250; at++) {
			try {
				const { problem, unitsLost } = goOnAfter(at);
				if (problem) problems++;
				lost += unitsLost;
			} catch {
				problems++;
			}
		}
		return { problems, lost };
	}

	test('is not named', () => {
		const usual = explore();
		life.isLost = (index, value) => index === word && value !== 0;
		const { problems, lost } = explore();
		expect(usual.problems).toBe(0);
		expect(problems > 0 || lost > usual.lost).toBe(true);
	});

	test("is still named when it is another GEM's", () => {
		life.isLost = (index, value) => index === word && value === 0;
		expect(explore().problems).toBeGreaterThan(0);
	});
});
