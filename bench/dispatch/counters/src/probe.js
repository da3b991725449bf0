import { Session } from 'node:inspector';
import { promiseHooks } from 'node:v8';

/**
 * What happens in one thread while it is counted.
 *
 * @typedef {object} Counts
 * @property {number} bytes allocated on the heap of V8; NaN when the collector ran meanwhile
 * @property {number} messages posted
 * @property {number} waits `Atomics.wait`
 * @property {number} notifies `Atomics.notify`
 * @property {number} turns iterations of the event loop
 * @property {number} promises created
 * @property {number} reactions of promises run: `await`, `then`
 * @property {number} functions of JavaScript entered, Node's own among them
 * @property {number} distinct functions among these
 */

/** @typedef {'heap' | 'events' | 'promises' | 'functions'} Subject counting one disturbs the others */

/** Of this thread: what is counted, until it is read. */
/* cpu_bound: reeval */
const state = {
	counts: emptyCounts(),
	/** @type {() => void} */
	stop: () => undefined,
};

/** @returns {Counts} */
function emptyCounts() {
	return {
		bytes: 0,
		messages: 0,
		waits: 0,
		notifies: 0,
		turns: 0,
		promises: 0,
		reactions: 0,
		functions: 0,
		distinct: 0,
	};
}

/** Begin to count in this thread. @param {Subject} subject */
export function startCounting(subject) {
	state.counts = emptyCounts();
	state.stop = STARTS[subject](state.counts);
}

/** @returns {Counts} since `startCounting` */
export function stopCounting() {
	state.stop();
	state.stop = () => undefined;
	return state.counts;
}

/** Each begins to count and returns what ends that. @type {Record<Subject, (counts: Counts) => () => void>} */
const STARTS = {
	heap: countBytes,
	events: countEvents,
	promises: countPromises,
	functions: countFunctions,
};

/** @param {Counts} counts */
function countBytes(counts) {
	const before = process.memoryUsage().heapUsed;
	return () => {
		counts.bytes = process.memoryUsage().heapUsed - before;
	};
}

/** @param {Counts} counts */
function countEvents(counts) {
	const port = globalThis.MessagePort.prototype;
	const restores = [
		replace(port, 'postMessage', () => counts.messages++),
		replace(Atomics, 'wait', () => counts.waits++),
		replace(Atomics, 'notify', () => counts.notifies++),
	];
	const before = loopTurns();
	return () => {
		counts.turns = loopTurns() - before;
		for (const restore of restores) restore();
	};
}

/** @returns {number} */
const loopTurns = () => performance.nodeTiming.uvMetricsInfo.loopCount;

/**
 * @param {any} owner
 * @param {string} key of a method
 * @param {() => void} note called before it
 * @returns {() => void} puts the method back
 */
function replace(owner, key, note) {
	const method = owner[key];
	owner[key] = function (/** @type {unknown[]} */ ...args) {
		note();
		return Reflect.apply(method, this, args);
	};
	return () => {
		owner[key] = method;
	};
}

/** @param {Counts} counts */
function countPromises(counts) {
	const stop = promiseHooks.createHook({
		init: () => {
			counts.promises++;
		},
		before: () => {
			counts.reactions++;
		},
	});
	return () => stop();
}

/** @param {Counts} counts */
function countFunctions(counts) {
	const session = new Session();
	session.connect();
	session.post('Profiler.enable');
	session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
	return () => {
		// In the session of its own thread the answer is there when this returns.
		session.post('Profiler.takePreciseCoverage', (_, { result }) => {
			for (const { url, functions } of result) {
				if (url === import.meta.url) continue;
				for (const { ranges } of functions) {
					counts.functions += ranges[0].count;
					if (ranges[0].count > 0) counts.distinct++;
				}
			}
		});
		session.disconnect();
	};
}
