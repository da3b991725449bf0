// Code that overflows its stack while it uses GEMs, and catches that: no lock stays with the thread, and the memory is whole.
import { Worker } from 'node:worker_threads';
import { once } from 'node:events';
import { AtomicLK, Owned, release, send, usage } from '../../src/gem/index.js';
import { codeOf } from './code-of.js';

/** Does it at each depth of the stack, up to the last one, and on the way back. @returns {number} how often the stack was too small */
function atEachDepth(act) {
	let overflows = 0;
	const attempt = () => {
		try {
			act();
		} catch (error) {
			if (error.code === 'LP8102' || error.code === 'LP8108') return;
			if (!(error instanceof RangeError)) throw error;
			overflows++;
		}
	};
	const dive = () => {
		attempt();
		try {
			dive();
		} catch (error) {
			if (!(error instanceof RangeError)) throw error;
		}
		attempt();
	};
	// Frames of other sizes, so that the end of the stack is met at other places of the code.
	for (let count = 0; count < 40; count += 13)
		Reflect.apply((...rest) => rest.length >= 0 && dive(), null, new Array(count).fill(0));
	return overflows;
}

const content = () => ({ list: [1, 2, 3], name: 'a', rows: [{ n: 1 }] });

/** @param {any} gem @param {number} n */
function change(gem, n) {
	gem.name = `name ${n % 7}`;
	gem.list = new Array(n % 90).fill(n);
	gem.rows[0] = { n, more: { n } };
}

test('Owned: no thread waits for memory of the GEM afterwards, or of another one', async () => {
	const before = usage().bytesInUse;
	const gem = Owned.create(content());
	const other = AtomicLK.create(content());
	let n = 0;
	expect(atEachDepth(() => change(gem, n++))).toBeGreaterThan(10);
	// Where the stack was full within the allocator, the GEM is half changed.
	expect(codeOf(() => (change(gem, 8), gem.release()))).toMatch(/^(nothing|LP8102)$/);
	other.atomic(() => change(other, 8));
	const worker = new Worker(new URL('stack-overflow/thread.js', import.meta.url));
	send(worker, { gem: other });
	const [answer] = await once(worker, 'message');
	expect(answer).toBe('done');
	await worker.terminate();
	release(gem);
	release(other);
	expect(usage().bytesInUse - before).toBeLessThan(64 * 1024);
});

test('an exception within the allocator leaves its lock, and says that the GEM is of no use', () => {
	const codes = new Set();
	for (let round = 0; round < 30 && !codes.has('LP8102'); round++) {
		const gem = Owned.create(content());
		let n = round;
		atEachDepth(() => {
			const code = codeOf(() => change(gem, n++));
			codes.add(code);
			if (code === 'RangeError: Maximum call stack size exceeded') throw new RangeError('again');
		});
		release(gem);
	}
	expect(codes).toContain('LP8102');
});
