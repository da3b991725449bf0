/** @import { Diagnostic, Position, Related, Severity } from './diagnostic.js' */
import path from 'node:path';
import { codeFrameColumns } from '@babel/code-frame';
import { compareDiagnostics, SEVERITIES } from './diagnostic.js';

/**
 * @typedef {object} FormatOptions
 * @property {ReadonlyMap<string, string>} sources filename → source; without a source there is no code frame
 * @property {boolean} [color] whether to use ANSI escapes; default false
 * @property {string} [cwd] names below this folder are printed relative to it
 */

const LINES_BEFORE = 2;
// The parts of a terminal's palette that stay readable on light and dark backgrounds.
const ANSI = { error: 31, warning: 33, note: 36, help: 32, bold: 1 };

/**
 * Print diagnostics the way a person reads them: what, where, the way there, and what to do.
 *
 *     error LP2003 writes-capture
 *       score.js:5:27  `sum` assigns to `total`, and the worker's copy would lose the write
 *         3 | export async function sum(rows) {
 *         4 | 	'use cpu_bound';
 *       > 5 | 	for (const row of rows) total += row;
 *           | 	                        ^^^^^
 *       note score.js:1:5  declared here
 *       help: pass `total` as an argument and return the new value, or put it in a GEM
 *
 *     1 error
 *
 * @param {readonly Diagnostic[]} diagnostics of any number of files, in any order
 * @param {FormatOptions} options
 * @returns {string} ends with a line break; empty when there is nothing to print
 */
export function formatDiagnostics(diagnostics, options) {
	if (diagnostics.length === 0) return '';
	const sorted = [...diagnostics].sort(compareDiagnostics);
	const blocks = sorted.map((diagnostic) => formatDiagnostic(diagnostic, options));
	return `${blocks.join('\n')}\n${formatSummary(diagnostics)}\n`;
}

/**
 * Print one diagnostic, without a summary.
 *
 * @param {Diagnostic} diagnostic
 * @param {FormatOptions} options
 * @returns {string} ends with a line break
 */
export function formatDiagnostic(diagnostic, options) {
	const { code, slug, severity, message, filename, related, help } = diagnostic;
	const lines = [
		`${paint(severity, severity, options)} ${paint(`${code} ${slug}`, 'bold', options)}`,
		`  ${place(filename, diagnostic.start, options)}  ${message}`,
		...frame(diagnostic, options).map((line) => `  ${line}`),
		...related.map((one) => `  ${formatRelated(one, filename, options)}`),
		`  ${paint('help:', 'help', options)} ${help}`,
	];
	return `${lines.join('\n')}\n`;
}

/**
 * Count by severity.
 *
 * @param {readonly Diagnostic[]} diagnostics
 * @returns {string} '2 errors, 1 warning'; severities that do not occur are left out
 */
export function formatSummary(diagnostics) {
	return SEVERITIES.map((severity) => ({
		severity,
		count: diagnostics.filter((diagnostic) => diagnostic.severity === severity).length,
	}))
		.filter(({ count }) => count > 0)
		.map(({ severity, count }) => `${count} ${severity}${count === 1 ? '' : 's'}`)
		.join(', ');
}

/**
 * @param {Related} related
 * @param {string} filename of the diagnostic it belongs to
 * @param {FormatOptions} options
 * @returns {string}
 */
function formatRelated(related, filename, options) {
	const where = place(related.filename ?? filename, related.start, options);
	return `${paint('note', 'note', options)} ${where}  ${related.message}`;
}

/**
 * The range in its source. A range of several lines is marked on its first: which line a function starts on says
 * enough, and its whole body would push the message out of sight.
 *
 * @param {Diagnostic} diagnostic
 * @param {FormatOptions} options
 * @returns {string[]} lines, none when the source or the place is not known
 */
function frame({ filename, start, end }, { sources, color = false }) {
	const source = sources.get(filename);
	if (source === undefined || !start) return [];
	const oneBased = { line: start.line, column: start.column + 1 };
	const sameLine = end && end.line === start.line && end.column > start.column;
	const endColumn = sameLine ? end.column + 1 : lineLength(source, start.line) + 1;
	const location = {
		start: oneBased,
		end: { line: start.line, column: Math.max(endColumn, oneBased.column) },
	};
	const options = {
		linesAbove: LINES_BEFORE,
		linesBelow: 0,
		highlightCode: color,
		forceColor: color,
	};
	return codeFrameColumns(source, location, options).split('\n');
}

/**
 * @param {string} source
 * @param {number} line 1-based
 * @returns {number} in UTF-16 code units, without the line break
 */
function lineLength(source, line) {
	return source.split(/\r\n|[\n\r\u2028\u2029]/)[line - 1]?.length ?? 0;
}

/**
 * @param {string} filename
 * @param {Position | undefined} start
 * @param {FormatOptions} options
 * @returns {string} 'score.js:5:27', with a 1-based column as editors count
 */
function place(filename, start, { cwd }) {
	const relative = cwd && path.isAbsolute(filename) ? path.relative(cwd, filename) : filename;
	const name = relative.startsWith('..') ? filename : relative;
	const posix = path.sep === '\\' ? name.replaceAll('\\', '/') : name;
	return start ? `${posix}:${start.line}:${start.column + 1}` : posix;
}

/**
 * @param {string} text
 * @param {Severity | 'help' | 'bold'} style
 * @param {FormatOptions} options
 * @returns {string}
 */
function paint(text, style, { color = false }) {
	return color ? `\u001b[${ANSI[style]}m${text}\u001b[0m` : text;
}
