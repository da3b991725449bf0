/** @import { Job, Transformed } from '../types.js' */
import { availableParallelism } from 'node:os';
import { Piscina } from 'piscina';

const pool = new Piscina({
	filename: new URL('./worker.js', import.meta.url).href,
	minThreads: availableParallelism(),
	maxThreads: availableParallelism(),
});

/**
 * @param {Job[]} jobs largest first
 * @returns {Promise<Transformed[]>} in the order of `jobs`
 */
export function transformAll(jobs) {
	return Promise.all(jobs.map((job) => pool.run(job)));
}

export function close() {
	return pool.close();
}
