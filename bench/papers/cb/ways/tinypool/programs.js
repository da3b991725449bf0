import { Tinypool } from 'tinypool';
import { THREADS } from '../threads.js';

const pool = new Tinypool({
	filename: new URL('./worker.js', import.meta.url).href,
	minThreads: THREADS,
	maxThreads: THREADS,
});

/**
 * @param {string} name
 * @param {number} size
 * @returns {Promise<unknown>}
 */
export function call(name, size) {
	return pool.run([name, size]);
}

export const close = () => pool.destroy();
