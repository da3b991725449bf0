/** @import { Diagnostic, Place } from '../types.js' */

/**
 * The command line's diagnostics have the compiler's shape, so that one reporter prints both. They are about a path or an
 * option more often than about a range: then `start` is undefined, and `filename` is empty when no file is meant.
 *
 * @param {Pick<Diagnostic, 'code' | 'slug' | 'kind' | 'severity' | 'message' | 'help'>} entry from messages/cli.md
 * @param {Place} [place] the file, absolute, and the range it is about
 * @returns {Diagnostic}
 */
export function createDiagnostic(entry, { filename = '', start, end, related = [] } = {}) {
	const { code, slug, kind, severity, message, help } = entry;
	return { code, slug, kind, severity, message, filename, start, end, related, help };
}
