/** @import { Diagnostic, Kind, Position, Severity } from './diagnostic.js' */
import { compareDiagnostics } from './diagnostic.js';
import { createLocator } from './positions.js';

/**
 * A range of the source: offsets in UTF-16 code units, end exclusive. A Babel node is one.
 *
 * @typedef {{ start?: number | null, end?: number | null }} Range
 */

/**
 * A range of another file, or of one whose source is not at hand.
 *
 * @typedef {{ filename: string, start: Position, end: Position }} Located
 */

/**
 * Where something is: a range, a node, or the path of a node. Null and undefined: nowhere in particular.
 *
 * @typedef {Range | { node: Range | null | undefined } | Located | null | undefined} Place
 */

/**
 * @typedef {object} RelatedPlace
 * @property {string} message a few words: 'declared here'
 * @property {Place} place
 */

/**
 * What the functions of codes.js pass on.
 *
 * @typedef {object} Report
 * @property {string} code
 * @property {string} slug
 * @property {Kind} kind
 * @property {Severity} severity
 * @property {string} message
 * @property {string} help
 * @property {Place} place
 * @property {RelatedPlace[]} related
 */

/**
 * @typedef {object} Reporter
 * @property {(report: Report) => void} report
 * @property {() => Diagnostic[]} diagnostics sorted by position, each once
 * @property {() => boolean} hasErrors whether nothing of the file may be lowered
 * @property {(options: { optional: boolean }) => UnitReporter} forUnit
 */

/**
 * A view for one unit, over the same diagnostics.
 *
 * @typedef {Reporter & { refused: () => boolean }} UnitReporter `refused`: whether something reported
 *   through this view keeps the unit on the host, be it an error or, for an optional unit, a note
 */

/** Warnings of a cost alone, and of what only a link can tell. */
const NO_DIFFERENCES = new Set(['LP2015', 'LP2054']);

/** @param {Report} report @returns {boolean} whether an optional unit of which that is true is better left where it is */
export const keepsOnHost = ({ code, severity }) =>
	severity === 'error' || (severity === 'warning' && !NO_DIFFERENCES.has(code));

/**
 * Collect what the phases find out about one source.
 *
 * @param {object} options
 * @param {string} options.filename goes into each diagnostic as it is
 * @param {string} options.source what the offsets of places refer to
 * @param {boolean} [options.strict] whether warnings count as errors
 * @returns {Reporter}
 */
export function createReporter({ filename, source, strict = false }) {
	const locate = createLocator(source);
	/** @type {Map<string, Diagnostic>} keyed by what makes two reports the same to a reader */
	const collected = new Map();

	/** @param {Report} report */
	function collect(report) {
		const { code, slug, kind, message, help } = report;
		const severity = strict && report.severity === 'warning' ? 'error' : report.severity;
		const related = report.related.map((one) => ({
			message: one.message,
			...span(one.place, locate),
		}));
		const where = { filename, ...span(report.place, locate) };
		const key = JSON.stringify([code, message, where]);
		if (collected.has(key)) return;
		collected.set(key, { code, slug, kind, severity, message, ...where, related, help });
	}

	const shared = {
		diagnostics: () => [...collected.values()].sort(compareDiagnostics),
		hasErrors: () => [...collected.values()].some(({ severity }) => severity === 'error'),
	};

	/** @type {Reporter} */
	const reporter = {
		...shared,
		report: collect,
		forUnit: ({ optional }) => createUnitReporter(reporter, optional),
	};
	return Object.freeze(reporter);
}

/**
 * A view for one unit. Under `use try_cpu_bound` the unit is optional: what makes it impossible to lower is
 * no error but a note that says why the unit stays on the host, and so is the warning of a difference. Misuse stays
 * an error: the directive itself does not say what its author meant, unless it stands in what can be no unit.
 *
 * @param {Reporter} parent
 * @param {boolean} optional
 * @returns {UnitReporter}
 */
function createUnitReporter(parent, optional) {
	const state = { refused: false };
	/** @type {UnitReporter} */
	const view = {
		diagnostics: parent.diagnostics,
		hasErrors: parent.hasErrors,
		refused: () => state.refused,
		report: (report) => {
			if (report.severity === 'error' || (optional && keepsOnHost(report))) state.refused = true;
			parent.report(optional && mayStayInline(report) ? { ...report, severity: 'note' } : report);
		},
		forUnit: (options) => createUnitReporter(view, options.optional),
	};
	return Object.freeze(view);
}

/**
 * @param {Report} report
 * @returns {boolean} whether leaving the unit on the host avoids the problem
 */
function mayStayInline(report) {
	const { code, kind, severity } = report;
	if (severity !== 'error') return keepsOnHost(report);
	return kind === 'unsafe' || kind === 'unsupported' || code === 'LP1005';
}

/**
 * @param {Place} place
 * @param {(offset: number) => Position} locate
 * @returns {{ filename?: string, start?: Position, end?: Position }}
 */
function span(place, locate) {
	if (place && 'filename' in place) {
		const { filename, start, end } = place;
		return { filename, start, end };
	}
	const range =
		place && 'node' in place ? place.node : /** @type {Range | null | undefined} */ (place);
	if (range?.start === null || range?.start === undefined) return {};
	const start = locate(range.start);
	return { start, end: range.end === null || range.end === undefined ? start : locate(range.end) };
}
