// Threads that move amounts between accounts in transactions, while one after the other is terminated in the middle: nothing is
// lost, and nothing stays locked. `npm run test:stress` does it for longer.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import {
	addInFlight,
	createGem,
	generationOf,
	isCurrent,
	releaseHandle,
} from '../../../src/gem/memory/directory.js';
import { I32 } from '../../../src/gem/memory/heap.js';
import { Region } from '../../../src/gem/memory/region.js';
import { onDeath } from '../../../src/gem/memory/threads.js';
import { LockTable, lockTableCells } from '../../../src/gem/sync/tlrw.js';

const DEATHS = process.env.STRESS ? 300 : 12;
const ACCOUNTS = 48;
const STRIPES = 16;
const EACH = 1000;

test(`accounts keep their sum over ${DEATHS} deaths`, async () => {
	const gem = createGem(0);
	const generation = generationOf(gem);
	const region = new Region(gem);
	const cells = ACCOUNTS + lockTableCells(STRIPES);
	const address = region.allocate(cells);
	I32.fill(0, 2 * address, 2 * (address + cells));
	for (let account = 0; account < ACCOUNTS; account++) I32[2 * (address + account)] = EACH;
	const table = new LockTable(address + ACCOUNTS, STRIPES);
	onDeath((id) => table.recover(id));

	const workerData = {
		...{ gem, generation, address, accounts: ACCOUNTS, stripes: STRIPES },
		...{ total: ACCOUNTS * EACH },
	};
	let deaths = 0;
	const errors = [];
	/** Start a thread; it is terminated at its second sign of life, and another one starts. */
	async function live() {
		while (deaths < DEATHS) {
			addInFlight(gem);
			const url = new URL('../threads/transfer.js', import.meta.url);
			const worker = new Worker(url, { workerData });
			const end = once(worker, 'exit');
			worker.on('error', (error) => errors.push(error));
			await Promise.race([once(worker, 'message').catch(() => undefined), end]);
			// Some time within its next transactions.
			for (let turn = 0; turn < deaths % 5; turn++) await new Promise(setImmediate);
			await worker.terminate();
			deaths++;
			if (errors.length > 0) return;
		}
	}
	await Promise.all([live(), live(), live()]);

	expect(errors).toEqual([]);
	let sum = 0;
	for (let account = 0; account < ACCOUNTS; account++) sum += I32[2 * (address + account)];
	expect(sum).toBe(ACCOUNTS * EACH);
	for (let stripe = 0; stripe < STRIPES; stripe++) {
		const words = 2 * (address + ACCOUNTS) + 128 + 4 * stripe;
		expect([stripe, ...I32.subarray(words, words + 3)]).toEqual([stripe, 0, 0, 0]);
	}
	releaseHandle(gem);
	expect(isCurrent(gem, generation)).toBe(false);
});
