import { TextDecoder, TextEncoder } from 'node:util';
import { parentPort, workerData } from 'node:worker_threads';
import { loadObjectBuffer } from '@bnaya/objectbuffer';

const { program, memory } = workerData;
const { work } = await import(`../plain/${program}.js`);
/** @type {any} */
const coders = { textEncoder: new TextEncoder(), textDecoder: new TextDecoder() };
const { content } = loadObjectBuffer(coders, memory);

// Read once: the programs read some elements more often, which costs as much each time.
parentPort?.on('message', ({ from, to }) => {
	const part = Array.from({ length: to - from }, (_, index) => content[from + index]);
	parentPort?.postMessage(work(part, from));
});
parentPort?.postMessage('ready');
