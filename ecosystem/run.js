// npm run ecosystem: lowers real packages and programs around others, compares them with themselves, and says what came of it.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createProgress } from '../bench/lib/progress.js';
import { formatOutcomes, formatReadme } from './lib/report.js';
import { formatPrograms, formatProgramsReadme } from './lib/report-programs.js';
import { listPackages, runPackages } from './lib/run-packages.js';
import { installPackages, listPrograms, PROGRAMS, runPrograms } from './lib/run-programs.js';

const README = new URL('README.md', import.meta.url);
const PROGRAMS_README = new URL('programs/README.md', import.meta.url);
const HELP = `npm run ecosystem -- [options]

Lowers functions of real packages, and compares every call with the plain package. Then lowers programs
around real packages, and compares what they print. The first run installs the packages of these (230 MB).

  --only <name>   a package or a program; may be repeated
  --write         write ecosystem/README.md and ecosystem/programs/README.md
  --help

Examples:
  npm run ecosystem -- --only earcut
  npm run ecosystem -- --only markdown-it --only zod
`;

process.exitCode = await main();

/** @returns {Promise<number>} exit status: 1 for any difference, 2 for a command line that is not understood */
async function main() {
	const options = readOptions();
	if (typeof options === 'number') return options;
	const packages = listPackages();
	const programs = listPrograms();
	const chosen = (/** @type {string[]} */ names) =>
		names.filter((name) => options.only?.includes(name) !== false);
	const unknown = (options.only ?? []).filter((name) => ![...packages, ...programs].includes(name));
	if (unknown.length > 0) {
		const all = [...packages, ...programs].join(', ');
		process.stderr.write(`no such package or program: ${unknown.join(', ')}; there are ${all}\n`);
		return 2;
	}
	const progress = createProgress();
	const ofPackages = await comparePackages(chosen(packages), progress);
	const ofPrograms = await comparePrograms(chosen(programs), progress);
	const failed = [...ofPackages, ...ofPrograms].filter(({ problems }) => problems.length > 0);
	if (options.only || failed.length > 0) return failed.length > 0 ? 1 : 0;
	const stale = [
		checkReadme(README, formatReadme(ofPackages), options.write),
		checkReadme(PROGRAMS_README, formatProgramsReadme(ofPrograms), options.write),
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
