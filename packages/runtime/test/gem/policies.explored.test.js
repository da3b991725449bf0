// Who owns a GEM, or a part of one, and who waits for a signal: in all orders of their steps with few preemptions, and with
// threads that end anywhere.
import { jest } from '@jest/globals';
import { explore } from '../interleave/explore.js';
import { current, reset, step, thread, world } from './interleave/atomics.js';
import * as heap from './interleave/heap.js';
import * as threads from './interleave/threads.js';

const MEMORY = '../../src/gem/memory';
jest.unstable_mockModule(`${MEMORY}/atomics.js`, () => import('./interleave/atomics.js'));
jest.unstable_mockModule(`${MEMORY}/heap.js`, () => heap);
jest.unstable_mockModule(`${MEMORY}/threads.js`, () => threads);

const { awaitSignal, countOf, signal } = await import('../../src/gem/sync/event.js');
const { AtomicLong, AtomicLongs, Lock } = await import('../../src/gem/define/sync-objects.js');
const { giveUp, own } = await import('../../src/gem/policies/ownership.js');
const { gather, has, releaseAll, takeNext } = await import('../../src/gem/policies/parts.js');
const atomics = await import(`${MEMORY}/atomics.js`);
const { I32, I64 } = heap;

const ADDRESS = (heap.unitCount - 4) * 128;
const WORD = 2 * ADDRESS;

const createMemory = () => {
	reset();
	I64.fill(0n, ADDRESS, ADDRESS + 300);
	I32.fill(0, 256, 1024);
	return { inside: new Map(), problem: '', done: 0, isSet: false, times: [0, 0, 0], lost: [] };
};

/** What a policy's context is to what is explored. A thread makes its own. */
const contextOf = (memory, more) => ({
	...more,
	abandon(dead) {
		step(() => memory.lost.push(dead));
		return new Error('lost');
	},
	revoke() {},
	checkUnchanged() {},
	createRight: () => ({ begin: () => false, end() {} }),
});

/** Does it once more where a step of it has thrown. @param {any} memory @param {() => void} use */
function useAgain(memory, use) {
	try {
		use();
	} catch (thrown) {
		if (!(thrown instanceof RangeError)) throw thrown;
		const { thread: self } = current;
		step(() => {
			for (const [what, all] of memory.inside)
				memory.inside.set(
					what,
					all.filter((one) => one !== self),
				);
		});
		use();
	}
}

/** Note that a thread has something, and whether another one that lives has it, too. */
function enter(memory, what) {
	const { thread: self } = current;
	step(() => {
		const others = (memory.inside.get(what) ?? []).filter((each) => !current.dead.has(each));
		if (others.length > 0) memory.problem = `${self} and ${others} have ${what}`;
		memory.inside.set(what, [...others, self]);
	});
}

function leave(memory, what) {
	const { thread: self } = current;
	step(() => {
		const left = memory.inside.get(what).filter((each) => each !== self);
		memory.inside.set(what, left);
	});
}

describe('a signal', () => {
	const waiting =
		(waiters, signallers, { wait = awaitSignal, fallible = [], mortal = [] } = {}) =>
		(memory) => ({
			...world(mortal),
			fallible,
			threads: [
				...Array.from({ length: waiters }, (_, index) =>
					thread(index, () => {
						const waitForIt = () => {
							for (;;) {
								const seen = countOf(WORD);
								if (step(() => memory.isSet)) break;
								wait(WORD, seen, Infinity);
							}
							step(() => memory.done++);
						};
						useAgain(memory, waitForIt);
					}),
				),
				...Array.from({ length: signallers }, (_, index) =>
					thread(waiters + index, () => {
						step(() => (memory.isSet = true));
						signal(WORD);
					}),
				),
			],
			check() {
				current.step = undefined;
				const isDead = current.dead.size > 0;
				const counted = fallible.length + mortal.length;
				if (I32[WORD + 1] > counted) return `${I32[WORD + 1]} stay counted`;
				if (I32[WORD + 1] < 0) return 'one counts itself out twice';
				return memory.done + (isDead ? 1 : 0) >= waiters ? undefined : 'one still waits';
			},
		});

	test.each([
		[1, 1, 6, 40],
		[1, 2, 4, 300],
		[2, 1, 3, 400],
		[2, 2, 2, 400],
	])('%i wait, %i signal: no wake-up is lost', (waiters, signallers, preemptions, atLeast) => {
		const { runs, failure } = explore(waiting(waiters, signallers), createMemory, { preemptions });
		expect(failure).toBeUndefined();
		expect(runs).toBeGreaterThan(atLeast);
	});

	test('a planted bug is found: looking before announcing', () => {
		const wait = (word, seen) => {
			if (countOf(word) !== seen) return;
			atomics.add(I32, word + 1, 1);
			atomics.wait(I32, word, countOf(word), Infinity);
			atomics.sub(I32, word + 1, 1);
		};
		const { failure } = explore(waiting(1, 1, { wait }), createMemory, { preemptions: 2 });
		expect(failure?.problem).toMatch(/sleep for ever/);
	});

	// It stays counted, which costs a wake-up for nobody. Who signals cannot fail: transactions have asked for stack for their end.
	test.each([['fallible'], ['mortal']])('one of those who wait is %s at any step', (how) => {
		for (const waiters of [1, 2]) {
			const scenario = waiting(waiters, 1, { [how]: [0] });
			const { failure } = explore(scenario, createMemory, { preemptions: 2 });
			expect(failure).toBeUndefined();
		}
	});

	test('a planted bug is found: one that counts itself out though it has not counted itself in', () => {
		const wait = (word, seen, timeoutMs) => {
			try {
				atomics.add(I32, word + 1, 1);
				atomics.wait(I32, word, seen, timeoutMs);
			} finally {
				atomics.sub(I32, word + 1, 1);
			}
		};
		const scenario = waiting(2, 1, { wait, fallible: [0] });
		const { failure } = explore(scenario, createMemory, { preemptions: 2 });
		expect(failure?.problem).toMatch(/twice|sleep for ever/);
	});
});

describe('the owner of a GEM', () => {
	const owning =
		(count, { mortal = [], fallible = [], take = own, give = giveUp, rounds = 1 } = {}) =>
		(memory) => ({
			...world(mortal),
			fallible,
			threads: Array.from({ length: count }, (_, index) =>
				thread(index, () => {
					const internal = { owner: new AtomicLong(ADDRESS) };
					const context = contextOf(memory, { internal, local: { isMine: false } });
					const use = () => {
						try {
							take(context, 'reading', '');
						} catch (refusal) {
							if (refusal instanceof Error && !(refusal instanceof RangeError)) return;
							throw refusal; // not the policy's, but the explorer's
						}
						enter(memory, 'it');
						take(context, 'reading', ''); // again: it has it already
						leave(memory, 'it');
						give(context);
						step(() => memory.done++);
					};
					for (let round = 0; round < rounds; round++) useAgain(memory, use);
				}),
			),
			check() {
				current.step = undefined;
				const owner = Number(I64[ADDRESS]);
				if (memory.problem) return memory.problem;
				if (memory.lost.some((dead) => dead !== owner)) return 'lost, though it was given back';
				if (memory.done === 0 && current.dead.size === 0) return 'nobody got it';
				return owner !== 0 && !current.dead.has(owner - 256) ? `${owner} keeps it` : undefined;
			},
		});

	test.each([
		[2, 1, 6, 60],
		[2, 2, 4, 500],
		[3, 1, 3, 500],
	])('%i threads, %i times each: one has it', (count, rounds, preemptions, atLeast) => {
		const { runs, failure } = explore(owning(count, { rounds }), createMemory, { preemptions });
		expect(failure).toBeUndefined();
		expect(runs).toBeGreaterThan(atLeast);
	});

	test('a thread that ends anywhere: the GEM is lost only if it had it', () => {
		const { runs, failure } = explore(owning(3, { mortal: [0] }), createMemory, { preemptions: 2 });
		expect(failure).toBeUndefined();
		expect(runs).toBeGreaterThan(1000);
	});

	// The program has caught it, and uses the GEM again.
	test('an exception at any step: the thread that goes on has what it had, or gets it, and gives it up', () => {
		for (const [count, preemptions] of [
			[1, 0],
			[2, 3],
			[3, 1],
		]) {
			const scenario = owning(count, { fallible: [0] });
			const { failure } = explore(scenario, createMemory, { preemptions });
			expect(failure).toBeUndefined();
		}
	});

	test('a planted bug is found: taking its own id for that of another thread', () => {
		const take = ({ internal: { owner }, local }) => {
			if (local.isMine) return;
			if (!owner.compareAndSet(0, threads.me())) throw new Error('another thread has it');
			step(() => undefined); // where no stack is left
			local.isMine = true;
		};
		const { failure } = explore(owning(2, { take, fallible: [0] }), createMemory, {
			preemptions: 2,
		});
		expect(failure?.problem).toMatch(/keeps it|nobody got it/);
	});

	test('a planted bug is found: taking it for lost by what was read before', () => {
		const take = (context, ...rest) => {
			const { owner } = context.internal;
			if (owner.compareAndSet(0, threads.me())) return;
			const seen = owner.get();
			if (seen === 0 || seen === threads.me()) return own(context, ...rest);
			if (!threads.isAlive(seen)) throw context.abandon(seen);
			throw new Error('another thread has it');
		};
		const { failure } = explore(owning(2, { mortal: [0], take }), createMemory, { preemptions: 2 });
		expect(failure?.problem).toMatch(/given back/);
	});

	test('a planted bug is found: taking it without compare-and-set', () => {
		const take = ({ internal: { owner } }) => {
			const seen = owner.get();
			if (seen !== 0 && seen !== threads.me()) throw new Error('another thread has it');
			owner.set(threads.me());
		};
		const { failure } = explore(owning(2, { take }), createMemory, { preemptions: 2 });
		expect(failure?.problem).toMatch(/have it/);
	});
});

describe('parts of an array', () => {
	const stateOf = (memory, partitions, more) =>
		contextOf(memory, {
			internal: {
				owners: new AtomicLongs(ADDRESS, partitions),
				gate: new Lock(ADDRESS + 4),
				gatherer: new AtomicLong(ADDRESS + 5),
				...{ partitions, size: 1 },
			},
			local: { parts: [], hasAll: false },
			isCreator: false,
			...more,
		});
	/** Run something of the policy's; what it refuses is none of the explorer's. */
	const tried = (fn) => {
		try {
			return fn();
		} catch (refusal) {
			if (refusal instanceof Error && !(refusal instanceof RangeError)) return undefined;
			throw refusal;
		}
	};

	/** @returns {number[]} parts that the thread has now, and had not before */
	function takeParts(memory, context, { partitions, take, all }) {
		const taken = [];
		const enterPart = (part) => {
			enter(memory, part);
			taken.push(part);
		};
		if (context.isCreator) {
			const isAll = tried(() => all(context, 'reading', '0')) === undefined && has(context, 0);
			for (let part = 0; isAll && part < partitions; part++) enterPart(part);
			return taken;
		}
		const next = () => tried(() => take(context)) ?? -1;
		for (let part = next(); part !== -1; part = next()) {
			enterPart(part);
			step(() => memory.times[part]++);
		}
		return taken;
	}

	/** Threads that take parts while there are any; the last one takes all back when it can. */
	const parting =
		(count, partitions, options = {}) =>
		(memory) => {
			const { mortal = [], fallible = [], take = takeNext } = options;
			const { hasCreator = false, all = gather, release = releaseAll } = options;
			return {
				...world(mortal),
				fallible,
				threads: Array.from({ length: count }, (_, index) =>
					thread(index, () => {
						const isCreator = hasCreator && index === count - 1;
						const context = stateOf(memory, partitions, { isCreator });
						// What it has had when a step has thrown, it gives back with the rest.
						const use = () => {
							const taken = takeParts(memory, context, { partitions, take, all });
							for (const part of taken) leave(memory, part);
							release(context);
						};
						useAgain(memory, use);
					}),
				),
				check() {
					current.step = undefined;
					if (memory.problem) return memory.problem;
					for (let part = 0; part < partitions; part++) {
						const owner = Number(I64[ADDRESS + part]);
						if (owner !== 0 && !current.dead.has(owner - 256)) return `${owner} keeps part ${part}`;
						const isWhole = !hasCreator && fallible.length === 0;
						if (isWhole && memory.times[part] === 0 && !current.dead.has(owner - 256))
							return `nobody took ${part}`;
					}
					return undefined;
				},
			};
		};

	test.each([
		[2, 2, {}, 2, 200],
		[3, 1, {}, 2, 600],
		[2, 1, { mortal: [0] }, 2, 200],
		[2, 2, { hasCreator: true }, 2, 150],
		[2, 1, { hasCreator: true, mortal: [0] }, 2, 100],
		[2, 1, { hasCreator: true, mortal: [1] }, 2, 100],
	])('%i threads, %i parts, %p', (count, partitions, options, preemptions, atLeast) => {
		const { runs, failure } = explore(parting(count, partitions, options), createMemory, {
			preemptions,
		});
		expect(failure).toBeUndefined();
		expect(runs).toBeGreaterThan(atLeast);
	});

	test.each([
		[1, 2, {}, 0, 10],
		[2, 1, {}, 1, 50],
		[2, 1, { hasCreator: true }, 1, 50],
	])(
		'%i threads, %i parts, %p, an exception at any step of the first: it gives back what it has',
		(count, partitions, options, preemptions, atLeast) => {
			const scenario = parting(count, partitions, { ...options, fallible: [0] });
			const { runs, failure } = explore(scenario, createMemory, { preemptions });
			expect(failure).toBeUndefined();
			expect(runs).toBeGreaterThan(atLeast);
		},
	);

	test('a planted bug is found: forgetting what it has before that is given back', () => {
		const release = ({ internal, local }) => {
			for (const part of local.parts.splice(0))
				internal.owners.compareAndSet(part, threads.me(), 0);
		};
		const scenario = parting(1, 2, { release, fallible: [0] });
		const { failure } = explore(scenario, createMemory);
		expect(failure?.problem).toMatch(/keeps part/);
		expect(failure?.schedule).toMatch(/!0/);
	});

	test('a planted bug is found: the creator looks without closing the gate', () => {
		const all = ({ internal, local }) => {
			if (internal.owners.get(0) !== 0) throw new Error('another thread has it');
			internal.gatherer.set(threads.me());
			local.hasAll = true;
		};
		const { failure } = explore(parting(2, 1, { hasCreator: true, all }), createMemory, {
			preemptions: 2,
		});
		expect(failure?.problem).toMatch(/have/);
	});

	test('a planted bug is found: looking first, and taking then', () => {
		const take = ({ internal: { owners, partitions }, local }) => {
			for (let part = 0; part < partitions; part++) {
				if (owners.get(part) !== 0) continue;
				owners.set(part, threads.me());
				local.parts.push(part);
				return part;
			}
			return -1;
		};
		const { failure } = explore(parting(2, 2, { take }), createMemory, { preemptions: 2 });
		expect(failure?.problem).toMatch(/have|keeps/);
	});
});
