// Transactions whose loops lock elements before they come to them: in all orders of their steps with few preemptions, each sees what one after the
// other would leave, and what is taken back was never seen.
import { jest } from '@jest/globals';
import { explore } from '../interleave/explore.js';
import { current, reset, step, thread, world } from './interleave/atomics.js';
import * as heap from './interleave/heap.js';
import * as threads from './interleave/threads.js';

const MEMORY = '../../src/gem/memory';
jest.unstable_mockModule(`${MEMORY}/atomics.js`, () => import('./interleave/atomics.js'));
jest.unstable_mockModule(`${MEMORY}/heap.js`, () => heap);
jest.unstable_mockModule(`${MEMORY}/threads.js`, () => threads);

const { cellsOfLocks, ReaderWriterLocks } = await import('../../src/gem/define/sync-objects.js');
const { lockForReading, lockForSetting } = await import('../../src/gem/policies/stm/access.js');
const { createTransaction } = await import('../../src/gem/policies/stm/transaction.js');
const { lockForLoop } = await import('../../src/gem/policies/stm/loop.js');
const { I32 } = heap;

const ADDRESS = 128 * (heap.unitCount - 8);
const STRIPES = 64;
/** A large array; two of its elements, of different groups, are the same whenever no transaction is in the middle. */
const LENGTH = 100;
const [ONE, OTHER] = [7, 9];

function createMemory() {
	reset();
	I32.fill(0, 256, 1024);
	I32.fill(0, 2 * ADDRESS, 2 * (ADDRESS + cellsOfLocks(STRIPES)));
	return { values: new Array(LENGTH).fill(0), problem: '', done: 0, inLoop: 0 };
}

const ranges = () => ({ reading: [0, 0], setting: [0, 0] });

/** What a transaction has of the array: a context of the policy's, as far as locks go. */
function createContext() {
	const context = {
		mark: 0,
		place: 40,
		size: LENGTH,
		isArray: true,
		parent: null,
		internal: { locks: new ReaderWriterLocks(ADDRESS, STRIPES) },
		static: { local: { transaction: createTransaction() } },
		allowed: ranges(),
		isInPlace: () => true,
		child: () => null,
		allowReading: (from, to) => void (context.allowed.reading = [from, to]),
		allowSetting: (from, to) => void (context.allowed.setting = [from, to]),
		revoke: () => void (context.allowed = ranges()),
	};
	context.static.local.transaction.contexts.push(context);
	context.static.local.transaction.joined = 1;
	return context;
}

/** @returns {boolean} whether it ended well */
function attempt(context, body, undone = (undo) => undo()) {
	const { transaction } = context.static.local;
	transaction.number += 4;
	transaction.doom = null;
	context.revoke();
	const log = [];
	try {
		body(log);
	} catch (thrown) {
		if (transaction.doom === null) throw thrown; // the explorer's
		undone(() => {
			for (const { at, old, memory } of log.reverse()) step(() => (memory.values[at] = old));
		}, context);
		context.internal.locks.releaseAll();
		return false;
	}
	context.internal.locks.releaseAll();
	return true;
}

const covers = ([from, to], at) => at >= from && at < to;

/** One element, in memory where the loop may, else as by a proxy. */
function read(context, memory, at) {
	if (covers(context.allowed.reading, at)) step(() => memory.inLoop++);
	else lockForReading(context, String(at));
	return step(() => memory.values[at]);
}

function write(context, memory, { at, value, log }) {
	if (covers(context.allowed.setting, at)) step(() => memory.inLoop++);
	else lockForSetting(context, String(at), value);
	log.push({ at, memory, old: step(() => memory.values[at]) });
	step(() => (memory.values[at] = value));
}

const bodies = {
	/** Compares both. */
	look: (context, memory, { loop }) => {
		loop(context, 'reading', { from: 0, to: 16 });
		const [one, other] = [ONE, OTHER].map((at) => read(context, memory, at));
		if (one !== other) step(() => (memory.problem = `${one} is not ${other}`));
	},
	/** Adds one to both, in memory. */
	add: (context, memory, { loop, log }) => {
		loop(context, 'setting', { from: 0, to: 16 });
		for (const at of [ONE, OTHER])
			write(context, memory, { at, log, value: read(context, memory, at) + 1 });
		step(() => memory.done++);
	},
	/** The same one after the other by the proxy. */
	addSlowly: (context, memory, { log }) => {
		for (const at of [OTHER, ONE])
			write(context, memory, { at, log, value: read(context, memory, at) + 1 });
		step(() => memory.done++);
	},
};

/** @param {(keyof bodies)[]} names of what each thread does once; who meets another one gives up, since it would go on for ever */
const running =
	(names, { loop = lockForLoop, undone } = {}) =>
	(memory) => ({
		...world(),
		threads: names.map((name, index) =>
			thread(index, () => {
				const context = createContext();
				const isDone = attempt(
					context,
					(log) => bodies[name](context, memory, { loop, log }),
					undone,
				);
				if (!isDone && name !== 'look') step(() => (memory.failed = (memory.failed ?? 0) + 1));
			}),
		),
		check() {
			current.step = undefined;
			const [one, other] = [ONE, OTHER].map((at) => memory.values[at]);
			if (memory.problem) return memory.problem;
			if (one !== other) return `${one} and ${other} are left`;
			return one === memory.done ? undefined : `${one} is left of ${memory.done}`;
		},
	});

test.each([
	[['look', 'add'], 2, 100],
	[['add', 'add'], 2, 100],
	[['add', 'addSlowly'], 2, 100],
	[['look', 'addSlowly'], 2, 100],
	[['look', 'look', 'add'], 1, 20],
])('transactions that %j', (names, preemptions, atLeast) => {
	let inLoop = 0;
	const create = (memory) => {
		const { check, ...scenario } = running(names)(memory);
		return {
			...scenario,
			check() {
				inLoop += memory.inLoop;
				return check();
			},
		};
	};
	const { runs, failure } = explore(create, createMemory, { preemptions });
	expect(failure).toBeUndefined();
	expect(runs).toBeGreaterThan(atLeast);
	expect(inLoop).toBeGreaterThan(runs);
});

test('a planted bug is found: what another one has is allowed as well', () => {
	const loop = (context, access, wanted) => {
		lockForLoop(context, access, wanted);
		context.allowReading(wanted.from, wanted.to);
	};
	const { failure } = explore(running(['look', 'add'], { loop }), createMemory, { preemptions: 3 });
	expect(failure?.problem).toMatch(/is not/);
});

test('a planted bug is found: locks are given back before all is as it was', () => {
	const undone = (undo, { internal }) => {
		internal.locks.releaseAll();
		undo();
	};
	const names = ['add', 'addSlowly', 'look'];
	const { failure } = explore(running(names, { undone }), createMemory, { preemptions: 2 });
	expect(failure?.problem).toMatch(/is not|are left|is left of/);
});
