import { parentPort } from 'node:worker_threads';
import { receive, send } from '../../../src/gem/index.js';

/** The GEM that was sent last. @type {any} */
let held;

/** @type {Record<string, () => unknown>} */
const actions = {
	keep: () => 'kept',
	release: () => held.release(),
	subset() {
		try {
			const { from, to } = held.subset();
			return [from, to];
		} catch (error) {
			return error.code;
		}
	},
	all() {
		let count = 0;
		const add = (from, to) => {
			for (let index = from; index < to; index++) {
				held[index]++;
				count++;
			}
		};
		while (held.getRange(add));
		return count;
	},
};

receive(parentPort, ({ action, gem }) => {
	held = gem ?? held;
	send(parentPort, actions[action]());
});
