import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const STAGE = fileURLToPath(new URL('../../scripts/publish/stage.js', import.meta.url));

/**
 * Put the runtime in a folder as it is published, rolled up, so that what is lowered into that folder runs with what users
 * install. Programs that also import the runtime from elsewhere would have two of it.
 *
 * @param {URL} folder its `node_modules` gets the package
 * @throws {Error} with what the script printed when it fails
 */
export function installRuntime(folder) {
	const target = new URL('node_modules/@lapidary/runtime', folder);
	const run = spawnSync(process.execPath, [STAGE, 'runtime', fileURLToPath(target)], {
		encoding: 'utf8',
	});
	if (run.error) throw run.error;
	if (run.status !== 0) throw new Error(`${STAGE} ended with ${run.status}\n${run.stderr}`);
}
