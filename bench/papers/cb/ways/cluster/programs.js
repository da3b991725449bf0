/** @import { Worker } from 'node:cluster' */
import cluster from 'node:cluster';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { THREADS } from '../threads.js';

/** @typedef {{ resolve: (value: unknown) => void, reject: (error: unknown) => void }} Waiting */

cluster.setupPrimary({ exec: fileURLToPath(new URL('./worker.js', import.meta.url)) });

/** @type {{ task: [name: string, size: number], waiting: Waiting }[]} */
const queue = [];
/** @type {Map<Worker, Waiting | undefined>} */
const workers = new Map();

const started = Array.from({ length: THREADS }, async () => {
	const worker = cluster.fork();
	// Node 20 loses messages that reach an ES module worker before it listens.
	await once(worker, 'message');
	workers.set(worker, undefined);
	worker.on('message', ({ value, error }) => {
		const waiting = workers.get(worker);
		workers.set(worker, undefined);
		if (error) waiting?.reject(new Error(error));
		else waiting?.resolve(value);
		feed();
	});
	feed();
	return worker;
});

function feed() {
	for (const [worker, waiting] of workers) {
		if (waiting || queue.length === 0) continue;
		const next = /** @type {typeof queue[0]} */ (queue.shift());
		workers.set(worker, next.waiting);
		worker.send(next.task);
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
	const running = await Promise.all(started);
	const exits = running.map((worker) => once(worker, 'exit'));
	for (const worker of running) worker.disconnect();
	await Promise.all(exits);
}
