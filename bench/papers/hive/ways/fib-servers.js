// As [HIVE] has it: each process of a cluster is a server that computes fib, and each task is a request.
import cluster from 'node:cluster';
import { once } from 'node:events';
import { get } from 'node:http';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';

cluster.setupPrimary({ exec: fileURLToPath(new URL('./fib-server.js', import.meta.url)) });
const workers = Array.from({ length: availableParallelism() }, () => cluster.fork());
const ports = await Promise.all(workers.map(async (worker) => (await once(worker, 'message'))[0]));

/**
 * @param {string} _name the only one is fib
 * @param {number} n
 * @returns {Promise<unknown>}
 */
export function call(_name, n) {
	return new Promise((resolve, reject) => {
		const options = { port: ports[0], host: '127.0.0.1', path: `/${n}`, agent: false };
		const request = get(options, async (response) => {
			let text = '';
			for await (const part of response.setEncoding('utf8')) text += part;
			resolve(JSON.parse(text));
		});
		request.on('error', reject);
	});
}

export async function close() {
	const exits = workers.map((worker) => once(worker, 'exit'));
	for (const worker of workers) worker.kill();
	await Promise.all(exits);
}
