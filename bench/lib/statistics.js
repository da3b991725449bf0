/**
 * @typedef {object} Summary all in the unit of the samples, except `count`
 * @property {number} count how many samples
 * @property {number} min
 * @property {number} p10
 * @property {number} median
 * @property {number} p90
 * @property {number} max
 */

/**
 * The value below which a share of the samples lies, interpolated between neighbours.
 *
 * @param {number[]} sorted at least one sample, ascending
 * @param {number} share 0 to 1
 */
export function quantile(sorted, share) {
	if (sorted.length === 0) throw new RangeError('a quantile needs at least one sample');
	const position = (sorted.length - 1) * share;
	const below = Math.floor(position);
	const above = Math.ceil(position);
	return sorted[below] + (sorted[above] - sorted[below]) * (position - below);
}

/**
 * @param {number[]} samples at least one, in any order; not changed
 * @returns {Summary}
 */
export function summarize(samples) {
	for (const sample of samples) {
		if (!Number.isFinite(sample)) throw new RangeError(`a sample is ${sample}`);
	}
	const sorted = [...samples].sort((a, b) => a - b);
	return {
		count: sorted.length,
		min: quantile(sorted, 0),
		p10: quantile(sorted, 0.1),
		median: quantile(sorted, 0.5),
		p90: quantile(sorted, 0.9),
		max: quantile(sorted, 1),
	};
}

/**
 * The ratio of two contenders round by round.
 *
 * Both samples of a round were taken next to each other, so a machine that was slow for a while
 * was slow for both; the ratio of two separate medians would not have that.
 *
 * @param {number[]} numerators one per round
 * @param {number[]} denominators one per round, same rounds in the same order
 * @returns {Summary} of the ratios
 */
export function pairedRatio(numerators, denominators) {
	if (numerators.length !== denominators.length) {
		throw new RangeError(`${numerators.length} rounds against ${denominators.length}`);
	}
	return summarize(numerators.map((value, round) => value / denominators[round]));
}
