// Does what it is told, again and again; may end in the middle of anything.
import { parentPort, workerData } from 'node:worker_threads';
import { AtomicSTM, receive, send } from '../../../../src/gem/index.js';
import { audit, transfer, types } from './bank.js';
import { put, take } from './queue.js';
import { randomOf } from './random.js';

const random = randomOf(workerData.seed);

/** Some threads end by themselves after a while, one way or the other. */
let left = workerData.endsAfter ?? Infinity;
function mayEnd() {
	if (left-- > 0) return;
	if (random(2) === 0) process.exit(0);
	parentPort.postMessage('stuck'); // until it is terminated
	for (;;);
}

const atomicOf = (banks, type, fn) =>
	banks.length === 1 ? banks[0].atomic(fn) : types[type].atomic(banks, fn);

/** @type {Record<string, (message: any) => unknown>} */
const actions = {
	bank({ banks, type, count }) {
		for (let turn = 0; turn < count; turn++) {
			if (turn % 16 === 0) {
				const wrong = atomicOf(banks, type, () => audit(banks));
				if (wrong) throw new Error(wrong);
			} else atomicOf(banks, type, () => transfer(banks, random, mayEnd));
		}
		return 'done';
	},
	put: ({ queue, type, producer, limit }) =>
		repeat(queue, type, () => {
			const outcome = put(queue, producer, limit);
			mayEnd();
			return outcome;
		}),
	take: ({ queue, type, limit }) =>
		repeat(queue, type, () => {
			const outcome = take(queue, limit);
			mayEnd();
			return outcome;
		}),
	pass,
	parts({ gem }) {
		let count = 0;
		for (let part = gem.subset(); part.length > 0; part = gem.subset()) {
			for (const index of Object.keys(part)) {
				mayEnd();
				gem[index]++;
				count++;
			}
		}
		gem.release();
		return count;
	},
	ranges({ gem }) {
		let count = 0;
		const write = (from, to) => {
			for (let index = from; index < to; index++) {
				mayEnd();
				gem[index]++;
				count++;
			}
		};
		while (gem.getRange(write, 1 + random(7)));
		return count;
	},
};

/** Until it is done: waits for a change where the policy can, and looks again and again where it cannot. */
function repeat(queue, type, fn) {
	for (;;) {
		const outcome = queue.atomic(() => {
			const result = fn();
			const waits = type === 'AtomicSTM' && (result === 'full' || result === 'empty');
			return waits ? AtomicSTM.retry() : result;
		});
		if (outcome === 'done') return outcome;
	}
}

const { next, previous } = workerData;

/** In a ring: count what comes by, and send it on. */
function pass({ gem, hops }) {
	gem.n++;
	gem.log.push(hops);
	mayEnd();
	if (gem.log.length > 10) gem.log.splice(0, 5);
	if (hops === 0) send(parentPort, { gem });
	else send(next, { gem, hops: hops - 1 });
	return 'passed';
}
if (previous) receive(previous, pass);

receive(parentPort, (message) => {
	try {
		send(parentPort, { value: actions[message.action](message) });
	} catch (error) {
		send(parentPort, { error: error.stack ?? String(error), code: error.code });
	}
});
