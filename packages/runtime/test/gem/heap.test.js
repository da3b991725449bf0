import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { createGem, releaseHandle } from '../../src/gem/memory/directory.js';
import { heapId, limitBytes, parseSize } from '../../src/gem/memory/heap.js';
import { Region } from '../../src/gem/memory/region.js';
import { spanUsage } from '../../src/gem/memory/spans.js';

test.each([
	['512MB', 2 ** 29],
	['1.5 GB', 1.5 * 2 ** 30],
	['2g', 2 ** 31],
	['65536K', 2 ** 26],
	['1000000', 2 ** 20],
	['100MiB', 100 * 2 ** 20],
	['', 2 ** 31],
	['1', 2 ** 20],
	['0.5K', 2 ** 20],
	[undefined, 2 ** 31],
])('LAPIDARY_GEM_MEMORY=%s', (text, bytes) => {
	expect(parseSize(text)).toBe(bytes);
});

test.each([
	'many',
	'1e9',
	'-5',
	'0',
	'0MB',
	'0.0',
	'5TB',
	'1,5GB',
	'Infinity',
	'NaN',
	'0x100',
	' ',
	'1 2',
	'MB',
	'+5',
	'1.',
])('LAPIDARY_GEM_MEMORY=%j means nothing', async (text) => {
	expect(() => parseSize(text)).toThrow(
		expect.objectContaining({ code: 'LP8009', message: expect.stringContaining(text) }),
	);
});

test('a size that means nothing is refused when GEMs are loaded', async () => {
	const program = `
		const told = await import('../index.js').then(() => 'loaded', ({ code }) => code);
		console.log(JSON.stringify(told));
	`;
	expect(await runModule(program, { LAPIDARY_GEM_MEMORY: '1e9' })).toBe('LP8009');
});

test('a size beyond what indices can reach is cut', () => {
	expect(parseSize('64GB')).toBeLessThan(2 ** 32);
	expect(parseSize('64GB')).toBeGreaterThan(3.8 * 2 ** 30);
});

test('a thread has the heap of the thread that started it', async () => {
	const worker = new Worker(new URL('threads/heap-info.js', import.meta.url));
	worker.postMessage('tell');
	const [info] = await once(worker, 'message');
	expect(info).toEqual({ heapId, limitBytes });
});

const run = promisify(execFile);

/** Run a program in a process of its own. @param {string} program @param {Record<string, string>} [env] */
async function runModule(program, env = {}) {
	const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', program], {
		cwd: fileURLToPath(new URL('../../src/gem/memory', import.meta.url)),
		env: { ...process.env, ...env },
	});
	return JSON.parse(stdout);
}

test('a thread that was started before has another heap', async () => {
	const url = new URL('threads/heap-info.js', import.meta.url);
	const result = await runModule(`
		import { Worker } from 'node:worker_threads';
		const worker = new Worker(new URL(${JSON.stringify(url)}), { execArgv: [] });
		worker.once('online', async () => {
			const { heapId } = await import('./heap.js');
			worker.once('message', (other) => console.log(JSON.stringify(other.heapId === heapId)));
			worker.postMessage('tell');
		});
	`);
	expect(result).toBe(false);
});

test('a heap that is full says how full, and what fits is still given', async () => {
	const program = `
		const { createGem, releaseHandle } = await import('./directory.js');
		const { Region } = await import('./region.js');
		const gem = createGem(0);
		const region = new Region(gem);
		let count = 0;
		let error;
		try {
			for (;;) { region.allocate(8000); count++; }
		} catch (thrown) {
			error = thrown;
		}
		let small = 0;
		try {
			for (;;) { region.allocate(128); small++; }
		} catch {}
		releaseHandle(gem);
		const again = new Region(createGem(0));
		again.allocate(100_000);
		console.log(JSON.stringify({ count, small, code: error.code, message: error.message }));
	`;
	const { count, small, code, message } = await runModule(program, { LAPIDARY_GEM_MEMORY: '1MB' });
	expect(code).toBe('LP8103');
	expect(message).toBe(
		'64512 more bytes do not fit into the memory of GEMs: 0.984375 MB of 1 MB are in use',
	);
	// What the large ones have left between them.
	expect([count, small]).toEqual([16, 16]);
});

test('an allocation that fails leaves nothing behind', () => {
	const before = spanUsage().bytesInUse;
	const gem = createGem(0);
	const region = new Region(gem);
	expect(() => region.allocate(limitBytes / 8 + 1)).toThrow(/do not fit/);
	expect(region.usage()).toEqual({ cells: 0, bytes: 0 });
	releaseHandle(gem);
	expect(spanUsage().bytesInUse).toBe(before);
});

const TYPES_IN_USE = `
	import { setImmediate as turn } from 'node:timers/promises';
	import { AtomicLK, AtomicSTM, Owned, release, usage } from '../index.js';
	const inBlock = (gem) => gem.atomic(() => gem.list.push(gem.list[0]));
	const types = [[Owned, (gem) => gem.list.push(gem.list[0])], [AtomicLK, inBlock], [AtomicSTM, inBlock]];
	const before = usage().bytesInUse;
`;

test('GEMs that come and go within one job leave nothing behind', async () => {
	const program = `${TYPES_IN_USE}
		for (let at = 0; at < 70_000; at++) {
			const [type, use] = types[at % 3];
			const gem = type.create({ list: [at + 0.5] });
			use(gem);
			release(gem);
		}
		console.log(usage().bytesInUse - before);
	`;
	const left = await runModule(program, { NODE_OPTIONS: '--max-old-space-size=64' });
	expect(left).toBeLessThan(2 ** 18);
}, 120_000);

test('GEMs that nobody holds any more are given back while the event loop turns', async () => {
	const program = `${TYPES_IN_USE}
		for (let at = 0; at < 70_000; at++) {
			types[at % 3][1](types[at % 3][0].create({ list: [at + 0.5] }));
			if (at % 500 === 0) await turn();
		}
		console.log(usage().peakBytes);
	`;
	const peak = await runModule(program, { NODE_OPTIONS: '--max-old-space-size=64' });
	expect(peak).toBeLessThan(65_535 * 1024);
}, 120_000);
