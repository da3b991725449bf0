import { parentPort } from 'node:worker_threads';
import { receive } from '@lapidary/runtime/gem';

// A thread that runs blocks on a GEM when it is told to, at the same time as another one.

const port = /** @type {import('node:worker_threads').MessagePort} */ (parentPort);

/** @type {{ gem: object, run: (gem: object, blocks: number) => unknown } | undefined} */
let ready;

receive(port, async (message) => {
	if (message.gem) {
		const { $lp_units } = await import(message.worker);
		ready = { gem: message.gem, run: $lp_units[message.id](undefined) };
		port.postMessage('ready');
		return;
	}
	if (!ready) throw new Error('told to run before it had something to run');
	const { signal, blocks } = message;
	// Both at once, as soon as the other one is there.
	Atomics.add(signal, 0, 1);
	while (Atomics.load(signal, 0) < 2);
	const start = performance.timeOrigin + performance.now();
	ready.run(ready.gem, blocks);
	port.postMessage({ start, end: performance.timeOrigin + performance.now() });
});
