// A thread of the conformance suite: does what it is told with the GEM that it gets.
import { parentPort } from 'node:worker_threads';
import { receive, send } from '../../../src/gem/index.js';
import { cells, codeOf } from './cells.js';
import { policies } from './policies.js';

/** @type {Record<string, (name: string, gem: any) => unknown>} */
const actions = {
	...cells,
	/** Take the right and give the GEM back. */
	return: (name, gem) => {
		policies[name].within(gem, () => 0);
		policies[name].drop(gem);
		return gem;
	},
	/** Take the right, change something, and end. */
	die: (name, gem) =>
		policies[name].within(gem, () => {
			if (policies[name].writes) {
				gem[1] = 'half';
				gem[0].deep.list.push('done');
			}
			process.exit(0);
		}),
	/** Take the right and keep it, where that can be. */
	hold: (name, gem) => policies[name].within(gem, () => gem[1]),
	code: (name, gem) => codeOf(() => policies[name].within(gem, () => gem[1])),
};

receive(parentPort, ({ id, action, name, gem }) => {
	try {
		send(parentPort, { id, value: actions[action](name, gem) });
	} catch (error) {
		send(parentPort, { id, error: { code: error.code, message: String(error) } });
	}
});
