import { parentPort } from 'node:worker_threads';
import { receive, send } from '../../../src/gem/index.js';

receive(parentPort, ({ gem, sizes }) => {
	const taken = [];
	for (const size of sizes) gem.getRange((from, to) => taken.push(from, to), size);
	send(parentPort, taken);
});
