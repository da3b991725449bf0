/** @import { Diagnostic, Position, Related } from './diagnostic.js' */

/**
 * What surfaces say has the compiler's shape, so that the same reporters print it. It is about a file more often than about a
 * range: then `start` is undefined.
 *
 * @param {Pick<Diagnostic, 'code' | 'slug' | 'kind' | 'severity' | 'message' | 'help'>} entry of a message file
 * @param {{ filename?: string, start?: Position, end?: Position, related?: Related[] }} [place] the file, absolute, and the range
 * @returns {Diagnostic}
 */
export function createDiagnostic(entry, { filename = '', start, end, related = [] } = {}) {
	return { ...entry, filename, start, end, related };
}
