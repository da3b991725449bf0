import { parentPort, workerData } from 'node:worker_threads';
import { receive } from '@lapidary/runtime/gem';
import { APPS } from './apps/index.js';
import { listen } from './listen.js';

const { app, way, setting } = workerData;
const port = /** @type {import('node:worker_threads').MessagePort} */ (parentPort);

receive(port, async (message) => {
	if (message === 'collect') {
		globalThis.gc?.();
		port.postMessage('collected');
		return;
	}
	const answer = await APPS[/** @type {keyof typeof APPS} */ (app)].open(way, message, setting);
	port.postMessage(await listen(answer));
});
