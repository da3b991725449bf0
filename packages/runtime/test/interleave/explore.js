// Every interleaving of a few simulated threads, or every one with at most so many preemptions.
//
// A thread is a function over simulated atomics. It is advanced by running it from its start: operations that it has done
// before return what they returned then, the next ones are carried out while it goes on, and where another thread comes
// next the run is cut off by an exception. So real, synchronous code is interleaved at its atomic operations in one thread.
// Sequential consistency of JavaScript's Atomics makes that exact (ECMA-262, Memory Model).
//
// A *preemption* is a step of another thread while the one before could have gone on. Most bugs need one or two of them
// (Musuvathi and Qadeer, PLDI 2007), and their number grows polynomially where that of all interleavings explodes.

const CUT = Symbol('the next operation');

/** In place of the result of an operation that was not carried out: the stack was full. */
const FAILED = Symbol('an exception');
const STACK_IS_FULL = 'Maximum call stack size exceeded';

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
 * What happens next: a thread does its next step, or throws in place of it, or dies before it.
 *
 * @typedef {{ kind: 'step' | 'fail' | 'die', index: number }} Event
 */

/**
 * @param {Scenario} scenario
 * @param {number[]} choices
 * @param {number} preemptions
 * @returns {{ widths: number[], schedule: string, problem?: string }} how much could happen at each point, and what did
 */
function runOnce(scenario, choices, preemptions) {
	const { threads, onDeath } = scenario;
	const logs = threads.map(() => /** @type {unknown[]} */ ([]));
	const isOver = threads.map((thread) => !run(thread, [], null, () => false));
	const scheduler = new Scheduler(scenario, isOver, choices, preemptions);
	let event = scheduler.next();
	while (event) {
		const { kind, index } = event;
		if (kind === 'die') {
			isOver[index] = true;
			onDeath?.(index);
			event = scheduler.next();
			continue;
		}
		/** @type {Event | undefined} */
		let other;
		// While the same thread goes on, nothing is run again.
		isOver[index] = !run(threads[index], logs[index], kind, () => {
			const next = scheduler.next();
			if (next?.index === index && next.kind !== 'die') return next.kind;
			other = next;
			return false;
		});
		event = isOver[index] ? scheduler.next() : other;
	}
	const { widths, schedule, problem } = scheduler;
	return { widths, schedule, problem };
}

/** Chooses what happens next, of all that can. */
class Scheduler {
	/** @type {number[]} */
	widths = [];
	schedule = '';
	/** @type {string | undefined} */
	problem;
	#last = -1;

	/** @param {Scenario} scenario @param {boolean[]} isOver of each thread @param {number[]} choices @param {number} left preemptions */
	constructor(scenario, isOver, choices, left) {
		this.#scenario = scenario;
		this.#isOver = isOver;
		this.#choices = choices;
		this.#left = left;
		this.#mortal = scenario.mortal ?? [];
		this.#fallible = scenario.fallible ?? [];
	}
	#scenario;
	#isOver;
	#choices;
	#left;
	#mortal;
	#fallible;

	/** @returns {Event | undefined} undefined at the end of a run, or where it cannot go on: then there is a problem */
	next() {
		const { isAsleep = () => false, onAllAsleep = () => false } = this.#scenario;
		for (;;) {
			const living = [...this.#isOver.keys()].filter((index) => !this.#isOver[index]);
			const ready = living.filter((index) => !isAsleep(index));
			if (living.length === 0) return undefined;
			const dying = this.#mortal.filter((index) => !this.#isOver[index]);
			if (this.widths.length > MOST_STEPS) {
				this.problem = 'it does not end';
				return undefined;
			}
			if (ready.length > 0 || dying.length > 0) return this.#choose(ready, dying);
			if (onAllAsleep()) continue;
			this.problem = `threads ${living} sleep for ever`;
			return undefined;
		}
	}

	/** @param {number[]} ready @param {number[]} dying @returns {Event} */
	#choose(ready, dying) {
		const steps = inOrder(ready, this.#last, this.#left);
		const failing = this.#fallible.filter((index) => ready.includes(index));
		const choice = this.#choices[this.widths.length] ?? 0;
		this.widths.push(steps.length + dying.length + failing.length);
		if (choice < steps.length) {
			const index = steps[choice];
			if (index !== this.#last && ready.includes(this.#last)) this.#left--;
			this.#last = index;
			this.schedule += index;
			return { kind: 'step', index };
		}
		if (choice < steps.length + dying.length) {
			this.#mortal = [];
			const index = dying[choice - steps.length];
			this.schedule += `+${index}`;
			return { kind: 'die', index };
		}
		this.#fallible = [];
		const index = failing[choice - steps.length - dying.length];
		this.schedule += `!${index}`;
		return { kind: 'fail', index };
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
 * Run a thread from its start to where it has done what its log says, and on from there.
 *
 * @param {Scenario['threads'][number]} thread
 * @param {unknown[]} log results of the operations it has done; those that it does are added
 * @param {'step' | 'fail' | null} first how it goes on; null: not at all
 * @param {() => 'step' | 'fail' | false} goesOn asked before each further operation; false cuts the run off there
 * @returns {boolean} whether it has operations left
 */
function run(thread, log, first, goesOn) {
	let position = 0;
	let kind = first;
	let isCut = false;
	try {
		thread((operation) => {
			// Also the operations of a `finally` on the way out.
			if (isCut) throw CUT;
			if (position < log.length) {
				const result = log[position++];
				if (result === FAILED) throw new RangeError(STACK_IS_FULL);
				return /** @type {any} */ (result);
			}
			const how = kind ?? goesOn();
			kind = null;
			if (!how) {
				isCut = true;
				throw CUT;
			}
			position++;
			if (how === 'fail') {
				log.push(FAILED);
				throw new RangeError(STACK_IS_FULL);
			}
			const result = operation();
			log.push(result);
			return result;
		});
		return isCut;
	} catch (thrown) {
		if (thrown !== CUT) throw thrown;
		return true;
	}
}
