import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const OWN = fileURLToPath(new URL('./load.js', import.meta.url));

/**
 * @typedef {object} Load
 * @property {string} url
 * @property {number} requests in all
 * @property {number} concurrency requests at a time
 *
 * @typedef {{ p50Ms: number, p90Ms: number, p99Ms: number, perSecond: number }} Served latencies of requests
 */

/** @returns {boolean} whether ApacheBench is installed: Debian's package apache2-utils */
export const hasApacheBench = () => spawnSync('ab', ['-V']).status === 0;

/**
 * Ask a server, from a process of its own: by ApacheBench with connections that are kept, or, where that is not installed, by a generator of ours that
 * does the same.
 *
 * @param {Load} load
 * @param {boolean} isApacheBench
 * @returns {Promise<Served>}
 * @throws {Error} when a request failed
 */
export async function ask({ url, requests, concurrency }, isApacheBench) {
	const counts = ['-n', String(requests), '-c', String(concurrency)];
	if (!isApacheBench) {
		const { stdout } = await run(process.execPath, [
			OWN,
			url,
			String(requests),
			String(concurrency),
		]);
		return JSON.parse(stdout);
	}
	const folder = mkdtempSync(path.join(tmpdir(), 'bench-cb-'));
	try {
		const file = path.join(folder, 'percentiles.csv');
		const { stdout } = await run('ab', ['-q', '-k', ...counts, '-e', file, url]);
		return {
			...readPercentiles(readFileSync(file, 'utf8')),
			perSecond: readReport(stdout, requests),
		};
	} finally {
		rmSync(folder, { recursive: true });
	}
}

/**
 * @param {string} csv as `ab -e` writes it: a percentage and milliseconds in each line
 * @returns {{ p50Ms: number, p90Ms: number, p99Ms: number }}
 */
export function readPercentiles(csv) {
	const lines = csv.split('\n').map((line) => line.split(','));
	const at = (/** @type {string} */ percentage) => {
		const value = Number(lines.find(([first]) => first === percentage)?.[1]);
		if (Number.isNaN(value)) throw new Error(`ab has written no percentile ${percentage}`);
		return value;
	};
	return { p50Ms: at('50'), p90Ms: at('90'), p99Ms: at('99') };
}

/**
 * @param {string} text that ab prints
 * @param {number} requests that were asked for
 * @returns {number} requests per second
 * @throws {Error} when one was not answered as the first
 */
export function readReport(text, requests) {
	const figure = (/** @type {string} */ title) =>
		Number(new RegExp(`^${title}:\\s+([\\d.]+)`, 'm').exec(text)?.[1] ?? 0);
	const failed = figure('Failed requests') + figure('Non-2xx responses');
	if (failed > 0 || figure('Complete requests') !== requests) {
		throw new Error(`${failed} of ${requests} requests failed\n${text}`);
	}
	return figure('Requests per second');
}
