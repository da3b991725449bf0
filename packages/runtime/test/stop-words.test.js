// Asking a call to end (src/protocol/stop.js), in all interleavings of a worker's loops with a host that gives a call up.
import { jest } from '@jest/globals';
import { current } from './interleave/atomics.js';
import { explore } from './interleave/explore.js';

jest.unstable_mockModule('../src/protocol/atomics.js', () => import('./interleave/atomics.js'));
const state = await import('../src/protocol/state.js');
const stop = await import('../src/protocol/stop.js');
const { createWords } = await import('../src/protocol/atomics.js');

const real = { ...state, ...stop };
/** Turns of the loops: of the call that is given up, of the others. */
const TURNS = { victim: 2, other: 1 };

/**
 * A batch of two calls, then a task of one; the host gives up call 0 at any moment. As src/worker/running.js and
 * src/host/interrupt.js do it.
 *
 * @param {typeof real} protocol the real one, or one with a planted bug
 */
const scenario = (protocol) => (memory) => {
	const { words, asked } = memory;
	/** A unit's loop. `isTask`: it runs for the thread's task, which its worker knows. */
	const loop = (step, log, name, isTask) => {
		const turns = name === 'batch 0' ? TURNS.victim : TURNS.other;
		for (let turn = 0; turn < turns; turn++) {
			if (step(() => asked[0]) === 0) continue;
			if (isTask && protocol.isAsked(asked, protocol.TASK_WORD)) {
				log.stopped.push(name);
				return;
			}
			if (name === 'batch 0') log.seenInVain++;
		}
		log.ended.push(name);
	};
	const worker = (step) => {
		current.step = step;
		const log = { stopped: [], ended: [], seenInVain: 0 };
		for (let index = 0; index < words.length; index++) {
			if (!protocol.tryStart(words, index)) continue;
			loop(step, log, `batch ${index}`, true);
			protocol.markDone(words, index);
		}
		step(() => (memory.isReplied = true));
		loop(step, log, 'left behind', false);
		if (step(() => memory.isSent)) loop(step, log, 'next', true);
		memory.log = log; // the thread's own: no step
	};
	const host = (step) => {
		current.step = step;
		if (protocol.tryReclaim(words, 0)) return;
		const isStopping = protocol.giveUp(words, asked);
		// Without a reply the thread is ended, and there is nothing more to see.
		if (!step(() => memory.isReplied)) return;
		protocol.sendNext(asked, isStopping, () => step(() => (memory.isSent = true)));
	};
	const check = () => {
		current.step = undefined;
		const { stopped, ended, seenInVain } = memory.log;
		const innocent = stopped.find((name) => name !== 'batch 0');
		if (innocent) return `${innocent} was stopped`;
		if (seenInVain > 0 && ended.includes('batch 0')) return 'it looked and was not stopped';
		memory.outcomes.add(stopped.length === 1 ? 'stopped' : 'ended');
		return undefined;
	};
	return { threads: [worker, host], check };
};

/** What src/host/dispatch.js does, in its order. */
const hostOrder = {
	giveUp(words, asked) {
		const isRunning = state.reclaimAll(words, 0).stop;
		if (isRunning) stop.requestStop(asked);
		return isRunning;
	},
	sendNext(asked, isStopping, send) {
		if (isStopping) stop.clearStop(asked);
		send();
	},
};

const outcomes = new Set();
const createMemory = () => ({
	words: createWords(2),
	asked: stop.createStop(),
	log: undefined,
	isReplied: false,
	isSent: false,
	outcomes,
});

const find = (broken) => explore(scenario({ ...real, ...hostOrder, ...broken }), createMemory);

test('the call that was given up is stopped, and nothing else, in every interleaving', () => {
	const { runs, failure } = find({});
	expect(failure).toBeUndefined();
	expect([...outcomes].sort()).toEqual(['ended', 'stopped']);
	expect(runs).toBeGreaterThan(500);
});

describe('planted bugs are found', () => {
	test('asking before the neighbours have been taken back', () => {
		const { failure } = find({
			giveUp(words, asked) {
				stop.requestStop(asked);
				state.reclaimAll(words, 0);
				return true;
			},
		});
		expect(failure?.problem).toBe('batch 1 was stopped');
	});

	test('sending the next task before the request is forgotten', () => {
		const { failure } = find({
			sendNext(asked, isStopping, send) {
				send();
				if (isStopping) stop.clearStop(asked);
			},
		});
		expect(failure?.problem).toBe('next was stopped');
	});

	test('letting loops look before it says who is meant', () => {
		const { failure } = find({
			giveUp(words, asked) {
				const isRunning = state.reclaimAll(words, 0).stop;
				if (isRunning) {
					stop.raiseLook(asked);
					current.step?.(() => (asked[stop.TASK_WORD] = 1));
				}
				return isRunning;
			},
		});
		expect(failure?.problem).toBe('it looked and was not stopped');
	});
});
