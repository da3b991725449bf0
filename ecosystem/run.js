// npm run ecosystem: lowers real packages, programs around others, and what packages export, compares them with themselves, and
// says what came of it.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createProgress } from '../bench/lib/progress.js';
import { formatExported, formatExportedReadme } from './lib/exported/report.js';
import { EXPORTED, listExported, runExported } from './lib/exported/run-exported.js';
import { formatOutcomes, formatReadme } from './lib/report.js';
import { formatPrograms, formatProgramsReadme } from './lib/report-programs.js';
import { listPackages, runPackages } from './lib/run-packages.js';
import { installPackages, listPrograms, PROGRAMS, runPrograms } from './lib/run-programs.js';

const README = new URL('README.md', import.meta.url);
const PROGRAMS_README = new URL('programs/README.md', import.meta.url);
const EXPORTED_README = new URL('exported/README.md', import.meta.url);
/** Before the names of packages whose exported functions are annotated; alone, all of these. */
const PREFIX = 'exported';
const HELP = `npm run ecosystem -- [options]

Lowers functions of real packages, and compares every call with the plain package. Then lowers programs
around real packages, and compares what they print. Then annotates all functions that packages export, and calls
those that are lowered. The first run installs the packages of these (230 MB and 50 MB).

  --only <name>   a package, a program, 'exported:' and a package, or 'exported'; may be repeated
  --write         write README.md of ecosystem, ecosystem/programs and ecosystem/exported
  --help

Examples:
  npm run ecosystem -- --only earcut
  npm run ecosystem -- --only markdown-it --only zod
  npm run ecosystem -- --only exported:fecha
`;

process.exitCode = await main();

/** @returns {Promise<number>} exit status: 1 for any difference, 2 for a command line that is not understood */
async function main() {
	const options = readOptions();
	if (typeof options === 'number') return options;
	const { only, write } = options;
	const packages = listPackages();
	const programs = listPrograms();
	const exported = listExported().map((name) => `${PREFIX}:${name}`);
	const all = [...packages, ...programs, PREFIX, ...exported];
	const unknown = (only ?? []).filter((name) => !all.includes(name));
	if (unknown.length > 0) {
		process.stderr.write(`not known: ${unknown.join(', ')}; there are ${all.join(', ')}\n`);
		return 2;
	}
	const chosen = (/** @type {string[]} */ names) =>
		names.filter((name) => only?.includes(name) !== false);
	const progress = createProgress();
	const ofPackages = await comparePackages(chosen(packages), progress);
	const ofPrograms = await comparePrograms(chosen(programs), progress);
	const isAll = only?.includes(PREFIX) === true;
	const ofExported = await compareExported(isAll ? exported : chosen(exported), progress);
	const outcomes = [...ofPackages, ...ofPrograms, ...ofExported];
	const hasFailed = outcomes.some(({ problems }) => problems.length > 0);
	// This report says what differs: it is written whatever was found.
	const isWhole = isAll || only === undefined;
	if (isWhole && write) writeFileSync(EXPORTED_README, formatExportedReadme(ofExported));
	if (only || hasFailed) return Number(hasFailed);
	const stale = [
		checkReadme(README, formatReadme(ofPackages), write),
		checkReadme(PROGRAMS_README, formatProgramsReadme(ofPrograms), write),
		checkReadme(EXPORTED_README, formatExportedReadme(ofExported), false),
	];
	return Math.max(...stale);
}

/** @typedef {ReturnType<typeof createProgress>} Progress */

/** @param {string[]} names @param {Progress} progress @returns {Promise<import('./lib/types.js').Outcome[]>} */
async function comparePackages(names, progress) {
	if (names.length === 0) return [];
	const outcomes = await runPackages(names, {
		progress: (done, name) => progress.show(`${done + 1} of ${names.length}: ${name}`),
	});
	progress.clear();
	tell('packages', formatOutcomes(outcomes), outcomes);
	return outcomes;
}

/** @param {string[]} names @param {Progress} progress @returns {Promise<import('./lib/types.js').ProgramOutcome[]>} */
async function comparePrograms(names, progress) {
	if (names.length === 0) return [];
	progress.show('installing the packages of the programs');
	installPackages(PROGRAMS);
	progress.show('building the programs');
	const outcomes = await runPrograms(names, {
		progress: (done, name) => progress.show(`program ${done + 1} of ${names.length}: ${name}`),
	});
	progress.clear();
	tell('programs', formatPrograms(outcomes), outcomes);
	return outcomes;
}

/** @param {string[]} names with the prefix @param {Progress} progress @returns {Promise<import('./lib/exported/types.js').PackageOutcome[]>} */
async function compareExported(names, progress) {
	if (names.length === 0) return [];
	progress.show('installing the packages whose exported functions are annotated');
	installPackages(EXPORTED);
	const outcomes = await runExported(
		names.map((name) => name.slice(PREFIX.length + 1)),
		{ progress: (done, name) => progress.show(`exported ${done + 1} of ${names.length}: ${name}`) },
	);
	progress.clear();
	tell('packages with annotated exports', formatExported(outcomes), outcomes);
	return outcomes;
}

/** @param {string} what @param {string} table @param {readonly { name: string, problems: string[] }[]} outcomes */
function tell(what, table, outcomes) {
	process.stdout.write(`${table}\n`);
	for (const { name, problems } of outcomes)
		for (const problem of problems) process.stdout.write(`\n${name}: ${problem}\n`);
	const failed = outcomes.filter(({ problems }) => problems.length > 0).length;
	process.stdout.write(`\n${outcomes.length - failed} ${what} equal, ${failed} not\n\n`);
}

/** @returns {{ only?: string[], write: boolean } | number} */
function readOptions() {
	try {
		const { values } = parseArgs({
			options: {
				only: { type: 'string', multiple: true },
				write: { type: 'boolean', default: false },
				help: { type: 'boolean', short: 'h' },
			},
		});
		if (!values.help) return { only: values.only, write: values.write };
		process.stdout.write(HELP);
		return 0;
	} catch (error) {
		process.stderr.write(`${/** @type {Error} */ (error).message}\n\n${HELP}`);
		return 2;
	}
}

/** @param {URL} file @param {string} text @param {boolean} mayWrite @returns {number} */
function checkReadme(file, text, mayWrite) {
	if (mayWrite) writeFileSync(file, text);
	if (existsSync(file) && readFileSync(file, 'utf8') === text) return 0;
	process.stdout.write(`${fileURLToPath(file)} is stale: npm run ecosystem -- --write\n`);
	return 1;
}
