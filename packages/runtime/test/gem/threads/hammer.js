// Takes a lock again as soon as it has given it back, until the thread is terminated.
import { parentPort, workerData } from 'node:worker_threads';
import { takeInFlight } from '../../../src/gem/memory/directory.js';
import { I32 } from '../../../src/gem/memory/heap.js';
import { lock, unlock } from '../../../src/gem/sync/lock.js';

const { gem, generation, address } = workerData;
takeInFlight(gem, generation);
const word = 2 * address;
for (let round = 0; ; round++) {
	lock(word);
	for (let each = 0; each < 20_000; each++) I32[word + 1]++;
	unlock(word);
	if (round === 100) parentPort?.postMessage('busy');
}
