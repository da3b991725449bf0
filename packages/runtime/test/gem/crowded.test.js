// More threads than a table of read-write locks has bits for: at once, and one after the other.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { ReaderWriterLocks, cellsOfLocks } from '../../src/gem/define/sync-objects.js';
import { AtomicSTM, send, snapshot } from '../../src/gem/index.js';
import { createGem, releaseHandle } from '../../src/gem/memory/directory.js';
import { I32 } from '../../src/gem/memory/heap.js';
import { Region } from '../../src/gem/memory/region.js';
import { runProgram } from '../child.js';
import { claimSlot, freeSlot, markDead, threadBase } from '../../src/gem/memory/threads.js';

const BITS = 62;
const STRIPES = 16;
/** Ids that no thread of Node has. */
const FIRST_NODE_ID = 10_000;

describe('locks whose bits other threads have', () => {
	let gem, address, others;
	const entry = (bit) => 2 * address + 2 * bit;
	const stripes = () =>
		Array.from({ length: STRIPES }, (_, stripe) => {
			const at = 2 * address + 128 + 4 * stripe;
			return [...I32.subarray(at, at + 3)];
		});
	const free = Array.from({ length: STRIPES }, () => [0, 0, 0]);

	beforeEach(() => {
		gem = createGem(0);
		const cells = cellsOfLocks(STRIPES);
		address = new Region(gem).allocate(cells);
		I32.fill(0, 2 * address, 2 * (address + cells));
		others = Array.from({ length: BITS }, (_, each) => claimSlot(FIRST_NODE_ID + each, 0));
		for (const [bit, id] of others.entries()) I32[entry(bit)] = id;
	});

	afterEach(() => {
		for (const each of others.keys()) markDead(FIRST_NODE_ID + each);
		others.forEach(freeSlot);
		releaseHandle(gem);
	});

	test('a bit that gets free while a thread has locks without one: it gives all back', () => {
		const locks = new ReaderWriterLocks(address, STRIPES);
		expect(locks.tryRead(0x100)).toBe(true);
		I32[entry(5)] = 0;
		expect(locks.tryRead(0x200)).toBe(true);
		expect(locks.tryReadAll(Int32Array.of(0x300, 0x400))).toBe(2);
		expect(locks.tryWriteAll(Int32Array.of(0x500))).toBe(1);
		locks.releaseAll();
		expect(stripes()).toEqual(free);
		// From now on it has the bit.
		expect(locks.tryRead(0x100)).toBe(true);
		expect(stripes()[1]).toEqual([0, 1 << 5, 0]);
		locks.releaseAll();
		expect(stripes()).toEqual(free);
	});

	test('the bit of a thread that has ended is taken by the next one', () => {
		const locks = new ReaderWriterLocks(address, STRIPES);
		I32[2 * address + 128 + 4 * 3 + 2] = 1 << (40 - 31); // it has ended as it read
		markDead(FIRST_NODE_ID + 40);
		expect(locks.tryRead(0x100)).toBe(true);
		expect(I32[entry(40)]).not.toBe(others[40]);
		expect(stripes()[1]).toEqual([0, 0, 1 << (40 - 31)]);
		expect(locks.tryWrite(0x300)).toBe(true);
		locks.releaseAll();
		expect(stripes()).toEqual(free);
	});

	test('a writer that has ended without a bit is found at a conflict', () => {
		const locks = new ReaderWriterLocks(address, STRIPES);
		const dead = claimSlot(FIRST_NODE_ID + BITS, 0);
		others.push(dead);
		I32[2 * address + 128 + 4 * 7] = dead;
		markDead(FIRST_NODE_ID + BITS);
		expect(locks.tryWrite(0x700)).toBe(false);
		locks.recover();
		expect(locks.tryWrite(0x700)).toBe(true);
		locks.releaseAll();
		expect(stripes()).toEqual(free);
	});
});

const THREAD = new URL('crowded/thread.js', import.meta.url);

/** @returns {Promise<unknown>} what a thread says that does so with the GEM and ends */
async function runThread(gem, action) {
	const worker = new Worker(THREAD);
	send(worker, { gem, action });
	const [[message]] = await Promise.all([once(worker, 'message'), once(worker, 'exit')]);
	return message;
}

test('threads that come one after the other: one that dies as a writer locks nothing', async () => {
	const gem = AtomicSTM.create({ n: 0 });
	gem.atomic(() => gem.n);
	// As many as there are bits left, and some more. A conflict would find those that have ended, so there is none.
	for (let round = 0; round < 10; round++) {
		await Promise.all(Array.from({ length: 6 }, () => runThread(gem, 'read')));
	}
	for (let round = 0; round < 4; round++) await runThread(gem, 'read');
	expect(gem.conflicts().conflicts).toBe(0);
	await runThread(gem, 'die');
	expect(gem.atomic(() => ++gem.n)).toBe(1);
	expect(snapshot(gem)).toEqual({ n: 1 });
});

describe('no slot for another thread', () => {
	const taken = [];
	const TEXT = `import(${JSON.stringify(String(new URL('../../src/gem/index.js', import.meta.url)))})`;
	const startOne = () => new Worker(TEXT, { eval: true });

	beforeEach(() => {
		for (let nodeId = 2 * FIRST_NODE_ID; ; nodeId++) {
			const id = claimSlot(nodeId, 0);
			if (id === 0) break;
			taken.push({ id, nodeId });
		}
	});
	afterEach(() => {
		for (const { id, nodeId } of taken.splice(0)) {
			markDead(nodeId);
			freeSlot(id);
		}
	});

	test('it is told so by a code', async () => {
		const [error] = await once(startOne(), 'error');
		expect(error).toMatchObject({ code: 'LP8113', message: expect.stringContaining('256') });
	});

	test('more threads than there are slots, one after the other', async () => {
		for (const { id, nodeId } of taken.splice(0, 2)) {
			markDead(nodeId);
			freeSlot(id);
		}
		const gem = AtomicSTM.create({ n: 7 });
		const ids = new Set();
		for (let round = 0; round < 6; round++) {
			expect(await Promise.all([runThread(gem, 'read'), runThread(gem, 'read')])).toEqual([7, 7]);
			for (let slot = 0; slot < 256; slot++) ids.add(I32[threadBase(slot)]);
		}
		// Each thread has left another generation of one of the two slots.
		expect(ids.size).toBeGreaterThan(6);
	});

	test('it waits for that of a thread that has ended, until the thread that has started that one hears of it', async () => {
		const { id, nodeId } = taken.pop();
		markDead(nodeId);
		const end = once(startOne(), 'exit');
		await new Promise((resolve) => setTimeout(resolve, 300));
		freeSlot(id);
		expect(await end).toEqual([0]);
	});
});

test('a pool whose threads end again and again needs no more slots than it has threads', async () => {
	const { lines, errors } = await runProgram(
		`import { ReadOnly } from '@lapidary/runtime/gem';
		import { claimSlot } from '${new URL('../../src/gem/memory/threads.js', import.meta.url)}';
		for (let nodeId = 20_000, left = 256 - 3; left > 0; left--) claimSlot(nodeId++, 0);
		configure({ threads: 2 });
		const gem = ReadOnly.create({ n: 7 });
		for (let round = 0; round < 4; round++) {
			await call(reference('crossing.js#end'), [gem]).catch(({ code }) => console.log(code));
			console.log(await call(reference('crossing.js#read'), [gem]));
		}
		await close();`,
	);
	expect({ lines, errors }).toEqual({ lines: Array(4).fill(['LP8002', '7']).flat(), errors: '' });
});
