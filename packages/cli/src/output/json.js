/** @import { Diagnostic, Summary } from '../types.js' */
import { relativeFile } from './relative-uri.js';

/** The version of the schema in README.md; it changes when a field changes its meaning or goes. */
const SCHEMA_VERSION = 1;

/**
 * Print a run for a program.
 *
 * @param {{ command: string, diagnostics: Diagnostic[], summary?: Summary }} report
 * @returns {string} one JSON value, ends with a line break
 */
export function formatJson({ command, diagnostics, summary }) {
	const report = {
		version: SCHEMA_VERSION,
		command,
		ok: !diagnostics.some(({ severity }) => severity === 'error'),
		summary: summary ? toSummary(summary) : null,
		diagnostics: diagnostics.map(toRecord),
	};
	return `${JSON.stringify(report, null, '\t')}\n`;
}

/**
 * @param {Summary} summary
 * @returns {Record<string, unknown>}
 */
function toSummary({ fixed, left, isDryRun, ...counts }) {
	/** @param {{ filename: string }} file */
	const toFile = ({ filename, ...rest }) => ({ filename: relativeFile(filename), ...rest });
	return { ...counts, fixed: fixed.map(toFile), left: left.map(toFile), dryRun: isDryRun };
}

/**
 * @param {Diagnostic} diagnostic
 * @returns {Record<string, unknown>} with every field of the schema, null where there is nothing to say
 */
function toRecord({ code, slug, kind, severity, message, filename, start, end, related, help }) {
	return {
		code,
		slug,
		kind,
		severity,
		message,
		filename: relativeFile(filename) || null,
		start: start ?? null,
		end: end ?? null,
		related: related.map((one) => ({
			message: one.message,
			filename: relativeFile(one.filename ?? filename) || null,
			start: one.start ?? null,
			end: one.end ?? null,
		})),
		help,
	};
}
