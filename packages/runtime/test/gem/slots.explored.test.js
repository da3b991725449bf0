// Slots of threads, in all orders of their steps with few preemptions: which threads find the end of another one, and which
// one gives its slot back; with threads that die while they claim a slot, and while they give one back.
import { jest } from '@jest/globals';
import { explore } from '../interleave/explore.js';
import { current, reset, step, thread, world } from './interleave/atomics.js';
import * as heap from './interleave/heap.js';
import * as layout from '../../src/gem/memory/layout.js';

const MEMORY = '../../src/gem/memory';
jest.unstable_mockModule(`${MEMORY}/atomics.js`, () => import('./interleave/atomics.js'));
jest.unstable_mockModule(`${MEMORY}/heap.js`, () => heap);
jest.unstable_mockModule(`${MEMORY}/layout.js`, () => ({ ...layout, MAX_THREADS: 2 }));

const slots = await import(`${MEMORY}/slots.js`);
const atomics = await import(`${MEMORY}/atomics.js`);
const { I32 } = heap;

const STATUS = 0;
const NODE_ID = 1;
const PARENT = 2;
const TASK = 8;
const CLAIM = 10;
const base = (slot) => layout.THREADS + slot * layout.THREAD_WORDS;
const taskOf = (self) => ({ number: 100 + self, start: 7 });
/** A thread that lives through all runs. */
const HOST = 9;

const createMemory = () => {
	reset();
	I32.fill(0, base(0), base(2));
	return { host: slots.claimSlot(HOST, 0, taskOf(HOST)), isGivenBack: false };
};

/** As `hasEnded` of threads.js does it, for all threads that have a slot. */
function find(protocol) {
	for (const id of slots.knownThreads()) {
		if (!slots.isAlive(id)) continue;
		const { number } = slots.taskOf(id);
		if (step(() => current.dead.has(number - 100))) protocol.markEnded(id);
	}
}

function giveBack(memory, protocol, nodeId) {
	if (!step(() => current.dead.has(nodeId))) return;
	for (const id of protocol.markDead(nodeId)) protocol.freeSlot(id);
	step(() => (memory.isGivenBack = true));
}

const sleep = () => {
	while (true) atomics.wait(I32, 0, 0);
};

/** @returns {string | undefined} what is wrong once all threads that live have done what they will ever do */
function checkSlots(memory, living) {
	for (const id of living) if (!slots.isAlive(id)) return 'a thread that runs is taken for dead';
	for (let slot = 0; slot < 2; slot++) {
		const isTaken = living.some((id) => (id & 255) === slot);
		if (!isTaken && slots.claimSlot(20 + slot, 0) === 0) return `slot ${slot} is lost`;
	}
	return undefined;
}

describe('a thread that dies anywhere', () => {
	/** Thread 0 dies; 1 looks for the dead; 2 has started thread 0; 3 wants a slot. */
	const dying = (protocol) => (memory) => ({
		...world([0]),
		threads: [
			thread(0, () => {
				protocol.claimSlot(0, memory.host, taskOf(0));
				sleep();
			}),
			thread(1, () => find(protocol)),
			thread(2, () => giveBack(memory, protocol, 0)),
			thread(3, () => {
				const id = protocol.claimSlot(3, memory.host, taskOf(3));
				step(() => (memory.newcomer = id));
				find(protocol);
			}),
		],
		check() {
			current.step = undefined;
			if (!memory.isGivenBack) giveBack(memory, protocol, 0);
			find(protocol);
			const { host, newcomer } = memory;
			return checkSlots(memory, newcomer > 0 ? [host, newcomer] : [host]);
		},
	});
	const search = (broken, preemptions) =>
		explore(dying({ ...slots, ...broken }), createMemory, { preemptions });

	test('its slot is free in the end, and no other thread is taken for it', () => {
		const { runs, failure } = search({}, 1);
		expect(failure).toBeUndefined();
		expect(runs).toBeGreaterThan(1000);
	});

	describe('planted bugs are found', () => {
		const find = (broken) => search(broken, 1).failure?.problem;

		test('marking the slot, and not the thread', () => {
			const markEnded = (id) => atomics.store(I32, base(id & 255), ((id >>> 8) << 2) | 2);
			expect(find({ markEnded })).toMatch(/taken for dead|lost/);
		});

		/** A claim of slot 1 that writes its words in that order. @param {string[]} order */
		const claimBy =
			([first, ...rest]) =>
			(nodeId, parent, { number }) => {
				const at = base(1);
				const status = atomics.load(I32, at + STATUS);
				if ((status & 3) !== 0 || atomics.load(I32, at + CLAIM) !== 0) return 0;
				const claim = ((nodeId + 1) << 9) | ((parent & 255) + 1);
				const words = {
					STATUS: [STATUS, status, status + 4 + 1],
					CLAIM: [CLAIM, 0, claim],
					TASK: [TASK, 0, number],
				};
				const [word, old, value] = words[first];
				if (atomics.compareExchange(I32, at + word, old, value) !== old) return 0;
				I32[at + NODE_ID] = nodeId + 1;
				I32[at + PARENT] = parent;
				for (const each of rest) atomics.store(I32, at + words[each][0], words[each][2]);
				return 1 | (((status + 4) >>> 2) << 8);
			};

		test('saying that a slot is taken, and then by which thread', () => {
			expect(find({ claimSlot: claimBy(['STATUS', 'CLAIM', 'TASK']) })).toMatch(
				/lost|taken for dead/,
			);
		});

		test('a slot that lives with the task of the thread that had it before', () => {
			const claimSlot = claimBy(['CLAIM', 'STATUS', 'TASK']);
			expect(find({ claimSlot })).toBe('a thread that runs is taken for dead');
		});

		test('giving back only what was not found dead before', () => {
			const markDead = (nodeId) =>
				slots.knownThreads().some((id) => slots.isAlive(id) && slots.nodeIdOf(id) === nodeId)
					? slots.markDead(nodeId)
					: [];
			expect(find({ markDead })).toMatch(/slot 1 is lost/);
		});
	});
});

describe('a thread that dies while it gives back what another one had', () => {
	/** Thread 1 has started thread 0, which is dead, and dies; 2 has started thread 1; 3 wants a slot. */
	const createFamily = () => {
		reset();
		I32.fill(0, base(0), base(2));
		const parent = slots.claimSlot(1, 0, taskOf(1));
		slots.claimSlot(0, parent, taskOf(0));
		current.dead.add(0);
		return { isGivenBack: false };
	};
	const family = (protocol) => (memory) => ({
		...world([1]),
		threads: [
			thread(0, () => undefined),
			thread(1, () => {
				for (const id of protocol.markDead(0)) protocol.freeSlot(id);
				sleep();
			}),
			thread(2, () => giveBack(memory, protocol, 1)),
			thread(3, () => {
				const id = protocol.claimSlot(3, 0, taskOf(3));
				step(() => (memory.newcomer = id));
			}),
		],
		check() {
			current.step = undefined;
			if (!memory.isGivenBack) giveBack(memory, protocol, 1);
			find(protocol);
			return checkSlots(memory, memory.newcomer > 0 ? [memory.newcomer] : []);
		},
	});

	test('the next one above gives back what a thread has claimed that died in the middle, and the one that has started it, too', () => {
		/** Thread 1 has started thread 0, and has a slot; both die; 2 has started thread 1; 3 wants a slot. */
		const createPair = () => {
			reset();
			I32.fill(0, base(0), base(2));
			return { parent: slots.claimSlot(1, 0, taskOf(1)), isGivenBack: false };
		};
		const pair = (protocol) => (memory) => ({
			...family(protocol)(memory),
			...world([0]),
			threads: [
				thread(0, () => {
					protocol.claimSlot(0, memory.parent, taskOf(0));
					sleep();
				}),
				// What a thread has started has ended before it has.
				thread(1, () => step(() => current.dead.has(0) && current.dead.add(1))),
				thread(2, () => giveBack(memory, protocol, 1)),
				thread(3, () => {
					const id = protocol.claimSlot(3, 0, taskOf(3));
					step(() => (memory.newcomer = id));
				}),
			],
			check() {
				current.step = undefined;
				current.dead.add(1);
				if (!memory.isGivenBack) giveBack(memory, protocol, 1);
				find(protocol);
				return checkSlots(memory, memory.newcomer > 0 ? [memory.newcomer] : []);
			},
		});
		const { runs, failure } = explore(pair(slots), createPair, { preemptions: 1 });
		expect(failure).toBeUndefined();
		expect(runs).toBeGreaterThan(500);
		const markDead = (nodeId) => {
			const half = I32[base(1) + CLAIM];
			const isHalf = (I32[base(1) + STATUS] & 3) === 0;
			const dead = slots.markDead(nodeId);
			if (isHalf) I32[base(1) + CLAIM] = half; // planted: what has no parent yet is left alone
			return dead;
		};
		const broken = explore(pair({ ...slots, markDead }), createPair, { preemptions: 1 });
		expect(broken.failure?.problem).toBe('slot 1 is lost');
	});

	test('the next one above gives it back', () => {
		const { runs, failure } = explore(family(slots), createFamily, { preemptions: 1 });
		expect(failure).toBeUndefined();
		expect(runs).toBeGreaterThan(1000);
	});

	test('planted bugs are found: children that were found dead are left alone; so are slots that are half given back', () => {
		const markDead = (nodeId) =>
			slots.markDead(nodeId).filter((id) => nodeId === 0 || slots.nodeIdOf(id) === nodeId);
		const freeSlot = (id) => {
			const at = base(id & 255);
			atomics.store(I32, at + TASK, 0);
			atomics.store(I32, at + PARENT, 0); // while CLAIM is still there
			atomics.compareExchange(I32, at, ((id >>> 8) << 2) | 2, (id >>> 8) << 2);
		};
		for (const broken of [{ markDead }, { freeSlot }]) {
			const { failure } = explore(family({ ...slots, ...broken }), createFamily, {
				preemptions: 1,
			});
			expect(failure?.problem).toMatch(/is lost/);
		}
	});
});
