import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { receive, send } from '../../../src/gem/index.js';

/** @returns {{ ask: (action: string, name: string, gem: any) => Promise<any>, ended: Promise<unknown>, end: () => Promise<unknown> }} */
export function startThread() {
	const worker = new Worker(new URL('thread.js', import.meta.url));
	const waiting = new Map();
	let count = 0;
	const ended = once(worker, 'exit');
	receive(worker, ({ id, value, error }) => {
		const { resolve, reject } = waiting.get(id);
		if (error) reject(Object.assign(new Error(error.message), error));
		else resolve(value);
	});
	return {
		ask: (action, name, gem) =>
			new Promise((resolve, reject) => {
				const id = ++count;
				waiting.set(id, { resolve, reject });
				send(worker, { id, action, name, gem });
			}),
		ended,
		end: () => worker.terminate(),
	};
}
