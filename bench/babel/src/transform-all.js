/** @import { Job, Transformed } from '../types.js' */
import { transformFile } from './transform-file.js';

/**
 * @param {Job[]} jobs largest first
 * @returns {Promise<Transformed[]>} in the order of `jobs`
 */
export function transformAll(jobs) {
	return Promise.all(jobs.map((job) => transformFile(job)));
}
