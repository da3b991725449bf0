// Blocks of AtomicLK and AtomicSTM happen at one moment each, between their begin and their end: histories of small objects, as
// threads that run at the same time make them, and the search for an order that explains each.
import { Worker } from 'node:worker_threads';
import { AtomicLK, AtomicSTM, receive, send } from '../../src/gem/index.js';
import { linearize } from './linearizability/check.js';
import { objects } from './linearizability/objects.js';
import { within } from './stress/policies/limits.js';
import { randomOf } from './stress/policies/random.js';

const SEED = Number(process.env.SEED ?? Date.now() % 1e9);
const random = randomOf(SEED);
const HISTORIES = process.env.STRESS ? 2000 : 100;

describe('the search itself', () => {
	const at = (from, to, name, argument, result) => ({ from, to, name, argument, result });

	test.each([
		['register', [at(0, 1, 'write', 1, null), at(2, 3, 'read', null, 1)], true],
		['register', [at(0, 1, 'write', 1, null), at(2, 3, 'read', null, 0)], false],
		['register', [at(0, 3, 'write', 1, null), at(1, 2, 'read', null, 0)], true],
		['counter', [at(0, 2, 'increment', null, 1), at(1, 3, 'increment', null, 1)], false],
		['counter', [at(0, 2, 'increment', null, 2), at(1, 3, 'increment', null, 1)], true],
		[
			// Both readers are over before the write is, and see it one after the other, in the wrong order.
			'register',
			[at(0, 9, 'write', 1, null), at(1, 2, 'read', null, 1), at(3, 4, 'read', null, 0)],
			false,
		],
		[
			'queue',
			[at(0, 1, 'put', 'a', 1), at(2, 3, 'put', 'b', 2), at(4, 5, 'take', null, 'b')],
			false,
		],
		[
			'queue',
			[at(0, 3, 'put', 'a', 2), at(1, 2, 'put', 'b', 1), at(4, 5, 'take', null, 'b')],
			true,
		],
		['set', [at(0, 1, 'add', 'k', true), at(2, 3, 'has', 'k', false)], false],
	])('%s: %j', (object, history, isPossible) => {
		expect(linearize(objects[object], history) !== undefined).toBe(isPossible);
	});

	test('gives the order', () => {
		const history = [at(0, 3, 'write', 1, null), at(1, 2, 'read', null, 0)];
		expect(linearize(objects.register, history)).toEqual([history[1], history[0]]);
	});
});

describe.each([
	['AtomicLK', AtomicLK],
	['AtomicSTM', AtomicSTM],
])('%s', (name, type) => {
	test.each([
		['register', 2, 6],
		['counter', 3, 4],
		['set', 3, 4],
		['queue', 2, 6],
		['queue', 3, 4],
	])(
		`%s, %i threads, %i operations each, ${HISTORIES} times (seed ${SEED})`,
		async (object, count, operations) => {
			const programmes = Array.from({ length: count }, () =>
				Array.from({ length: HISTORIES }, () =>
					Array.from({ length: operations }, () => objects[object].choose(random)),
				),
			);
			const histories = await record(type, object, programmes);
			for (const history of histories) {
				if (!linearize(objects[object], history)) expect(history).toBe('possible');
			}
			// Else they would show nothing.
			expect(histories.filter(hasOverlap).length).toBeGreaterThan(HISTORIES / 10);
			expect(histories).toHaveLength(HISTORIES);
			expect(histories.flat()).toHaveLength(HISTORIES * count * operations);
		},
	);

	test('a planted bug is found: an increment in two blocks', async () => {
		const programmes = [0, 1].map(() => [[['split', null]]]);
		const [history] = await record(type, 'counter', programmes);
		expect(linearize(objects.counter, history)).toBeUndefined();
	});
});

/** @param {import('./linearizability/check.js').Operation[]} history @returns {boolean} whether some of it happened at once */
const hasOverlap = (history) =>
	history.some((one) => history.some((other) => one.from < other.from && other.from < one.to));

/**
 * Let threads run at the same time.
 *
 * @param {any} type
 * @param {string} object
 * @param {[string, any][][][]} programmes by thread and history
 * @returns {Promise<import('./linearizability/check.js').Operation[][]>}
 */
async function record(type, object, programmes) {
	const words = new Int32Array(new SharedArrayBuffer(12));
	const gems = programmes[0].map(() => type.create(objects[object].content));
	const answers = programmes.map(async (own) => {
		const worker = new Worker(new URL('linearizability/thread.js', import.meta.url), {
			workerData: { words, threads: programmes.length, seed: 1 + random(1e9) },
		});
		const answer = new Promise((resolve, reject) => {
			receive(worker, resolve);
			worker.once('error', reject);
		});
		send(worker, { gems, object, programmes: own });
		const histories = await within(answer, 'a thread');
		await worker.terminate();
		if (histories.error) throw new Error(histories.error);
		return histories;
	});
	const byThread = await Promise.all(answers);
	return gems.map((_, index) => byThread.flatMap((histories) => histories[index]));
}
