/** @import { Example, Kind, MessageEntry, Severity } from './entry.js' */
import { MessageFileError } from './entry.js';

const HEADING = /^## (LP\d{4}) ([a-z][a-z0-9-]*)$/;
const FACTS = /^kind: (\w+) · severity: (\w+) · since: (\d+\.\d+)$/;
const FENCE = /^```(\w+) (wrong|right)(.*)$/;
const PLACEHOLDER = /%(\w+)%/g;

/**
 * @typedef {object} Lines
 * @property {string} file
 * @property {string[]} text
 * @property {number} next index of the line that is read next
 */

/**
 * Read one message file.
 *
 * A file is an optional introduction, then entries. Each entry has, in this order: a heading
 * (`## LP2003 writes-capture`), the facts (`kind: unsafe · severity: error · since: 0.1`), the message
 * as a block quote, prose, a paragraph that starts with `help:`, and fenced examples.
 *
 * @param {string} source
 * @param {string} file named in errors and kept in each entry
 * @returns {MessageEntry[]} in source order
 * @throws {MessageFileError} at the first line that does not fit
 */
export function parseMessages(source, file) {
	const lines = { file, text: source.split('\n'), next: 0 };
	while (lines.next < lines.text.length && !lines.text[lines.next].startsWith('## ')) lines.next++;
	const entries = [];
	while (lines.next < lines.text.length) entries.push(parseEntry(lines));
	return entries;
}

/**
 * @param {Lines} lines at a heading
 * @returns {MessageEntry}
 */
function parseEntry(lines) {
	const line = lines.next + 1;
	const [, code, slug] = expect(lines, HEADING, 'a heading such as `## LP2003 writes-capture`');
	skipBlank(lines);
	const [, kind, severity, since] = expect(
		lines,
		FACTS,
		'`kind: … · severity: … · since: …` after the heading',
	);
	skipBlank(lines);
	const message = parseQuote(lines);
	const prose = [];
	while (peek(lines) !== undefined && !/^(help: |## |```)/.test(peek(lines) ?? '')) {
		prose.push(take(lines));
	}
	const help = parseHelp(lines);
	return {
		code,
		slug,
		kind: /** @type {Kind} */ (kind),
		severity: /** @type {Severity} */ (severity),
		since,
		message,
		prose: prose.join('\n').trim(),
		help,
		examples: parseExamples(lines),
		params: placeholders(`${message} ${help}`),
		file: lines.file,
		line,
	};
}

/**
 * @param {Lines} lines
 * @returns {string} the block quote as one line
 */
function parseQuote(lines) {
	const quoted = [];
	while (peek(lines)?.startsWith('> ')) quoted.push(take(lines).slice(2).trim());
	if (quoted.length === 0) throw mistake(lines, 'expected the message, as a block quote (`> …`)');
	return quoted.join(' ');
}

/**
 * @param {Lines} lines
 * @returns {string} the paragraph after `help:` as one line
 */
function parseHelp(lines) {
	if (!peek(lines)?.startsWith('help: ')) throw mistake(lines, 'expected a line `help: …`');
	const help = [take(lines).slice('help: '.length).trim()];
	while (peek(lines)?.trim()) help.push(take(lines).trim());
	return help.join(' ');
}

/**
 * @param {Lines} lines
 * @returns {Example[]}
 */
function parseExamples(lines) {
	const examples = [];
	for (
		skipBlank(lines);
		peek(lines) !== undefined && !peek(lines)?.startsWith('## ');
		skipBlank(lines)
	) {
		const [, language, verdict, rest] = expect(lines, FENCE, 'an example such as ```js wrong');
		const options = parseOptions(lines, rest);
		const code = [];
		while (peek(lines) !== undefined && peek(lines) !== '```') code.push(take(lines));
		expect(lines, /^```$/, 'the end of the example');
		examples.push({
			verdict: /** @type {'wrong' | 'right'} */ (verdict),
			language,
			file: options.file ?? `input.${language}`,
			cjs: options.cjs,
			code: `${code.join('\n')}\n`,
		});
	}
	return examples;
}

/**
 * @param {Lines} lines the fence line is the one before the next
 * @param {string} text what follows the verdict: ` file=score.ts cjs`
 * @returns {{ file: string | undefined, cjs: boolean }}
 */
function parseOptions(lines, text) {
	/** @type {{ file: string | undefined, cjs: boolean }} */
	const options = { file: undefined, cjs: false };
	for (const word of text.split(' ').filter(Boolean)) {
		if (word === 'cjs') options.cjs = true;
		else if (word.startsWith('file=')) options.file = word.slice('file='.length);
		else throw mistake(lines, `unknown example option \`${word}\`; known: cjs, file=<name>`, -1);
	}
	return options;
}

/**
 * @param {string} text
 * @returns {string[]} names without the percent signs, each once
 */
export function placeholders(text) {
	return [...new Set([...text.matchAll(PLACEHOLDER)].map(([, name]) => name))];
}

/** @param {Lines} lines */
function skipBlank(lines) {
	while (peek(lines)?.trim() === '') lines.next++;
}

/**
 * @param {Lines} lines
 * @returns {string | undefined} undefined at the end of the file
 */
function peek(lines) {
	return lines.text[lines.next];
}

/**
 * @param {Lines} lines not at its end
 * @returns {string}
 */
function take(lines) {
	return lines.text[lines.next++];
}

/**
 * @param {Lines} lines
 * @param {RegExp} pattern
 * @param {string} what the pattern in words
 * @returns {RegExpMatchArray}
 */
function expect(lines, pattern, what) {
	const match = peek(lines)?.match(pattern);
	if (!match) throw mistake(lines, `expected ${what}`);
	lines.next++;
	return match;
}

/**
 * @param {Lines} lines
 * @param {string} problem
 * @param {number} [offset] of the line it is about, from the next line
 * @returns {MessageFileError}
 */
function mistake(lines, problem, offset = 0) {
	return new MessageFileError(lines.file, lines.next + 1 + offset, problem);
}
