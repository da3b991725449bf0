import { median } from './median.js';

/**
 * @param {number[]} values at least one
 * @returns {Promise<{ median: number, spread: number }>}
 */
export async function summarize(values) {
	'use cpu_bound';
	const middle = median(values);
	return { median: middle, spread: median(values.map((value) => Math.abs(value - middle))) };
}
