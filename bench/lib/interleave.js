/**
 * The order in which contenders take their turn in a round. Each round starts one further, and in
 * steps of another length, so that no contender always runs after the same other: what that one has left
 * behind (caches, a core that was idle) would count for or against it in each round.
 *
 * @template T
 * @param {readonly T[]} contenders
 * @param {number} round 0-based
 * @returns {T[]}
 */
export function turnOrder(contenders, round) {
	const { length } = contenders;
	const steps = contenders
		.map((_, index) => index + 1)
		.filter((step) => hasNoDivisor(step, length));
	const step = steps[round % steps.length];
	return contenders.map((_, index) => contenders[(round + index * step) % length]);
}

/** @param {number} a @param {number} b @returns {boolean} whether only 1 divides both */
const hasNoDivisor = (a, b) => (b === 0 ? a === 1 : hasNoDivisor(b, a % b));

/**
 * Take one sample of each contender per round, contenders alternating.
 *
 * @param {readonly string[]} names
 * @param {object} plan
 * @param {number} plan.rounds measured rounds, at least 1
 * @param {number} [plan.warmUp] rounds before them whose samples are thrown away; default 0
 * @param {(name: string, round: number) => Promise<number>} plan.sample resolves to one sample;
 *   `round` is negative in warm-up rounds
 * @returns {Promise<Record<string, number[]>>} contender to samples, in the order of the rounds
 */
export async function interleave(names, { rounds, warmUp = 0, sample }) {
	/** @type {Record<string, number[]>} */
	const samples = Object.fromEntries(names.map((name) => [name, []]));
	for (let round = -warmUp; round < rounds; round++) {
		for (const name of turnOrder(names, round + warmUp)) {
			const value = await sample(name, round);
			if (round >= 0) samples[name].push(value);
		}
	}
	return samples;
}
