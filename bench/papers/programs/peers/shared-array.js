/** @import { Peer } from './index.js' */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { rangesOf } from '../split.js';

/** Numbers in a SharedArrayBuffer, by hand. @type {Peer} */
export const sharedArray = {
	name: 'worker_threads, SharedArrayBuffer by hand',
	files: ['peers/shared-array.js', 'peers/shared-array-thread.js', 'split.js'],
	canDo: ({ program }) => program.isNumeric,
	async open({ program, content, parts, merge }) {
		const Type = content.every(Number.isInteger) ? Int32Array : Float64Array;
		const numbers = new Type(
			/** @type {any} */ (new SharedArrayBuffer(content.length * Type.BYTES_PER_ELEMENT)),
		);
		numbers.set(content);
		const url = new URL('./shared-array-thread.js', import.meta.url);
		const workerData = { program: program.name, numbers };
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
	},
};
