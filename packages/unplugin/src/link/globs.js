// What Vite's `import.meta.glob` finds, which stands in no import.
import { readdirSync } from 'node:fs';
import path from 'node:path';

const CALL = /\bimport\.meta\.glob\s*(?:<[^(]*>)?\(\s*(\[[^\]]*\]|(['"`])[^'"`\n]*\2)/g;
const STRING = /(['"`])([^'"`\n]*)\1/g;

/**
 * @param {string} text of a file
 * @param {string} file absolute
 * @returns {string[]} absolute paths of files that relative patterns in it may find: too many rather than too few
 */
export function filesOfGlobs(text, file) {
	if (!text.includes('import.meta.glob')) return [];
	const patterns = [...text.matchAll(CALL)].flatMap(([, argument]) =>
		[...argument.matchAll(STRING)].map(([, , pattern]) => pattern),
	);
	return patterns
		.filter((pattern) => /^\.{1,2}\//.test(pattern))
		.flatMap((pattern) => filesOf(absolutePattern(pattern, file)))
		.map((found) => asIn(file, found));
}

/**
 * @param {string} pattern relative to a file
 * @param {string} file absolute
 * @param {path.PlatformPath} [paths] of the system
 * @returns {string} with `/`
 */
export const absolutePattern = (pattern, file, paths = path) =>
	paths.posix.join(toPosix(paths.dirname(file), paths), pattern);

/**
 * On Windows Vite writes `/` in paths and the other bundlers write `\`: one file must not become two.
 *
 * @param {string} file as the bundler calls it
 * @param {string} found another one, with `/`
 * @param {path.PlatformPath} [paths] of the system
 * @returns {string}
 */
export const asIn = (file, found, paths = path) =>
	file.includes(paths.sep) ? found.replaceAll('/', paths.sep) : found;

/** @param {string} pattern absolute, with `/` @returns {string[]} with `/` */
function filesOf(pattern) {
	const [fixed = ''] = /^[^*?{}[\]()!]*\//.exec(pattern) ?? [];
	const wanted = expressionOf(pattern);
	const isDeep = pattern.slice(fixed.length).includes('/');
	return namesIn(fixed, isDeep)
		.filter(
			(name) => !/(^|[\\/])node_modules[\\/]/.test(name) && wanted.test(fixed + toPosix(name)),
		)
		.map((name) => fixed + toPosix(name));
}

/** @param {string} folder @param {boolean} isDeep @returns {string[]} none where there is no such folder: Vite finds nothing there either */
function namesIn(folder, isDeep) {
	try {
		return readdirSync(folder, { recursive: isDeep, encoding: 'utf8' });
	} catch {
		return [];
	}
}

/** @param {string} pattern @returns {RegExp} */
function expressionOf(pattern) {
	const text = pattern
		.replace(/[\\^$.|+()[\]]/g, '\\$&')
		.replace(/\*\*\/|\*|\?|\{[^}]*\}/g, (sign) => {
			if (sign === '**/') return '(?:.*/)?';
			if (sign === '*') return '[^/]*';
			if (sign === '?') return '[^/]';
			return `(?:${sign.slice(1, -1).replaceAll(',', '|')})`;
		});
	return new RegExp(`^${text}$`);
}

/** @param {string} file @param {path.PlatformPath} [paths] of the system @returns {string} */
export const toPosix = (file, paths = path) => file.replaceAll(paths.sep, '/');
