// GEMs in messages through ports of the program's own, whose reader ends, closes its port or hands it on before it has read them.
import { once } from 'node:events';
import { MessageChannel, Worker } from 'node:worker_threads';
import { ReadOnly, receive, release, send, usage } from '../../src/gem/index.js';

const GEMS = JSON.stringify(String(new URL('../../src/gem/index.js', import.meta.url)));
const TEXT = 'x'.repeat(10_000);
const COUNT = 10;

/** @param {string} text of a module @returns {Worker} */
const start = (text) =>
	new Worker(new URL(`data:text/javascript,${encodeURIComponent(`${PRELUDE}${text}`)}`));

/** `read(port, least)` reads messages, says so behind the last of the least, and sleeps when it is told to; `sleep()` never comes back. */
const PRELUDE = `
	import { parentPort, receiveMessageOnPort, Worker } from 'node:worker_threads';
	import { receive, release } from ${GEMS};
	const sleep = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
	const read = (port, least, last = () => undefined) => {
		let count = 0;
		receive(port, ({ gem }) => {
			if (gem.text.length !== ${TEXT.length}) throw new Error('it is another one');
			release(gem);
			if (++count === least) { parentPort.postMessage(least); last(); }
		});
	};
	parentPort.postMessage('ready');
`;

/** Send GEMs of which nothing is left but the messages. @param {import('node:worker_threads').MessagePort} port */
function sendSome(port) {
	for (let count = 0; count < COUNT; count++) {
		const gem = ReadOnly.create({ text: TEXT });
		send(port, { gem, again: [gem] });
		release(gem);
	}
}

/** @param {string} text @returns {Promise<{ worker: Worker, port: import('node:worker_threads').MessagePort }>} `port`: to the worker */
async function open(text) {
	const worker = start(text);
	await once(worker, 'message');
	const { port1, port2 } = new MessageChannel();
	worker.postMessage(port2, [port2]);
	return { worker, port: port1 };
}

/** @param {() => boolean} condition that comes true, or the test takes too long */
async function until(condition) {
	for (let turn = 0; turn < 3000 && !condition(); turn++)
		await new Promise((resolve) => setTimeout(resolve, 1));
	expect(condition()).toBe(true);
}

const bytes = () => usage().bytesInUse;
/** less where garbage of other test files in this process was collected meanwhile */
const isBack = (/** @type {number} */ before) => bytes() - before < TEXT.length;

describe('what was not read is free once the reader', () => {
	test.each([
		['has ended without a look at the port', `parentPort.once('message', sleep);`, 'terminate'],
		['has ended and has not got the port', `sleep();`, 'terminate'],
		[
			'has ended in the middle',
			`parentPort.once('message', (port) => read(port, 4, sleep));`,
			'terminate',
		],
		[
			'has closed its port',
			`parentPort.once('message', (port) => read(port, 3, () => port.close()));`,
			'by itself',
		],
	])('%s', async (_, text, end) => {
		const { worker, port } = await open(text);
		const before = bytes();
		sendSome(port);
		// At once: later, garbage of other test files may be gone, which hides what was sent.
		expect(isBack(before)).toBe(false);
		if (text.includes('read(')) await once(worker, 'message');
		if (end === 'terminate') await worker.terminate();
		await until(() => isBack(before));
		await worker.terminate();
	});

	test('has ended, and the port had readers before', async () => {
		const before = bytes();
		const { worker, port } = await open(
			`parentPort.once('message', (port) => read(port, ${COUNT}, () => undefined));`,
		);
		sendSome(port);
		await once(worker, 'message');
		worker.postMessage(0);
		sendSome(port);
		await worker.terminate();
		sendSome(port);
		await until(() => isBack(before));
	});
});

test('what a reader holds that is ended while it reads is free, wherever it is', async () => {
	const before = bytes();
	for (let turn = 0; turn < 25; turn++) {
		const { worker, port } = await open(
			`parentPort.once('message', (port) => read(port, ${COUNT}));`,
		);
		sendSome(port);
		await once(worker, 'message');
		sendSome(port);
		for (const start = performance.now(); performance.now() - start < turn / 20;);
		await worker.terminate();
		await until(() => isBack(before));
	}
});

test('what has been read is not taken back: others hold the same GEM', async () => {
	const gem = ReadOnly.create({ text: TEXT });
	const { worker, port } = await open(
		`parentPort.once('message', (port) => read(port, 40, sleep));`,
	);
	const kept = new MessageChannel();
	send(kept.port1, { gem });
	for (let count = 0; count < 45; count++) send(port, { gem });
	await once(worker, 'message');
	release(gem);
	let isClosed = false;
	port.on('close', () => (isClosed = true));
	await worker.terminate();
	await until(() => isClosed);
	const arrived = await new Promise((resolve) => receive(kept.port2, resolve));
	expect(arrived.gem.text).toBe(TEXT);
	release(arrived.gem);
	kept.port1.close();
});

describe('a port that the reader hands on', () => {
	test.each([
		['and ends later', `setTimeout(() => process.exit(), 0);`],
		['and ends at once', `process.exit();`],
	])('%s', async (_, rest) => {
		const { worker, port } = await open(
			`parentPort.once('message', (port) => read(port, 1, () => {
				parentPort.postMessage(port, [port]);
				${rest}
			}));`,
		);
		/** @type {any} */
		let own;
		worker.on('message', (message) => typeof message === 'object' && (own = message));
		sendSome(port);
		await once(worker, 'exit');
		await new Promise((resolve) => setImmediate(resolve));
		/** @type {any[]} */
		const arrived = [];
		receive(own, ({ gem }) => arrived.push(gem.text === TEXT));
		sendSome(port);
		await until(() => arrived.length >= COUNT);
		expect(arrived).not.toContain(false);
		port.close();
	});
});

test('what is sent while a port is handed on arrives, whenever the sender hears of it', async () => {
	const { port1, port2 } = new MessageChannel();
	const between = new MessageChannel();
	/** @type {boolean[]} */
	const arrived = [];
	const take = (/** @type {any} */ { gem }) => arrived.push(gem.text === TEXT);
	between.port2.once('message', (port) => receive(port, take));
	receive(port2, take);
	const turns = 40;
	try {
		for (let turn = 0; turn < turns; turn++) {
			sendSome(port1);
			if (turn === 5) between.port1.postMessage(port2, [port2]);
			await new Promise((resolve) =>
				turn % 2 ? setImmediate(resolve) : queueMicrotask(() => resolve(0)),
			);
		}
		await until(() => arrived.length === turns * COUNT);
		expect(arrived).not.toContain(false);
	} finally {
		port1.close();
		between.port1.close();
	}
});

test('messages that are refused hold nothing, the first one too', () => {
	const { port1, port2 } = new MessageChannel();
	const before = bytes();
	const gem = ReadOnly.create({ text: TEXT });
	for (let count = 0; count < 3; count++)
		expect(() => send(port1, { gem, run() {} })).toThrow('could not be cloned');
	send(port1, { gem });
	expect(() => send(port1, { gem, run() {} })).toThrow('could not be cloned');
	release(gem);
	expect(isBack(before)).toBe(false);
	const arrived = new Promise((resolve) => receive(port2, resolve));
	return arrived.then(({ gem: last }) => {
		release(last);
		port1.close();
		expect(isBack(before)).toBe(true);
	});
});
