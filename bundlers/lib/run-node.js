import { execFile } from 'node:child_process';
import process from 'node:process';

const TIMEOUT_MS = 120_000;

/**
 * @param {readonly string[]} args
 * @param {{ node?: string, timeoutMs?: number }} [how] `node`: path of an executable
 * @returns {Promise<{ lines: string[], errors: string }>} `errors`: what it wrote to its standard error, and how it failed
 */
export function runNode(args, { node = process.execPath, timeoutMs = TIMEOUT_MS } = {}) {
	const { NODE_OPTIONS: _options, JEST_WORKER_ID: _id, NODE_ENV: _mode, ...env } = process.env;
	return new Promise((resolve) => {
		const options = { env, timeout: timeoutMs, maxBuffer: 64 * 1024 * 1024 };
		execFile(node, ['--enable-source-maps', ...args], options, (error, stdout, stderr) => {
			const ending = error && stderr === '' ? String(error) : '';
			resolve({ lines: stdout.trimEnd().split('\n'), errors: `${stderr}${ending}` });
		});
	});
}
