/** @import { Diagnostic } from '@lapidary/compiler' */
/** @import { PartialMessage } from 'esbuild' */
/** @import { Message, Messages } from '../report.js' */
import path from 'node:path';

/** @param {readonly Messages[]} found @returns {{ errors: PartialMessage[], warnings: PartialMessage[] }} */
export const toResult = (...found) => ({
	errors: found.flatMap(({ errors }) => errors.map(toEsbuild)),
	warnings: found.flatMap(({ warnings }) => warnings.map(toEsbuild)),
});

/**
 * esbuild draws the code frame itself.
 *
 * @param {Message} message
 * @returns {PartialMessage}
 */
function toEsbuild({ diagnostic, source = '' }) {
	const { message, help, related, filename, start, end } = diagnostic;
	const lineText = source.split('\n')[(start?.line ?? 1) - 1] ?? '';
	/** @param {Diagnostic['start']} place */
	const locationOf = (place) =>
		place && {
			file: path.relative(process.cwd(), filename),
			line: place.line,
			column: place.column,
			lineText,
			length: end?.line === place.line ? end.column - place.column : 1,
		};
	return {
		id: diagnostic.code,
		text: `${diagnostic.code} ${diagnostic.slug}: ${message}`,
		...(start ? { location: locationOf(start) } : {}),
		notes: [
			...related.map((one) => ({
				text: `${one.message}${one.start ? ` (line ${one.start.line})` : ''}`,
			})),
			{ text: `help: ${help}` },
		],
	};
}
