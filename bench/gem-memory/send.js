import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { ReadOnly, release, send } from '@lapidary/runtime/gem';
import { makeDocument } from './document.js';

/** Bytes of JSON. */
export const SIZES = [1_000, 100_000, 10_000_000];

/** @typedef {{ bytes: number, gem: number[], clone: number[] }} Sending samples: milliseconds there and back */

/**
 * Send a document to a thread and wait for its answer, as a GEM and as a clone, for each size in turns.
 *
 * @param {{ rounds: number, trips: number }} plan `trips`: of a GEM, in a row; a sample is their median
 * @param {(text: string) => void} onStep
 * @returns {Promise<Sending[]>} by size
 */
export async function measureSend({ rounds, trips }, onStep) {
	const worker = new Worker(new URL('./echo.js', import.meta.url));
	await once(worker, 'message');
	const documents = SIZES.map((bytes) => makeDocument(bytes));
	const gems = documents.map((content) => ReadOnly.create(content));
	/** @type {Sending[]} */
	const figures = SIZES.map((bytes) => ({ bytes, gem: [], clone: [] }));
	const trip = async (/** @type {unknown} */ value) => {
		const answer = once(worker, 'message');
		const start = performance.now();
		send(worker, value);
		const [id] = await answer;
		const ms = performance.now() - start;
		if (id !== 0) throw new Error('the thread did not read the first row');
		return ms;
	};
	for (let round = 0; round < rounds; round++) {
		onStep(`sending, round ${round + 1} of ${rounds}`);
		// What clones leave behind, garbage and threads that sleep, is no part of what follows them.
		await medianOf(trips, () => trip(gems[0]));
		for (const [index, figure] of figures.entries())
			figure.gem.push(await medianOf(trips, () => trip(gems[index])));
		for (const [index, figure] of figures.entries())
			figure.clone.push(await medianOf(index === 2 ? 1 : trips, () => trip(documents[index])));
	}
	for (const gem of gems) release(gem);
	await worker.terminate();
	return figures;
}

/** @param {number} count @param {() => Promise<number>} sample @returns {Promise<number>} */
async function medianOf(count, sample) {
	const all = [];
	for (let index = 0; index < count; index++) all.push(await sample());
	return all.sort((a, b) => a - b)[count >> 1];
}
