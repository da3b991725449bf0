// A call by itself and one that was sent behind it (src/protocol/state.js and stop.js), in all interleavings of their thread with a
// host that gives up the first: what is behind is never stopped in its place, and runs once, there or elsewhere.
import { jest } from '@jest/globals';
import { current } from './interleave/atomics.js';
import { explore } from './interleave/explore.js';

jest.unstable_mockModule('../src/protocol/atomics.js', () => import('./interleave/atomics.js'));
const state = await import('../src/protocol/state.js');
const stop = await import('../src/protocol/stop.js');
const { createWords } = await import('../src/protocol/atomics.js');

const real = { ...state, ...stop };
const TURNS = 2;

/**
 * As src/worker/run.js and src/host/dispatch.js do it.
 *
 * @param {typeof real & typeof hostOrder} protocol the real one, or one with a planted bug
 */
const scenario = (protocol) => (memory) => {
	const { behind, asked } = memory;
	const loop = (step, log, name) => {
		for (let turn = 0; turn < TURNS; turn++) {
			if (step(() => asked[0]) === 0) continue;
			if (!protocol.isAsked(asked, protocol.TASK_WORD)) continue;
			log.stopped.push(name);
			return;
		}
		log.ended.push(name);
	};
	const worker = (step) => {
		current.step = step;
		const log = { stopped: [], ended: [] };
		loop(step, log, 'first');
		step(() => (memory.isReplied = true));
		if (protocol.tryStart(behind, 0)) {
			loop(step, log, 'behind');
			protocol.markDone(behind, 0);
		}
		memory.log = log; // the thread's own: no step
	};
	const host = (step) => {
		current.step = step;
		const { isBack, isStopping } = protocol.giveUp(behind, asked);
		step(() => (memory.isBack = isBack));
		// Without a reply the thread is ended, and there is nothing more to see.
		if (isStopping && step(() => memory.isReplied)) stop.clearStop(asked);
	};
	const check = () => {
		current.step = undefined;
		const { stopped, ended } = memory.log;
		if (stopped.includes('behind')) return 'what was behind it was stopped';
		const runs = ended.filter((name) => name === 'behind').length + Number(memory.isBack);
		if (runs !== 1) return `what was behind it ran ${runs} times`;
		memory.outcomes.add(stopped.length === 1 ? 'stopped' : memory.isBack ? 'ended' : 'followed');
		return undefined;
	};
	return { threads: [worker, host], check };
};

/** What src/host/dispatch.js does, in its order. */
const hostOrder = {
	giveUp(behind, asked) {
		const isBack = state.tryReclaim(behind, 0);
		const isStopping = !state.hasBegun(behind);
		if (isStopping) stop.requestStop(asked);
		return { isBack, isStopping };
	},
};

const outcomes = new Set();
const createMemory = () => ({
	behind: createWords(1),
	asked: stop.createStop(),
	log: undefined,
	isReplied: false,
	isBack: false,
	outcomes,
});

const find = (broken) => explore(scenario({ ...real, ...hostOrder, ...broken }), createMemory);

test('what is behind a call that is given up runs once and is not stopped, in every interleaving', () => {
	const { runs, failure } = find({});
	expect(failure).toBeUndefined();
	expect([...outcomes].sort()).toEqual(['ended', 'followed', 'stopped']);
	expect(runs).toBeGreaterThan(100);
});

describe('planted bugs are found', () => {
	test('looking whether it has begun before it is taken back', () => {
		const { failure } = find({
			giveUp(behind, asked) {
				const isStopping = !state.hasBegun(behind);
				const isBack = state.tryReclaim(behind, 0);
				if (isStopping) stop.requestStop(asked);
				return { isBack, isStopping };
			},
		});
		expect(failure?.problem).toBe('what was behind it was stopped');
	});

	test('asking without taking it back', () => {
		const { failure } = find({
			giveUp(behind, asked) {
				stop.requestStop(asked);
				return { isBack: state.tryReclaim(behind, 0), isStopping: true };
			},
		});
		expect(failure?.problem).toBe('what was behind it was stopped');
	});

	test('running it elsewhere although it has begun', () => {
		const { failure } = find({
			giveUp(behind) {
				const isBegun = state.hasBegun(behind);
				return { isBack: !isBegun, isStopping: false };
			},
		});
		expect(failure?.problem).toBe('what was behind it ran 2 times');
	});
});
