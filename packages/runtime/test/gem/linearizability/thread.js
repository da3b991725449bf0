// Carries out operations at the same time as others, and notes when each began and was over.
import { parentPort, workerData } from 'node:worker_threads';
import { receive, send } from '../../../src/gem/index.js';
import { randomOf } from '../stress/policies/random.js';
import { objects } from './objects.js';

/** Word 0: the clock; word 1: how often a thread has arrived; word 2: nobody changes it. */
const { words, threads, seed } = workerData;
const random = randomOf(seed);
const LIMIT_MS = 30_000;

/** Wait for the others. */
function meet() {
	const arrived = Atomics.add(words, 1, 1) + 1;
	const wanted = Math.ceil(arrived / threads) * threads;
	Atomics.notify(words, 1);
	const end = performance.now() + LIMIT_MS;
	for (let spins = 0; ; spins++) {
		const now = Atomics.load(words, 1);
		if (now >= wanted) return;
		if (performance.now() > end) throw new Error('the others do not come');
		// Spinning lets them begin at the same time where there are cores enough.
		if (spins > 1000) Atomics.wait(words, 1, now, 1);
	}
}

/** Blocks take less time than it takes to switch threads: let others get in before, within and after one. */
const linger = () => void (random(3) === 0 && Atomics.wait(words, 2, 0, random(10) / 50));

/** @param {any} gem @param {string} object @param {[string, any][]} programme */
const run = (gem, object, programme) =>
	programme.map(([name, argument]) => {
		const from = Atomics.add(words, 0, 1);
		linger();
		const result =
			name === 'split'
				? split(gem)
				: gem.atomic(() => {
						const given = objects[object].blocks[name](gem, argument);
						linger();
						return given;
					});
		linger();
		const to = Atomics.add(words, 0, 1);
		return { from, to, name: name === 'split' ? 'increment' : name, argument, result };
	});

/** A planted bug: two blocks in place of one. */
function split(gem) {
	const n = gem.atomic(() => gem.deep.n);
	meet();
	return gem.atomic(() => (gem.deep.n = n + 1));
}

receive(parentPort, ({ gems, object, programmes }) => {
	try {
		send(
			parentPort,
			gems.map((gem, index) => {
				meet();
				return run(gem, object, programmes[index]);
			}),
		);
	} catch (error) {
		send(parentPort, { error: error.stack });
	}
});
