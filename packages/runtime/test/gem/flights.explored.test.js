// Messages with GEMs whose receivers end before they have read them, in all orders of steps with few preemptions: senders and
// receivers that die anywhere, and rows that are used again.
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
const flights = await import(`${MEMORY}/flights.js`);
const receipts = await import(`${MEMORY}/receipts.js`);
const { I32 } = heap;

const GEM = 1;
const ROWS = 4;
const base = layout.gemBase(GEM);
const idOf = (self) => 256 + self;
const owner = (row) => layout.RECEIVERS + 2 * row;
const flight = (row) => layout.FLIGHTS + row * layout.MAX_GEMS + GEM;
const isWhole = () => (I32[base + layout.GEM_STATE] & 3) === 2;

/** GEM 1 lives; the given threads have a handle. @param {number[]} holders */
const createMemory = (holders) => () => {
	reset();
	I32.fill(0, 0, 64);
	I32.fill(0, layout.RECEIVERS, layout.RECEIVERS + 2 * ROWS);
	for (let row = 0; row < ROWS; row++) I32[flight(row)] = 0;
	I32.fill(0, base, base + layout.GEM_WORDS);
	I32[layout.GEM_BITS] = 0;
	I32[base + layout.GEM_STATE] = 2;
	I32[base + layout.GEM_GENERATION] = 1;
	for (const self of holders) I32[base + layout.GEM_HANDLES] |= 1 << self;
	I32[layout.GEM_EXTENT] = 2;
	return { mail: {}, problem: '' };
};

const real = { ...directory, ...flights };

/** A thread that has a handle sends the GEM and lets go of it. */
const sender = (memory, protocol, { self, to, above }) =>
	thread(self, () => {
		const row = protocol.rowOf(to, idOf(above));
		protocol.addInFlight(GEM, row);
		step(() => (memory.mail[to] ??= []).push(row));
		protocol.clearBit(GEM, self);
	});

/** A thread that reads one message, uses the GEM and lets go of it. */
const receiver = (memory, protocol, self) =>
	thread(self, () => {
		const row = step(() => memory.mail[self]?.shift());
		if (row === undefined) return;
		directory.setBit(GEM, self);
		step(() => {
			if (!isWhole()) memory.problem = 'it ended while a thread had it';
		});
		protocol.takeFlight(row, GEM);
		step(() => {
			if (!isWhole()) memory.problem = 'it ended while a thread had it';
		});
		protocol.clearBit(GEM, self);
	});

/** What the thread does that hears of the end of another one. */
function recover(protocol, self) {
	protocol.releaseHandlesOf(idOf(self));
	protocol.releaseFlightsTo({ nodeId: -1, owner: idOf(self) });
	protocol.releaseFlightsTo({ nodeId: self, owner: 0 });
}

/** With a thread, those below it have ended. */
const hasEnded = (self, above) => current.dead.has(self) || current.dead.has(above[self]);

/** @returns {boolean} whether a row of the thread counts a message */
const isCounted = (self) =>
	[1, 2, 3].some((row) => I32[owner(row) + 1] === self + 1 && I32[flight(row)] > 0);

/** @returns {string | undefined} what is wrong once the end of those that died was heard of, and then that of all others */
function checkEnd(memory, protocol, { ended, above = {} }) {
	current.step = undefined;
	if (memory.problem) return memory.problem;
	for (const self of current.dead) recover(protocol, self);
	const living = Object.keys(memory.mail)
		.map(Number)
		.filter((to) => !hasEnded(to, above));
	const isUnread = living.some((to) => memory.mail[to].length > 0);
	if (isUnread && !isWhole()) return 'it ended while a message held it';
	// A sender that has died may have counted a message that it did not post; the receiver holds that until it ends.
	const mayBeHeld = isUnread || I32[base + layout.GEM_HANDLES] !== 0 || living.some(isCounted);
	if (!mayBeHeld && isWhole()) return 'it goes on when nobody has it';
	for (const self of ended) recover(protocol, self);
	if ((I32[base + layout.GEM_STATE] & 3) !== 0) {
		// Its memory is lost where the thread died between the two steps with which it began to end the GEM.
		const isStuck = current.dead.size > 0 && I32[base + layout.GEM_ENDED_BY] === 0 && !isWhole();
		if (!isStuck) return 'it never ends';
	}
	for (let row = 1; row < ROWS; row++) {
		if (I32[owner(row)] !== 0 || I32[owner(row) + 1] !== 0) return `row ${row} is lost`;
		if (I32[flight(row)] !== 0) return `row ${row} counts what was taken away`;
	}
	return undefined;
}

/** Thread 0 sends to 1 and to 2; 3 is the one above, and hears of the end of 1. */
const oneSender = ({ protocol = real, mortal = [] } = {}) => {
	const scenario = (memory) => ({
		...world(mortal),
		threads: [
			thread(0, () => {
				for (const to of [1, 2]) {
					const row = protocol.rowOf(to, idOf(0));
					protocol.addInFlight(GEM, row);
					step(() => (memory.mail[to] ??= []).push(row));
				}
				protocol.clearBit(GEM, 0);
			}),
			receiver(memory, protocol, 1),
			receiver(memory, protocol, 2),
			thread(3, () => {
				if (step(() => current.dead.has(1))) recover(protocol, 1);
			}),
		],
		check: () => checkEnd(memory, protocol, { ended: [1, 2, 0], above: { 1: 0, 2: 0 } }),
	});
	return explore(scenario, createMemory([0]), { preemptions: 1 });
};

/** Threads 0 and 2 send to the thread 1 above them, which may die; 3 sends to 4 meanwhile, which never reads that. */
const twoSenders = ({ protocol = real, mortal = [] } = {}) => {
	const scenario = (memory) => ({
		...world(mortal),
		threads: [
			sender(memory, protocol, { self: 0, to: 1, above: 1 }),
			receiver(memory, protocol, 1),
			sender(memory, protocol, { self: 2, to: 1, above: 1 }),
			sender(memory, protocol, { self: 3, to: 4, above: 3 }),
		],
		check: () => checkEnd(memory, protocol, { ended: [0, 2, 1, 4, 3], above: { 4: 3 } }),
	});
	return explore(scenario, createMemory([0, 2, 3]), { preemptions: 1 });
};

/** Thread 1 has ended with a message; 0 hears of it, while 2 sends to 3 for the first time. */
const reuse = (protocol) => {
	const create = () => {
		const memory = createMemory([2])();
		const row = flights.rowOf(1, idOf(0));
		directory.addInFlight(GEM, row);
		current.dead.add(1);
		return memory;
	};
	const scenario = (memory) => ({
		...world(),
		threads: [
			thread(0, () => recover(protocol, 1)),
			thread(1, () => undefined),
			sender(memory, protocol, { self: 2, to: 3, above: 2 }),
			receiver(memory, protocol, 3),
		],
		check: () => checkEnd(memory, protocol, { ended: [3, 2] }),
	});
	return explore(scenario, create, { preemptions: 2 });
};

const MESSAGES = [1, 2, 3];
/** of each of them */
const HOLDS = [{ gem: GEM }, { gem: GEM }];

/**
 * Three messages with a GEM twice through a port: thread 1 reads two of them, and dies anywhere. Then the sender takes back what is left of
 * these and, where it is the last, the third (define/outbox.js).
 */
const throughPorts = (protocol = receipts) => {
	const create = () => {
		const memory = { ...createMemory([])(), receipt: protocol.newReceipt() };
		current.receipt = memory.receipt;
		for (const _ of MESSAGES) for (const { gem } of HOLDS) directory.addInFlight(gem);
		return memory;
	};
	const read = (memory, number) => {
		protocol.beginReading(memory.receipt, number);
		for (const { gem } of HOLDS) {
			directory.setBit(gem, 1);
			protocol.takeNoted(I32, base + layout.GEM_IN_FLIGHT, gem);
			directory.clearBit(gem, 1);
		}
		protocol.endReading(undefined);
	};
	const scenario = (memory) => ({
		...world([1]),
		threads: [
			thread(0, () => undefined),
			thread(1, () => {
				read(memory, 1);
				read(memory, 2);
			}),
		],
		check: () => {
			current.step = undefined;
			for (const self of current.dead) recover(real, self);
			const latest = receipts.latestRead(memory.receipt);
			const takenBack = MESSAGES.filter((number) => number >= latest && number !== 3);
			for (const number of takenBack)
				for (const { gem } of protocol.untakenOf(memory.receipt, number, HOLDS))
					directory.dropInFlight(gem);
			if (!isWhole()) return 'it ended while a message held it';
			const left = I32[base + layout.GEM_IN_FLIGHT] - HOLDS.length;
			if (left !== 0 && !isBetweenNeighbours(memory.receipt, left)) return `${left} stay held`;
			for (const { gem } of protocol.untakenOf(memory.receipt, 3, HOLDS))
				directory.dropInFlight(gem);
			return isWhole() && left === 0 ? 'it goes on without a holder' : undefined;
		},
	});
	return explore(scenario, create, { preemptions: 1 });
};

/**
 * The explorer lets a thread die between any two operations; a real one does not between two that stand next to each other: where the
 * count is written and the hold taken, and where the number is written and the count begins again.
 */
const isBetweenNeighbours = (receipt, left) =>
	current.dead.size > 0 && (left === 1 || (left === HOLDS.length && receipt[1] > 62));

describe('it ends once, when nobody has it and nobody will read it', () => {
	test.each([
		['all threads end by themselves', oneSender, [], 1000],
		['the receiver dies anywhere', oneSender, [1], 3000],
		['the sender dies anywhere', oneSender, [0], 3000],
		['two senders, and one above them that dies', twoSenders, [1], 3000],
	])('%s', (_, search, mortal, atLeast) => {
		const { runs, failure } = search({ mortal });
		expect(failure).toBeUndefined();
		expect(runs).toBeGreaterThan(atLeast);
	});

	test('a message through a port, whose reader dies anywhere', () => {
		const { runs, failure } = throughPorts();
		expect(failure).toBeUndefined();
		expect(runs).toBeGreaterThan(5);
	});

	test('a row that is used again', () => {
		const { runs, failure } = reuse(real);
		expect(failure).toBeUndefined();
		expect(runs).toBeGreaterThan(500);
	});
});

describe('planted bugs are found', () => {
	test('not ending what such a message alone has held', () => {
		const releaseFlightsTo = (ended) => flights.dropFlightsTo(ended, () => undefined);
		const protocol = { ...real, releaseFlightsTo };
		expect(oneSender({ protocol, mortal: [1] }).failure?.problem).toMatch(/goes on/);
	});

	test('taking a message before the handle is there', () => {
		const taken = (memory, protocol, self) =>
			thread(self, () => {
				const row = step(() => memory.mail[self]?.shift());
				if (row === undefined) return;
				protocol.takeFlight(row, GEM);
				directory.setBit(GEM, self);
				step(() => {
					if (!isWhole()) memory.problem = 'it ended while a thread had it';
				});
			});
		const scenario = (memory) => ({
			...world(),
			threads: [sender(memory, real, { self: 0, to: 1, above: 0 }), taken(memory, real, 1)],
			check: () => memory.problem || undefined,
		});
		const { failure } = explore(scenario, createMemory([0]), { preemptions: 2 });
		expect(failure?.problem).toMatch(/ended while a thread/);
	});

	test.each([
		[
			'the number of a message behind the count of its holds',
			{
				beginReading(receipt, number) {
					atomics.store(receipt, 1, 0);
					receipts.beginReading(receipt, number);
				},
			},
			/ended while/,
		],
		[
			'a hold that is noted once it has been taken',
			{
				takeNoted(words, word, gem) {
					const taken = atomics.load(current.receipt, 1);
					atomics.sub(words, word, 1);
					atomics.store(current.receipt, 2 + taken, gem);
					atomics.store(current.receipt, 1, taken + 1);
				},
			},
			/-1 stay held/,
		],
		['what has been taken of the latest message', { untakenOf: () => [] }, /goes on/],
	])('of a message through a port: %s', (_, bug, problem) => {
		expect(throughPorts({ ...receipts, ...bug }).failure?.problem).toMatch(problem);
	});

	test('claiming a row before the threads that look at rows know of it', () => {
		const rowOf = (nodeId, above) => {
			const row = I32[owner(1)] === 0 ? 1 : 2;
			atomics.compareExchange(I32, owner(row), 0, above);
			const extent = atomics.load(I32, layout.FLIGHT_ROWS);
			atomics.store(I32, layout.FLIGHT_ROWS, Math.max(extent, row + 1));
			atomics.store(I32, owner(row) + 1, nodeId + 1);
			return row;
		};
		const protocol = { ...real, rowOf };
		expect(oneSender({ protocol, mortal: [0] }).failure?.problem).toMatch(/lost/);
	});

	test('giving a row back before it is empty', () => {
		const releaseFlightsTo = (ended) => {
			const rows = [1, 2, 3].filter((row) => I32[owner(row) + 1] === ended.nodeId + 1);
			for (const row of rows) atomics.store(I32, owner(row), 0);
			for (const row of rows) {
				if (atomics.exchange(I32, flight(row), 0) !== 0) directory.tryEnd(GEM);
			}
		};
		expect(reuse({ ...real, releaseFlightsTo }).failure?.problem).toMatch(/ended|lost/);
	});

	test('claiming a row without compare-and-swap', () => {
		const rowOf = (nodeId, above) => {
			for (let row = 1; row < ROWS; row++) {
				if (atomics.load(I32, owner(row)) !== 0) continue;
				atomics.store(I32, owner(row), above);
				atomics.store(I32, layout.FLIGHT_ROWS, ROWS);
				atomics.store(I32, owner(row) + 1, nodeId + 1);
				return row;
			}
			return 0;
		};
		expect(twoSenders({ protocol: { ...real, rowOf }, mortal: [1] }).failure?.problem).toMatch(
			/ended|never|lost|counts/,
		);
	});
});
