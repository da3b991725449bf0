// Tells about the heap that this thread has, once it is asked.
import { parentPort } from 'node:worker_threads';

parentPort?.once('message', async () => {
	const { heapId, limitBytes } = await import('../../../src/gem/memory/heap.js');
	parentPort?.postMessage({ heapId, limitBytes });
});
