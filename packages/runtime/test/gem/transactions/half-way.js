// Stops in the middle of transactions, until it is told to go on.
import { parentPort, workerData } from 'node:worker_threads';
import { AtomicLK, receive, send } from '../../../src/gem/index.js';

/** Word 0: how often it has stopped; word 1: how often it was told to go on; word 2: attempts. */
const { words } = workerData;
const LIMIT_MS = 20_000;

function stop() {
	const count = Atomics.add(words, 0, 1) + 1;
	Atomics.notify(words, 0);
	if (Atomics.wait(words, 1, count - 1, LIMIT_MS) === 'timed-out') throw new Error('left alone');
}

const kept = new Map();

/** @type {Record<string, (message: any) => unknown>} */
const actions = {
	setInt: ({ gem }) =>
		gem.atomic(() => {
			gem[0] = 1;
			stop();
			gem[1] = 2;
		}),
	keep: ({ gem }) => gem.atomic(() => kept.set('part', gem[50]).size),
	countKept: () => {
		const part = kept.get('part');
		return kept.get('gem').atomic(() => {
			part.n++;
			stop();
			part.n++;
			return part.n;
		});
	},
	keepGem: ({ gem }) => kept.set('gem', gem).size,
	move: ({ gem }) =>
		gem.atomic(() => {
			gem.from.n--;
			stop();
			gem.to.n++;
		}),
	setText: ({ gem }) =>
		gem.atomic(() => {
			gem[0].text = 'another one';
			stop();
			throw new Error('taken back');
		}),
	twoInOne: ({ gem }) => {
		const [lock, one] = gem;
		let runs = 0;
		AtomicLK.atomic([lock], () => {
			one.atomic(() => (one.first.n = 1));
			stop();
			// Meets the main thread, the first time.
			one.atomic(() => {
				Atomics.store(words, 2, ++runs);
				one.rows[40].n = 1;
			});
			stop();
		});
		return runs;
	},
};

receive(parentPort, (message) => {
	try {
		send(parentPort, { value: actions[message.action](message) });
	} catch (error) {
		send(parentPort, { error: String(error) });
	}
});
