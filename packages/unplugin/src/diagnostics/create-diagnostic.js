/** @import { Diagnostic } from '@lapidary/compiler' */

/**
 * The plugins' diagnostics have the compiler's shape, so that both are reported alike.
 *
 * @param {Pick<Diagnostic, 'code' | 'slug' | 'kind' | 'severity' | 'message' | 'help'>} entry from messages/bundlers.md
 * @param {Partial<Pick<Diagnostic, 'filename' | 'start' | 'end'>>} [place] the file, absolute, and the range it is about
 * @returns {Diagnostic}
 */
export function createDiagnostic(entry, { filename = '', start, end } = {}) {
	const { code, slug, kind, severity, message, help } = entry;
	return { code, slug, kind, severity, message, filename, start, end, related: [], help };
}
