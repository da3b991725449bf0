// Ranges of an array that are handed out: in all orders of their steps with few preemptions, with threads that end anywhere, with
// exceptions anywhere, and with sizes beyond any array.
import { jest } from '@jest/globals';
import { explore } from '../interleave/explore.js';
import { current, reset, step, thread, world } from './interleave/atomics.js';
import * as heap from './interleave/heap.js';
import * as threads from './interleave/threads.js';

const MEMORY = '../../src/gem/memory';
jest.unstable_mockModule(`${MEMORY}/atomics.js`, () => import('./interleave/atomics.js'));
jest.unstable_mockModule(`${MEMORY}/heap.js`, () => heap);
jest.unstable_mockModule(`${MEMORY}/threads.js`, () => threads);

const { AtomicLong, AtomicLongs } = await import('../../src/gem/define/sync-objects.js');
const { beginAnew, checkDead, ownsAll, withRange } =
	await import('../../src/gem/policies/ranges.js');
const { I64 } = heap;

const ADDRESS = (heap.unitCount - 4) * 128;
const HOLDERS = 8;

const createMemory = () => {
	reset();
	I64.fill(0n, ADDRESS, ADDRESS + 300);
	return { problem: '', times: [0, 0, 0], lost: [] };
};

/** What a policy's context is to what is explored. A thread makes its own. */
const contextOf = (memory, more) => ({
	...more,
	abandon(dead) {
		step(() => memory.lost.push(dead));
		return new Error('lost');
	},
	createRight: () => ({ begin: () => false, end() {} }),
	hold: (fn) => fn(),
	check() {},
});

describe('ranges of an array', () => {
	const LENGTH = 3;
	/** Beyond any array, and of those whose 64-bit sums come back to where they began. */
	const HUGE = [Infinity, Number.MAX_VALUE, 2 ** 64, 2 ** 63, Number.MAX_SAFE_INTEGER];
	const stateOf = (memory, more) =>
		contextOf(memory, {
			internal: {
				next: new AtomicLong(ADDRESS),
				done: new AtomicLong(ADDRESS + 1),
				isShared: { get: () => 1 },
				holders: firstOf(new AtomicLongs(ADDRESS + HOLDERS, 3)),
			},
			local: { from: -1, to: -1, isHolder: false, isInside: false, length: -1 },
			root: { length: LENGTH },
			isCreator: false,
			...more,
		});
	/** Slots that no thread here has are not looked at in steps. */
	const firstOf = (longs) => ({
		get: (slot) => (slot < 3 ? longs.get(slot) : 0),
		set: (slot, value) => longs.set(slot, value),
		compareAndSet: (slot, old, value) => longs.compareAndSet(slot, old, value),
	});
	const isLost = (context) => {
		try {
			checkDead(context);
			return false;
		} catch {
			return true;
		}
	};

	/** Threads that take ranges, and the creator, who looks whether all has come back. */
	const ranging =
		(count, { size = 2, mortal = [], take = withRange } = {}) =>
		(memory) => ({
			...world(mortal),
			threads: [
				...Array.from({ length: count }, (_, index) =>
					thread(index, () => {
						const context = stateOf(memory, {});
						const write = (from, to) => {
							for (let at = from; at < to; at++) step(() => memory.times[at]++);
						};
						for (let round = 0; round < 5 && take(context, write, size); round++);
					}),
				),
				thread(count, () => {
					const hasAll = ownsAll(stateOf(memory, { isCreator: true }));
					step(() => {
						if (hasAll && memory.times.some((each) => each !== 1))
							memory.problem = `the creator reads ${memory.times}`;
					});
				}),
			],
			check() {
				current.step = undefined;
				const creator = stateOf(memory, { isCreator: true });
				if (memory.problem) return memory.problem;
				if (memory.times.some((each) => each > 1)) return `written ${memory.times} times`;
				const hasAll = ownsAll(creator);
				if (hasAll && memory.times.some((each) => each !== 1)) return `reads ${memory.times}`;
				const isLeft = creator.internal.next.get() < LENGTH;
				return hasAll || isLeft || isLost(creator) ? undefined : 'nobody hears of what is lost';
			},
		});

	test.each([
		[1, 2, [], 6, 50],
		[2, 2, [], 2, 500],
		[2, 1, [], 2, 800],
		[1, 2, [0], 6, 100],
		[2, 2, [0], 2, 2000],
	])(
		'%i threads, %i elements each time, mortal: %p',
		(count, size, mortal, preemptions, atLeast) => {
			const { runs, failure } = explore(ranging(count, { size, mortal }), createMemory, {
				preemptions,
			});
			expect(failure).toBeUndefined();
			expect(runs).toBeGreaterThan(atLeast);
		},
	);

	test.each(
		HUGE.flatMap((size) => [
			[size, []],
			[size, [0]],
		]),
	)('%p elements each time, mortal: %p', (size, mortal) => {
		const { runs, failure } = explore(ranging(2, { size, mortal }), createMemory, {
			preemptions: 2,
		});
		expect(failure).toBeUndefined();
		expect(runs).toBeGreaterThan(500);
	});

	const find = (take, mortal = [], size = 2) =>
		explore(ranging(2, { take, mortal, size }), createMemory, { preemptions: 2 }).failure?.problem;

	/** As withRange, but what the test says. */
	const broken =
		({ isLate = false, isEarly = false }) =>
		({ internal, root }, fn, size) => {
			const slot = threads.me() % 256;
			if (!isLate) internal.holders.set(slot, threads.me());
			const from = internal.next.fetchAndAdd(size);
			if (isLate) internal.holders.set(slot, threads.me());
			if (from < root.length) {
				const to = Math.min(root.length, from + size);
				if (isEarly) internal.done.fetchAndAdd(to - from);
				fn(from, to);
				if (!isEarly) internal.done.fetchAndAdd(to - from);
			}
			internal.holders.set(slot, 0);
			return from < root.length;
		};

	test('planted bugs are found: telling of oneself after taking, of the end before it', () => {
		expect(find(broken({}), [0])).toBeUndefined();
		expect(find(broken({ isLate: true }), [0])).toMatch(/nobody hears/);
		expect(find(broken({ isEarly: true }))).toMatch(/creator reads/);
	});

	test('a planted bug is found: adding what was asked for, however large it is', () => {
		const take = ({ internal, root }, fn, size) => {
			const from = internal.next.fetchAndAdd(Math.trunc(size));
			if (from >= root.length) return false;
			const to = Math.min(root.length, from + Math.trunc(size));
			fn(from, to);
			internal.done.fetchAndAdd(to - from);
			return true;
		};
		expect(find(take, [], 1)).toBeUndefined();
		for (const size of [Number.MAX_VALUE, 2 ** 64]) expect(find(take, [], size)).toMatch(/written/);
	});

	test('a planted bug is found: looking first, and setting then', () => {
		const take = ({ internal: { next, done }, root: { length } }, fn, size) => {
			const from = next.get();
			if (from >= length) return false;
			const to = Math.min(length, from + size);
			next.set(to);
			fn(from, to);
			done.fetchAndAdd(to - from);
			return true;
		};
		expect(find(take, [], 1)).toMatch(/written|reads/);
	});

	/** A thread takes ranges, and perhaps dies; the creator begins anew once all has come back; the last thread takes what there is then. */
	const restarting =
		(restart, mortal = []) =>
		(memory) => {
			const creator = stateOf(memory, { isCreator: true });
			const taking = (index) =>
				thread(index, () => {
					const context = stateOf(memory, {});
					const write = (from, to) => {
						for (let at = from; at < to; at++) step(() => memory.times[at]++);
					};
					for (let round = 0; round < 3 && withRange(context, write, 2); round++);
				});
			return {
				...world(mortal),
				threads: [
					taking(0),
					taking(1),
					thread(2, () => {
						if (!ownsAll(creator)) return;
						step(() => {
							if (memory.times.some((each) => each !== 1)) memory.problem = `${memory.times}`;
							memory.isAnew = true;
							memory.isDead = current.dead.size > 0;
						});
						restart(creator);
					}),
				],
				check() {
					current.step = undefined;
					if (memory.problem) return `the creator reads ${memory.problem}`;
					const most = memory.isAnew ? 2 : 1;
					if (memory.times.some((each) => each > most)) return `written ${memory.times} times`;
					const { done, next } = creator.internal;
					if (done.get() > next.get()) return `${done.get()} of ${next.get()} have come back`;
					// A range that has not come back belongs to a thread that has died, or was never taken.
					const isOut = next.get() > done.get();
					if (memory.isDead && !isOut && isLost(creator))
						return 'a range that was never taken is reported as lost';
					return isOut && mortal.length === 0 ? 'what has been taken never comes back' : undefined;
				},
			};
		};
	const searchAnew = (restart, mortal = []) =>
		explore(restarting(restart, mortal), createMemory, {
			preemptions: mortal.length > 0 ? 1 : 2,
		});

	test.each([[[]], [[0]]])('the creator begins anew, mortal: %p', (mortal) => {
		const { runs, failure } = searchAnew(beginAnew, mortal);
		expect(failure).toBeUndefined();
		expect(runs).toBeGreaterThan(500);
	});

	test('planted bugs are found: handing out before the count is 0, keeping what tells of the dead', () => {
		const early = ({ internal: { next, done } }) => {
			next.set(0);
			done.set(0);
		};
		expect(searchAnew(early).failure?.problem).toMatch(/never comes back|have come back/);
		const keeping = ({ internal: { next, done } }) => {
			done.set(0);
			next.set(0);
		};
		expect(searchAnew(keeping).failure).toBeUndefined();
		expect(searchAnew(keeping, [0]).failure?.problem).toMatch(/reported as lost/);
	});

	/** As `thread`, but that its steps from one to another throw, as they do where no stack is left. */
	const failing =
		(index, [from, to], body) =>
		(advance) => {
			let at = 0;
			const fail = (operation) => {
				const now = at++;
				if (now < from || now > to) return advance(operation);
				throw new RangeError('no stack');
			};
			thread(index, body)(fail);
		};

	/** A thread whose steps fail, and that goes on; another one takes ranges, too. */
	const surviving =
		(steps, take = withRange) =>
		(memory) => ({
			...world(),
			threads: [steps, [-1, -1]].map((failures, index) =>
				failing(index, failures, () => {
					const context = stateOf(memory, {});
					const write = (from, to) => {
						for (let at = from; at < to; at++) step(() => memory.times[at]++);
					};
					const takeNext = () => {
						try {
							return take(context, write, 1);
						} catch (thrown) {
							if (!(thrown instanceof RangeError)) throw thrown;
							return true;
						}
					};
					for (let round = 0; round < 8 && takeNext(); round++);
				}),
			),
			check() {
				current.step = undefined;
				if (memory.times.some((each) => each > 1)) return `written ${memory.times} times`;
				for (let slot = 0; slot < 2; slot++)
					if (I64[ADDRESS + HOLDERS + slot] !== 0n)
						return 'a thread that has failed stays a holder';
				if (I64[ADDRESS + 1] > I64[ADDRESS]) return `${I64[ADDRESS + 1]} elements are counted`;
				const hasAll = ownsAll(stateOf(memory, { isCreator: true }));
				return hasAll ? undefined : 'what was taken by a thread that failed never comes back';
			},
		});

	/** Steps of a thread that takes ranges one after the other: more than it has. */
	const STEPS = 24;

	/** @returns {string[]} what was found, each once */
	const fail = (width, take) => {
		const found = new Set();
		for (let from = 0; from < STEPS; from++) {
			const scenario = surviving([from, from + width], take);
			const { failure } = explore(scenario, createMemory, { preemptions: 1 });
			if (failure) found.add(failure.problem);
		}
		return [...found];
	};

	test.each([1, 2, 3, 4])(
		'%i steps of a thread fail, from any one on: nothing is lost',
		(width) => {
			expect(fail(width)).toEqual([]);
		},
	);

	test('planted bugs are found: giving a range back twice, or never', () => {
		const twice = ({ internal: { next, done, holders }, local, root: { length } }, fn, size) => {
			const give = () => {
				done.fetchAndAdd(local.to - local.from);
				holders.set(threads.me() % 256, 0);
				local.to = -1;
			};
			if (local.to !== -1) give();
			const from = next.get();
			if (from >= length || !next.compareAndSet(from, from + size)) return from < length;
			[local.from, local.to] = [from, from + size];
			try {
				fn(from, from + size);
			} finally {
				give();
			}
			return true;
		};
		expect(fail(0, twice)).toEqual([expect.stringMatching(/counted/)]);
		const withoutRange = ({ internal: { next, done }, root: { length } }, fn, size) => {
			const from = next.get();
			if (from >= length || !next.compareAndSet(from, from + size)) return from < length;
			fn(from, from + size);
			done.fetchAndAdd(size);
			return true;
		};
		expect(fail(1, withoutRange)).toEqual([expect.stringMatching(/never comes back/)]);
	});

	test('a thread that takes the slot of one that has ended with a range tells of it', () => {
		const memory = createMemory();
		current.thread = 0;
		const context = stateOf(memory, {});
		const before = 256 * 7;
		context.internal.next.set(1);
		context.internal.holders.set(0, before);
		expect(() => withRange(context, () => 0, 1)).toThrow(/lost/);
		expect(memory.lost).toEqual([before]);
		// It had given back what it had: nothing is lost.
		context.internal.next.set(LENGTH);
		context.internal.done.set(LENGTH);
		expect(withRange(context, () => 0, 1)).toBe(false);
	});
});
