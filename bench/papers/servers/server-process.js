import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/**
 * @typedef {object} Server
 * @property {number[]} ports
 * @property {() => Promise<number>} memory bytes of all its processes, after garbage collection
 * @property {() => Promise<void>} stop
 */

/**
 * @param {string} app
 * @param {string} way
 * @param {{ workers: number, memcachedPort: number }} setting
 * @returns {Promise<Server>} that has answered all checks
 */
export async function startServer(app, way, setting) {
	const script = fileURLToPath(new URL('./server.js', import.meta.url));
	const args = ['--expose-gc', script, app, way, JSON.stringify(setting)];
	const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
	const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
	const read = async () => {
		const { value, done } = await lines.next();
		if (done) throw new Error(`the server ${app}, ${way} has ended`);
		return JSON.parse(value);
	};
	const { ports } = await read();
	return {
		ports,
		async memory() {
			child.stdin.write('memory\n');
			return (await read()).bytes;
		},
		async stop() {
			const ended = once(child, 'exit');
			child.stdin.end();
			await ended;
		},
	};
}

/**
 * @param {Server} server
 * @param {string} what
 * @param {{ path: string, body: string }[]} checks
 * @throws {Error} when a worker answers anything else
 */
export async function checkAnswers({ ports }, what, checks) {
	for (const port of ports) {
		for (const { path, body } of checks) {
			const answer = await (await fetch(`http://127.0.0.1:${port}/${path}`)).text();
			if (answer !== body)
				throw new Error(`${what} answers ${path} with '${answer.slice(0, 200)}'`);
		}
	}
}
