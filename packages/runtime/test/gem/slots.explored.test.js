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
const TASK = 8;
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
		const { [STATUS]: status, [NODE_ID]: nodeId, [TASK]: task } = I32.subarray(base(slot));
		// It has died between the first two steps of its claim, before anything says whose it is.
		if ((status & 3) === 1 && nodeId === 0 && task === 0) continue;
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
				slots.claimSlot(0, memory.host, taskOf(0));
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

		test('giving a slot back with the task of the dead thread', () => {
			const freeSlot = (id) => {
				const at = base(id & 255);
				atomics.store(I32, at + NODE_ID, 0);
				atomics.compareExchange(I32, at, ((id >>> 8) << 2) | 2, (id >>> 8) << 2);
			};
			expect(find({ freeSlot })).toBe('a thread that runs is taken for dead');
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
			atomics.store(I32, at + 2, 0); // PARENT, while NODE_ID is still there
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
