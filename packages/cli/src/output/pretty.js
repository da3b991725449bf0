/** @import { Diagnostic } from '../types.js' */
import { readFileSync } from 'node:fs';
import { formatDiagnostics } from '@lapidary/compiler/diagnostics';

/** What stands where a file name would, when a diagnostic is about the command line itself. */
const NO_FILE = 'command line';

/**
 * Print diagnostics for a person: code frames, the way that led there, and what to do.
 *
 * @param {Diagnostic[]} diagnostics
 * @param {{ color: boolean }} options
 * @returns {string} ends with a line break; empty without diagnostics
 */
export function formatPretty(diagnostics, { color }) {
	const placed = diagnostics.map((one) => ({ ...one, filename: one.filename || NO_FILE }));
	const sources = readSources(diagnostics);
	return formatDiagnostics(/** @type {any} */ (placed), { sources, color, cwd: process.cwd() });
}

/**
 * @param {Diagnostic[]} diagnostics
 * @returns {Map<string, string>} of the files that a place in them is shown of
 */
function readSources(diagnostics) {
	/** @type {Map<string, string>} */
	const sources = new Map();
	for (const { filename, start } of diagnostics) {
		if (filename && start && !sources.has(filename))
			sources.set(filename, readFileSync(filename, 'utf8'));
	}
	return sources;
}
