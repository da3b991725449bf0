import { spawnSync } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const CLI = fileURLToPath(new URL('../../packages/cli/bin/lapidary.js', import.meta.url));

/**
 * Lower a folder with `lapidary build`, as a user would, and make sure that something came of it.
 *
 * @param {URL} source folder
 * @param {URL} target folder; emptied first
 * @param {string[]} [flags] more of them
 * @throws {Error} with the command's output when it fails or lowers nothing
 */
export function lowerFolder(source, target, flags = []) {
	const [from, to] = [fileURLToPath(source), fileURLToPath(target)];
	rmSync(to, { recursive: true, force: true });
	const run = spawnSync(process.execPath, [CLI, 'build', from, '--out-dir', to, ...flags], {
		encoding: 'utf8',
	});
	if (run.error) throw run.error;
	if (run.status !== 0) {
		throw new Error(`lapidary build ${from} ended with ${run.status}\n${run.stdout}${run.stderr}`);
	}
	const workerModules = readdirSync(to).filter((file) => file.includes('.cpu_bound-'));
	if (workerModules.length === 0) throw new Error(`lapidary build ${from} wrote no worker module`);
}
