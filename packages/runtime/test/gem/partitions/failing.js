import { parentPort } from 'node:worker_threads';
import { receive, send } from '../../../src/gem/index.js';
import { codeOf } from '../code-of.js';

receive(parentPort, (gem) => {
	const fail = () => {
		throw new Error('stop');
	};
	const calls = [
		() => gem.getRange(async () => 0, 4),
		() => gem.getRange(undefined, 4),
		() => gem.getRange(() => 0, NaN),
		() => gem.getRange(fail, 4),
	];
	send(parentPort, calls.map(codeOf));
});
