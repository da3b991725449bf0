// Takes a lock many times and counts plainly under it; allocates and releases meanwhile.
import { parentPort, workerData } from 'node:worker_threads';
import { releaseHandle, takeInFlight } from '../../../src/gem/memory/directory.js';
import { I32 } from '../../../src/gem/memory/heap.js';
import { Region } from '../../../src/gem/memory/region.js';
import { increment } from '../../../src/gem/sync/atomic-long.js';
import { countDown } from '../../../src/gem/sync/latch.js';
import { lock, unlock } from '../../../src/gem/sync/lock.js';

const { gem, generation, address, rounds } = workerData;
takeInFlight(gem, generation);
const region = new Region(gem);
const word = 2 * address;
/** @type {[number, number][]} */
const blocks = [];
for (let round = 0; round < rounds; round++) {
	lock(word);
	I32[word + 1]++;
	unlock(word);
	if (round % 8 === 0) increment(address + 2);
	const cells = 1 + ((round * 7) % 60);
	const block = region.allocate(cells);
	I32.fill(block, 2 * block, 2 * (block + cells));
	blocks.push([block, cells]);
	if (blocks.length < 50) continue;
	const [old, size] = blocks.splice((round * 13) % 50, 1)[0];
	const isWhole = I32.subarray(2 * old, 2 * (old + size)).every((value) => value === old);
	if (!isWhole) throw new Error('a block was given to two threads');
	region.release(old, size);
}
for (const [block, cells] of blocks) region.release(block, cells);
countDown(word + 2);
releaseHandle(gem);
parentPort?.postMessage('done');
