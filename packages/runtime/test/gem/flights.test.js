// GEMs in messages to threads that end before they have read them: their memory is free once the end was heard of.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { Vat } from '../../src/hive/index.js';
import { ReadOnly, release, send, usage } from '../../src/gem/index.js';
import { Workers } from '../../src/workers.js';
import { runProgram } from '../child.js';

const GEMS = JSON.stringify(String(new URL('../../src/gem/index.js', import.meta.url)));
const TEXT = 'x'.repeat(10_000);

/** @param {string} text of a module @param {object} [options] @returns {Worker} */
const start = (text, options) =>
	new Worker(new URL(`data:text/javascript,${encodeURIComponent(text)}`), options);

const SLEEP = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)';
const READY = `import { parentPort } from 'node:worker_threads'; parentPort.postMessage('ready');`;

/** Send GEMs, and let go of them. @param {(gem: object) => void} post */
function sendSome(post) {
	for (let count = 0; count < 20; count++) {
		const gem = ReadOnly.create({ text: TEXT, rows: [{ n: 1 }] });
		post(gem);
		release(gem);
	}
}

/** @param {() => Promise<unknown>} end @param {number} before */
async function expectFree(end, before) {
	expect(usage().bytesInUse - before).toBeGreaterThan(20 * TEXT.length);
	await end();
	// What waits in the event loop of this thread is done behind the events.
	await new Promise((resolve) => setImmediate(resolve));
	expectBack(before);
}

/** @param {number} before less where garbage of other test files in this process was collected meanwhile */
const expectBack = (before) => expect(usage().bytesInUse - before).toBeLessThan(TEXT.length);

const LEAK = `${SLEEP.replace('0, 0)', '0, 0, 200)')}; const all = []; for (;;) all.push(new Array(1e5).fill(all.length));`;

describe.each([
	['knows GEMs', `import ${GEMS};`],
	['knows nothing of them', ''],
])('send() to a worker that %s', (_, loads) => {
	test.each([
		['is terminated', SLEEP, (worker) => worker.terminate()],
		['exits', 'process.exit(0)', (worker) => once(worker, 'exit')],
		[
			'has no memory left',
			LEAK,
			(worker) => {
				worker.on('error', () => undefined);
				return new Promise((resolve) => worker.once('exit', resolve));
			},
		],
	])('and %s', async (__, rest, end) => {
		const resourceLimits = { maxOldGenerationSizeMb: 16 };
		const worker = start(`${loads} ${READY} ${rest}`, { resourceLimits });
		const before = usage().bytesInUse;
		sendSome((gem) => send(worker, { gem }));
		sendSome((gem) => send(worker, [gem, new Map([['part', gem.rows]])]));
		await expectFree(() => end(worker), before);
	});
});

test('send() to a worker that has ended', async () => {
	const worker = start('');
	await once(worker, 'exit');
	const before = usage().bytesInUse;
	sendSome((gem) => send(worker, gem));
	expectBack(before);
});

test('messages that were read, and others that were not', async () => {
	const worker = start(
		`import { parentPort } from 'node:worker_threads';
		import { receive } from ${GEMS};
		let left = 5;
		receive(parentPort, (gem) => {
			if (--left === 0) { parentPort.postMessage(gem.text.length); ${SLEEP}; }
		});`,
	);
	const before = usage().bytesInUse;
	sendSome((gem) => send(worker, gem));
	expect(await once(worker, 'message')).toEqual([TEXT.length]);
	await expectFree(() => worker.terminate(), before);
});

test('a GEM that two workers are sent goes on with the one that lives', async () => {
	const [ends, lives] = [start(SLEEP), start(SLEEP)];
	const before = usage().bytesInUse;
	const gem = ReadOnly.create({ text: TEXT });
	for (const worker of [ends, lives, ends]) send(worker, gem);
	release(gem);
	await ends.terminate();
	expect(usage().bytesInUse).toBeGreaterThan(before);
	await lives.terminate();
	expectBack(before);
});

test('a worker that sends to the thread above it, which is terminated', async () => {
	const child = `
		import { parentPort } from 'node:worker_threads';
		import { ReadOnly, release, send } from ${GEMS};
		for (let count = 0; count < 20; count++) {
			const gem = ReadOnly.create({ text: ${JSON.stringify(TEXT)} });
			send(parentPort, { gem });
			release(gem);
		}
		parentPort.postMessage('sent');`;
	const before = usage().bytesInUse;
	const parent = start(
		`import ${GEMS};
		import { parentPort, Worker } from 'node:worker_threads';
		import { setTimeout as sleep } from 'node:timers/promises';
		const child = new Worker(new URL(${JSON.stringify(`data:text/javascript,${encodeURIComponent(child)}`)}));
		child.on('message', (message) => message === 'sent' && (parentPort.postMessage(message), ${SLEEP}));`,
	);
	await once(parent, 'message');
	await expectFree(() => parent.terminate(), before);
});

test('Workers, and vats', async () => {
	const url = new URL(`data:text/javascript,${encodeURIComponent(SLEEP)}`);
	const workers = new Workers(url, { size: 1 });
	const vat = Vat();
	const sleep = vat.eval(`(() => ${SLEEP})`);
	/** @param {any} gem */
	const ask = (gem) => void sleep(gem).then(undefined, () => undefined);
	ask(0);
	const before = usage().bytesInUse;
	sendSome((gem) => workers.multicast(gem));
	await expectFree(() => workers.close({ force: true }), before);
	sendSome(ask);
	await expectFree(() => vat.close({ force: true }), before);
});

test('results that nobody waits for any more, of threads that go on', async () => {
	const { lines, errors } = await runProgram(
		`import { release, usage } from '@lapidary/runtime/gem';
		configure({ threads: 1 });
		await call(reference('crossing.js#make'), [0]);
		const made = [];
		for (let count = 0; count < 5; count++) {
			const controller = new AbortController();
			const make = withOptions((...args) => call(reference('crossing.js#makeAfter'), args), { signal: controller.signal });
			made.push(make(50, 'x'.repeat(100_000)).catch((error) => error.name));
			await new Promise((resolve) => setTimeout(resolve, 20));
			controller.abort();
		}
		console.log(new Set(await Promise.all(made)).size);
		await drain();
		for (let turn = 0; turn < 200 && usage().bytesInUse > 100_000; turn++) {
			globalThis.gc();
			await call(reference('crossing.js#collect'), []);
			await new Promise((resolve) => setTimeout(resolve, 10));
		}
		console.log(usage().bytesInUse < 100_000);`,
		{ env: { NODE_OPTIONS: '--expose-gc' } },
	);
	expect({ errors, last: lines.at(-1) }).toEqual({ errors: '', last: 'true' });
});
