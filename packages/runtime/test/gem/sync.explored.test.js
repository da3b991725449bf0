// The lock (over claim.js) and the latch, in all orders of their steps with few preemptions; sleeping and waking included.
import { jest } from '@jest/globals';
import { explore } from '../interleave/explore.js';
import { current, reset, step, thread, world } from './interleave/atomics.js';
import * as threads from './interleave/threads.js';
import * as heap from './interleave/heap.js';

const MEMORY = '../../src/gem/memory';
jest.unstable_mockModule(`${MEMORY}/atomics.js`, () => import('./interleave/atomics.js'));
jest.unstable_mockModule(`${MEMORY}/heap.js`, () => heap);
jest.unstable_mockModule(`${MEMORY}/threads.js`, () => threads);

const { lock, unlock } = await import('../../src/gem/sync/lock.js');
const { awaitLatch, countDown } = await import('../../src/gem/sync/latch.js');
const { announce } = await import(`${MEMORY}/claim.js`);
const atomics = await import(`${MEMORY}/atomics.js`);
const { I32 } = heap;

const WORD = 2 * (heap.unitCount - 1) * 128;

const createMemory = () => {
	reset();
	I32[WORD] = 0;
	I32.fill(0, 256, 1024);
	return { inside: new Set(), most: 0, entered: [], results: [] };
};

/** Threads that each take the lock `rounds` times. */
const lockers =
	(count, { take = lock, give = unlock, rounds = 1, mortal = [] } = {}) =>
	(memory) => ({
		...world(mortal),
		threads: Array.from({ length: count }, (_, index) =>
			thread(index, () => {
				for (let round = 0; round < rounds; round++) {
					const result = take(WORD);
					step(() => {
						memory.inside.add(index);
						const living = [...memory.inside].filter((each) => !current.dead.has(each));
						memory.most = Math.max(memory.most, living.length);
						memory.results.push(result);
					});
					step(() => memory.inside.delete(index));
					give(WORD);
				}
			}),
		),
		check() {
			current.step = undefined;
			if (memory.most > 1) return 'two are inside';
			if (mortal.length === 0 && current.timeouts > 0) return 'a wake-up is lost';
			if (mortal.length === 0 && memory.results.length !== count * rounds)
				return 'one never entered';
			if (mortal.length === 0 && I32[WORD] !== 0) return `the word holds ${I32[WORD]}`;
			return undefined;
		},
	});

test.each([
	[2, 1, 6, 350],
	[2, 2, 4, 1500],
	[3, 1, 3, 3000],
])(
	'%i threads lock %i times: one is inside, all get in, no wake-up is lost',
	(count, rounds, preemptions, atLeast) => {
		const { runs, failure } = explore(lockers(count, { rounds }), createMemory, { preemptions });
		expect(failure).toBeUndefined();
		expect(runs).toBeGreaterThan(atLeast);
	},
);

test('a thread that dies anywhere does not keep the others out', () => {
	const { runs, failure } = explore(lockers(3, { mortal: [0] }), createMemory, { preemptions: 2 });
	expect(failure).toBeUndefined();
	expect(runs).toBeGreaterThan(2000);
});

// Nothing of this library takes a lock without having asked for stack, for giving it back, too (memory/stack.js), so that no step within can throw. Should one do so
// all the same, the thread must neither wait for itself nor keep the others out once it comes again.
describe('an exception at any step of a thread that comes again', () => {
	/** Thread 0 may fail; what it meets is what the policies do about it. */
	const failing =
		(count, take = lock) =>
		(memory) => {
			const { check, threads: all, ...rest } = lockers(count)(memory);
			const comeAgain = () => {
				const outcome = take(WORD);
				step(() => memory.results.push(outcome));
				unlock(WORD);
			};
			const [first, ...others] = all;
			return {
				...rest,
				fallible: [0],
				threads: [
					(advance) => {
						try {
							first(advance);
						} catch (thrown) {
							if (!(thrown instanceof RangeError)) throw thrown;
							step(() => memory.inside.delete(0));
							comeAgain();
						}
					},
					...others,
				],
				check() {
					// Who sleeps while the thread has the lock that has failed is woken by time, or when that comes again.
					current.timeouts = 0;
					const problem = check();
					if (problem !== 'one never entered') return problem;
					return memory.results.length >= count - 1 ? undefined : problem;
				},
			};
		};

	test.each([
		[2, 3, 1000],
		[3, 1, 1000],
	])('%i threads: all get in', (count, preemptions, atLeast) => {
		const { runs, failure } = explore(failing(count), createMemory, { preemptions });
		expect(failure).toBeUndefined();
		expect(runs).toBeGreaterThan(atLeast);
	});

	test('a planted bug is found: waiting for the owner, whoever that is', () => {
		const take = (word) => {
			for (;;) {
				const seen = atomics.load(I32, word);
				if (seen === 0 && atomics.compareExchange(I32, word, 0, threads.me()) === 0)
					return 'acquired';
				if (seen !== 0) atomics.wait(I32, word, seen, Infinity);
			}
		};
		const { failure } = explore(failing(2, take), createMemory, { preemptions: 1 });
		// The other one looks again and again whether its owner lives.
		expect(failure?.problem).toMatch(/does not end/);
		expect(failure?.schedule).toMatch(/!0/);
	});
});

describe('planted bugs of a lock are found', () => {
	const find = (broken, count = 2) =>
		explore(lockers(count, broken), createMemory, { preemptions: 2 }).failure;

	test('taking it without compare-and-swap', () => {
		const take = (word) => {
			if (atomics.load(I32, word) !== 0) return lock(word);
			atomics.store(I32, word, threads.me());
			return 'acquired';
		};
		expect(find({ take })?.problem).toMatch(/two are inside/);
	});

	test('giving it back before looking for sleepers', () => {
		const give = (word) => {
			const hasWaiters = atomics.load(I32, word) >= 2 ** 30;
			atomics.store(I32, word, 0);
			if (hasWaiters) atomics.notify(I32, word, 1);
		};
		expect(find({ give })?.problem).toMatch(/lost/);
	});

	test('forgetting others that may sleep after having slept', () => {
		const take = (word) => {
			for (;;) {
				const seen = atomics.load(I32, word);
				if (seen === 0) {
					if (atomics.compareExchange(I32, word, 0, threads.me()) === 0) return 'acquired';
				} else if (announce(word, seen)) {
					atomics.wait(I32, word, seen | (2 ** 30), 50);
				}
			}
		};
		expect(find({ take }, 3)?.problem).toMatch(/lost/);
	});

	test('taking it from a dead thread without compare-and-swap', () => {
		const take = (word) => {
			for (;;) {
				const owner = atomics.load(I32, word) & ~(2 ** 30);
				if (owner === 0) return lock(word);
				if (!threads.isAlive(owner)) {
					atomics.store(I32, word, threads.me());
					return 'abandoned';
				}
				atomics.wait(I32, word, atomics.load(I32, word), 50);
			}
		};
		expect(find({ take, mortal: [0] }, 3)?.problem).toMatch(/two are inside/);
	});
});

describe('latch', () => {
	const latched =
		(wakers, waiters, count = countDown, fallible = []) =>
		(memory) => ({
			...world(),
			fallible,
			threads: [
				...Array.from({ length: wakers }, (_, index) =>
					thread(index, () => {
						again(() => step(() => memory.entered.push(index)));
						again(() => count(WORD));
					}),
				),
				...Array.from({ length: waiters }, (_, index) =>
					thread(wakers + index, () => {
						const result = again(() => awaitLatch(WORD));
						again(() => step(() => memory.results.push(`${result} ${memory.entered.length}`)));
					}),
				),
			],
			check() {
				current.step = undefined;
				if (memory.results.some((result) => result !== `open ${wakers}`))
					return `${memory.results}`;
				return memory.results.length === waiters ? undefined : 'one still waits';
			},
		});
	/** Does it once more where a step of it has thrown. */
	const again = (fn) => {
		try {
			return fn();
		} catch (thrown) {
			if (!(thrown instanceof RangeError)) throw thrown;
			return fn();
		}
	};
	const createLatch = (count) => () => {
		const memory = createMemory();
		I32[WORD] = count;
		return memory;
	};

	test.each([
		[2, 1, 3, 50],
		[2, 2, 3, 500],
		[3, 1, 2, 100],
	])('%i count down, %i wait', (wakers, waiters, preemptions, atLeast) => {
		const { runs, failure } = explore(latched(wakers, waiters), createLatch(wakers), {
			preemptions,
		});
		expect(failure).toBeUndefined();
		expect(runs).toBeGreaterThan(atLeast);
	});

	// The first one counts down; the last one waits.
	test.each([
		[2, 1, 0],
		[1, 2, 0],
		[1, 2, 2],
	])(
		'%i count down, %i wait, an exception at any step of thread %i',
		(wakers, waiters, failing) => {
			const scenario = latched(wakers, waiters, countDown, [failing]);
			const { runs, failure } = explore(scenario, createLatch(wakers), { preemptions: 1 });
			expect(failure).toBeUndefined();
			expect(runs).toBeGreaterThan(20);
		},
	);

	test('a planted bug is found: waking nobody when it is open already', () => {
		const count = (word) => {
			for (let left = atomics.load(I32, word); left > 0; left = atomics.load(I32, word)) {
				if (atomics.compareExchange(I32, word, left, left - 1) !== left) continue;
				if (left === 1) atomics.notify(I32, word);
				return;
			}
		};
		const scenario = latched(1, 1, count, [0]);
		const { failure } = explore(scenario, createLatch(1), { preemptions: 1 });
		expect(failure?.problem).toMatch(/sleep for ever/);
		expect(failure?.schedule).toMatch(/!0/);
	});

	test('a planted bug is found: waking one only', () => {
		const count = (word) => {
			if (atomics.sub(I32, word, 1) === 1) atomics.notify(I32, word, 1);
		};
		const { failure } = explore(latched(2, 2, count), createLatch(2), { preemptions: 2 });
		expect(failure?.problem).toMatch(/sleep for ever/);
	});

	test('a planted bug is found: counting down without compare-and-swap', () => {
		const count = (word) => {
			const left = atomics.load(I32, word);
			atomics.store(I32, word, left - 1);
			if (left === 1) atomics.notify(I32, word);
		};
		const { failure } = explore(latched(2, 1, count), createLatch(2), { preemptions: 2 });
		expect(failure?.problem).toMatch(/sleep for ever/);
	});
});
