// Threads that write different elements of an array of fixed integers, in all orders of their steps with few preemptions.
import { jest } from '@jest/globals';
import { explore } from '../interleave/explore.js';
import { current, reset, step, thread, world } from './interleave/atomics.js';
import * as heap from './interleave/heap.js';
import * as threads from './interleave/threads.js';

const MEMORY = '../../src/gem/memory';
jest.unstable_mockModule(`${MEMORY}/atomics.js`, () => import('./interleave/atomics.js'));
jest.unstable_mockModule(`${MEMORY}/heap.js`, () => heap);
jest.unstable_mockModule(`${MEMORY}/threads.js`, () => threads);

const atomics = await import(`${MEMORY}/atomics.js`);
const layout = await import(`${MEMORY}/layout.js`);
const { BOXED, FIXED, INTS } = await import('../../src/gem/graph/layout.js');
const real = await import('../../src/gem/graph/fixed-ints.js');
const { F64, I32 } = heap;

const HEADER = layout.FIRST_UNIT << layout.UNIT_SHIFT;
const SLOTS = HEADER + 2;
const CONTENT = Int32Array.of(10, 11, 12, 13);

function createMemory() {
	reset();
	I32.set([INTS | FIXED, 1, SLOTS, CONTENT.length], 2 * HEADER);
	real.putFixedInts(SLOTS, CONTENT);
	return {};
}

/** @param {number} value @returns {any} */
const held = (value) => ({ tag: 0, low: 0, number: value });
/** @returns {any} a thread's own, without a log */
const region = () => ({
	edit() {},
	log: null,
	changes: 0,
	write32: (/** @type {number} */ word, /** @type {number} */ value) => void (I32[word] = value),
	writeF64: (/** @type {number} */ cell, /** @type {number} */ value) => void (F64[cell] = value),
});

/** Each thread writes its element, reads it, and writes it again. */
const writers =
	(/** @type {number[][]} */ programs, change = real.changeFixed) =>
	(/** @type {any} */ memory) => ({
		...world([]),
		threads: programs.map((values, index) =>
			thread(index, () => {
				const own = region();
				for (const value of values) {
					change(own, HEADER, index, held(value));
					step(() => {
						if (real.readFixed(HEADER, index) !== value) memory.problem = `${value} was lost`;
					});
				}
			}),
		),
		check() {
			current.step = undefined;
			for (let at = 0; at < CONTENT.length; at++) {
				const expected = programs[at]?.at(-1) ?? CONTENT[at];
				if (real.readFixed(HEADER, at) !== expected) return `element ${at} is not ${expected}`;
			}
			return memory.problem;
		},
	});

/** Marks an element as anybody would who does not think of others. */
function changeWithoutAtomics(
	/** @type {any} */ own,
	/** @type {number} */ address,
	/** @type {number} */ index,
	/** @type {any} */ value,
) {
	const first = real.cellOf(address);
	const marks = 2 * (first - 2);
	F64[first + index] = value.number;
	atomics.writePlain(I32, marks, atomics.readPlain(I32, marks) | (1 << index));
	atomics.or(I32, 2 * address, BOXED);
}

test.each([
	[[[0.5], [1.5]], 3, 10],
	[
		[
			[0.5, 7],
			[3, 1.5],
		],
		3,
		20,
	],
	[[[0.5], [1.5], [2.5]], 3, 50],
])('%j', (programs, preemptions, atLeast) => {
	const { runs, failure } = explore(writers(programs), createMemory, { preemptions });
	expect(failure).toBe(undefined);
	expect(runs).toBeGreaterThanOrEqual(atLeast);
});

test('marks that are read and then written are lost', () => {
	const { failure } = explore(writers([[0.5], [1.5]], changeWithoutAtomics), createMemory, {
		preemptions: 2,
	});
	expect(failure).not.toBe(undefined);
});
