/** @import { Peer } from './index.js' */
import { TextDecoder, TextEncoder } from 'node:util';
import { createObjectBuffer, getUnderlyingArrayBuffer } from '@bnaya/objectbuffer';
import { openRangeThreads } from './range-threads.js';

/** Bytes for an element: it does not grow by itself. */
const ROOM = 256;

/** Objects in a SharedArrayBuffer, by a library. @type {Peer} */
export const objectBuffer = {
	name: '@bnaya/objectbuffer',
	files: [
		'peers/object-buffer.js',
		'peers/object-buffer-thread.js',
		'peers/range-threads.js',
		'split.js',
	],
	share: 1 / 50,
	open(job) {
		/** @type {any} */
		const coders = { textEncoder: new TextEncoder(), textDecoder: new TextDecoder() };
		const size = (1 << 16) + job.content.length * ROOM;
		const options = { useSharedArrayBuffer: true };
		const shared = createObjectBuffer(coders, size, { content: job.content }, options);
		const url = new URL('./object-buffer-thread.js', import.meta.url);
		return openRangeThreads(url, { memory: getUnderlyingArrayBuffer(shared) }, job);
	},
};
