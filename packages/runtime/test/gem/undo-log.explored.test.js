// A thread that ends before each write that it does while it changes a GEM with a log, and a second one that ends before each
// write of the recovery: what is left is all as before, or all as after. An exception at each write, after which the thread takes it back.
import { jest } from '@jest/globals';
import { current, reset } from './interleave/atomics.js';
import * as heap from './interleave/mortal-heap.js';
import * as threads from './interleave/threads.js';

const MEMORY = '../../src/gem/memory';
jest.unstable_mockModule(`${MEMORY}/atomics.js`, () => import('./interleave/atomics.js'));
jest.unstable_mockModule(`${MEMORY}/heap.js`, () => heap);
jest.unstable_mockModule(`${MEMORY}/threads.js`, () => threads);

const layout = await import(`${MEMORY}/layout.js`);
const { recover, UndoLog } = await import(`${MEMORY}/undo-log.js`);
const { Region } = await import(`${MEMORY}/region.js`);
const { DEATH, life, I32 } = heap;

const GEM = 1;
const LARGE = 201;
const BEFORE = [1, 2, 3, 4, 5, 6];
const AFTER = [10, 2, 30, 4, 50, 6];
const WORDS = Int32Array.from({ length: 5400 }, (_, word) => word % 1000);

function clearHeap() {
	reset();
	current.thread = 0;
	Object.assign(life, { left: Infinity, isOver: false });
	const clear = (from, words) => I32.fill(0, from, from + words);
	clear(0, 8192);
	clear(layout.BITMAP + layout.FIRST_UNIT / 32, 2);
	clear(layout.UNITS + 4 * layout.FIRST_UNIT, 256);
	clear(layout.gemBase(GEM), layout.GEM_WORDS);
	clear(256 * layout.FIRST_UNIT, 256 * 64);
}

/**
 * A block of data, two that will be released; all before the log begins.
 *
 * @param {'commit' | 'rollback' | 'nothing'} earlier how another block ended, in the same log
 */
function createWorld(earlier = 'nothing') {
	clearHeap();
	const region = new Region(GEM);
	const data = region.allocate(3);
	BEFORE.forEach((value, index) => (I32[2 * data + index] = value));
	const small = region.allocate(5);
	const large = region.allocate(LARGE);
	const log = new UndoLog();
	if (earlier !== 'nothing') {
		const other = region.allocate(2);
		region.log = log;
		region.write32(2 * other, 5);
		region.release(other, 2);
		if (earlier === 'rollback') region.write32(2 * data, 5);
		region.log = null;
		log[earlier]();
		if (earlier === 'rollback') region.release(other, 2);
	}
	return { region, data, small, large, log };
}

/** @param {ReturnType<typeof createWorld>} world @param {'commit' | 'rollback' | 'open'} how */
function change({ region, data, small, large, log }, how) {
	const word = 2 * data;
	region.log = log;
	region.write32(word, 9);
	region.write32(word, 10);
	const added = region.allocate(4);
	region.write32(2 * added, 7);
	region.release(small, 5);
	const savepoint = log.savepoint();
	region.write32(word, 11);
	region.write32(word + 3, 40);
	region.release(region.allocate(2), 2);
	log.rollbackTo(savepoint);
	region.write32(word + 2, 30);
	region.allocate(LARGE + 1);
	region.release(large, LARGE);
	region.write32(word + 4, 50);
	region.log = null;
	if (how !== 'open') log[how]();
}

/** Run until it ends by itself, or dies before its write number `at`. @returns {boolean} whether it died */
function runUntil(at, body) {
	Object.assign(life, { left: at, isOver: false });
	try {
		body();
		return false;
	} catch (thrown) {
		if (thrown !== DEATH) throw thrown;
		current.dead.add(current.thread);
		return true;
	} finally {
		Object.assign(life, { left: Infinity, isOver: false });
	}
}

/** What is wrong with what is left, if anything. */
function findProblem({ region, data, small, large }, mayBeAfter) {
	const left = [...I32.subarray(2 * data, 2 * data + 6)];
	const isBefore = String(left) === String(BEFORE);
	const isAfter = String(left) === String(AFTER);
	if (!isBefore && !(isAfter && mayBeAfter)) return `the data is ${left}`;
	const cells = 3 + (isBefore ? 5 + LARGE : 4 + LARGE + 1);
	// At most one block is lost, for each thread that has died.
	const lost = region.usage().cells - cells;
	if (lost < 0 || lost > current.dead.size * (LARGE + 1)) return `${lost} cells are lost`;
	const blocks = isBefore ? [data, small, large] : [data];
	for (let round = 0; round < 40; round++) {
		const block = region.allocate(3);
		if (blocks.some((old) => old <= block && block < old + 3)) return 'a block is given twice';
	}
	return undefined;
}

test.each([
	['commit', 'nothing', 60],
	['rollback', 'nothing', 60],
	['commit', 'commit', 60],
	['rollback', 'commit', 60],
	['commit', 'rollback', 60],
	['rollback', 'rollback', 60],
])('a thread that ends anywhere before it has done its %s, after %s', (how, earlier, atLeast) => {
	let at = 0;
	let afters = 0;
	for (; ; at++) {
		const world = createWorld(earlier);
		const isDead = runUntil(at, () => change(world, how));
		if (!isDead) break;
		current.thread = 1;
		recover(256);
		expect([at, findProblem(world, how === 'commit')]).toEqual([at, undefined]);
		if (I32[2 * world.data] === AFTER[0]) afters++;
	}
	expect(at).toBeGreaterThan(atLeast);
	expect(afters > 0).toBe(how === 'commit');
});

test.each(['commit', 'rollback'])('and one that ends anywhere while it undoes that (%s)', (how) => {
	let recoveries = 0;
	for (let at = 0; ; at += 3) {
		const first = createWorld();
		if (!runUntil(at, () => change(first, how))) break;
		for (let second = 0; ; second++) {
			const world = createWorld();
			runUntil(at, () => change(world, how));
			current.thread = 1;
			const isDeadToo = runUntil(second, () => recover(256));
			if (!isDeadToo) break;
			recoveries++;
			current.thread = 2;
			recover(256);
			expect([at, second, findProblem(world, how === 'commit')]).toEqual([at, second, undefined]);
		}
	}
	expect(recoveries).toBeGreaterThan(300);
});

/** Run until it ends, or its write number `at` throws. @returns {boolean} whether it has thrown */
function failAt(at, body) {
	life.failsAt = at;
	try {
		body();
		return false;
	} catch (thrown) {
		if (!(thrown instanceof RangeError)) throw thrown;
		return true;
	} finally {
		life.failsAt = Infinity;
	}
}

// Who ends a block has asked for stack (memory/stack.js), so that nothing can throw while it is taken back, or stays. Should it throw all the same, taking
// it back can be done once more.
describe('an exception at any write', () => {
	/** @returns {string | undefined} what is wrong after the block was taken back; a block may be lost that was being allocated */
	const findTorn = ({ region, data, small, large }) => {
		const left = [...I32.subarray(2 * data, 2 * data + 6)];
		if (String(left) !== String(BEFORE)) return `the data is ${left}`;
		for (let round = 0; round < 40; round++) {
			const block = region.allocate(3);
			if ([data, small, large].some((old) => old <= block && block < old + 3))
				return 'a block is given twice';
		}
		return undefined;
	};

	test('of a block: it can be taken back', () => {
		let at = 0;
		for (; ; at++) {
			const world = createWorld();
			if (!failAt(at, () => change(world, 'open'))) break;
			world.region.log = null;
			world.log.rollback();
			expect([at, findTorn(world)]).toEqual([at, undefined]);
		}
		expect(at).toBeGreaterThan(40);
	});

	test('of what takes it back: it can be done again', () => {
		let at = 0;
		for (; ; at++) {
			const world = createWorld();
			change(world, 'open');
			const hasFailed = failAt(at, () => world.log.rollback());
			world.log.rollback();
			expect([at, findTorn(world)]).toEqual([at, undefined]);
			if (!hasFailed) break;
		}
		expect(at).toBeGreaterThan(20);
	});

	test('a planted bug is found: writing before the entry is complete', () => {
		const problems = [];
		for (let at = 0; ; at++) {
			const world = createWorld();
			world.region.write32 = function write32(wordIndex, value) {
				const old = I32[wordIndex];
				I32[wordIndex] = value;
				if (this.log !== null && old !== value) this.log.write(wordIndex >>> 1);
			};
			if (!failAt(at, () => change(world, 'open'))) break;
			world.region.log = null;
			world.log.rollback();
			problems.push(findTorn(world));
		}
		expect(problems.filter(Boolean)).not.toEqual([]);
	});
});

describe('cells that are logged many at once', () => {
	const CELLS = 1100;
	/** As a text: `toEqual` takes milliseconds for thousands of numbers. */
	const words = (/** @type {number} */ block) =>
		I32.subarray(2 * block, 2 * (block + CELLS)).join();

	/** Cells across three chunks, single ones among them; a block is released as well. */
	function createCells() {
		clearHeap();
		const region = new Region(GEM);
		const block = region.allocate(CELLS);
		I32.set(WORDS.subarray(0, 2 * CELLS), 2 * block);
		return { region, block, other: region.allocate(3), log: new UndoLog() };
	}

	function changeCells({ region, block, other, log }, how) {
		region.log = log;
		region.write32(2 * block, -1);
		region.logAll(block + 2, 5);
		for (let cell = 2; cell < 7; cell++) I32[2 * (block + cell)] = -cell;
		region.logAll(block + 3, 1);
		region.release(other, 3);
		const savepoint = log.savepoint();
		region.logAll(block, CELLS);
		for (let word = 0; word < 2 * CELLS; word += 97) I32[2 * block + word] = -7;
		log.rollbackTo(savepoint);
		region.logAll(block + 1, CELLS - 1);
		for (let word = 4; word < 2 * CELLS; word += 211) I32[2 * block + word] = -8;
		region.log = null;
		log[how]();
	}

	test.each([['commit'], ['rollback']])('a thread that ends anywhere before its %s', (how) => {
		const before = words(createCells().block);
		const whole = createCells();
		changeCells(whole, how);
		const after = words(whole.block);
		let afters = 0;
		let at = 0;
		for (; ; at += at < 60 ? 1 : 7) {
			const made = createCells();
			const isDead = runUntil(at, () => changeCells(made, how));
			if (!isDead) break;
			current.thread = 1;
			recover(256);
			const left = words(made.block);
			const isAfter = how === 'commit' && left === after;
			if (!isAfter) expect([at, left]).toEqual([at, before]);
			else afters++;
		}
		expect(at).toBeGreaterThan(200);
		expect(afters > 0).toBe(how === 'commit');
	});

	test('and one that ends anywhere while it undoes that', () => {
		const before = words(createCells().block);
		let recoveries = 0;
		for (let second = 0; ; second += 31) {
			const made = createCells();
			expect(runUntil(300, () => changeCells(made, 'commit'))).toBe(true);
			current.thread = 1;
			if (!runUntil(second, () => recover(256))) break;
			recoveries++;
			current.thread = 2;
			recover(256);
			expect([second, words(made.block)]).toEqual([second, before]);
		}
		expect(recoveries).toBeGreaterThan(10);
	});

	test('a planted bug is found: writing before all are on the log', () => {
		const made = createCells();
		const before = words(made.block);
		made.region.logAll = function logAll(address, cells) {
			for (let cell = address; cell < address + cells; cell++) I32[2 * cell] = -9;
			this.log.writeAll(address, cells);
		};
		changeCells(made, 'rollback');
		expect(words(made.block)).not.toEqual(before);
	});
});

describe('fields of many objects that are logged at once', () => {
	const OBJECTS = 900;
	const CELLS = 3;
	const KINDS = [
		{ doubles: [1], ints: [0] },
		{ doubles: [0], ints: [] },
		{ doubles: [], ints: [1] },
		{ doubles: [1, 0], ints: [] },
		{ doubles: [], ints: [0, 1] },
	];

	/** Objects that do not lie in order, across chunks. */
	function createObjects() {
		clearHeap();
		const region = new Region(GEM);
		const block = region.allocate(OBJECTS * CELLS);
		I32.set(WORDS.subarray(0, 2 * OBJECTS * CELLS), 2 * block);
		const rows = Int32Array.from(
			{ length: OBJECTS },
			(_, at) => block + CELLS * ((at * 7) % OBJECTS),
		);
		return { region, block, rows, log: new UndoLog(), other: region.allocate(2) };
	}

	const words = ({ block }) => I32.subarray(2 * block, 2 * (block + OBJECTS * CELLS)).join();

	/** Writes the fields of each object that are on the log, `many` to be called before. */
	function writeFields({ rows }, { doubles, ints }, { from, to }) {
		for (let at = from; at < to; at++) {
			for (const offset of doubles) {
				I32[2 * (rows[at] + offset)] = -at;
				I32[2 * (rows[at] + offset) + 1] = at;
			}
			for (const offset of ints) I32[2 * (rows[at] + offset)] = -at - 1;
		}
	}

	function changeObjects(made, columns, how) {
		const { region, rows, log, other } = made;
		const step = (range) => {
			region.logColumns(rows, columns, range);
			writeFields(made, columns, range);
		};
		region.log = log;
		step({ from: 0, to: 2 });
		region.write32(2 * rows[5], -5);
		const savepoint = log.savepoint();
		step({ from: 3, to: OBJECTS });
		log.rollbackTo(savepoint);
		step({ from: 0, to: OBJECTS });
		region.release(other, 2);
		region.log = null;
		log[how]();
	}

	test.each(KINDS)('%j: a thread that ends anywhere, and one that undoes that', (columns) => {
		const before = words(createObjects());
		for (const how of ['commit', 'rollback']) {
			const whole = createObjects();
			changeObjects(whole, columns, how);
			const after = words(whole);
			if (how === 'rollback') expect(after).toEqual(before);
			else expect(after).not.toEqual(before);
			let recoveries = 0;
			for (let at = 0; ; at += at < 80 ? 1 : 331) {
				const made = createObjects();
				if (!runUntil(at, () => changeObjects(made, columns, how))) break;
				current.thread = 1;
				runUntil((at * 17) % 900, () => recover(256));
				current.thread = 2;
				recover(256);
				recoveries++;
				const left = words(made);
				if (left !== after) expect([at, left]).toEqual([at, before]);
			}
			expect(recoveries).toBeGreaterThan(80);
		}
	});

	test('planted bugs are found: writing before all are on the log, and the other kind of field', () => {
		const before = words(createObjects());
		const late = createObjects();
		late.region.logColumns = function logColumns(rows, columns, range) {
			writeFields(late, columns, range);
			this.log.writeColumns(rows, columns, range);
		};
		changeObjects(late, KINDS[0], 'rollback');
		expect(words(late)).not.toEqual(before);
		const half = createObjects();
		half.region.logColumns = function logColumns(rows, { doubles, ints }, range) {
			this.log.writeColumns(rows, { doubles: [], ints: [...doubles, ...ints] }, range);
		};
		changeObjects(half, KINDS[0], 'rollback');
		expect(words(half)).not.toEqual(before);
	});
});

test('chunks that blocks no longer need are given back', () => {
	clearHeap();
	const region = new Region(GEM);
	const block = region.allocate(1000);
	const log = new UndoLog();
	const units = () => I32[layout.UNITS_IN_USE];
	const before = units();
	const run = (times) => {
		region.log = log;
		for (let time = 0; time < times; time++) region.logAll(block, 1000);
		region.log = null;
		log.commit();
		return units() - before;
	};
	expect([run(4), run(1)]).toEqual([4 * 8, 4 * 8]);
	const after = Array.from({ length: 200 }, () => run(1));
	expect(after.filter((each, at) => each > (after[at - 1] ?? 4 * 8))).toEqual([]);
	expect(after.at(-1)).toBe(8);
	expect(run(3)).toBe(3 * 8);
});

test('a planted bug is found: writing before the entry is complete', () => {
	const problems = [];
	for (let at = 0; ; at++) {
		const world = createWorld();
		world.region.write32 = function write32(wordIndex, value) {
			const old = I32[wordIndex];
			I32[wordIndex] = value;
			if (this.log === null) return;
			this.log.write(wordIndex >>> 1);
			if (old === value) throw new Error('the test writes other values');
		};
		if (!runUntil(at, () => change(world, 'rollback'))) break;
		current.thread = 1;
		recover(256);
		problems.push(findProblem(world, false));
	}
	expect(problems.filter(Boolean)).not.toEqual([]);
});
