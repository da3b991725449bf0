// A thread that ends before each write that it does while it allocates and releases: the memory of its GEM comes back but for a
// few units, and no unit of another GEM does.
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

/** Blocks of all sizes that come and go, in GEM 1. */
function work(region) {
	const blocks = [3, 200, 3, 60, 100, 1, 128, 129, 300].map((cells) => [
		region.allocate(cells),
		cells,
	]);
	for (const at of [0, 3, 1, 6, 8]) region.release(blocks[at][0], blocks[at][1]);
	region.reserve(400);
	for (const cells of [90, 90, 2]) region.allocate(cells);
	region.reserve(0);
	for (const at of [2, 4, 5, 7]) region.release(blocks[at][0], blocks[at][1]);
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
