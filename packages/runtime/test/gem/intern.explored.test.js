// The tables of keys and shapes, in all orders of the steps of threads that bring the same thing, or others with the same hash,
// with few preemptions; with threads that die.
import { jest } from '@jest/globals';
import { explore } from '../interleave/explore.js';
import { current, reset, step, thread, world } from './interleave/atomics.js';
import * as heap from './interleave/heap.js';
import * as threads from './interleave/threads.js';

const MEMORY = '../../src/gem/memory';
jest.unstable_mockModule(`${MEMORY}/atomics.js`, () => import('./interleave/atomics.js'));
jest.unstable_mockModule(`${MEMORY}/heap.js`, () => heap);
jest.unstable_mockModule(`${MEMORY}/threads.js`, () => threads);

const atomics = await import(`${MEMORY}/atomics.js`);
const layout = await import(`${MEMORY}/layout.js`);
const real = await import('../../src/gem/graph/intern.js');
const { I32 } = heap;

const { FIRST_UNIT, KEY_TABLE, SHAPE_TABLE, TABLE_WORDS, UNIT_SHIFT } = layout;
const BITS = layout.BITMAP + FIRST_UNIT / 32;
const BLOCKS = FIRST_UNIT << UNIT_SHIFT;
const BLOCK_CELLS = 2;
/** The path of this hash goes round the end of the table. */
const HASH = -2;
const wordOf = (table, place) => table + ((HASH + place) & (TABLE_WORDS - 1));

function createMemory() {
	reset();
	for (const table of [KEY_TABLE, SHAPE_TABLE]) {
		for (let place = 0; place < 200; place++) I32[wordOf(table, place)] = 0;
	}
	I32.fill(0, 2 * BLOCKS, 2 * BLOCKS + 1024);
	return { next: BLOCKS, problem: '', found: [] };
}

/** A block of two words, each of them half of what it is about. */
function makeBlock(memory, [low, high]) {
	const address = step(() => (memory.next += BLOCK_CELLS) - BLOCK_CELLS);
	atomics.writePlain(I32, 2 * address, low);
	atomics.writePlain(I32, 2 * address + 1, high);
	return address;
}

function isBlock(memory, address, [low, high]) {
	const seen = [atomics.readPlain(I32, 2 * address), atomics.readPlain(I32, 2 * address + 1)];
	if (seen.includes(0)) step(() => (memory.problem = 'a block was seen before it was complete'));
	return seen[0] === low && seen[1] === high;
}

function bring(memory, table, words, intern) {
	let made = 0;
	const make = () => {
		if (++made > 1) step(() => (memory.problem = 'a block was made in vain'));
		return makeBlock(memory, words);
	};
	return intern(table, HASH, (address) => isBlock(memory, address, words), make);
}

/** A thread a program: names of keys, and of shapes with one key, which begin with a capital. */
const bringers =
	(programs, { intern = real.intern, mortal = [], fallible = [], places = Infinity } = {}) =>
	(memory) => ({
		...world(mortal),
		fallible,
		threads: programs.map((program, index) =>
			thread(index, () => {
				for (const name of program) {
					again(() => {
						const found = bringOne(memory, name, intern);
						step(() => memory.found.push({ name, found }));
					});
				}
			}),
		),
		check() {
			current.step = undefined;
			return memory.problem || checkTables(memory, new Set(programs.flat()), places);
		},
	});

/** Brings it once more where a step has thrown. @param {() => void} bringIt */
function again(bringIt) {
	try {
		bringIt();
	} catch (thrown) {
		if (!(thrown instanceof RangeError)) throw thrown;
		bringIt();
	}
}

/** @returns {number} index in its table, or -1 */
function bringOne(memory, name, intern) {
	const key = name.toLowerCase();
	const at = bring(memory, KEY_TABLE, [key.charCodeAt(0), 1], intern);
	if (at < 0 || key === name) return at;
	return bring(memory, SHAPE_TABLE, [real.internedAt(KEY_TABLE, at), 2], intern);
}

/** @param {any} memory @param {Set<string>} names @param {number} places in the table of keys @returns {string | undefined} */
function checkTables({ found }, names, places) {
	for (const table of [KEY_TABLE, SHAPE_TABLE]) {
		const seen = new Set();
		for (let place = 0; place < 200; place++) {
			const address = I32[wordOf(table, place)];
			if (address === 0 || address === FILLER) continue;
			const text = `${I32[2 * address]} ${I32[2 * address + 1]}`;
			if (seen.has(text)) return 'something is twice in a table';
			seen.add(text);
		}
	}
	for (const name of names) {
		const indexes = new Set(found.filter((one) => one.name === name).map((one) => one.found));
		if (indexes.size > 1) return `${name} was found in two places`;
	}
	const kept = [...names].filter((name) =>
		found.some((one) => one.name === name && one.found >= 0),
	);
	const indexes = kept.filter((name) => name === name.toLowerCase()).map((name) => foundAt(name));
	if (new Set(indexes).size < indexes.length) return 'two keys are in one place';
	const isFull = found.some((one) => one.found < 0);
	if (isFull && indexes.length < places) return 'a free place was not found';
	return undefined;

	function foundAt(name) {
		return found.find((one) => one.name === name).found;
	}
}

/** Address of a block of something else. */
const FILLER = BLOCKS + 256;

/** All words of the path are taken but one. */
function createFullMemory() {
	const memory = createMemory();
	I32.fill(9, 2 * FILLER, 2 * FILLER + 2);
	for (let place = 0; place < 200; place++) if (place !== 5) I32[wordOf(KEY_TABLE, place)] = FILLER;
	return memory;
}

test.each([
	[['a', 'a'], 3, 50],
	[['a', 'b'], 3, 50],
	[['a', 'a', 'a'], 2, 200],
	[['a', 'b', 'a'], 2, 200],
	[['ab', 'ba'], 3, 1000],
	[['A', 'A'], 3, 500],
	[['A', 'aA'], 2, 100],
	[['AB', 'BA'], 2, 500],
])(
	'threads that bring %j: each is there once, and all find it',
	(programs, preemptions, atLeast) => {
		const all = programs.map((names) => [...names]);
		const { runs, failure } = explore(bringers(all), createMemory, { preemptions });
		expect(failure).toBeUndefined();
		expect(runs).toBeGreaterThan(atLeast);
	},
);

test.each([
	[['a', 'a'], 1],
	[['a', 'b'], 1],
])('threads that bring %j when one place is left', (programs, places) => {
	const all = programs.map((names) => [...names]);
	const { runs, failure } = explore(bringers(all, { places }), createFullMemory, {
		preemptions: 1,
	});
	expect(failure).toBeUndefined();
	expect(runs).toBeGreaterThan(30);
});

test('a thread that dies anywhere: what the others find is complete', () => {
	const { runs, failure } = explore(bringers([['A', 'b'], ['A']], { mortal: [0] }), createMemory, {
		preemptions: 2,
	});
	expect(failure).toBeUndefined();
	expect(runs).toBeGreaterThan(1000);
});

test.each([
	[['A'], 0, 10],
	[['a', 'a'], 1, 50],
	[['A', 'a'], 1, 50],
])(
	'an exception at any step of the first of %j: each is there once, and all find it',
	(names, preemptions, atLeast) => {
		const programs = names.map((each) => [...each]);
		const { runs, failure } = explore(bringers(programs, { fallible: [0] }), createMemory, {
			preemptions,
		});
		expect(failure).toBeUndefined();
		expect(runs).toBeGreaterThan(atLeast);
	},
);

describe('planted bugs are found', () => {
	/** As the real one, but for how a block comes into a free word. */
	const internBy = (put) => (table, hash, matches, make) => {
		let made = 0;
		const makeOnce = () => (made ||= make());
		for (let place = 0; place < 64; place++) {
			const index = (hash + place) & (TABLE_WORDS - 1);
			const address = atomics.load(I32, table + index);
			if (address === 0 && put(table + index, makeOnce)) return index;
			if (address !== 0 && matches(address)) return index;
		}
		return -1;
	};
	const bugs = {
		'looking at a word, then writing it': internBy((word, make) => {
			atomics.store(I32, word, make());
			return true;
		}),
		'no look at what another thread has put there': internBy(
			(word, make) => atomics.compareExchange(I32, word, 0, make()) === 0,
		),
		'the address before the block': (table, hash, matches, make) => {
			let address = 0;
			const reserve = () => BLOCKS + 2 * BLOCK_CELLS * (1 + current.thread);
			const index = real.intern(table, hash, matches, () => (address = reserve()));
			if (address === 0) return index;
			const made = make();
			for (const each of [0, 1]) {
				atomics.writePlain(I32, 2 * address + each, atomics.readPlain(I32, 2 * made + each));
			}
			return index;
		},
	};

	test.each([
		['looking at a word, then writing it', ['a', 'b'], /one place/],
		['the address before the block', ['a', 'a'], /before it was complete/],
		['no look at what another thread has put there', ['a', 'a'], /twice/],
	])('%s', (bug, programs, problem) => {
		const { failure } = explore(bringers(programs, { intern: bugs[bug] }), createMemory, {
			preemptions: 1,
		});
		expect(failure?.problem).toMatch(problem);
	});

	test('the address before the block, with an exception in between', () => {
		const intern = bugs['the address before the block'];
		const scenario = bringers([['a']], { intern, fallible: [0] });
		const { failure } = explore(scenario, createMemory);
		expect(failure?.problem).toMatch(/before it was complete/);
		expect(failure?.schedule).toMatch(/!0/);
	});
});

test('memory for ever: blocks lie in spans that nobody else gets, and apart from each other', () => {
	createMemory();
	I32.fill(0, BITS, BITS + 2);
	const taken = new Set();
	for (const cells of [3, 120, 10, 128, 1, 300, 60, 60, 84, 2, 129]) {
		const address = real.allocateForEver(cells);
		for (let cell = address; cell < address + cells; cell++) {
			expect(taken.has(cell)).toBe(false);
			taken.add(cell);
			const unit = cell >>> UNIT_SHIFT;
			expect((I32[layout.BITMAP + (unit >>> 5)] >>> (unit & 31)) & 1).toBe(1);
		}
	}
	const bits = `${(I32[BITS] >>> 0).toString(2)}${(I32[BITS + 1] >>> 0).toString(2)}`;
	// What is left of a span is used for what comes later: 11 blocks of 897 cells, 128 in a unit.
	expect(bits.replaceAll('0', '').length).toBeLessThan(11);
});
