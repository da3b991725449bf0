// Every interleaving of a few simulated threads, or every one with at most so many preemptions.
//
// A thread is a function over simulated atomics. It is advanced by one operation by running it from its start: operations it
// has done before return what they returned then, the next one is carried out, and at the one after that the run
// is cut off by an exception. So real, synchronous code is interleaved at its atomic operations in one thread.
// Sequential consistency of JavaScript's Atomics makes that exact (ECMA-262, Memory Model).
//
// A *preemption* is a step of another thread while the one before could have gone on. Most bugs need one or two of them
// (Musuvathi and Qadeer, PLDI 2007), and their number grows polynomially where that of all interleavings explodes.

const CUT = Symbol('the next operation');

/** In place of the result of an operation that was not carried out: the stack was full. */
const FAILED = Symbol('an exception');

/** A run with more steps is one in which threads go round in circles. */
const MOST_STEPS = 1000;

/**
 * @typedef {object} Scenario
 * @property {((step: <T>(operation: () => T) => T) => void)[]} threads each does every shared access within `step`
 * @property {(memory: any) => string | undefined} check what is wrong at the end of a run
 * @property {(index: number) => boolean} [isAsleep] whether the thread sleeps until another one wakes it
 * @property {() => boolean} [onAllAsleep] lets time pass; false when nobody wakes from that
 * @property {number[]} [mortal] threads that may end before any of their steps; one of them at most does in a run
 * @property {(index: number) => void} [onDeath]
 * @property {number[]} [fallible] threads to which any of their steps may throw a RangeError in place of what it does, and that go on; one of them at
 *   most does in a run, once
 */

/**
 * @typedef {object} Options
 * @property {number} [preemptions] at most so many in a run
 * @property {number} [limit] of runs; it is a failure to need more
 */

/**
 * @param {(memory: any) => Scenario} createScenario makes the threads over a memory
 * @param {() => any} createMemory fresh shared state for a run
 * @param {Options} [options]
 * @returns {{ runs: number, failure: { schedule: string, problem: string } | undefined }} a schedule names the thread of each
 * step; `+` before one that dies instead, `!` before one whose step throws
 */
export function explore(createScenario, createMemory, options = {}) {
	const { preemptions = Infinity, limit = 1e6 } = options;
	let runs = 0;
	/** @type {number[]} the choice at each point: an index into what can happen */
	let choices = [];
	for (;;) {
		const memory = createMemory();
		const scenario = createScenario(memory);
		const { widths, schedule, problem: stuck } = runOnce(scenario, choices, preemptions);
		runs++;
		const problem = stuck ?? scenario.check(memory);
		if (problem) return { runs, failure: { schedule, problem } };
		if (runs > limit) return { runs, failure: { schedule, problem: `more than ${limit} runs` } };
		// The next schedule in depth-first order.
		const taken = widths.map((_, index) => choices[index] ?? 0);
		while (taken.length > 0 && taken[taken.length - 1] + 1 >= widths[taken.length - 1]) taken.pop();
		if (taken.length === 0) return { runs, failure: undefined };
		taken[taken.length - 1]++;
		choices = taken;
	}
}

/**
 * @param {Scenario} scenario
 * @param {number[]} choices
 * @param {number} preemptions
 * @returns {{ widths: number[], schedule: string, problem?: string }} how much could happen at each point, and what did
 */
function runOnce(scenario, choices, preemptions) {
	const { threads, isAsleep = () => false, onAllAsleep = () => false, onDeath } = scenario;
	const logs = threads.map(() => /** @type {unknown[]} */ ([]));
	const isOver = threads.map((thread, index) => !hasNext(thread, logs[index]));
	const widths = [];
	let schedule = '';
	let last = -1;
	let left = preemptions;
	let mortal = scenario.mortal ?? [];
	let fallible = scenario.fallible ?? [];
	for (;;) {
		const living = threads.map((_, index) => index).filter((index) => !isOver[index]);
		const ready = living.filter((index) => !isAsleep(index));
		if (living.length === 0) return { widths, schedule };
		const mayDie = mortal.filter((index) => !isOver[index]);
		if (widths.length > MOST_STEPS) return { widths, schedule, problem: 'it does not end' };
		if (ready.length === 0 && mayDie.length === 0) {
			if (onAllAsleep()) continue;
			return { widths, schedule, problem: `threads ${living} sleep for ever` };
		}
		const steps = inOrder(ready, last, left);
		const mayFail = fallible.filter((index) => ready.includes(index));
		const choice = choices[widths.length] ?? 0;
		widths.push(steps.length + mayDie.length + mayFail.length);
		if (choice >= steps.length + mayDie.length) {
			const failing = mayFail[choice - steps.length - mayDie.length];
			fallible = [];
			schedule += `!${failing}`;
			isOver[failing] = !advance(threads[failing], logs[failing], true);
			continue;
		}
		if (choice >= steps.length) {
			const dying = mayDie[choice - steps.length];
			isOver[dying] = true;
			mortal = [];
			schedule += `+${dying}`;
			onDeath?.(dying);
			continue;
		}
		const chosen = steps[choice];
		if (chosen !== last && ready.includes(last)) left--;
		last = chosen;
		schedule += chosen;
		isOver[chosen] = !advance(threads[chosen], logs[chosen]);
	}
}

/**
 * @param {number[]} ready threads that can go on
 * @param {number} last the one that has gone on before
 * @param {number} left preemptions that are left
 * @returns {number[]} threads that may go on, the last one first
 */
function inOrder(ready, last, left) {
	if (!ready.includes(last)) return ready;
	return left > 0 ? [last, ...ready.filter((index) => index !== last)] : [last];
}

/**
 * @param {Scenario['threads'][number]} thread
 * @param {unknown[]} log results of the operations it has done; one more afterwards
 * @param {boolean} [fails] the operation throws
 * @returns {boolean} whether it has operations left
 */
function advance(thread, log, fails = false) {
	if (!fails) return replay(thread, log, log.length + 1);
	log.push(FAILED);
	return replay(thread, log, log.length);
}

/** @param {Scenario['threads'][number]} thread @param {unknown[]} log */
const hasNext = (thread, log) => replay(thread, log, log.length);

/**
 * @param {Scenario['threads'][number]} thread
 * @param {unknown[]} log
 * @param {number} limit how many operations it may have done when it is cut off
 * @returns {boolean} whether it was cut off
 */
function replay(thread, log, limit) {
	let position = 0;
	try {
		thread((operation) => {
			if (position < log.length) {
				const result = log[position++];
				if (result === FAILED) throw new RangeError('Maximum call stack size exceeded');
				return /** @type {any} */ (result);
			}
			if (position >= limit) throw CUT;
			position++;
			const result = operation();
			log.push(result);
			return result;
		});
		return false;
	} catch (thrown) {
		if (thrown !== CUT) throw thrown;
		return true;
	}
}
