// A server of the programs: `node server.js <module of call>`. `GET /<program>` computes, `GET /health` says that it is there.
/** @import { AddressInfo } from 'node:net' */
import { createServer } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { REQUEST_SIZES } from './sizes.js';

const RESOLUTION_MS = 1;

/** @type {{ call: (name: string, size: number) => Promise<unknown> }} */
const { call } = await import(process.argv[2]);
const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });

const server = createServer(async (request, response) => {
	const name = String(request.url).slice(1);
	if (name === 'health') {
		response.end('well');
		return;
	}
	try {
		response.end(JSON.stringify(await call(name, REQUEST_SIZES[name])));
	} catch (error) {
		response.writeHead(500).end(String(error));
	}
});

server.listen(0, '127.0.0.1', () => {
	const { port } = /** @type {AddressInfo} */ (server.address());
	process.send?.({ port });
});

// 'reset' begins to measure, 'read' ends it.
process.on('message', (message) => {
	if (message === 'reset') {
		delay.reset();
		delay.enable();
		process.send?.({ delayP99Ms: 0, delayMaxMs: 0 });
		return;
	}
	delay.disable();
	// What is recorded is the time between two ticks.
	const milliseconds = (/** @type {number} */ nanoseconds) =>
		Math.max(0, nanoseconds / 1e6 - RESOLUTION_MS);
	process.send?.({
		delayP99Ms: milliseconds(delay.percentile(99)),
		delayMaxMs: milliseconds(delay.max),
	});
});
process.on('disconnect', () => process.exit());
