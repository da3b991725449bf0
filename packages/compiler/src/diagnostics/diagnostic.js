/**
 * A place in a source.
 *
 * @typedef {object} Position
 * @property {number} line 1-based
 * @property {number} column 0-based, in UTF-16 code units
 */

/**
 * What Lapidary has to say about a place in a source.
 *
 * @typedef {object} Diagnostic
 * @property {string} code 'LP2003'
 * @property {string} slug 'writes-capture'
 * @property {Kind} kind
 * @property {Severity} severity
 * @property {string} message one sentence: what
 * @property {string} filename as it was given to `compile`
 * @property {Position} [start] absent when it is about no place in the file
 * @property {Position} [end] exclusive
 * @property {Related[]} related the declaration and the trace between it and the use
 * @property {string} help one sentence: what to do
 */

/**
 * @typedef {object} Related
 * @property {string} message a few words: 'declared here'
 * @property {string} [filename] absent when it is the diagnostic's own file
 * @property {Position} [start]
 * @property {Position} [end] exclusive
 */

/**
 * - `unsafe`: run on the pool, the unit would not compute what the source says.
 * - `unsupported`: a correct program that cannot be lowered yet.
 * - `costly`: the same results, with a cost or a surprise.
 * - `misuse`: an annotation or option that does not do what it seems to.
 *
 * @typedef {'unsafe' | 'unsupported' | 'costly' | 'misuse' | 'internal'} Kind
 */

/** @typedef {'error' | 'warning' | 'note'} Severity */

/**
 * From the gravest to the lightest, which is the order of summaries.
 *
 * @type {readonly Severity[]}
 */
export const SEVERITIES = Object.freeze(['error', 'warning', 'note']);

/**
 * Order by file, then position; of two at one place the longer, then the lower code comes first.
 *
 * @param {Diagnostic} left
 * @param {Diagnostic} right
 * @returns {number} negative when left comes first
 */
export function compareDiagnostics(left, right) {
	return (
		compareTexts(left.filename, right.filename) ||
		comparePositions(left.start, right.start) ||
		-comparePositions(left.end, right.end) ||
		compareTexts(left.code, right.code) ||
		compareTexts(left.message, right.message)
	);
}

/**
 * @param {Position} [left]
 * @param {Position} [right]
 * @returns {number} negative when left comes first; nowhere comes before everywhere
 */
function comparePositions(left, right) {
	if (!left || !right) return Number(Boolean(left)) - Number(Boolean(right));
	return left.line - right.line || left.column - right.column;
}

/**
 * By code unit: the order must not depend on the machine's locale.
 *
 * @param {string} left
 * @param {string} right
 * @returns {number}
 */
function compareTexts(left, right) {
	if (left === right) return 0;
	return left < right ? -1 : 1;
}
