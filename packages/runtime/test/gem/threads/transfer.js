// Moves amounts between accounts in transactions until it is terminated; audits all accounts now and then.
import { parentPort, workerData } from 'node:worker_threads';
import { takeInFlight } from '../../../src/gem/memory/directory.js';
import { I32 } from '../../../src/gem/memory/heap.js';
import { beginLog, Region } from '../../../src/gem/memory/region.js';
import { me } from '../../../src/gem/memory/threads.js';
import { ACQUIRED, CONFLICT, LockTable } from '../../../src/gem/sync/tlrw.js';

const { gem, generation, address, accounts, stripes, total } = workerData;
takeInFlight(gem, generation);
const region = new Region(gem);
const table = new LockTable(address + accounts, stripes);
table.join();

/** @type {(() => void)[]} */
const taken = [];
let state = me();
const random = (limit) => (state = (Math.imul(state, 1103515245) + 12345) >>> 0) % limit;

/** @returns {boolean} false at a conflict */
function take(account, how) {
	const stripe = table.stripeOf(address + account);
	const outcome = how === 'read' ? table.tryRead(stripe) : table.tryWrite(stripe);
	if (outcome === CONFLICT) {
		table.recoverAll();
		return false;
	}
	if (outcome === ACQUIRED) {
		taken.push(() => (how === 'read' ? table.releaseRead(stripe) : table.releaseWrite(stripe)));
	}
	return true;
}

function transfer() {
	const [from, to, amount] = [random(accounts), random(accounts), random(10)];
	if (!take(from, 'read') || !take(to, 'write') || !take(from, 'write')) return false;
	region.write32(2 * (address + from), I32[2 * (address + from)] - amount);
	region.write32(2 * (address + to), I32[2 * (address + to)] + amount);
	return true;
}

function audit() {
	let sum = 0;
	for (let account = 0; account < accounts; account++) {
		if (!take(account, 'read')) return false;
		sum += I32[2 * (address + account)];
	}
	if (sum !== total) throw new Error(`the accounts hold ${sum} of ${total}`);
	return true;
}

let done = 0;
for (let round = 0; ; round++) {
	const log = (region.log = beginLog());
	const isDone = round % 64 === 0 ? audit() : transfer();
	region.log = null;
	if (isDone) log.commit();
	else log.rollback();
	while (taken.length > 0) taken.pop()?.();
	if (isDone) done++;
	if (isDone && done % 1000 === 0) parentPort?.postMessage(done);
}
