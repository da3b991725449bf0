/** @import { Diagnostic } from '@lapidary/compiler' */
import path from 'node:path';
import { formatDiagnostic } from '@lapidary/compiler/diagnostics';

/**
 * A diagnostic as bundlers take it.
 *
 * @typedef {object} Message
 * @property {string} message with a code frame
 * @property {string} code `LP2003`
 * @property {string} plugin
 * @property {string} [id]
 * @property {{ file: string, line: number, column: number }} [loc] `line` counts from 1, `column` from 0
 */

/**
 * @param {readonly Diagnostic[]} diagnostics of one file
 * @param {{ code: string, filename: string }} source
 * @returns {{ errors: Message[], warnings: Message[] }} notes are for `lapidary check`
 */
export function toMessages(diagnostics, { code, filename }) {
	/** @param {Diagnostic['severity']} severity */
	const of = (severity) =>
		diagnostics
			.filter((one) => one.severity === severity)
			.map((one) => toMessage({ ...one, filename }, code));
	return { errors: of('error'), warnings: of('warning') };
}

/** @param {Diagnostic} diagnostic @param {string} source @returns {Message} */
export function toMessage(diagnostic, source) {
	const { code, filename, start } = diagnostic;
	const message = formatDiagnostic(diagnostic, {
		sources: new Map([[filename, source]]),
		cwd: path.dirname(filename),
	});
	return {
		message,
		code,
		plugin: 'lapidary',
		id: filename,
		...(start ? { loc: { file: filename, line: start.line, column: start.column } } : {}),
	};
}

/**
 * Say what there is to say of a file, in the bundler's own way. All warnings come before the first error, which ends the build in
 * most of them.
 *
 * @param {{ errors: Message[], warnings: Message[] }} messages
 * @param {{ warn: (message: any) => void, error: (message: any) => void }} context
 */
export function report({ errors, warnings }, context) {
	for (const one of warnings) context.warn(one);
	const [first, ...others] = errors;
	if (!first) return;
	const message = [first, ...others].map((one) => one.message).join('\n\n');
	context.error({ ...first, message });
}
