import { getEnvironmentData } from 'node:worker_threads';

const gate = getEnvironmentData('ends-at-once');
if (gate) {
	// The message comes while the module is evaluated, and its event loop sees nothing.
	Atomics.store(gate, 0, 1);
	Atomics.notify(gate, 0);
	Atomics.wait(gate, 1, 0);
}
export const nothing = undefined;
