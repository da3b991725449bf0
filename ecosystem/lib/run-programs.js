/** @import { ProgramOutcome } from './types.js' */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { runNode } from './run-node.js';
import { runTwoAtATime } from './two-at-a-time.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const CLI = path.join(ROOT, 'packages', 'cli', 'bin', 'lapidary.js');
const COUNT = pathToFileURL(path.join(ROOT, 'ecosystem', 'lib', 'count-calls.js')).href;

/** Where the programs of `npm run ecosystem` are. */
export const PROGRAMS = path.join(ROOT, 'ecosystem', 'programs');

/** @param {string} [folder] with a folder `src` @returns {string[]} names of all programs, sorted */
export const listPrograms = (folder = PROGRAMS) =>
	readdirSync(path.join(folder, 'src'))
		.filter((file) => file.endsWith('.js'))
		.map((file) => file.replace(/\.js$/, ''))
		.sort();

/**
 * Install the packages of the programs, which are not among those of the project: they are 230 MB.
 *
 * @param {string} folder with a lockfile
 * @throws {Error} when npm fails
 */
export function installPackages(folder) {
	const lock = path.join(folder, 'package-lock.json');
	const installed = path.join(folder, 'node_modules', '.package-lock.json');
	if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return;
	execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'pipe' });
}

/**
 * Lower all programs of a folder by one build, then run each as it is and lowered, and compare what they print.
 *
 * @param {readonly string[]} names
 * @param {{ folder?: string, progress?: (done: number, name: string) => void }} [options]
 * @returns {Promise<ProgramOutcome[]>} in the order of the names
 */
export async function runPrograms(names, { folder = PROGRAMS, progress = () => {} } = {}) {
	const source = path.join(folder, 'src');
	const lowered = path.join(folder, '.out');
	const refused = await build(source, lowered);
	// Nothing is written for a tree with errors.
	if (refused.size > 0) await build(source, lowered, [...refused.keys()]);
	writeFileSync(path.join(lowered, 'package.json'), '{ "type": "module" }\n');
	return runTwoAtATime(names, async (name, index) => {
		progress(index, name);
		const codes = refused.get(name);
		return codes
			? { name, calls: 0, told: [], refused: codes, problems: [`refused: ${codes.join(', ')}`] }
			: compare(name, source, lowered);
	});
}

/** @param {string} source @param {string} lowered @param {string[]} [without] names @returns {Promise<Map<string, string[]>>} codes of errors by the names of programs */
async function build(source, lowered, without = []) {
	const ignored = without.flatMap((name) => ['--ignore', `${name}.js`]);
	const args = [CLI, 'build', source, '--out-dir', lowered, '--format', 'json', ...ignored];
	const { printed, errors } = await runNode(args, {}, BUILD_LIMIT_MS);
	/** @type {{ diagnostics?: { severity: string, code: string, filename: string }[] }} */
	const { diagnostics } = printed.startsWith('{') ? JSON.parse(printed) : {};
	if (!diagnostics) throw new Error(`the programs cannot be built: ${errors}`);
	/** @type {Map<string, string[]>} */
	const found = new Map();
	for (const { severity, code, filename } of diagnostics) {
		if (severity !== 'error') continue;
		const name = path.basename(filename, '.js');
		found.set(name, [...new Set([...(found.get(name) ?? []), code])].sort());
	}
	return found;
}

/** A tree of packages is read to its end. */
const BUILD_LIMIT_MS = 600_000;

/** @param {string} name @param {string} source @param {string} lowered @returns {Promise<ProgramOutcome>} */
async function compare(name, source, lowered) {
	const counted = path.join(lowered, `${name}.calls`);
	const [expected, found] = [
		await runNode([path.join(source, `${name}.js`)]),
		await runNode(['--import', COUNT, path.join(lowered, `${name}.js`)], {
			LAPIDARY_CALLS_FILE: counted,
		}),
	];
	const calls = existsSync(counted) ? Number(readFileSync(counted, 'utf8')) : 0;
	const told = [...new Set(found.errors.match(/\bLP8\d{3}\b/g) ?? [])].sort();
	const problems = [];
	if (!expected.ok) problems.push(`as it is: ${expected.output}`);
	else if (found.printed !== expected.printed)
		problems.push(`prints ${found.output}\nin place of ${expected.printed}`);
	if (calls === 0) problems.push('no call ran on the pool');
	return { name, calls, told, refused: [], problems };
}
