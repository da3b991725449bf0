// Looks for every planted bug, or for those that are named: `npm run fuzz -- --planted`. Prints a table.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { BUGS } from './bugs.js';

const SEARCH = fileURLToPath(new URL('search.js', import.meta.url));
const FLAGS = ['--experimental-vm-modules', '--no-warnings'];

/**
 * @typedef {object} Found
 * @property {string} name of the bug
 * @property {string} scene
 * @property {string} kind `differs`, or `not found`
 * @property {number} looked programs that have the scene
 * @property {number} [seed]
 * @property {number} [programs] until it was found
 * @property {string[]} [sources] the program, shrunk
 */

/**
 * @param {readonly string[]} names of bugs
 * @param {{ from?: string, most?: string, isKnown?: boolean, isShrunk?: boolean }} [options] `from`: the first seed; `most`: programs;
 *   `isKnown`: from seeds that are known to find them
 * @returns {Promise<Found[]>}
 */
export async function searchFor(names, options = {}) {
	const { from = '1', most = '10000', isKnown = false, isShrunk = true } = options;
	const flags = [...(isKnown ? ['--known'] : []), ...(isShrunk ? [] : ['--no-shrink'])];
	/** @type {Found[]} */
	const found = [];
	for (const group of processesFor(names)) {
		const args = [...FLAGS, SEARCH, '--from', from, '--most', most, ...flags, ...group];
		const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 1 << 26 });
		for (const line of stdout.trimEnd().split('\n')) found.push(JSON.parse(line));
	}
	return found.sort((one, other) => names.indexOf(one.name) - names.indexOf(other.name));
}

/** A process has loaded one compiler. @param {readonly string[]} names @returns {string[][]} those of a process each */
function processesFor(names) {
	const edited = BUGS.flatMap(({ name, edit }) => (edit && names.includes(name) ? [name] : []));
	const others = names.filter((name) => !edited.includes(name));
	return [...(others.length > 0 ? [others] : []), ...edited.map((name) => [name])];
}

/**
 * @param {{ from: string, most: string, only: readonly string[] }} options `only`: parts of names; empty: all bugs
 * @returns {Promise<boolean>} whether all were found
 */
export async function showPlanted({ from, most, only }) {
	const wanted = BUGS.filter(
		({ name }) => only.length === 0 || only.some((part) => name.includes(part)),
	);
	let isComplete = true;
	for (const { name } of wanted) {
		const [found] = /** @type {[Found]} */ (
			await searchFor([name], { from, most, isShrunk: false })
		);
		isComplete &&= found.kind === 'differs';
		const result = found.programs === undefined ? 'not found' : `seed ${found.seed}`;
		console.log(
			`| ${name} | ${found.scene} | ${found.programs ?? '—'} | ${found.looked} | ${result} |`,
		);
	}
	return isComplete;
}
