// Waits that do not block (for a lock, until it is free, for a signal, for a latch), in all orders of their steps with few preemptions, beside threads that block, and
// with threads that die: no wake-up is lost, and who has waited is right.
import { jest } from '@jest/globals';
import { explore } from '../interleave/explore.js';
import { current, reset, step, thread, world } from './interleave/atomics.js';
import * as heap from './interleave/heap.js';
import * as threads from './interleave/threads.js';
import { withoutPromises } from './interleave/without-promises.js';

const MEMORY = '../../src/gem/memory';
jest.unstable_mockModule(`${MEMORY}/atomics.js`, () => import('./interleave/atomics.js'));
jest.unstable_mockModule(`${MEMORY}/heap.js`, () => heap);
jest.unstable_mockModule(`${MEMORY}/threads.js`, () => threads);

const atomics = await import(`${MEMORY}/atomics.js`);
const claim = await import(`${MEMORY}/claim.js`);
const { recover } = await import(`${MEMORY}/undo-log.js`);
const { I32 } = heap;
const words = { ...atomics, ...claim, ...threads, recover, words: I32, I32 };
/** What a text does not import stands in it as a global. @param {string[]} names */
const pick = (...names) => Object.fromEntries(names.map((name) => [name, words[name]]));

const { lock, lockAsync, unlock } = withoutPromises(
	'sync/lock.js',
	pick(
		...['compareExchange', 'load', 'waitAsync', 'announce', 'claimReserved', 'contend', 'flagged'],
		...['ownerOf', 'SLICE_MS', 'takeOver', 'unclaim', 'words', 'hasEnded', 'isAlive', 'isHost'],
		...['me', 'recover'],
	),
);
const { whenFree } = withoutPromises(
	'sync/lock-watch.js',
	pick(
		...['load', 'waitAsync', 'announce', 'flagged', 'ownerOf', 'SLICE_MS', 'I32', 'hasEnded', 'me'],
	),
);
const { awaitSignalAsync, countOf, signal } = withoutPromises(
	'sync/event.js',
	pick('add', 'load', 'notify', 'sub', 'wait', 'waitAsync', 'I32'),
);
const { awaitLatchAsync, countDown } = withoutPromises(
	'sync/latch.js',
	pick('compareExchange', 'load', 'notify', 'wait', 'waitAsync', 'I32', 'isHost'),
);

const WORD = 2 * (heap.unitCount - 1) * 128;

const createMemory = () => {
	reset();
	I32.fill(0, WORD, WORD + 2);
	I32.fill(0, 256, 1024);
	return { inside: new Set(), problem: '', done: 0, isSet: false };
};

function use(memory, index) {
	step(() => {
		memory.inside.add(index);
		const living = [...memory.inside].filter((each) => !current.dead.has(each));
		if (living.length > 1) memory.problem = 'two are inside';
	});
	step(() => memory.inside.delete(index));
}

/** @param {string} name @param {Record<string, any>} ways */
const takeBy = (name, { lockAsync: takeAsync = lockAsync, whenFree: wait = whenFree }) => {
	if (name === 'lock') return lock;
	if (name === 'lockAsync') return takeAsync;
	// As atomicAsync does it: wait until it is free, then try.
	return (word) => {
		for (;;) {
			wait(word);
			if (atomics.compareExchange(I32, word, 0, threads.me()) === 0) return 'acquired';
			const owner = claim.ownerOf(atomics.load(I32, word));
			if (owner !== 0 && !threads.isAlive(owner) && claim.takeOver(word, owner)) return 'abandoned';
			if (owner === 0 && claim.claimReserved(word)) return 'acquired';
		}
	};
};

/** @param {string[]} names how each thread takes the lock */
const lockers =
	(names, { mortal = [], mayWait = mortal.length > 0, ...ways } = {}) =>
	(memory) => ({
		...world(mortal),
		threads: names.map((name, index) =>
			thread(index, () => {
				takeBy(name, ways)(WORD);
				use(memory, index);
				unlock(WORD);
				step(() => memory.done++);
			}),
		),
		check() {
			current.step = undefined;
			if (memory.problem) return memory.problem;
			if (!mayWait && current.timeouts > 0) return 'a wake-up is lost';
			if (memory.done + current.dead.size < names.length) return 'one never entered';
			const isFree = claim.ownerOf(I32[WORD]) === 0;
			return isFree || current.dead.size > 0 ? undefined : `the word holds ${I32[WORD]}`;
		},
	});

test.each([
	[['lockAsync', 'lock'], 4, 200, {}],
	[['lockAsync', 'lockAsync'], 4, 200, {}],
	[['lockAsync', 'lock', 'lock'], 1, 80, {}],
	// Who is woken and does not take the lock lets others sleep on, for a slice.
	[['whenFree', 'lock'], 4, 200, { mayWait: true }],
	[['whenFree', 'lockAsync', 'lock'], 1, 80, { mayWait: true }],
	[['lock', 'lockAsync'], 2, 200, { mortal: [0] }],
	[['lockAsync', 'lock'], 2, 200, { mortal: [0] }],
	[['lock', 'whenFree'], 2, 200, { mortal: [0] }],
	[['lockAsync', 'lockAsync', 'lock'], 1, 500, { mortal: [0] }],
])('%j: one is inside, and all get in', (names, preemptions, atLeast, options) => {
	const { runs, failure } = explore(lockers(names, options), createMemory, { preemptions });
	expect(failure).toBeUndefined();
	expect(runs).toBeGreaterThan(atLeast);
});

test('a lock that is kept for one that starves, and that has ended: time gives it to another one', () => {
	const RESERVED = 2 ** 29;
	let kept = 0;
	const watched = (memory) => {
		const made = lockers(['lockAsync', 'lock', 'lock'], { mortal: [0] })(memory);
		return {
			...made,
			onAllAsleep() {
				if (I32[WORD] === RESERVED) kept++;
				return made.onAllAsleep();
			},
		};
	};
	const { failure } = explore(watched, createMemory, { preemptions: 1 });
	expect(failure).toBeUndefined();
	expect(kept).toBeGreaterThan(0);
});

describe('planted bugs are found', () => {
	const find = (names, options, preemptions = 2) =>
		explore(lockers(names, options), createMemory, { preemptions }).failure?.problem;

	test('sleeping without saying so', () => {
		const bad = (word) => {
			for (;;) {
				if (claim.claimReserved(word)) return 'acquired';
				atomics.wait(I32, word, atomics.load(I32, word), 50);
			}
		};
		expect(find(['lockAsync', 'lock'], { lockAsync: bad })).toBe('a wake-up is lost');
	});

	test('taking it as one that has not slept, though others may sleep', () => {
		const bad = (word) => {
			for (;;) {
				const seen = atomics.load(I32, word);
				if (seen === 0 || seen === 2 ** 29) {
					if (atomics.compareExchange(I32, word, seen, threads.me()) === seen) return 'acquired';
				} else if (claim.announce(word, seen)) atomics.wait(I32, word, seen | (2 ** 30), 50);
			}
		};
		expect(find(['lockAsync', 'lockAsync', 'lock'], { lockAsync: bad }, 3)).toBe(
			'a wake-up is lost',
		);
	});

	test('waiting for one that has ended', () => {
		const bad = (word) => {
			for (let seen = atomics.load(I32, word); seen !== 0; seen = atomics.load(I32, word))
				if (claim.announce(word, seen)) atomics.wait(I32, word, seen | (2 ** 30), Infinity);
		};
		expect(find(['lock', 'whenFree'], { whenFree: bad, mortal: [0] })).toMatch(/sleep for ever/);
	});
});

describe('signals and latches', () => {
	const waiting =
		(wait, { mortal = [] } = {}) =>
		(memory) => ({
			...world(mortal),
			threads: [
				...[0, 1].map((index) =>
					thread(index, () => {
						for (;;) {
							const seen = countOf(WORD);
							if (step(() => memory.isSet)) break;
							wait(WORD, seen, Infinity);
						}
						step(() => memory.done++);
					}),
				),
				thread(2, () => {
					step(() => (memory.isSet = true));
					signal(WORD);
				}),
			],
			check() {
				current.step = undefined;
				if (I32[WORD + 1] > mortal.length) return `${I32[WORD + 1]} stay counted`;
				return memory.done + current.dead.size >= 2 ? undefined : 'one still waits';
			},
		});
	const latched = (wait) => (memory) => ({
		...world(),
		threads: [
			...[0, 1].map((index) => thread(index, () => countDown(WORD))),
			thread(2, () => {
				wait(WORD);
				step(() => {
					if (I32[WORD] !== 0) memory.problem = 'it was not open';
					memory.done++;
				});
			}),
		],
		check() {
			current.step = undefined;
			return memory.problem || (memory.done === 1 ? undefined : 'one still waits');
		},
	});
	const createLatch = () => {
		const memory = createMemory();
		I32[WORD] = 2;
		return memory;
	};

	test.each([[[]], [[0]]])('awaitSignalAsync, mortal: %j', (mortal) => {
		const { runs, failure } = explore(waiting(awaitSignalAsync, { mortal }), createMemory, {
			preemptions: 2,
		});
		expect(failure).toBeUndefined();
		expect(runs).toBeGreaterThan(200);
	});

	test('awaitLatchAsync', () => {
		const { runs, failure } = explore(latched(awaitLatchAsync), createLatch, { preemptions: 4 });
		expect(failure).toBeUndefined();
		expect(runs).toBeGreaterThan(100);
	});

	test('planted bugs are found: sleeping on what is there now', () => {
		const sleepOnSignal = (word) => {
			atomics.add(I32, word + 1, 1);
			atomics.wait(I32, word, atomics.load(I32, word), Infinity);
			atomics.sub(I32, word + 1, 1);
		};
		const sleepOnLatch = (word) => {
			if (atomics.load(I32, word) > 0) atomics.wait(I32, word, atomics.load(I32, word), Infinity);
		};
		const signals = explore(waiting(sleepOnSignal), createMemory, { preemptions: 2 });
		expect(signals.failure?.problem).toMatch(/sleep for ever/);
		const latches = explore(latched(sleepOnLatch), createLatch, { preemptions: 2 });
		expect(latches.failure?.problem).toMatch(/sleep for ever|not open/);
	});
});
