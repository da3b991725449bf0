import { parentPort } from 'node:worker_threads';
import { programs } from '../../src/programs.js';

parentPort?.on('message', async ([name, size]) => {
	try {
		parentPort?.postMessage({ value: await programs[name](size) });
	} catch (error) {
		parentPort?.postMessage({ error });
	}
});
