/** @import { Diagnostic } from '../types.js' */
import path from 'node:path';
import process from 'node:process';
import { isInside } from '../build/paths.js';

const COMMANDS = { error: 'error', warning: 'warning', note: 'notice' };

/**
 * GitHub knows files by their path in the repository, also where a step runs in a folder of it.
 *
 * @param {string} filename absolute
 * @returns {string} posix separators
 */
function fileInRepository(filename) {
	const { GITHUB_WORKSPACE: root } = process.env;
	const here = process.cwd();
	const base = root && isInside(here, root) ? root : here;
	return path.relative(base, filename || here).replaceAll(path.sep, '/');
}

/**
 * Print diagnostics as workflow commands: GitHub shows them at their lines of a pull request.
 *
 * @param {Diagnostic[]} diagnostics
 * @returns {string} a line for each; empty without diagnostics
 */
export function formatGithub(diagnostics) {
	return diagnostics.map((one) => `${formatCommand(one)}\n`).join('');
}

/**
 * @param {Diagnostic} diagnostic
 * @returns {string}
 */
function formatCommand(diagnostic) {
	const { code, slug, severity, message, filename, start, end, help } = diagnostic;
	const properties = [
		...(filename ? [['file', fileInRepository(filename)]] : []),
		...(start
			? [
					['line', start.line],
					['col', start.column + 1],
				]
			: []),
		...(start && end ? [['endLine', end.line]] : []),
		// columns of different lines mean nothing to each other
		...(start && end?.line === start.line ? [['endColumn', end.column + 1]] : []),
		['title', `${code} ${slug}`],
	];
	const list = properties
		.map(([key, value]) => `${key}=${escapeProperty(String(value))}`)
		.join(',');
	return `::${COMMANDS[severity]} ${list}::${escapeData([message, ...describeRelated(diagnostic), `help: ${help}`].join('\n'))}`;
}

/** The way that led there: GitHub marks one place, and shows the rest as text. @param {Diagnostic} diagnostic @returns {string[]} */
function describeRelated({ filename, related }) {
	return related.map((one) => {
		const file = fileInRepository(one.filename ?? filename);
		const place = one.start ? `${file}:${one.start.line}:${one.start.column + 1}` : file;
		return `note: ${place} ${one.message}`;
	});
}

/**
 * @param {string} text
 * @returns {string}
 */
function escapeData(text) {
	return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

/**
 * @param {string} text
 * @returns {string}
 */
function escapeProperty(text) {
	return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
