// Starts a thread that ends within a block, and then wants to get into one, without a turn of the event loop.
import { once } from 'node:events';
import { parentPort, Worker, workerData } from 'node:worker_threads';

const { how, hidesTasks } = workerData;
if (hidesTasks) await import('./hide-tasks.js');
const { receive, send } = await import('../../../src/gem/index.js');

receive(parentPort, async ({ gem }) => {
	const words = new Int32Array(new SharedArrayBuffer(8));
	const child = new Worker(new URL('child.js', import.meta.url), {
		workerData: { words, how, hidesTasks },
		resourceLimits: how === 'oom' ? { maxOldGenerationSizeMb: 16 } : {},
	});
	child.on('error', () => undefined);
	send(child, { gem });
	if (hidesTasks) await once(child, 'online');
	Atomics.wait(words, 0, 0);
	if (how === 'terminate') void child.terminate();
	const n = gem.atomic(() => ++gem.n);
	parentPort?.postMessage(n);
	parentPort?.close();
	// Its event loop never turns again.
	Atomics.wait(words, 1, 0);
});
