import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { setEnvironmentData } from 'node:worker_threads';
import { isLapidaryError, transfer } from '@lapidary/runtime';
import { AtomicLK, Partitioned, ReadOnly, snapshot } from '@lapidary/runtime/gem';
import { worker, Workers } from '@lapidary/runtime/workers';
import { runProgram } from './child.js';
import { failure } from './fixtures.js';

const urlOf = (name) => new URL(`./units/${name}`, import.meta.url);

/** @type {Workers[]} */
const open = [];
const start = (name, options) => {
	const workers = new Workers(urlOf(name), { size: 2, ...options });
	open.push(workers);
	return workers;
};
afterEach(async () => {
	for (const workers of open.splice(0)) await workers.close({ force: true });
});

describe('multicast, scatter, gather', () => {
	const registry = ['some', 'other', 'words', 'some', 'Important', 'some', 'words'];
	const accumulate = (results) => {
		const total = {};
		for (const result of results) {
			for (const key of Object.keys(result)) total[key] = (total[key] ?? 0) + result[key];
		}
		return total;
	};

	test('count words as in the paper, whatever the number of threads', async () => {
		for (const size of [1, 2, 3]) {
			const workers = start('word-count.js', { size });
			const keys = ['some', 'Important', 'words'];
			const seen = await new Promise((resolve) => {
				workers.multicast(keys).scatter(registry).gather(resolve);
			});
			expect(seen).toHaveLength(size);
			expect(accumulate(seen)).toEqual({ some: 3, Important: 1, words: 2 });
		}
	});

	test('the promise of gather gives what the callback returns, and the replies without one', async () => {
		const workers = start('word-count.js');
		workers.multicast(['words']);
		workers.scatter(registry);
		expect(await workers.gather(accumulate)).toEqual({ words: 2 });
		workers.scatter(registry);
		expect(await workers.gather()).toEqual([{ words: 1 }, { words: 1 }]);
		const failed = workers.scatter(registry).gather(() => {
			throw new Error('mine');
		});
		expect(await failure(failed)).toMatchObject({ message: 'mine' });
	});

	test('replies are to be had as they come', async () => {
		const workers = start('replies.js', { size: 3 });
		const words = new Int32Array(new SharedArrayBuffer(4));
		workers.send(0, 'waitFor', words).send(1, 'echo', 'soon').send(2, 'waitFor', words);
		const replies = [];
		for await (const reply of workers.gather()) {
			if (replies.push(reply) > 1) continue;
			Atomics.store(words, 0, 1);
			Atomics.notify(words, 0);
		}
		expect(replies).toEqual([['soon'], 'woken', 'woken']);
		expect(await workers.gather()).toEqual([]);
	});

	test('rounds follow each other without mixing', async () => {
		const workers = start('replies.js');
		const first = workers.multicast('replyLater', 1, 20).gather();
		const second = workers.send(1, 'echo', 2).gather();
		expect(await Promise.all([second, first])).toEqual([[[2]], [1, 1]]);
	});
});

describe('what is sent', () => {
	test('is delivered in order, the next once the listener is done with the one before', async () => {
		const workers = start('replies.js', { size: 1 });
		workers.send(0, 'noteLate', 1).send(0, 'note', 2).multicast('noteLate', 3).send(0, 'note', 4);
		expect(await workers.send(0, 'seen').gather()).toEqual([[1, 2, 3, 4]]);
	});

	test('waits for its listener', async () => {
		const workers = start('slow-to-listen.js');
		expect(await workers.multicast(1).scatter([1, 2, 3, 4]).gather()).toEqual([
			[1, 2],
			[3, 4],
		]);
	});

	test('is as it was when it was sent', async () => {
		const workers = start('replies.js', { size: 1 });
		const rows = [1];
		workers.send(0, 'echo', rows);
		rows.push(2);
		expect(await workers.gather()).toEqual([[[1]]]);
	});

	test('crosses as the values of units do', async () => {
		const workers = start('replies.js', { size: 1 });
		const values = [
			Buffer.from('ab'),
			new URL('http://a/b'),
			new RangeError('r'),
			new Map([[1, 2]]),
		];
		const [echo] = await workers.send(0, 'echo', ...values).gather();
		expect(Buffer.isBuffer(echo[0])).toBe(true);
		expect(echo).toEqual([...values]);
		expect(echo[2]).toMatchObject({ name: 'RangeError', message: 'r' });
		expect(await workers.send(0, 'describe', Buffer.from('ab')).gather()).toEqual([
			[true, false, 'ab'],
		]);
		const row = { id: 1 };
		const [[one, two]] = await workers.send(0, 'echo', row, row).gather();
		expect(one).toBe(two);
	});

	test('shares SharedArrayBuffers', async () => {
		const workers = start('replies.js', { size: 4 });
		const words = new Int32Array(new SharedArrayBuffer(4));
		workers.multicast('change', words).multicast('change', words).multicast('echo');
		await workers.gather();
		expect(words[0]).toBe(8);
	});

	test('moves what is marked, with multicast to the last thread', async () => {
		const workers = start('replies.js');
		const bytes = transfer(new Uint8Array([1, 2]));
		const results = await workers.multicast('echo', bytes).gather();
		expect(results).toEqual([[new Uint8Array([1, 2])], [new Uint8Array([1, 2])]]);
		expect(bytes.length).toBe(0);
	});

	test('is refused with its path when it cannot cross, and its round is given up', async () => {
		const workers = start('replies.js', { size: 1 });
		class Row {}
		const send = (value) => () => workers.send(0, 'echo').send(0, 'echo', value);
		expect(send({ cb: [() => 1] })).toThrow(
			expect.objectContaining({ code: 'LP8021', path: 'message[1].cb[0]' }),
		);
		expect(send(new Row())).toThrow(
			expect.objectContaining({ code: 'LP8021', path: 'message[1]' }),
		);
		expect(await workers.send(0, 'echo', 'well').gather()).toEqual([['well']]);
		const getter = {
			get x() {
				throw new RangeError('mine');
			},
		};
		expect(send(getter)).toThrow(RangeError);
	});

	test('to a thread that does not exist', () => {
		expect(() => start('replies.js').send(2, 'echo')).toThrow(RangeError);
	});
});

describe('a reply', () => {
	test('is the last one when there are several, and may come after the listener', async () => {
		const workers = start('replies.js', { size: 1 });
		expect(await workers.send(0, 'replyTwice').gather()).toEqual([2]);
		expect(await workers.send(0, 'replyLater', 'x', 10).gather()).toEqual(['x']);
	});

	test('that cannot cross is an error of the listener', async () => {
		const workers = start('replies.js', { size: 1 });
		const error = await failure(workers.send(0, 'replyFunction').gather());
		expect(error).toMatchObject({ code: 'LP8021', path: 'reply.rows[0]' });
		expect(isLapidaryError(error)).toBe(true);
	});

	test('that will not come is noticed, also when gather is called late', async () => {
		const workers = start('replies.js', { size: 1 });
		expect(await failure(workers.send(0, 'forget').gather())).toMatchObject({ code: 'LP8020' });
		await workers.send(0, 'forget').send(0, 'echo').gather();
		workers.send(0, 'forget');
		await new Promise((resolve) => setTimeout(resolve, 50));
		expect(await failure(workers.gather())).toMatchObject({ code: 'LP8020', worker: 0 });
	});

	test('may wait for shared memory', async () => {
		const workers = start('replies.js');
		const words = new Int32Array(new SharedArrayBuffer(4));
		const woken = workers.send(0, 'waitFor', words).gather();
		await workers.send(1, 'change', words).send(1, 'echo').gather();
		Atomics.notify(words, 0);
		expect(await woken).toEqual(['woken']);
	});
});

describe('errors of listeners', () => {
	test('reject the gather with what was thrown', async () => {
		const workers = start('replies.js');
		const error = await failure(workers.multicast('fail', 'both').gather());
		expect(error).toMatchObject({ name: 'RangeError', message: 'both', code: 'E_MINE' });
		expect(error.cause).toMatchObject({ message: 'why' });
		expect(error.stack).toContain('replies.js');
		expect(await failure(workers.send(1, 'reject', 'one').send(0, 'echo').gather())).toMatchObject({
			name: 'TypeError',
			message: 'one',
		});
		expect(await failure(workers.send(1, 'throwFunction').gather())).toBe('[Function (anonymous)]');
	});

	test('are not covered by a reply', async () => {
		const workers = start('replies.js', { size: 1 });
		expect(await failure(workers.send(0, 'replyThenFail').gather())).toMatchObject({
			message: 'after the reply',
		});
	});

	test('are all there when they differ', async () => {
		const workers = start('replies.js', { size: 3 });
		workers.send(0, 'fail', 'a').send(1, 'echo').send(2, 'fail', 'c').send(2, 'reject', 'd');
		const error = await failure(workers.gather());
		expect(error).toMatchObject({ code: 'LP8025' });
		expect(error.message).toContain('2 of 3');
		expect(error.errors.map(({ message }) => message)).toEqual(['a', 'c', 'd']);
		expect(error.cause).toBe(error.errors[0]);
	});

	test('come after the replies of the others, in an iteration', async () => {
		const workers = start('replies.js');
		workers.send(0, 'fail', 'a').send(1, 'replyLater', 'b', 20);
		const replies = [];
		const iterate = async () => {
			for await (const reply of workers.gather()) replies.push(reply);
		};
		expect(await failure(iterate())).toMatchObject({ message: 'a' });
		expect(replies).toEqual(['b']);
	});

	test('there is no listener', async () => {
		const workers = start('replies.js', { size: 1 });
		expect(await failure(workers.scatter([1]).gather())).toMatchObject({ code: 'LP8019' });
		expect(await workers.send(0, 'echo', 1).gather()).toEqual([[1]]);
	});
});

describe('a thread that ends', () => {
	test('fails what it had to do; the others go on', async () => {
		const workers = start('replies.js');
		const both = workers
			.send(0, 'echo')
			.send(0, 'exit', 3)
			.send(0, 'echo')
			.send(1, 'echo')
			.gather();
		const error = await failure(both);
		expect(error).toMatchObject({ code: 'LP8017', worker: 0 });
		expect(error.message).toContain('exit code 3');
		expect(await workers.send(1, 'echo', 'alive').gather()).toEqual([['alive']]);
		expect(await failure(workers.multicast('echo', 'x').gather())).toMatchObject({
			code: 'LP8017',
		});
	});

	test('by an error that nothing catches', async () => {
		const workers = start('replies.js', { size: 1 });
		const error = await failure(workers.send(0, 'crash').gather());
		expect(error).toMatchObject({ code: 'LP8017', cause: { message: 'uncaught' } });
		expect(error.cause.stack).toContain('replies.js');
	});

	test('before its last messages are read', async () => {
		const workers = start('replies.js', { size: 1 });
		const echoed = workers.send(0, 'echo', 1).gather();
		workers.send(0, 'note', 1);
		const exited = workers.send(0, 'exit', 0).gather();
		expect(await echoed).toEqual([[1]]);
		expect(await failure(exited)).toMatchObject({ code: 'LP8017' });
	});

	test('because its module listens to nothing', async () => {
		const gate = new Int32Array(new SharedArrayBuffer(8));
		setEnvironmentData('ends-at-once', gate);
		const workers = start('ends-at-once.js', { size: 1 });
		setEnvironmentData('ends-at-once', undefined);
		await Atomics.waitAsync(gate, 0, 0).value;
		const sent = failure(workers.send(0, 1).gather());
		Atomics.store(gate, 1, 1);
		Atomics.notify(gate, 1);
		expect(await sent).toMatchObject({ code: 'LP8019' });
		expect(await failure(workers.send(0, 1).gather())).toMatchObject({
			code: expect.stringMatching(/LP8017|LP8019/),
		});
	});

	test('because its module cannot be loaded', async () => {
		const workers = start('throws-at-once.js');
		const error = await failure(workers.multicast(1).gather());
		expect(error).toMatchObject({ code: 'LP8018', cause: { name: 'TypeError' } });
		expect(error.message).toContain('not today');
		expect(await failure(workers.multicast(1).gather())).toMatchObject({ code: 'LP8018' });
		const missing = start('there-is-none.js', { size: 1 });
		expect(await failure(missing.scatter([1]).gather())).toMatchObject({
			code: 'LP8018',
			cause: { code: 'ERR_MODULE_NOT_FOUND' },
		});
	});
});

describe('close', () => {
	test('waits for what has been sent', async () => {
		const workers = start('replies.js');
		const gathered = workers.multicast('noteLate', 1).multicast('seen').gather();
		await workers.close();
		expect(await gathered).toEqual([[1], [1]]);
		expect(() => workers.multicast(1)).toThrow(expect.objectContaining({ code: 'LP8023' }));
		await workers.close();
	});

	test('by force does not', async () => {
		const workers = start('replies.js');
		const gathered = failure(workers.multicast('replyLater', 1, 60_000).gather());
		await workers.close({ force: true });
		expect(await gathered).toMatchObject({ code: 'LP8023' });
	});
});

test('modules are named by URL, text of a URL, or path; CommonJS ones, too', async () => {
	const file = fileURLToPath(urlOf('common-worker.cjs'));
	const names = [urlOf('common-worker.cjs'), urlOf('common-worker.cjs').href, file];
	for (const name of [...names, path.relative(process.cwd(), file)]) {
		const workers = new Workers(name, { size: 1, name: 'mine' });
		open.push(workers);
		expect(await workers.send(0, 1).gather()).toEqual(['function1']);
	}
});

test.each([
	['size', { size: 0 }],
	['size', { size: 1.5 }],
	['threads', { threads: 2 }],
	['name', { name: 3 }],
	['resourceLimits', { resourceLimits: 3 }],
])('an option that is not accepted: %s', (option, options) => {
	expect(() => new Workers(urlOf('replies.js'), options)).toThrow(
		expect.objectContaining({ code: 'LP8009', option }),
	);
});

test('what is no URL', () => {
	expect(() => new Workers(3)).toThrow(expect.objectContaining({ code: 'LP8009' }));
});

test('`worker` outside of the threads of Workers', () => {
	expect(() => worker.on('message', () => 1)).toThrow(expect.objectContaining({ code: 'LP8024' }));
	expect(() => worker.reply(1)).toThrow(expect.objectContaining({ code: 'LP8024' }));
});

describe('GEMs', () => {
	test('are shared: the second program of the paper', async () => {
		const workers = start('gems.js');
		const registry = ReadOnly.create(['some', 'other', 'words', 'some', 'Important']);
		const keys = Partitioned.create(['some', 'Important', 'words'], { partitions: 2 });
		const finalResult = AtomicLK.create({});
		await workers.multicast(registry, keys, finalResult).gather();
		expect(snapshot(finalResult)).toEqual({ some: 2, Important: 1, words: 1 });
	});

	test('are not cut', async () => {
		const workers = start('gems.js');
		expect(await workers.scatter(ReadOnly.create([1, 2, 3])).gather()).toEqual([3, 3]);
	});

	test('may be waited for after the listener has returned', async () => {
		const workers = start('gems.js');
		const gem = AtomicLK.create({ n: 0 });
		const words = new Int32Array(new SharedArrayBuffer(4));
		workers.send(0, 'hold', gem, words).send(1, 'late', gem, words);
		expect(await workers.gather()).toEqual(['held', 1]);
	});

	test('come back, of types that this thread has not seen, too', async () => {
		const workers = start('gems.js');
		const [own, others] = await workers.send(0).send(1, 7).gather();
		expect(snapshot(own)).toEqual({ n: 1 });
		expect(others.read()).toBe(7);
	});
});

describe('a process', () => {
	const prelude = `
		import { Workers } from '@lapidary/runtime/workers';
		const workers = new Workers(${JSON.stringify(urlOf('replies.js').href)}, { size: 2 });
	`;
	const run = (source) => runProgram(source, { prelude });

	test('ends by itself, after what was sent has been handled and its output is there', async () => {
		expect(await run(`workers.multicast('print', 'handled');`)).toEqual({
			code: 0,
			lines: ['handled', 'handled'],
			errors: '',
		});
		expect(await run('')).toEqual({ code: 0, lines: [], errors: '' });
	});

	test('prints what a listener printed before what gather leads to', async () => {
		const { lines } = await run(`
			workers.send(0, 'print', 'first').gather(() => { console.log('second'); process.exit(); });
		`);
		expect(lines).toEqual(['first', 'second']);
	});

	test('waits for a late reply', async () => {
		const { lines } = await run(`workers.multicast('replyLater', 1, 100).gather(console.log);`);
		expect(lines).toEqual(['[ 1, 1 ]']);
	});

	test('hears of errors that no gather is there for', async () => {
		const { lines } = await run(`
			const alive = setInterval(() => undefined, 1000);
			let count = 0;
			process.on('unhandledRejection', (error) => {
				console.log(error.code, error.message);
				if (++count === 2) clearInterval(alive);
			});
			workers.send(0, 'fail', 'mine').send(1, 'crash');
		`);
		expect(lines.sort()).toEqual([
			'E_MINE mine',
			'LP8017 a worker thread of `replies.js` ended: uncaught',
		]);
	});

	test('ends with an error when a gather has no one to tell', async () => {
		const { code, errors } = await run(`workers.send(0, 'fail', 'mine').gather(() => 1);`);
		expect({ code, errors }).toMatchObject({ code: 1, errors: expect.stringContaining('mine') });
	});
});
