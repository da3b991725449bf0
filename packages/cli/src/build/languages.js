import path from 'node:path';

/** Extensions that the compiler reads. */
const COMPILED = new Set(['.js', '.mjs', '.cjs', '.jsx', '.ts', '.mts', '.cts', '.tsx']);

/** What an extension becomes once types and JSX are gone. */
const STRIPPED = new Map([
	['.ts', '.js'],
	['.tsx', '.js'],
	['.jsx', '.js'],
	['.mts', '.mjs'],
	['.cts', '.cjs'],
]);

/**
 * @param {string} file
 * @returns {boolean} whether it may hold units: declaration files (`.d.ts`) hold none
 */
export function isCompiled(file) {
	return COMPILED.has(path.extname(file)) && !/\.d\.[cm]?ts$/.test(file);
}

/**
 * @param {string} file
 * @returns {boolean} whether it holds types or JSX that Node does not run
 */
export function isTyped(file) {
	return isCompiled(file) && STRIPPED.has(path.extname(file));
}

/**
 * @param {string} file
 * @returns {string} `score.ts` → `score.js`; other files keep their name
 */
export function strippedName(file) {
	if (!isTyped(file)) return file;
	const extension = path.extname(file);
	return file.slice(0, -extension.length) + STRIPPED.get(extension);
}

/** An import of a module that changes its extension. */
const TYPED_IMPORT = /(['"])\.{1,2}\/[^'"\n]*\.(?:jsx|[cm]?ts|tsx)\1/;

/**
 * @param {string} text of a file that keeps its own extension
 * @returns {boolean} whether it has to follow files that do not; may say so for a string that is no import
 */
export function importsTyped(text) {
	return TYPED_IMPORT.test(text);
}
