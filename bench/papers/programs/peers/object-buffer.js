/** @import { Peer } from './index.js' */
import { once } from 'node:events';
import { TextDecoder, TextEncoder } from 'node:util';
import { Worker } from 'node:worker_threads';
import { createObjectBuffer, getUnderlyingArrayBuffer } from '@bnaya/objectbuffer';
import { rangesOf } from '../split.js';

/** Bytes for an element: it does not grow by itself. */
const ROOM = 256;

/** Objects in a SharedArrayBuffer, by a library. @type {Peer} */
export const objectBuffer = {
	name: '@bnaya/objectbuffer',
	files: ['peers/object-buffer.js', 'peers/object-buffer-thread.js', 'split.js'],
	share: 1 / 50,
	async open({ program, content, parts, merge }) {
		/** @type {any} */
		const coders = { textEncoder: new TextEncoder(), textDecoder: new TextDecoder() };
		const size = (1 << 16) + content.length * ROOM;
		const options = { useSharedArrayBuffer: true };
		const shared = createObjectBuffer(coders, size, { content }, options);
		const url = new URL('./object-buffer-thread.js', import.meta.url);
		const workerData = { program: program.name, memory: getUnderlyingArrayBuffer(shared) };
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
