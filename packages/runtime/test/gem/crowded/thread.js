// Does one thing with a GEM that arrives, and ends.
import { parentPort } from 'node:worker_threads';
import { receive } from '../../../src/gem/index.js';

receive(parentPort, ({ gem, action }) => {
	if (action === 'read') parentPort?.postMessage(gem.atomic(() => gem.n));
	else {
		gem.atomic(() => {
			gem.n = 'half';
			parentPort?.postMessage('inside');
			process.exit(0);
		});
	}
	parentPort?.close();
});
