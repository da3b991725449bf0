// What newcomers have: an empty folder, npm, and the packages in a registry.
import { spawnSync } from 'node:child_process';
import {
	appendFileSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { packAll } from '../publish/pack.js';
import { startRegistry } from './registry.js';

/**
 * @typedef {object} Workplace
 * @property {(name: string) => Home} makeHome a new folder
 * @property {() => void} close removes everything
 */

/**
 * @typedef {object} Home
 * @property {string} folder absolute, empty
 * @property {NodeJS.ProcessEnv} env of commands in it
 * @property {(file: string, text: string) => void} write
 * @property {() => string[]} calls ids of units that have run on a thread, one for each call, since the last question
 */

/** @returns {Promise<Workplace>} */
export async function openWorkplace() {
	const root = mkdtempSync(path.join(tmpdir(), 'lapidary-projects-'));
	const npm = spawnSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' });
	const tarballs = await packAll(path.join(root, 'tarballs'));
	const registry = await startRegistry(tarballs, npm.stdout.trim());
	return {
		makeHome: (name) => makeHome(path.join(root, name), registry.url),
		close() {
			registry.close();
			rmSync(root, { recursive: true, force: true });
		},
	};
}

/**
 * @param {string} root absolute
 * @param {string} registry
 * @returns {Home}
 */
function makeHome(root, registry) {
	const folder = path.join(root, 'app');
	mkdirSync(folder, { recursive: true });
	const log = path.join(root, 'calls.log');
	appendFileSync(log, '');
	// Every program that Node runs there writes down which calls have ended on its pool.
	const observer = `import { subscribe } from 'node:diagnostics_channel';
import { appendFileSync } from 'node:fs';
subscribe('lapidary:call:end', ({ unit }) => appendFileSync(${JSON.stringify(log)}, unit + '\\n'));`;
	const { PATH, HOME } = process.env;
	return {
		folder,
		env: {
			PATH: path.dirname(process.execPath) + path.delimiter + PATH,
			HOME,
			CI: 'true',
			NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(observer)}`,
			npm_config_registry: registry,
			// A newcomer says yes when npx asks whether it may install what it is to run.
			npm_config_yes: 'true',
			npm_config_audit: 'false',
			npm_config_fund: 'false',
			npm_config_prefer_offline: 'true',
			// What npx has installed before may be another build of the same version.
			npm_config_cache: path.join(root, '..', 'npm-cache'),
			NEXT_TELEMETRY_DISABLED: '1',
			LAPIDARY_THREADS: '2',
		},
		write(file, text) {
			const target = path.join(folder, file);
			mkdirSync(path.dirname(target), { recursive: true });
			writeFileSync(target, text);
		},
		calls() {
			const units = readFileSync(log, 'utf8').trim().split('\n').filter(Boolean);
			writeFileSync(log, '');
			// The command line is lowered itself.
			return units.filter((unit) => !unit.startsWith('lapidary/'));
		},
	};
}
