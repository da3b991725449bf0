// The policies on real threads, with what has to hold at every moment, while threads end anywhere: terminated, by process.exit and in
// endless loops. `npm run test:stress` does it for longer; SEED=… begins with the same numbers.
import { MessageChannel, Worker } from 'node:worker_threads';
import {
	AtomicLK,
	AtomicSTM,
	Owned,
	Partitioned,
	PartitionedDynamic,
	receive,
	send,
	snapshot,
} from '../../../src/gem/index.js';
import { audit, createBank, expectedSum } from './policies/bank.js';
import { within } from './policies/limits.js';
import { checkTaken, createQueue, PRODUCERS } from './policies/queue.js';
import { randomOf } from './policies/random.js';

const LONG = process.env.STRESS !== undefined;
const SEED = Number(process.env.SEED ?? Date.now() % 1e9);
const random = randomOf(SEED);
// Shown for a run that fails: it begins with these numbers again.
if (LONG || process.env.SEED) process.stdout.write(`SEED=${SEED}\n`);

const codeOf = (fn) => {
	try {
		fn();
		return 'nothing';
	} catch (error) {
		return error.code ?? error.message;
	}
};

/** A turn of the event loop, and with it some work of other threads. */
const turns = async (count) => {
	for (let turn = 0; turn < count; turn++) await new Promise(setImmediate);
};

describe.each([
	['AtomicLK', AtomicLK, 1],
	['AtomicSTM', AtomicSTM, 1],
	['AtomicLK', AtomicLK, 2],
	['AtomicSTM', AtomicSTM, 3],
])('%s', (name, type, gems) => {
	test(`a bank of ${gems}: its sum is the same at every moment (seed ${SEED})`, async () => {
		const banks = createBank(gems, type);
		const look = () => type.atomicAsync(banks, () => audit(banks));
		const ends = { isOver: false, looks: 0, deaths: 0 };
		const reader = (async () => {
			for (; !ends.isOver; ends.looks++) {
				expect(await within(look(), 'a reader')).toBeUndefined();
				await turns(1);
			}
		})();
		/** One thread after the other, each to its end or into its death. */
		const live = async () => {
			for (let life = 0; life < (LONG ? 60 : 2); life++) {
				const thread = startThread({ endsAfter: random(3) === 0 ? random(300) : undefined });
				const answer = thread.ask({ action: 'bank', banks, type: name, count: LONG ? 2000 : 300 });
				if (random(3) === 0) {
					await turns(random(40));
					await thread.end();
				}
				const outcome = await within(Promise.race([answer, thread.ended]), 'a transfer');
				if (outcome.error) throw new Error(outcome.error);
				if (outcome.value !== 'done') ends.deaths++;
				await thread.end();
			}
		};
		await Promise.all([live(), live()]);
		ends.isOver = true;
		await reader;
		expect(await look()).toBeUndefined();
		const all = banks.map((bank) => snapshot(bank)).flatMap(({ accounts }) => accounts);
		expect(all.reduce((sum, { balance }) => sum + balance, 0)).toBe(expectedSum(banks));
		expect(ends.looks).toBeGreaterThan(0);
	});
});

describe.each([
	['AtomicLK', AtomicLK],
	['AtomicSTM', AtomicSTM],
])('%s', (name, type) => {
	test(`a queue: nothing lost, nothing twice, in order of each producer (seed ${SEED})`, async () => {
		const queue = createQueue(type);
		const limit = LONG ? 3000 : 150;
		/** A task that is begun again by another thread when its own ends. */
		const task = async (message) => {
			for (;;) {
				const thread = startThread({ endsAfter: random(2) ? 20 + random(100) : undefined });
				const answer = thread.ask({ ...message, queue, type: name, limit });
				const outcome = await within(Promise.race([answer, thread.ended]), message.action);
				await thread.end();
				if (outcome.error) throw new Error(outcome.error);
				if (outcome.value === 'done') return;
			}
		};
		const producers = Array.from({ length: PRODUCERS }, (_, producer) =>
			task({ action: 'put', producer }),
		);
		await Promise.all([...producers, task({ action: 'take' }), task({ action: 'take' })]);
		const { taken, items } = snapshot(queue);
		expect(items).toEqual([]);
		expect(checkTaken(taken, limit)).toBeUndefined();
	});
});

describe.each([
	['Partitioned', 'parts', (length) => Partitioned.create(zeroes(length), { partitions: 7 })],
	['PartitionedDynamic', 'ranges', (length) => PartitionedDynamic.create(zeroes(length))],
])('%s', (name, action, create) => {
	test(`each element is written once, by who has it (seed ${SEED})`, async () => {
		const threads = [startThread({}), startThread({})];
		for (let round = 0; round < (LONG ? 200 : 20); round++) {
			const gem = create(100 + random(100));
			const asked = threads.map((thread) => thread.ask({ action, gem }));
			const answers = await within(Promise.all(asked), 'a part');
			const all = answers.reduce((sum, { value }) => sum + value, 0);
			expect(answers.map(({ error }) => error)).toEqual([undefined, undefined]);
			// Who comes when all is done gets what others have given back, if it is a part, and nothing if it is a range.
			if (action === 'ranges') {
				expect(all).toBe(gem.length);
				expect(snapshot(gem)).toEqual(new Array(gem.length).fill(1));
			} else {
				expect(all).toBe(snapshot(gem).reduce((sum, n) => sum + n, 0));
				expect(all).toBeGreaterThanOrEqual(gem.length);
			}
		}
		await Promise.all(threads.map((thread) => thread.end()));
	});

	test(`a thread that ends with its part: LP8102, or nothing is lost (seed ${SEED})`, async () => {
		const seen = [];
		for (let round = 0; round < (LONG ? 100 : 5); round++) {
			const gem = create(60);
			const victim = startThread({ endsAfter: random(2) ? random(60) : undefined });
			const other = startThread({});
			const asked = [victim, other].map((thread) => thread.ask({ action, gem }));
			await turns(random(60));
			await victim.end();
			await within(Promise.race([asked[0], victim.ended]), 'the victim');
			const outcome = await within(asked[1], 'the other');
			if (outcome.error) expect(outcome.code).toBe('LP8102');
			// What nobody had taken is taken now.
			const last = await within(other.ask({ action, gem }), 'the rest');
			if (last.error) expect(last.code).toBe('LP8102');
			const code = codeOf(() => snapshot(gem));
			expect(code).toMatch(/^(nothing|LP8102)$/);
			if (code === 'nothing') expect(Math.min(...snapshot(gem))).toBeGreaterThan(0);
			else expect(codeOf(() => gem[0])).toBe('LP8102');
			seen.push(code);
			await other.end();
		}
		expect(seen).toHaveLength(LONG ? 100 : 5);
	});
});

test(`Owned: round a ring, one counts at a time (seed ${SEED})`, async () => {
	const ring = startRing(3, () => undefined);
	const gem = Owned.create({ n: 0, log: [] });
	const hops = LONG ? 20_000 : 500;
	void ring[0].ask({ action: 'pass', gem, hops });
	const { gem: arrived, error } = await within(
		Promise.race(ring.flatMap(({ given, ended }) => [given, ended])),
		'the ring',
	);
	expect(error).toBeUndefined();
	expect(arrived).toBe(gem);
	expect(gem.n).toBe(hops + 1);
	await Promise.all(ring.map((thread) => thread.end()));
});

test(`Owned: a thread of the ring ends; it is lost with its owner, and else it is whole (seed ${SEED})`, async () => {
	const codes = [];
	for (let round = 0; round < (LONG ? 60 : 4); round++) {
		const ring = startRing(3, (index) => (index === round % 3 ? random(50) : undefined));
		const gem = Owned.create({ n: 0, log: [] });
		void ring[0].ask({ action: 'pass', gem, hops: 1e9 });
		await within(Promise.race(ring.map(({ ended }) => ended)), 'the ring');
		await Promise.all(ring.map((thread) => thread.end()));
		codes.push(codeOf(() => gem.n));
		expect(codes.at(-1)).toMatch(/^(nothing|LP8102)$/);
		if (codes.at(-1) === 'nothing') {
			expect(gem.n).toBeGreaterThanOrEqual(0);
			expect(gem.log.length).toBeLessThanOrEqual(10);
		}
	}
	expect(codes.length).toBeGreaterThan(0);
});

function zeroes(length) {
	return new Array(length).fill(0);
}

/** @param {{ endsAfter?: number, next?: any, previous?: any }} options */
function startThread(options) {
	const { next, previous } = options;
	const worker = new Worker(new URL('policies/thread.js', import.meta.url), {
		workerData: { seed: 1 + random(1e9), ...options },
		transferList: next ? [next, previous] : [],
	});
	const waiting = [];
	const given = new Promise((resolve) => {
		receive(worker, (answer) => {
			// In an endless loop: only this ends it.
			if (answer === 'stuck') void worker.terminate();
			else if (answer.gem) resolve(answer);
			else waiting.shift()?.(answer);
		});
	});
	const ended = new Promise((resolve) => {
		worker.once('error', (error) => resolve({ error: error.stack }));
		worker.once('exit', (exit) => resolve({ exit }));
	});
	return {
		ask: (message) =>
			new Promise((resolve) => {
				waiting.push(resolve);
				send(worker, message);
			}),
		given,
		ended,
		end: () => worker.terminate(),
	};
}

/** Threads that send what they get to the next one. @param {number} count @param {(index: number) => number | undefined} endsAfter */
function startRing(count, endsAfter) {
	const channels = Array.from({ length: count }, () => new MessageChannel());
	return channels.map((_, index) =>
		startThread({
			next: channels[(index + 1) % count].port1,
			previous: channels[index].port2,
			endsAfter: endsAfter(index),
		}),
	);
}
