import { startCounting, stopCounting } from './probe.js';

/**
 * @template T
 * @param {T} value
 * @returns {Promise<T>}
 */
export async function echo(value) {
	'use cpu_bound';
	return value;
}

/**
 * Count in the thread that runs this.
 *
 * @param {import('./probe.js').Subject | undefined} subject undefined: end, and give what has been counted
 * @returns {Promise<import('./probe.js').Counts | undefined>}
 */
export async function probe(subject) {
	'use cpu_bound';
	if (subject === undefined) return stopCounting();
	startCounting(subject);
	return undefined;
}
