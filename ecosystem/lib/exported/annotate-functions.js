/** @import { Found } from './types.js' */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { copyPackage, linkDependencies } from '../prepare.js';
import { annotateText } from './locate.js';

/** What calls a library without being part of it. */
const NOT_THE_LIBRARY = ['test', 'tests', '__tests__', 'spec', 'example', 'examples', 'demo'];
const MEASURED = ['bench', 'benchmark', 'benchmarks'];

/**
 * Copy a package without its tests.
 *
 * @param {string} from where it is installed
 * @param {string} to folder, emptied first
 */
export function copyLibrary(from, to) {
	copyPackage(from, to);
	for (const name of [...NOT_THE_LIBRARY, ...MEASURED])
		rmSync(path.join(to, name), { recursive: true, force: true });
	linkDependencies(from, to);
}

/**
 * @param {string} folder of a package as it is
 * @param {readonly Found[]} functions
 * @param {string} directive
 * @returns {Record<string, string>} texts of the files that change, by their paths in the package
 */
export function annotatedTexts(folder, functions, directive) {
	/** @type {Record<string, string>} */
	const texts = {};
	for (const file of new Set(functions.map((fn) => fn.file))) {
		const inFile = functions.filter((fn) => fn.file === file);
		texts[file] = annotateText(readFileSync(path.join(folder, file), 'utf8'), inFile, directive);
	}
	return texts;
}

/** @param {string} folder of a copy @param {Record<string, string>} texts */
export function writeTexts(folder, texts) {
	for (const [file, text] of Object.entries(texts)) writeFileSync(path.join(folder, file), text);
}

/** @param {string} file of lines of JSON @returns {any[]} those that were written before its process ended */
export const readLines = (file) =>
	existsSync(file)
		? readFileSync(file, 'utf8')
				.split('\n')
				.filter(Boolean)
				.map((line) => JSON.parse(line))
		: [];
