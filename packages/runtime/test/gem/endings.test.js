// Threads that end within a block, where no event loop tells of it in time, or ever.
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { AtomicLK, AtomicSTM, Owned, release, send, snapshot, usage } from '../../src/gem/index.js';

const hasTasks = existsSync('/proc/thread-self');
const types = { AtomicLK, AtomicSTM };

const start = (file, workerData) =>
	new Worker(new URL(`endings/${file}`, import.meta.url), { workerData });

describe.each(['AtomicLK', 'AtomicSTM'])(
	'%s: a thread waits in vain for its own event loop',
	(name) => {
		const cases = ['terminate', 'exit', 'oom'].flatMap((how) => [
			...(hasTasks ? [[how, 'as the system says', false]] : []),
			[how, 'as Node says of its own worker', true],
		]);
		test.each(cases)(
			'and the thread that it has started ends by %s: it goes on, %s',
			async (how, _, hidesTasks) => {
				const gem = types[name].create({ n: 1 });
				const parent = start('parent.js', { how, hidesTasks });
				send(parent, { gem });
				const [n] = await once(parent, 'message');
				expect(n).toBe(2);
				// So does everyone else, though the parent stands still.
				expect(await gem.atomicAsync(() => ++gem.n)).toBe(3);
				await parent.terminate();
				expect(snapshot(gem)).toEqual({ n: 3 });
			},
		);
	},
);

describe('a program that removes the listeners of its worker', () => {
	/** @returns {Promise<Worker>} one that stands within a block of the GEM */
	async function stuck(gem, remove) {
		const words = new Int32Array(new SharedArrayBuffer(8));
		const worker = start('child.js', { words, how: 'terminate', hidesTasks: true });
		remove(worker);
		send(worker, { gem });
		const { value } = Atomics.waitAsync(words, 0, 0);
		await value;
		return worker;
	}

	test.each([
		['all', (worker) => worker.removeAllListeners()],
		['those of the end', (worker) => worker.removeAllListeners('exit')],
		[
			'each by itself',
			(worker) => worker.rawListeners('exit').forEach((each) => worker.off('exit', each)),
		],
	])('%s: what it has is taken back all the same', async (_, remove) => {
		const gem = AtomicLK.create({ n: 1 });
		const worker = await stuck(gem, remove);
		await worker.terminate();
		expect(gem.atomic(() => ++gem.n)).toBe(2);
		const before = usage().bytesInUse;
		release(gem);
		expect(usage().bytesInUse).toBeLessThan(before);
	});

	test('its own listeners, and what emits to them, are as they were', async () => {
		const worker = start('child.js', { words: new Int32Array(2), how: 'exit' });
		expect(Object.keys(worker)).not.toContain('emit');
		const seen = [];
		worker.once('exit', (code) => seen.push(code));
		worker.on('other', (...values) => seen.push(values));
		expect(worker.emit('other', 1, 2)).toBe(true);
		expect(worker.emit('nothing')).toBe(false);
		await worker.terminate();
		expect(seen).toEqual([[1, 2], expect.any(Number)]);
	});
});

test('a program that says that its worker has ended, though it has not', async () => {
	const gem = Owned.create({ n: 1 });
	const worker = start('owner.js', {});
	send(worker, { gem });
	await once(worker, 'message');
	worker.emit('exit', 0);
	expect(() => gem.n).toThrow(/another thread owns/);
	await worker.terminate();
	expect(() => gem.n).toThrow(/abandoned/);
});

test('Owned: a refusal says that the owner has ended, before any event loop has told of it', async () => {
	const gem = Owned.create({ n: 1 });
	const worker = start('owner.js', {});
	send(worker, { gem });
	await once(worker, 'message');
	const ended = worker.terminate();
	const end = performance.now() + 10_000;
	let code = '';
	while (code !== 'LP8102' && hasTasks && performance.now() < end) {
		try {
			gem.n++;
		} catch (refusal) {
			({ code } = refusal);
		}
	}
	expect(code).toBe(hasTasks ? 'LP8102' : '');
	await ended;
});
