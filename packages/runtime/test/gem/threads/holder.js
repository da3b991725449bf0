// Does as it is told with a GEM, and never comes back: the test terminates it in the middle.
import { parentPort, workerData } from 'node:worker_threads';
import { addInFlight, takeInFlight } from '../../../src/gem/memory/directory.js';
import { beginLog, Region } from '../../../src/gem/memory/region.js';
import { me } from '../../../src/gem/memory/threads.js';
import { lock } from '../../../src/gem/sync/lock.js';

const { gem, generation, address, what } = workerData;
takeInFlight(gem, generation);
const region = new Region(gem);
const word = 2 * address;

if (what === 'flight') addInFlight(gem);
if (what === 'lock') {
	lock(word);
	region.log = beginLog();
	for (let index = 0; index < 3000; index++) {
		region.write32(word + 2 + (index % 500), index);
		region.allocate(3);
	}
}
parentPort?.postMessage(me());
// For ever: only the end of the thread ends this.
for (;;) region.stamp();
