/** @import { Diagnostic, Position } from '../types.js' */
import { catalogue } from '../explain/catalogue.js';
import { relativeUri } from './relative-uri.js';

const SCHEMA = 'https://json.schemastore.org/sarif-2.1.0.json';
const LEVELS = { error: 'error', warning: 'warning', note: 'note' };

/**
 * Print diagnostics as SARIF 2.1.0, which code scanners read.
 *
 * @param {Diagnostic[]} diagnostics
 * @param {string} version of the tool
 * @returns {string} one JSON value, ends with a line break
 */
export function formatSarif(diagnostics, version) {
	const codes = [...new Set(diagnostics.map(({ code }) => code))].sort();
	const run = {
		tool: { driver: { name: 'lapidary', version, rules: codes.map(createRule) } },
		columnKind: 'utf16CodeUnits',
		results: diagnostics.map((one) => createResult(one, codes.indexOf(one.code))),
	};
	return `${JSON.stringify({ $schema: SCHEMA, version: '2.1.0', runs: [run] }, null, '\t')}\n`;
}

/**
 * @param {string} id
 * @returns {Record<string, unknown>} the catalogue's entry as a SARIF rule
 */
function createRule(id) {
	const entry = catalogue.get(id);
	if (!entry) return { id };
	const severity = /** @type {keyof typeof LEVELS} */ (entry.severity);
	return {
		id,
		name: entry.slug,
		shortDescription: { text: entry.message },
		fullDescription: { text: entry.prose },
		help: { text: entry.help },
		defaultConfiguration: { level: LEVELS[severity] },
		properties: { kind: entry.kind },
	};
}

/**
 * @param {Diagnostic} diagnostic
 * @param {number} ruleIndex
 * @returns {Record<string, unknown>}
 */
function createResult({ code, severity, message, filename, start, end, related, help }, ruleIndex) {
	return {
		ruleId: code,
		ruleIndex,
		level: LEVELS[severity],
		message: { text: `${message}. Help: ${help}` },
		locations: filename ? [createLocation(filename, start, end)] : [],
		relatedLocations: filename
			? related.map((one, id) => ({
					id,
					message: { text: one.message },
					...createLocation(one.filename ?? filename, one.start, one.end),
				}))
			: [],
	};
}

/**
 * @param {string} filename absolute
 * @param {Position} [start]
 * @param {Position} [end]
 * @returns {Record<string, unknown>}
 */
function createLocation(filename, start, end) {
	const region = start && {
		startLine: start.line,
		startColumn: start.column + 1,
		...(end && { endLine: end.line, endColumn: end.column + 1 }),
	};
	const artifactLocation = { uri: relativeUri(filename), uriBaseId: '%SRCROOT%' };
	return { physicalLocation: { artifactLocation, ...(region && { region }) } };
}
