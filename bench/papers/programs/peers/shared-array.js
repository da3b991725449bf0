/** @import { Peer } from './index.js' */
import { openRangeThreads } from './range-threads.js';

/** Numbers in a SharedArrayBuffer, by hand. @type {Peer} */
export const sharedArray = {
	name: 'worker_threads, SharedArrayBuffer by hand',
	files: [
		'peers/shared-array.js',
		'peers/shared-array-thread.js',
		'peers/range-threads.js',
		'split.js',
	],
	canDo: ({ program }) => program.isNumeric,
	open(job) {
		const { content } = job;
		const Type = content.every(Number.isInteger) ? Int32Array : Float64Array;
		const numbers = new Type(
			/** @type {any} */ (new SharedArrayBuffer(content.length * Type.BYTES_PER_ELEMENT)),
		);
		numbers.set(content);
		return openRangeThreads(new URL('./shared-array-thread.js', import.meta.url), { numbers }, job);
	},
};
