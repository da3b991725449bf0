import { spawn } from 'node:child_process';

const LIMIT_MS = 120_000;

/**
 * Run node to its end.
 *
 * @param {readonly string[]} args
 * @param {Record<string, string>} [variables] of its environment, beside those of this process
 * @returns {Promise<{ ok: boolean, output: string }>} what it printed, on either stream
 */
export async function runNode(args, variables = {}) {
	const child = spawn(process.execPath, args, {
		env: { ...process.env, LAPIDARY_THREADS: '2', NO_COLOR: '1', ...variables },
		stdio: ['ignore', 'pipe', 'pipe'],
		timeout: LIMIT_MS,
		killSignal: 'SIGKILL',
	});
	/** @type {string[]} */
	const output = [];
	for (const stream of [child.stdout, child.stderr])
		stream.setEncoding('utf8').on('data', (text) => output.push(text));
	const status = await new Promise((resolve, reject) => {
		child.once('error', reject);
		child.once('close', resolve);
	});
	return { ok: status === 0, output: output.join('').trim() };
}
