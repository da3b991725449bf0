import { spawn } from 'node:child_process';

const LIMIT_MS = 120_000;

/**
 * Run node to its end.
 *
 * @param {readonly string[]} args
 * @param {Record<string, string>} [variables] of its environment, beside those of this process
 * @param {number} [limit] milliseconds after which it is killed
 * @returns {Promise<{ ok: boolean, output: string, printed: string, errors: string }>} what it printed: on either stream, on
 *   the one for results, on the one for errors
 */
export async function runNode(args, variables = {}, limit = LIMIT_MS) {
	const child = spawn(process.execPath, args, {
		env: { ...process.env, LAPIDARY_THREADS: '2', NO_COLOR: '1', ...variables },
		stdio: ['ignore', 'pipe', 'pipe'],
		timeout: limit,
		killSignal: 'SIGKILL',
	});
	const output = { all: '', printed: '', errors: '' };
	child.stdout.setEncoding('utf8').on('data', (text) => {
		output.all += text;
		output.printed += text;
	});
	child.stderr.setEncoding('utf8').on('data', (text) => {
		output.all += text;
		output.errors += text;
	});
	const status = await new Promise((resolve, reject) => {
		child.once('error', reject);
		child.once('close', resolve);
	});
	const { all, printed, errors } = output;
	return { ok: status === 0, output: all.trim(), printed, errors };
}
