/** @import { Peer } from './index.js' */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { rangesOf } from '../split.js';

/** @param {'clone' | 'json'} way @param {boolean} isKept @returns {Peer['open']} */
const openThreads =
	(way, isKept) =>
	async ({ program, content, parts, merge }) => {
		const threads = Array.from(
			{ length: parts },
			() =>
				new Worker(new URL('./message-thread.js', import.meta.url), {
					workerData: { program: program.name, way },
				}),
		);
		await Promise.all(threads.map((thread) => once(thread, 'message')));
		const ranges = rangesOf(content.length, parts, program.step);
		let isThere = false;
		return {
			async run() {
				const answers = ranges.map(async ({ from, to }, part) => {
					const answer = once(threads[part], 'message');
					const chunk = isKept && isThere ? undefined : content.slice(from, to);
					const message = { chunk, from };
					threads[part].postMessage(way === 'json' ? JSON.stringify(message) : message);
					const [result] = await answer;
					return way === 'json' ? JSON.parse(result) : result;
				});
				const results = await Promise.all(answers);
				isThere = true;
				return merge(results);
			},
			close: () => Promise.all(threads.map((thread) => thread.terminate())),
		};
	};

const files = ['peers/messages.js', 'peers/message-thread.js', 'split.js'];

/** @type {Peer} */
export const clone = { name: 'worker_threads, clone', files, open: openThreads('clone', false) };
/** @type {Peer} */
export const json = { name: 'worker_threads, JSON', files, open: openThreads('json', false) };
/** Each thread keeps its part of the content, as a copy of its own. @type {Peer} */
export const cloneKept = {
	name: 'worker_threads, each keeps its part',
	files,
	open: openThreads('clone', true),
};
