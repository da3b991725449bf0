/** @import { Diagnostic, FixedFile, Format, Summary } from '../types.js' */
import { displayPath } from '../build/paths.js';
import { readVersion } from '../version.js';
import { hasColour } from './colour.js';

/**
 * @typedef {object} Report
 * @property {string} command 'build', 'check' …
 * @property {Format} format
 * @property {Diagnostic[]} diagnostics
 * @property {Summary} [summary] absent when the command could not start
 */

/**
 * Print what a command has found. Text for people goes to the standard error output, what programs read to the standard
 * output, so that either can be redirected.
 *
 * @param {Report} report
 * @returns {Promise<void>}
 */
export async function printReport({ command, format, diagnostics, summary }) {
	if (format === 'json') {
		const { formatJson } = await import('./json.js');
		process.stdout.write(formatJson({ command, diagnostics, summary }));
	} else if (format === 'sarif') {
		const { formatSarif } = await import('./sarif.js');
		process.stdout.write(formatSarif(diagnostics, readVersion()));
	} else if (diagnostics.length > 0) {
		await printDiagnostics(diagnostics, format);
	}
	const isForPeople = format === 'pretty' || format === 'github';
	if (!summary || !isForPeople) return;
	for (const one of summary.fixed) {
		process.stdout.write(`${describeFixed(one, summary)}\n`);
		if (one.diff !== null) process.stdout.write(one.diff);
	}
	for (const { filename, reason } of summary.left)
		process.stdout.write(`left ${displayPath(filename)} alone: ${reason}\n`);
	process.stdout.write(`${describeSummary(command, summary)}\n`);
}

/**
 * @param {Diagnostic[]} diagnostics at least one
 * @param {Format} format pretty or github
 */
async function printDiagnostics(diagnostics, format) {
	if (format === 'github') {
		const { formatGithub } = await import('./github.js');
		process.stdout.write(formatGithub(diagnostics));
		return;
	}
	const { formatPretty } = await import('./pretty.js');
	process.stderr.write(formatPretty(diagnostics, { color: hasColour(process.stderr) }));
}

/**
 * @param {string} command
 * @param {Summary} summary
 * @returns {string} one line: 'lowered 3 files (5 units), copied 120, in 85 ms'
 */
function describeSummary(command, summary) {
	const { files, lowered, copied, units, cached, errors, durationMs } = summary;
	const fromCache = cached > 0 ? `, ${cached} from the cache` : '';
	const inUnits = `${counted(lowered, 'file')} (${counted(units, 'unit')}${fromCache})`;
	const time = `in ${Math.round(durationMs)} ms`;
	if (errors > 0) {
		const consequence = command === 'check' ? '' : ', nothing was written';
		const fixable = describeFixable(summary);
		return `${counted(errors, 'error')} in ${counted(files, 'file')}${fixable}${consequence}, ${time}`;
	}
	if (command === 'check')
		return `checked ${counted(files, 'file')}: ${inUnits} can be lowered${describeFixable(summary)}, ${time}`;
	if (command === 'types')
		return `typed ${counted(units, 'unit')} in ${lowered} of ${counted(files, 'declaration file')}, ${time}`;
	return `lowered ${inUnits}, copied ${copied}, ${time}`;
}

/** @param {Summary} summary @returns {string} what `--fix` is for, where it was not given */
const describeFixable = ({ fixable, fixed }) =>
	fixable > 0 && fixed.length === 0 ? `, ${fixable} for \`lapidary check --fix\`` : '';

/** @param {FixedFile} file @param {Summary} summary @returns {string} 'rewrote src/app.js (2 changes)' */
function describeFixed({ filename, changes }, { isDryRun }) {
	const verb = isDryRun ? 'would rewrite' : 'rewrote';
	return `${verb} ${displayPath(filename)} (${counted(changes, 'change')})`;
}

/**
 * @param {number} count
 * @param {string} noun
 * @returns {string} '1 file', '2 files'
 */
export function counted(count, noun) {
	return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
