/** @import { Diagnostic, Facts } from '@lapidary/compiler' */
import path from 'node:path';
import { formatDiagnostic } from '@lapidary/compiler/diagnostics';
import { mayContainDirective } from '@lapidary/compiler';
import { browserTarget, gemTypeInBundle, queryOfSource } from './diagnostics/codes.js';
import { fileOf, mayDefineTypes } from './lower/lower.js';
import { readIfPresent } from './link/read-if-present.js';

/**
 * A diagnostic as bundlers take it.
 *
 * @typedef {object} Message
 * @property {string} message with a code frame
 * @property {string} code `LP2003`
 * @property {string} plugin
 * @property {string} [id]
 * @property {{ file: string, line: number, column: number }} [loc] `line` counts from 1, `column` from 0
 * @property {Diagnostic} diagnostic
 * @property {string} [source] text of the file
 */

/** @typedef {{ errors: Message[], warnings: Message[] }} Messages */

/** @typedef {{ code: string, filename: string }} SourceText */

/** @param {readonly Diagnostic[]} diagnostics of one file @param {SourceText} source @returns {Messages} notes are for `lapidary check` */
export function toMessages(diagnostics, { code, filename }) {
	/** @param {Diagnostic['severity']} severity */
	const of = (severity) =>
		diagnostics
			.filter((one) => one.severity === severity)
			.map((one) => toMessage({ ...one, filename }, code));
	return { errors: of('error'), warnings: of('warning') };
}

/**
 * A browser has no threads that the runtime could use. Units that may stay inline do so.
 *
 * @param {Facts} facts
 * @param {SourceText} source
 * @returns {Messages} what to say of the others
 */
export function refuseBrowser({ units }, { code, filename }) {
	const errors = units
		.filter(({ directive }) => directive.mode === 'cpu_bound')
		.map(({ name, start, end }) =>
			toMessage(browserTarget({ name }, { filename, start, end }), code),
		);
	return { errors, warnings: [] };
}

/**
 * Threads find the type of a GEM by the file that defines it. In a bundle that is the file of the program, which they would run again.
 *
 * @param {SourceText} source
 * @returns {Messages} none for what defines no types
 */
export function refuseTypes({ code, filename }) {
	const at = code.split('\n').findIndex(mayDefineTypes);
	if (at < 0) return { errors: [], warnings: [] };
	const start = { line: at + 1, column: 0 };
	const diagnostic = gemTypeInBundle({ file: path.basename(filename) }, { filename, start });
	return { errors: [toMessage(diagnostic, code)], warnings: [] };
}

/**
 * Units of a module with a query stay where they are.
 *
 * @param {SourceText} module `filename` with the query
 * @returns {Messages}
 */
export function tellOfQuery({ code, filename }) {
	const file = fileOf(filename);
	// What plugins make for queries of their own, `?raw` and `?url`, is no source.
	const isSame = mayContainDirective(code) && code === readIfPresent(file);
	const source = filename.slice(path.dirname(file).length + 1);
	return {
		errors: [],
		warnings: isSame ? [toMessage(queryOfSource({ source }, { filename: file }))] : [],
	};
}

/** @param {Diagnostic} diagnostic @param {string} [source] @returns {Message} */
export function toMessage(diagnostic, source) {
	const { code, filename, start } = diagnostic;
	const message = formatDiagnostic(diagnostic, {
		sources: new Map(source === undefined ? [] : [[filename, source]]),
		cwd: path.dirname(filename),
	});
	return {
		message,
		code,
		plugin: 'lapidary',
		diagnostic,
		...(source === undefined ? {} : { source }),
		...(filename === '' ? {} : { id: filename }),
		...(start ? { loc: { file: filename, line: start.line, column: start.column } } : {}),
	};
}

/**
 * Say what there is to say of a file, in the bundler's own way. All warnings come before the first error, which ends the build in
 * most of them.
 *
 * @param {Messages} messages
 * @param {{ warn: (message: any) => void, error: (message: any) => void }} context
 */
export function report({ errors, warnings }, context) {
	for (const one of warnings) context.warn(one);
	const [first, ...others] = errors;
	if (!first) return;
	const message = [first, ...others].map((one) => one.message).join('\n');
	context.error({ ...first, message });
}
