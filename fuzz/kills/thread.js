// Works on the GEMs that it is sent until it is ended from outside, by itself, or by the heap: in whatever it is doing then.
// It runs as it is written, and as the compiler lowers it.
import { parentPort, workerData } from 'node:worker_threads';
import {
	atomic,
	AtomicLK,
	Owned,
	receive,
	release,
	send,
} from '../../packages/runtime/src/gem/index.js';

let state = workerData.seed;
/** @param {number} limit @returns {number} an integer below it (Marsaglia, xorshift) */
function random(limit) {
	state ^= state << 13;
	state ^= state >>> 17;
	state ^= state << 5;
	return (state >>> 0) % limit;
}

let stepsLeft = workerData.how === 'terminate' ? Infinity : workerData.steps;
/** Called in the middle of blocks, parts and creations. */
function mayEnd() {
	if (stepsLeft-- > 0) return;
	if (workerData.how === 'exit') process.exit(0);
	// Node ends the thread when its heap is full, wherever it stands.
	const kept = [];
	for (;;) kept.push(new Array(10_000).fill({ ...workerData }));
}

/** @param {any} from @param {any} to both accounts, within a block @param {any} bank */
function transfer(from, to, bank) {
	const amount = random(10);
	from.balance -= amount;
	from.last = `gave ${amount}`;
	bank.journal.push({ amount, notes: [from.last, 'and more'] });
	mayEnd();
	to.balance += amount;
	to.last = `got ${amount}`;
	while (bank.journal.length > 20) bank.journal.shift();
	const key = `key ${random(60)}`;
	if (Object.hasOwn(bank.open, key)) delete bank.open[key];
	else bank.open[key] = { key, list: [amount] };
}

/** @param {any} bank AtomicLK or AtomicSTM */
function useBank(/* cpu_bound: gem */ bank) {
	bank.atomic(() => {
		const length = bank.accounts.length;
		transfer(bank.accounts[random(length)], bank.accounts[random(length)], bank);
		for (let i = 0; i < bank.numbers.length; i++) bank.numbers[i] += 1;
		mayEnd();
		for (let i = 0; i < bank.numbers.length; i++) bank.numbers[i] -= 1;
	});
}

/** @param {any} one @param {any} other */
function useBoth(/* cpu_bound: gem */ one, /* cpu_bound: gem */ other) {
	atomic([one, other], () => {
		const amount = random(5);
		one.accounts[0].balance -= amount;
		mayEnd();
		other.accounts[0].balance -= amount;
		one.accounts[1].balance += amount;
		other.accounts[1].balance += amount;
	});
}

/** GEMs that come and go, of which some are given away. */
function create() {
	const own = AtomicLK.create({ list: new Array(random(200)).fill(1), name: `n${random(1e6)}` });
	const given = Owned.create({ rows: Array.from({ length: random(50) }, (_, n) => ({ n })) });
	mayEnd();
	own.atomic(() => own.list.push(`more ${random(1e6)}`));
	send(/** @type {any} */ (parentPort), { given });
	release(given);
	release(own);
}

/** @param {any} parts @param {any} ranges */
function useParts(/* cpu_bound: gem */ parts, /* cpu_bound: gem */ ranges) {
	const part = parts.subset();
	if (part !== null) {
		for (const index of Object.keys(part)) part[index]++;
		mayEnd();
		parts.release();
	}
	ranges.getRange(
		(/** @type {number} */ from, /** @type {number} */ to) => {
			for (let i = from; i < to; i++) ranges[i]++;
			mayEnd();
		},
		1 + random(9),
	);
}

receive(/** @type {any} */ (parentPort), ({ locks, transactions, parts, ranges }) => {
	parentPort?.postMessage('begun');
	for (;;) {
		const { action } = workerData;
		if (action === 'lk') useBank(locks);
		else if (action === 'stm') useBank(transactions);
		else if (action === 'both') useBoth(locks, transactions);
		else if (action === 'create') create();
		else useParts(parts, ranges);
		mayEnd();
	}
});
