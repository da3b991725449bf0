import { execFile } from 'node:child_process';
import process from 'node:process';

const TIMEOUT_MS = 120_000;

/**
 * @param {readonly string[]} args
 * @returns {Promise<{ lines: string[], errors: string }>} `errors`: what it wrote to its standard error, and how it failed
 */
export function runNode(args) {
	const { NODE_OPTIONS: _options, JEST_WORKER_ID: _id, NODE_ENV: _mode, ...env } = process.env;
	return new Promise((resolve) => {
		const options = { env, timeout: TIMEOUT_MS };
		execFile(
			process.execPath,
			['--enable-source-maps', ...args],
			options,
			(error, stdout, stderr) => {
				const ending = error && stderr === '' ? String(error) : '';
				resolve({ lines: stdout.trimEnd().split('\n'), errors: `${stderr}${ending}` });
			},
		);
	});
}
