// A load generator for machines without ApacheBench: `node load.js <url> <requests> <concurrency>` prints what was served, as JSON.
import { Agent, get } from 'node:http';
import { quantile } from '../../lib/statistics.js';

const [url, requests, concurrency] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true, maxSockets: Number(concurrency) });

/** @returns {Promise<number>} milliseconds */
function once() {
	const startMs = performance.now();
	return new Promise((resolve, reject) => {
		const request = get(url, { agent }, (response) => {
			if (response.statusCode !== 200) reject(new Error(`status ${response.statusCode}`));
			response.resume().on('end', () => resolve(performance.now() - startMs));
		});
		request.on('error', reject);
	});
}

/** @type {number[]} */
const latencies = [];
let left = Number(requests);
async function lane() {
	while (left-- > 0) latencies.push(await once());
}
const startMs = performance.now();
await Promise.all(Array.from({ length: Number(concurrency) }, lane));
const seconds = (performance.now() - startMs) / 1000;
agent.destroy();
latencies.sort((a, b) => a - b);
const [p50Ms, p90Ms, p99Ms] = [0.5, 0.9, 0.99].map((share) => quantile(latencies, share));
process.stdout.write(
	JSON.stringify({ p50Ms, p90Ms, p99Ms, perSecond: Number(requests) / seconds }),
);
