// Units that count their runs in memory which they have not been given: calls with shared memory among their arguments are not followed.
import { getEnvironmentData, threadId } from 'node:worker_threads';
import { FAILURES } from './failures.js';

/** @type {Int32Array} one per call, and the last one for whoever waits */
const words = getEnvironmentData('test/ahead.js');

const spin = (milliseconds) => {
	const endMs = performance.now() + milliseconds;
	while (performance.now() < endMs);
};

const count = (index) => {
	Atomics.add(words, index, 1);
	Atomics.notify(words, index);
};

/** What a call does after it has counted itself, by name. */
const ENDINGS = {
	return: (index) => index,
	object: (index) => ({ index }),
	work: (index) => {
		spin(1);
		return index;
	},
	wait: async (index) => {
		await new Promise((resolve) => void setTimeout(resolve, 1));
		return index;
	},
	hold: (index, held) => {
		Atomics.wait(words, held, 0);
		return index;
	},
	...FAILURES,
	endless: () => {
		for (;;);
	},
	never: () => new Promise(() => undefined),
	leave: (index, later) => {
		setTimeout(count, 0, later);
		return index;
	},
	look: (index, other) => {
		spin(5);
		return Atomics.load(words, other);
	},
	thread: () => threadId,
};

export const $lp_units = {
	'test/ahead.js#run': () => (index, ending, other) => {
		count(index);
		return ENDINGS[ending](index, other);
	},
	'test/ahead.js#meet': () => (meeting, index, other) => {
		count(index);
		// Two calls that wait for each other.
		Atomics.add(meeting, 0, 1);
		Atomics.notify(meeting, 0);
		while (Atomics.load(meeting, 0) < 2) Atomics.wait(meeting, 0, 1, 100);
		return other;
	},
};
