/**
 * One diagnostic or runtime error as its author wrote it.
 *
 * @typedef {object} MessageEntry
 * @property {string} code 'LP' and four digits; the first digit is the family
 * @property {string} slug kebab-case, unique over all families
 * @property {Kind} kind
 * @property {Severity} severity
 * @property {string} since the version that introduced the code
 * @property {string} message one sentence with `%placeholder%`s
 * @property {string} prose Markdown paragraphs: why it matters
 * @property {string} help one sentence with `%placeholder%`s: what to do
 * @property {Example[]} examples in source order
 * @property {string[]} params the placeholders of message and help, in order of first appearance
 * @property {string} file path relative to the root of the repository, posix separators
 * @property {number} line 1-based line of the heading
 */

/**
 * @typedef {object} Example
 * @property {'wrong' | 'right'} verdict `wrong` yields exactly its entry's code, `right` yields nothing
 * @property {string} language the fence's language: js, jsx, ts, tsx …
 * @property {string} file the file name the example is compiled or run under
 * @property {boolean} cjs whether the example is a CommonJS module
 * @property {string} code
 */

/** @typedef {'unsafe' | 'unsupported' | 'costly' | 'misuse' | 'internal'} Kind */
/** @typedef {'error' | 'warning' | 'note'} Severity */

/** A mistake in a message file, with the place an editor can jump to. */
export class MessageFileError extends Error {
	/**
	 * @param {string} file
	 * @param {number} line 1-based
	 * @param {string} problem
	 */
	constructor(file, line, problem) {
		super(`${file}:${line}: ${problem}`);
		this.name = 'MessageFileError';
	}
}

/**
 * The name of the function that reports an entry.
 *
 * @param {string} slug 'writes-capture'
 * @returns {string} 'writesCapture'
 */
export function functionName(slug) {
	return slug.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());
}
