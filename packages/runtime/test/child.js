// Running a program of its own process, as users do.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('.', import.meta.url));

const PRELUDE = `
import { call, callOrRun, callWithCallback, generate, unit } from '@lapidary/runtime/internal/host';
import { close, configure, drain, stats, transfer, withOptions } from '@lapidary/runtime';
const reference = (name, options, classes) =>
	unit('test/' + name, new URL('./units/' + name.split('#')[0], 'file://${FOLDER}').href, options, classes);
`;

/**
 * @typedef {object} Ended
 * @property {number | null} code exit code
 * @property {string[]} lines of standard output
 * @property {string} errors standard error
 */

/**
 * Run a program until it exits; a program that hangs is killed and has the code null.
 *
 * @param {string} source an ES module in which the runtime's functions are imported
 * @param {{ env?: Record<string, string>, flags?: string[], prelude?: string, type?: string }} [options]
 * @returns {Promise<Ended>}
 */
export function runProgram(
	source,
	{ env = {}, flags = [], prelude = PRELUDE, type = 'module' } = {},
) {
	const args = [...flags, `--input-type=${type}`, '-e', prelude + source];
	const options = { cwd: FOLDER, env: { ...process.env, ...env }, timeout: 20_000 };
	return new Promise((resolve) => {
		const child = execFile(process.execPath, args, options, (_error, stdout, stderr) => {
			const lines = stdout.split('\n').filter(Boolean);
			resolve({ code: child.exitCode, lines, errors: stderr });
		});
	});
}
