// Takes the place of src/gem/memory/atomics.js: each operation is a step of the simulated thread that runs.

/** Of the run that is being explored. */
export const current = {
	/** @type {(<T>(operation: () => T) => T) | undefined} of the thread that is being advanced */
	step: undefined,
	/** Index of that thread. */
	thread: 0,
	/** @type {Map<number, { words: object, index: number, timeoutMs: number }>} threads that sleep, the first one first */
	asleep: new Map(),
	/** @type {Set<number>} threads that have woken because time was over */
	late: new Set(),
	/** How often time had to pass for anyone to go on. */
	timeouts: 0,
	/** @type {Set<number>} threads that have ended in the middle */
	dead: new Set(),
};

/** Before each run. */
export function reset() {
	current.step = undefined;
	current.asleep.clear();
	current.late.clear();
	current.dead.clear();
	current.timeouts = 0;
}

/**
 * What explore() has to know of threads that sleep and die.
 *
 * @param {number[]} [mortal]
 */
export const world = (mortal = []) => ({
	mortal,
	isAsleep: (thread) => current.asleep.has(thread),
	onAllAsleep() {
		const waking = [...current.asleep].filter(([, { timeoutMs }]) => timeoutMs < Infinity);
		for (const [thread] of waking) {
			current.asleep.delete(thread);
			current.late.add(thread);
		}
		current.timeouts++;
		return waking.length > 0;
	},
	onDeath(thread) {
		current.asleep.delete(thread);
		current.dead.add(thread);
	},
});

/**
 * @param {number} index of a thread
 * @param {() => void} body
 */
export const thread = (index, body) => (step) => {
	current.step = step;
	current.thread = index;
	body();
};

export const step = (operation) => (current.step ? current.step(operation) : operation());

export const asyncWaits = { count: 0 };
export const SPINS = 1;
export const PATIENCE = 1;
export const readPlain = (words, at) => step(() => words[at]);
export const writePlain = (words, at, value) => step(() => (words[at] = value));
export const load = (words, index) => step(() => words[index]);
export const store = (words, index, value) => step(() => (words[index] = value));

const change = (next) => (words, index, value) =>
	step(() => {
		const old = words[index];
		words[index] = next(old, value);
		return old;
	});
export const add = change((old, value) => old + value);
export const sub = change((old, value) => old - value);
export const or = change((old, value) => old | value);
export const and = change((old, value) => old & value);
export const exchange = change((_, value) => value);

export const compareExchange = (words, index, expected, value) =>
	step(() => {
		const old = words[index];
		if (old === expected) words[index] = value;
		return old;
	});

export const [load64, store64, add64, compareExchange64] = [load, store, add, compareExchange];

export function wait(words, index, value, timeoutMs = Infinity) {
	const { thread } = current;
	const sleeps = step(() => {
		if (words[index] !== value) return false;
		current.asleep.set(thread, { words, index, timeoutMs });
		return true;
	});
	if (!sleeps) return 'not-equal';
	return step(() => (current.late.delete(thread) ? 'timed-out' : 'ok'));
}

export const notify = (words, index, count = Infinity) =>
	step(() => {
		let woken = 0;
		for (const [thread, place] of [...current.asleep]) {
			if (place.words !== words || place.index !== index || woken >= count) continue;
			current.asleep.delete(thread);
			woken++;
		}
		return woken;
	});

export const waitAsync = () => {
	throw new Error('explored code does not wait asynchronously');
};
