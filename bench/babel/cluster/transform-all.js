/** @import { Worker } from 'node:cluster' */
/** @import { Job, Transformed } from '../types.js' */
import cluster from 'node:cluster';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';

cluster.setupPrimary({ exec: fileURLToPath(new URL('./worker.js', import.meta.url)) });
const workers = Array.from({ length: availableParallelism() }, () => cluster.fork());

// Node 20 loses messages that reach an ES module worker before it listens.
const ready = Promise.all(workers.map((worker) => once(worker, 'message')));

/**
 * @param {Job[]} jobs largest first
 * @returns {Promise<Transformed[]>} in the order of `jobs`
 */
export async function transformAll(jobs) {
	await ready;
	/** @type {Transformed[]} */
	const results = new Array(jobs.length);
	let next = 0;
	/** @param {Worker} worker */
	async function feed(worker) {
		while (next < jobs.length) {
			const index = next++;
			worker.send(jobs[index]);
			const [{ error, result }] = await once(worker, 'message');
			if (error) throw new Error(error);
			results[index] = result;
		}
	}
	await Promise.all(workers.map(feed));
	return results;
}

export async function close() {
	const exits = workers.map((worker) => once(worker, 'exit'));
	for (const worker of workers) worker.disconnect();
	await Promise.all(exits);
}
