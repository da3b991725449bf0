/** @import { Job } from './index.js' */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { rangesOf } from '../split.js';

/**
 * Threads that look at the same memory, each at its range of the content.
 *
 * @param {URL} url of the module of a thread, which says when it is ready
 * @param {object} shared with the threads, beside the program's name
 * @param {Job} job
 * @returns {Promise<{ run: () => Promise<any>, close: () => Promise<unknown> }>}
 */
export async function openRangeThreads(url, shared, { program, content, parts, merge }) {
	const workerData = { program: program.name, ...shared };
	const threads = Array.from({ length: parts }, () => new Worker(url, { workerData }));
	await Promise.all(threads.map((thread) => once(thread, 'message')));
	const ranges = rangesOf(content.length, parts, program.step);
	return {
		async run() {
			const answers = ranges.map(async (range, part) => {
				const answer = once(threads[part], 'message');
				threads[part].postMessage(range);
				return (await answer)[0];
			});
			return merge(await Promise.all(answers));
		},
		close: () => Promise.all(threads.map((thread) => thread.terminate())),
	};
}
