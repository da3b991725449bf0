import { scanJoined } from './scan-joined.js';

const COMMENTS = String.raw`(?:\s|/\*[^]*?\*/|//[^\n]*\n)*`;
const SPECIFIER = new RegExp(
	String.raw`\b(?:from|import|require)\b${COMMENTS}\(?${COMMENTS}(["'${'`'}])([^"'${'`'}\n]+)\1`,
	'g',
);
const TYPES_ONLY = /\b(?:import|export)\s+type\s+(?!from\b|,)[^;'"]*?\bfrom\s*(["'])[^"'\n]+\1/g;
const RELATIVE = /(["'`])(\.{1,2}(?:\/[^"'`\n]*)?)\1/g;

/**
 * The specifiers that a source may import, without parsing it: a link looks through a whole tree with it, to find the few
 * files that it has to parse.
 *
 * It may find too many (in comments and strings), and finds every one that is written down: `import`, `export … from`,
 * `import()`, `require()`, also in parts. Where the file makes a `require` of its own, every relative path in it counts.
 *
 * @param {string} source
 * @returns {string[]} each once
 */
export function scanSpecifiers(source) {
	const found = new Set();
	const text = source.includes(' type ') ? source.replace(TYPES_ONLY, '') : source;
	for (const [, , specifier] of text.matchAll(SPECIFIER)) found.add(specifier);
	if (source.includes('createRequire')) {
		for (const [, , specifier] of text.matchAll(RELATIVE)) found.add(specifier);
	}
	for (const specifier of scanJoined(text)) found.add(specifier);
	return /** @type {string[]} */ ([...found]);
}

const PATTERN = new RegExp(
	String.raw`\b(?:import|require)\b${COMMENTS}\(${COMMENTS}(?:(["'])\.{1,2}/[^"'\n]*\1${COMMENTS}\+|${'`'}\.{1,2}/[^${'`'}]*\$\{)`,
);

/**
 * Whether a source may import a file by a relative path that is put together at run time. As above, without parsing it.
 *
 * @param {string} source
 * @returns {boolean}
 */
export function mayImportByPattern(source) {
	return PATTERN.test(source);
}
