/** @import { Contender } from './contenders.js' */
import { interleave } from '../lib/interleave.js';
import { timeBurst, timeInFlight, timeLoop } from './burst.js';
import { calibrate } from './calibrate.js';
import { payloadOf, timeLoneCalls } from './lone-call.js';

export const BURST_TASK_MICROSECONDS = 5;
export const TASK_MICROSECONDS = [20, 100, 1_000, 10_000];
export const PAYLOAD_BYTES = [0, 1_000, 100_000];
export const IN_FLIGHT = 64;
const WARM_UP_ROUNDS = 2;
const IDLE_MS = 300;

/**
 * @typedef {object} Plan
 * @property {number} rounds measured, of each comparison
 * @property {number} burstCalls
 * @property {number} loneCalls one after the other in one sample, with a small payload
 * @property {number} taskMs work in one sample of the comparison by task length; milliseconds
 *
 * @typedef {Record<string, number[]>} Samples contender to one figure per round
 *
 * @typedef {object} Figures
 * @property {number} stepsPerMicrosecond
 * @property {Samples} burst milliseconds for all calls
 * @property {{ bytes: number, samples: Samples }[]} lone microseconds per call
 * @property {{ microseconds: number, calls: number, samples: Samples }[]} tasks milliseconds for all
 * @property {number} idleShare of a core that all threads together use while nothing is called
 *
 * @typedef {Record<'direct' | 'lapidary' | 'piscina' | 'piscina64', Contender>} Contenders
 */

/**
 * @param {Contenders} contenders all open in this process; those that do not run are idle
 * @param {Plan} plan
 * @param {(text: string) => void} onStep
 * @returns {Promise<Figures>}
 */
export async function measure(contenders, plan, onStep) {
	onStep('calibrating');
	const stepsPerMicrosecond = (await calibrate(contenders.direct.spin, 1000)) / 1000;
	onStep(`burst of ${plan.burstCalls} calls`);
	const burst = await measureBurst(contenders, plan, stepsPerMicrosecond);
	const lone = [];
	for (const bytes of PAYLOAD_BYTES) {
		onStep(`call alone, ${bytes} B`);
		lone.push({ bytes, samples: await measureLone(contenders, plan, bytes) });
	}
	const tasks = [];
	for (const microseconds of TASK_MICROSECONDS) {
		onStep(`tasks of ${microseconds} µs, ${IN_FLIGHT} in flight`);
		tasks.push(await measureTasks(contenders, plan, { microseconds, stepsPerMicrosecond }));
	}
	onStep('idle pools');
	const idleShare = await measureIdle();
	return { stepsPerMicrosecond, burst, lone, tasks, idleShare };
}

/**
 * @param {Contenders} contenders
 * @param {Plan} plan
 * @param {number} stepsPerMicrosecond
 * @returns {Promise<Samples>}
 */
async function measureBurst(contenders, { rounds, burstCalls }, stepsPerMicrosecond) {
	const { inputs, expected } = await work(
		contenders.direct,
		burstCalls,
		BURST_TASK_MICROSECONDS * stepsPerMicrosecond,
	);
	return interleave(['direct', 'lapidary', 'piscina', 'piscina64'], {
		rounds,
		warmUp: WARM_UP_ROUNDS,
		sample: (name) => timeBurst(pick(contenders, name), inputs, expected),
	});
}

/**
 * @param {Contenders} contenders
 * @param {Plan} plan
 * @param {number} bytes
 * @returns {Promise<Samples>}
 */
async function measureLone(contenders, { rounds, loneCalls }, bytes) {
	const payload = payloadOf(bytes);
	const calls = bytes > 10_000 ? Math.ceil(loneCalls / 5) : loneCalls;
	return interleave(['lapidary', 'piscina'], {
		rounds,
		warmUp: WARM_UP_ROUNDS,
		sample: (name) => timeLoneCalls(pick(contenders, name), payload, calls),
	});
}

/**
 * @param {Contenders} contenders
 * @param {Plan} plan
 * @param {{ microseconds: number, stepsPerMicrosecond: number }} task
 */
async function measureTasks(contenders, { rounds, taskMs }, { microseconds, stepsPerMicrosecond }) {
	// Long tasks: at least two rows of all that are in flight, or the end of the run rules the figure.
	const calls = Math.max(2 * IN_FLIGHT, Math.round((taskMs * 1000) / microseconds));
	const steps = microseconds * stepsPerMicrosecond;
	const { inputs, expected } = await work(contenders.direct, calls, steps);
	const samples = await interleave(['direct', 'lapidary', 'piscina', 'piscina64'], {
		rounds: microseconds >= 10_000 ? Math.ceil(rounds / 3) : rounds,
		warmUp: 1,
		sample: (name) =>
			name === 'direct'
				? timeLoop(contenders.direct, inputs, expected)
				: timeInFlight(pick(contenders, name), inputs, expected, IN_FLIGHT),
	});
	return { microseconds, calls, samples };
}

/**
 * Calls that differ a little, so that no result can stand for another.
 *
 * @param {Contender} direct
 * @param {number} calls
 * @param {number} steps of a call, on average
 * @returns {Promise<{ inputs: number[], expected: number[] }>}
 */
async function work(direct, calls, steps) {
	const inputs = Array.from({ length: calls }, (_, call) => Math.round(steps) + (call % 7) - 3);
	const expected = [];
	for (const input of inputs) expected.push(await direct.spin(input));
	return { inputs, expected };
}

/** @returns {Promise<number>} */
async function measureIdle() {
	const before = process.cpuUsage();
	const start = performance.now();
	await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
	const { user, system } = process.cpuUsage(before);
	return (user + system) / 1000 / (performance.now() - start);
}

/**
 * @param {Contenders} contenders
 * @param {string} name
 */
function pick(contenders, name) {
	return contenders[/** @type {keyof Contenders} */ (name)];
}
