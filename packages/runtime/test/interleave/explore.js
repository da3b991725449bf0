// Every interleaving of a few simulated threads.
//
// A thread is a function over simulated atomics. It is advanced by one operation by running it from its start: operations it
// has done before return what they returned then, the next one is carried out, and at the one after that the run
// is cut off by an exception. So real, synchronous code is interleaved at its atomic operations in one thread.
// Sequential consistency of JavaScript's Atomics makes that exact (ECMA-262, Memory Model).

const CUT = Symbol('the next operation');

/**
 * @typedef {object} Scenario
 * @property {() => any} createMemory fresh shared state for a run
 * @property {((step: <T>(operation: () => T) => T) => void)[]} threads each does every shared access within `step`
 * @property {(memory: any) => string | undefined} check what is wrong at the end of a run
 */

/**
 * @param {(memory: any) => Omit<Scenario, 'createMemory'>} createScenario makes the threads over a memory
 * @param {() => any} createMemory
 * @returns {{ runs: number, failure: { schedule: string, problem: string } | undefined }}
 */
export function explore(createScenario, createMemory) {
	let runs = 0;
	/** @type {number[]} the choice at each point: an index into the threads that can go on */
	let choices = [];
	for (;;) {
		const memory = createMemory();
		const { threads, check } = createScenario(memory);
		const { widths, schedule } = runOnce(threads, choices);
		runs++;
		const problem = check(memory);
		if (problem) return { runs, failure: { schedule, problem } };
		// The next schedule in depth-first order.
		const taken = widths.map((_, index) => choices[index] ?? 0);
		while (taken.length > 0 && taken[taken.length - 1] + 1 >= widths[taken.length - 1]) taken.pop();
		if (taken.length === 0) return { runs, failure: undefined };
		taken[taken.length - 1]++;
		choices = taken;
	}
}

/**
 * @param {Scenario['threads']} threads
 * @param {number[]} choices
 * @returns {{ widths: number[], schedule: string }} how many threads could go on at each point, and which did
 */
function runOnce(threads, choices) {
	const logs = threads.map(() => /** @type {unknown[]} */ ([]));
	const isOver = threads.map((thread, index) => !hasNext(thread, logs[index]));
	const widths = [];
	let schedule = '';
	for (;;) {
		const ready = threads.map((_, index) => index).filter((index) => !isOver[index]);
		if (ready.length === 0) return { widths, schedule };
		const chosen = ready[choices[widths.length] ?? 0];
		widths.push(ready.length);
		schedule += chosen;
		isOver[chosen] = !advance(threads[chosen], logs[chosen]);
	}
}

/**
 * @param {Scenario['threads'][number]} thread
 * @param {unknown[]} log results of the operations it has done; one more afterwards
 * @returns {boolean} whether it has operations left
 */
function advance(thread, log) {
	return replay(thread, log, log.length + 1);
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
			if (position < log.length) return /** @type {any} */ (log[position++]);
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
