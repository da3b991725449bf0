// AtomicLK and AtomicSTM: blocks in one another, several GEMs, what is taken back, waiting; with real threads.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import {
	atomic,
	atomicAsync,
	AtomicLK,
	AtomicSTM,
	receive,
	send,
	snapshot,
} from '../../src/gem/index.js';

const codeOf = (fn) => {
	try {
		fn();
		return 'nothing';
	} catch (error) {
		return error.code ?? error.message;
	}
};

describe.each([
	['AtomicLK', AtomicLK],
	['AtomicSTM', AtomicSTM],
])('%s', (name, type) => {
	test('gives what the function returns, and nothing outside', () => {
		const gem = type.create({ n: 1 });
		expect(gem.atomic(() => ++gem.n)).toBe(2);
		expect(codeOf(() => gem.n)).toBe('LP8101');
	});

	test('blocks stand in one another, over one GEM and over several', () => {
		const [one, other] = [type.create({ n: 1 }), type.create({ n: 10 })];
		const sum = one.atomic(() => {
			one.n++;
			other.atomic(() => (other.n += one.n));
			return one.atomic(() => one.n) + other.atomic(() => other.n);
		});
		expect(sum).toBe(14);
		expect(type.atomic([other, one, other], () => [one.n, other.n])).toEqual([2, 12]);
		expect(codeOf(() => type.atomic([one], () => other.n))).toBe('LP8101');
		expect(() => type.atomic([one, {}], () => 0)).toThrow(/takes GEMs/);
		expect(type.atomic([], () => 'nothing to take')).toBe('nothing to take');
	});

	test('an asynchronous function is refused', () => {
		const gem = type.create({ n: 1 });
		expect(codeOf(() => gem.atomic(async () => 1))).toBe('LP8101');
		expect(gem.atomic(() => gem.n)).toBe(1);
	});

	test('promises of GEMs, and of blocks without blocking', async () => {
		const gem = type.create({ n: 1 });
		const same = await Promise.resolve(gem);
		expect(same).toBe(gem);
		expect(await gem.atomicAsync(() => ++gem.n)).toBe(2);
		await expect(gem.atomicAsync(() => gem.missing.n)).rejects.toThrow(TypeError);
		const all = Array.from({ length: 20 }, () => gem.atomicAsync(() => ++gem.n));
		expect((await Promise.all(all)).sort((a, b) => a - b)).toEqual(
			Array.from({ length: 20 }, (_, index) => index + 3),
		);
	});

	test('console.log shows what is in it', async () => {
		const { inspect } = await import('node:util');
		expect(inspect(type.create({ list: [1, { x: 2 }] }))).toBe('{ list: [ 1, { x: 2 } ] }');
	});

	test('two threads and the host count to the same sum', async () => {
		const gem = type.create({ n: 0, list: [], by: {} });
		const threads = [startThread(), startThread()];
		const done = threads.map((thread, index) => thread.ask({ action: 'count', gem, index }));
		for (let turn = 0; turn < 200; turn++) await gem.atomicAsync(() => gem.n++);
		await Promise.all(done);
		expect(snapshot(gem)).toEqual({
			n: 200 + 2 * 500,
			list: expect.arrayContaining([0, 1]),
			by: { t0: 500, t1: 500 },
		});
		await Promise.all(threads.map((thread) => thread.end()));
	});

	test('a thread that ends in a block leaves what was before, and nobody waits for it', async () => {
		const gem = type.create({ rows: [{ n: 1 }, { n: 2 }], sum: 3 });
		const thread = startThread();
		void thread.ask({ action: 'die', gem });
		await thread.ended;
		expect(snapshot(gem)).toEqual({ rows: [{ n: 1 }, { n: 2 }], sum: 3 });
		const other = startThread();
		expect(await other.ask({ action: 'sum', gem })).toEqual({ value: 3 });
		await other.end();
	});

	test('what compiled code has written when its thread ends is taken back as well', async () => {
		const gem = type.create({ rows: [{ n: 1 }], sum: 3 });
		const thread = startThread();
		void thread.ask({ action: 'dieCompiled', gem });
		expect(await thread.ended).toEqual([0]);
		expect(snapshot(gem)).toEqual({ rows: [{ n: 1 }], sum: 3 });
	});
});

test('an exception in AtomicLK releases the lock and leaves what was written', () => {
	const gem = AtomicLK.create({ n: 1 });
	const block = () => {
		gem.n = 2;
		throw new Error('stop');
	};
	expect(codeOf(() => gem.atomic(block))).toBe('stop');
	expect(gem.atomic(() => gem.n)).toBe(2);
});

describe('AtomicSTM', () => {
	test('takes back what a block has done that throws: of all GEMs, with everything below', () => {
		const [one, other] = [AtomicSTM.create({ n: 1, rows: [{ x: 1 }] }), AtomicSTM.create({})];
		const block = () => {
			one.n = 2;
			one.rows.push({ x: 2 });
			one.rows[0].x = 'text';
			one.rows.splice(0, 1);
			delete one.n;
			other.made = { deep: [1, 2, 3] };
			throw new Error('stop');
		};
		expect(codeOf(() => AtomicSTM.atomic([one, other], block))).toBe('stop');
		expect([snapshot(one), snapshot(other)]).toEqual([{ n: 1, rows: [{ x: 1 }] }, {}]);
	});

	test('an inner block that throws takes back what it has done, and the outer goes on', () => {
		const gem = AtomicSTM.create({ outer: 0, inner: 0 });
		gem.atomic(() => {
			gem.outer = 1;
			const inner = () => {
				gem.inner = 1;
				throw new Error('stop');
			};
			expect(codeOf(() => gem.atomic(inner))).toBe('stop');
			expect(gem.inner).toBe(0);
			gem.outer++;
		});
		expect(snapshot(gem)).toEqual({ outer: 2, inner: 0 });
	});

	test('a thread that has ended in a block is not in the way of the host, however slow that is', async () => {
		const gem = AtomicSTM.create({ rows: [{ n: 1 }, { n: 2 }], sum: 3 });
		const thread = startThread();
		void thread.ask({ action: 'die', gem });
		await thread.ended;
		const block = () => {
			const start = performance.now();
			while (performance.now() - start < 10); // longer than the host may wait
			return gem.sum;
		};
		expect(gem.atomic(block)).toBe(3);
	});

	test('a lock block within a transaction is taken back with it', () => {
		const [stm, lk] = [AtomicSTM.create({ n: 0 }), AtomicLK.create({ n: 0 })];
		const block = () => {
			stm.n = 1;
			lk.atomic(() => (lk.n = 1));
			throw new Error('stop');
		};
		expect(codeOf(() => stm.atomic(block))).toBe('stop');
		expect([snapshot(stm), snapshot(lk)]).toEqual([{ n: 0 }, { n: 0 }]);
	});

	test('retry() waits until something has changed', async () => {
		const gem = AtomicSTM.create({ items: [] });
		const thread = startThread();
		const taken = thread.ask({ action: 'take', gem });
		gem.atomic(() => gem.items.push('one'));
		expect(await taken).toEqual({ value: 'one' });
		const later = gem.atomicAsync(() => gem.items.shift() ?? AtomicSTM.retry());
		await thread.ask({ action: 'put', gem });
		expect(await later).toBe('two');
		expect(gem.conflicts().retries).toBeGreaterThan(0);
		// The host does not wait for what may never happen.
		expect(codeOf(() => gem.atomic(() => AtomicSTM.retry()))).toBe('LP8106');
		await thread.end();
	});

	test('retry() within a lock is refused: who would end the wait may need it', () => {
		const [stm, lk] = [AtomicSTM.create({ n: 0 }), AtomicLK.create({ n: 0 })];
		expect(codeOf(() => lk.atomic(() => stm.atomic(() => AtomicSTM.retry())))).toBe('LP8101');
		expect(lk.atomic(() => lk.n)).toBe(0);
	});

	test('one item for two who wait: one gets it, the other goes on waiting', async () => {
		const gem = AtomicSTM.create({ items: [] });
		const threads = [startThread(), startThread()];
		const got = [];
		const taken = threads.map(async (thread) => {
			got.push((await thread.ask({ action: 'take', gem })).value);
		});
		while (gem.conflicts().retries < 2) await new Promise(setImmediate);
		gem.atomic(() => gem.items.push('one'));
		await Promise.race(taken);
		expect(got).toEqual(['one']);
		gem.atomic(() => gem.items.push('two'));
		await Promise.all(taken);
		expect(got).toEqual(['one', 'two']);
		await Promise.all(threads.map((thread) => thread.end()));
	});

	test('orElse() takes back the first, runs the second, and retries when both do', async () => {
		const gem = AtomicSTM.create({ first: [], second: ['b'], tries: 0 });
		const take = (list) => () => {
			gem.tries++;
			return gem[list].shift() ?? AtomicSTM.retry();
		};
		const either = () => AtomicSTM.orElse(take('first'), take('second'));
		expect(gem.atomic(either)).toBe('b');
		expect(snapshot(gem)).toEqual({ first: [], second: [], tries: 1 });
		const waiting = gem.atomicAsync(either);
		gem.atomic(() => gem.first.push('a'));
		expect(await waiting).toBe('a');
		expect(codeOf(() => AtomicSTM.orElse(take('first'), take('second')))).toBe('LP8101');
		expect(codeOf(() => AtomicSTM.retry())).toBe('LP8101');
	});

	test('code that catches everything cannot keep a doomed block alive', async () => {
		const gem = AtomicSTM.create({ n: 0 });
		let runs = 0;
		const result = gem.atomicAsync(() => {
			runs++;
			if (runs > 1) return gem.n;
			try {
				AtomicSTM.retry();
			} catch {
				gem.n = 99; // refused: the block is over
			}
			return 'never';
		});
		gem.atomic(() => (gem.n = 1));
		expect(await result).toBe(1);
		expect(runs).toBe(2);
	});

	test('what was read is read again without asking, within the block alone', () => {
		const [gem, other] = [AtomicSTM.create({ n: 1, part: { m: 2 } }), AtomicSTM.create({ n: 10 })];
		let part;
		const sum = gem.atomic(() => {
			part = gem.part;
			let sum = 0;
			for (let time = 0; time < 20; time++) {
				sum += gem.n++ + part.m + other.atomic(() => other.n + other.n);
				expect(codeOf(() => other.n)).toBe('LP8101');
			}
			return sum;
		});
		expect(sum).toBe((20 * 21) / 2 + 20 * 22);
		expect([codeOf(() => gem.n), codeOf(() => part.m)]).toEqual(['LP8101', 'LP8101']);
		expect(gem.atomic(() => gem.n + part.m)).toBe(23);
	});

	test('and a doomed block reads nothing, which code that catches does not change', () => {
		const gem = AtomicSTM.create({ n: 1, part: { m: 2 } });
		const seen = [];
		const first = () => {
			const { part } = gem;
			seen.push(part.m + part.m + gem.n + gem.n);
			for (const doomed of [AtomicSTM.retry, () => part.m, () => gem.n, () => (part.m = 9)]) {
				seen.push(codeOf(doomed));
			}
			return 'never';
		};
		const second = () => [gem.n, gem.part.m];
		expect(gem.atomic(() => AtomicSTM.orElse(first, second))).toEqual([1, 2]);
		expect(seen).toEqual([6, ...new Array(4).fill('the block begins again; let this pass')]);
	});

	test('an object that was a small one is set at once, small or not', () => {
		const gem = AtomicSTM.create({ list: [0], keys: {} });
		const { list, keys } = gem.atomic(() => ({ list: gem.list, keys: gem.keys }));
		gem.atomic(() => (list[0] = 1) && (keys.first = 1));
		gem.atomic(() => list.push(...new Array(200).fill(2)));
		gem.atomic(() => (list[150] = 3) && (keys.second = 2));
		expect(gem.atomic(() => [list[0], list[150], list.length])).toEqual([1, 3, 201]);
		expect(snapshot(gem).keys).toEqual({ first: 1, second: 2 });
	});

	test('many elements of one array at once, without a conflict', async () => {
		const gem = AtomicSTM.create(new Array(4096).fill(0));
		const threads = [startThread(), startThread()];
		await Promise.all(
			threads.map((thread, index) => thread.ask({ action: 'elements', gem, index })),
		);
		expect(snapshot(gem).reduce((sum, n) => sum + n, 0)).toBe(2 * 1000);
		await Promise.all(threads.map((thread) => thread.end()));
	});
});

test('atomic() takes GEMs of both types', async () => {
	const [lk, other, stm] = [
		AtomicLK.create({ n: 1 }),
		AtomicLK.create({ n: 2 }),
		AtomicSTM.create({ n: 3 }),
	];
	const sum = () => lk.n + other.n + (stm.n += 1);
	expect(atomic([stm, other, lk], sum)).toBe(7);
	expect(await atomicAsync([stm, other, lk], sum)).toBe(8);
	expect(atomic([lk, other], () => lk.n + other.n)).toBe(3);
	expect(await atomicAsync([stm], () => stm.n)).toBe(5);
	expect(() => atomic([lk, {}], sum)).toThrow(/takes GEMs/);
	await expect(atomicAsync([{}], sum)).rejects.toThrow(/takes GEMs/);
});

test('AtomicLK: two GEMs in opposite orders end, by their order or by an error', async () => {
	const [one, other] = [AtomicLK.create({ n: 0 }), AtomicLK.create({ n: 0 })];
	const threads = [startThread(), startThread()];
	const answers = await Promise.all([
		threads[0].ask({ action: 'nest', gem: one, other }),
		threads[1].ask({ action: 'nest', gem: other, other: one }),
	]);
	const [{ value: first }, { value: second }] = answers;
	expect([...new Set([...first.codes, ...second.codes])].sort()).toEqual(
		expect.not.arrayContaining(['LP8102']),
	);
	for (const code of [...first.codes, ...second.codes]) expect(code).toMatch(/^(nothing|LP8107)$/);
	expect(snapshot(one).n + snapshot(other).n).toBe(2 * (first.done + second.done));
	await Promise.all(threads.map((thread) => thread.end()));
});

/** @returns {{ ask: (message: any) => Promise<any>, ended: Promise<unknown>, end: () => Promise<number> }} */
function startThread() {
	const worker = new Worker(new URL('transactions/thread.js', import.meta.url));
	/** @type {((answer: any) => void)[]} */
	const waiting = [];
	receive(worker, (answer) => waiting.shift()?.(answer));
	return {
		ask: (message) =>
			new Promise((resolve) => {
				waiting.push(resolve);
				send(worker, message);
			}),
		ended: once(worker, 'exit'),
		end: () => worker.terminate(),
	};
}
