import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/**
 * @typedef {object} Load
 * @property {number} perSecond requests that were answered
 * @property {number} p50 milliseconds
 * @property {number} p99 milliseconds
 */

/**
 * Requests by `ab`, one after the other on each connection, for some time; a process of it for each worker, spread over the ports.
 *
 * @param {number[]} ports
 * @param {{ seconds: number, clients: number, connections: number }} plan `connections`: of each client
 * @returns {Promise<Load>} of all clients together
 * @throws {Error} when a request fails
 */
export async function runLoad(ports, { seconds, clients, connections }) {
	const runs = Array.from({ length: clients }, async (_, client) => {
		const url = `http://127.0.0.1:${ports[client % ports.length]}/`;
		const args = [
			'-k',
			'-q',
			'-t',
			String(seconds),
			'-n',
			'100000000',
			'-c',
			String(connections),
			url,
		];
		const { stdout } = await promisify(execFile)('ab', args, { maxBuffer: 1 << 24 }).catch(explain);
		return readOutput(stdout);
	});
	const all = await Promise.all(runs);
	return {
		perSecond: all.reduce((sum, { perSecond }) => sum + perSecond, 0),
		p50: Math.max(...all.map(({ p50 }) => p50)),
		p99: Math.max(...all.map(({ p99 }) => p99)),
	};
}

/** @param {any} error @returns {never} */
function explain(error) {
	if (error.code !== 'ENOENT') throw error;
	throw new Error('ab is not installed: apt-get install apache2-utils', { cause: error });
}

/** @param {string} output of ab @returns {Load} */
export function readOutput(output) {
	const number = (/** @type {RegExp} */ pattern) => {
		const found = pattern.exec(output)?.[1];
		if (found === undefined) throw new Error(`ab printed no ${pattern}: ${output}`);
		return Number(found);
	};
	const failed = /^Non-2xx responses:\s+(\d+)/m.exec(output);
	if (failed) throw new Error(`${failed[1]} requests were refused`);
	return {
		perSecond: number(/^Requests per second:\s+([\d.]+)/m),
		p50: number(/^\s+50%\s+(\d+)/m),
		p99: number(/^\s+99%\s+(\d+)/m),
	};
}
