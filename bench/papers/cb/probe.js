// Asks a server for its health again and again while others load it: a message with `port` begins, the next one ends it.
import { Agent, get } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { quantile } from '../../lib/statistics.js';

const PAUSE_MS = 5;
const RESOLUTION_MS = 1;

/** Of this process, which has next to nothing to do: what the machine adds by itself. */
const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** @type {number[]} */
let latencies = [];
let isOn = false;
/** @type {Promise<void>} */
let round = Promise.resolve();

/** @param {number} port @returns {Promise<number>} milliseconds */
function once(port) {
	const startMs = performance.now();
	return new Promise((resolve, reject) => {
		const request = get({ port, host: '127.0.0.1', path: '/health', agent }, (response) => {
			response.resume().on('end', () => resolve(performance.now() - startMs));
		});
		request.on('error', reject);
	});
}

/** @param {number} port */
async function probe(port) {
	while (isOn) {
		latencies.push(await once(port));
		await wait(PAUSE_MS);
	}
}

process.on('message', async (/** @type {{ port?: number }} */ { port }) => {
	try {
		if (port) {
			latencies = [];
			isOn = true;
			delay.reset();
			delay.enable();
			round = probe(port);
			process.send?.({ isOn });
			return;
		}
		isOn = false;
		await round;
		delay.disable();
		latencies.sort((a, b) => a - b);
		process.send?.({
			count: latencies.length,
			p50Ms: quantile(latencies, 0.5),
			p99Ms: quantile(latencies, 0.99),
			ownDelayP99Ms: Math.max(0, delay.percentile(99) / 1e6 - RESOLUTION_MS),
		});
	} catch (error) {
		process.send?.({ error: String(error) });
	}
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
