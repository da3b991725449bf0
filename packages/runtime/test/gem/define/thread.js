import { parentPort } from 'node:worker_threads';
import { receive, send } from '../../../src/gem/index.js';
import { Watched } from './types.js';

receive(parentPort, ({ action, gem, part }) => {
	try {
		if (action === 'touch') send(parentPort, { value: gem.touch(1), imported: Watched.imported() });
		else if (action === 'part') send(parentPort, { value: [part.n, part.deep.x], part, gem: part });
		else send(parentPort, { value: gem.relabel('other') });
	} catch (error) {
		send(parentPort, { error: String(error) });
	}
});
