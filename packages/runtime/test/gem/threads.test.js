// On real threads: what they do at once, and what stays behind when one of them ends in the middle.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import {
	addInFlight,
	createGem,
	dropInFlight,
	generationOf,
	isCurrent,
	releaseHandle,
} from '../../src/gem/memory/directory.js';
import { I32 } from '../../src/gem/memory/heap.js';
import { Region } from '../../src/gem/memory/region.js';
import { spanUsage } from '../../src/gem/memory/spans.js';
import { isAlive, onDeath } from '../../src/gem/memory/threads.js';
import { getLong } from '../../src/gem/sync/atomic-long.js';
import { awaitLatchAsync } from '../../src/gem/sync/latch.js';
import { hasLock, lock, lockAsync, tryLock, unlock } from '../../src/gem/sync/lock.js';

/** A GEM with a block of zeroes. */
function createBlock(cells) {
	const gem = createGem(0);
	const region = new Region(gem);
	const address = region.allocate(cells);
	I32.fill(0, 2 * address, 2 * (address + cells));
	return { gem, generation: generationOf(gem), region, address };
}

function start(file, { gem, generation, address }, more) {
	addInFlight(gem);
	const workerData = { gem, generation, address, ...more };
	return new Worker(new URL(`threads/${file}`, import.meta.url), { workerData });
}

test('threads count under a lock, and allocate in one region, without losing anything', async () => {
	const before = spanUsage().bytesInUse;
	const rounds = 20_000;
	const made = createBlock(3);
	const { gem, address, region } = made;
	I32[2 * address + 2] = 3;
	const workers = [0, 1, 2].map(() => start('counter.js', made, { rounds }));
	const ends = workers.map((worker) => once(worker, 'exit'));
	await Promise.all([
		...workers.map((worker) => once(worker, 'message')),
		awaitLatchAsync(2 * address + 2),
	]);
	expect(I32[2 * address + 1]).toBe(3 * rounds);
	expect(getLong(address + 2)).toBe((3 * rounds) / 8);
	expect(I32[2 * address]).toBe(0);
	expect(region.usage().cells).toBe(3);
	await Promise.all(ends);
	releaseHandle(gem);
	// Less when a GEM of an earlier test has gone meanwhile.
	expect(spanUsage().bytesInUse).toBeLessThanOrEqual(before);
});

test('a thread that is terminated: its changes are undone, its lock and its handle are free', async () => {
	const made = createBlock(300);
	const { gem, generation, region, address } = made;
	const worker = start('holder.js', made, { what: 'lock' });
	const deaths = [];
	onDeath((id) => deaths.push(id));
	const [id] = await once(worker, 'message');
	expect(isAlive(id)).toBe(true);
	expect(tryLock(2 * address)).toBe('busy');
	expect(lock(2 * address)).toBe('would-block');
	expect(I32[2 * address + 4]).not.toBe(0);
	const locked = lockAsync(2 * address);
	await worker.terminate();
	expect(await locked).toBe('abandoned');
	expect(hasLock(2 * address)).toBe(true);
	unlock(2 * address);
	expect(deaths).toEqual([id]);
	expect(isAlive(id)).toBe(false);
	expect(I32.subarray(2 * address, 2 * address + 600).every((value) => value === 0)).toBe(true);
	expect(region.usage().cells).toBe(300);
	releaseHandle(gem);
	expect(isCurrent(gem, generation)).toBe(false);
});

test('a message that a dead thread had sent still holds the GEM', async () => {
	const made = createBlock(1);
	const { gem, generation } = made;
	const worker = start('holder.js', made, { what: 'flight' });
	await once(worker, 'message');
	releaseHandle(gem);
	expect(isCurrent(gem, generation)).toBe(true);
	await worker.terminate();
	expect(isCurrent(gem, generation)).toBe(true);
	dropInFlight(gem);
	expect(isCurrent(gem, generation)).toBe(false);
});

test('slots of threads that have ended are used again', async () => {
	const made = createBlock(1);
	const ids = [];
	for (let round = 0; round < 3; round++) {
		const worker = start('holder.js', made, { what: 'nothing' });
		const [id] = await once(worker, 'message');
		ids.push(id);
		await worker.terminate();
	}
	expect(new Set(ids).size).toBe(3);
	expect(new Set(ids.map((id) => id & 255)).size).toBe(1);
	releaseHandle(made.gem);
});

test('a thread that ends takes those along that it has started', async () => {
	const made = createBlock(300);
	const worker = start('parent.js', made);
	const [ids] = await once(worker, 'message');
	expect(ids.map(isAlive)).toEqual([true, true]);
	expect(tryLock(2 * made.address)).toBe('busy');
	const deaths = [];
	onDeath((id) => deaths.push(id));
	await worker.terminate();
	expect(deaths).toEqual([ids[1], ids[0]]);
	expect(ids.map(isAlive)).toEqual([false, false]);
	expect(tryLock(2 * made.address)).toBe('abandoned');
	expect(I32[2 * made.address + 4]).toBe(0);
	releaseHandle(made.gem);
	expect(isCurrent(made.gem, made.generation)).toBe(false);
});

test('a thread that takes a lock again and again lets others in', async () => {
	const made = createBlock(1);
	const worker = start('hammer.js', made);
	await once(worker, 'message');
	for (let round = 0; round < 50; round++) {
		expect(await lockAsync(2 * made.address)).toBe('acquired');
		I32[2 * made.address + 1] = 0;
		unlock(2 * made.address);
	}
	await worker.terminate();
	releaseHandle(made.gem);
});
