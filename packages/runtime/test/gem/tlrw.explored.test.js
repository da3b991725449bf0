// The read-write locks of transactions, in all orders of their steps with few preemptions; with threads that die.
import { jest } from '@jest/globals';
import { explore } from '../interleave/explore.js';
import { current, reset, step, thread, world } from './interleave/atomics.js';
import * as heap from './interleave/heap.js';
import * as threads from './interleave/threads.js';

const MEMORY = '../../src/gem/memory';
jest.unstable_mockModule(`${MEMORY}/atomics.js`, () => import('./interleave/atomics.js'));
jest.unstable_mockModule(`${MEMORY}/heap.js`, () => heap);
jest.unstable_mockModule(`${MEMORY}/threads.js`, () => threads);

const { CONFLICT, ACQUIRED, LockTable, lockTableCells } =
	await import('../../src/gem/sync/tlrw.js');
const { Stripes } = await import('../../src/gem/sync/stripes.js');
const atomics = await import(`${MEMORY}/atomics.js`);
const { I32 } = heap;

const ADDRESS = (heap.unitCount - 8) * 128;
const STRIPES = 2;
const READERS = 3;
const WORDS = 2 * ADDRESS;
const stripeAt = (stripe) => WORDS + 128 + 4 * stripe;

const createMemory = () => {
	reset();
	I32.fill(0, 256, 1024);
	I32.fill(0, WORDS, WORDS + 2 * lockTableCells(STRIPES));
	for (let reader = 0; reader < READERS; reader++) I32[WORDS + 2 * reader] = 256 + reader;
	return {
		holders: new Map([0, 1].map((stripe) => [stripe, { read: [], write: [] }])),
		problem: '',
		done: 0,
	};
};

const living = (all) => all.filter((each) => !current.dead.has(each));

/** Note that a thread has a stripe, and whether another one has it in a way that excludes that. */
function enter(memory, stripe, how) {
	const { thread: self } = current;
	step(() => {
		const holders = memory.holders.get(stripe);
		holders[how].push(self);
		const [read, write] = [living(holders.read), living(holders.write)];
		const others = [...read, ...write].some((each) => each !== write[0]);
		if (write.length > 0 && others) memory.problem = `${write} writes, ${read} reads`;
	});
}

function leave(memory, stripe, how) {
	const { thread: self } = current;
	step(() => {
		const holders = memory.holders.get(stripe);
		const isHeld = holders[how].includes(self);
		if (isHeld && how === 'write' && I32[stripeAt(stripe)] !== 256 + self)
			memory.problem = 'the id of who writes is gone';
		holders[how] = holders[how].filter((each) => each !== self);
	});
}

/**
 * A transaction: steps such as 'read 0' or 'write 1', once; at a conflict it gives up.
 *
 * @param {any} memory
 * @param {LockTable} table
 * @param {string} program
 */
function transact(memory, table, program) {
	const taken = [];
	try {
		for (const each of program.split(', ')) {
			const [how, text] = each.split(' ');
			const stripe = Number(text);
			const outcome = how === 'read' ? table.tryRead(stripe) : table.tryWrite(stripe);
			if (outcome === CONFLICT) break;
			taken.push({ how, stripe, isMine: outcome === ACQUIRED });
			enter(memory, stripe, how);
			if (taken.length === program.split(', ').length) step(() => memory.done++);
		}
		giveBack(memory, table, taken);
	} catch (thrown) {
		if (!(thrown instanceof RangeError)) throw thrown;
		giveBack(memory, table, taken);
	}
}

/** Once more where a step of it has thrown. */
function join(table) {
	try {
		table.join();
	} catch (thrown) {
		if (!(thrown instanceof RangeError)) throw thrown;
		table.join();
	}
}

/** What a transaction has taken, the last one first; once more where a step of that has thrown. */
function giveBack(memory, table, taken) {
	for (; taken.length > 0; taken.pop()) {
		const { how, stripe, isMine } = taken[taken.length - 1];
		leave(memory, stripe, how);
		if (isMine && how === 'read') table.releaseRead(stripe);
		else if (isMine) table.releaseWrite(stripe);
	}
}

/** The same of several stripes at once, as 'reads 0 1', in a program of its own. */
function transactAll(memory, table, program) {
	const [how, ...numbers] = program.split(' ');
	const stripes = Int32Array.from(numbers, Number);
	const taken = new Stripes();
	const all = how === 'reads' ? 'tryReadAll' : 'tryWriteAll';
	const count = table[all](stripes, stripes.length, taken);
	const kind = how === 'reads' ? 'read' : 'write';
	for (const stripe of stripes.subarray(0, count)) enter(memory, stripe, kind);
	if (count === stripes.length) step(() => memory.done++);
	for (const stripe of stripes.subarray(0, count)) leave(memory, stripe, kind);
	if (how === 'reads') table.releaseReads(taken, 0);
	else while (taken.length > 0) table.releaseWrite(taken.items[--taken.length]);
}

/** Threads of a table with bits for `readers` of them; the others read as they write. */
const scenario =
	(
		programs,
		{ Table = LockTable, mortal = [], fallible = [], atLeast = 0, readers = READERS } = {},
	) =>
	(memory) => ({
		...world(mortal),
		fallible,
		threads: programs.map((program, index) =>
			thread(index, () => {
				const table = new Table(ADDRESS, STRIPES, readers);
				// What the replay of a thread changes outside of its steps would make the next one another program.
				const isRecovering = program.startsWith('recover');
				const rest = isRecovering ? program.slice('recover, '.length) : program;
				if (isRecovering) table.recoverAll();
				join(table);
				if (/^(reads|writes) /.test(rest)) transactAll(memory, table, rest);
				else if (rest) transact(memory, table, rest);
			}),
		),
		check() {
			current.step = undefined;
			if (memory.problem) return memory.problem;
			if (memory.done < atLeast) return 'all gave up';
			// What has thrown has left a bit or an id of its own at most, until it ends.
			for (const each of fallible) current.dead.add(each);
			if (mortal.length + fallible.length > 0) {
				current.thread = 2;
				new Table(ADDRESS, STRIPES, readers).recoverAll();
			}
			for (let stripe = 0; stripe < STRIPES; stripe++) {
				const words = [...I32.subarray(stripeAt(stripe), stripeAt(stripe) + 3)];
				if (words.some((word) => word !== 0)) return `stripe ${stripe} holds ${words}`;
			}
			return undefined;
		},
	});

test.each([
	[['read 0', 'write 0'], 5, 80],
	[['read 0, write 0', 'read 0, write 0'], 3, 500],
	[['read 0, write 0', 'read 0'], 4, 200],
	[['read 0, write 1', 'read 0, write 0'], 3, 300],
	[['read 0', 'write 0', 'read 0'], 2, 500],
	[['write 0', 'write 0', 'read 0'], 2, 500],
	[['reads 0 1', 'write 0'], 4, 100],
	[['reads 0 1', 'write 1, read 0'], 3, 300],
	[['reads 0 1', 'writes 1 0'], 3, 300],
	[['reads 1 0', 'reads 0 1', 'write 1'], 2, 300],
])('%p: who writes is alone, and all is given back', (programs, preemptions, atLeast) => {
	const { runs, failure } = explore(scenario(programs), createMemory, { preemptions });
	expect(failure).toBeUndefined();
	expect(runs).toBeGreaterThan(atLeast);
});

test('of two that only write, one gets in', () => {
	const once = scenario(['write 0', 'write 0'], { atLeast: 1 });
	const { runs, failure } = explore(once, createMemory, { preemptions: 5 });
	expect(failure).toBeUndefined();
	expect(runs).toBeGreaterThan(80);
});

test.each([
	[['write 0', 'read 0'], 3, 100],
	[['reads 0 1', 'recover, write 1'], 2, 100],
	[['read 0, write 1', 'write 0', 'recover, read 1'], 1, 300],
	[['read 0', 'recover, write 0', 'recover, write 0'], 1, 300],
])('%p: the first one dies anywhere, and nothing of it stays', (programs, preemptions, atLeast) => {
	const { runs, failure } = explore(scenario(programs, { mortal: [0] }), createMemory, {
		preemptions,
	});
	expect(failure).toBeUndefined();
	expect(runs).toBeGreaterThan(atLeast);
});

describe('an exception at any step of a thread, which gives back what it has', () => {
	test.each([
		[['write 0', 'read 0'], 100],
		[['read 0, write 1', 'write 0'], 200],
	])('%p: who writes is alone, and what is left goes with it', (programs, atLeast) => {
		const scenarioOf = scenario(programs, { fallible: [0] });
		const { runs, failure } = explore(scenarioOf, createMemory, { preemptions: 1 });
		expect(failure).toBeUndefined();
		expect(runs).toBeGreaterThan(atLeast);
	});

	test('a planted bug is found: taking an id away that may be another thread’s', () => {
		class Table extends LockTable {
			tryWrite(stripe) {
				try {
					return super.tryWrite(stripe);
				} catch (thrown) {
					if (thrown instanceof RangeError) atomics.store(I32, stripeAt(stripe), 0);
					throw thrown;
				}
			}
		}
		const programs = ['write 0', 'write 0'];
		const { failure } = explore(scenario(programs, { Table, fallible: [0] }), createMemory, {
			preemptions: 1,
		});
		expect(failure?.problem).toBe('the id of who writes is gone');
		expect(failure?.schedule).toMatch(/!0/);
	});
});

describe('threads without a bit', () => {
	/** Thread 1 has the one bit. */
	const createCrowded = () => {
		const memory = createMemory();
		I32.fill(0, WORDS, WORDS + 2 * READERS);
		I32[WORDS] = 257;
		return memory;
	};
	const crowded = (programs, options) =>
		explore(scenario(programs, { mortal: [0], readers: 1, ...options }), createCrowded, {
			preemptions: programs.length === 2 ? 3 : 1,
		});

	test.each([
		[['write 0', 'read 0'], 50],
		[['read 0, write 1', 'recover, write 0'], 100],
		[['reads 0 1', 'recover, read 1', 'recover, read 0'], 1000],
		[['writes 0 1', 'write 1', 'recover, write 0'], 1000],
	])('%p: the first one dies anywhere, and nothing of it stays', (programs, atLeast) => {
		const { runs, failure } = crowded(programs);
		expect(failure).toBeUndefined();
		expect(runs).toBeGreaterThan(atLeast);
	});

	test('a planted bug is found: looking for dead readers only', () => {
		class Table extends LockTable {
			recoverAll() {
				const id = atomics.load(I32, WORDS);
				if (id !== 0 && !threads.isAlive(id)) this.recover(id);
			}
		}
		const { failure } = crowded(['write 0', 'read 0'], { Table });
		expect(failure?.problem).toBe('stripe 0 holds 256,0,0');
	});
});

describe('planted bugs are found', () => {
	const find = (programs, options) =>
		explore(scenario(programs, options), createMemory, { preemptions: 3 }).failure?.problem;

	test('a reader that looks for a writer before it sets its bit', () => {
		class Table extends LockTable {
			tryRead(stripe) {
				if (atomics.load(I32, stripeAt(stripe)) !== 0) return CONFLICT;
				atomics.or(I32, stripeAt(stripe) + 1, 1 << current.thread);
				return ACQUIRED;
			}
		}
		expect(find(['read 0', 'write 0'], { Table })).toMatch(/writes/);
	});

	test('a writer that looks for readers before it puts its id down', () => {
		class Table extends LockTable {
			tryWrite(stripe) {
				const at = stripeAt(stripe);
				if (atomics.load(I32, at + 1) !== 0) return CONFLICT;
				const writer = atomics.compareExchange(I32, at, 0, threads.me());
				return writer === 0 ? ACQUIRED : CONFLICT;
			}
		}
		expect(find(['read 0', 'write 0'], { Table })).toMatch(/writes/);
	});

	test('a writer that gives up and leaves its id', () => {
		class Table extends LockTable {
			tryWrite(stripe) {
				const outcome = super.tryWrite(stripe);
				if (outcome === CONFLICT) atomics.compareExchange(I32, stripeAt(stripe), 0, threads.me());
				return outcome;
			}
		}
		expect(find(['read 0', 'write 0'], { Table })).toMatch(/holds/);
	});

	test('a reader that forgets its bit at a conflict', () => {
		class Table extends LockTable {
			tryRead(stripe) {
				const outcome = super.tryRead(stripe);
				if (outcome === CONFLICT) atomics.or(I32, stripeAt(stripe) + 1, 1 << current.thread);
				return outcome;
			}
		}
		expect(find(['read 0', 'write 0'], { Table })).toMatch(/holds/);
	});
});

describe('a bit that is taken again', () => {
	// Thread 0 has died with bit 0. Thread 1 clears it, thread 2 clears it and then has it for reading, while thread 1 writes.
	const reuse = (Table) => (memory) => ({
		...world(),
		threads: [
			thread(0, () => undefined),
			...[1, 2].map((index) =>
				thread(index, () => {
					const table = new Table(ADDRESS, STRIPES, 1);
					table.recover(256);
					if (index === 1) return transact(memory, table, 'write 0');
					return table.join() ? transact(memory, table, 'read 0') : undefined;
				}),
			),
		],
		check() {
			current.step = undefined;
			return memory.problem || undefined;
		},
	});
	const createDead = () => {
		const memory = createMemory();
		current.dead.add(0);
		I32[stripeAt(0) + 1] = 1;
		return memory;
	};

	// Thread 0 has died with the one bit, and nobody has noticed: who joins takes the bit away from it.
	const joining = (Table) => (memory) => ({
		...world(),
		threads: [
			thread(0, () => undefined),
			...[1, 2].map((index) =>
				thread(index, () => {
					const table = new Table(ADDRESS, STRIPES, 1);
					if (table.join()) step(() => (memory.joined = (memory.joined ?? 0) + 1));
					transact(memory, table, index === 1 ? 'read 0' : 'write 0');
				}),
			),
		],
		check() {
			current.step = undefined;
			if (memory.problem) return memory.problem;
			if (memory.joined !== 1) return `${memory.joined ?? 0} have the bit`;
			const words = [...I32.subarray(stripeAt(0), stripeAt(0) + 3)];
			return words.some((word) => word !== 0) ? `stripe 0 holds ${words}` : undefined;
		},
	});

	test('is given to one of those that join', () => {
		const { runs, failure } = explore(joining(LockTable), createDead, { preemptions: 3 });
		expect(failure).toBeUndefined();
		expect(runs).toBeGreaterThan(1000);
	});

	test('planted bugs are found: joining without looking for the dead, and without taking what they have locked', () => {
		class Blind extends LockTable {
			join() {
				return atomics.compareExchange(I32, WORDS, 0, threads.me()) === 0;
			}
		}
		class Hasty extends LockTable {
			join() {
				const owner = atomics.load(I32, WORDS);
				if (!threads.isAlive(owner)) atomics.compareExchange(I32, WORDS, owner, 0);
				return super.join();
			}
		}
		const find = (Table) => explore(joining(Table), createDead, { preemptions: 1 }).failure;
		expect(find(Blind)?.problem).toBe('0 have the bit');
		expect(find(Hasty)?.problem).toMatch(/stripe 0 holds/);
	});

	test('is not cleared by a thread that is late', () => {
		const { runs, failure } = explore(reuse(LockTable), createDead, { preemptions: 3 });
		expect(failure).toBeUndefined();
		expect(runs).toBeGreaterThan(1000);
	});

	test('a planted bug is found: clearing without being the only one', () => {
		class Table extends LockTable {
			recover(dead) {
				if (atomics.load(I32, WORDS) !== dead) return;
				atomics.and(I32, stripeAt(0) + 1, ~1);
				atomics.compareExchange(I32, WORDS, dead, 0);
			}
		}
		const { failure } = explore(reuse(Table), createDead, { preemptions: 3 });
		expect(failure?.problem).toMatch(/writes/);
	});
});
