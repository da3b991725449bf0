// The server of server.js, as many processes of it as there are to be threads: cluster hands out the connections.
import cluster from 'node:cluster';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { THREADS } from '../threads.js';

const exec = fileURLToPath(new URL('../../server.js', import.meta.url));
cluster.setupPrimary({ exec, args: [new URL('../../src/programs.js', import.meta.url).href] });
const workers = Array.from({ length: THREADS }, () => cluster.fork());
const ready = await Promise.all(workers.map((worker) => once(worker, 'message')));
process.send?.(ready[0][0]);

process.on('message', async (/** @type {string} */ message) => {
	const answers = workers.map((worker) => once(worker, 'message'));
	for (const worker of workers) worker.send(message);
	const figures = (await Promise.all(answers)).map(([figure]) => figure);
	process.send?.({
		delayP99Ms: Math.max(...figures.map(({ delayP99Ms }) => delayP99Ms)),
		delayMaxMs: Math.max(...figures.map(({ delayMaxMs }) => delayMaxMs)),
	});
});
process.on('disconnect', () => process.exit());
