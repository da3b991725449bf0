// `npm run examples [-- <name> …]`: installs each example that has packages of its own, builds it, and runs its check.
/** @import { Trial } from './trials.js' */
import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCommand } from './shell.js';
import { runTrials } from './trials.js';

const EXAMPLES = fileURLToPath(new URL('../../examples/', import.meta.url));

/** @param {string} name @returns {boolean} the others run with the packages of this repository */
function hasPackages(name) {
	const manifest = path.join(EXAMPLES, name, 'package.json');
	return existsSync(manifest) && 'dependencies' in JSON.parse(readFileSync(manifest, 'utf8'));
}

/** @param {string} name @returns {Trial} */
const tryExample = (name) => async (home) => {
	cpSync(path.join(EXAMPLES, name), home.folder, { recursive: true });
	await runCommand('npm install', home);
	await runCommand('npm test', home);
	const count = home.calls().length;
	if (count === 0) throw new Error('no call ran on another thread');
	return `${count} calls on other threads`;
};

const names = readdirSync(EXAMPLES).filter(hasPackages);
await runTrials(Object.fromEntries(names.map((name) => [name, tryExample(name)])));
