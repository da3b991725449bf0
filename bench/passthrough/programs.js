import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const COPY = fileURLToPath(new URL('./copy.js', import.meta.url));
const CLI = fileURLToPath(new URL('../../packages/cli/bin/lapidary.js', import.meta.url));

/**
 * @typedef {object} Ended
 * @property {number} exitCode
 * @property {string} output stdout and stderr
 * @property {number} milliseconds from the start of the process to its end
 */

/**
 * @param {string} from
 * @param {string} to
 */
export function runCopy(from, to) {
	return runNode([COPY, from, to]);
}

/**
 * @param {string} from
 * @param {string} to
 */
export function runBuild(from, to) {
	return runNode([CLI, 'build', from, '--out-dir', to]);
}

/** A process that does nothing: what both of the others pay before their first statement. */
export function runNothing() {
	return runNode(['--eval', '0']);
}

/**
 * @param {string[]} args
 * @returns {Promise<Ended>}
 */
function runNode(args) {
	return new Promise((resolve, reject) => {
		const start = performance.now();
		const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
		let output = '';
		for (const stream of [child.stdout, child.stderr]) {
			stream.setEncoding('utf8').on('data', (text) => (output += text));
		}
		child.on('error', reject);
		child.on('close', (code, signal) => {
			const milliseconds = performance.now() - start;
			if (code === null) reject(new Error(`node ${args.join(' ')} was killed by ${signal}`));
			else resolve({ exitCode: code, output, milliseconds });
		});
	});
}
