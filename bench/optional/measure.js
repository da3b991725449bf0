import { timeInFlight } from '../dispatch/burst.js';
import { calibrate } from '../dispatch/calibrate.js';
import { interleave } from '../lib/interleave.js';

export const MICROSECONDS = [1, 10, 30, 100, 300, 1_000, 3_000, 10_000, 100_000];

/** Two rows of all that are in flight take longer than a benchmark has. */
const isMeasured = (/** @type {number} */ microseconds, /** @type {number} */ inFlight) =>
	microseconds * inFlight <= 1_000_000;

/** How calls come: so many in flight, each with an array of so many numbers. */
export const WAYS = [
	{ inFlight: 1, numbers: 0 },
	{ inFlight: 8, numbers: 0 },
	{ inFlight: 64, numbers: 0 },
	{ inFlight: 1, numbers: 10_000 },
	{ inFlight: 8, numbers: 10_000 },
];

/** @typedef {'direct' | 'pooled' | 'optional'} Name */

/** @typedef {(steps: number, payload: number[]) => Promise<number>} Call */

/**
 * @typedef {object} Plan
 * @property {number} rounds
 * @property {number} sampleMs of work in a sample, but two calls for each in flight at least, or one of 10 ms and more
 * @property {number} most calls in a sample
 *
 * @typedef {{ microseconds: number, inFlight: number, numbers: number, calls: number, samples: Record<Name, number[]> }} Figure
 *   samples: milliseconds for all calls
 */

/** Samples that are thrown away: the optional unit learns in them. */
const WARM_UP = 3;

/**
 * @param {Record<Name, Call>} contenders
 * @param {Plan} plan
 * @param {(text: string) => void} onStep
 * @returns {Promise<Figure[]>}
 */
export async function measure(contenders, { rounds, sampleMs, most }, onStep) {
	const stepsPerMicrosecond =
		(await calibrate((steps) => contenders.direct(steps, []), 1000)) / 1000;
	/** @type {Figure[]} */
	const figures = [];
	for (const { inFlight, numbers } of WAYS) {
		for (const microseconds of MICROSECONDS) {
			if (!isMeasured(microseconds, inFlight)) continue;
			onStep(`${microseconds} µs, ${inFlight} in flight, ${numbers} numbers`);
			const steps = Math.round(microseconds * stepsPerMicrosecond);
			const fitting = Math.round((sampleMs * 1000) / microseconds);
			const isLong = microseconds >= 10_000;
			const calls = Math.max(isLong ? inFlight : 2 * inFlight, Math.min(most, fitting));
			const payload = Array.from({ length: numbers }, (_, at) => at);
			const inputs = Array(calls).fill(steps);
			const expected = Array(calls).fill(await contenders.direct(steps, payload));
			const samples = await interleave(/** @type {Name[]} */ (['direct', 'pooled', 'optional']), {
				rounds: isLong ? Math.ceil(rounds / 3) : rounds,
				warmUp: isLong ? 1 : WARM_UP,
				sample: (name) => {
					const call = contenders[/** @type {Name} */ (name)];
					const spin = (/** @type {number} */ count) => call(count, payload);
					return timeInFlight({ spin }, inputs, expected, inFlight);
				},
			});
			figures.push({ microseconds, inFlight, numbers, calls, samples });
		}
	}
	return figures;
}
