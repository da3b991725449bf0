import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const CHILD = fileURLToPath(new URL('./memory-child.js', import.meta.url));

/** @typedef {'none' | 'clone' | 'gem'} Sharing */

/**
 * How much memory a process takes with four threads that have a document each, share one, or have none.
 *
 * @param {{ bytes: number, rounds: number }} plan
 * @param {(text: string) => void} onStep
 * @returns {Promise<Record<Sharing, number[]>>} bytes
 * @throws {Error} when threads read different sums
 */
export async function measureMemory({ bytes, rounds }, onStep) {
	/** @type {Record<Sharing, number[]>} */
	const samples = { none: [], clone: [], gem: [] };
	const sums = new Set();
	for (let round = 0; round < rounds; round++) {
		for (const way of /** @type {Sharing[]} */ (Object.keys(samples))) {
			onStep(`memory of four threads, round ${round + 1} of ${rounds}: ${way}`);
			const args = ['--expose-gc', CHILD, way, String(bytes)];
			const { stdout } = await promisify(execFile)(process.execPath, args);
			const { rss, sum } = JSON.parse(stdout);
			samples[way].push(rss);
			if (way !== 'none') sums.add(sum);
		}
	}
	if (sums.size !== 1) throw new Error('a GEM and a clone gave different sums');
	return samples;
}
