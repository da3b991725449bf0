// Starts a thread of its own that never comes back, and tells both ids.
import { once } from 'node:events';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { addInFlight, takeInFlight } from '../../../src/gem/memory/directory.js';
import { me } from '../../../src/gem/memory/threads.js';

const { gem, generation } = workerData;
takeInFlight(gem, generation);
addInFlight(gem);
const child = new Worker(new URL('holder.js', import.meta.url), {
	workerData: { ...workerData, what: 'lock' },
});
const [id] = await once(child, 'message');
parentPort?.postMessage([me(), id]);
