import { describe, expect, test } from '@jest/globals';
import { createServer } from 'node:http';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { readPercentiles, readReport } from '../papers/cb/ab.js';
import { together } from '../papers/cb/apart.js';
import { contendersFor, linesToWrite } from '../papers/cb/contenders.js';
import { peakMemoryMB } from '../papers/cb/memory.js';
import { programs } from '../papers/cb/src/programs.js';
import { CALL_SIZES, LONG_SIZES, PROGRAMS, REQUEST_SIZES } from '../papers/cb/sizes.js';

describe('the programs of [CB]', () => {
	test('are the six of the paper, each with a size for calls and requests', () => {
		expect(Object.keys(programs).sort()).toEqual([...PROGRAMS].sort());
		for (const name of PROGRAMS) {
			expect(CALL_SIZES[name]).toBeGreaterThan(REQUEST_SIZES[name]);
			expect(LONG_SIZES[name]).toBeGreaterThan(CALL_SIZES[name]);
		}
	});

	test('richards sends and holds as often as the original does', async () => {
		expect(await programs.richards(1)).toEqual({ sent: 23_246, held: 9_297 });
		expect(await programs.richards(2)).toEqual({ sent: 46_492, held: 18_594 });
	});

	test('deltablue satisfies its constraints', async () => {
		expect(await programs.deltablue(10)).toEqual({ end: 99, sum: 5 * 45 + 10 * 2000 });
	});

	test('rsa gets back each text that it has encrypted', async () => {
		expect(await programs.rsa(2)).toMatch(/^[0-9a-f]{8}$/);
	});

	test('fib, mapreduce and raytrace give what does not change', async () => {
		expect(await programs.fib(10)).toBe(89);
		const words = /** @type {[string, number][]} */ (await programs.mapreduce(3));
		const [[word, count], ...rarer] = words;
		expect(word).toBe('w0');
		expect(rarer.every(([, other]) => other <= count)).toBe(true);
		const small = await programs.raytrace(16);
		expect(small).toBe(await programs.raytrace(16));
		expect(small).not.toBe(await programs.raytrace(20));
	});
});

test('lines to write are one directive for each program with Lapidary, and none for the plain ones', () => {
	const lines = Object.fromEntries(
		contendersFor('cb').map((contender) => [contender.name, linesToWrite(contender)]),
	);
	expect(lines).toMatchObject({ sequential: 0, Lapidary: 6 });
	expect(lines.piscina).toBeGreaterThan(6);
});

describe('what ApacheBench says', () => {
	const report = (/** @type {string} */ more) => `Complete requests:      100
Failed requests:        0
${more}Requests per second:    2045.83 [#/sec] (mean)
`;

	test('is read', () => {
		const csv = 'Percentage served,Time in ms\n0,1.5\n50,2.25\n90,7.125\n99,9.5\n';
		expect(readPercentiles(csv)).toEqual({ p50Ms: 2.25, p90Ms: 7.125, p99Ms: 9.5 });
		expect(() => readPercentiles('')).toThrow('percentile 50');
		expect(readReport(report(''), 100)).toBe(2045.83);
	});

	test('is an error when a request was not answered as it should be', () => {
		expect(() => readReport(report('Non-2xx responses:      3\n'), 100)).toThrow('3 of 100');
		expect(() => readReport(report(''), 200)).toThrow('requests failed');
	});
});

test('the generator for machines without it says the same', async () => {
	let served = 0;
	const server = createServer((_request, response) => {
		served++;
		response.end('well');
	});
	await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
	const file = fileURLToPath(new URL('../papers/cb/load.js', import.meta.url));
	const url = `http://127.0.0.1:${Object(server.address()).port}/`;
	const { stdout } = await promisify(execFile)(process.execPath, [file, url, '30', '4']);
	server.close();
	const { p50Ms, p90Ms, p99Ms, perSecond } = JSON.parse(stdout);
	expect(served).toBe(30);
	expect(p50Ms).toBeGreaterThan(0);
	expect(p90Ms).toBeGreaterThanOrEqual(p50Ms);
	expect(p99Ms).toBeGreaterThanOrEqual(p90Ms);
	expect(perSecond).toBeGreaterThan(0);
});

test('the peak of memory is that of the process, or not known', () => {
	const peak = peakMemoryMB(process.pid);
	if (process.platform === 'linux') expect(peak).toBeGreaterThan(10);
	else expect(peak).toBeNaN();
	expect(peakMemoryMB(2 ** 30)).toBeNaN();
});

test('rows of processes that share the calls last from the first begin to the last end', () => {
	const row = {
		begunMs: 1000,
		wallMs: 10,
		cpuMs: 9,
		waitMs: [5, 10],
		sinceStartMs: 60,
		results: [1, 1],
	};
	const later = {
		begunMs: 1003.5,
		wallMs: 9,
		cpuMs: 8,
		waitMs: [4, 9],
		sinceStartMs: 61,
		results: [1],
	};
	expect(together([row, later])).toEqual({
		begunMs: 1000,
		wallMs: 12.5,
		cpuMs: 17,
		waitMs: [5, 10, 7.5, 12.5],
		sinceStartMs: 61,
		results: [1, 1, 1],
	});
});
