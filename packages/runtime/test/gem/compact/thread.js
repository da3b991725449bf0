// Makes a GEM sparse, so that it is compacted, and fills what that gave back with other texts.
import { parentPort } from 'node:worker_threads';
import { receive, send } from '../../../src/gem/index.js';
import { KEEP, policies, textOf } from './content.js';

receive(parentPort, ({ name, gem }) => {
	const { within } = policies[name];
	for (let at = 0; at < within(gem, () => gem.texts.length); at++) {
		if (at % KEEP !== 0) within(gem, () => (gem.texts[at] = at));
	}
	// Others have read what was at these addresses.
	for (let at = 0; at < 1500; at++) within(gem, () => (gem.later[at] = textOf(-at)));
	send(parentPort, gem);
});
