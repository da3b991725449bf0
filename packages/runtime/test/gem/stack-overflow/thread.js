// Changes the GEM that it is sent.
import { parentPort } from 'node:worker_threads';
import { receive } from '../../../src/gem/index.js';

receive(parentPort, ({ gem }) => {
	const change = () => {
		for (let n = 0; n < 50; n++) gem.rows = Array.from({ length: n }, () => ({ n }));
	};
	if (gem.atomic) gem.atomic(change);
	else change();
	parentPort?.postMessage('done');
});
