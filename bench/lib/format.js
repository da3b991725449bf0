/** @import { Summary } from './statistics.js' */

/**
 * Three significant digits, as many as a run on one machine can carry.
 *
 * @param {number} value
 */
export function digits(value) {
	if (value === 0) return '0';
	const decimals = Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value))));
	return value.toFixed(Math.min(decimals, 6));
}

/**
 * @param {Summary} summary
 * @param {number} [scale] what to multiply the samples with for display
 * @returns {string} `median (p10–p90)`
 */
export function spread(summary, scale = 1) {
	const [low, middle, high] = [summary.p10, summary.median, summary.p90].map((value) =>
		digits(value * scale),
	);
	return summary.count === 1 ? middle : `${middle} (${low}–${high})`;
}
