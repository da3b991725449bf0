import { load, wait } from '../memory/atomics.js';
import { I32 } from '../memory/heap.js';
import { FENCE } from '../memory/layout.js';
import { isHost } from '../memory/threads.js';

/**
 * Let another thread get on with what is in the way.
 *
 * @param {number} spins looks at shared memory, a few nanoseconds each
 * @param {number} sleepMs after that; the host does not sleep
 *
 * Threads: any. Blocks: for that long.
 */
export function pause(spins, sleepMs) {
	for (let spin = 0; spin < spins; spin++) load(I32, FENCE);
	// FENCE never has another value than 0, and nobody wakes who waits for it.
	if (sleepMs > 0 && !isHost) wait(I32, FENCE, 0, sleepMs);
}
