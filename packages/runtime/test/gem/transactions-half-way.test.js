// What another thread may do, and what it sees, while a transaction stands in its middle.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { AtomicLK, AtomicSTM, receive, send, snapshot } from '../../src/gem/index.js';

const codeOf = (fn) => {
	try {
		fn();
		return 'nothing';
	} catch (error) {
		return error.code ?? error.message;
	}
};

const LIMIT_MS = 20_000;

/** @type {ReturnType<typeof startThread>} */
let thread;
beforeAll(() => {
	thread = startThread();
});
afterAll(() => thread.end());

test('a large array of int32: another element may change, and not how elements are stored', async () => {
	const gem = AtomicSTM.create(new Array(200).fill(0));
	const { answer: done } = await thread.until({ action: 'setInt', gem });
	expect(codeOf(() => gem.atomic(() => (gem[100] = 7)))).toBe('nothing');
	for (const other of [1.5, 'text', null, [1], { x: 1 }, -0]) {
		expect(codeOf(() => gem.atomic(() => (gem[100] = other)))).toBe('LP8106');
	}
	thread.goOn();
	await done;
	gem.atomic(() => (gem[100] = 1.5));
	expect(snapshot(gem).slice(0, 2)).toEqual([1, 2]);
	expect(snapshot(gem)[100]).toBe(1.5);
});

test('an element of a large array is not replaced while a transaction is in it, by a part it has kept', async () => {
	const gem = AtomicSTM.create(Array.from({ length: 200 }, () => ({ n: 0 })));
	await thread.ask({ action: 'keep', gem });
	await thread.ask({ action: 'keepGem', gem });
	const { answer: done } = await thread.until({ action: 'countKept' });
	expect(codeOf(() => gem.atomic(() => (gem[50] = { n: 100 })))).toBe('LP8106');
	expect(codeOf(() => gem.atomic(() => (gem[150] = { n: 100 })))).toBe('nothing');
	thread.goOn();
	expect(await done).toEqual({ value: 2 });
	gem.atomic(() => (gem[50] = { n: 100 }));
	expect(await thread.ask({ action: 'countKept' })).toEqual({
		error: expect.stringMatching(/no part of it any more/),
	});
});

test('atomicAsync has patience with a block that takes long', async () => {
	const gem = AtomicSTM.create({ from: { n: 5 }, to: { n: 0 } });
	const { answer: done } = await thread.until({ action: 'move', gem });
	const later = gem.atomicAsync(() => gem.from.n + gem.to.n);
	const end = performance.now() + 400;
	while (performance.now() < end) await new Promise(setImmediate);
	expect(gem.conflicts().conflicts).toBeLessThan(1000);
	thread.goOn();
	await done;
	expect(await later).toBe(5);
});

test('who sets without reading meets a transaction as who reads does', async () => {
	const gem = AtomicSTM.create({ from: { n: 4 }, to: { n: 0 } });
	const { from, to } = gem.atomic(() => ({ from: gem.from, to: gem.to }));
	for (const n of [4, 5]) gem.atomic(() => (from.n = n));
	gem.atomic(() => (to.n = 1));
	const { answer: done } = await thread.until({ action: 'move', gem });
	expect(codeOf(() => gem.atomic(() => (from.n = 100)))).toBe('LP8106');
	expect(codeOf(() => gem.atomic(() => (to.n = 2)))).toBe('nothing');
	thread.goOn();
	await done;
	expect(snapshot(gem)).toEqual({ from: { n: 4 }, to: { n: 3 } });
});

test('a copy of all of it, or of a part, holds nothing half done', async () => {
	const gem = AtomicSTM.create({ from: { n: 5 }, to: { n: 0 }, copy: null });
	const { answer: done } = await thread.until({ action: 'move', gem });
	expect(codeOf(() => snapshot(gem))).toBe('LP8106');
	expect(codeOf(() => gem.atomic(() => (gem.copy = gem.from)))).toBe('LP8106');
	thread.goOn();
	await done;
	expect(snapshot(gem)).toEqual({ from: { n: 4 }, to: { n: 1 }, copy: null });
});

test('objects that share a text: what one transaction does with it, another that fails does not undo', async () => {
	const rows = Array.from({ length: 4 }, () => ({ text: 'of several rows' }));
	const gem = AtomicSTM.create(rows);
	const { answer: done } = await thread.until({ action: 'setText', gem });
	for (const row of [1, 2, 3]) gem.atomic(() => (gem[row].text = `of row ${row}`));
	thread.goOn();
	expect(await done).toEqual({ error: 'Error: taken back' });
	// Memory that was given back by mistake is taken again.
	const more = Array.from({ length: 5000 }, (_, at) => ({ text: `text number ${at}` }));
	gem.atomic(() => gem.push(...more));
	const texts = snapshot(gem).map(({ text }) => text);
	expect(texts.slice(0, 4)).toEqual(['of several rows', 'of row 1', 'of row 2', 'of row 3']);
});

test('a transaction within a lock block is closed to others until that ends, whatever the next one meets', async () => {
	const rows = Array.from({ length: 50 }, () => ({ n: 0 }));
	const [lock, gem] = [AtomicLK.create({ n: 0 }), AtomicSTM.create({ first: { n: 0 }, rows })];
	const { answer: done } = await thread.until({ action: 'twoInOne', gem: [lock, gem] });
	gem.atomic(() => {
		expect(gem.rows[40].n).toBe(0);
		thread.goOn();
		thread.awaitAttempts(2);
	});
	await thread.stopped();
	expect(codeOf(() => snapshot(gem))).toBe('LP8106');
	thread.goOn();
	expect(/** @type {any} */ (await done).value).toBeGreaterThan(1);
	rows[40].n = 1;
	expect(snapshot(gem)).toEqual({ first: { n: 1 }, rows });
});

test.each([
	['AtomicLK', AtomicLK],
	['AtomicSTM', AtomicSTM],
])('%s.atomicAsync within a block runs after it', async (name, type) => {
	const gem = type.create({ n: 0 });
	const order = [];
	let later;
	gem.atomic(() => {
		later = gem.atomicAsync(() => order.push(`later ${++gem.n}`));
		order.push(`in the block ${++gem.n}`);
	});
	await later;
	expect(order).toEqual(['in the block 1', 'later 2']);
});

test('who waits for a change is woken, though the block that made it has begun another', async () => {
	const gem = AtomicSTM.create({ n: 0 });
	const waiting = gem.atomicAsync(() => gem.n || AtomicSTM.retry());
	let inner;
	gem.atomic(() => {
		gem.n = 1;
		inner = gem.atomicAsync(() => gem.n);
	});
	// Waiting keeps nothing alive: without a wake-up, this test would end with the process.
	expect(await Promise.all([waiting, inner])).toEqual([1, 1]);
});

function startThread() {
	const words = new Int32Array(new SharedArrayBuffer(12));
	const url = new URL('transactions/half-way.js', import.meta.url);
	const worker = new Worker(url, { workerData: { words } });
	/** @type {((answer: any) => void)[]} */
	const waiting = [];
	receive(worker, (answer) => waiting.shift()?.(answer));
	const ended = once(worker, 'exit');
	const ask = (message) =>
		new Promise((resolve) => {
			waiting.push(resolve);
			send(worker, message);
		});
	return {
		ask,
		/** @returns {Promise<{ answer: Promise<any> }>} once the thread has stopped */
		async until(message) {
			const before = Atomics.load(words, 0);
			const answer = ask(message);
			const { value } = /** @type {any} */ (Atomics).waitAsync(words, 0, before, LIMIT_MS);
			expect(await Promise.race([value, answer])).toMatch(/ok|not-equal/);
			return { answer };
		},
		/** Resolves when it stops again, after it was told to go on. */
		async stopped() {
			const before = Atomics.load(words, 1);
			await /** @type {any} */ (Atomics).waitAsync(words, 0, before, LIMIT_MS).value;
			expect(Atomics.load(words, 0)).toBe(before + 1);
		},
		/** @param {number} count */
		awaitAttempts(count) {
			const end = performance.now() + LIMIT_MS;
			while (Atomics.load(words, 2) < count && performance.now() < end);
		},
		goOn() {
			Atomics.add(words, 1, 1);
			Atomics.notify(words, 1);
		},
		ended,
		end: () => worker.terminate(),
	};
}
