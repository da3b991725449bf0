// The words of a thread that its batches use one after the other (src/protocol/state.js), in all interleavings of the thread with a host
// that takes back what has not begun and sends the next batch: each call runs once, in the thread or elsewhere.
import { jest } from '@jest/globals';
import { current } from './interleave/atomics.js';
import { explore } from './interleave/explore.js';

jest.unstable_mockModule('../src/protocol/atomics.js', () => import('./interleave/atomics.js'));
const state = await import('../src/protocol/state.js');
const { createWords, firstWords } = await import('../src/protocol/atomics.js');

const FIRST = 2;
const SECOND = 1;

/**
 * As src/worker/run.js and src/host/dispatch.js do it.
 *
 * @param {{ mayRenew: (step: Function, memory: any) => boolean, renew: (words: Int32Array) => void }} host the real one, or one with a planted bug
 */
const scenario = (host) => (memory) => {
	const { row, ran, elsewhere } = memory;
	/** @param {Function} step @param {string} name of the batch @param {number} calls */
	const runBatch = (step, name, calls) => {
		for (let index = 0; index < calls; index++) {
			if (!state.tryStart(row, index)) continue;
			step(() => ran.push(`${name}${index}`));
			state.markDone(row, index);
		}
	};
	const worker = (step) => {
		current.step = step;
		runBatch(step, 'a', FIRST);
		step(() => (memory.isReplied = true));
		// The message with the next batch is there, or the thread waits for it.
		if (step(() => memory.isSent)) runBatch(step, 'b', SECOND);
		else step(() => (memory.isIdle = true));
	};
	const main = (step) => {
		current.step = step;
		const words = firstWords(row, FIRST);
		if (state.tryReclaim(words, 1)) step(() => elsewhere.push('a1'));
		if (!host.mayRenew(step, memory)) return;
		host.renew(firstWords(row, SECOND));
		step(() => (memory.isSent = true));
	};
	const check = () => {
		current.step = undefined;
		// A thread that was waiting gets the message then.
		if (memory.isIdle && memory.isSent) runBatch((act) => act(), 'b', SECOND);
		const all = [...ran, ...elsewhere].sort();
		const wanted = memory.isSent ? ['a0', 'a1', 'b0'] : ['a0', 'a1'];
		if (all.join() !== wanted.join()) return `ran ${all.join()}, not ${wanted.join()}`;
		memory.outcomes.add(`${elsewhere.length} elsewhere${memory.isSent ? ', next' : ''}`);
		return undefined;
	};
	return { threads: [worker, main], check };
};

const real = {
	mayRenew: (step, memory) => step(() => memory.isReplied),
	renew: state.renew,
};

const outcomes = new Set();
const createMemory = () => ({
	row: createWords(4),
	ran: [],
	elsewhere: [],
	isReplied: false,
	isSent: false,
	isIdle: false,
	outcomes,
});

test('each call of two batches runs once, in every interleaving', () => {
	const { runs, failure } = explore(scenario(real), createMemory);
	expect(failure).toBeUndefined();
	expect([...outcomes].sort()).toEqual([
		'0 elsewhere',
		'0 elsewhere, next',
		'1 elsewhere',
		'1 elsewhere, next',
	]);
	expect(runs).toBeGreaterThan(50);
});

describe('planted bugs are found', () => {
	test('using the words again before the reply', () => {
		const { failure } = explore(scenario({ ...real, mayRenew: () => true }), createMemory);
		expect(failure?.problem).toMatch(/^ran /);
	});

	test('sending the next batch with the words as they are', () => {
		const { failure } = explore(scenario({ ...real, renew: () => undefined }), createMemory);
		expect(failure?.problem).toBe('ran a0,a1, not a0,a1,b0');
	});
});
