/** @import { SourceFile } from '../types.js' */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { readInputMap } from '@lapidary/compiler/input-map';

/**
 * @typedef {object} Declaration
 * @property {string} path absolute
 * @property {string} relative path below the folder of declarations, native separators
 * @property {string} folder absolute; what `relative` is relative to
 */

const DECLARATION = /\.d\.([cm]?)ts$/;

/**
 * @param {string} file
 * @returns {boolean}
 */
export const isDeclaration = (file) => DECLARATION.test(file);

/**
 * What TypeScript calls the declarations of a source: `score.ts`, `score.jsx` → `score.d.ts`; `score.mjs` → `score.d.mts`.
 *
 * @param {string} source
 * @returns {string}
 */
export function declarationName(source) {
	return source.replace(/\.([cm]?)[jt]sx?$/, '.d.$1ts');
}

/**
 * Find the declaration files of sources: by the declaration map of a file, which names its sources, else by the name of the
 * source, at the same place below the folder of declarations.
 *
 * @param {SourceFile[]} files declarations and sources
 * @param {string} [typesDir] absolute; without one, declarations are beside their sources
 * @returns {(source: SourceFile) => { declaration: Declaration, exists: boolean }}
 */
export function locateDeclarations(files, typesDir) {
	/** @type {Map<string, Declaration>} */
	const bySource = new Map();
	for (const { path: file, relative, root } of files) {
		if (!isDeclaration(file)) continue;
		const declaration = { path: file, relative, folder: root.path };
		for (const source of sourcesOf(file)) bySource.set(source, declaration);
	}
	return ({ path: source, relative, root }) => {
		const folder = typesDir ?? root.path;
		const name = declarationName(relative);
		const beside = { path: path.join(folder, name), relative: name, folder };
		const declaration = bySource.get(source) ?? beside;
		return { declaration, exists: existsSync(declaration.path) };
	};
}

/**
 * @param {string} file absolute, a declaration file
 * @returns {string[]} absolute paths of the sources that its map names; none without a map
 */
function sourcesOf(file) {
	const map = readInputMap(readFileSync(file, 'utf8'), file);
	const base = path.resolve(path.dirname(file), map?.sourceRoot ?? '');
	return (map?.sources ?? []).map((source) => path.resolve(base, decoded(source)));
}

/**
 * @param {string} url
 * @returns {string} the URL itself when it is a path with a lone `%`
 */
function decoded(url) {
	try {
		return decodeURI(url);
	} catch (error) {
		if (/** @type {Error} */ (error).name !== 'URIError') throw error;
		return url;
	}
}
