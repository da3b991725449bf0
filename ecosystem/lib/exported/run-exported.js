/** @import { Found, Listed, PackageOutcome } from './types.js' */
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { randomNumbers } from '../random.js';
import { runNode } from '../run-node.js';
import { runTwoAtATime } from '../two-at-a-time.js';
import { copyLibrary } from './annotate-functions.js';
import { checkFunctions } from './check-functions.js';
import { compareFunctions } from './compare-calls.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const LIST = fileURLToPath(new URL('list-functions.js', import.meta.url));
const MOST_FUNCTIONS = 40;
const SEED = 7;

/** Where the packages are installed whose exported functions are annotated. */
export const EXPORTED = path.join(ROOT, 'exported');

/** @returns {string[]} names of the packages, sorted */
export function listExported() {
	const manifest = JSON.parse(readFileSync(path.join(EXPORTED, 'package.json'), 'utf8'));
	return Object.keys(manifest.dependencies).sort();
}

/**
 * Annotate the exported functions of packages, and compare the lowered ones with the plain ones.
 *
 * @param {readonly string[]} names
 * @param {{ folder?: string, progress?: (done: number, name: string) => void }} [options] `folder`: where the packages are
 *   installed; `progress` is called when a package begins
 * @returns {Promise<PackageOutcome[]>} in the order of the names
 */
export function runExported(names, { folder = EXPORTED, progress = () => {} } = {}) {
	const scratch = path.join(ROOT, '.out', path.basename(folder));
	mkdirSync(scratch, { recursive: true });
	// What the copies import is found from here.
	const modules = path.join(scratch, 'node_modules');
	if (!existsSync(modules)) symlinkSync(path.join(folder, 'node_modules'), modules, 'dir');
	return runTwoAtATime(names, (name, index) => {
		progress(index, name);
		const installed = path.join(folder, 'node_modules', name);
		return runOne(name, installed, path.join(scratch, name.replaceAll('/', '+')));
	});
}

/** @param {string} name @param {string} installed folder of the package @param {string} scratch folder @returns {Promise<PackageOutcome>} */
async function runOne(name, installed, scratch) {
	const { version } = JSON.parse(readFileSync(path.join(installed, 'package.json'), 'utf8'));
	/** @type {PackageOutcome} */
	const outcome = {
		...{ name, version, isModule: true, exported: 0, missing: [], functions: [], others: [] },
		...{ optional: [], problems: [] },
	};
	rmSync(scratch, { recursive: true, force: true });
	const plain = path.join(scratch, 'plain');
	copyLibrary(installed, plain);
	const listed = await list(name, installed, plain);
	if (typeof listed === 'string') {
		outcome.problems.push(listed);
		return outcome;
	}
	const { entry, isModule, declarations, missing, found } = listed;
	Object.assign(outcome, { isModule, missing, exported: found.length });
	const functions = sample(found);
	if (!(await checkFunctions(outcome, plain, functions))) return outcome;
	const lowered = functions.filter((_, index) => outcome.functions[index].alone.length === 0);
	await compareFunctions(outcome, lowered, { installed, scratch, entry, declarations });
	return outcome;
}

/** @param {string} name @param {string} installed @param {string} copy @returns {Promise<Listed | string>} what went wrong, when it cannot be loaded */
async function list(name, installed, copy) {
	const report = `${copy}.functions`;
	const flags = ['--no-warnings', '--experimental-import-meta-resolve'];
	const run = await runNode([...flags, LIST, name, installed, copy, report]);
	return run.ok ? JSON.parse(readFileSync(report, 'utf8')) : `cannot be loaded: ${run.output}`;
}

/** @param {readonly Found[]} found @returns {Found[]} all, or as many as are looked at of one package, in their order */
function sample(found) {
	const next = randomNumbers(SEED);
	const drawn = found.map((fn) => ({ fn, rank: next() }));
	const kept = new Set(
		drawn
			.sort((left, right) => left.rank - right.rank)
			.slice(0, MOST_FUNCTIONS)
			.map(({ fn }) => fn),
	);
	return found.filter((fn) => kept.has(fn));
}
