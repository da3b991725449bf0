// The main module of a process of its own: checks one tree again and again, each time with other functions annotated. Starting
// the command line once for each would take most of the time.
// Arguments: folder of the tree, file with the jobs, file for the report.
/** @import { Diagnostic } from './types.js' */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** @typedef {Record<string, string>} Job texts of files, by their paths in the tree: the others are as they were */

/** The command line runs once for each name that it is imported by. */
const CLI = new URL('../../../packages/cli/bin/lapidary.js', import.meta.url).href;

const [folder, jobsFile, report] = process.argv.slice(2);
/** @type {Job[]} */
const jobs = JSON.parse(readFileSync(jobsFile, 'utf8'));
/** @type {Diagnostic[][]} */
const results = [];
for (const [index, job] of jobs.entries()) results.push(await check(job, index));
writeFileSync(report, JSON.stringify(results));
// That there are errors is an answer.
process.exitCode = 0;

/** @param {Job} job @param {number} index @returns {Promise<Diagnostic[]>} */
async function check(job, index) {
	const files = Object.keys(job).map((name) => path.join(folder, name));
	const before = files.map((file) => readFileSync(file));
	files.forEach((file, index) => writeFileSync(file, Object.values(job)[index]));
	try {
		return await diagnose(index);
	} finally {
		files.forEach((file, index) => writeFileSync(file, before[index]));
	}
}

/** @param {number} index @returns {Promise<Diagnostic[]>} errors */
async function diagnose(index) {
	let printed = '';
	const { write } = process.stdout;
	process.stdout.write = (/** @type {string | Uint8Array} */ text) => {
		printed += String(text);
		return true;
	};
	try {
		process.argv.splice(2, Infinity, 'check', folder, '--format', 'json', '--jobs', '1');
		await import(`${CLI}?${index}`);
	} finally {
		process.stdout.write = write;
	}
	/** @type {{ diagnostics: Diagnostic[] }} */
	const { diagnostics } = JSON.parse(printed);
	return diagnostics.filter(({ severity }) => severity === 'error');
}
