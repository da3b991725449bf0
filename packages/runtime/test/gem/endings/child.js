// Goes into a block of a GEM that arrives, says so in shared words, and ends there, or is terminated.
import { parentPort, workerData } from 'node:worker_threads';

const { words, how, hidesTasks } = workerData;
if (hidesTasks) await import('./hide-tasks.js');
const { receive } = await import('../../../src/gem/index.js');

receive(parentPort, ({ gem }) => {
	gem.atomic(() => {
		gem.n = 'half';
		Atomics.store(words, 0, 1);
		Atomics.notify(words, 0);
		if (how === 'exit') process.exit(0);
		const kept = [];
		for (;;) if (how === 'oom') kept.push(new Array(10_000).fill(kept.length + 0.5));
	});
});
