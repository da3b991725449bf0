// Owns a GEM that arrives, for as long as it runs.
import { parentPort } from 'node:worker_threads';
import { receive } from '../../../src/gem/index.js';

receive(parentPort, ({ gem }) => {
	gem.n++;
	parentPort?.postMessage('owned');
	setInterval(() => gem, 1000);
});
