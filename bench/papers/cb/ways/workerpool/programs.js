import { fileURLToPath } from 'node:url';
import workerpool from 'workerpool';
import { THREADS } from '../threads.js';

const pool = workerpool.pool(fileURLToPath(new URL('./worker.js', import.meta.url)), {
	workerType: 'thread',
	minWorkers: THREADS,
	maxWorkers: THREADS,
});

/**
 * @param {string} name
 * @param {number} size
 * @returns {Promise<unknown>}
 */
export async function call(name, size) {
	return pool.exec('run', [name, size]);
}

export const close = () => pool.terminate();
