// A process of its own: four threads that hold a document each, or share one, or none. Prints the bytes that it takes.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { ReadOnly, send } from '@lapidary/runtime/gem';
import { makeDocument } from './document.js';

const WORKERS = 4;
/** Room for garbage would be most of what is seen: each thread gets as little of it in any case. */
const resourceLimits = { maxYoungGenerationSizeMb: 3 };
const [, , way, size] = process.argv;

const workers = Array.from(
	{ length: WORKERS },
	() => new Worker(new URL('./holder.js', import.meta.url), { resourceLimits }),
);
await Promise.all(workers.map((worker) => once(worker, 'message')));

/** What the host keeps alive. @type {{ gem: object | undefined }} */
const kept = { gem: undefined };

/** The document itself is garbage afterwards. */
function share() {
	const content = makeDocument(Number(size));
	const isEmpty = way === 'none';
	const value = way === 'gem' ? (kept.gem = ReadOnly.create(content)) : content;
	return workers.map((worker) => {
		const sum = once(worker, 'message');
		send(worker, isEmpty ? {} : value);
		return sum;
	});
}

const sums = await Promise.all(share());
if (new Set(sums.map(([sum]) => sum)).size !== 1)
	throw new Error('threads saw different documents');
const memory = await settle();
process.stdout.write(`${JSON.stringify({ rss: memory, sum: sums[0][0] })}\n`);
process.exit(0);

/** @returns {Promise<number>} bytes once all threads have collected their garbage */
async function settle() {
	for (let turn = 0; turn < 4; turn++) {
		const done = workers.map((worker) => once(worker, 'message'));
		for (const worker of workers) worker.postMessage('collect');
		await Promise.all(done);
		globalThis.gc?.();
		await new Promise((resolve) => setImmediate(resolve));
	}
	return process.memoryUsage().rss;
}
