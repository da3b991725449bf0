// GEMs that go round between threads, made and let go of all the time: each is whole until the last one lets go of it, and
// afterwards all memory is back. `npm run test:stress` does it for longer.
import { MessageChannel, Worker } from 'node:worker_threads';
import { gemExtent, generationOf, isCurrent } from '../../../src/gem/memory/directory.js';
import { spanUsage } from '../../../src/gem/memory/spans.js';

const EACH = process.env.STRESS ? 50_000 : 2000;
const THREADS = 3;

/** Index and generation of each, those of other tests in this process included. */
function livingGems() {
	const all = Array.from({ length: gemExtent() }, (_, gem) => [gem, generationOf(gem)]);
	return all.filter(([gem, generation]) => isCurrent(gem, generation)).map(String);
}

test(`${THREADS * EACH} GEMs between ${THREADS} threads`, async () => {
	const others = livingGems();
	const extent = gemExtent();
	const before = spanUsage().bytesInUse;
	const channels = Array.from({ length: THREADS }, () => new MessageChannel());
	let ended = 0;
	const workers = [];
	await new Promise((resolve, reject) => {
		for (let index = 0; index < THREADS; index++) {
			const next = channels[index].port1;
			const previous = channels[(index + THREADS - 1) % THREADS].port2;
			const worker = new Worker(new URL('../threads/passer.js', import.meta.url), {
				workerData: { next, previous, count: EACH },
				transferList: [next, previous],
			});
			workers.push(worker);
			worker.on('error', reject);
			worker.on('message', () => ++ended === THREADS * EACH && resolve(undefined));
		}
	});
	await Promise.all(workers.map((worker) => worker.terminate()));
	// Whoever has let go last may have been terminated right after: the deaths have taken its handle away.
	expect(livingGems().filter((gem) => !others.includes(gem))).toEqual([]);
	// Less when a GEM of an earlier test has gone meanwhile.
	expect(spanUsage().bytesInUse).toBeLessThanOrEqual(before);
	// Indices are used again.
	expect(gemExtent()).toBeLessThan(extent + 24 * THREADS);
});
