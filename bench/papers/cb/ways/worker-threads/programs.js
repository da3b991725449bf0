import { Worker } from 'node:worker_threads';
import { THREADS } from '../threads.js';

/** @typedef {{ resolve: (value: unknown) => void, reject: (error: unknown) => void }} Waiting */

/** @type {{ task: [name: string, size: number], waiting: Waiting }[]} */
const queue = [];
/** @type {Map<Worker, Waiting | undefined>} */
const workers = new Map();

for (let index = 0; index < THREADS; index++) {
	const worker = new Worker(new URL('./worker.js', import.meta.url));
	workers.set(worker, undefined);
	worker.on('message', ({ value, error }) => {
		const waiting = workers.get(worker);
		workers.set(worker, undefined);
		if (error) waiting?.reject(error);
		else waiting?.resolve(value);
		feed();
	});
	worker.on('error', (error) => {
		workers.get(worker)?.reject(error);
		workers.delete(worker);
	});
}

function feed() {
	for (const [worker, waiting] of workers) {
		if (waiting || queue.length === 0) continue;
		const next = /** @type {typeof queue[0]} */ (queue.shift());
		workers.set(worker, next.waiting);
		worker.postMessage(next.task);
	}
}

/**
 * @param {string} name
 * @param {number} size
 * @returns {Promise<unknown>}
 */
export function call(name, size) {
	return new Promise((resolve, reject) => {
		queue.push({ task: [name, size], waiting: { resolve, reject } });
		feed();
	});
}

export async function close() {
	await Promise.all([...workers.keys()].map((worker) => worker.terminate()));
}
