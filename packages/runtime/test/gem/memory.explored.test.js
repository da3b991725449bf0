// What is global in the memory of GEMs (spans, the life of a GEM, the table of types), in all orders of its steps with few
// preemptions; with threads that die.
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
const spans = await import(`${MEMORY}/spans.js`);
const directory = await import(`${MEMORY}/directory.js`);
const flights = await import(`${MEMORY}/flights.js`);
const types = await import(`${MEMORY}/type-table.js`);
const { I32 } = heap;

const BITS = layout.BITMAP + layout.FIRST_UNIT / 32;

function clear() {
	reset();
	I32.fill(0, 0, 1024);
	I32.fill(0, BITS, BITS + 2);
	I32.fill(0, layout.TYPES, layout.TYPES + 64);
	I32.fill(0, layout.gemBase(1), layout.gemBase(3));
	I32[layout.GEM_BITS] = 0;
}

describe('spans', () => {
	const createMemory = () => {
		clear();
		return { owned: new Set(), problem: '' };
	};

	/** Threads that take spans of so many units and give them back, but for the last one of each. */
	const takers =
		(
			programs,
			{ free = spans.freeSpan, allocate = spans.allocateSpan, mortal = [], fallible = [] } = {},
		) =>
		(memory) => ({
			...world(mortal),
			fallible,
			threads: programs.map((program, index) =>
				thread(index, () => {
					for (const units of program) goOn(() => takeAndFree(memory, units, { allocate, free }));
				}),
			),
			check() {
				current.step = undefined;
				const isCut = mortal.length + fallible.length > 0;
				if (memory.problem || isCut) return memory.problem || undefined;
				if (I32[BITS] !== 0 || I32[BITS + 1] !== 0) return 'units are lost';
				return spans.spanUsage().bytesInUse === 0 ? undefined : 'units are counted wrong';
			},
		});

	/** A span whose taking or giving back has thrown is left as it is: units of it may be lost. @param {() => void} use */
	function goOn(use) {
		try {
			use();
		} catch (thrown) {
			if (!(thrown instanceof RangeError)) throw thrown;
		}
	}

	function takeAndFree(memory, units, { allocate, free }) {
		let unit = 0;
		try {
			unit = allocate(units);
		} catch (thrown) {
			if (thrown.code === 'LP8103') return;
			throw thrown;
		}
		const all = Array.from({ length: units }, (_, each) => unit + each);
		step(() => {
			if (all.some((each) => memory.owned.has(each))) memory.problem = 'two have a unit';
			for (const each of all) memory.owned.add(each);
		});
		step(() => {
			for (const each of all) memory.owned.delete(each);
		});
		free(unit, units);
	}

	test.each([
		[[[3], [5]], 3, 1000],
		[[[40], [1, 30]], 2, 200],
		[[[40], [64], [32]], 1, 100],
		[[[1], [20], [20]], 1, 100],
	])('of %j units: none is given twice, all come back', (programs, preemptions, atLeast) => {
		const { runs, failure } = explore(takers(programs), createMemory, { preemptions });
		expect(failure).toBeUndefined();
		expect(runs).toBeGreaterThan(atLeast);
	});

	test('a thread that dies anywhere: nothing is given twice', () => {
		const programs = [[40, 3], [33]];
		const mortal = [0];
		const { runs, failure } = explore(takers(programs, { mortal }), createMemory, {
			preemptions: 1,
		});
		expect(failure).toBeUndefined();
		expect(runs).toBeGreaterThan(1000);
	});

	test.each([
		[[[3], [3]], 1, 100],
		[[[40, 3], [3]], 0, 50],
	])(
		'of %j units, an exception at any step of the first: nothing is given twice',
		(programs, preemptions, atLeast) => {
			const scenario = takers(programs, { fallible: [0] });
			const { runs, failure } = explore(scenario, createMemory, { preemptions });
			expect(failure).toBeUndefined();
			expect(runs).toBeGreaterThan(atLeast);
		},
	);

	test('a planted bug is found: giving back once more after an exception', () => {
		// In as few steps as can be.
		const allocate = () => {
			if (atomics.compareExchange(I32, BITS, 0, 7) === 0) return layout.FIRST_UNIT;
			throw Object.assign(new Error('full'), { code: 'LP8103' });
		};
		const giveBack = () => {
			atomics.and(I32, BITS, ~7);
			atomics.sub(I32, layout.UNITS_IN_USE, 3);
		};
		const free = () => {
			try {
				giveBack();
			} catch (thrown) {
				if (!(thrown instanceof RangeError)) throw thrown;
				giveBack();
			}
		};
		const scenario = takers([[3, 3], [3]], { allocate, free, fallible: [0] });
		const { failure } = explore(scenario, createMemory, { preemptions: 2 });
		expect(failure?.problem).toMatch(/two have a unit/);
		expect(failure?.schedule).toMatch(/!0/);
	});

	test('a planted bug is found: giving back without an atomic operation', () => {
		const free = (unit, units) => {
			const mask = (2 ** units - 1) << (unit & 31);
			const index = layout.BITMAP + (unit >>> 5);
			atomics.store(I32, index, atomics.load(I32, index) & ~mask);
			atomics.sub(I32, layout.UNITS_IN_USE, units);
		};
		const { failure } = explore(takers([[3], [5]], { free }), createMemory, { preemptions: 2 });
		expect(failure?.problem).toMatch(/lost|twice|two/);
	});

	test('a planted bug is found: looking at the whole words, then taking them', () => {
		const allocate = (units) => {
			if (units < 32) return spans.allocateSpan(units);
			atomics.add(I32, layout.UNITS_IN_USE, units);
			if (atomics.load(I32, BITS) !== 0) return layout.FIRST_UNIT + 32;
			atomics.store(I32, BITS, -1);
			return layout.FIRST_UNIT;
		};
		const { failure } = explore(takers([[32], [3]], { allocate }), createMemory, {
			preemptions: 2,
		});
		expect(failure?.problem).toMatch(/two have a unit/);
	});
});

describe('the life of a GEM', () => {
	const GEM = 1;
	const base = layout.gemBase(GEM);

	/** GEM 1 lives; thread 0 has a handle. */
	const createMemory = () => {
		clear();
		I32[base + layout.GEM_STATE] = 2;
		I32[base + layout.GEM_GENERATION] = 1;
		I32[base + layout.GEM_HANDLES] = 1;
		I32[layout.GEM_EXTENT] = 2;
		return { mail: 0, problem: '' };
	};

	const real = {
		...directory,
		/** As takeInFlight does it, without the count of this thread's handles. */
		take(slot) {
			directory.setBit(GEM, slot);
			flights.takeFlight(flights.UNKNOWN, GEM);
		},
	};

	/** Thread 0 sends the GEM to the others and lets go of it; each of them uses it and lets go, or sends it on. */
	const passing =
		({ receivers, protocol = real, mortal = [], sendsOn = false, isSent = false }) =>
		(memory) => ({
			...world(mortal),
			threads: [
				thread(0, () => {
					for (let each = 0; each < receivers && !isSent; each++) send(memory, protocol);
					protocol.clearBit(GEM, 0);
				}),
				...Array.from({ length: receivers }, (_, index) =>
					thread(index + 1, () => receive(memory, protocol, { slot: index + 1, sendsOn })),
				),
				...mortal.map(() =>
					thread(receivers + 1, () => {
						// As the parent does it after the death.
						if (!step(() => current.dead.has(0))) return;
						directory.releaseHandlesOf(256);
					}),
				),
			],
			check: () => checkEnd(memory, mortal),
		});

	function send(memory, protocol) {
		protocol.addInFlight(GEM);
		step(() => memory.mail++);
	}

	function receive(memory, protocol, { slot, sendsOn }) {
		if (!step(() => memory.mail > 0 && memory.mail-- > 0)) return;
		protocol.take(slot);
		step(() => {
			if (!isWhole()) memory.problem = 'it ended while a thread had it';
		});
		if (sendsOn && slot === 1) send(memory, protocol);
		protocol.clearBit(GEM, slot);
	}

	const isWhole = () => (I32[base + layout.GEM_STATE] & 3) === 2;

	function checkEnd(memory, mortal) {
		current.step = undefined;
		if (memory.problem) return memory.problem;
		// Messages that nobody has taken.
		for (; memory.mail > 0; memory.mail--) {
			if (!isWhole()) return 'it ended while a message held it';
			directory.dropInFlight(GEM);
		}
		// The parent hears of the death in the end.
		if (current.dead.has(0)) directory.releaseHandlesOf(256);
		const isFree = (I32[base + layout.GEM_STATE] & 3) === 0;
		// The dead thread may have counted a message that it did not send.
		const isLost = mortal.length > 0 && I32[base + layout.GEM_IN_FLIGHT] > 0;
		const mayLive = mortal.length > 0 && I32[base + layout.GEM_HANDLES] !== 0;
		return isFree || isLost || mayLive ? undefined : 'it never ends';
	}

	test.each([
		[{ receivers: 1 }, 4, 1000],
		[{ receivers: 2 }, 2, 1000],
		[{ receivers: 2, sendsOn: true }, 2, 1000],
	])('%j: it ends once, when nobody has it', (options, preemptions, atLeast) => {
		const { runs, failure } = explore(passing(options), createMemory, { preemptions });
		expect(failure).toBeUndefined();
		expect(runs).toBeGreaterThan(atLeast);
	});

	test('the first thread dies anywhere', () => {
		const options = { receivers: 1, mortal: [0] };
		const { runs, failure } = explore(passing(options), createMemory, { preemptions: 2 });
		expect(failure).toBeUndefined();
		expect(runs).toBeGreaterThan(1000);
	});

	describe('planted bugs are found', () => {
		const find = (broken, receivers = 1) => {
			const options = { receivers, protocol: { ...real, ...broken }, isSent: true };
			const createSent = () => {
				const memory = createMemory();
				I32[base + layout.GEM_IN_FLIGHT] = 1;
				return { ...memory, mail: 1 };
			};
			return explore(passing(options), createSent, { preemptions: 3 }).failure?.problem;
		};

		test('taking a message away before the handle is there', () => {
			const take = (slot) => {
				atomics.sub(I32, base + layout.GEM_IN_FLIGHT, 1);
				directory.setBit(GEM, slot);
			};
			expect(find({ take })).toMatch(/ended/);
		});

		test('saying who ends it behind the step that takes it to its end', () => {
			const clearBit = (gem, slot) => {
				if (slot !== 0) return directory.clearBit(gem, slot);
				atomics.and(I32, base + layout.GEM_HANDLES, ~1);
				const state = atomics.load(I32, base + layout.GEM_STATE);
				const isHeld = [layout.GEM_HANDLES, layout.GEM_IN_FLIGHT].some(
					(word) => atomics.load(I32, base + word) !== 0,
				);
				const isMine =
					!isHeld &&
					atomics.compareExchange(I32, base + layout.GEM_STATE, state, 3 | (255 << 2)) === state;
				if (!isMine) return;
				atomics.store(I32, base + layout.GEM_STATE, 3);
				atomics.store(I32, base + layout.GEM_STATE, 4);
			};
			const options = { receivers: 1, mortal: [0], protocol: { ...real, clearBit } };
			const { failure } = explore(passing(options), createMemory, { preemptions: 1 });
			expect(failure?.problem).toBe('it never ends');
		});

		test('not counting the change', () => {
			const take = (slot) => {
				atomics.or(I32, base + layout.GEM_HANDLES, 1 << slot);
				atomics.sub(I32, base + layout.GEM_IN_FLIGHT, 1);
			};
			expect(find({ take })).toMatch(/ended/);
		});

		test('counting the change before it can be seen', () => {
			const take = (slot) => {
				atomics.add(I32, base + layout.GEM_STATE, 4);
				atomics.or(I32, base + layout.GEM_HANDLES, 1 << slot);
				atomics.sub(I32, base + layout.GEM_IN_FLIGHT, 1);
			};
			expect(find({ take })).toMatch(/ended/);
		});
	});
});

describe('types', () => {
	const createMemory = () => {
		clear();
		return { firsts: [], isMade: {}, problem: '' };
	};

	const claimers =
		(keys, { protocol = types, mortal = [], fallible = [], comesAgain = true } = {}) =>
		(memory) => ({
			...world(mortal),
			fallible,
			threads: keys.map((key, self) =>
				thread(self, () => {
					try {
						define(memory, key, { self, protocol });
					} catch (thrown) {
						if (!(thrown instanceof RangeError)) throw thrown;
						if (comesAgain) define(memory, key, { self, protocol });
					}
				}),
			),
			check() {
				current.step = undefined;
				if (memory.problem) return memory.problem;
				for (const key of new Set(keys)) {
					const firsts = memory.firsts.filter((first) => first.key === key);
					const cut = [...mortal, ...fallible];
					const living = firsts.filter(({ self }) => !cut.includes(self));
					if (living.length > 1 || firsts.length === 0)
						return `${firsts.length} were first for ${key}`;
				}
				return undefined;
			},
		});

	/** As Gem.define does it. */
	function define(memory, key, { self, protocol }) {
		const { index, isFirst } = protocol.claimType(key);
		try {
			step(() => {
				if (isFirst) memory.firsts.push({ key, self });
				else if (!memory.isMade[index]) memory.problem = 'it was used before it was made';
			});
			if (!isFirst) return;
			step(() => {
				if (memory.isMade[index] && !memory.hasFailed) memory.problem = 'it was made twice';
				memory.isMade[index] = true;
			});
			protocol.finishType(index);
		} catch (thrown) {
			if (!(thrown instanceof RangeError) || !isFirst) throw thrown;
			memory.hasFailed = true; // the next one makes it anew
			protocol.giveUpType(index);
			throw thrown;
		}
	}

	test.each([
		[['a', 'a'], 3, 500],
		[['a', 'b'], 2, 200],
		[['a', 'b', 'a'], 1, 200],
	])('%j: one is the first for each', (keys, preemptions, atLeast) => {
		const { runs, failure } = explore(claimers(keys), createMemory, { preemptions });
		expect(failure).toBeUndefined();
		expect(runs).toBeGreaterThan(atLeast);
	});

	test('the first one dies before it has made anything: another one is the first', () => {
		const mortal = [0];
		const scenario = (memory) => {
			const made = claimers(['a', 'a', 'a'], { mortal })(memory);
			// What it made would be made again: here it dies while it claims.
			made.threads[0] = thread(0, () => {
				types.claimType('a');
				step(() => memory.firsts.push({ key: 'a', self: 0 }));
				while (true) atomics.wait(I32, layout.TYPES + 7, 0);
			});
			return made;
		};
		const { runs, failure } = explore(scenario, createMemory, { preemptions: 1 });
		expect(failure).toBeUndefined();
		expect(runs).toBeGreaterThan(200);
	});

	test.each([
		[['a'], 0, 10],
		[['a', 'a'], 1, 100],
	])(
		'%j, an exception at any step of a thread that comes again: all have the type',
		(keys, preemptions, atLeast) => {
			const { runs, failure } = explore(claimers(keys, { fallible: [0] }), createMemory, {
				preemptions,
			});
			expect(failure).toBeUndefined();
			expect(runs).toBeGreaterThan(atLeast);
		},
	);

	test('a planted bug is found: leaving it to nobody after an exception', () => {
		const protocol = { ...types, giveUpType: () => undefined };
		const scenario = claimers(['a', 'a'], { protocol, fallible: [0], comesAgain: false });
		const { failure } = explore(scenario, createMemory, { preemptions: 1 });
		expect(failure?.problem).toMatch(/does not end/);
		expect(failure?.schedule).toMatch(/!0/);
	});

	test('a planted bug is found: not waiting for the first', () => {
		const protocol = {
			...types,
			finishType: () => undefined,
			claimType(key) {
				const state = atomics.load(I32, layout.TYPES);
				return state === 0 ? types.claimType(key) : { index: 0, isFirst: false };
			},
		};
		const { failure } = explore(claimers(['a', 'a'], { protocol }), createMemory, {
			preemptions: 2,
		});
		expect(failure?.problem).toMatch(/before it was made/);
	});
});
