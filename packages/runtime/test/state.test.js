// The one algorithm over shared memory (src/protocol/state.js), in all interleavings of a worker with a host that gives
// up a call while the batch runs.
import { jest } from '@jest/globals';
import { current } from './interleave/atomics.js';
import { explore } from './interleave/explore.js';

jest.unstable_mockModule('../src/protocol/atomics.js', () => import('./interleave/atomics.js'));
const state = await import('../src/protocol/state.js');
const { createResults, createWords } = await import('../src/protocol/atomics.js');

/**
 * A worker's loop and a host that gives up call `victim`; as src/worker/run.js and src/host/batch.js do it.
 *
 * @param {number} calls
 * @param {number} victim
 * @param {typeof state} protocol the real one, or one with a planted bug
 */
const scenario = (calls, victim, protocol) => (memory) => {
	const { words } = memory;
	/** The thread may be stopped at any step: nothing it does afterwards happens. */
	const worker = (step) => {
		current.step = step;
		for (let index = 0; index < calls; index++) {
			if (!protocol.tryStart(words, index)) continue;
			const goOn = step(() => {
				if (memory.isStopped) return false;
				memory.running = index;
				memory.began[index]++;
				return true;
			});
			if (!goOn) return;
			const posted = step(() => {
				if (memory.isStopped) return false;
				memory.running = undefined;
				memory.results.push(index);
				return true;
			});
			if (!posted) return;
			protocol.markDone(words, index);
		}
	};
	const host = (step) => {
		current.step = step;
		step(() => memory.settled.add(victim));
		if (protocol.tryReclaim(words, victim)) return;
		const { reclaimed, stop } = protocol.reclaimAll(words, victim);
		step(() => memory.elsewhere.push(...reclaimed));
		if (!stop) return;
		step(() => {
			memory.isStopped = true;
			memory.wasRunning = memory.running;
		});
		// Death: what had not begun runs elsewhere, what had begun is lost, unless its result has been posted.
		for (let index = 0; index < calls; index++) {
			if (memory.elsewhere.includes(index) || index === victim) continue;
			const isBack = protocol.tryReclaim(words, index);
			step(() => {
				if (isBack) memory.elsewhere.push(index);
				else if (!memory.results.includes(index)) memory.lost.push(index);
			});
		}
	};
	const check = () => {
		current.step = undefined;
		for (let index = 0; index < calls; index++) {
			const runs = memory.began[index] + memory.elsewhere.filter((each) => each === index).length;
			if (runs > 1) return `call ${index} runs ${runs} times`;
			if (index === victim) continue;
			if (memory.lost.includes(index)) return `call ${index} died in place of ${victim}`;
			const ends = [...memory.results, ...memory.elsewhere].filter((each) => each === index);
			if (ends.length !== 1) return `call ${index} ends ${ends.length} times`;
		}
		return undefined;
	};
	return { threads: [worker, host], check };
};

const createMemory = (calls) => () => ({
	words: createWords(calls),
	began: Array.from({ length: calls }, () => 0),
	results: [],
	elsewhere: [],
	lost: [],
	settled: new Set(),
	running: undefined,
	isStopped: false,
});

test.each([
	[1, 0],
	[2, 0],
	[2, 1],
	[3, 0],
	[3, 1],
	[3, 2],
])('%i calls, call %i given up: each runs once, none is lost', (calls, victim) => {
	const { runs, failure } = explore(scenario(calls, victim, state), createMemory(calls));
	expect(failure).toBeUndefined();
	// So that the exploration cannot silently shrink.
	expect(runs).toBeGreaterThan([0, 5, 100, 1500][calls]);
});

describe('planted bugs are found', () => {
	const find = (broken) =>
		explore(scenario(3, 0, { ...state, ...broken }), createMemory(3)).failure;

	test('looking at the call before taking its neighbours back', () => {
		const failure = find({
			reclaimAll(words, index) {
				const stop = state.isRunning(words, index);
				const { reclaimed } = state.reclaimAll(words, index);
				return { reclaimed, stop };
			},
		});
		expect(failure?.problem).toMatch(/call \d died in place of 0/);
		expect(failure?.schedule).toMatch(/^[01]+$/);
	});

	test('starting without a compare-and-swap', () => {
		const failure = find({
			tryStart(words, index) {
				if (current.step?.(() => words[index]) !== 0) return false;
				current.step?.(() => (words[index] = 1));
				return true;
			},
		});
		expect(failure?.problem).toMatch(/runs 2 times/);
	});

	test('taking back what has begun', () => {
		const failure = find({
			reclaimAll(words, index) {
				const reclaimed = [];
				for (let other = 0; other < words.length; other++) {
					const isBack = current.step?.(() => words[other] < 2 && (words[other] = 3) === 3);
					if (isBack && other !== index) reclaimed.push(other);
				}
				return { reclaimed, stop: true };
			},
		});
		expect(failure?.problem).toMatch(/runs 2 times|ends 2 times/);
	});
});

describe('a result that is written to shared memory', () => {
	/** A worker that writes the result of call 0 and a host that looks for it at any moment. */
	const exchange = (protocol) => (memory) => {
		const { words, results } = memory;
		const worker = (step) => {
			current.step = step;
			if (!protocol.tryStart(words, 0)) return;
			protocol.publish(words, results);
		};
		const host = (step) => {
			current.step = step;
			const way = protocol.writtenWay(words, 0);
			if (way > 0) memory.seen = { way, ...protocol.readWritten(results, 0) };
		};
		const check = () => {
			current.step = undefined;
			const { seen } = memory;
			if (seen && (seen.way !== 1 || seen.number !== 42 || seen.runUs !== 7)) {
				return `the host saw ${JSON.stringify(seen)}`;
			}
			memory.outcomes.add(seen ? 'seen' : 'not yet');
			return undefined;
		};
		return { threads: [worker, host], check };
	};

	const outcomes = new Set();
	const createExchange = () => ({
		words: createWords(1),
		results: createResults(1),
		seen: undefined,
		outcomes,
	});

	test('is whole when it is seen, in every interleaving', () => {
		const publish = (words, results) => {
			state.writeResult(results, 0, 7, 42);
			state.markWritten(words, 0, 1);
		};
		const { runs, failure } = explore(exchange({ ...state, publish }), createExchange);
		expect(failure).toBeUndefined();
		expect([...outcomes].sort()).toEqual(['not yet', 'seen']);
		expect(runs).toBeGreaterThanOrEqual(5);
	});

	test('a planted bug is found: saying that it is there before it is', () => {
		const publish = (words, results) => {
			state.markWritten(words, 0, 1);
			state.writeResult(results, 0, 7, 42);
		};
		const { failure } = explore(exchange({ ...state, publish }), createExchange);
		expect(failure?.problem).toMatch(/the host saw/);
	});
});
