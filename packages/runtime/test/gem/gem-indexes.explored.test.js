// The creation of GEMs: which control block each gets, in all orders of its steps with few preemptions; with threads that die.
import { jest } from '@jest/globals';
import { explore } from '../interleave/explore.js';
import { current, reset, step, thread, world } from './interleave/atomics.js';
import * as heap from './interleave/heap.js';
import * as threads from './interleave/threads.js';

const MEMORY = '../../src/gem/memory';
jest.unstable_mockModule(`${MEMORY}/atomics.js`, () => import('./interleave/atomics.js'));
jest.unstable_mockModule(`${MEMORY}/heap.js`, () => heap);
jest.unstable_mockModule(`${MEMORY}/threads.js`, () => threads);

const layout = await import(`${MEMORY}/layout.js`);
const atomics = await import(`${MEMORY}/atomics.js`);
const directory = await import(`${MEMORY}/directory.js`);
const { I32 } = heap;

function clear() {
	reset();
	I32.fill(0, 0, 1024);
	I32.fill(0, layout.gemBase(1), layout.gemBase(8));
	I32[layout.GEM_BITS] = 0;
}

const GEMS = [1, 2, 3, 4, 5];
const stateWord = (gem) => layout.gemBase(gem) + layout.GEM_STATE;

/** GEM 1 lives all the while, and has the only bit that is set. */
const createMemory = () => {
	clear();
	I32[stateWord(1)] = 2;
	I32[layout.gemBase(1) + layout.GEM_HANDLES] = 1 << 31;
	I32[layout.GEM_BITS] = 1 << 1;
	I32[layout.GEM_EXTENT] = 2;
	return { owned: new Set(), problem: '' };
};

const real = {
	create: () => directory.createGem(0),
	drop: (gem, slot) => directory.clearBit(gem, slot),
};

/** Threads that create so many GEMs and drop them one after the other, the oldest one last. */
const creators =
	(counts, { protocol = real, mortal = [] } = {}) =>
	(memory) => ({
		...world(mortal),
		threads: counts.map((count, index) =>
			thread(index, () => {
				const mine = [];
				for (let each = 0; each < count; each++) mine.push(createOne(memory, protocol));
				while (mine.length > 0) dropOne(memory, protocol, mine.pop(), index);
			}),
		),
		check: () => checkIndexes(memory, mortal),
	});

function createOne(memory, { create }) {
	const gem = create();
	step(() => {
		if (memory.owned.has(gem)) memory.problem = 'two have an index';
		memory.owned.add(gem);
	});
	return gem;
}

function dropOne(memory, { drop }, gem, slot) {
	step(() => memory.owned.delete(gem));
	drop(gem, slot);
}

function checkIndexes(memory, mortal) {
	current.step = undefined;
	if (memory.problem) return memory.problem;
	if (I32[stateWord(1)] !== 2) return 'one that lives was taken';
	const isDead = current.dead.size > 0;
	for (const dead of current.dead) directory.releaseHandlesOf(256 + dead);
	const bits = I32[layout.GEM_BITS];
	const isFree = (gem) => (I32[stateWord(gem)] & 3) === 0;
	if (GEMS.some((gem) => isFree(gem) && bits & (1 << gem))) return 'an index is lost';
	if (!isDead && bits !== 1 << 1) return 'a bit stays';
	const taken = GEMS.filter((gem) => !isFree(gem)).length;
	// What a dead thread had just taken, or had begun to end.
	if (taken > 1 + mortal.length) return 'several are lost';
	const next = directory.createGem(0);
	return next <= taken + 1 ? undefined : `the next one is ${next}`;
}

test.each([
	[[1, 1], 2, 500],
	[[2, 1], 1, 50],
	[[1, 1, 1], 1, 200],
])('%j by each thread: no index is given twice, all come back', (counts, preemptions, atLeast) => {
	const { runs, failure } = explore(creators(counts), createMemory, { preemptions });
	expect(failure).toBeUndefined();
	expect(runs).toBeGreaterThan(atLeast);
});

test('a thread dies anywhere: one index is lost at most', () => {
	const scenario = creators([2, 1], { mortal: [0] });
	const { runs, failure } = explore(scenario, createMemory, { preemptions: 1 });
	expect(failure).toBeUndefined();
	expect(runs).toBeGreaterThan(1000);
});

test('a GEM takes as many steps however many live', () => {
	clear();
	let steps = 0;
	current.step = (operation) => {
		steps++;
		return operation();
	};
	/** Steps that a creation takes at most, also after one of the first has ended. */
	const most = (live) => {
		const gems = Array.from({ length: live }, () => directory.createGem(0));
		let needed = 0;
		for (const ending of [0, 40, live >> 1, 3]) {
			directory.releaseHandle(gems[ending]);
			for (const at of [ending, gems.length]) {
				steps = 0;
				gems[at] = directory.createGem(0);
				needed = Math.max(needed, steps);
			}
		}
		for (const gem of gems) directory.releaseHandle(gem);
		return needed;
	};
	const few = most(100);
	expect(most(20_000)).toBeLessThan(few + 20_000 / 32);
	expect(most(60_000)).toBeLessThan(few + 60_000 / 32);
	expect(new Set(I32.subarray(layout.GEM_BITS, layout.GEM_BITS + 2048))).toEqual(new Set([0]));
	current.step = undefined;
});

describe('planted bugs are found', () => {
	const find = (protocol, mortal = []) =>
		explore(creators([1, 1], { protocol: { ...real, ...protocol }, mortal }), createMemory, {
			preemptions: 2,
		}).failure?.problem;
	const setLive = (gem) => {
		atomics.store(I32, layout.gemBase(gem) + layout.GEM_HANDLES, 1 << current.thread);
		atomics.store(I32, stateWord(gem), 2);
		return gem;
	};
	const setBit = (gem) => atomics.or(I32, layout.GEM_BITS, 1 << gem);
	const firstFree = () => GEMS.find((gem) => (atomics.load(I32, stateWord(gem)) & 3) === 0);

	test('taking what looked free', () => {
		const create = () => {
			const gem = firstFree();
			setBit(gem);
			return setLive(gem);
		};
		expect(find({ create })).toMatch(/two have an index|lost/);
	});

	test('setting the bit before the block is taken', () => {
		const create = () => {
			for (;;) {
				const gem = firstFree();
				const state = atomics.load(I32, stateWord(gem));
				setBit(gem);
				if ((state & 3) !== 0) continue;
				if (atomics.compareExchange(I32, stateWord(gem), state, state | 1) !== state) continue;
				return setLive(gem);
			}
		};
		expect(find({ create })).toMatch(/lost|stays/);
	});

	test('clearing the bit of a block that is free already', () => {
		const drop = (gem) => {
			atomics.store(I32, stateWord(gem), 4);
			atomics.and(I32, layout.GEM_BITS, ~(1 << gem));
		};
		expect(find({ drop }, [0])).toMatch(/an index is lost/);
	});
});
